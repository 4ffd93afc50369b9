/* Heuristics for stars of any links and workers: each gives moves, and the best of them all. */
#ifndef REDIST_ALGORITHMS_STAR_PORTFOLIO_H
#define REDIST_ALGORITHMS_STAR_PORTFOLIO_H

#include "star.h"

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

#endif
