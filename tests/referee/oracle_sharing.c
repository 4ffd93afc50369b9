/* What messages on shared links have of them, sentence by sentence. */
#include "oracle.h"

#include <math.h>

double oracle_silence_s(const struct rd_instance *instance, uint32_t from, uint32_t to)
{
    uint64_t link = rd_link_between(&instance->topology, from, to);
    struct rd_link_cost cost = rd_link_cost(instance, link);
    double header_s =
        instance->message_bytes == 0 ? 0 : instance->message_bytes / cost.bandwidth_bytes_per_s;
    return fmax(0, cost.latency_s - header_s);
}

bool oracle_uses_shared(const struct rd_instance *instance, const struct rd_transfer *row)
{
    if (!instance->shared || row->to == RD_NO_HOST)
        return false;
    uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
    return instance->shared->first[link] < instance->shared->first[link + 1];
}

/* The part of a shared link that a byte a second of a flow takes. */
static double taken_by_a_byte(const struct rd_instance *instance, const struct oracle_flow *flow,
                              uint32_t shared)
{
    const struct rd_shared_links *all = instance->shared;
    uint64_t link = rd_link_between(&instance->topology, flow->from, flow->to);
    for (uint32_t i = all->first[link]; i < all->first[link + 1]; i++)
        if (all->use[i].shared == shared)
            return all->use[i].times / all->bandwidth_bytes_per_s[shared];
    return 0;
}

static double weight_of(const struct rd_instance *instance, const struct oracle_flow *flow)
{
    double silence_s = oracle_silence_s(instance, flow->from, flow->to);
    return silence_s == 0 ? 1 : 1 / silence_s;
}

static double own_rate(const struct rd_instance *instance, const struct oracle_flow *flow)
{
    return rd_link_cost(instance, rd_link_between(&instance->topology, flow->from, flow->to))
        .bandwidth_bytes_per_s;
}

/* The level at which a link is full, if those without a rate rise with it. */
static double level_of_link(const struct rd_instance *instance, const struct oracle_flow *flow,
                            size_t count, uint32_t shared)
{
    double left = 1, rising = 0;
    for (size_t i = 0; i < count; i++) {
        double taken = taken_by_a_byte(instance, &flow[i], shared);
        if (flow[i].rate > 0)
            left -= taken * flow[i].rate;
        else
            rising += taken * weight_of(instance, &flow[i]);
    }
    return rising == 0 ? INFINITY : left / rising;
}

void oracle_share(const struct rd_instance *instance, struct oracle_flow *flow, size_t count)
{
    for (size_t i = 0; i < count; i++)
        flow[i].rate = 0;
    for (;;) {
        /* Up to the first that happens ... */
        double level = INFINITY;
        for (size_t i = 0; i < count; i++)
            if (flow[i].rate == 0)
                level = fmin(level, own_rate(instance, &flow[i]) / weight_of(instance, &flow[i]));
        if (level == INFINITY)
            return;
        for (uint32_t shared = 0; shared < instance->shared->count; shared++)
            level = fmin(level, level_of_link(instance, flow, count, shared));
        /* ... to one flow or several. */
        for (size_t i = 0; i < count; i++) {
            double own = own_rate(instance, &flow[i]), weight = weight_of(instance, &flow[i]);
            bool stays = own / weight <= level * (1 + 1e-12);
            for (uint32_t shared = 0; shared < instance->shared->count; shared++)
                stays |= taken_by_a_byte(instance, &flow[i], shared) > 0 &&
                         level_of_link(instance, flow, count, shared) <= level * (1 + 1e-12);
            flow[i].stays = stays && flow[i].rate == 0;
        }
        for (size_t i = 0; i < count; i++)
            if (flow[i].stays)
                flow[i].rate =
                    fmin(own_rate(instance, &flow[i]), level * weight_of(instance, &flow[i]));
    }
}

static bool shares_a_link(const struct rd_instance *instance, const struct rd_transfer *row,
                          const struct rd_transfer *other)
{
    struct oracle_flow one = {.from = row->from, .to = row->to};
    struct oracle_flow two = {.from = other->from, .to = other->to};
    for (uint32_t shared = 0; shared < instance->shared->count; shared++)
        if (taken_by_a_byte(instance, &one, shared) > 0 &&
            taken_by_a_byte(instance, &two, shared) > 0)
            return true;
    return false;
}

bool oracle_bytes_are_timed(const struct rd_instance *instance, const struct rd_plan *plan,
                            size_t *ret_row)
{
    for (size_t row = 0; row < plan->transfer_count; row++) {
        const struct rd_transfer *by_bytes = &plan->transfer[row];
        if (rd_plan_room(plan, row) != RD_ROOM_BYTES || !oracle_uses_shared(instance, by_bytes))
            continue;
        bool wrong = by_bytes->messages == 0;
        for (size_t i = 0; i < plan->transfer_count; i++)
            wrong |= rd_plan_room(plan, i) == RD_ROOM_SHARE && plan->transfer[i].to != RD_NO_HOST &&
                     shares_a_link(instance, by_bytes, &plan->transfer[i]);
        *ret_row = row;
        if (wrong)
            return false;
    }
    *ret_row = SIZE_MAX;
    return true;
}
