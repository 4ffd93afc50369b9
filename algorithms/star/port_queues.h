/* What each worker of a star sends or receives to reach given loads, or a balance. */
#pragma once

#include "star.h"

#include "sim/base/keyed_sort.h"

#include "sim/model/bound.h"

#include <stddef.h>

/* What bounds of workers that send, or receive, no more than they must are about. In: PORTS, the
 * port models that each is for. */
#define RD_STAR_SHARES_BOUND(PORTS)                                                                \
    .schedules = RD_ITEM_BY_ITEM ", " RD_EXCHANGE_FREE,                                            \
    .domain = {.shape = RD_STAR, .ports = PORTS, .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE)}

/* Of a balance, the most windows of final loads that are all tried. */
enum { RD_STAR_WINDOWS = 64 };

/* What one worker gives to its port of the master. */
struct rd_star_share {
    double item_s;
    int64_t items;
    uint32_t worker;
};

/* The master's two ports: nobody sends and receives. */
struct rd_star_queues {
    size_t sender_count;
    size_t receiver_count;
    struct rd_star_share *sender;   /* [sender_count] cheapest first */
    struct rd_star_share *receiver; /* [receiver_count] dearest first */
    bool best;                      /* no other final loads make the longest way shorter */
};

/* The hypotheses: rd_star_accepts_one_kind, and a master that is to end with nothing.
 * Errors: RD_ERROR_REFUSED, naming what was found. */
bool rd_star_queues_accepts(const struct rd_instance *instance, const char *what,
                            struct rd_error *reterr);

/* What workers send and receive.
 * Balance: in a window low .. low + error workers send what they hold above it, and receive what
 * they lack below it. If more is lacking than sent, the cheapest links up bring the rest; if
 * less, the cheapest links down take it. Any other choice in this window sends, or receives, at
 * least as dear items, one by one, and no fewer. Windows next to the one where both are equal are
 * tried, by their longest way.
 * In: goal RD_REACH or RD_BALANCE. Cost: O(m) a window; arrays from the arena. */
struct rd_star_queues rd_star_queues_read(const struct rd_instance *instance,
                                          struct rd_arena *arena);

/* What a bound of loads to reach starts from: the queues, which no other final loads shorten.
 * Errors: RD_ERROR_REFUSED where more windows are possible than are tried. */
bool rd_star_queues_best(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_star_queues *ret_queues, struct rd_error *reterr);

/* Rests a bound on both ports of the master, which items pass; workers that send and receive may
 * beat it. O(links). */
void rd_star_pass_master(const struct rd_instance *instance, struct rd_bound *bound);

/* The shortest plan so far, and its time; INFINITY before the first. */
struct rd_star_shortest {
    const struct rd_instance *instance;
    struct rd_arena *arena, *scratch;
    double seconds;
    struct rd_plan plan;
};

/* Judges a plan, or that of the moves of a star, of which only the number of its workers counts,
 * and keeps it if it is shorter. Returns: its time. Cost: as rd_referee_plan. */
double rd_star_keep_plan(struct rd_star_shortest *shortest, struct rd_plan plan);
double rd_star_keep_shorter(struct rd_star_shortest *shortest, const struct rd_star *star,
                            const struct rd_star_moves *moves);

/* By cost; of equal ones those that came first stay first. O(count). */
void rd_star_shares_sort(struct rd_star_share *share, size_t count, bool cheapest_first,
                         struct rd_arena *scratch);

/* The hypotheses of plans that tell items apart: rd_star_queues_accepts, and so few. Errors:
 * RD_ERROR_REFUSED. */
bool rd_star_places_accepts(const struct rd_instance *instance, struct rd_error *reterr);

/* The items one by one, by the date when each arrives, if its link works alone; or by how long
 * before the end it must leave. Returns: [items], from the arena. O(items log(items)). */
struct rd_keyed *rd_star_places(const struct rd_star_share *share, size_t count, int64_t items,
                                struct rd_arena *arena);

/* How many items pass the master. O(m). */
int64_t rd_star_queues_items(const struct rd_star_queues *queues);

/* The largest of a_1 + .. + a_k + b_k + .. + b_N, a and b the times of single items in the order of
 * the queues. While k runs through the items of one sender and one receiver, the sum is linear in
 * k: its ends are enough. O(m). */
double rd_star_longest_way(const struct rd_star_queues *queues);

/* Do all links cost the same each way, up and down? O(m). */
bool rd_star_instance_links_are_equal(const struct rd_instance *instance);
