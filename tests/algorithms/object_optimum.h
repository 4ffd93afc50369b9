/* The shortest schedule of a few objects, by all sets of whole start times: what a copy list means,
 * second by second, and nothing of the planners' code. */
#pragma once

#include "sim/model/instance.h"

enum { OBJECTS_MOST = 8, HOSTS_MOST = 6 };

/* A list whose messages last whole seconds. */
struct object_case {
    struct rd_instance instance;
    struct rd_objects objects;
    struct rd_link_cost cost[HOSTS_MOST * HOSTS_MOST];
    uint32_t ports[HOSTS_MOST];
    int64_t bytes[OBJECTS_MOST], space[HOSTS_MOST];
    uint32_t first[OBJECTS_MOST + 1], source[OBJECTS_MOST * HOSTS_MOST];
    uint32_t to[OBJECTS_MOST], drop[OBJECTS_MOST];
    /* Two racks: messages between them take all of a trunk's half, one trunk each way. */
    struct rd_shared_links shared;
    double trunk_bytes_per_s[2];
    uint32_t shared_first[HOSTS_MOST * HOSTS_MOST + 1];
    struct rd_shared_use use[HOSTS_MOST * HOSTS_MOST];
};

/* Where to begin: so many hosts behind a switch, one port, a second a byte, no objects. */
void object_case_open(struct object_case *of, uint32_t hosts);

/* Adds an object that one host holds. */
void object_case_add(struct object_case *of, int64_t bytes, uint32_t from, uint32_t to);

/* Puts hosts below `first_of_second` into one rack and the others into another; `at_a_time`
 * messages at full rate go from one to the other. */
void object_case_racks(struct object_case *of, uint32_t first_of_second, double at_a_time);

/* The least time; -1: no schedule exists. In: every message lasts 1 or more whole seconds. */
int64_t object_optimum(const struct object_case *of);
