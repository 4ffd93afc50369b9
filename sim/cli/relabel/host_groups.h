/* `redist relabel --groups`: which hosts are in one group, and what is said of that. */
#pragma once

#include "sim/relabel/relabel.h"

#include <stdio.h>

struct rd_groups_request {
    const char *path;   /* a CSV with the columns host and group */
    const char *prices; /* "1,10": within a group, and between two; NULL: 1 each */
    bool together;      /* parts of a group stay in one */
    bool apart;         /* parts of an item are in groups of their own */
};

/* Reads them. In: the placements, all of the same hosts. From the arena. Errors: RD_ERROR_INPUT for
 * a host that is not there, is in two groups or in none, and groups that differ in size where parts
 * stay together; RD_ERROR_USAGE for prices that are none, or too high for these sizes. */
bool rd_host_groups_read(const struct rd_groups_request *request,
                         const struct rd_placements *placements, struct rd_arena *arena,
                         struct rd_host_groups *ret_groups, struct rd_error *reterr);

/* Says of which item no two replicas can be kept apart, or were, if there is one. In: relabelling
 * [placements->count]. Returns: false, RD_ERROR_REFUSED, if there is. */
bool rd_host_groups_are_apart(const struct rd_placements *placements,
                              const struct rd_relabelling *relabelling,
                              const struct rd_host_groups *groups, struct rd_arena *scratch,
                              struct rd_error *reterr);

/* Says how many items have two replicas in one group: now, in the new placement as it is given, and
 * relabelled; nothing where no item has several. In: relabelling [placements->count]. */
void rd_host_groups_tell_crowded(FILE *out, const struct rd_placements *placements,
                                 const struct rd_relabelling *relabelling,
                                 const struct rd_host_groups *groups, struct rd_arena *scratch);
