/* General libraries that know matchings, for the benchmark only. Each is left out where it is not
 * installed. */
#ifndef REDIST_TESTS_BENCH_MATCHING_LIBRARIES_H
#define REDIST_TESTS_BENCH_MATCHING_LIBRARIES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct matching_library {
    const char *name;

    /* An assignment of least cost on a dense matrix, building the library's graph included.
     * Returns: its cost. NULL if it has none. */
    int64_t (*assign)(uint32_t n, const int64_t *cost);

    /* A maximum matching of the edges that cost at most a threshold: one step of a bottleneck
     * search. Returns: its size. NULL if it has none. */
    int64_t (*match)(uint32_t n, const int64_t *cost, int64_t threshold);
};

/* Each ends with a NULL name. */
extern const struct matching_library glpk_library[];
extern const struct matching_library igraph_library[];
extern const struct matching_library lemon_library[];

#ifdef __cplusplus
}
#endif

#endif
