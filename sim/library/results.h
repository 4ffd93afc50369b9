/* What comes out of a call: plans, bounds, proofs and verdicts as arrays and text of its results.
 */
#pragma once

#include "include/redist/redist.h"
#include "sim/base/arena.h"
#include "sim/model/bound.h"
#include "sim/model/certificates/relabelling_certificate.h"
#include "sim/model/plan.h"
#include "sim/referee/referee.h"

/* A plan of self-timed or lock-step rows, column by column. O(rows). */
struct rd_schedule rd_result_schedule(const struct rd_plan *plan, struct rd_arena *results);

/* A bound of an instance. In: bound, or NULL if none is known. O(hosts). */
struct rd_lower_bound rd_result_bound(const struct rd_bound *bound,
                                      const struct rd_instance *instance, struct rd_arena *results);

/* A certificate. In: of a plan for the instance; NULL gives NULL. O(hosts). */
const struct rd_relabelling_proof *rd_result_relabelling(const struct rd_instance *instance,
                                                         const struct rd_certificate *certificate,
                                                         struct rd_arena *results);

/* Where a legal schedule brings each object, from its verdict; NULL of items. O(objects). */
const uint32_t *rd_result_object_place(const struct rd_instance *instance,
                                       const struct rd_verdict *verdict, struct rd_arena *results);

/* What is held at the end of a legal schedule, from its verdict; NULL of objects.
 * O(hosts * kinds). */
const int64_t *rd_result_final_load(const struct rd_instance *instance,
                                    const struct rd_verdict *verdict, struct rd_arena *results);

/* A text that lives as long as the results; NULL for NULL. O(letters). */
const char *rd_result_text(const char *text, struct rd_arena *results);
