#include "halving_plan.h"

#include "cube.h"
#include "cube_goal.h"

#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <math.h>

/* What is to move of one kind, in parts. */
struct task {
    uint32_t part_count;
    struct rd_halving *part; /* [part_count] */
};

/* The window of the goal around the middle of the loads. */
static void find_balance(const struct rd_cube_goal *goal, uint32_t kind, int64_t *least,
                         int64_t *most)
{
    int64_t low, windows = rd_cube_low_loads(goal, kind, &low), greatest = 0, smallest = INT64_MAX;
    for (uint32_t host = 0; host < goal->host_count; host++) {
        int64_t load = rd_load(goal->instance, host, kind);
        greatest = load > greatest ? load : greatest;
        smallest = load < smallest ? load : smallest;
    }
    int64_t middle = smallest + (greatest - smallest - goal->error[kind]) / 2;
    int64_t highest = low + windows - 1;
    low = middle < low ? low : middle > highest ? highest : middle;
    for (uint32_t host = 0; host < goal->host_count; host++) {
        least[host] = low;
        most[host] = low + goal->error[kind];
    }
}

void rd_halving_ranges(const struct rd_instance *instance, uint32_t kind, int64_t *least,
                       int64_t *most, struct rd_arena *scratch)
{
    if (instance->goal == RD_BALANCE) {
        struct rd_cube_goal goal = rd_cube_goal_of(instance, scratch);
        find_balance(&goal, kind, least, most);
        return;
    }
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        least[host] = most[host] = rd_target(instance, host, kind);
}

/* floor((sum + part) / parts): its differences, over hosts, sum up over the parts to those of sum,
 * and over all hosts to nothing if sums do (Hermite's identity). */
static int64_t share_of(int64_t sum, uint32_t part, uint32_t parts)
{
    int64_t above = sum + part;
    return above / (int64_t)parts - (above % (int64_t)parts < 0);
}

/* Part k of d: of each host's surplus and of what stays there about a d-th, such that the part's
 * final loads add up to its loads. In: final [hosts], the loads to reach. */
static void take_part(const struct rd_instance *instance, uint32_t kind, uint32_t part,
                      const int64_t *final, int64_t *held, int64_t *wanted)
{
    uint32_t parts = instance->topology.dimension_count;
    int64_t surplus = 0, staying = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t load = rd_load(instance, host, kind);
        int64_t moves = -share_of(surplus, part, parts), stays = -share_of(staying, part, parts);
        surplus += load - final[host];
        staying += load < final[host] ? load : final[host];
        moves += share_of(surplus, part, parts);
        stays += share_of(staying, part, parts);
        held[host] = stays + (moves > 0 ? moves : 0);
        wanted[host] = stays + (moves < 0 ? -moves : 0);
    }
}

static struct task task_of(const struct rd_instance *instance, uint32_t kind,
                           const struct rd_halving_way *way, const double *cost_s,
                           struct rd_arena *scratch)
{
    uint32_t p = instance->topology.host_count, d = instance->topology.dimension_count;
    int64_t *least = rd_take(scratch, p, int64_t), *most = rd_take(scratch, p, int64_t);
    int64_t *held = rd_take(scratch, p, int64_t);
    struct task task = {1, rd_take(scratch, d + 1, struct rd_halving)};
    rd_halving_ranges(instance, kind, least, most, scratch);
    for (uint32_t host = 0; host < p; host++)
        held[host] = rd_load(instance, host, kind);
    task.part[0] = rd_halving_open(instance, kind, way->rule, cost_s, held, least, most, scratch);
    if (!way->rotated)
        return task;
    for (uint32_t stage = 0; stage < d; stage++)
        rd_halving_stage(&task.part[0], false, NULL, scratch);
    task.part_count = d;
    for (uint32_t k = 0; k < d; k++) {
        struct rd_halving_rule rule = way->rule;
        int64_t *part = rd_take(scratch, p, int64_t), *wanted = rd_take(scratch, p, int64_t);
        take_part(instance, kind, k, held, part, wanted);
        rule.greatest = false;
        rule.first = k;
        task.part[k] = rd_halving_open(instance, kind, rule, cost_s, part, wanted, wanted, scratch);
    }
    return task;
}

