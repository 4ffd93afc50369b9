/* A list of objects as planners and bounds read it: what each message would last, and what it
 * takes. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"

/* An object's way from one of its sources. */
struct rd_copy_way {
    double duration_s; /* INFINITY: no link joins them */
    uint64_t link;
    uint32_t from;
};

struct rd_object_list {
    const struct rd_instance *instance;
    const struct rd_objects *objects;
    uint32_t count, host_count;
    struct rd_copy_way *way; /* [sources], as objects->source lists them */
    double *shortest_s;      /* [count]: over its sources */
    bool backwards;          /* each object goes from where it is wanted to its source */
    double step_s;           /* each time is a whole number of these; 0: not known */
};

/* Reads the objects of an instance that rd_instance_check accepts, and their ways without a stop.
 * Errors: RD_ERROR_REFUSED where objects may be relayed. Cost: O(objects + sources). */
bool rd_object_list_read(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_object_list *ret_list, struct rd_error *reterr);

/* The same where objects may stop on their way: a way lasts as long as a message at least that
 * leaves its source, and as one that comes to where the object is wanted. For bounds of what all
 * schedules have to do at ports. Cost: O(objects + sources + links). */
struct rd_object_list rd_object_list_with_stops(const struct rd_instance *instance,
                                                struct rd_arena *arena, struct rd_arena *scratch);

/* The only way of an object; NULL if it has several. O(sources). */
const struct rd_copy_way *rd_only_way(const struct rd_object_list *copies, uint32_t object);

/* Each object's shortest way, of equal ones the first: [count] numbers of ways. O(sources). */
uint32_t *rd_shortest_ways(const struct rd_object_list *copies, struct rd_arena *arena);

/* How many messages a host's port takes at a time, at most `most`. O(1). */
uint32_t rd_copy_ports(const struct rd_object_list *copies, uint32_t host, uint32_t most);
