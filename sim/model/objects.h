/* Objects: a list of things of different sizes, each of which one message takes whole from a host
 * that holds it to where it is wanted. docs/model.md says what hosts, plans and space mean. */
#pragma once

#include "sim/base/error.h"

#include <stdint.h>

/* Who gives an object's bytes up when it has arrived: the source that was used. */
#define RD_DROP_SOURCE (UINT32_MAX - 1)

/* A host whose space is not limited. */
#define RD_NO_SPACE_LIMIT (INT64_C(-1))

/* Bytes of all objects together, and of the space of a host, so that sums never overflow. */
#define RD_SPACE_LIMIT (INT64_C(1) << 61)

/* The most objects, and the most bytes of one. */
enum { RD_OBJECT_LIMIT = 10000000 };
#define RD_OBJECT_BYTES_LIMIT INT64_C(1000000000000000)

struct rd_objects {
    uint32_t count;             /* the kinds of the instance: object j is kind j */
    const char *const *name;    /* [count], no two alike; NULL: they are numbered */
    const int64_t *bytes;       /* [count] */
    const uint32_t *first;      /* [count + 1]: where the sources of each begin */
    const uint32_t *source;     /* [first[count]] hosts that hold it; of an object rising */
    const uint32_t *to;         /* [count] the host that wants it, and does not hold it */
    const uint32_t *drop;       /* [count] a host, RD_DROP_SOURCE, or RD_NO_HOST: nobody */
    const int64_t *space_bytes; /* [host_count] free at the start, or RD_NO_SPACE_LIMIT; NULL: no
                                   host has a limit */
    bool relays;                /* may go over other hosts */
    bool staging;               /* the same, where hosts have limited space */
    bool combined_ports;        /* sends and receptions of a host count together */
    bool many_a_pair;           /* a directed link carries several messages at a time */
};

/* Does a host hold an object at the start? O(log sources). */
bool rd_object_has_source(const struct rd_objects *objects, uint32_t object, uint32_t host);

/* May an object stop at a host on its way? */
static inline bool rd_objects_stop(const struct rd_objects *objects)
{
    return objects->relays || objects->staging;
}

/* Who gives an object's bytes up when its message from a host has ended: a host that it stopped at,
 * and of a source whoever does by the object's drop; RD_NO_HOST: nobody. O(log sources). */
uint32_t rd_object_freed(const struct rd_objects *objects, uint32_t object, uint32_t from);

/* The space of a host, or RD_NO_SPACE_LIMIT. O(1). */
static inline int64_t rd_host_space(const struct rd_objects *objects, uint32_t host)
{
    return objects->space_bytes ? objects->space_bytes[host] : RD_NO_SPACE_LIMIT;
}

/* "o1", or "object 7" where they have no names. */
enum { RD_OBJECT_LABEL_SIZE = 128 }; /* as RD_LABEL_SIZE */
const char *rd_object_label(const struct rd_objects *objects, uint32_t object,
                            char label[RD_OBJECT_LABEL_SIZE]);

/* The same in a buffer of its own, which lasts as long as the block. */
#define rd_label_of_object(objects, object)                                                        \
    rd_object_label((objects), (object), (char[RD_OBJECT_LABEL_SIZE]){0})
