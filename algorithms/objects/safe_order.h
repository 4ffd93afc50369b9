/* An order in which what has not started can be moved, one by one, kept up while messages start and
 * end: whatever starts leaves such an order, so that nothing ever waits for good. */
#pragma once

#include "order.h"

struct rd_safe_order;

/* In: an order of all objects. From scratch, which stays as it is until the order is done with. */
struct rd_safe_order *rd_safe_order_open(const struct rd_object_list *copies, const uint32_t *way,
                                         const uint32_t *order, struct rd_arena *scratch);

/* May an object start now? Its receiver has space, and what is left can then be moved in an order:
 * in the one that is kept, if before the object's place in it what its receiver takes leaves room
 * for it; else another one is looked for, some times, and kept if it is found.
 * Cost: O(what its receiver takes and gets, in the order before it), or a search. */
bool rd_safe_order_allows(struct rd_safe_order *safe, uint32_t object);

/* It starts: in: allowed, or the first of the order while nothing is under way. O(1). */
void rd_safe_order_start(struct rd_safe_order *safe, uint32_t object);
void rd_safe_order_end(struct rd_safe_order *safe, uint32_t object);

/* The first of the order. In: some are left. O(1) amortised. */
uint32_t rd_safe_order_first(struct rd_safe_order *safe);
