/* Until when links are busy, asked in order of time. For the referee only.
 *
 * A table of all links, where that stays in a cache. Else few of them are busy at a time, and what
 * has ended is forgotten: a sender has a few places, of which one whose date has passed is free.
 * Those lie with whatever else is needed of a sender. What they do not hold has sets of places: a
 * receiver belongs to one of those of its sender. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/topology.h"

enum { RD_BUSY_PLACES = 4 };

struct rd_busy_places {
    double until_s[RD_BUSY_PLACES];
    uint32_t to[RD_BUSY_PLACES];
    uint16_t next; /* the place behind the one that was taken last */
    bool more;     /* places of the sender's sets may be taken */
};

struct rd_busy_links {
    const struct rd_topology *topology;
    struct rd_arena *scratch;
    double *until_s;   /* [links], or NULL: */
    char *first;       /* a struct rd_busy_places of each sender ... */
    size_t first_size; /* ... is so many bytes behind that of the one before */
    /* [host_count << set_bits] by sender, then by bits of the receiver */
    struct rd_busy_places *set;
    uint32_t set_bits;
    bool complete; /* every two hosts are neighbours, and links numbered by both */
};

/* No link is busy. In: first: empty places of the senders, each of the first of so many bytes. */
void rd_busy_links_open(struct rd_busy_links *busy, const struct rd_topology *topology,
                        struct rd_busy_places *first, size_t first_size, struct rd_arena *scratch);

/* What rd_busy_until says where it looks at all places. If all are taken, there are more sets, or
 * the table, from now on. Cost: O(1), or O(links that may be busy). */
double *rd_busy_search(struct rd_busy_links *busy, struct rd_busy_places *places, uint32_t from,
                       uint32_t to, double now_s);

/* A place to take. */
static inline uint32_t rd_busy_next(const struct rd_busy_places *places, bool in_turn, double now_s)
{
    uint32_t passed = 0;
    if (in_turn)
        return places->next;
    for (uint32_t i = 0; i < RD_BUSY_PLACES; i++)
        passed |= (uint32_t)(places->until_s[i] <= now_s) << i;
    return passed ? (uint32_t)__builtin_ctz(passed) : 0;
}

/* Until when the link from a host to its neighbour is busy; a date that has passed: it is free. In:
 * places: the sender's; now_s: no call before had a later one; or none of this sender, where no
 * more of its links are busy at a time than there are places; in_turn: most of its messages end in
 * the order they start. Returns: a place, until the next call, which whoever starts a message there
 * sets to its end. Cost: O(1) amortised. */
static inline double *rd_busy_until(struct rd_busy_links *busy, struct rd_busy_places *places,
                                    bool in_turn, uint32_t from, uint32_t to, double now_s,
                                    double *ret_until_s)
{
    const struct rd_topology *topology = busy->topology;
    double *place_s;
    if (busy->until_s) {
        place_s = &busy->until_s[busy->complete ? (size_t)from * topology->host_count + to
                                                : rd_sparse_link_between(topology, from, to)];
        *ret_until_s = *place_s;
        return place_s;
    }
    const uint32_t *busy_to = places->to;
    uint32_t next = rd_busy_next(places, in_turn, now_s);
    place_s = &places->until_s[next];
    if (busy_to[0] == to || busy_to[1] == to || busy_to[2] == to || busy_to[3] == to ||
        *place_s > now_s || places->more) {
        place_s = rd_busy_search(busy, places, from, to, now_s);
        *ret_until_s = *place_s;
        return place_s;
    }
    places->to[next] = to;
    places->next = (next + 1) % RD_BUSY_PLACES;
    *ret_until_s = 0;
    return place_s;
}
