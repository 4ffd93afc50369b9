/* Leighton's algorithm on the pipelined hypercube as printed: it collides.
 *
 *     loads 0 0 2 0:  token 0 from 2 to 0, block 1-1;  token 1 from 2 to 1, block 0-1
 *
 * All learn the largest load m, and the ranks of all m phases at once; then, as the paper says,
 * routes are pipelined, each packet over the smallest block that holds the dimensions in which its
 * hosts differ. Two readings, and neither keeps the rules of the model. Phase q originated in round
 * q ("at-once"): packets of different phases meet on links and are accepted twice (loads 0 2 2 2).
 * Phase q on dimension i in round q + i ("aligned"): links are free, but a processor originates or
 * accepts two packets at once (loads 0 0 2 0, both in round 1 of the route).
 * Hypotheses: one kind. The referee refuses what it plans, or finds it legal.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "cube.h"
#include "pipelined.h"

#include <string.h>

struct printed {
    const uint32_t *destination; /* [host * phase_count + phase] */
    uint32_t phase_count;
    uint32_t host_count;
    uint32_t dimension_count;
    uint32_t first_round;
    bool aligned;
};

static double transfer_bound(const struct rd_instance *instance)
{
    return rd_pipelined_transfer_bound(instance, instance->topology.dimension_count, 1);
}

/* Adds the packet of a host and phase, if it originates after `delay` rounds of its phase. */
static void add_packet(const struct printed *printed, uint32_t host, uint32_t phase, uint32_t delay,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t to = printed->destination[(size_t)host * printed->phase_count + phase];
    if (to == RD_NO_HOST || to == host)
        return;
    uint32_t low = (uint32_t)__builtin_ctz(host ^ to),
             high = 31 - (uint32_t)__builtin_clz(host ^ to);
    if (printed->aligned && low != delay)
        return;
    rd_plan_add_packet(
        plan, arena, (struct rd_transfer){printed->first_round + phase + delay, host, to, 0, 1, 1},
        (struct rd_dimension_range){(uint8_t)low, (uint8_t)high});
}

/* Transfers by round, then by host, then by phase. */
static void add_packets(const struct printed *printed, struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t most_delay = printed->aligned ? printed->dimension_count - 1 : 0;
    for (uint32_t round = 0; round < printed->phase_count + most_delay; round++)
        for (uint32_t host = 0; host < printed->host_count; host++)
            for (uint32_t delay = round < most_delay ? round : most_delay; delay <= most_delay;
                 delay--)
                if (round - delay < printed->phase_count)
                    add_packet(printed, host, round - delay, delay, arena, plan);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)reterr;
    uint32_t d = instance->topology.dimension_count;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    int64_t m = rd_pipelined_largest_load(&network, scratch);
    if (m == 0 || d == 0)
        return true;
    struct rd_subcubes whole = {d, NULL};
    struct printed printed = {.phase_count = (uint32_t)m,
                              .host_count = instance->topology.host_count,
                              .dimension_count = d,
                              .aligned =
                                  strcmp(rd_option_text(options, "reading"), "aligned") == 0};
    printed.destination = rd_pipelined_places(&network, &whole, (uint32_t)m, arena, scratch);
    printed.first_round = network.round;
    /* Not on the network, which would refuse to let packets meet: that is the referee's to say. */
    add_packets(&printed, arena, ret_plan);
    ret_plan->round_count = network.round + printed.phase_count - 1 + d;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"reading", "at-once|aligned", "at-once",
     "phase q starts in round q of the route, or crosses dimension i in round q + i"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm cube_leighton_pipelined_printed = {
    .name = "cube-leighton-pipelined-printed",
    .summary = "as printed, a phase a step over smallest blocks: packets collide",
    .source = "[plaxton1989], 2.1, as printed",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_PIPELINED_PORTS),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_REFUTED,
    .options = option_specs,
    .accepts = rd_pipelined_accepts,
    .transfer_bound = transfer_bound,
    .bound = rd_cube_bound,
    .plan = plan,
};
