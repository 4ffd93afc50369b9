/* Who slows whom: messages of a trace that lasted longer than alone, because of others that were
 * on a shared link with them. */
#pragma once

#include "instance.h"
#include "trace.h"

struct rd_slowing {
    size_t transfer; /* of the trace: the message that was slowed */
    double lost_s;   /* how much longer it lasted than alone */
    uint32_t shared; /* the fullest shared link on its route while its bytes were under way */
    size_t other_count;
    const size_t *other; /* [other_count] messages whose bytes were there with them, by number */
};

/* How much longer a message lasted than alone; 0 for a computation. In: of a link of the topology.
 * O(1). */
double rd_lost_s(const struct rd_instance *instance, const struct rd_timed_transfer *transfer);

/* Finds the messages that lost more than RD_TIME_TOLERANCE of the makespan.
 * Returns: how many, by number in the trace, in *ret_slowing (arena); 0 where the instance has no
 *     shared links, and of packets. Cost: O(transfers log transfers), and the messages
 *     that meet. */
size_t rd_find_slowing(const struct rd_instance *instance, const struct rd_trace *trace,
                       struct rd_arena *arena, struct rd_slowing **ret_slowing);

/* What rd_slowing_words says of each transfer of a trace; NULL where nobody slowed it.
 * Returns: [transfer_count] from the arena; NULL if nobody slowed any. In: any trace. */
const char *const *rd_slowed_rows(const struct rd_instance *instance, const struct rd_trace *trace,
                                  struct rd_arena *arena);

/* "0.5 s on 'cable' by a1 > b1, a2 > b2 and 3 more", from the arena. */
const char *rd_slowing_words(const struct rd_instance *instance, const struct rd_trace *trace,
                             const struct rd_slowing *slowing, struct rd_arena *arena);
