/* A heap of workers that knows where each one is, so that any can be moved or removed. */
#ifndef REDIST_ALGORITHMS_STAR_WORKER_HEAP_H
#define REDIST_ALGORITHMS_STAR_WORKER_HEAP_H

#include "sim/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct rd_worker_heap {
    uint32_t count;
    uint32_t *at;    /* [count], at[0] before all others */
    uint32_t *place; /* [worker_count] where in `at`; UINT32_MAX if it is not in the heap */
    bool (*before)(const void *context, uint32_t a, uint32_t b); /* a strict total order */
    const void *context;
};

/* An empty heap with room for all workers. */
struct rd_worker_heap rd_worker_heap_make(uint32_t worker_count,
                                          bool (*before)(const void *, uint32_t, uint32_t),
                                          const void *context, struct rd_arena *arena);

/* Puts a worker where it belongs, whether it was there already or not: call it when its key has
 * changed. O(log count). */
void rd_worker_heap_put(struct rd_worker_heap *heap, uint32_t worker);

/* Puts all workers into an empty heap. O(worker_count). */
void rd_worker_heap_fill(struct rd_worker_heap *heap, uint32_t worker_count);

/* Takes a worker out, if it is there. O(log count). */
void rd_worker_heap_remove(struct rd_worker_heap *heap, uint32_t worker);

#endif
