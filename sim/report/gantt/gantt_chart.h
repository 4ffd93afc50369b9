/* What a Gantt chart shows. */
#pragma once

#include "sim/model/bound.h"
#include "sim/model/critical_path.h"
#include "sim/model/trace.h"

enum { RD_GANTT_MARK_LIMIT = 200000 };

/* Is drawn how busy lanes are, and not each message and computation, as there are more than
 * RD_GANTT_MARK_LIMIT? Then nothing is shown that is said of one of them. */
bool rd_gantt_is_dense(const struct rd_trace *trace);

struct rd_gantt {
    const char *title;
    const char *const *host_name; /* [host_count] */
    uint32_t host_count;
    uint32_t kind_count;
    const struct rd_instance *instance; /* that says what kinds are; NULL: they are numbers */
    const struct rd_trace *trace;
    const struct rd_bound *bound; /* NULL: no line */

    /* The part of time that is shown, of whose rows the trace is (rd_gantt_cut); to_s 0: all. */
    double from_s, to_s;

    /* What makes the makespan, of the trace's rows, first to last; chain_count 0: not shown. */
    const struct rd_critical_transfer *critical_path; /* [chain_count] */
    size_t critical_path_count;

    /* [transfer_count] who slowed each of the trace's rows on a shared link (rd_slowed_rows), NULL
     * where nobody did; or NULL: that is not shown. */
    const char *const *slowed;

    /* [transfer_count] how much later each of the trace's rows may end before the last one does; or
     * NULL: that is not shown. */
    const double *slack_s;

    /* The id of the picture in the page that it is a part of, where its styles reach no further and
     * each box has data-from, data-to, data-kind, data-items, data-start, data-end and, if it was
     * slowed, data-slowed; NULL: it is a file of its own. */
    const char *id;
};
