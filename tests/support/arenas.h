/* Two arenas that are opened and closed with each test: one for what it builds, one for scratch. */
#ifndef REDIST_TESTS_SUPPORT_ARENAS_H
#define REDIST_TESTS_SUPPORT_ARENAS_H

#include "sim/base/arena.h"

extern struct rd_arena test_arena, test_scratch;

/* Setup and teardown of cmocka. A byte of each is taken, so that going back to a mark keeps the
 * first chunk and a loop of a test takes no memory from the system. */
int test_arenas_open(void **state);
int test_arenas_close(void **state);

#define ARENAS_TEST(test) cmocka_unit_test_setup_teardown(test, test_arenas_open, test_arenas_close)

#endif
