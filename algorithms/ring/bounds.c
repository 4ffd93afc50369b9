#include "bounds.h"

#include "two_way_bound.h"

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
    return rd_arena_print(arena, "%c%s has %" PRId64 " item%s too %s", toupper(slice[0]), slice + 1,
                          items, items == 1 ? "" : "s", surplus < 0 ? "few" : "many");
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
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    ret_bound->seconds = seconds;
    ret_bound->bottleneck = RD_BOTTLENECK_SLICE;
    ret_bound->first = first;
    ret_bound->last = last;
    ret_bound->why = rd_arena_print(
        arena, "%s, and all leave over one link, from %s to %s, which takes %.10g s an item.%s",
        rd_ring_surplus_words(instance, first, last, ring->sum[last] - ring->least_sum, arena),
        rd_host_label(instance, last, from), rd_host_label(instance, rd_ring_next(n, last), to),
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

bool rd_ring_bound(const struct rd_instance *instance, struct rd_arena *arena,
                   struct rd_arena *scratch, struct rd_bound *ret_bound, struct rd_error *reterr)
{
    bool one_way = instance->topology.direction == RD_ONE_WAY;
    bool equal = rd_ring_links_are_equal(instance);
    if (!one_way && !equal && instance->kind_count == 1 && rd_ring_goal_is_open(instance))
        return bound_open(instance, arena, scratch, ret_bound);
    if (!one_way && !equal)
        return rd_ring_two_way_bound(instance, arena, scratch, ret_bound, reterr);
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
