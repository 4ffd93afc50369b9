/* One algorithm on one instance of a hypercube or shuffle-exchange. */
#ifndef REDIST_TESTS_ALGORITHMS_CUBE_RUN_H
#define REDIST_TESTS_ALGORITHMS_CUBE_RUN_H

#include "algorithms/algorithm.h"
#include "tests/support/build.h"

#include "sim/referee/referee.h"

/* A plan and what the referee says of it. */
struct cube_run {
    bool planned; /* false: refused, see the error */
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_error error;
};

/* A network of 2^d hosts, one kind, goal the least error, in which every message takes 1 s.
 * In: load [2^d]; one-port or pipelined. */
struct test_instance cube_unit_instance(enum rd_shape shape, enum rd_port_model ports, uint32_t d,
                                        const int64_t *load, struct rd_arena *arena);

/* Plans and judges; fails the test if the plan is not legal, misses its goal, or lasts as long as
 * any other number of steps than its rounds, of 1 s each. */
struct cube_run cube_run_with(const char *name, const struct rd_instance *instance,
                              const struct rd_option *given, size_t given_count,
                              struct rd_arena *arena, struct rd_arena *scratch);

/* The same without options. */
struct cube_run cube_run(const char *name, const struct rd_instance *instance,
                         struct rd_arena *arena, struct rd_arena *scratch);

#endif
