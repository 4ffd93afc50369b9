/* Folders of cases with known answers, one JSON object a file. */
#ifndef REDIST_TESTS_CLI_CASES_H
#define REDIST_TESTS_CLI_CASES_H

#include "program.h"

/* Calls `visit` for each case of tests/algorithms/cases/<folder>, in the order of their names.
 * Returns: how many there are. */
int test_visit_cases(struct test_place *place, const char *folder,
                     void (*visit)(struct test_place *place, const json_t *given));

/* An array of an object, and an integer in it, which have to be there. */
json_t *test_array_of(const json_t *json, const char *key);
json_int_t test_entry(const json_t *json, const char *key, size_t i);

/* The row of a run's results by its number: it has to be of this algorithm, and in order. */
const json_t *test_good_row(const json_t *rows, size_t number, const char *algorithm);

#endif
