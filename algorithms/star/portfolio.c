#include "portfolio.h"

#include "bba.h"
#include "heuristic.h"

/* BBA's moves, its senders by link. */
static void try_bba(const struct rd_star *star, struct rd_star_found *found, struct rd_arena *arena,
                    struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_star_moves moves = rd_star_bba(star, scratch, arena);
    int64_t *sends = rd_take(scratch, star->worker_count, int64_t);
    for (int64_t k = 0; k < moves.count; k++)
        sends[moves.sender[k]]++;
    struct rd_star_trial sorted =
        rd_star_trial_make(star, 0, rd_star_by_up(star, scratch), sends, scratch);
    moves.sender = sorted.moves.sender;
    rd_star_found_better(star, found, &moves, rd_take(scratch, star->worker_count, int64_t), arena);
    rd_arena_rewind(scratch, mark);
}

struct rd_star_found rd_star_portfolio(const struct rd_star *star, bool exchange,
                                       struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_star_found best = rd_star_found_at_rest(star);
    if (exchange)
        try_bba(star, &best, arena, scratch);
    rd_star_attempt *const attempt[] = {rd_star_attempt_reordered,
                                        exchange ? rd_star_attempt_chains : rd_star_attempt_rbsa};
    for (size_t i = 0; i < sizeof attempt / sizeof *attempt; i++) {
        struct rd_star_found found = rd_star_bisect(star, attempt[i], arena, scratch);
        if (found.makespan < best.makespan)
            best = found;
    }
    return best;
}
