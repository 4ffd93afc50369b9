#include "no_order_lists.h"

#include <string.h>

static void draw_objects(struct object_case *of, struct rd_rng *rng)
{
    uint32_t hosts = of->instance.topology.host_count;
    uint32_t count = (uint32_t)rd_rng_between(rng, 2, 6);
    bool several = rd_rng_below(rng, 3) == 0, dropped = rd_rng_below(rng, 3) == 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = (uint32_t)rd_rng_below(rng, hosts), to;
        do
            to = (uint32_t)rd_rng_below(rng, hosts);
        while (to == from);
        object_case_add(of, rd_rng_between(rng, 1, 5), from, to);
        uint32_t other = (uint32_t)rd_rng_below(rng, hosts);
        if (several && other > from && other != to) {
            of->source[of->first[i + 1]] = other;
            of->first[i + 1]++;
        }
        if (dropped && rd_rng_below(rng, 3) == 0)
            of->drop[i] = rd_rng_below(rng, 2) ? RD_NO_HOST : (uint32_t)rd_rng_below(rng, hosts);
    }
}

void no_order_draw(struct object_case *of, struct rd_rng *rng)
{
    int64_t more[HOSTS_MOST] = {0};
    object_case_open(of, (uint32_t)rd_rng_between(rng, 2, 4));
    of->instance.costs_equal = true;
    draw_objects(of, rng);
    for (uint32_t i = 0; i < of->objects.count; i++) {
        more[of->to[i]] += of->bytes[i];
        if (of->drop[i] != RD_NO_HOST)
            more[of->drop[i] == RD_DROP_SOURCE ? of->source[of->first[i]] : of->drop[i]] -=
                of->bytes[i];
    }
    bool unlimited = rd_rng_below(rng, 8) == 0;
    for (uint32_t host = 0; host < of->instance.topology.host_count; host++) {
        of->space[host] = (more[host] > 0 ? more[host] : 0) + rd_rng_between(rng, 0, 2);
        if (unlimited && host == 0)
            of->space[host] = RD_NO_SPACE_LIMIT;
    }
    of->objects.space_bytes = of->space;
    of->objects.staging = rd_rng_below(rng, 4) == 0;
}

struct orders {
    const struct object_case *of;
    int64_t free_bytes[HOSTS_MOST];
    /* Sets of objects moved, and which source each took, that lead nowhere. */
    bool seen[1 << OBJECTS_MOST][1 << OBJECTS_MOST];
};

static bool go_on(struct orders *orders, uint32_t moved, uint32_t second)
{
    const struct object_case *of = orders->of;
    if (moved == (1U << of->objects.count) - 1)
        return true;
    if (orders->seen[moved][second])
        return false;
    orders->seen[moved][second] = true;
    for (uint32_t i = 0; i < of->objects.count; i++) {
        if (moved >> i & 1 || of->bytes[i] > orders->free_bytes[of->to[i]])
            continue;
        for (uint32_t way = of->first[i]; way < of->first[i + 1]; way++) {
            uint32_t gets = of->drop[i] == RD_DROP_SOURCE ? of->source[way] : of->drop[i];
            orders->free_bytes[of->to[i]] -= of->bytes[i];
            if (gets != RD_NO_HOST)
                orders->free_bytes[gets] += of->bytes[i];
            if (go_on(orders, moved | 1U << i, second | (way - of->first[i]) << i))
                return true;
            orders->free_bytes[of->to[i]] += of->bytes[i];
            if (gets != RD_NO_HOST)
                orders->free_bytes[gets] -= of->bytes[i];
        }
    }
    return false;
}

bool has_order(const struct object_case *of, const int64_t *more)
{
    static const int64_t plenty = 1000000;
    static struct orders orders;
    orders.of = of;
    memset(orders.seen, 0, sizeof orders.seen);
    for (uint32_t host = 0; host < of->instance.topology.host_count; host++)
        orders.free_bytes[host] =
            (of->space[host] == RD_NO_SPACE_LIMIT ? plenty : of->space[host]) +
            (more ? more[host] : 0);
    return go_on(&orders, 0, 0);
}
