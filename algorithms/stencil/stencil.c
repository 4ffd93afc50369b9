#include "stencil.h"

#include "sim/base/integers.h"

#include <inttypes.h>
#include <string.h>

static bool check_items(const struct rd_instance *instance, struct rd_error *reterr)
{
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        int64_t items = rd_item_count(instance, kind);
        if (items != 1)
            return rd_refuse(reterr,
                             "kind %" PRIu32 " has %" PRId64
                             " items: each kind is one item of the ring and is held once",
                             kind, items);
    }
    return true;
}

/* Behind one switch everybody pays alike, or counts say nothing of times. */
static bool check_costs(const struct rd_instance *instance, struct rd_error *reterr)
{
    if (!rd_costs_are_equal(instance))
        return rd_refuse(reterr,
                         "links of different costs: equal ones are needed, since a step is a time");
    if (instance->flops_per_item > 0 && !rd_speeds_are_equal(instance))
        return rd_refuse(reterr, "hosts of unequal speed: equal ones are needed");
    if (instance->topology.host_count < 2)
        return true;
    double item_s = rd_item_s(instance, 0, 1);
    uint64_t link = rd_link_between(&instance->topology, 0, 1);
    double word_s = rd_message_duration_s(rd_link_cost(instance, link), instance->word_bytes);
    if (item_s != word_s)
        return rd_refuse(reterr, "an item takes %.10g s and a word %.10g s: the same is needed",
                         item_s, word_s);
    return true;
}

bool rd_stencil_accepts(const struct rd_instance *instance, struct rd_error *reterr)
{
    if (instance->stencil_metric == RD_STEPS_METRIC && instance->topology.shape == RD_BUS)
        return rd_refuse(reterr, "metric steps on a bus, which carries one message at a time: "
                                 "metric volume, or a switch, is needed");
    if (instance->stencil_iterations > RD_STENCIL_ROW_LIMIT)
        return rd_refuse(reterr,
                         "%" PRId64 " iterations: a plan lists them all, in at most %d transfers",
                         instance->stencil_iterations, RD_STENCIL_ROW_LIMIT);
    return check_items(instance, reterr) && check_costs(instance, reterr);
}

struct rd_stencil rd_stencil_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t host_count = instance->topology.host_count;
    uint32_t *home = rd_take(arena, instance->kind_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t item = 0; item < instance->kind_count; item++)
            if (rd_load(instance, host, item) > 0)
                home[item] = host;
    return (struct rd_stencil){
        .host_count = host_count,
        .item_count = instance->kind_count,
        .metric = instance->stencil_metric,
        .iterations = instance->stencil_iterations,
        .overlap = instance->stencil_overlap,
        .item_s = host_count < 2 ? 0 : rd_item_s(instance, 0, 1),
        .compute_s = instance->flops_per_item > 0 ? rd_compute_item_s(instance, 0) : 0,
        .home = home,
    };
}

/* Adds what an item's words count, `sign` times. */
static void count_words(struct rd_stencil_target *target, uint32_t item, int64_t sign)
{
    uint32_t to[2];
    uint32_t count = rd_stencil_words(target->owner, target->stencil->item_count, item, to);
    target->halo_sent[target->owner[item]] += sign * count;
    target->halo += sign * count;
    for (uint32_t i = 0; i < count; i++)
        target->halo_received[to[i]] += sign;
}

/* Adds what an item counts where it lies, `sign` times. */
static void count_item(struct rd_stencil_target *target, uint32_t item, int64_t sign)
{
    uint32_t owner = target->owner[item], home = target->stencil->home[item];
    target->load[owner] += sign;
    if (owner == home)
        return;
    target->sent[home] += sign;
    target->received[owner] += sign;
    target->moved += sign;
}

struct rd_stencil_target rd_stencil_target_make(const struct rd_stencil *stencil,
                                                const uint32_t *owner, struct rd_arena *arena)
{
    struct rd_stencil_target target = {
        .stencil = stencil,
        .owner = rd_take(arena, stencil->item_count, uint32_t),
        .load = rd_take(arena, stencil->host_count, int64_t),
        .sent = rd_take(arena, stencil->host_count, int64_t),
        .received = rd_take(arena, stencil->host_count, int64_t),
        .halo_sent = rd_take(arena, stencil->host_count, int64_t),
        .halo_received = rd_take(arena, stencil->host_count, int64_t),
    };
    rd_stencil_give_all(&target, owner);
    return target;
}

