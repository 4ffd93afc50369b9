/* LP-guided: a linear relaxation says who receives how many, backward filling says when.
 *
 *     T --> cheapest way down first: as many as fit --> receivers laid backwards from T
 *
 * If items could be divided and came whenever they were wanted, the out-port's time would go to the
 * workers of cheapest ways down, each up to its room or to the time that is left after the first
 * arrival: those numbers are the caps. Backward filling then lays the receptions, latest start
 * first, and goes on with items that come too late: the plan as simulated decides.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "heuristic.h"

#include "sim/base/keyed_sort.h"
#include "sim/base/integers.h"

/* How many items each worker may receive: [worker_count] from the scratch. */
static int64_t *deal_caps(const struct rd_star_trial *trial, struct rd_arena *scratch)
{
    const struct rd_star *star = trial->star;
    uint32_t m = star->worker_count;
    int64_t *cap = rd_take(scratch, m, int64_t);
    uint32_t *by_down = rd_order_by_keys(star->down, star->w, m, scratch);
    int64_t left = trial->count;
    for (uint32_t i = 0; i < m && left > 0; i++) {
        uint32_t worker = by_down[i];
        int64_t time = trial->date - trial->arrival[0] - star->down[worker];
        int64_t fits =
            rd_least(rd_star_capacity(star, worker, trial->date), time / star->w[worker]);
        if (time <= 0 || fits <= 0)
            continue;
        cap[worker] = rd_least(left, fits);
        left -= cap[worker];
    }
    return cap;
}

static int64_t attempt(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                       struct rd_star_found *found, struct rd_arena *arena,
                       struct rd_arena *scratch)
{
    struct rd_star_trial trial = rd_star_trial_of_excess(star, date, by_up, scratch);
    if (!rd_star_fill(&trial, deal_caps(&trial, scratch), RD_LATEST_START, true, scratch))
        return INT64_MAX;
    int64_t *end = rd_take(scratch, star->worker_count, int64_t);
    return rd_star_found_better(star, found, &trial.moves, end, arena);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_star_plan_best(instance, attempt, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm star_lp_guided = {
    .name = "star-lp-guided",
    .summary = "any star: cheapest ways down get all that fits, laid backwards from the end",
    .source = "none: our own",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .accepts = rd_star_heuristic_accepts,
    .plan = plan,
};
