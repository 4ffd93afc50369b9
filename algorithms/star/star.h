/* What every star algorithm starts from: workers 0..m-1, the links to their master, and items that
 * are computed where they end. Costs are whole numbers of one unit, so that dates are compared
 * exactly. Costs that have no common unit are rounded down to one that is very small, and those
 * that exceed twice the time at rest, which no plan worth having uses, to that. So dates in units
 * are bounds on real ones; the referee counts with the costs as they are. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdbool.h>
#include <stdint.h>

struct rd_star {
    uint32_t worker_count;
    const int64_t *up;   /* [worker_count] units an item takes to the master */
    const int64_t *down; /* [worker_count] and from it; the paper's c is both */
    const int64_t *w;    /* [worker_count] units an item takes to compute */
    const int64_t *load; /* [worker_count] the paper's L: the instance's array */
    int64_t item_count;
    double unit_s;
    bool whole;     /* the costs are whole numbers of the unit */
    bool precise;   /* an end in units is the real one to some 6e-10 of it */
    int64_t grain;  /* ends that differ by this or less count as one, 2e-10 of them; 0 if whole */
    int64_t lifted; /* a plan may take as much less, as costs below a unit are 1; mostly 0 */
    bool one_link;  /* up and down are [1], of all links: rd_star_read_compact */
};

/* Who sends and who receives: the k-th item that reaches the master comes from sender[k] and leaves
 * for receiver[k]. Nobody receives before the master has it, nobody forwards what he received. */
struct rd_star_moves {
    int64_t count;
    uint32_t *sender;
    uint32_t *receiver;
};

enum {
    RD_STAR_UNITS = 1000000000,
    RD_STAR_ITEM_LIMIT =
        20000000 /* of plans, which look at items one by one: some 100 bytes each */
};

/* The hypotheses of every star algorithm that counts in units: one kind, a master that holds
 * nothing, costs above 0, at most RD_STAR_ITEM_LIMIT items, times that are no overflow.
 * Errors: RD_ERROR_REFUSED, naming what was found. Cost: O(m). */
bool rd_star_accepts(const struct rd_instance *instance, const char *what, struct rd_error *reterr);

/* The same, and a star that is precise: what an algorithm asks that promises the least end.
 * Idea: a cost of c units is rounded down by less than a unit, so an end by less than 1/c of itself
 * for the least c, and by less than 3 units an item. Cost: O(1000 m). */
bool rd_star_accepts_precisely(const struct rd_instance *instance, const char *what,
                               struct rd_error *reterr);

/* Can the times of all items be added up? O(m). */
bool rd_star_accepts_times(const struct rd_instance *instance, const char *what,
                           struct rd_error *reterr);

/* One kind, and a master that holds nothing: what every star algorithm asks.
 * Errors: RD_ERROR_REFUSED. O(1). */
bool rd_star_accepts_one_kind(const struct rd_instance *instance, const char *what,
                              struct rd_error *reterr);

/* How long an item takes from a worker to the master, or, if not `up`, from there: rd_item_s,
 * inline as all workers are asked at once. O(1). */
static inline double rd_star_item_s(const struct rd_instance *instance, uint32_t worker, bool up)
{
    uint64_t link = (up ? 0 : instance->topology.host_count - 1) + (uint64_t)worker;
    return rd_message_duration_s(rd_link_cost(instance, link), instance->item_bytes);
}

/* How many messages the master sends, or receives, at a time. O(1). */
uint32_t rd_star_width(const struct rd_instance *instance);

/* Reads an instance of one kind whose times rd_star_accepts_times took; links may take 0. Arrays
 * from the arena. O(1000 m). */
struct rd_star rd_star_read(const struct rd_instance *instance, struct rd_arena *arena);

/* The same, with one link for all where the instance has one cost for all: for algorithms that ask
 * for ways by rd_star_up and rd_star_down, as the other functions here do not, but for those of
 * dates and rd_star_plan. */
struct rd_star rd_star_read_compact(const struct rd_instance *instance, struct rd_arena *arena);

/* The ways of a worker. O(1). */
static inline int64_t rd_star_up(const struct rd_star *star, uint32_t worker)
{
    return star->up[star->one_link ? 0 : worker];
}

static inline int64_t rd_star_down(const struct rd_star *star, uint32_t worker)
{
    return star->down[star->one_link ? 0 : worker];
}

/* The least of some costs. O(count). */
int64_t rd_star_least(const int64_t *cost, uint32_t count);

/* Are all links as fast to the master, and all as fast from it? O(m). */
bool rd_star_links_are_equal(const struct rd_star *star);

/* The end of the last computation if nothing moves: the largest L_i w_i. O(m). */
int64_t rd_star_time_at_rest(const struct rd_star *star);

/* How many items worker i could compute besides its own by date T; below 0: how many it has too
 * many. The paper's q_i. */
static inline int64_t rd_star_capacity(const struct rd_star *star, uint32_t worker, int64_t date)
{
    return date / star->w[worker] - star->load[worker];
}

/* The items that must move if all is to end by a date: the sum of -q_i over q_i < 0. O(m). */
int64_t rd_star_excess(const struct rd_star *star, int64_t date);

/* The same, and worker by worker: [worker_count] what each must send, and what it may receive
 * besides its own; either may be NULL. O(m). */
int64_t rd_star_rooms(const struct rd_star *star, int64_t date, int64_t *sends, int64_t *most);

/* The most expensive way up of a worker that must send then; 0 if none must. O(m). */
int64_t rd_star_dearest_sender(const struct rd_star *star, int64_t date);

/* The workers by their way to the master, and by their way from it: cheapest first, of equal ones
 * the first. [worker_count] from the arena. O(m log m). */
uint32_t *rd_star_by_up(const struct rd_star *star, struct rd_arena *arena);
uint32_t *rd_star_by_down(const struct rd_star *star, struct rd_arena *arena);

/* Moves with room for count items. */
struct rd_star_moves rd_star_moves_make(int64_t count, struct rd_arena *arena);

/* The same moves, from the arena. O(count). */
struct rd_star_moves rd_star_moves_copy(const struct rd_star_moves *moves, struct rd_arena *arena);

/* Who sends the k-th item, and when it reaches the master, if workers send in the order of their
 * ways up. In: sends [worker_count]; sender and arrival as long as their sum, or NULL. O(sum). */
void rd_star_list_senders(const struct rd_star *star, const uint32_t *by_up, const int64_t *sends,
                          uint32_t *sender, int64_t *arrival);

/* The end of the last computation. Nobody sends more than it holds at first.
 * Idea: A_k = A_(k-1) + the k-th sender's way up, B_k = max(B_(k-1), A_k) + the k-th receiver's
 * way down; a worker computes what it keeps, then what it gets as it comes.
 * In: end [worker_count], to work in. Cost: O(m + count). */
int64_t rd_star_makespan(const struct rd_star *star, const struct rd_star_moves *moves,
                         int64_t *end);

/* Appends the moves: the in-port's order, then the out-port's, a transfer for each run of items of
 * one worker. Computations follow by rd_plan_compute_rest. Cost: O(count). */
void rd_star_plan(const struct rd_star *star, const struct rd_star_moves *moves,
                  struct rd_arena *arena, struct rd_plan *plan);

/* The least date by which the workers could compute all, were links free. O(m log T). */
int64_t rd_star_computation_bound(const struct rd_star *star);
