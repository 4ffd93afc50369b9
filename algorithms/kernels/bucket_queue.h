/* A bucket queue: vertices by the date at which something happens to them, for dates less than 64
 * ahead. A bucket is a set of vertices, a bit each, and a bit more for each word of these that is
 * not empty. What is later waits elsewhere.
 * Source: Dial, "Algorithm 360: Shortest-path forest with topological ordering", Communications of
 * the ACM 12 (1969) 632-633. */
#pragma once

#include "sim/base/arena.h"

#include <stdint.h>

enum { RD_BUCKETS = 64 };

/* n vertices: 64 buckets of `words` words, [RD_BUCKETS * words]. */
struct rd_bucket_queue {
    uint32_t words;
    uint32_t filled_words; /* of the bits that say which words of a bucket are not empty */
    uint64_t nonempty;     /* a bit for each bucket: may a vertex be in it? */
    uint64_t *vertex;      /* [RD_BUCKETS * words] */
    uint64_t *filled;      /* [RD_BUCKETS * filled_words] */
};

static inline struct rd_bucket_queue rd_bucket_queue_open(uint32_t n, struct rd_arena *arena)
{
    struct rd_bucket_queue queue = {.words = n / 64 + 1};
    queue.filled_words = queue.words / 64 + 1;
    queue.vertex = rd_take(arena, (size_t)RD_BUCKETS * queue.words, uint64_t);
    queue.filled = rd_take(arena, (size_t)RD_BUCKETS * queue.filled_words, uint64_t);
    return queue;
}

/* In: a date of at least 0, less than RD_BUCKETS away from each that has a vertex. A vertex that is
 * put twice is there once. O(1). */
static inline void rd_bucket_put(struct rd_bucket_queue *queue, int64_t date, uint32_t vertex)
{
    uint32_t bucket = (uint32_t)(date % RD_BUCKETS), word = vertex / 64;
    queue->nonempty |= UINT64_C(1) << bucket;
    queue->filled[bucket * queue->filled_words + word / 64] |= UINT64_C(1) << word % 64;
    queue->vertex[bucket * queue->words + word] |= UINT64_C(1) << vertex % 64;
}

/* The first date, from `now` on, that has a vertex, or INT64_MAX. O(1). */
static inline int64_t rd_bucket_first(const struct rd_bucket_queue *queue, int64_t now)
{
    uint32_t bucket = (uint32_t)(now % RD_BUCKETS);
    uint64_t this_turn = queue->nonempty >> bucket;
    uint64_t next_turn = queue->nonempty << (RD_BUCKETS - bucket) % RD_BUCKETS;
    uint64_t from_now = this_turn | next_turn;
    return from_now ? now + __builtin_ctzll(from_now) : INT64_MAX;
}

/* Takes all vertices out of a date's bucket. Out: them in ascending order, in vertex [n]. Returns:
 * how many. O(n / 4096 + vertices). */
static inline uint32_t rd_bucket_take(struct rd_bucket_queue *queue, int64_t date, uint32_t *vertex)
{
    uint32_t bucket = (uint32_t)(date % RD_BUCKETS), count = 0;
    uint64_t *bits = &queue->vertex[bucket * queue->words];
    uint64_t *filled = &queue->filled[bucket * queue->filled_words];
    for (uint32_t i = 0; i < queue->filled_words; i++)
        for (; filled[i]; filled[i] &= filled[i] - 1) {
            uint32_t word = 64 * i + (uint32_t)__builtin_ctzll(filled[i]);
            for (; bits[word]; bits[word] &= bits[word] - 1)
                vertex[count++] = 64 * word + (uint32_t)__builtin_ctzll(bits[word]);
        }
    queue->nonempty &= ~(UINT64_C(1) << bucket);
    return count;
}
