/* One run: accepted, bounded, planned, judged, simulated, compared. */
#pragma once

#include "acceptance.h"
#include "run_context.h"

#include "sim/base/time_limit.h"
#include "sim/referee/referee.h"
#include "result.h"

struct rd_execute_settings {
    bool simulate;       /* else the plan is only judged */
    bool want_trace;     /* the result's trace: simulated, or planned if nothing is simulated */
    bool want_plan;      /* the outcome's plan with all its transfers */
    bool order_by_words; /* what waits for room on shared links is told by words instead, as
                            processes need it (algorithms/kernels/order_words.h) */
    struct rd_time_limit *limit; /* of planning and bounds together, changed; NULL: none. The plan
                                    is then the best that was found, which its message says */
    bool want_alternative; /* where a run is refused by name, its message says who accepts it */
};

/* What is added to a refusal of an algorithm: "; star-order accepts the scenario". From the
 * run context's arena. Cost: some plans (rd_algorithm_alternative). */
const char *rd_alternative_words(struct rd_run_context *context,
                                 const struct rd_algorithm *algorithm);

/* An outcome of which nothing is known but whose it is, with the status ok. */
void rd_outcome_begin(struct rd_run_context *context, const struct rd_run_entry *entry,
                      struct rd_outcome *outcome);

/* Runs one job, but for its bounds (hold_bounds.h). Returns: as rd_execute. */
bool rd_execute_plan(struct rd_run_context *context, const struct rd_run_entry *entry,
                     const struct rd_execute_settings *settings, struct rd_outcome *outcome,
                     struct rd_error *reterr);

/* Runs one job. The clocks are held against each other: bound <= planned to 1e-9, planned ==
 * simulated in the exact model, SimGrid's trace legal, the loads at the end alike; whatever
 * disagrees makes the status failed, with words that name both numbers. On a platform whose links
 * are shared, a self-timed plan of an algorithm that knows nothing of it waits for room on them or
 * shares them, whichever is shorter. Where too many are shared to be known, or the plan is of
 * another timing, simulated may be later, never earlier: only if messages lasted longer on links
 * that others may have used, which the transfer then says. Under tcp, and where bandwidths vary,
 * planned and simulated may differ, and the message says by how much; where they vary by a known
 * factor, bound <= simulated * factor is held instead. `optimal` and `expectation` of the result
 * are left to cross_check.h. Returns: false only if going on is of no use (interrupted); what
 * happens to the run itself is in the outcome. */
bool rd_execute(struct rd_run_context *context, const struct rd_run_entry *entry,
                const struct rd_execute_settings *settings, struct rd_outcome *outcome,
                struct rd_error *reterr);
