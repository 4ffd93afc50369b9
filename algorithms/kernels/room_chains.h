/* Chains of room: who waits for whom on shared links, so that what is under way together fits there
 * however long messages last.
 *
 * The room of a link is a flow. At the start all of it lies in a pool; a transfer takes its part
 * from the pool, or from transfers that have ended and whose part nobody has taken yet, and waits
 * for each of these. So at any time every piece of room belongs to one transfer at most, and what
 * is under way never takes more than there is. It is not enough that a transfer waits for those
 * whose end makes its room in the plan: others, which by the plan have ended long before, may last
 * longer than planned. */
#pragma once

#include "sim/base/error.h"
#include "sim/model/plan.h"

/* From the start of a transfer's first message to the end of its last one. */
struct rd_transfer_span {
    double start_s, end_s;
};

/* `transfer` may start when `awaited`, which is listed before it, has ended. */
struct rd_room_wait {
    uint32_t transfer, awaited;
};

struct rd_room_waits {
    struct rd_room_wait *wait; /* [count], in the order of their transfers */
    size_t count;
};

/* What the transfers of a plan that keep to shared links wait for.
 * In: an instance with shared links; a plan of messages (no computations), and when each of its
 *     transfers is under way by the plan's clock.
 * Returns: the waits, from the arena. None follows from the others and from the order at ports of
 *     one message, of messages on one link, and of items that are forwarded. A transfer whose
 *     awaited ones last as long as planned, or less, need not start later than planned.
 * Errors: RD_ERROR_REFUSED where more is under way on a shared link than it carries, and above
 *     RD_ROOM_KNOWLEDGE_LIMIT transfers times senders.
 * Cost: time O(transfers * (senders + those with room left) + hosts * kinds), memory O(transfers *
 *     senders + hosts * kinds); of hosts with several ports each link counts as a sender. */
bool rd_room_chains(const struct rd_instance *instance, const struct rd_plan *plan,
                    const struct rd_transfer_span *span, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_room_waits *ret_waits,
                    struct rd_error *reterr);

/* 2^26 numbers. */
#define RD_ROOM_KNOWLEDGE_LIMIT (UINT64_C(1) << 26)
