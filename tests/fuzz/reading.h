/* Scenarios that harnesses read, and what has to hold of every answer. */
#ifndef REDIST_TESTS_FUZZ_READING_H
#define REDIST_TESTS_FUZZ_READING_H

#include "sim/scenario/scenario.h"

/* Does a scenario that was read hold together? */
void reading_check_scenario(const struct rd_scenario *scenario);

/* Of each mistake: a place in a file or an argument, and a message. */
void reading_check_errors(const struct rd_error_list *errors);

/* Do two scenarios say the same hosts, platform, loads and sweep? */
void reading_check_same(const struct rd_scenario *scenario, const struct rd_scenario *other);

#endif
