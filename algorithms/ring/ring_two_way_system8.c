/* The best of the light flows of a two-way ring, whether or not an optimum is light (System 8).
 *
 * System 6 with one condition more: no host sends more items than it holds at the start. The flows
 * that obey are an interval of z, and g is convex, so the best is the end nearer to the optimum:
 *
 *     g(z)  \     optimum     /
 *            \___.______.____/
 *                            [ light flows ]     ring-two-way-light refuses; this takes the left
 * end
 *
 * Hypothesis: some flow is light. No promise against the bound: 1.3-1.65 times the optimum on
 * average where no optimum is light.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "edge_transfers.h"
#include "light.h"

#include <inttypes.h>

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_net_flow_accepts(instance, "System 8", reterr);
}

static bool refuse(const struct rd_instance *instance, const struct rd_two_way *ring,
                   struct rd_error *reterr)
{
    const struct rd_light *light = &ring->light;
    int64_t sum = ring->flow.ring.sum[0];
    char label[4][RD_LABEL_SIZE];
    return rd_fail(
        reterr, RD_ERROR_REFUSED, NULL, 0,
        "no flow is light: with more than %" PRId64
        " items going net from %s to %s, %s sends more than it holds, and with fewer "
        "than %" PRId64 " %s does: each host must hold at the start what it sends (System 8)",
        sum - light->z.first, rd_host_label(instance, 0, label[0]),
        rd_host_label(instance, 1, label[1]), rd_host_label(instance, light->first_host, label[2]),
        sum - light->z.last, rd_host_label(instance, light->last_host, label[3]));
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (rd_interval_is_empty(ring.light.z))
        return refuse(instance, &ring, reterr);
    int64_t z = rd_net_flow_fewest_hops(&ring.flow, rd_light_best(&ring));
    rd_ring_plan_net_flow(&ring.flow.ring, z, arena, ret_plan);
    return true;
}

/* Where an optimal flow is light, the best light flow is one. */
static const struct rd_baseline baselines[] = {
    {"ring-two-way-light", NULL}, {"ring-two-way-rounded", NULL}, {NULL, NULL}};

const struct rd_algorithm ring_two_way_system8 = {
    .name = "ring-two-way-system8",
    .summary = "the best flow in which every host holds from the start what it sends (System 8)",
    .source = "[renard2004], System 8, Lemma 9",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_HEURISTIC,
    .baselines = baselines,
    .accepts = accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
