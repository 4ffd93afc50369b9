#include "bounds.h"

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

uint32_t rd_ring_busiest_host(const struct rd_ring *ring)
{
    uint32_t busiest = 0;
    for (uint32_t host = 1; host < ring->host_count; host++)
        if (llabs(ring->delta[host]) > llabs(ring->delta[busiest]))
            busiest = host;
    return busiest;
}

int64_t rd_ring_half_spread(const struct rd_ring *ring)
{
    return (ring->greatest_sum - ring->least_sum + 1) / 2;
}

int64_t rd_ring_lemma_6_steps(const struct rd_ring *ring)
{
    int64_t busiest = llabs(ring->delta[rd_ring_busiest_host(ring)]);
    int64_t half = rd_ring_half_spread(ring);
    return busiest > half ? busiest : half;
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
    const char *chosen = rd_ring_final_words(instance);
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

bool rd_ring_states_bound(const struct rd_instance *instance, const char *name,
                          struct rd_arena *scratch, struct rd_ring *ret_ring,
                          struct rd_bound *ret_bound, struct rd_error *reterr)
{
    if (!rd_ring_accepts_one_kind(instance, name, reterr))
        return false;
    *ret_ring = rd_ring_read(instance, scratch);
    *ret_bound = rd_ring_bound_zero(name);
    if (ret_ring->least_sum < ret_ring->greatest_sum) {
        ret_bound->tight = rd_ring_accepts(instance, name, NULL);
        ret_bound->schedule_class = rd_ring_schedule_class(instance);
    }
    return true;
}

const char *rd_ring_final_words(const struct rd_instance *instance)
{
    return rd_ring_goal_is_open(instance) ? " No other final loads need less." : "";
}
