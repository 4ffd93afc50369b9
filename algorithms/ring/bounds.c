#include "bounds.h"

#include "lemma12.h"
#include "light.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

const char *rd_ring_schedule_class(const struct rd_instance *instance)
{
    return rd_has_latency(instance) ? RD_ITEM_BY_ITEM : NULL;
}

const char *rd_ring_item_by_item_words(const struct rd_instance *instance)
{
    return rd_ring_schedule_class(instance)
               ? " Items travel one by one, each with the latency of its link."
               : "";
}

const char *rd_ring_surplus_words(const struct rd_instance *instance, uint32_t first, uint32_t last,
                                  int64_t surplus, struct rd_arena *arena)
{
    const char *slice = rd_slice_words(instance, first, last, arena);
    int64_t items = llabs(surplus);
    bool is_name = first == last && instance->host_name; /* as the scenario writes it */
    return rd_arena_print(arena, "%c%s has %" PRId64 " item%s too %s",
                          is_name ? slice[0] : toupper(slice[0]), slice + 1, items,
                          items == 1 ? "" : "s", surplus < 0 ? "few" : "many");
}

struct rd_bound rd_ring_bound_zero(const char *name)
{
    return (struct rd_bound){.name = name,
                             .why = "Every host holds what it is to end with: nothing moves.",
                             .tight = true};
}

/* Lemma 1 and Theorem 2: the slice from behind an edge of least sum to a host x gives away
 * S_x - min S items, and x alone has a link out of it. */
static void bound_one_way(const struct rd_instance *instance, const struct rd_ring *ring,
                          struct rd_arena *arena, struct rd_bound *ret_bound)
{
    uint32_t n = ring->host_count;
    uint32_t before = 0, last = 0;
    double seconds = -1;
    for (uint32_t host = 0; host < n; host++) {
        double busy_s =
            (double)(ring->sum[host] - ring->least_sum) * rd_ring_forward_s(instance, host);
        if (busy_s > seconds || (busy_s == seconds && ring->sum[host] > ring->sum[last])) {
            seconds = busy_s;
            last = host;
        }
        if (ring->sum[host] == ring->least_sum)
            before = host;
    }
    uint32_t first = rd_ring_next(n, before);
    ret_bound->seconds = seconds;
    ret_bound->bottleneck = RD_BOTTLENECK_SLICE;
    ret_bound->first = first;
    ret_bound->last = last;
    ret_bound->why = rd_arena_print(
        arena, "%s, and all leave over one link, from %s to %s, which takes %.10g s an item.%s",
        rd_ring_surplus_words(instance, first, last, ring->sum[last] - ring->least_sum, arena),
        rd_label(instance, last), rd_label(instance, rd_ring_next(n, last)),
        rd_ring_forward_s(instance, last), rd_ring_item_by_item_words(instance));
}

/* The host that gives or takes most; of several the first. */
static uint32_t busiest_host(const struct rd_ring *ring)
{
    uint32_t busiest = 0;
    for (uint32_t host = 1; host < ring->host_count; host++)
        if (llabs(ring->delta[host]) > llabs(ring->delta[busiest]))
            busiest = host;
    return busiest;
}

/* Half of a sum's spread, rounded up: what one of a slice's two links carries. */
static int64_t half_spread(const struct rd_ring *ring)
{
    return (ring->greatest_sum - ring->least_sum + 1) / 2;
}

int64_t rd_ring_lemma_6_steps(const struct rd_ring *ring)
{
    int64_t busiest = llabs(ring->delta[busiest_host(ring)]);
    int64_t half = half_spread(ring);
    return busiest > half ? busiest : half;
}

static void bound_by_host(const struct rd_instance *instance, const struct rd_ring *ring,
                          struct rd_arena *arena, struct rd_bound *ret_bound)
{
    uint32_t host = busiest_host(ring);
    rd_bound_add_bottleneck_port(ret_bound, host, ring->delta[host] < 0);
    ret_bound->why =
        rd_arena_print(arena, "%s, and %s them one after the other, %.10g s each.%s",
                       rd_ring_surplus_words(instance, host, host, ring->delta[host], arena),
                       ring->delta[host] > 0 ? "sends" : "receives", rd_ring_forward_s(instance, 0),
                       rd_ring_item_by_item_words(instance));
}

static void bound_by_slice(const struct rd_instance *instance, const struct rd_ring *ring,
                           struct rd_arena *arena, struct rd_bound *ret_bound)
{
    uint32_t before = 0, last = 0;
    while (ring->sum[before] != ring->least_sum)
        before++;
    while (ring->sum[last] != ring->greatest_sum)
        last++;
    uint32_t first = rd_ring_next(ring->host_count, before);
    ret_bound->bottleneck = RD_BOTTLENECK_SLICE;
    ret_bound->first = first;
    ret_bound->last = last;
    ret_bound->why = rd_arena_print(
        arena, "%s and two links out: one of them carries %" PRId64 " or more, %.10g s each.%s",
        rd_ring_surplus_words(instance, first, last, ring->greatest_sum - ring->least_sum, arena),
        half_spread(ring), rd_ring_forward_s(instance, 0), rd_ring_item_by_item_words(instance));
}

/* Lemma 6. */
static void bound_two_way_equal(const struct rd_instance *instance, const struct rd_ring *ring,
                                struct rd_arena *arena, struct rd_bound *ret_bound)
{
    int64_t steps = rd_ring_lemma_6_steps(ring);
    ret_bound->seconds = (double)steps * rd_ring_forward_s(instance, 0);
    if (llabs(ring->delta[busiest_host(ring)]) == steps)
        bound_by_host(instance, ring, arena, ret_bound);
    else
        bound_by_slice(instance, ring, arena, ret_bound);
}

