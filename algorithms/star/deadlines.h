/* If all is to end by a date T, the l-th item from the last that worker i receives must have come
 * by T - l w_i: a list of deadlines, one for each item that may be received. */
#ifndef REDIST_ALGORITHMS_STAR_DEADLINES_H
#define REDIST_ALGORITHMS_STAR_DEADLINES_H

#include "algorithms/kernels/keyed_sort.h"
#include "star.h"

struct rd_star_deadlines {
    size_t count;
    struct rd_keyed *at; /* [count] dates, and the workers: by date, of the same date by worker */
};

/* How many deadlines are not before `least`: the sum over workers with room of as many l. `most` of
 * a worker at the most. O(m). */
int64_t rd_star_deadline_count(const struct rd_star *star, int64_t date, int64_t most,
                               int64_t least);

/* Lists them, sorted. Cost: O(m + count), arrays from the arena. */
struct rd_star_deadlines rd_star_deadlines_list(const struct rd_star *star, int64_t date,
                                                int64_t most, int64_t least,
                                                struct rd_arena *arena);

/* The workers of a star of equal links that matter at any date from `date` on: those that may have
 * to send, and those whose items take no longer than the time in which as many deadlines lie as
 * items must move. Others have none of the latest deadlines, as later there are more of them in
 * that time before the end, and fewer items move.
 * In: at `date` some item must move. Returns: a star of these workers only, whose arrays are from
 * the arena; *ret_worker, unless it is NULL, has their numbers. Cost: O(m log date). */
struct rd_star rd_star_equal_links_part(const struct rd_star *star, int64_t date,
                                        uint32_t **ret_worker, struct rd_arena *arena);

/* On equal links: can all end by `date`?
 * Idea: no worker need both send and receive (Lemma 2), so who sends how much is known, N items in
 * all; the k-th of them arrives at the earliest at min(up, down) + k max(up, down), (k + 1) c where
 * both ways take c. The N latest deadlines are met in their order, or N are not met at all.
 * Cost: O(m log date + N). */
bool rd_star_equal_links_feasible(const struct rd_star *star, int64_t date,
                                  struct rd_arena *scratch);

/* On equal links: the moves that end by a feasible date, as few as any. From the arena.
 * Cost: O(m log date + N). */
struct rd_star_moves rd_star_equal_links_moves(const struct rd_star *star, int64_t date,
                                               struct rd_arena *arena, struct rd_arena *scratch);

#endif
