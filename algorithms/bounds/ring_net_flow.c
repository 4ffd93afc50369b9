/* Two-way rings with given final loads, items one by one: System 6, which is at least Lemma 12 and
 * at most twice that. The name is "Lemma 12" where the two are equal. `why` says, with this
 * instance's numbers, the slice or host of Lemma 12, or the one or two ports that rule out every
 * flow of less time. It is tight where some optimal flow is light (Lemma 9), and not where no
 * theorem tells. Source: System 6, Lemmas 9 and 12; docs/ring_two_way.md. O(n log(items)). */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"
#include "algorithms/ring/lemma12.h"
#include "algorithms/ring/light.h"

#include <inttypes.h>

/* Lemma 12's bottleneck. Returns: why it holds, from the arena. */
static const char *rest_on_lemma12(const struct rd_instance *instance,
                                   const struct rd_net_flow *flow, const struct rd_lemma12 *lemma12,
                                   struct rd_arena *arena, struct rd_bound *bound)
{
    double seconds = rd_sum_of_products_value(&lemma12->seconds);
    const char *words = rd_slice_words(instance, lemma12->first, lemma12->last, arena);
    bool receives = lemma12->bottleneck == RD_LEMMA12_RECEIVER;
    if (lemma12->bottleneck == RD_LEMMA12_NOTHING)
        return "What has to move costs nothing to move.";
    if (lemma12->bottleneck != RD_LEMMA12_SLICE) {
        rd_bound_add_bottleneck_port(bound, lemma12->first, receives);
        return rd_arena_print(arena, "%s %s %.0f items%s each in %.10g s or more: %.10g s.", words,
                              receives ? "wants" : "has", lemma12->seconds.m,
                              receives ? " and receives" : " too many and sends",
                              lemma12->seconds.a, seconds);
    }
    bound->bottleneck = RD_BOTTLENECK_SLICE;
    bound->first = lemma12->first;
    bound->last = lemma12->last;
    return rd_arena_print(
        arena,
        "Of what %s holds, %" PRId64 " items must leave at its two ends: %" PRId64
        " backward at %.10g s and %" PRId64 " forward at %.10g s keep the busier end busy for "
        "%.10g s, and no other split does better.",
        words, lemma12->backward_items + lemma12->forward_items, lemma12->backward_items,
        flow->backward_s[rd_ring_previous(flow->ring.host_count, lemma12->first)],
        lemma12->forward_items, flow->forward_s[lemma12->last], seconds);
}

/* Is a port busy for tau6 at least, under z? */
static bool is_busy_for(const struct rd_net_flow *flow, const struct rd_flow_value *port, int64_t z)
{
    struct rd_sum_of_products busy = rd_net_flow_port(flow, port->host, port->receives, z);
    return rd_sum_of_products_compare(&busy, &port->busy) >= 0;
}

/* Why System 6 has no better flow. The busiest port P at the first optimal z is convex in z; if it
 * takes less on one side, all z on its other side are ruled out by P, and those on this side by a
 * port Q that is busiest next to z, which there rises away from z. Returns: the words, from the
 * arena. */
static const char *rest_on_system6(const struct rd_instance *instance,
                                   const struct rd_two_way *ring, struct rd_arena *arena,
                                   struct rd_bound *bound)
{
    const struct rd_flow_value *p = &ring->optimum.value;
    int64_t z = ring->optimum.z.first;
    bool below = is_busy_for(&ring->flow, p, z - 1); /* P rules out what is below z, or above */
    /* Convex, and tau6 at z; on both sides only where the port itself asks for as much, which
     * Lemma 12 says. */
    rd_assert(below != is_busy_for(&ring->flow, p, z + 1));
    struct rd_flow_value q = rd_net_flow_value(&ring->flow, below ? z + 1 : z - 1);
    rd_bound_add_bottleneck_port(bound, p->host, p->receives);
    rd_bound_add_bottleneck_port(bound, q.host, q.receives);
    int64_t items = ring->flow.ring.sum[0] - z; /* net from host 0 to host 1 */
    return rd_arena_print(
        arena,
        "With %" PRId64
        " items or %s going net from %s to %s, %s %s for %.10g s or more; with %" PRId64
        " or %s, %s %s for %.10g s or more.",
        items, below ? "more" : "fewer", rd_label(instance, 0), rd_label(instance, 1),
        rd_label(instance, p->host), p->receives ? "receives" : "sends",
        rd_sum_of_products_value(&p->busy), below ? items - 1 : items + 1, below ? "fewer" : "more",
        rd_label(instance, q.host), q.receives ? "receives" : "sends",
        rd_sum_of_products_value(&q.busy));
}

static bool compute(RD_BOUND_PARAMETERS)
{
    if (rd_ring_links_are_equal(instance))
        return rd_refuse(reterr, "equal links: ring-half-slice says as much of them");
    if (rd_ring_goal_is_open(instance))
        return rd_refuse(reterr, "a balance with a choice of final loads: System 6 is about given "
                                 "ones");
    if (!rd_net_flow_accepts(instance, "System 6", reterr))
        return false;
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    struct rd_lemma12 lemma12 = rd_lemma12(&ring.flow);
    const struct rd_flow_value *value = &ring.optimum.value;
    if (ring.flow.ring.least_sum == ring.flow.ring.greatest_sum) {
        *ret_bound = rd_ring_bound_zero("Lemma 12");
        return true;
    }
    bool is_lemma12 = rd_sum_of_products_compare(&lemma12.seconds, &value->busy) >= 0;
    struct rd_bound bound = {
        .seconds = rd_sum_of_products_value(&value->busy),
        .name = is_lemma12 ? "Lemma 12" : "System 6",
        .tight = !rd_interval_is_empty(rd_light_optima(&ring)),
        .schedule_class = rd_ring_schedule_class(instance),
    };
    const char *why = is_lemma12 ? rest_on_lemma12(instance, &ring.flow, &lemma12, scratch, &bound)
                                 : rd_arena_print(scratch, "%s Lemma 12 alone gives %.10g s.",
                                                  rest_on_system6(instance, &ring, scratch, &bound),
                                                  rd_sum_of_products_value(&lemma12.seconds));
    bound.why = rd_arena_print(
        arena, "%s %s%s", why,
        bound.tight ? "Some optimal flow is light, so a schedule reaches it (Lemma 9)."
        : rd_ring_accepts_waiting(instance, "Theorem B", NULL)
            ? "No optimal flow is light: some schedule takes at most 5/4 of it (Theorem B)."
            : "No optimal flow is light, which Lemma 9 would need to reach it.",
        rd_ring_item_by_item_words(instance));
    *ret_bound = bound;
    return true;
}

const struct rd_problem_bound ring_net_flow = {
    .name = "ring-net-flow",
    .summary = "two-way ring, given final loads: the net flow whose busiest port is least busy",
    .source = "[renard2006], System 6, Lemmas 9 and 12",
    .schedules = RD_ITEM_BY_ITEM,
    .domain = {RD_ONE_PORT_RING(RD_TWO_WAY)},
    .compute = compute,
};
