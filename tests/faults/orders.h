/* redist, stopped at its main, of which copies are ordered: each with its arguments and its fault.
 */
#ifndef REDIST_TESTS_FAULTS_ORDERS_H
#define REDIST_TESTS_FAULTS_ORDERS_H

#include "shim.h"

#include "tests/cli/program.h"

/* Starts the program that waits for orders. Ends the test (77) where the shim cannot work. */
void orders_open(struct test_place *place);
void orders_close(void);

/* Runs a copy to its end. In: arguments up to a NULL; fault as shim.c has it. Returns: what it
 * left; *ret_count is what the shim counted. */
struct test_run order(struct test_place *place, const char *const *argument, const char *fault,
                      struct counter *ret_count);

#endif
