/* Reads scenarios of tests/scenario for tests. */
#ifndef REDIST_TESTS_SCENARIO_SCENARIO_READING_H
#define REDIST_TESTS_SCENARIO_SCENARIO_READING_H

#include "sim/scenario/scenario.h"

/* One reading: open it, then read as often as wanted, then close it. */
struct reading {
    struct rd_arena arena;
    struct rd_error_list errors;
    struct rd_scenario scenario;
    struct rd_document_cache *kept; /* NULL, unless a test sets it */
};

void reading_open(struct reading *reading);
void reading_close(struct reading *reading);

/* Reads a scenario of the folder SCENARIO_TESTS, with --set NAME=VALUE for each pair of texts.
 * Errors of an earlier call are forgotten. */
bool read_with(struct reading *reading, const char *file, const struct rd_option *set,
               size_t set_count);

/* As read_with, without settings; prints the errors and fails the test if there are any. */
void read_valid(struct reading *reading, const char *file);

#endif
