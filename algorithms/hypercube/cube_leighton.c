/* Leighton's algorithm on the 1-port hypercube.
 *
 *     loads 2 0 1 3, phase 0:   0   2   3  designate a token each
 *                               |   |   |  ranks 0, 1, 2, by a scan
 *                               0   1   2  destinations, from start = 0 on; phase 1 starts at 3
 *
 * All learn the largest load m. In each of m phases everybody who still has a token of its own
 * designates one, and those go to consecutive processors, dimension 0 first; so processors are
 * filled in turn, and the first n mod p of them end with one more. A scan costs as much as a route.
 * Hypotheses: one kind.
 */
#include "bounds.h"
#include "algorithms/algorithm.h"

#include "cube.h"
#include "leighton.h"

/* A scan is a word a host and round, a token crosses d links. */
static double transfer_bound(const struct rd_instance *instance)
{
    /* A shuffle-exchange moves the token, the total and the prefix on as well. */
    double hops = instance->topology.shape == RD_SHUFFLE_EXCHANGE ? 2 : 1;
    double scan_words = instance->topology.shape == RD_SHUFFLE_EXCHANGE ? 3 : 1;
    double d = instance->topology.dimension_count, p = instance->topology.host_count;
    double m = (double)rd_cube_largest_load(instance, 0);
    double n = (double)rd_cube_item_count(instance, 0);
    return d * (hops * p + scan_words * p * m + hops * n);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    uint32_t host_count = instance->topology.host_count;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    int64_t *most = rd_take(scratch, host_count, int64_t);
    int64_t *start = rd_take(scratch, host_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        most[host] = instance->load[host];
    rd_cube_all_reduce(&network, RD_REDUCE_MAXIMUM, most, scratch);
    rd_leighton_phases(&network, 0, instance->load, most[0], start, scratch);
    return true;
}

const struct rd_algorithm cube_leighton = {
    .name = "cube-leighton",
    .summary =
        "one token of every processor to consecutive processors, phase by phase: d + 2dm steps",
    .source = "[plaxton1989], 2.1, after Leighton",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};

/* The same with an exchange and an unshuffle for each dimension: what virtual processor v has in
 * its hands, words and tokens, moves to rotr^j(v), whose edge 0 is v's dimension j. */
const struct rd_algorithm shuffle_leighton = {
    .name = "shuffle-leighton",
    .summary = "Leighton's algorithm by exchanges and unshuffles: 2d + 5dm steps",
    .source = "[plaxton1989], 2.1 and 2.4",
    .shape = RD_SHUFFLE_EXCHANGE,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};
