/* Bounds by what must pass one place: a port, a pair of hosts, a shared link, a bus. Messages there
 * are jobs, and the place has room for k of them at a time: parallel machines. */
#pragma once

#include "object_list.h"

#include "sim/base/groups.h"

enum rd_load_place {
    RD_LOAD_OBJECT,
    RD_LOAD_PORT,
    RD_LOAD_PAIR,
    RD_LOAD_SHARED,
    RD_LOAD_HOSTS,
    RD_LOAD_SPACE
};

/* The place that is busy longest. */
struct rd_load_bound {
    double seconds;
    enum rd_load_place place;
    uint32_t object;    /* RD_LOAD_OBJECT, the longest */
    uint32_t host;      /* RD_LOAD_PORT */
    bool receives;      /* RD_LOAD_PORT: the in-port, unless ports are combined */
    uint32_t from, to;  /* RD_LOAD_PAIR */
    uint32_t shared;    /* RD_LOAD_SHARED */
    const bool *member; /* RD_LOAD_HOSTS, RD_LOAD_SPACE: [host_count] */
    int64_t free_bytes; /* RD_LOAD_SPACE: the most that is under way there */
    uint32_t messages;  /* that the argument counts */
    uint32_t at_a_time; /* pigeonhole: so many at a time; `chained` of these follow each other */
    uint32_t chained;   /* 0: they are added up instead */
};

/* The least time that k machines take for jobs, none of which is cut: the longest; their sum / k;
 * of t k + 1 jobs t + 1 are on one machine.
 * In: jobs [count], which are sorted here, falling; k at least 1. Returns in *ret_messages and
 * *ret_chained how it is shown. Cost: O(count log count). */
double rd_machines_bound_s(double *job_s, uint32_t count, uint32_t k, uint32_t *ret_messages,
                           uint32_t *ret_chained);

/* B1: the object that takes longest from its nearest source. */
struct rd_load_bound rd_longest_object_bound(const struct rd_object_list *copies);

/* The objects of each port, [2 host_count]: those that cannot leave by another first, then those
 * that come; where ports are combined all of a host are in the first, on a bus all are in group 0.
 * From scratch. */
struct rd_groups rd_port_groups(const struct rd_object_list *copies, struct rd_arena *scratch);

/* B2: each port (both ports of a host where they are combined; the bus), with the messages that
 * cannot go by another. Cost: O(objects log objects). */
struct rd_load_bound rd_port_load_bound(const struct rd_object_list *copies,
                                        struct rd_arena *scratch);

/* B3: each pair of hosts that is one link. */
struct rd_load_bound rd_pair_load_bound(const struct rd_object_list *copies,
                                        struct rd_arena *scratch);

/* B4: each shared link: the sum of what messages take of it; how many of them go at a time; those
 * that take more than half exclude each other. */
struct rd_load_bound rd_shared_load_bound(const struct rd_object_list *copies,
                                          struct rd_arena *scratch);

/* B6: sets of hosts whose ports are combined. Each move within a set takes a place of two of its
 * hosts, so that half as many as they have go at a time. All sets of up to 10 hosts, else all hosts
 * together, and, up to 64, all three of them. In: arena, another one, for the members. */
struct rd_load_bound rd_odd_set_bound(const struct rd_object_list *copies, struct rd_arena *arena,
                                      struct rd_arena *scratch);

/* The first date that is not before one and may be an end: ends are sums of durations. O(1). */
double rd_rounded_up_s(const struct rd_object_list *copies, double seconds);

/* The greatest of these, rounded up to whole steps. */
struct rd_load_bound rd_load_bound(const struct rd_object_list *copies, struct rd_arena *scratch);
