#include "two_way_bound.h"

#include "bounds.h"
#include "flow_search.h"
#include "lemma12.h"
#include "light.h"

#include <inttypes.h>

static const char *label_of(const struct rd_instance *instance, uint32_t host,
                            struct rd_arena *arena)
{
    char label[RD_LABEL_SIZE];
    return rd_arena_print(arena, "%s", rd_host_label(instance, host, label));
}

static const char *say_lemma12(const struct rd_instance *instance, const struct rd_net_flow *flow,
                               const struct rd_lemma12 *bound, struct rd_arena *arena)
{
    double seconds = rd_two_products_value(&bound->seconds);
    const char *words = rd_slice_words(instance, bound->first, bound->last, arena);
    uint32_t before = rd_ring_previous(flow->ring.host_count, bound->first);
    switch (bound->bottleneck) {
    case RD_LEMMA12_NOTHING: return "What has to move costs nothing to move.";
    case RD_LEMMA12_SENDER:
        return rd_arena_print(arena,
                              "%s has %.0f items too many and sends each in %.10g s or more: "
                              "%.10g s.",
                              words, bound->seconds.m, bound->seconds.a, seconds);
    case RD_LEMMA12_RECEIVER:
        return rd_arena_print(arena,
                              "%s wants %.0f items and receives each in %.10g s or more: %.10g s.",
                              words, bound->seconds.m, bound->seconds.a, seconds);
    case RD_LEMMA12_SLICE: break;
    }
    return rd_arena_print(
        arena,
        "Of what %s holds, %" PRId64 " items must leave at its two ends: %" PRId64
        " backward at %.10g s and %" PRId64 " forward at %.10g s keep the busier end busy for "
        "%.10g s, and no other split does better.",
        words, bound->backward_items + bound->forward_items, bound->backward_items,
        flow->backward_s[before], bound->forward_items, flow->forward_s[bound->last], seconds);
}

/* Is a port busy for tau6 at least, under z? */
static bool is_busy_for(const struct rd_net_flow *flow, const struct rd_flow_value *port, int64_t z,
                        const struct rd_two_products *tau6)
{
    struct rd_two_products busy = rd_net_flow_port(flow, port->host, port->receives, z);
    return rd_two_products_compare(&busy, tau6) >= 0;
}

/* Why System 6 has no better flow. The busiest port P at the first optimal z is convex in z; if it
 * takes less on one side, all z on its other side are ruled out by P, and those on this side by a
 * port Q that is busiest next to z, which there rises away from z. */
struct argument {
    bool below; /* P rules out what is below z; if not, what is above it */
    struct rd_flow_value q;
};

static struct argument find_argument(const struct rd_two_way *ring)
{
    const struct rd_flow_value *p = &ring->optimum.value;
    int64_t z = ring->optimum.z.first;
    bool below = is_busy_for(&ring->flow, p, z - 1, &p->busy);
    bool above = is_busy_for(&ring->flow, p, z + 1, &p->busy);
    /* Convex, and tau6 at z; on both sides only where the port itself asks for as much, which
     * Lemma 12 says. */
    rd_assert(below != above);
    return (struct argument){below, rd_net_flow_value(&ring->flow, below ? z + 1 : z - 1)};
}

static const char *say_argument(const struct rd_instance *instance, const struct rd_two_way *ring,
                                const struct argument *found, struct rd_arena *arena)
{
    const struct rd_flow_value *p = &ring->optimum.value, *q = &found->q;
    const char *p_label = label_of(instance, p->host, arena);
    const char *p_verb = p->receives ? "receives" : "sends";
    double tau6 = rd_two_products_value(&p->busy);
    bool below = found->below;
    /* From host 0 to host 1 go S_0 - z items net. */
    int64_t items = ring->flow.ring.sum[0] - ring->optimum.z.first;
    return rd_arena_print(
        arena,
        "With %" PRId64
        " items or %s going net from %s to %s, %s %s for %.10g s or more; with %" PRId64
        " or %s, %s %s for %.10g s or more.",
        items, below ? "more" : "fewer", label_of(instance, 0, arena), label_of(instance, 1, arena),
        p_label, p_verb, tau6, below ? items - 1 : items + 1, below ? "fewer" : "more",
        label_of(instance, q->host, arena), q->receives ? "receives" : "sends",
        rd_two_products_value(&q->busy));
}

static void rest_on_lemma12(const struct rd_lemma12 *lemma12, struct rd_bound *bound)
{
    switch (lemma12->bottleneck) {
    case RD_LEMMA12_NOTHING: break;
    case RD_LEMMA12_SENDER: rd_bound_add_bottleneck_port(bound, lemma12->first, false); break;
    case RD_LEMMA12_RECEIVER: rd_bound_add_bottleneck_port(bound, lemma12->first, true); break;
    case RD_LEMMA12_SLICE:
        bound->bottleneck = RD_BOTTLENECK_SLICE;
        bound->first = lemma12->first;
        bound->last = lemma12->last;
        break;
    }
}

/* Returns: why it holds, from the arena. */
static const char *rest_on_system6(const struct rd_instance *instance,
                                   const struct rd_two_way *ring, struct rd_arena *arena,
                                   struct rd_bound *bound)
{
    const struct rd_flow_value *p = &ring->optimum.value;
    struct argument found = find_argument(ring);
    rd_bound_add_bottleneck_port(bound, p->host, p->receives);
    rd_bound_add_bottleneck_port(bound, found.q.host, found.q.receives);
    return say_argument(instance, ring, &found, arena);
}

bool rd_ring_two_way_bound(const struct rd_instance *instance, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_bound *ret_bound,
                           struct rd_error *reterr)
{
    if (!rd_net_flow_accepts(instance, "System 6", reterr))
        return false;
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    struct rd_lemma12 lemma12 = rd_lemma12(&ring.flow);
    const struct rd_flow_value *value = &ring.optimum.value;
    if (ring.flow.ring.least_sum == ring.flow.ring.greatest_sum) {
        *ret_bound = rd_ring_bound_zero("Lemma 12");
        return true;
    }
    bool is_lemma12 = rd_two_products_compare(&lemma12.seconds, &value->busy) >= 0;
    struct rd_bound bound = {
        .seconds = rd_two_products_value(&value->busy),
        .name = is_lemma12 ? "Lemma 12" : "System 6",
        .tight = !rd_interval_is_empty(rd_light_optima(&ring)),
        .schedule_class = rd_ring_schedule_class(instance),
    };
    const char *why;
    if (is_lemma12) {
        rest_on_lemma12(&lemma12, &bound);
        why = say_lemma12(instance, &ring.flow, &lemma12, scratch);
    } else {
        why = rd_arena_print(scratch, "%s Lemma 12 alone gives %.10g s.",
                             rest_on_system6(instance, &ring, scratch, &bound),
                             rd_two_products_value(&lemma12.seconds));
    }
    bound.why = rd_arena_print(
        arena, "%s %s%s", why,
        bound.tight ? "Some optimal flow is light, so a schedule reaches it (Lemma 9)."
        : rd_flow_search_has_theorem(instance, "Theorem B", NULL)
            ? "No optimal flow is light: some schedule takes at most 5/4 of it (Theorem B)."
            : "No optimal flow is light, which Lemma 9 would need to reach it.",
        rd_ring_item_by_item_words(instance));
    *ret_bound = bound;
    return true;
}
