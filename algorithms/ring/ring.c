#include "ring.h"

#include "sim/base/integers.h"

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
