/* Rings with latency and one port a host: no schedule, with messages of any size, has a shorter net
 * flow round the ring than fixed_charge.h finds. Tight where a light flow takes no longer.
 * Certified by the check of all flows (rd_network_certify_ring). Source: our own;
 * docs/network_bound.md. Cost: as rd_charged_ring_optimum. */
#include "problem_bound.h"

#include "algorithms/port_lp/certify.h"
#include "algorithms/ring/bounds.h"
#include "algorithms/ring/fixed_charge.h"

#include <inttypes.h>

/* Flows this near to the best, relatively, are as good. */
#define ROUNDING 1e-12

/* " 4 items to h3 (20 s, and 1 s an item)"; "" for none. */
static const char *say_items(const struct rd_instance *instance, int64_t items, const char *way,
                             struct rd_charge charge, uint32_t other, struct rd_arena *arena)
{
    if (items <= 0)
        return "";
    return rd_arena_print(arena, " %" PRId64 " item%s %s %s (%.10g s, and %.10g s an item)", items,
                          items == 1 ? "" : "s", way, rd_label(instance, other), charge.latency_s,
                          charge.item_s);
}

static const char *say_why(const struct rd_instance *instance, const struct rd_charged_ring *ring,
                           const struct rd_charged_value *value, struct rd_arena *arena)
{
    uint32_t n = ring->ring.host_count, host = value->host;
    uint32_t before = rd_ring_previous(n, host), next = rd_ring_next(n, host);
    int64_t ahead = ring->ring.sum[host] - value->z, behind = ring->ring.sum[before] - value->z;
    const char *left, *right;
    if (value->receives) {
        left = say_items(instance, behind, "from", ring->forward[before], before, arena);
        right = say_items(instance, -ahead, "from", ring->backward[host], next, arena);
    } else {
        left = say_items(instance, -behind, "to", ring->backward[before], before, arena);
        right = say_items(instance, ahead, "to", ring->forward[host], next, arena);
    }
    return rd_arena_print(
        arena,
        "In messages of any size no flow round the ring needs less than that with %" PRId64
        " items net from %s to %s. Then %s %s%s%s%s: %.10g s%s.",
        ring->ring.sum[0] - value->z, rd_label(instance, 0), rd_label(instance, rd_ring_next(n, 0)),
        rd_label(instance, host), value->receives ? "receives" : "sends", left,
        *left && *right ? " and" : "", right, value->seconds,
        value->waits ? ", with the way that items must have come before, or must go behind" : "");
}

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_has_latency(instance))
        return rd_refuse(reterr, "links without latency: messages cost nothing but their items");
    if (!rd_ring_accepts_one_kind(instance, "the fixed-charge bound", reterr))
        return false;
    if (rd_ring_goal_is_open(instance))
        return rd_refuse(reterr,
                         "a balance with a choice of final loads: fixed charges are computed for "
                         "given ones");
    struct rd_charged_ring ring = rd_charged_ring_read(instance, scratch);
    struct rd_bound bound = rd_ring_bound_zero("fixed charges");
    if (ring.ring.least_sum < ring.ring.greatest_sum) {
        struct rd_charged_optimum optimum = rd_charged_ring_optimum(&ring, scratch);
        bound.seconds = optimum.least_s;
        bound.tight = optimum.light.seconds * (1 - ROUNDING) <= optimum.least_s;
        rd_bound_add_bottleneck_port(&bound, optimum.best.host, optimum.best.receives);
        bound.why = say_why(instance, &ring, &optimum.best, arena);
        rd_network_certify_ring(instance, arena, scratch, &bound);
    }
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound ring_charges = {
    .name = "ring-charges",
    .summary = "ring with latency, messages of any size: the net flow of least busy ports",
    .source = "none: our own",
    .domain = {RD_ONE_PORT_RING(RD_ONE_WAY | RD_TWO_WAY)},
    .compute = compute,
};
