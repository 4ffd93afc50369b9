/* Which item moves round a ring is not in a plan: plans move counts. Where the items are columns
 * that lie round the ring in order, each host takes what it sends from the end that faces the
 * neighbour, and puts what it receives at the end that faces the sender: first in, first out. Every
 * host then keeps a slice of consecutive columns, as long as no edge carries columns both ways. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/trace.h"

/* Follows every column of a trace.
 * In: a ring with one kind of items; a legal, sorted trace of it.
 * Returns: true if at the end the columns, host by host, are the cyclic order of the start; else
 *     false, and in *ret_host the first host that holds a column out of order.
 * Cost: O(items + transfers log transfers), 8 bytes a column; items are limited to 2^27. */
bool rd_ring_order_is_kept(const struct rd_instance *instance, const struct rd_trace *trace,
                           struct rd_arena *scratch, uint32_t *ret_host);
