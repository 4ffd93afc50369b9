/* Until when links are busy, asked in order of time. For the referee only.
 *
 * A table of all links, where that stays in a cache. Else few of them are busy at a time, and what
 * has ended is forgotten: a sender has sets of places, a receiver belongs to one of them, and a
 * place whose date has passed is free. */
#ifndef REDIST_REFEREE_BUSY_LINKS_H
#define REDIST_REFEREE_BUSY_LINKS_H

#include "sim/base/arena.h"
#include "sim/model/topology.h"

enum { RD_BUSY_PLACES = 4 };

struct rd_busy_places {
    double until_s[RD_BUSY_PLACES];
    uint32_t to[RD_BUSY_PLACES];
};

/* Most often half of the places of a set are enough. */
struct rd_busy_set {
    struct rd_busy_places half;
    double other_s; /* until when a place of the other half is taken */
};

struct rd_busy_links {
    const struct rd_topology *topology;
    struct rd_arena *scratch;
    double *until_s;         /* [links], or NULL: */
    struct rd_busy_set *set; /* [host_count << set_bits] by sender, then by bits of the receiver */
    struct rd_busy_places *other; /* [host_count << set_bits] */
    uint32_t set_bits;
    bool complete; /* every two hosts are neighbours, and links numbered by both */
};

/* No link is busy. */
void rd_busy_links_open(struct rd_busy_links *busy, const struct rd_topology *topology,
                        struct rd_arena *scratch);

/* What rd_busy_until says where it looks at all places of a set. If all are taken, there are more
 * sets, or the table, from now on. Cost: O(1), or O(links that may be busy). */
double *rd_busy_search(struct rd_busy_links *busy, uint32_t from, uint32_t to, double now_s);

static inline struct rd_busy_set *rd_busy_set_of(const struct rd_busy_links *busy, uint32_t from,
                                                 uint32_t to)
{
    uint32_t mixed = to * UINT32_C(0x9e3779b1);
    return &busy->set[((size_t)from << busy->set_bits) + ((uint64_t)mixed << busy->set_bits >> 32)];
}

/* Until when the link from a host to its neighbour is busy; a date that has passed: it is free. In:
 * now_s: no call before had a later one; or none of this sender, where no more of its links are
 * busy at a time than a set has places. Returns: a place, until the next call, which whoever starts
 * a message there sets to its end. Cost: O(1) amortised. */
static inline double *rd_busy_until(struct rd_busy_links *busy, uint32_t from, uint32_t to,
                                    double now_s, double *ret_until_s)
{
    const struct rd_topology *topology = busy->topology;
    double *place_s;
    if (busy->until_s) {
        place_s = &busy->until_s[busy->complete ? (size_t)from * topology->host_count + to
                                                : rd_sparse_link_between(topology, from, to)];
        *ret_until_s = *place_s;
        return place_s;
    }
    struct rd_busy_set *set = rd_busy_set_of(busy, from, to);
    const uint32_t *busy_to = set->half.to;
    uint32_t passed = 0;
    for (uint32_t i = 0; i < RD_BUSY_PLACES; i++)
        passed |= (uint32_t)(set->half.until_s[i] <= now_s) << i;
    if (busy_to[0] == to || busy_to[1] == to || busy_to[2] == to || busy_to[3] == to ||
        passed == 0 || set->other_s > now_s) {
        place_s = rd_busy_search(busy, from, to, now_s);
        *ret_until_s = *place_s;
        return place_s;
    }
    uint32_t place = (uint32_t)__builtin_ctz(passed);
    set->half.to[place] = to;
    *ret_until_s = 0;
    return &set->half.until_s[place];
}

#endif
