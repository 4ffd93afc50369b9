#include "bound.h"

#include <inttypes.h>

/* What is listed at the most. */
enum { SHOWN = 12 };

void rd_bound_add_bottleneck_port(struct rd_bound *bound, uint32_t host, bool receives)
{
    rd_assert(bound->port_count < sizeof bound->port / sizeof *bound->port);
    bound->bottleneck = RD_BOTTLENECK_PORTS;
    bound->port[bound->port_count++] = (struct rd_bound_port){host, receives};
}

bool rd_bound_bottleneck_has_host(const struct rd_bound *bound, uint32_t host)
{
    if (bound->bottleneck == RD_BOTTLENECK_HOSTS)
        return bound->member[host];
    if (bound->bottleneck != RD_BOTTLENECK_SLICE)
        return false;
    if (bound->first <= bound->last)
        return host >= bound->first && host <= bound->last;
    return host >= bound->first || host <= bound->last;
}

bool rd_bound_bottleneck_has_port(const struct rd_bound *bound, uint32_t host, bool receives)
{
    for (uint32_t i = 0; i < bound->port_count; i++)
        if (bound->port[i].host == host && bound->port[i].receives == receives)
            return true;
    return false;
}

const char *rd_slice_words(const struct rd_instance *instance, uint32_t first, uint32_t last,
                           struct rd_arena *arena)
{
    char from[RD_LABEL_SIZE], to[RD_LABEL_SIZE];
    rd_host_label(instance, first, from);
    if (first == last)
        return rd_arena_print(arena, "%s", from);
    return rd_arena_print(arena, "the slice from %s to %s", from,
                          rd_host_label(instance, last, to));
}

const char *rd_numbered_words(const char *noun, const bool *member, bool wanted, uint32_t n,
                              struct rd_arena *arena)
{
    uint32_t count = 0, shown = 0;
    for (uint32_t i = 0; i < n; i++)
        count += member[i] == wanted;
    const char *words = rd_arena_print(arena, "%s%s", noun, count == 1 ? "" : "s");
    if (count == 0)
        return rd_arena_print(arena, "no %s", noun);
    for (uint32_t i = 0; i < n && shown < SHOWN; i++) {
        if (member[i] != wanted)
            continue;
        const char *between = shown == 0 ? " " : shown + 1 == count ? " and " : ", ";
        words = rd_arena_print(arena, "%s%s%" PRIu32, words, between, i);
        shown++;
    }
    return count > shown ? rd_arena_print(arena, "%s and %" PRIu32 " more", words, count - shown)
                         : words;
}

/* "the send port of host 1 and the receive port of host 2", "both ports of host 4 (m)". */
static const char *port_words(const struct rd_bound *bound, const struct rd_instance *instance,
                              struct rd_arena *arena)
{
    char label[RD_LABEL_SIZE];
    if (bound->port_count == 2 && bound->port[0].host == bound->port[1].host)
        return rd_arena_print(arena, "both ports of %s",
                              rd_host_label(instance, bound->port[0].host, label));
    const char *words = "";
    for (uint32_t i = 0; i < bound->port_count; i++)
        words = rd_arena_print(arena, "%s%sthe %s port of %s", words, i > 0 ? " and " : "",
                               bound->port[i].receives ? "receive" : "send",
                               rd_host_label(instance, bound->port[i].host, label));
    return words;
}

const char *rd_bound_bottleneck_words(const struct rd_bound *bound,
                                      const struct rd_instance *instance, struct rd_arena *arena)
{
    switch (bound->bottleneck) {
    case RD_BOTTLENECK_NONE: return NULL;
    case RD_BOTTLENECK_SLICE: return rd_slice_words(instance, bound->first, bound->last, arena);
    case RD_BOTTLENECK_PORTS: return port_words(bound, instance, arena);
    case RD_BOTTLENECK_HOSTS:
        return rd_numbered_words("host", bound->member, true, instance->topology.host_count, arena);
    case RD_BOTTLENECK_PROCESSORS: return "all that compute";
    case RD_BOTTLENECK_BUS: return "the bus";
    }
    rd_assert(!"a witness without words");
    return NULL;
}
