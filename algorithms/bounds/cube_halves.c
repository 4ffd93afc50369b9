/* Hypercubes so large that no prices are searched for (port_prices.c): with c_i the least cost of a
 * link of dimension i, e_i the items that must leave one of its halves and k_v the ports of host v,
 * the time is at least
 *   sum of c_i e_i over i, over the sum of k_v: a crossing keeps a send port busy for c_i or more;
 *   c_i ceil(e_i / (p/2)): as many links join the halves;
 *   ceil(e_v / k_v) times the least cost of host v's links, where e_v must leave or enter v.
 * e_i = ceil(max(0, delta_i - slack) / 2) for the goal balance, by what halves may hold in the end.
 * It holds for every schedule: latencies are left out. Source: our own. O(p d kinds). */
#include "problem_bound.h"

#include "algorithms/hypercube/cube_cuts.h"
#include "algorithms/port_lp/certify.h"

#include <inttypes.h>
#include <math.h>

/* What items take at the least: bandwidth alone, since a message of many pays its latency once. */
static double item_s(const struct rd_instance *instance, uint32_t host, uint32_t bit)
{
    uint64_t link = rd_link_between(&instance->topology, host, host ^ UINT32_C(1) << bit);
    return rd_moving_s(rd_link_cost(instance, link), instance->item_bytes);
}

/* What must leave a set of hosts and enter it, all kinds together. */
struct excess {
    int64_t out, in;
};

static struct excess add(struct excess sum, int64_t load, int64_t least, int64_t most)
{
    sum.out += load > most ? load - most : 0;
    sum.in += load < least ? least - load : 0;
    return sum;
}

/* Of the half of a dimension whose hosts have its bit. */
static struct excess half_excess(const struct rd_cube_goal *goal, uint32_t bit)
{
    const struct rd_instance *instance = goal->instance;
    struct excess sum = {0};
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t load = 0, wanted = 0;
        for (uint32_t host = 0; host < goal->host_count; host++)
            if (host >> bit & 1) {
                load += rd_load(instance, host, kind);
                wanted += instance->target ? rd_target(instance, host, kind) : 0;
            }
        if (instance->target)
            sum = add(sum, load, wanted, wanted);
        else
            sum = add(sum, load, rd_cube_least(goal, kind, goal->host_count / 2),
                      rd_cube_most(goal, kind, goal->host_count / 2));
    }
    return sum;
}

static struct excess host_excess(const struct rd_cube_goal *goal, uint32_t host)
{
    const struct rd_instance *instance = goal->instance;
    struct excess sum = {0};
    for (uint32_t kind = 0; kind < goal->kind_count; kind++) {
        int64_t load = rd_load(instance, host, kind);
        if (instance->target)
            sum = add(sum, load, rd_target(instance, host, kind), rd_target(instance, host, kind));
        else
            sum = add(sum, load, rd_cube_least(goal, kind, 1), rd_cube_most(goal, kind, 1));
    }
    return sum;
}

static uint32_t width_of(const struct rd_cube_goal *goal, uint32_t host)
{
    uint32_t ports = rd_host_ports(goal->instance, host);
    return ports < goal->dimension_count ? ports : goal->dimension_count;
}

static void raise(struct rd_bound *bound, double seconds, const char *name, const char *why)
{
    if (seconds > bound->seconds)
        *bound = (struct rd_bound){.seconds = seconds, .name = name, .why = why};
}

static void raise_by_hosts(const struct rd_cube_goal *goal, struct rd_arena *arena,
                           struct rd_bound *bound)
{
    for (uint32_t host = 0; host < goal->host_count; host++) {
        struct excess excess = host_excess(goal, host);
        double out_s = INFINITY, in_s = INFINITY;
        for (uint32_t bit = 0; bit < goal->dimension_count; bit++) {
            out_s = fmin(out_s, item_s(goal->instance, host, bit));
            in_s = fmin(in_s, item_s(goal->instance, host ^ UINT32_C(1) << bit, bit));
        }
        uint32_t width = width_of(goal, host);
        double seconds =
            fmax(excess.out == 0 ? 0 : (double)rd_cube_steps(excess.out, width) * out_s,
                 excess.in == 0 ? 0 : (double)rd_cube_steps(excess.in, width) * in_s);
        if (seconds > bound->seconds)
            raise(bound, seconds, "node",
                  rd_arena_print(arena,
                                 "%s must send %" PRId64 " items and receive %" PRId64 ", %" PRIu32
                                 " at a time.",
                                 rd_label(goal->instance, host), excess.out, excess.in, width));
    }
}

static void raise_by_dimensions(const struct rd_cube_goal *goal, struct rd_arena *arena,
                                struct rd_bound *bound)
{
    double busy_s = 0, ports = 0;
    for (uint32_t host = 0; host < goal->host_count; host++)
        ports += width_of(goal, host);
    for (uint32_t bit = 0; bit < goal->dimension_count; bit++) {
        struct excess excess = half_excess(goal, bit);
        int64_t most = excess.out > excess.in ? excess.out : excess.in;
        double least_s = INFINITY;
        for (uint32_t host = 0; host < goal->host_count; host++)
            least_s = fmin(least_s, item_s(goal->instance, host, bit));
        busy_s += (double)(excess.out + excess.in) * least_s;
        raise(bound, (double)rd_cube_steps(most, goal->host_count / 2) * least_s, "half cut",
              rd_arena_print(arena,
                             "%" PRId64 " items must cross dimension %" PRIu32 ", where %" PRIu32
                             " links take %g s an item at least.",
                             most, bit, goal->host_count / 2, least_s));
    }
    /* A sum of rounded numbers, and a quotient: a little less is certain. */
    double seconds = busy_s / ports * (1 - 1e-12), step_s = item_s(goal->instance, 0, 0);
    if (goal->instance->costs_equal && rd_link_cost(goal->instance, 0).latency_s == 0 && step_s > 0)
        seconds = ceil(seconds / step_s * (1 - 1e-9)) * step_s;
    raise(bound, seconds, "discrepancy",
          rd_arena_print(arena,
                         "To even out the halves of each dimension keeps ports busy for %g s in "
                         "all, and there are %.0f.",
                         busy_s, ports));
}

static bool compute(RD_BOUND_PARAMETERS)
{
    if (rd_link_count(&instance->topology) <= RD_NETWORK_BOUND_LIMIT / instance->kind_count)
        return rd_refuse(reterr, "%" PRIu64 " links, %" PRIu32 " kinds: prices are searched for",
                         rd_link_count(&instance->topology), instance->kind_count);
    struct rd_cube_goal goal = rd_cube_goal_of(instance, scratch);
    struct rd_bound bound = {.name = "node", .why = "No host or half holds more than it may keep."};
    raise_by_hosts(&goal, arena, &bound);
    raise_by_dimensions(&goal, arena, &bound);
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound cube_halves = {
    .name = "cube-halves",
    .summary =
        "very large hypercube: hosts, and the halves of each dimension, by their links' costs",
    .source = "none: our own",
    .domain = {.shape = RD_HYPERCUBE,
               .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE)},
    .compute = compute,
};
