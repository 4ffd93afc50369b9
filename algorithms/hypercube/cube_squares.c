/* Hypercubes of any links, ports and final loads, by a flow that is made lighter round squares.
 *
 *     by halves:   10 -- 11      round the square:   10 -- 11      an item less over the dear or
 *                   |     ^                            ^    |      busy way, one more over the
 *                  00 --> 01                          00 -- 01     other; nobody ends with more
 *
 * Flows come from cube-halving's ways to share out what must cross dimensions, and from the same in
 * rotated parts. Each is improved by sending items round squares of the cube, which generate all
 * its cycles, while the busiest ports and links get lighter (squares.h). The lightest is scheduled
 * as by network-planner: whenever something ends, the most urgent message that may start does.
 * cube-halving's plan counts where it is shorter.
 * Hypotheses: up to 2^20 links times kinds, and hosts times kinds. */
#include "algorithms/algorithm.h"

#include "halving_plan.h"
#include "squares.h"

#include "algorithms/network/improve.h"
#include "algorithms/network/planner.h"

#include "sim/referee/referee.h"

#include <math.h>

/* [hosts * kinds] what hosts may end with. */
static struct rd_network_goal goal_of(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t p = instance->topology.host_count, kinds = instance->kind_count;
    int64_t *least = rd_take(arena, (size_t)p * kinds, int64_t);
    int64_t *most = rd_take(arena, (size_t)p * kinds, int64_t);
    int64_t *lowest = rd_take(arena, p, int64_t), *highest = rd_take(arena, p, int64_t);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        rd_halving_ranges(instance, kind, lowest, highest, arena);
        for (size_t host = 0; host < p; host++) {
            least[host * kinds + kind] = lowest[host];
            most[host * kinds + kind] = highest[host];
        }
    }
    return (struct rd_network_goal){least, most, false};
}

/* As many passes over the squares as are cheap. */
static uint32_t count_passes(const struct rd_instance *instance)
{
    static const double visits = 1 << 22, most = 40;
    double d = instance->topology.dimension_count;
    return (uint32_t)fmin(
        most, 1 + visits / (instance->topology.host_count * (d * d + 1) * instance->kind_count));
}

/* The items of each link, whole, as rd_network_flow_open takes them. */
static const double *link_items(const struct rd_squares *squares, const struct rd_network *network,
                                struct rd_arena *arena)
{
    uint32_t d = squares->instance->topology.dimension_count, kinds = network->kind_count;
    double *items = rd_take(arena, (size_t)network->link_count * kinds, double);
    for (size_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], bit = from ^ network->to[link];
        size_t edge = (size_t)(from & ~bit) * d + (uint32_t)__builtin_ctz(bit);
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t across = squares->across[edge * kinds + kind];
            items[link * kinds + kind] = fmax(0, (double)(from & bit ? -across : across));
        }
    }
    return items;
}

/* The lightest flow of some ways to make one. */
static struct rd_squares find_flow(const struct rd_instance *instance,
                                   const struct rd_network_goal *goal, struct rd_arena *arena,
                                   struct rd_arena *scratch)
{
    static const struct rd_halving_rule rules[] = {
        {false, 0, true, 16}, {true, 0, false, 1}, {true, 0, false, 0.05}, {false, 0, true, 1}};
    uint32_t passes = count_passes(instance);
    size_t rule_count = passes > 2 ? sizeof rules / sizeof *rules : 1;
    struct rd_squares best = {0};
    double best_s = INFINITY;
    for (size_t i = 0; i < 2 * rule_count; i++) {
        struct rd_halving_way way = {rules[i / 2], i % 2 == 1, true};
        struct rd_plan plan = {0};
        if (way.rotated && (instance->port_model == RD_ONE_PORT || passes <= 2))
            continue;
        rd_arena_borrow(scratch);
        rd_halving_plan(instance, &way, scratch, arena, &plan);
        struct rd_squares squares = rd_squares_of(instance, &plan, goal->least, goal->most, arena);
        rd_squares_lighten(&squares, passes);
        double load_s = rd_squares_load_s(&squares);
        if (load_s < best_s) {
            best = squares;
            best_s = load_s;
        }
    }
    return best;
}

/* Where messages share a latency, or nothing but latency counts, loads say little of time. */
static void take_shorter(const struct rd_instance *instance, bool rotated, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *plan)
{
    struct rd_plan other = {0};
    rd_halving_plan_best(instance, rotated, arena, scratch, &other);
    if (rd_referee_makespan_s(instance, &other, arena, scratch) <
        rd_referee_makespan_s(instance, plan, arena, scratch))
        *plan = other;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    static const int64_t work_items = 500000;
    struct rd_network network;
    if (!rd_network_read(instance, arena, scratch, &network, reterr))
        return false;
    struct rd_network_goal goal = goal_of(instance, arena);
    struct rd_squares squares = find_flow(instance, &goal, arena, scratch);
    double load_s = rd_squares_load_s(&squares);
    struct rd_network_search search =
        rd_network_search_open(&network, &goal, load_s, options->seed, arena);
    search.work_items = work_items;
    struct rd_network_flow flow =
        rd_network_flow_open(&network, &goal, link_items(&squares, &network, scratch),
                             RD_PATH_PORTS, load_s > 0 ? load_s : 1, scratch);
    rd_network_search_flow(&search, &flow, scratch);
    rd_network_search_passes(&search, scratch);
    rd_network_search_flows(&search, scratch);
    rd_network_search_write(&search, arena, scratch, ret_plan);
    for (int rotated = 0; rotated < 2 && rd_halving_is_quick(instance); rotated++)
        if (!rotated || instance->port_model != RD_ONE_PORT)
            take_shorter(instance, rotated, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm cube_squares = {
    .name = "cube-squares",
    .summary = "any links and final loads: a flow by halves, lightened round squares",
    .source = "none: our own",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .baselines =
        (const struct rd_baseline[]){
            {"cube-halving", rd_halving_is_quick}, /* its plan is taken where it is shorter */
            {"cube-rotated-halving", rd_halving_is_quick}, /* the same */
            {0},
        },
    .accepts = rd_network_planner_accepts,
    .asks_dear_bounds = rd_on_every_instance,
    .plan = plan,
};
