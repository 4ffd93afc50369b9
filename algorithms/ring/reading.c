#include "reading.h"

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

struct rd_net_flow rd_net_flow_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    double *forward_s = rd_take(arena, n, double);
    double *backward_s = rd_take(arena, n, double);
    /* A single host has no link: nothing moves, at no cost. */
    for (uint32_t edge = 0; n > 1 && edge < n; edge++) {
        forward_s[edge] = rd_ring_forward_s(instance, edge);
        backward_s[edge] = rd_ring_backward_s(instance, edge);
    }
    return (struct rd_net_flow){rd_ring_read(instance, arena), forward_s, backward_s};
}
