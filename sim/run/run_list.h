/* From <run> elements to algorithms. */
#pragma once

#include "run_context.h"

/* What rd_scenario_read checks of each <run>: a name that is no algorithm's (with the nearest), and
 * options that the algorithm does not take. In: context, the run context. */
void rd_run_list_check(void *context, const struct rd_scenario_run *run,
                       struct rd_error_list *errors);

/* Fills the run context's jobs: each <run> by its name, or "all" as every algorithm that fits the
 * shape; with settings.algorithm, only those of that name, or those of "all" for "all".
 * In: a scenario whose runs rd_run_list_check let pass.
 * Errors, added to the list: "all" where nothing fits, or with options that one of them does not
 * take; a settings.algorithm that no run names. */
void rd_run_list_fill(struct rd_run_context *context, struct rd_error_list *errors);

/* Every algorithm that fits the shape, rather than one by its name? */
bool rd_run_is_all(const struct rd_scenario_run *run);

/* Is it here only because "all" names every algorithm of the shape, and refuses since it is made
 * for another goal or other ports? In: a run context that is loaded. */
bool rd_run_entry_is_inapplicable(const struct rd_run_context *context,
                                  const struct rd_run_entry *entry);

/* The options of a job, as its algorithm takes them. */
struct rd_options rd_run_entry_options(const struct rd_run_entry *entry);
