/* Links of a platform that the routes of several pairs cross: which pairs these are, and whether
 * they can ask for more than the link carries. SimGrid shares a link's bandwidth among what is
 * under way on it, so a message then lasts longer than its route alone would take.
 *
 * A host with one port sends one message at a time and receives one. So a link is never asked for
 * more than the most that each sender can put on it, added up over senders; nor for more than the
 * same over receivers; nor, where all pairs have one host in common, for more than what that host
 * sends and receives. Where the least of these fits, no message is ever slowed. */
#pragma once

#include "sim/base/arena.h"

#include <simgrid/link.h>

struct rd_link_use; /* of one shared link; it lives in the arena, and SimGrid's link knows it */

struct rd_sharing {
    struct rd_arena *arena;
    struct rd_link_use *first, **end; /* all, in the order in which routes met them */
    uint64_t route;                   /* how many routes have been begun */
    uint32_t numbered;                /* links that rd_sharing_number was asked for */
};

/* Starts an account without links. In: the arena that uses will be taken from. */
void rd_sharing_open(struct rd_sharing *sharing, struct rd_arena *arena);

/* Forgets all that was noted. */
void rd_sharing_forget(struct rd_sharing *sharing);

/* From here on links are of another route. */
void rd_sharing_begin_route(struct rd_sharing *sharing);

/* The route crosses a link, perhaps not for the first time.
 * Returns: how often it has by now; SimGrid charges a message as often. O(1). */
uint32_t rd_sharing_cross(struct rd_sharing *sharing, sg_link_t link);

/* Notes that a pair's messages ask a link for `rate` bytes/s. In: a link that a route crossed;
 * pairs grouped by sender; once for a link of a route. O(1). */
void rd_sharing_note_sender(sg_link_t link, uint32_t from, uint32_t to, double rate);

/* The same for all pairs again, grouped by receiver. */
void rd_sharing_note_receiver(sg_link_t link, uint32_t to, double rate);

/* How many times its bandwidth a link can be asked for: more than 1 where messages may be slowed.
 * Only an upper bound of it until receivers are noted. */
double rd_sharing_overload(sg_link_t link);

/* A number for a link, from 0 by first call. In: a link that a route crossed. O(1). */
uint32_t rd_sharing_number(struct rd_sharing *sharing, sg_link_t link);

/* Says which two pairs share which link, the most overloaded one if there is any, else one that two
 * pairs without a common end share, else any.
 * In: host_name by number. Returns: its overload (1 at the least) with the words in `text`, and
 * whether messages to a host and messages from it are seen to cross the link; 0, and nothing, if no
 * link is shared. O(links). */
double rd_sharing_describe(const struct rd_sharing *sharing, const char *const *host_name,
                           char *text, size_t size, bool *ret_both_ways);