bool rd_ring_targets_are_best(const struct rd_instance *instance)
{
    return instance->goal != RD_BALANCE || instance->topology.shape != RD_RING ||
           instance->topology.direction == RD_ONE_WAY || !rd_ring_goal_is_open(instance) ||
           rd_ring_links_are_equal(instance);
}

struct rd_bound rd_ring_capacity_bound(const struct rd_instance *instance,
                                       const struct rd_ring_choice *choice, const char *name,
                                       const char *besides, struct rd_arena *arena)
{
    const struct rd_ring *ring = &choice->ring;
    struct rd_bound bound = rd_ring_bound_zero(name);
    bool open = rd_ring_goal_is_open(instance);
    if (choice->seconds == 0)
        return bound;
    uint32_t before = rd_ring_previous(ring->host_count, choice->first);
    int64_t surplus = ring->sum[choice->last] - ring->sum[before];
    const char *chosen = open ? " No other final loads need less." : "";
    bound.seconds = choice->seconds;
    if (surplus <= choice->forward + choice->backward) {
        bound.why = rd_arena_print(arena,
                                   "A host sends, or receives, what it has too many, or too "
                                   "few, one item after the other.%s%s",
                                   chosen, besides);
        return bound;
    }
    if (!open && choice->seconds <= choice->links_s) {
        bound.bottleneck = RD_BOTTLENECK_SLICE;
        bound.first = choice->first;
        bound.last = choice->last;
    }
    bound.why = rd_arena_print(
        arena,
        "%s; before %.10g s at most %" PRId64 " could leave it forward and %" PRId64
        " backward%s.%s%s",
        rd_ring_surplus_words(instance, choice->first, choice->last, surplus, arena),
        choice->seconds, choice->forward, choice->backward,
        choice->seconds > choice->links_s ? ", since hosts wait for items" : "", chosen, besides);
    return bound;
}

/* Lemma 12's bottleneck. Returns: why it holds, from the arena. */
static const char *rest_on_lemma12(const struct rd_instance *instance,
                                   const struct rd_net_flow *flow, const struct rd_lemma12 *lemma12,
                                   struct rd_arena *arena, struct rd_bound *bound)
{
    double seconds = rd_two_products_value(&lemma12->seconds);
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
    struct rd_two_products busy = rd_net_flow_port(flow, port->host, port->receives, z);
    return rd_two_products_compare(&busy, &port->busy) >= 0;
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
        rd_two_products_value(&p->busy), below ? items - 1 : items + 1, below ? "fewer" : "more",
        rd_label(instance, q.host), q.receives ? "receives" : "sends",
        rd_two_products_value(&q.busy));
}

/* System 6, which is at least Lemma 12 and at most twice that: the name is "Lemma 12" where the two
 * are equal. `why` says, with this instance's numbers, the slice or host of Lemma 12, or the one or
 * two ports that rule out every flow of less time. It is tight where some optimal flow is light
 * (Lemma 9), and not where no theorem tells. Source: System 6, Lemmas 9 and 12;
 * docs/ring_two_way.md. O(n log(items)). */
static bool bound_two_way(RD_BOUND_PARAMETERS)
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
    const char *why = is_lemma12 ? rest_on_lemma12(instance, &ring.flow, &lemma12, scratch, &bound)
                                 : rd_arena_print(scratch, "%s Lemma 12 alone gives %.10g s.",
                                                  rest_on_system6(instance, &ring, scratch, &bound),
                                                  rd_two_products_value(&lemma12.seconds));
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

/* Two-way, unequal, final loads to choose: their links and single ports. */
static bool bound_open(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_bound *ret_bound)
{
    struct rd_ring_rates rates = rd_ring_rates_read(instance, true, scratch);
    struct rd_ring_choice choice = rd_ring_choose(&rates, false, scratch, scratch);
    *ret_bound = rd_ring_capacity_bound(instance, &choice, "Lemma 12, the best final loads",
                                        rd_ring_item_by_item_words(instance), arena);
    ret_bound->schedule_class = rd_ring_schedule_class(instance);
    return true;
}

bool rd_ring_bound(RD_BOUND_PARAMETERS)
{
    bool one_way = instance->topology.direction == RD_ONE_WAY;
    bool equal = rd_ring_links_are_equal(instance);
    if (!one_way && !equal && instance->kind_count == 1 && rd_ring_goal_is_open(instance))
        return bound_open(instance, arena, scratch, ret_bound);
    if (!one_way && !equal)
        return bound_two_way(instance, arena, scratch, ret_bound, reterr);
    const char *name = !one_way ? "Lemma 6"
                       : equal  ? "Lemma 1"
                                : "Theorem 2, corrected (no absolute value)";
    if (!rd_ring_accepts_one_kind(instance, name, reterr))
        return false;
    struct rd_ring ring = rd_ring_read(instance, scratch);
    struct rd_bound bound = rd_ring_bound_zero(name);
    if (ring.least_sum < ring.greatest_sum) {
        bound.tight = rd_ring_accepts(instance, name, NULL);
        bound.schedule_class = rd_ring_schedule_class(instance);
        if (one_way)
            bound_one_way(instance, &ring, arena, &bound);
        else
            bound_two_way_equal(instance, &ring, arena, &bound);
        if (rd_ring_goal_is_open(instance))
            bound.why = rd_arena_print(arena, "%s No other final loads need less.", bound.why);
    }
    *ret_bound = bound;
    return true;
}
