/* One algorithm on one instance of a hypercube or shuffle-exchange. */
#ifndef REDIST_TESTS_ALGORITHMS_CUBE_RUN_H
#define REDIST_TESTS_ALGORITHMS_CUBE_RUN_H

#include "algorithms/algorithm.h"
#include "tests/support/build.h"

#include "sim/core/referee.h"

/* A plan and what the referee says of it. */
struct cube_run {
    bool planned; /* false: refused, see the error */
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_error error;
};

/* Plans and judges; fails the test if the plan is not legal, misses its goal, or lasts as long as
 * any other number of steps than its rounds, of 1 s each. */
struct cube_run cube_run_with(const char *name, const struct rd_instance *instance,
                              const struct rd_option *given, size_t given_count,
                              struct rd_arena *arena, struct rd_arena *scratch);

/* The same without options. */
struct cube_run cube_run(const char *name, const struct rd_instance *instance,
                         struct rd_arena *arena, struct rd_arena *scratch);

#endif
