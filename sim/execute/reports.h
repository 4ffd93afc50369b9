/* What the processes of redist-mpi wrote: when each message was under way, and which items hosts
 * hold at the end. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/model/trace.h"

struct rd_reports {
    double executed_s;     /* until the last process was done, on its clock */
    struct rd_trace trace; /* one entry a message: from when both ends were ready until it came */
    int64_t item_count;    /* each is where the plan says, once, every byte as it was; of named
                              kinds those of all hosts */
};

/* Reads the reports [host_count] in a folder.
 * In: the plan that was executed (NULL: messages were not timed); final, [host_count * kind_count]:
 * what hosts hold at the end of it (not read of objects, of which the plan says it). The trace is
 * from the arena; scratch is rewound. Errors: RD_ERROR_RUN where a report is missing or damaged, an
 * item is lost, doubled or changed, or a host holds another number of them; of objects as
 * rd_object_report_read, of copies as rd_copy_report_read. O(messages + items). */
bool rd_reports_read(const char *folder, const struct rd_instance *instance,
                     const struct rd_plan *plan, const int64_t *final, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_reports *ret_reports,
                     struct rd_error *reterr);
