/* The best of the heuristics: BBA, MBA reordered, R-BSA with chains.
 *
 *     star --> [three plans, simulated] --> the one that ends first
 *
 * BBA's senders are sorted by link first: the in-port then never waits for what the out-port needs.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "bba.h"
#include "bounds.h"
#include "heuristic.h"

static void try_bba(const struct rd_star *star, struct rd_star_found *found, struct rd_arena *arena,
                    struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_star_moves moves = rd_star_bba(star, scratch);
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

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_found found = rd_star_portfolio(&star, true, arena, scratch);
    rd_star_plan(&star, &found.moves, arena, ret_plan);
    return true;
}

const struct rd_algorithm star_portfolio = {
    .name = "star-portfolio",
    .summary = "any star: the best of BBA, MBA reordered and R-BSA with chains",
    .source = "none: our own",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    /* It takes the best of them. BBA's senders sorted by link make every A_k least, and no B_k or
     * end grows with A_k. (R-BSA with chains is another bisection than R-BSA.) */
    .baselines =
        (const struct rd_baseline[]){
            {"star-nothing", NULL}, {"star-bba", NULL}, {"star-mba-reordered", NULL}, {0}},
    .accepts = rd_star_heuristic_accepts,
    .plan = plan,
};