/* --- on the shuffle-exchange --- */

/* Where virtual processor v's items are after so many unshuffles: rotr, so many times. */
static uint32_t place_of(const struct rd_topology *topology, uint32_t v, uint32_t unshuffles)
{
    while (unshuffles-- > 0)
        v = rd_unshuffled(topology, v);
    return v;
}

static void add_run(uint32_t kind, bool whole, uint32_t from, uint32_t to, int64_t items,
                    struct rd_arena *arena, struct rd_plan *plan)
{
    if (items > 0)
        rd_plan_add(
            plan, arena,
            (struct rd_transfer){0, from, to, (int32_t)kind, whole ? items : 1, whole ? 1 : items});
}

/* After this each host of a cycle of unshuffles, from `first` on, holds what the one before it did.
 * Around a cycle every host passes on what it holds above some level, or is given back what it
 * lacks: the median moves fewest items. Who has to give back more than it holds is given it first.
 * In: cycle [count] to work in. */
static void unshuffle_cycle(const struct rd_topology *topology, uint32_t kind, bool whole,
                            uint32_t first, const int64_t *held, int64_t *cycle,
                            struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t count = 0, host = first, start = first;
    do {
        cycle[count++] = held[host];
        host = rd_unshuffled(topology, host);
    } while (host != first);
    rd_sort_rising(cycle, count);
    int64_t level = cycle[count / 2];
    for (uint32_t i = 0; i < count; i++, host = rd_unshuffled(topology, host)) {
        add_run(kind, whole, host, rd_unshuffled(topology, host), held[host] - level, arena, plan);
        start = held[host] == level ? host : start;
    }
    host = start;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t giver = host;
        host = rd_shuffled(topology, host);
        add_run(kind, whole, giver, host, level - held[host], arena, plan);
    }
}

static void unshuffle(const struct rd_instance *instance, uint32_t kind, bool whole,
                      const int64_t *held, struct rd_arena *arena, struct rd_arena *scratch,
                      struct rd_plan *plan)
{
    uint32_t p = instance->topology.host_count;
    rd_arena_borrow(scratch);
    bool *seen = rd_take(scratch, p, bool);
    int64_t *cycle = rd_take(scratch, instance->topology.dimension_count, int64_t);
    for (uint32_t first = 0; first < p; first++) {
        if (seen[first])
            continue;
        unshuffle_cycle(&instance->topology, kind, whole, first, held, cycle, arena, plan);
        for (uint32_t host = first; !seen[host]; host = rd_unshuffled(&instance->topology, host))
            seen[host] = true;
    }
}

/* One kind, as on a hypercube of as many virtual processors, whose dimension j is the exchange edge
 * after j unshuffles: d exchanges, d - 1 unshuffles, and virtual v ends at Shuffle(v). */
