/* An arena for each test, or for each group: the fixture that most tests need. */
#ifndef REDIST_TESTS_SUPPORT_ARENA_H
#define REDIST_TESTS_SUPPORT_ARENA_H

/* Setup and teardown of cmocka: *state becomes an open struct rd_arena. */
int test_arena_open(void **state);
int test_arena_close(void **state);

#endif
