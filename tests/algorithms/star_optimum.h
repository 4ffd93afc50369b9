/* The optimum of a tiny star by trying everything: what the exact search is tested against. */
#ifndef REDIST_TESTS_ALGORITHMS_STAR_OPTIMUM_H
#define REDIST_TESTS_ALGORITHMS_STAR_OPTIMUM_H

#include "sim/base/arena.h"

#include <stdint.h>

enum { TINY_WORKERS = 3, TINY_ITEMS = 5, TINY_COST = 6 };

/* Searches second by second: at each, every set of ports and processors that may start something,
 * starts it or not. No lemma, no order, nothing pruned but states that were there before.
 * In: up, down, w [worker_count] from 1 to TINY_COST, seconds an item takes to the master, from it
 * and to be computed; up to TINY_WORKERS workers and TINY_ITEMS items. */
int64_t star_optimum(uint32_t worker_count, const int64_t *up, const int64_t *down,
                     const int64_t *w, const int64_t *load, struct rd_arena *arena);

#endif