static void shuffle_kind(const struct rd_instance *instance, const struct rd_instance *cube,
                         uint32_t kind, const struct rd_halving_way *way, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_topology *topology = &instance->topology;
    uint32_t p = topology->host_count, d = topology->dimension_count;
    int64_t *least = rd_take(scratch, p, int64_t), *most = rd_take(scratch, p, int64_t);
    int64_t *low = rd_take(scratch, p, int64_t), *high = rd_take(scratch, p, int64_t);
    int64_t *held = rd_take(scratch, p, int64_t), *there = rd_take(scratch, p, int64_t);
    struct rd_halving_rule rule = way->rule;
    rule.greatest = false;
    rd_halving_ranges(instance, kind, least, most, scratch);
    for (uint32_t v = 0; v < p; v++) {
        held[v] = rd_load(instance, v, kind);
        low[v] = least[rd_shuffled(topology, v)];
        high[v] = most[rd_shuffled(topology, v)];
    }
    struct rd_halving halving = rd_halving_open(
        cube, kind, rule, rd_cube_dimension_costs(cube, scratch), held, low, high, scratch);
    for (uint32_t stage = 0; stage < d; stage++) {
        struct rd_plan exchange = {0};
        rd_halving_stage(&halving, way->whole, &exchange, scratch);
        for (size_t i = 0; i < exchange.transfer_count; i++) {
            struct rd_transfer moved = exchange.transfer[i];
            moved.from = place_of(topology, moved.from, stage);
            moved.to = place_of(topology, moved.to, stage);
            rd_plan_add(plan, arena, moved);
        }
        for (uint32_t v = 0; v < p; v++)
            there[place_of(topology, v, stage)] = held[v];
        if (stage + 1 < d)
            unshuffle(instance, kind, way->whole, there, arena, scratch, plan);
    }
}

static void plan_shuffle(const struct rd_instance *instance, const struct rd_halving_way *way,
                         struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    static const struct rd_link_cost unit = {0, 1};
    struct rd_instance cube = *instance;
    cube.link_cost = &unit;
    cube.costs_equal = true;
    bool made = rd_topology_make(RD_HYPERCUBE, RD_NO_DIRECTION, instance->topology.host_count,
                                 &cube.topology, NULL);
    rd_assert(made);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        shuffle_kind(instance, &cube, kind, way, arena, scratch, plan);
}

/* --- plans --- */

void rd_halving_plan(const struct rd_instance *instance, const struct rd_halving_way *way,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    rd_arena_borrow(scratch);
    *ret_plan = (struct rd_plan){.timing = RD_SELF_TIMED, .reader = ret_plan->reader};
    if (instance->topology.shape == RD_SHUFFLE_EXCHANGE) {
        plan_shuffle(instance, way, arena, scratch, ret_plan);
        return;
    }
    const double *cost_s = rd_cube_dimension_costs(instance, scratch);
    struct task *task = rd_take(scratch, instance->kind_count, struct task);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        task[kind] = task_of(instance, kind, way, cost_s, scratch);
    for (uint32_t stage = 0; stage < instance->topology.dimension_count; stage++)
        for (uint32_t kind = 0; kind < instance->kind_count; kind++)
            for (uint32_t k = 0; k < task[kind].part_count; k++)
                rd_halving_stage(&task[kind].part[k], way->whole, ret_plan, arena);
}

bool rd_halving_is_quick(const struct rd_instance *instance)
{
    static const double message_limit = 1 << 22;
    double items = 0, d = instance->topology.dimension_count;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        items += (double)rd_item_count(instance, kind);
    return (items + instance->topology.host_count) * d <= message_limit;
}

void rd_halving_plan_best(const struct rd_instance *instance, bool rotated, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_plan *ret_plan)
{
    static const struct rd_halving_rule rules[] = {{false, 0, true, 0.25}, {true, 0, false, 1},
                                                   {true, 0, true, 1},     {true, 0, false, 0.05},
                                                   {false, 0, false, 1},   {false, 0, true, 16}};
    bool latency = rd_has_latency(instance);
    struct rd_halving_way best = {rules[0], rotated, latency};
    double best_s = INFINITY;
    size_t rule_count = rd_halving_is_quick(instance) ? sizeof rules / sizeof *rules : 0;
    for (size_t i = 0; i < rule_count; i++)
        for (int whole = 0; whole <= latency; whole++) {
            struct rd_halving_way way = {rules[i], rotated, whole};
            rd_arena_borrow(arena);
            struct rd_plan plan = {0};
            rd_halving_plan(instance, &way, arena, scratch, &plan);
            double seconds = rd_referee_makespan_s(instance, &plan, arena, scratch);
            if (seconds < best_s) {
                best = way;
                best_s = seconds;
            }
        }
    rd_halving_plan(instance, &best, arena, scratch, ret_plan);
}
