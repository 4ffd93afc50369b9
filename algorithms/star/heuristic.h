/* Heuristics that look for a good end T: for each T, workers with too many send what they have too
 * many, cheapest links first; the heuristics differ in who receives it, in which order. */
#pragma once

#include "deadlines.h"

#include "algorithms/algorithm.h"

struct rd_star_found {
    int64_t makespan;
    struct rd_star_moves moves;
};

/* Nothing moved: what every search starts from. */
struct rd_star_found rd_star_found_at_rest(const struct rd_star *star);

/* Takes the moves, copied to the arena, if they end earlier. In: end [worker_count], to work in.
 * Returns: the end of these moves. */
int64_t rd_star_found_better(const struct rd_star *star, struct rd_star_found *found,
                             const struct rd_star_moves *moves, int64_t *end,
                             struct rd_arena *arena);

/* The best of BBA, MBA reordered and R-BSA with chains.
 * In: exchange: if false, what has workers that send and receive is left out.
 * Returns: the moves, from the arena. */
struct rd_star_found rd_star_portfolio(const struct rd_star *star, bool exchange,
                                       struct rd_arena *arena, struct rd_arena *scratch);

/* The problem at one date T. */
struct rd_star_trial {
    const struct rd_star *star;
    int64_t date;
    const uint32_t *by_up;
    int64_t count;              /* N */
    struct rd_star_moves moves; /* senders set; receivers to be found */
    const int64_t *arrival;     /* [count] A_1.. */
};

/* The trial of a date in which workers send this much: [worker_count]. From the scratch. */
struct rd_star_trial rd_star_trial_make(const struct rd_star *star, int64_t date,
                                        const uint32_t *by_up, const int64_t *sends,
                                        struct rd_arena *scratch);

/* In which they send what they have too many. */
struct rd_star_trial rd_star_trial_of_excess(const struct rd_star *star, int64_t date,
                                             const uint32_t *by_up, struct rd_arena *scratch);

enum { RD_STAR_TRIAL_STEPS = 20000000 };

enum rd_fill_rule { RD_LATEST_START, RD_CHEAPEST_LINK };

/* Backward filling: from the last reception to the first, of the workers that may still receive,
 * the one that could start it latest, then the cheapest (RD_LATEST_START); or, of those that could
 * start it after its item has arrived, the cheapest, then the latest (RD_CHEAPEST_LINK).
 * In: most [worker_count] receptions; lax: go on with an item that comes late, unless it would have
 * to start below 0.
 * Returns: false if that fails; else the receivers in trial->moves. Cost: O(N m). */
bool rd_star_fill(struct rd_star_trial *trial, const int64_t *most, enum rd_fill_rule rule,
                  bool lax, struct rd_arena *scratch);

/* Tries a date, and gives whatever it finds to `found`, copied to the arena.
 * Returns: the least end of what it tried, INT64_MAX if it found nothing. */
typedef int64_t rd_star_attempt(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                                struct rd_star_found *found, struct rd_arena *arena,
                                struct rd_arena *scratch);

/* MBA's choice, the cheapest N of it, by deadline. */
rd_star_attempt rd_star_attempt_mba;
/* The same N, in the best of three orders: by deadline, and the two fillings. */
rd_star_attempt rd_star_attempt_reordered;
/* R-BSA: backward filling of all rooms, latest start first. */
rd_star_attempt rd_star_attempt_rbsa;
/* R-BSA; where it fails, with one of the three cheapest workers sending and receiving a few items
 * more. */
rd_star_attempt rd_star_attempt_chains;

/* Looks for the least T by bisection on whole units: T passes if what `attempt` tries ends by it.
 * Returns: the best that was seen, from the arena. */
struct rd_star_found rd_star_bisect(const struct rd_star *star, rd_star_attempt *attempt,
                                    struct rd_arena *arena, struct rd_arena *scratch);

/* Every heuristic that tries dates: units, and items times workers within what it can try.
 * Errors: RD_ERROR_REFUSED. */
bool rd_star_heuristic_accepts(RD_ACCEPTS_PARAMETERS);

/* The bisection starts from what ends if nothing moves, and keeps the best plan seen. */
extern const struct rd_baseline rd_star_at_rest[];

/* Plans the best that the bisection sees. */
void rd_star_plan_best(const struct rd_instance *instance, rd_star_attempt *attempt,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan);
