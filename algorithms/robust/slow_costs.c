#include "slow_costs.h"

#include <math.h>

/* How many times as long bytes take on each link that routes cross: [routes->count]. */
static double *slowness_of(const struct rd_slower_links *slower, const double *share,
                           struct rd_arena *arena)
{
    double *slowness = rd_take(arena, slower->routes->count, double);
    for (uint32_t i = 0; i < slower->routes->count; i++) {
        uint32_t way = slower->way_of[i];
        double part = way == RD_NOT_SLOWER ? 0 : share ? share[way] : 1;
        slowness[i] = part > 0 ? 1 + part * (slower->factor[way] - 1) : 1;
    }
    return slowness;
}

/* A message moves as fast as the slowest link on its way. */
static double slow_bandwidth(const struct rd_shared_links *routes, uint64_t link,
                             double bytes_per_s, const double *slowness)
{
    double slow = bytes_per_s;
    for (uint32_t i = routes->first[link]; i < routes->first[link + 1]; i++) {
        const struct rd_shared_use *use = &routes->use[i];
        double alone = routes->bandwidth_bytes_per_s[use->shared] / use->times;
        slow = fmin(slow, fmax(alone, bytes_per_s) / slowness[use->shared]);
    }
    return slow;
}

struct rd_instance rd_slow_instance(const struct rd_instance *instance,
                                    const struct rd_slower_links *slower, const double *share,
                                    struct rd_arena *arena)
{
    struct rd_instance slow = *instance;
    double *slowness = slowness_of(slower, share, arena);
    struct rd_link_cost *cost =
        rd_take(arena, rd_link_count(&instance->topology) + 1, struct rd_link_cost);
    rd_each_link (link, &instance->topology) {
        struct rd_link_cost nominal = rd_link_cost(instance, link.number);
        double bandwidth =
            slow_bandwidth(slower->routes, link.number, nominal.bandwidth_bytes_per_s, slowness);
        struct rd_link_cost silent = {rd_link_silence_s(instance, nominal), bandwidth};
        silent.latency_s = rd_message_duration_s(silent, instance->message_bytes);
        cost[link.number] = bandwidth == nominal.bandwidth_bytes_per_s ? nominal : silent;
    }
    slow.link_cost = cost;
    slow.costs_equal = false;
    return slow;
}

/* --- sharing ---------------------------------------------------------------------------------- */

/* What the messages of a link of the topology take of one link of the platform that is slower. */
static double part_of(const struct rd_shared_links *routes, uint64_t link, double bytes_per_s,
                      uint32_t slow, double slowness)
{
    for (uint32_t i = routes->first[link]; i < routes->first[link + 1]; i++) {
        const struct rd_shared_use *use = &routes->use[i];
        double room = routes->bandwidth_bytes_per_s[slow] / slowness;
        if (use->shared == slow)
            return fmin(bytes_per_s * use->times / room, 1);
    }
    return 0;
}

/* How much of a slow link messages can ask for at a time, in times its bandwidth. */
static double asked_of(const struct rd_instance *instance, const struct rd_shared_links *routes,
                       uint32_t slow, double slowness, struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    rd_arena_borrow(scratch);
    double *sent = rd_take(scratch, n, double), *received = rd_take(scratch, n, double);
    double links = 0, senders = 0, receivers = 0;
    rd_each_link (link, &instance->topology) {
        double part =
            part_of(routes, link.number, rd_link_cost(instance, link.number).bandwidth_bytes_per_s,
                    slow, slowness);
        links += part;
        sent[link.from] = fmax(sent[link.from], part);
        received[link.to] = fmax(received[link.to], part);
    }
    for (uint32_t host = 0; host < n; host++) {
        senders += sent[host];
        receivers += received[host];
    }
    return instance->port_model == RD_ONE_PORT ? fmin(senders, receivers) : links;
}

bool rd_slow_links_share(const struct rd_instance *instance, const struct rd_shared_links *routes,
                         const double *slower, struct rd_arena *scratch)
{
    static const double rounding = 1e-9;
    for (uint32_t i = 0; i < routes->count; i++)
        if (slower[i] > 1 && asked_of(instance, routes, i, slower[i], scratch) > 1 + rounding)
            return true;
    return false;
}

bool rd_slower_links_share(const struct rd_instance *instance, const struct rd_slower_links *slower,
                           struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    return rd_slow_links_share(instance, slower->routes, slowness_of(slower, NULL, scratch),
                               scratch);
}

struct rd_slow_link *rd_slow_resources(const struct rd_slower_links *slower, struct rd_arena *arena)
{
    struct rd_slow_link *slow = rd_take(arena, slower->count, struct rd_slow_link);
    for (uint32_t i = 0; i < slower->count; i++) {
        uint32_t *resource = NULL;
        size_t count = 0;
        for (uint32_t link = 0; link < slower->routes->count; link++)
            if (slower->way_of[link] == i)
                rd_arena_add(arena, resource, count, link);
        slow[i] =
            (struct rd_slow_link){slower->name[i], resource, (uint32_t)count, slower->factor[i]};
    }
    return slow;
}
