/* MBA as printed, on any links: it believes its own answers.
 *
 *     T --> sigma, the deadlines it keeps --> "yes" --> the first N of sigma, by deadline
 *
 * Its test lets the out-port work from the first arrival on as if all items were there. On equal
 * links that is true enough; on unequal ones it says yes at 5 where 6 is optimal (c = 2 1, w = 6 1,
 * L = 2 0), and its answers do not even get better with T (c = 6 3 1, w = 8 7 1, L = 1 1 0: yes at
 * 6, no at 7), though the paper halves intervals of T. What it plans for its T may end later.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

#include <string.h>

/* The answer at a date; the first N of sigma in the trial's moves if it is yes. */
static bool says_yes(struct rd_star_trial *trial, struct rd_arena *scratch)
{
    struct rd_star_deadlines kept;
    if (!rd_star_sigma(trial, scratch, &kept))
        return false;
    for (int64_t k = 0; k < trial->count; k++)
        trial->moves.receiver[k] = kept.at[k].worker;
    return true;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_star star = rd_star_read(instance, scratch);
    uint32_t *by_up = rd_star_by_up(&star, scratch);
    int64_t low = rd_star_computation_bound(&star) - 1, high = rd_star_time_at_rest(&star);
    while (high - low > 1) {
        struct rd_arena_mark mark = rd_arena_mark(scratch);
        int64_t middle = low + (high - low) / 2;
        struct rd_star_trial trial = rd_star_trial_of_excess(&star, middle, by_up, scratch);
        if (says_yes(&trial, scratch))
            high = middle;
        else
            low = middle;
        rd_arena_rewind(scratch, mark);
    }
    struct rd_star_trial trial = rd_star_trial_of_excess(&star, high, by_up, scratch);
    bool yes = says_yes(&trial, scratch);
    rd_assert(yes);
    int64_t end =
        rd_star_makespan(&star, &trial.moves, rd_take(scratch, star.worker_count, int64_t));
    if (end > high && strcmp(rd_option_text(options, "when-late"), "refuse") == 0)
        return rd_refuse(reterr,
                         "MBA as printed says yes at %.10g s, and what it plans for that ends at "
                         "%.10g s: a plan as late as that is taken with option when-late=\"keep\" "
                         "(star-mba-simulated believes only its plans)",
                         (double)high * star.unit_s, (double)end * star.unit_s);
    rd_star_plan(&star, &trial.moves, arena, ret_plan);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"when-late", "keep|refuse", "keep", "what to do with a plan that ends after the T it is for"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_mba_printed = {
    .name = "star-mba-printed",
    .summary = "MBA as printed, on any star: believes its answer, and its plan may end later",
    .source = "[marchal2007], Fig. 9 (MBA) as printed",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .accepts = rd_star_heuristic_accepts,
    .bound = rd_star_bound,
    .plan = plan,
};