void rd_stencil_give_all(struct rd_stencil_target *target, const uint32_t *owner)
{
    const struct rd_stencil *stencil = target->stencil;
    size_t bytes = stencil->host_count * sizeof *target->load;
    memset(target->load, 0, bytes);
    memset(target->sent, 0, bytes);
    memset(target->received, 0, bytes);
    memset(target->halo_sent, 0, bytes);
    memset(target->halo_received, 0, bytes);
    target->moved = 0;
    target->halo = 0;
    memmove(target->owner, owner, stencil->item_count * sizeof *owner);
    for (uint32_t item = 0; item < stencil->item_count; item++) {
        count_item(target, item, 1);
        count_words(target, item, 1);
    }
}

/* Adds the words of `count` items and of the two beside them, each once. */
static void count_around(struct rd_stencil_target *target, uint32_t first, uint32_t count,
                         int64_t sign)
{
    uint32_t n = target->stencil->item_count;
    uint32_t around = count + 2 < n ? count + 2 : n;
    uint32_t item = first == 0 ? n - 1 : first - 1;
    for (uint32_t i = 0; i < around; i++) {
        count_words(target, item, sign);
        item = item + 1 == n ? 0 : item + 1;
    }
}

void rd_stencil_give(struct rd_stencil_target *target, uint32_t first, uint32_t count,
                     const uint32_t *owner)
{
    uint32_t n = target->stencil->item_count;
    rd_assert(first < n && count <= n);
    count_around(target, first, count, -1);
    for (uint32_t i = 0, item = first; i < count; i++) {
        count_item(target, item, -1);
        target->owner[item] = owner[i];
        count_item(target, item, 1);
        item = item + 1 == n ? 0 : item + 1;
    }
    count_around(target, first, count, 1);
}

static uint32_t greatest(const int64_t *value, uint32_t count)
{
    uint32_t at = 0;
    for (uint32_t i = 1; i < count; i++)
        at = value[i] > value[at] ? i : at;
    return at;
}

static struct rd_stencil_busiest find_busiest(const struct rd_stencil_target *target)
{
    uint32_t p = target->stencil->host_count;
    struct rd_stencil_busiest busiest = {.load = greatest(target->load, p)};
    if (target->stencil->metric == RD_STEPS_METRIC) {
        busiest.sent = greatest(target->sent, p);
        busiest.received = greatest(target->received, p);
        busiest.halo_sent = greatest(target->halo_sent, p);
        busiest.halo_received = greatest(target->halo_received, p);
    }
    return busiest;
}

static int64_t redistribution_by(const struct rd_stencil_target *target,
                                 struct rd_stencil_busiest busiest)
{
    return target->stencil->metric == RD_VOLUME_METRIC
               ? target->moved
               : rd_greatest(target->sent[busiest.sent], target->received[busiest.received]);
}

static struct rd_stencil_cost iteration_by(const struct rd_stencil_target *target,
                                           struct rd_stencil_busiest busiest)
{
    return (struct rd_stencil_cost){
        .communications = target->stencil->metric == RD_VOLUME_METRIC
                              ? target->halo
                              : rd_greatest(target->halo_sent[busiest.halo_sent],
                                            target->halo_received[busiest.halo_received]),
        .computations = target->load[busiest.load],
    };
}

static struct rd_stencil_cost cost_by(const struct rd_stencil_target *target,
                                      struct rd_stencil_busiest busiest)
{
    struct rd_stencil_cost iteration = iteration_by(target, busiest);
    int64_t k = target->stencil->iterations;
    return (struct rd_stencil_cost){
        .communications = redistribution_by(target, busiest) + k * iteration.communications,
        .computations = k * iteration.computations,
    };
}

int64_t rd_stencil_redistribution(const struct rd_stencil_target *target)
{
    return redistribution_by(target, find_busiest(target));
}

struct rd_stencil_cost rd_stencil_iteration(const struct rd_stencil_target *target)
{
    return iteration_by(target, find_busiest(target));
}

struct rd_stencil_cost rd_stencil_cost_of(const struct rd_stencil_target *target)
{
    return cost_by(target, find_busiest(target));
}

bool rd_stencil_costs_less(struct rd_stencil_target *target, double *seconds)
{
    if (rd_stencil_s(target->stencil, cost_by(target, target->busiest)) >= *seconds)
        return false;
    target->busiest = find_busiest(target);
    double exact_s = rd_stencil_s(target->stencil, cost_by(target, target->busiest));
    if (exact_s >= *seconds)
        return false;
    *seconds = exact_s;
    return true;
}
