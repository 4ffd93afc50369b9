#include "bounds.h"

#include "cube_flow.h"
#include "price_bound.h"

#include <inttypes.h>
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
        struct rd_time_flow flow;
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

static const char *const argument_names[] = {
    [RD_CUBE_AT_REST] = "nothing to move",
    [RD_CUBE_NODE] = "node",
    [RD_CUBE_BALL] = "ball cut",
    [RD_CUBE_LEVEL_SET] = "level set cut",
    [RD_CUBE_NEAR_SET] = "neighbourhood cut",
    [RD_CUBE_HALF_PLANE] = "half-plane cut",
    [RD_CUBE_DISCREPANCY] = "discrepancy",
    [RD_CUBE_DISTANCE] = "distance",
    [RD_CUBE_FLOW] = "maximum flow",
};

/* "The 7 hosts within 1 of host 2". */
static const char *set_words(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                             struct rd_arena *arena)
{
    const char *label = rd_label(goal->instance, part->host);
    switch (part->argument) {
    case RD_CUBE_BALL:
    case RD_CUBE_NEAR_SET:
        return rd_arena_print(arena, "The %" PRIu32 " hosts within distance %" PRIu32 " of %s",
                              part->size, part->radius, label);
    case RD_CUBE_LEVEL_SET:
        return rd_arena_print(arena, "The %" PRIu32 " hosts with %" PRId64 " items or more",
                              part->size, part->level);
    default: return rd_arena_print(arena, "The %" PRIu32 " hosts of the half-plane", part->size);
    }
}

static const char *flow_words(const struct rd_cube_part *part, const char *of_kind,
                              struct rd_arena *arena)
{
    const char *more = part->width == 0 ? "."
                                        : rd_arena_print(arena,
                                                         ", and its minimum cut lets %" PRId64
                                                         " more through in a step.",
                                                         part->width);
    return rd_arena_print(arena,
                          "In %" PRId64 " steps, a maximum flow in time leaves %" PRId64
                          " items%s short of where they may end%s",
                          part->level, part->excess, of_kind, more);
}

/* Among which schedules an argument holds; NULL: all. Items are counted one a message; on pipelined
 * ports steps are counted, and those in which packets only wait may last no time. */
static const char *schedule_class(const struct rd_instance *instance,
                                  const struct rd_cube_part *part)
{
    bool counts_steps = instance->port_model == RD_PIPELINED_PORTS &&
                        (part->argument == RD_CUBE_NODE || part->argument == RD_CUBE_FLOW);
    if (part->steps == 0)
        return NULL;
    if (rd_has_latency(instance))
        return counts_steps ? "item-by-item, full-step" : RD_ITEM_BY_ITEM;
    return counts_steps ? "full-step" : NULL;
}

/* The argument with its numbers. In: of_kind, " of kind 2", or nothing. */
static const char *why(const struct rd_cube_goal *goal, const struct rd_cube_part *part,
                       const char *of_kind, struct rd_arena *arena)
{
    const char *label = rd_label(goal->instance, part->host);
    switch (part->argument) {
    case RD_CUBE_AT_REST: return "No host, ball or cut holds more than it may keep.";
    case RD_CUBE_NODE:
        return rd_arena_print(arena, "%s %s %" PRId64 " items%s, one a step.", label,
                              part->lacks ? "must receive" : "must send", part->excess, of_kind);
    case RD_CUBE_DISCREPANCY:
        return rd_arena_print(arena,
                              "To even out the halves of each dimension takes %" PRId64
                              " hops%s, and %" PRId64 " hosts make one each a step.",
                              part->excess, of_kind, part->width);
    case RD_CUBE_DISTANCE:
        return rd_arena_print(arena,
                              "In %" PRId64 " steps, the hosts within distance %" PRIu32
                              " of %s %s %s items%s %s distance %" PRId64 ", which %s.",
                              part->steps - 1, part->radius, label,
                              part->lacks ? "can have received only" : "can have sent their",
                              part->lacks ? "the" : "own", of_kind,
                              part->lacks ? "of hosts within" : "only to hosts within",
                              part->radius + part->steps - 1,
                              part->lacks ? "are fewer than they need" : "may not keep as many");
    case RD_CUBE_FLOW: return flow_words(part, of_kind, arena);
    default:
        return rd_arena_print(arena,
                              "%s hold %" PRId64
                              " items%s %s, and a maximum matching of the edges across has %" PRId64
                              ": as many can %s in a step.",
                              set_words(goal, part, arena), part->excess, of_kind,
                              part->lacks ? "less than they need" : "more than they may keep",
                              part->width, part->lacks ? "enter" : "leave");
    }
}

static bool is_of_a_cube(const struct rd_instance *instance, struct rd_error *reterr)
{
    enum rd_shape shape = instance->topology.shape;
    char ports[RD_LABEL_SIZE];
    if (shape != RD_HYPERCUBE && shape != RD_SHUFFLE_EXCHANGE)
        return rd_refuse(reterr, "a %s: the bound is for hypercubes and shuffle-exchanges",
                         rd_shape_name(shape));
    if (instance->goal != RD_BALANCE)
        return rd_refuse(reterr, "goal %s: the bound is for goal balance",
                         rd_goal_name(instance->goal));
    bool pipelined = shape == RD_HYPERCUBE && instance->port_model == RD_PIPELINED_PORTS;
    if (!pipelined && instance->port_model != RD_ONE_PORT)
        return rd_refuse(reterr, "ports %s: the bound is for one port, or pipelined on a hypercube",
                         rd_port_model_name(instance, ports));
    return true;
}

bool rd_cube_bound(RD_BOUND_PARAMETERS)
{
    if (!is_of_a_cube(instance, reterr))
        return false;
    rd_arena_borrow(scratch);
    struct rd_cube_goal goal = rd_cube_goal_of(instance, scratch);
    bool tight, one_port = instance->port_model == RD_ONE_PORT;
    struct rd_cube_part part = rd_cube_best_part(&goal, &tight, scratch);
    bool some_kind = goal.kind_count > 1 && part.argument != RD_CUBE_AT_REST;
    const char *of_kind = "";
    if (some_kind && part.kind == RD_CUBE_ALL_KINDS)
        of_kind = " (counted kind by kind)";
    else if (some_kind)
        of_kind = rd_arena_print(arena, " of kind %" PRIu32, part.kind);
    const bool *member = rd_cube_part_members(&goal, &part, arena, scratch);
    *ret_bound = (struct rd_bound){
        .seconds = part.steps == 0 ? 0 : (double)part.steps * rd_cube_item_step_s(instance),
        .name = argument_names[part.argument],
        .why = why(&goal, &part, of_kind, arena),
        .tight = tight && one_port && rd_costs_are_equal(instance),
        .bottleneck = member ? RD_BOTTLENECK_HOSTS : RD_BOTTLENECK_NONE,
        .member = member,
        .schedule_class = schedule_class(instance, &part),
    };
    if (part.argument == RD_CUBE_NODE)
        rd_bound_add_bottleneck_port(ret_bound, part.host, part.lacks);
    struct rd_bound prices;
    if (one_port && !rd_costs_are_equal(instance) &&
        rd_cube_price_bound(instance, arena, scratch, &prices, NULL) &&
        prices.seconds > ret_bound->seconds)
        *ret_bound = prices;
    return true;
}
