/* Plans that SMPI executes in tests. */
#ifndef REDIST_TESTS_EXECUTE_EXECUTED_H
#define REDIST_TESTS_EXECUTE_EXECUTED_H

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/referee/referee.h"

/* The same network with the bytes that SMPI adds to every message, and with names of hosts. From
 * the arena. */
struct rd_instance test_with_envelopes(const struct rd_instance *instance, struct rd_arena *arena);

/* Executes a plan on the platform of an instance, `real` with its envelopes. Fails the test unless
 * it takes as long as the referee says, to 1e-9 of it (in lock-step, which is played without
 * barriers, not longer), every item comes whole, and what was recorded is legal as a trace.
 * In: name, of what made the plan. Returns: the verdict on the plan. */
struct rd_verdict test_execute(const char *program, const char *name,
                               const struct rd_instance *platform, const struct rd_instance *real,
                               const struct rd_plan *plan, struct rd_arena *arena,
                               struct rd_arena *scratch);

#endif
