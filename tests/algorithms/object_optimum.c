#include "object_optimum.h"

#include <string.h>

enum { SECONDS_MOST = 64 };

struct search {
    const struct object_case *of;
    int64_t end;
    uint32_t from[OBJECTS_MOST];
    int64_t start[OBJECTS_MOST], lasts[OBJECTS_MOST];
    uint8_t out[HOSTS_MOST][SECONDS_MOST], in[HOSTS_MOST][SECONDS_MOST];
    uint8_t pair[HOSTS_MOST][HOSTS_MOST][SECONDS_MOST];
    double trunk[2][SECONDS_MOST];
};

void object_case_open(struct object_case *of, uint32_t hosts)
{
    *of = (struct object_case){0};
    of->instance.topology = (struct rd_topology){.shape = RD_SWITCH, .host_count = hosts};
    of->instance.port_model = RD_ONE_PORT;
    of->instance.port_count = 1;
    of->instance.link_cost = of->cost;
    of->instance.item_bytes = of->instance.word_bytes = 1;
    of->instance.goal = RD_PLACE;
    of->instance.objects = &of->objects;
    for (uint32_t i = 0; i < hosts * hosts; i++)
        of->cost[i] = (struct rd_link_cost){0, 1};
    for (uint32_t i = 0; i < hosts; i++) {
        of->ports[i] = 1;
        of->space[i] = RD_NO_SPACE_LIMIT;
    }
    of->objects = (struct rd_objects){.bytes = of->bytes,
                                      .first = of->first,
                                      .source = of->source,
                                      .to = of->to,
                                      .drop = of->drop};
}

void object_case_add(struct object_case *of, int64_t bytes, uint32_t from, uint32_t to)
{
    uint32_t object = of->objects.count++;
    of->instance.kind_count = of->objects.count;
    of->bytes[object] = bytes;
    of->source[of->first[object]] = from;
    of->first[object + 1] = of->first[object] + 1;
    of->to[object] = to;
    of->drop[object] = RD_DROP_SOURCE;
}

void object_case_racks(struct object_case *of, uint32_t first_of_second, double at_a_time)
{
    uint32_t hosts = of->instance.topology.host_count, uses = 0;
    for (uint32_t link = 0; link < hosts * hosts; link++) {
        bool from = link / hosts >= first_of_second, to = link % hosts >= first_of_second;
        of->shared_first[link] = uses;
        if (from != to)
            of->use[uses++] = (struct rd_shared_use){from, 1};
    }
    of->shared_first[hosts * hosts] = uses;
    of->trunk_bytes_per_s[0] = of->trunk_bytes_per_s[1] = at_a_time;
    of->shared = (struct rd_shared_links){.count = 2,
                                          .bandwidth_bytes_per_s = of->trunk_bytes_per_s,
                                          .first = of->shared_first,
                                          .use = of->use};
    of->instance.shared = &of->shared;
}

static const struct rd_shared_use *trunk_of(const struct search *search, uint32_t object)
{
    const struct object_case *of = search->of;
    uint32_t hosts = of->instance.topology.host_count;
    uint32_t link = search->from[object] * hosts + of->to[object];
    return of->instance.shared && of->shared_first[link] < of->shared_first[link + 1]
               ? &of->use[of->shared_first[link]]
               : NULL;
}

/* Puts a message there, or takes it away. */
static void put(struct search *search, uint32_t object, int sign)
{
    const struct object_case *of = search->of;
    uint32_t from = search->from[object], to = of->to[object];
    const struct rd_shared_use *trunk = trunk_of(search, object);
    uint32_t hosts = of->instance.topology.host_count;
    for (int64_t t = search->start[object]; t < search->start[object] + search->lasts[object];
         t++) {
        search->out[from][t] = (uint8_t)(search->out[from][t] + sign);
        search->in[to][t] = (uint8_t)(search->in[to][t] + sign);
        search->pair[from][to][t] = (uint8_t)(search->pair[from][to][t] + sign);
        if (trunk)
            search->trunk[trunk->shared][t] += sign *
                                               of->cost[from * hosts + to].bandwidth_bytes_per_s /
                                               of->trunk_bytes_per_s[trunk->shared];
    }
}

/* Do the ports, the pair and the trunk of a message that was put there take it? */
static bool fits(const struct search *search, uint32_t object)
{
    const struct object_case *of = search->of;
    uint32_t end[] = {search->from[object], of->to[object]};
    const struct rd_shared_use *trunk = trunk_of(search, object);
    for (int64_t t = search->start[object]; t < search->start[object] + search->lasts[object];
         t++) {
        for (int i = 0; i < 2; i++) {
            uint32_t out = search->out[end[i]][t], in = search->in[end[i]][t];
            if (of->objects.combined_ports ? out + in > of->ports[end[i]]
                                           : (i ? in : out) > of->ports[end[i]])
                return false;
        }
        if (!of->objects.many_a_pair && search->pair[end[0]][end[1]][t] > 1)
            return false;
        if (trunk && search->trunk[trunk->shared][t] > 1 + 1e-9)
            return false;
    }
    return true;
}

