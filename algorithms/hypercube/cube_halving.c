/* Hypercubes by halves, dimension by dimension, for any links, ports and final loads.
 *
 *     cube-halving                                cube-rotated-halving
 *     a subcube crosses the dimension of          the items in d parts, in stage s part k
 *     greatest cost times items, then each        crosses dimension (k + s) mod d:
 *     of its halves its own                           stage 0   0 1 2
 *                                                     stage 1   1 2 0      all ports are busy
 *                                                     stage 2   2 0 1
 *
 * As in dimension order each half gets its total before it is looked at, but the plan knows all
 * loads: no words are sent, each half's total is what its hosts are to hold, so that any final
 * loads can be asked for, and averages that are no integers cost nothing. Links start as soon as
 * they can; a stage is no step. Some rules to share out what must cross (halving.h), and messages
 * of one item or of all, are tried where that is cheap, and the shortest plan counts.
 * Hypotheses: none.
 */
#include "algorithms/algorithm.h"

#include "cube.h"
#include "halving_plan.h"
#include "price_bound.h"

#include "sim/referee/referee.h"

#include <math.h>

/* Is it cheap to judge some plans? */
static bool is_small(const struct rd_instance *instance)
{
    static const double message_limit = 1 << 22;
    double items = 0, d = instance->topology.dimension_count;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        items += (double)rd_cube_item_count(instance, kind);
    return (items + instance->topology.host_count) * d <= message_limit;
}

static bool has_latency(const struct rd_instance *instance)
{
    uint64_t count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    uint64_t link = 0;
    while (link < count && !(rd_link_cost(instance, link).latency_s > 0))
        link++;
    return link < count;
}

static void plan_best(const struct rd_instance *instance, bool rotated, struct rd_arena *arena,
                      struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    static const struct rd_halving_rule rules[] = {{false, 0, true, 0.25}, {true, 0, false, 1},
                                                   {true, 0, true, 1},     {true, 0, false, 0.05},
                                                   {false, 0, false, 1},   {false, 0, true, 16}};
    bool latency = has_latency(instance);
    struct rd_halving_way best = {rules[0], rotated, latency};
    double best_s = INFINITY;
    size_t rule_count = is_small(instance) ? sizeof rules / sizeof *rules : 0;
    for (size_t i = 0; i < rule_count; i++)
        for (int whole = 0; whole <= latency; whole++) {
            struct rd_halving_way way = {rules[i], rotated, whole};
            struct rd_arena_mark mark = rd_arena_mark(arena);
            struct rd_plan plan = {0};
            rd_halving_plan(instance, &way, arena, scratch, &plan);
            double seconds = rd_referee_makespan_s(instance, &plan, arena, scratch);
            if (seconds < best_s) {
                best = way;
                best_s = seconds;
            }
            rd_arena_rewind(arena, mark);
        }
    rd_halving_plan(instance, &best, arena, scratch, ret_plan);
}

/* A transfer a pair, stage and part, and one for what rounding left. */
static double transfer_bound(const struct rd_instance *instance)
{
    return (double)instance->topology.host_count * instance->topology.dimension_count *
           instance->kind_count;
}

static double transfer_bound_rotated(const struct rd_instance *instance)
{
    return transfer_bound(instance) * instance->topology.dimension_count;
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    plan_best(instance, false, arena, scratch, ret_plan);
    return true;
}

static bool plan_rotated(const struct rd_instance *instance, const struct rd_options *options,
                         struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                         struct rd_error *reterr)
{
    (void)options, (void)reterr;
    plan_best(instance, true, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm cube_halving = {
    .name = "cube-halving",
    .summary = "any links and final loads: halves get their totals, the dearest dimension first",
    .source = "none: our own, after dimension order",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_price_bound,
    .plan = plan,
};

const struct rd_algorithm cube_rotated_halving = {
    .name = "cube-rotated-halving",
    .summary = "items in d parts, each by halves in dimension order from another dimension on",
    .source = "none: our own, after dimension order",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .transfer_bound = transfer_bound_rotated,
    .bound = rd_cube_price_bound,
    .plan = plan_rotated,
};
