/* If all is to end by a date T, the l-th item from the last that worker i receives must have come
 * by T - l w_i: a list of deadlines, one for each item that may be received. */
#pragma once

#include "sim/base/keyed_sort.h"
#include "star.h"

struct rd_star_deadlines {
    size_t count;
    struct rd_keyed *at; /* [count] dates, and the workers: by date, of the same date by worker */
};

/* How many deadlines are not before `least`: the sum over workers with room of as many l. `most` of
 * a worker at the most. O(m). */
int64_t rd_star_deadline_count(const struct rd_star *star, int64_t date, int64_t most,
                               int64_t least);

/* Are there as many as `count`, or more, even if each worker has `count` at the most? O(m). */
bool rd_star_has_deadlines(const struct rd_star *star, int64_t date, int64_t count, int64_t least);

/* Lists them, sorted. Cost: O(m + count), arrays from the arena. */
struct rd_star_deadlines rd_star_deadlines_list(const struct rd_star *star, int64_t date,
                                                int64_t most, int64_t least,
                                                struct rd_arena *arena);

/* Items that come to the master one after the other: the k-th at first + (k - 1) every. */
struct rd_star_arrivals {
    int64_t first, every, count;
};

/* What a date T asks of a star: at the earliest, what each sender must send is with the master at
 * arrivals, the cheapest ways first; at the latest, the l-th item from the last comes to worker i,
 * which may receive up to rd_star_capacity, at T - l w_i. */
struct rd_star_demand {
    struct rd_star star;
    int64_t date;                      /* T in units of the star, rounded down */
    int64_t excess;                    /* items that must move */
    struct rd_star_arrivals *arrivals; /* [worker_count], in this order: those by T */
};

/* Of an instance, if it is a star whose items are to be computed, and whose times the algorithms
 * take. Returns: false if it is not. From the arena. Cost: O(m log m). */
bool rd_star_demand_find(const struct rd_instance *instance, double by_s, struct rd_arena *arena,
                         struct rd_star_demand *ret_demand);

/* Lists the workers that end later than at a date if nothing moves, of `count` ones, or of the
 * first so many where `worker` is NULL. In: ret_worker [count + 1], which may be `worker`, and gets
 * RD_NO_HOST behind the last. Returns: how many. O(count). */
uint32_t rd_star_keep_laden(const struct rd_star *star, int64_t date, const uint32_t *worker,
                            uint32_t count, uint32_t *ret_worker);

/* The workers of a star of equal links that matter at any date from `date` on: those that may have
 * to send, and those whose items take no longer than the time in which as many deadlines lie as
 * items must move. Others have none of the latest deadlines, as later there are more of them in
 * that time before the end, and fewer items move.
 * In: the items that must move at `date`, one or more, and as many deadlines; laden, who must send
 * then, as rd_star_keep_laden lists them. Returns: a star of these workers only, with one link for
 * all, whose arrays are from the arena, and their numbers. Cost: O(m log date). */
struct rd_star rd_star_equal_links_part(const struct rd_star *star, int64_t date, int64_t count,
                                        const uint32_t *laden, uint32_t **ret_worker,
                                        struct rd_arena *arena);

/* On equal links: can all end by `date`?
 * Idea: no worker need both send and receive (Lemma 2), so who sends how much is known, N items in
 * all; the k-th of them arrives at the earliest at min(up, down) + k max(up, down), (k + 1) c where
 * both ways take c. The N latest deadlines are met in their order, or N are not met at all.
 * Cost: O(m log date + N). */
bool rd_star_equal_links_feasible(const struct rd_star *star, int64_t date,
                                  struct rd_arena *scratch);

/* On equal links: the moves that end by a feasible date, as few as any. From the arena.
 * In: the workers that matter at the date, and their numbers. Cost: O(m log date + N). */
struct rd_star_moves rd_star_equal_links_moves(const struct rd_star *part, const uint32_t *number,
                                               int64_t date, struct rd_arena *arena);
