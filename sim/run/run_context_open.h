/* From a scenario to a run context: read, its <run> elements made algorithms, its platform loaded.
 */
#pragma once

#include "run_context.h"

/* Reads a scenario and finds its algorithms, and no more: the instance lacks its costs, and there
 * is no engine.
 * Errors: a list of all that is wrong, in the run context's arena. rd_run_context_close is due in
 * both cases. */
bool rd_run_context_read(const struct rd_run_context_settings *settings,
                         struct rd_run_context *context, struct rd_error_list *errors);

/* Reads a scenario, loads its platform and finds its algorithms.
 * Returns: 0, or the exit status of what is wrong, all of which has been printed on standard error.
 *     rd_run_context_close is due in both cases. */
int rd_run_context_open(const struct rd_run_context_settings *settings,
                        struct rd_run_context *context);

/* Fills the run context's jobs: each <run> by its name, or "all" as every algorithm that fits the
 * shape; with settings.algorithm, only those of that name, or those of "all" for "all".
 * In: a scenario that rd_run_context_read let pass.
 * Errors, added to the list: "all" where nothing fits, or with options that one of them does not
 * take; a settings.algorithm that no run names. */
void rd_run_list_fill(struct rd_run_context *context, struct rd_error_list *errors);

/* Every algorithm that fits the shape, rather than one by its name? */
bool rd_run_is_all(const struct rd_scenario_run *run);

/* Is it here only because "all" names every algorithm of the shape, and refuses since it is made
 * for another goal or other ports, or another one is better? In: a run context that is loaded. */
bool rd_run_entry_is_inapplicable(const struct rd_run_context *context,
                                  const struct rd_run_entry *entry);

/* One of "all" is not where another algorithm is better.
 * Errors: RD_ERROR_REFUSED, naming that one. */
bool rd_run_entry_is_wanted(const struct rd_run_context *context, const struct rd_run_entry *entry,
                            struct rd_error *reterr);

/* The options of a job, as its algorithm takes them. */
struct rd_options rd_run_entry_options(const struct rd_run_entry *entry);
