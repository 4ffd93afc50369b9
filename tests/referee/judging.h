/* Judging small plans in a test: one test's memory, the last thing judged, and what is expected of
 * it. */
#ifndef REDIST_TESTS_REFEREE_JUDGING_H
#define REDIST_TESTS_REFEREE_JUDGING_H

#include "sim/referee/referee.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

extern struct rd_arena arena, scratch;
extern struct rd_verdict verdict;
extern struct rd_trace trace;

int open_arenas(void **state);
int close_arenas(void **state);

#define JUDGING_TEST(name) cmocka_unit_test_setup_teardown(name, open_arenas, close_arenas)

/* Instances as test_instance_make builds them, with loads. */
struct test_instance ring(enum rd_direction direction, uint32_t hosts, const int64_t *load);
struct test_instance shape(enum rd_shape kind_of_shape, uint32_t hosts, uint32_t kinds,
                           const int64_t *load);

/* A plan of rows; lock-step with steps of 1 s. */
struct rd_plan plan_of(enum rd_timing timing, const struct rd_transfer *row, size_t count);

/* Judges rows, with a trace. */
void judge(const struct test_instance *test, enum rd_timing timing, const struct rd_transfer *row,
           size_t count);

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define JUDGE(test, timing, ...)                                                                   \
    judge((test), (timing), (const struct rd_transfer[]){__VA_ARGS__},                             \
          COUNT(((const struct rd_transfer[]){__VA_ARGS__})))

/* Legal, and ends then. */
void expect_time(double makespan_s);

/* Refused for that reason, with that row to blame, in these words. */
void expect_refusal(enum rd_violation violation, size_t row, const char *message);

/* Row i of the sorted trace starts and ends then. */
void expect_row(size_t i, double start_s, double end_s, int64_t items);

#endif
