#include "instance_check.h"

#include "sim/base/arena.h"

#include <inttypes.h>

/* Bytes that come to a host, and that it gives up. */
struct flow {
    int64_t comes, goes;
};

static bool check_sources(const struct rd_instance *instance, uint32_t object,
                          struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    uint32_t host_count = instance->topology.host_count, to = objects->to[object];
    uint32_t first = objects->first[object], end = objects->first[object + 1];
    bool reached = objects->relays;
    if (end <= first)
        return rd_wrong(reterr, "%s is held by no host: one or more are needed",
                        rd_label_of_object(objects, object));
    for (uint32_t i = first; i < end; i++) {
        uint32_t source = objects->source[i];
        if (source >= host_count || (i > first && source <= objects->source[i - 1]))
            return rd_wrong(reterr, "the sources of %s: hosts in rising order are needed",
                            rd_label_of_object(objects, object));
        if (source == to)
            return rd_wrong(reterr, "%s is to go to %s, which holds it: another host is needed",
                            rd_label_of_object(objects, object), rd_label(instance, to));
        reached = reached || rd_link_between(&instance->topology, source, to) != RD_NO_LINK;
    }
    return reached ||
           rd_wrong(reterr, "%s: no link joins a host that holds it, as %s, with %s%s",
                    rd_label_of_object(objects, object), rd_label(instance, objects->source[first]),
                    rd_label(instance, to),
                    objects->staging
                        ? ": a link is needed also where objects may stop (staging=\"yes\")"
                        : ", and objects go straight (relay=\"no\"): a link is needed");
}

static bool check_object(const struct rd_instance *instance, uint32_t object,
                         struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    uint32_t host_count = instance->topology.host_count, drop = objects->drop[object];
    int64_t bytes = objects->bytes[object];
    if (bytes < 0 || bytes > RD_OBJECT_BYTES_LIMIT)
        return rd_wrong(reterr, "%s has %" PRId64 " bytes: 0 to 1e15 are accepted",
                        rd_label_of_object(objects, object), bytes);
    if (objects->to[object] >= host_count ||
        (drop >= host_count && drop != RD_DROP_SOURCE && drop != RD_NO_HOST))
        return rd_wrong(reterr, "%s: hosts are 0 to %" PRIu32, rd_label_of_object(objects, object),
                        host_count - 1);
    return check_sources(instance, object, reterr);
}

/* What comes to each host and what it gives up, [host_count] each. Which of several sources drops
 * an object nobody knows yet: each of them may. */
static void add_up(const struct rd_instance *instance, struct flow *flow)
{
    const struct rd_objects *objects = instance->objects;
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t drop = objects->drop[object];
        flow[objects->to[object]].comes += objects->bytes[object];
        if (drop < instance->topology.host_count)
            flow[drop].goes += objects->bytes[object];
        for (uint32_t i = objects->first[object];
             drop == RD_DROP_SOURCE && i < objects->first[object + 1]; i++)
            flow[objects->source[i]].goes += objects->bytes[object];
    }
}

/* Does what is on each host in the end fit? */
static bool check_final_space(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    if (!objects->space_bytes)
        return true;
    rd_arena_own(arena);
    struct flow *flow = rd_take(&arena, instance->topology.host_count, struct flow);
    add_up(instance, flow);
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t space = objects->space_bytes[host];
        if (space == RD_NO_SPACE_LIMIT)
            continue;
        if (space < 0 || space > RD_SPACE_LIMIT)
            return rd_wrong(reterr, "space of %" PRId64 " bytes on %s: 0 to 2^61 are accepted",
                            space, rd_label(instance, host));
        int64_t lacks = flow[host].comes - flow[host].goes - space;
        if (lacks > 0)
            return rd_wrong(
                reterr,
                "%s has %" PRId64 " bytes free, gives up %" PRId64 " and is to take %" PRId64
                ": they never fit, and %" PRId64 " bytes more are needed",
                rd_label(instance, host), space, flow[host].goes, flow[host].comes, lacks);
    }
    return true;
}

bool rd_objects_check(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    int64_t bytes = 0;
    if (objects->count < 1 || objects->count > RD_OBJECT_LIMIT ||
        objects->count != instance->kind_count)
        return rd_wrong(reterr, "%" PRIu32 " objects: 1 to %d are supported", objects->count,
                        RD_OBJECT_LIMIT);
    if (objects->relays && objects->space_bytes)
        return rd_wrong(reterr, "relay=\"yes\" where hosts have a limited space: relay=\"no\", and "
                                "staging=\"yes\", are accepted");
    for (uint32_t object = 0; object < objects->count; object++) {
        if (!check_object(instance, object, reterr))
            return false;
        bytes += objects->bytes[object];
        if (bytes > RD_SPACE_LIMIT)
            return rd_wrong(reterr, "more than 2^61 bytes in all: at most 2^61 are supported");
    }
    return check_final_space(instance, reterr);
}
