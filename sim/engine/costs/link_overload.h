/* Links of a platform that the routes of several pairs cross: which pairs these are, and whether
 * they can ask for more than the link carries. SimGrid shares a link's bandwidth among what is
 * under way on it, so a message then lasts longer than its route alone would take.
 *
 * A host with k ports sends at most k messages at a time and receives k, one to and from each
 * neighbour. What it puts on a link is so at most k times the most that one of its messages asks
 * for, and at most what all of them do; the latter only where no two of them go to one neighbour.
 * A link is never asked for more than that, added up over
 * senders; nor for more than the same over receivers; nor, where all pairs have one host in common,
 * for more than what that host sends and receives. Where the least of these fits, no message is
 * ever slowed. */
#pragma once

#include "sim/base/arena.h"
#include "sim/engine/simgrid/library.h"

struct rd_link_use; /* of one shared link; it lives in the arena, and SimGrid's link knows it */

struct rd_sharing {
    struct rd_arena *arena;
    struct rd_link_use *first, **end; /* all, in the order in which routes met them */
    uint64_t route;                   /* how many routes have been begun */
    uint32_t numbered;                /* links that rd_sharing_number was asked for */
    uint32_t ports;                   /* of a host, the most; UINT32_MAX: one for each neighbour */
    bool many_a_pair;                 /* each of a host's messages may be to the same neighbour */
};

/* Starts an account without links. In: the arena that uses will be taken from. */
void rd_sharing_open(struct rd_sharing *sharing, uint32_t ports, bool many_a_pair,
                     struct rd_arena *arena);

/* Forgets all that was noted. */
void rd_sharing_forget(struct rd_sharing *sharing);

/* From here on links are of another route. */
void rd_sharing_begin_route(struct rd_sharing *sharing);

/* The route crosses a link, perhaps not for the first time.
 * Returns: how often it has by now; SimGrid charges a message as often. O(1). */
uint32_t rd_sharing_cross(struct rd_sharing *sharing, sg_link_t link);

/* Notes that a pair's messages, of `rate` bytes/s, cross a link for the `times`-th time on their
 * way. In: pairs grouped by sender; rate: 0 for a link that does not share its bandwidth (FATPIPE),
 * on which messages only meet. O(1). */
void rd_sharing_note_sender(const struct rd_sharing *sharing, sg_link_t link, uint32_t from,
                            uint32_t to, double rate, uint32_t times);

/* The same for all pairs again, grouped by receiver. */
void rd_sharing_note_receiver(const struct rd_sharing *sharing, sg_link_t link, uint32_t to,
                              double rate, uint32_t times);

/* How many times its bandwidth a link can be asked for: more than 1 where messages may be slowed.
 * Only an upper bound of it until receivers are noted. */
double rd_sharing_overload(const struct rd_sharing *sharing, sg_link_t link);

/* A number for a link, from 0 by first call. In: a link that a route crossed. O(1). */
uint32_t rd_sharing_number(struct rd_sharing *sharing, sg_link_t link);

/* Says which two pairs share which link, or the messages of which pair, the most overloaded one if
 * there is any, else one that two pairs without a common end share, else any.
 * In: host_name by number. Returns: its overload (1 at the least) with the words in `text`, and
 * whether messages to a host and messages from it are seen to cross the link; 0, and nothing, if no
 * link is shared. O(links). */
double rd_sharing_describe(const struct rd_sharing *sharing, const char *const *host_name,
                           char *text, size_t size, bool *ret_both_ways);

/* Can two messages be on one link at a time, even where none slows another down? O(links). */
bool rd_sharing_lets_meet(const struct rd_sharing *sharing);
