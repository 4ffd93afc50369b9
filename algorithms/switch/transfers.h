/* What moves between hosts once every kind has a host of its own. */
#ifndef REDIST_ALGORITHMS_SWITCH_TRANSFERS_H
#define REDIST_ALGORITHMS_SWITCH_TRANSFERS_H

#include "algorithms/kernels/maximum_weight_matching.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

struct rd_transfers {
    const struct rd_instance *instance;
    uint32_t *kind_of_host; /* [host_count], a permutation; kinds beyond kind_count are empty;
                               NULL: all that moves is of kind 0 */
    size_t count;
    struct rd_multi_edge
        *edge; /* [count] by sender, then by kind: transfer sends, column receives */
};

/* Reads what moves. In: host_of_kind [host_count], a permutation; kinds from host_count on, if
 * there are any, are empty. O(hosts^2). */
struct rd_transfers rd_transfers_read(const struct rd_instance *instance,
                                      const uint32_t *host_of_kind, struct rd_arena *arena);

/* Items that a host sends to another one, or keeps. O(1). */
int64_t rd_transfers_items(const struct rd_transfers *transfers, uint32_t from, uint32_t to);

/* Appends a transfer of `messages` equal messages. Nothing if they are to hold no items. */
void rd_transfers_add(const struct rd_transfers *transfers, struct rd_arena *arena,
                      struct rd_plan *plan, struct rd_transfer transfer);

#endif
