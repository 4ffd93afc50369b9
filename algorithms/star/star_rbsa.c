/* R-BSA, our own reading of a heuristic of which only the name could be read: backward filling.
 *
 *     A_k --- ... <-- before that, whoever could start last <-- last, whoever could start last ---
 * T
 *
 * The in-port takes the cheapest links first; then receptions are laid from T backwards. With
 * chains, where that fails, a worker on a cheap link sends a few items more than it must and gets
 * them back, so that the out-port has work early.
 * Hypotheses: links on which an item takes more than 0 s.
 */
#include "bounds.h"
#include "heuristic.h"

#include <string.h>

enum { CHAINED_WORKERS = 3 };

/* Tries one way to send. Returns: its end, INT64_MAX if the filling fails. */
static int64_t fill(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                    const int64_t *sends, const int64_t *most, struct rd_star_found *found,
                    struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_star_trial trial = rd_star_trial_make(star, date, by_up, sends, scratch);
    if (!rd_star_fill(&trial, most, RD_LATEST_START, false, scratch))
        return INT64_MAX;
    int64_t *end = rd_take(scratch, star->worker_count, int64_t);
    return rd_star_found_better(star, found, &trial.moves, end, arena);
}

int64_t rd_star_attempt_rbsa(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                             struct rd_star_found *found, struct rd_arena *arena,
                             struct rd_arena *scratch)
{
    int64_t *sends = rd_take(scratch, star->worker_count, int64_t);
    int64_t *most = rd_take(scratch, star->worker_count, int64_t);
    rd_star_rooms(star, date, sends, most);
    return fill(star, date, by_up, sends, most, found, arena, scratch);
}

int64_t rd_star_attempt_chains(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                               struct rd_star_found *found, struct rd_arena *arena,
                               struct rd_arena *scratch)
{
    static const int64_t extra[] = {1, 2, 3, 4, 6};
    int64_t *sends = rd_take(scratch, star->worker_count, int64_t);
    int64_t *most = rd_take(scratch, star->worker_count, int64_t);
    rd_star_rooms(star, date, sends, most);
    int64_t most_expensive = rd_star_dearest_sender(star, date);
    int64_t end = fill(star, date, by_up, sends, most, found, arena, scratch);
    uint32_t tried = 0;
    for (uint32_t i = 0; i < star->worker_count && tried < CHAINED_WORKERS && end > date; i++) {
        uint32_t worker = by_up[i];
        if (star->up[worker] >= most_expensive || star->load[worker] == 0)
            continue;
        tried++;
        int64_t least = sends[worker], rooms = most[worker];
        for (size_t e = 0; e < sizeof extra / sizeof *extra && end > date; e++) {
            if (least + extra[e] > star->load[worker])
                break;
            sends[worker] = least + extra[e];
            most[worker] = rooms + extra[e];
            end = fill(star, date, by_up, sends, most, found, arena, scratch);
        }
        sends[worker] = least;
        most[worker] = rooms;
    }
    return end;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    bool chains = strcmp(rd_option_text(options, "chains"), "yes") == 0;
    rd_star_plan_best(instance, chains ? rd_star_attempt_chains : rd_star_attempt_rbsa, arena,
                      scratch, ret_plan);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"chains", "no|yes", "no", "may a worker on a cheap link send more than it must?"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_rbsa = {
    .name = "star-rbsa",
    .summary = "any star: receivers laid backwards from the end, latest start first",
    .source = "none: our own reading",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .options = option_specs,
    .accepts = rd_star_heuristic_accepts,
    .plan = plan,
};
