#include "order_certificate.h"

#include "sim/base/integers.h"

#include "sim/model/object_ways.h"

#include <math.h>

#define wrong(reterr, ...) rd_failed((reterr), "the certificate of no order: " __VA_ARGS__)

const char *rd_order_reason_name(enum rd_order_reason reason)
{
    static const char *const names[] = {"no first", "no last", "too large"};
    return names[reason];
}

static bool has_limit(const struct rd_objects *objects, uint32_t host)
{
    return host != RD_NO_HOST && rd_host_space(objects, host) != RD_NO_SPACE_LIMIT;
}

/* Goes on to the next host with a limit that may get an object's bytes, each once. In: *way, where
 * to begin. Returns: RD_NO_HOST behind the last. */
static uint32_t next_getter(const struct rd_objects *objects, const double *way_s, uint32_t object,
                            uint32_t *way)
{
    for (uint32_t i = (*way)++; i < objects->first[object + 1]; i = (*way)++) {
        uint32_t host =
            objects->drop[object] == RD_DROP_SOURCE ? objects->source[i] : objects->drop[object];
        if (isinf(way_s[i]) || !has_limit(objects, host))
            continue;
        if (objects->drop[object] != RD_DROP_SOURCE)
            *way = objects->first[object + 1];
        return host;
    }
    return RD_NO_HOST;
}

/* Adds an object's bytes at each host that may get them. */
static void add_to_getters(const struct rd_objects *objects, const double *way_s, uint32_t object,
                           int64_t *bytes)
{
    uint32_t host, way = objects->first[object];
    while ((host = next_getter(objects, way_s, object, &way)) != RD_NO_HOST)
        bytes[host] += objects->bytes[object];
}

/* The one host that gets an object's bytes, on whatever way, if it has a limit. */
static uint32_t only_getter(const struct rd_objects *objects, const double *way_s, uint32_t object)
{
    uint32_t only = RD_NO_HOST, ways = 0;
    for (uint32_t i = objects->first[object]; i < objects->first[object + 1]; i++) {
        ways += isfinite(way_s[i]);
        only = isfinite(way_s[i]) ? objects->source[i] : only;
    }
    if (objects->drop[object] != RD_DROP_SOURCE)
        only = ways > 0 ? objects->drop[object] : RD_NO_HOST;
    else if (ways > 1)
        return RD_NO_HOST;
    return has_limit(objects, only) ? only : RD_NO_HOST;
}

struct rd_order_space rd_order_space_open(const struct rd_instance *instance,
                                          enum rd_order_reason reason, struct rd_arena *arena,
                                          struct rd_arena *scratch)
{
    const struct rd_objects *objects = instance->objects;
    uint32_t host_count = instance->topology.host_count;
    struct rd_order_space space = {
        .objects = objects,
        .reason = reason,
        .way_s = rd_object_ways_s(instance, rd_objects_stop(objects), arena, scratch),
        .needs = rd_take(arena, objects->count, uint32_t),
        .free_bytes =
            rd_arena_copy(arena, objects->space_bytes, host_count, sizeof *objects->space_bytes)};
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t to = objects->to[object];
        space.needs[object] = has_limit(objects, to) ? to : RD_NO_HOST;
        if (reason != RD_ORDER_NO_LAST)
            continue;
        space.needs[object] = only_getter(objects, space.way_s, object);
        if (has_limit(objects, to))
            space.free_bytes[to] -= objects->bytes[object];
        add_to_getters(objects, space.way_s, object, space.free_bytes);
    }
    return space;
}

void rd_order_space_leave(struct rd_order_space *space, uint32_t object)
{
    const struct rd_objects *objects = space->objects;
    uint32_t to = objects->to[object];
    if (space->reason == RD_ORDER_NO_FIRST)
        add_to_getters(objects, space->way_s, object, space->free_bytes);
    else if (has_limit(objects, to))
        space->free_bytes[to] += objects->bytes[object];
}

