#include "bounds.h"

#include "cube_flow.h"

#include <math.h>

static struct rd_cube_part better(struct rd_cube_part best, struct rd_cube_part other)
{
    return other.steps > best.steps ? other : best;
}

/* The better of a part and what distances tell, which is at most a step more than there are
 * dimensions. */
static struct rd_cube_part better_by_distance(struct rd_cube_part best,
                                              const struct rd_cube_goal *goal,
                                              struct rd_arena *scratch)
{
    return best.steps > goal->dimension_count ? best
                                              : better(best, rd_cube_distance_part(goal, scratch));
}

struct rd_cube_part rd_cube_best_cut(const struct rd_cube_goal *goal, struct rd_arena *scratch)
{
    bool cube = goal->instance->topology.shape == RD_HYPERCUBE;
    struct rd_cube_part best = rd_cube_node_part(goal);
    if (goal->instance->port_model == RD_PIPELINED_PORTS)
        return better_by_distance(best, goal, scratch);
    if (cube)
        best = rd_cube_ball_part(goal, best, scratch);
    best = rd_cube_level_part(goal, best, scratch);
    if (cube) {
        best = better(best, rd_cube_discrepancy_part(goal));
        return better_by_distance(best, goal, scratch);
    }
    best = better(best, rd_cube_near_set_part(goal, scratch));
    return better(best, rd_cube_half_plane_part(goal, scratch));
}

struct rd_cube_part rd_cube_best_part(const struct rd_cube_goal *goal, bool *ret_tight,
                                      struct rd_arena *scratch)
{
    static const uint64_t arc_limit = UINT64_C(1) << 16;
    static const int64_t low_load_limit = 4;
    struct rd_cube_part best = rd_cube_best_cut(goal, scratch);
    bool tight = true;
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t low;
        if (rd_cube_low_loads(goal, kind, &low) > low_load_limit) {
            tight = false;
            continue;
        }
        rd_arena_borrow(scratch);
        struct rd_flow_over_time flow;
        if (!rd_cube_least_flow(goal, kind, best.steps, arc_limit / goal->kind_count, &flow,
                                scratch, scratch))
            tight = false;
        if (flow.steps > best.steps)
            best = (struct rd_cube_part){.argument = RD_CUBE_FLOW,
                                         .steps = flow.steps,
                                         .kind = kind,
                                         .excess = flow.failed_missing,
                                         .width = flow.failed_width,
                                         .level = flow.failed_steps};
    }
    *ret_tight = tight && goal->kind_count == 1;
    return best;
}

double rd_cube_item_step_s(const struct rd_instance *instance)
{
    double least_s = INFINITY;
    uint64_t link_count = rd_link_count(&instance->topology);
    for (uint64_t link = 0; link < (instance->costs_equal ? 1 : link_count); link++) {
        uint32_t from, to;
        if (instance->costs_equal || rd_link_ends(&instance->topology, link, &from, &to))
            least_s = fmin(
                least_s, rd_message_duration_s(rd_link_cost(instance, link), instance->item_bytes));
    }
    return least_s;
}
