/* What the parts of the check of certificates of objects share. Only for this folder. */
#pragma once

#include "ticks.h"

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/objects.h"

struct rd_object_certificate;

/* Later than any date, and longer than anything lasts. */
#define RD_OBJECT_NEVER (INT64_C(1) << 61)

/* A claim under examination. */
struct rd_object_examination {
    const struct rd_instance *instance;
    const struct rd_objects *objects;
    const struct rd_object_certificate *certificate;
    struct rd_arena *scratch;
    struct rd_error *reterr;
    uint32_t host_count;
    bool stops;
    int64_t grid, end;
    int64_t *way;   /* [sources] ticks; RD_OBJECT_NEVER: too long */
    int64_t *least; /* [count] */
    bool *inside;   /* [hosts] members of the place */
};

#define rd_object_claim_is_wrong(check, ...)                                                       \
    rd_failed((check)->reterr, "the bound's certificate: " __VA_ARGS__)

/* Goes on to the first way of an object, from *way on, that is short enough. Returns: false if
 * there is none. */
static inline bool rd_next_object_way(const struct rd_object_examination *check, uint32_t object,
                                      uint32_t *way)
{
    uint32_t end = check->objects->first[object + 1];
    while (*way < end && check->way[*way] == RD_OBJECT_NEVER)
        ++*way;
    return *way < end;
}

/* How many messages are at a port at a time at the most. */
static inline int64_t rd_object_ports(const struct rd_object_examination *check, uint32_t host)
{
    if (check->instance->topology.shape == RD_BUS)
        return 1;
    return rd_least(rd_host_ports(check->instance, host), check->objects->count);
}

/* The host that gets an object's bytes on a way, if it has a limit. */
static inline uint32_t rd_object_getter(const struct rd_object_examination *check, uint32_t object,
                                        uint32_t way)
{
    uint32_t host = rd_object_freed(check->objects, object, check->objects->source[way]);
    bool limited = host != RD_NO_HOST && rd_host_space(check->objects, host) != RD_NO_SPACE_LIMIT;
    return limited ? host : RD_NO_HOST;
}