int64_t rd_order_space_among(const struct rd_instance *instance, const bool *member,
                             struct rd_arena *scratch)
{
    const struct rd_objects *objects = instance->objects;
    int64_t bytes = 0;
    rd_arena_borrow(scratch);
    const double *way_s = rd_object_ways_s(instance, rd_objects_stop(objects), scratch, scratch);
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        if (member[host] && !has_limit(objects, host))
            return -1;
        bytes += member[host] ? objects->space_bytes[host] : 0;
    }
    for (uint32_t object = 0; object < objects->count; object++) {
        uint32_t host, way = objects->first[object];
        do
            host = next_getter(objects, way_s, object, &way);
        while (host != RD_NO_HOST && !member[host]);
        bytes += host != RD_NO_HOST && !member[objects->to[object]] ? objects->bytes[object] : 0;
    }
    return bytes;
}

/* Is the set one of objects that there are? Returns it as members from scratch; NULL: it is not. */
static bool *members_of(const uint32_t *number, uint32_t count, uint32_t most,
                        struct rd_arena *scratch)
{
    bool *is_member = rd_take(scratch, most, bool);
    for (uint32_t i = 0; i < count; i++) {
        if (number[i] >= most || is_member[number[i]])
            return NULL;
        is_member[number[i]] = true;
    }
    return count > 0 ? is_member : NULL;
}

/* Are just so many bytes missing, for the object that is named? */
static bool holds_missing(const struct rd_order_certificate *certificate, int64_t least_bytes,
                          int64_t short_bytes, struct rd_error *reterr)
{
    return (least_bytes == certificate->missing_bytes && short_bytes == least_bytes) ||
           wrong(reterr, "other bytes are missing");
}

static bool check_too_large(const struct rd_instance *instance,
                            const struct rd_order_certificate *certificate,
                            struct rd_arena *scratch, struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    uint32_t object = certificate->object[0];
    const bool *member = members_of(certificate->member, certificate->member_count,
                                    instance->topology.host_count, scratch);
    if (certificate->object_count != 1 || !member || !member[objects->to[object]] ||
        certificate->short_object != object ||
        certificate->short_host >= instance->topology.host_count ||
        !member[certificate->short_host])
        return wrong(reterr, "one object is wanted at one of some hosts");
    int64_t among = rd_order_space_among(instance, member, scratch);
    if (among < 0 || among >= objects->bytes[object])
        return wrong(reterr, "there is space for the object");
    int64_t missing = objects->bytes[object] - among;
    return holds_missing(certificate, missing, missing, reterr);
}

bool rd_order_certificate_check(const struct rd_instance *instance,
                                const struct rd_order_certificate *certificate,
                                struct rd_arena *scratch, struct rd_error *reterr)
{
    const struct rd_objects *objects = instance->objects;
    int64_t least = INT64_MAX, of_short = 0;
    rd_arena_borrow(scratch);
    if (!objects || !objects->space_bytes)
        return wrong(reterr, "space is not limited");
    const bool *is_member =
        members_of(certificate->object, certificate->object_count, objects->count, scratch);
    if (!is_member)
        return wrong(reterr, "an object that there is not, or twice");
    if (certificate->reason == RD_ORDER_TOO_LARGE)
        return check_too_large(instance, certificate, scratch, reterr);
    struct rd_order_space space =
        rd_order_space_open(instance, certificate->reason, scratch, scratch);
    for (uint32_t object = 0; object < objects->count; object++)
        if (!is_member[object])
            rd_order_space_leave(&space, object);
    for (uint32_t i = 0; i < certificate->object_count; i++) {
        uint32_t object = certificate->object[i], host = space.needs[object];
        int64_t missing = host == RD_NO_HOST ? 0 : objects->bytes[object] - space.free_bytes[host];
        if (missing <= 0)
            return wrong(reterr, "%s finds space", rd_label_of_object(objects, object));
        if (object == certificate->short_object && host == certificate->short_host)
            of_short = missing;
        least = rd_least(least, missing);
    }
    return holds_missing(certificate, least, of_short, reterr);
}
