#include "ring.h"

#include "sim/base/integers.h"

#include "capacity.h"

#include <inttypes.h>

struct rd_ring rd_ring_with(uint32_t host_count, const int64_t *load, const int64_t *delta,
                            int64_t *sum)
{
    int64_t running = 0, least = INT64_MAX, greatest = INT64_MIN;
    for (uint32_t host = 0; host < host_count; host++) {
        running += delta[host];
        sum[host] = running;
        least = rd_least(least, running);
        greatest = rd_greatest(greatest, running);
    }
    rd_assert(running == 0);
    return (struct rd_ring){host_count, load, delta, sum, least, greatest, NULL};
}

bool rd_ring_goal_is_open(const struct rd_instance *instance)
{
    int64_t total = rd_item_count(instance, 0), n = instance->topology.host_count;
    /* With an error of 1, items that the hosts divide still have one balance only. */
    return instance->goal == RD_BALANCE && (total % n != 0 || instance->balance_error > 1);
}

const int64_t *rd_ring_targets(const struct rd_instance *instance, struct rd_arena *arena)
{
    if (instance->goal == RD_REACH)
        return instance->target;
    struct rd_ring_rates rates = rd_ring_rates_read(instance, true, arena);
    if (rd_ring_goal_is_open(instance))
        return rd_ring_choose(&rates, false, arena, arena).final;
    int64_t *target = rd_take(arena, rates.host_count, int64_t);
    for (uint32_t host = 0; host < rates.host_count; host++)
        target[host] = rates.low;
    return target;
}

struct rd_ring rd_ring_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    rd_assert(instance->kind_count == 1);
    uint32_t n = instance->topology.host_count;
    const int64_t *target = rd_ring_targets(instance, arena);
    int64_t *delta = rd_take(arena, n, int64_t);
    int64_t *sum = rd_take(arena, n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        delta[host] = instance->load[host] - target[host];
    struct rd_ring ring = rd_ring_with(n, instance->load, delta, sum);
    ring.target = target;
    return ring;
}

double rd_ring_forward_s(const struct rd_instance *instance, uint32_t edge)
{
    return rd_item_s(instance, edge, rd_ring_next(instance->topology.host_count, edge));
}

double rd_ring_backward_s(const struct rd_instance *instance, uint32_t edge)
{
    return rd_item_s(instance, rd_ring_next(instance->topology.host_count, edge), edge);
}

bool rd_ring_find_link(const struct rd_instance *instance,
                       bool (*is_wanted)(double item_s, double first_s), uint32_t *ret_from,
                       uint32_t *ret_to)
{
    uint32_t n = instance->topology.host_count;
    uint32_t ways = instance->topology.direction == RD_TWO_WAY ? 2 : 1;
    for (uint64_t i = 0; n > 1 && i < (uint64_t)n * ways; i++) {
        uint32_t edge = (uint32_t)(i / ways), next = rd_ring_next(n, edge);
        uint32_t from = i % ways ? next : edge, to = i % ways ? edge : next;
        if (!is_wanted(rd_item_s(instance, from, to), rd_ring_forward_s(instance, 0)))
            continue;
        *ret_from = from;
        *ret_to = to;
        return true;
    }
    return false;
}

static bool is_unequal(double item_s, double first_s)
{
    return !rd_same_cost(item_s, first_s);
}

static bool find_unequal_link(const struct rd_instance *instance, uint32_t *ret_from,
                              uint32_t *ret_to)
{
    return !instance->costs_equal && rd_ring_find_link(instance, is_unequal, ret_from, ret_to);
}

bool rd_ring_links_are_equal(const struct rd_instance *instance)
{
    uint32_t from, to;
    return !find_unequal_link(instance, &from, &to);
}

bool rd_ring_accepts_one_kind(const struct rd_instance *instance, const char *what,
                              struct rd_error *reterr)
{
    return instance->kind_count == 1 ||
           rd_refuse(reterr, "%" PRIu32 " kinds of items: %s is for one kind", instance->kind_count,
                     what);
}

bool rd_ring_accepts(const struct rd_instance *instance, const char *theorem,
                     struct rd_error *reterr)
{
    if (!rd_ring_accepts_one_kind(instance, theorem, reterr))
        return false;
    rd_arena_own(work);
    const int64_t *target = rd_ring_targets(instance, &work);
    uint32_t n = instance->topology.host_count, host = 0;
    while (host < n && instance->load[host] >= 1 && target[host] >= 1)
        host++;
    return host == n ||
           rd_refuse(reterr, "%s %s no item: at least 1 is needed before and after (%s)",
                     rd_label(instance, host),
                     instance->load[host] < 1 ? "holds" : "is to end with", theorem);
}

static bool takes_no_time(double item_s, RD_UNUSED double first_s)
{
    return !(item_s > 0);
}

bool rd_ring_accepts_waiting(const struct rd_instance *instance, const char *theorem,
                             struct rd_error *reterr)
{
    uint32_t from, to;
    if (!rd_ring_accepts(instance, theorem, reterr))
        return false;
    return !rd_ring_find_link(instance, takes_no_time, &from, &to) ||
           rd_refuse(reterr, "an item takes no time from %s to %s: more than 0 s is needed (%s)",
                     rd_label(instance, from), rd_label(instance, to), theorem);
}

bool rd_ring_accepts_equal(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t from, to;
    if (!find_unequal_link(instance, &from, &to))
        return true;
    return rd_refuse(
        reterr,
        "an item takes %.14g s from %s to %s and %.14g s from %s to %s: equal links are needed",
        rd_ring_forward_s(instance, 0), rd_label(instance, 0), rd_label(instance, 1),
        rd_item_s(instance, from, to), rd_label(instance, from), rd_label(instance, to));
}