/* What an object gives a host by a second: all at once where it has no place yet, and nobody knows
 * from which source. */
static int64_t gives_by(const struct search *search, uint32_t object, bool placed, uint32_t host,
                        int64_t t)
{
    const struct object_case *of = search->of;
    bool gives = of->drop[object] == host;
    if (placed && search->start[object] + search->lasts[object] > t)
        return 0;
    for (uint32_t j = of->first[object];
         of->drop[object] == RD_DROP_SOURCE && j < of->first[object + 1]; j++)
        gives = gives || (of->source[j] == host && (!placed || search->from[object] == host));
    return gives ? of->bytes[object] : 0;
}

/* Does what hosts hold, and what is on its way to them, fit at every second? In: placed, the first
 * objects; the others may take nothing. */
static bool has_space(const struct search *search, uint32_t placed)
{
    const struct object_case *of = search->of;
    for (uint32_t host = 0; of->objects.space_bytes && host < of->instance.topology.host_count;
         host++)
        for (int64_t t = 0; t < search->end && of->space[host] != RD_NO_SPACE_LIMIT; t++) {
            int64_t space = of->space[host];
            for (uint32_t i = 0; i < of->objects.count; i++) {
                space += gives_by(search, i, i < placed, host, t);
                if (i < placed && of->to[i] == host && search->start[i] <= t)
                    space -= of->bytes[i];
            }
            if (space < 0)
                return false;
        }
    return true;
}

static bool place(struct search *search, uint32_t object)
{
    const struct object_case *of = search->of;
    uint32_t hosts = of->instance.topology.host_count;
    if (!has_space(search, object))
        return false;
    if (object == of->objects.count)
        return true;
    for (uint32_t i = of->first[object]; i < of->first[object + 1]; i++) {
        struct rd_link_cost cost = of->cost[of->source[i] * hosts + of->to[object]];
        search->from[object] = of->source[i];
        search->lasts[object] =
            (int64_t)(cost.latency_s + (double)of->bytes[object] / cost.bandwidth_bytes_per_s +
                      0.5);
        for (int64_t t = 0; t + search->lasts[object] <= search->end; t++) {
            search->start[object] = t;
            put(search, object, 1);
            bool found = fits(search, object) && place(search, object + 1);
            put(search, object, -1);
            if (found)
                return true;
        }
    }
    return false;
}

/* Can the objects that are left be moved one by one? In: what is free. */
static bool can_follow(const struct object_case *of, uint32_t left, int64_t *space)
{
    if (left == 0)
        return true;
    for (uint32_t i = 0; i < of->objects.count; i++) {
        uint32_t to = of->to[i];
        bool limited = space[to] != RD_NO_SPACE_LIMIT;
        if (!(left & 1U << i) || (limited && space[to] < of->bytes[i]))
            continue;
        for (uint32_t j = of->first[i]; j < of->first[i + 1]; j++) {
            uint32_t gives = of->drop[i] == RD_DROP_SOURCE ? of->source[j] : of->drop[i];
            bool given = gives != RD_NO_HOST && space[gives] != RD_NO_SPACE_LIMIT;
            space[to] -= limited ? of->bytes[i] : 0;
            if (given)
                space[gives] += of->bytes[i];
            bool found = can_follow(of, left ^ 1U << i, space);
            if (given)
                space[gives] -= of->bytes[i];
            space[to] += limited ? of->bytes[i] : 0;
            if (found)
                return true;
        }
    }
    return false;
}

int64_t object_optimum(const struct object_case *of)
{
    uint32_t hosts = of->instance.topology.host_count;
    int64_t most = 0;
    for (uint32_t i = 0; i < of->objects.count; i++) {
        double longest_s = 0;
        for (uint32_t j = of->first[i]; j < of->first[i + 1]; j++) {
            struct rd_link_cost cost = of->cost[of->source[j] * hosts + of->to[i]];
            double s = cost.latency_s + (double)of->bytes[i] / cost.bandwidth_bytes_per_s;
            longest_s = s > longest_s ? s : longest_s;
        }
        most += (int64_t)(longest_s + 0.5);
    }
    int64_t space[HOSTS_MOST];
    memcpy(space, of->space, sizeof space);
    if (!can_follow(of, (1U << of->objects.count) - 1, space))
        return -1;
    static struct search search;
    memset(&search, 0, sizeof search);
    search.of = of;
    for (search.end = 1; search.end <= most && search.end < SECONDS_MOST; search.end++)
        if (place(&search, 0))
            return search.end;
    return -2; /* never: what can be moved one by one can be moved */
}
