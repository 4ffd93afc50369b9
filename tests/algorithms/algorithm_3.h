/* Algorithm 3 of the ring paper, line by line and slice by slice, to compare with. */
#ifndef REDIST_TESTS_ALGORITHMS_ALGORITHM_3_H
#define REDIST_TESTS_ALGORITHMS_ALGORITHM_3_H

#include <stdbool.h>
#include <stdint.h>

enum { ALGORITHM_3_HOSTS = 8 };

/* Who sends in one step. */
struct algorithm_3_step {
    bool next[ALGORITHM_3_HOSTS];     /* does i send to i + 1? */
    bool previous[ALGORITHM_3_HOSTS]; /* does i send to i - 1? */
};

/* delta_max of line 1. */
int64_t algorithm_3_delta_max(const int64_t *delta, int host_count);

/* Lines 2-30 for what is left to give, delta [host_count]. */
struct algorithm_3_step algorithm_3_sends(const int64_t *delta, int host_count);

#endif
