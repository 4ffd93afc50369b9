#include "heuristic.h"

#include "bounds.h"

#include <inttypes.h>

const struct rd_baseline rd_star_at_rest[] = {{"star-nothing", NULL}, {NULL, NULL}};

struct rd_star_found rd_star_found_at_rest(const struct rd_star *star)
{
    return (struct rd_star_found){.makespan = rd_star_time_at_rest(star)};
}

int64_t rd_star_found_better(const struct rd_star *star, struct rd_star_found *found,
                             const struct rd_star_moves *moves, int64_t *end,
                             struct rd_arena *arena)
{
    int64_t makespan = rd_star_makespan(star, moves, end);
    if (makespan >= found->makespan)
        return makespan;
    *found = (struct rd_star_found){makespan, rd_star_moves_copy(moves, arena)};
    return makespan;
}

struct rd_star_trial rd_star_trial_make(const struct rd_star *star, int64_t date,
                                        const uint32_t *by_up, const int64_t *sends,
                                        struct rd_arena *scratch)
{
    struct rd_star_trial trial = {.star = star, .date = date, .by_up = by_up};
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        trial.count += sends[worker];
    trial.moves = rd_star_moves_make(trial.count, scratch);
    int64_t *arrival = rd_take(scratch, (size_t)trial.count, int64_t);
    rd_star_list_senders(star, by_up, sends, trial.moves.sender, arrival);
    trial.arrival = arrival;
    return trial;
}

struct rd_star_trial rd_star_trial_of_excess(const struct rd_star *star, int64_t date,
                                             const uint32_t *by_up, struct rd_arena *scratch)
{
    int64_t *sends = rd_take(scratch, star->worker_count, int64_t);
    rd_star_rooms(star, date, sends, NULL);
    return rd_star_trial_make(star, date, by_up, sends, scratch);
}

/* A worker that may receive the item next from the end, and when it would start. */
struct candidate {
    bool in_time;
    int64_t start;
    int64_t down;
};

static bool is_preferred(const struct candidate *a, const struct candidate *b,
                         enum rd_fill_rule rule)
{
    if (rule == RD_LATEST_START)
        return a->start > b->start || (a->start == b->start && a->down < b->down);
    if (a->in_time != b->in_time)
        return a->in_time;
    return a->down < b->down || (a->down == b->down && a->start > b->start);
}

bool rd_star_fill(struct rd_star_trial *trial, const int64_t *most, enum rd_fill_rule rule,
                  bool lax, struct rd_arena *scratch)
{
    const struct rd_star *star = trial->star;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t *got = rd_take(scratch, star->worker_count, int64_t);
    int64_t time = trial->date, k = trial->count - 1;
    for (; k >= 0; k--) {
        struct candidate best = {0};
        uint32_t receiver = RD_NO_HOST;
        for (uint32_t worker = 0; worker < star->worker_count; worker++) {
            if (got[worker] >= most[worker])
                continue;
            int64_t end = trial->date - (got[worker] + 1) * star->w[worker];
            struct candidate other = {.start = (time < end ? time : end) - star->down[worker],
                                      .down = star->down[worker]};
            other.in_time = other.start >= trial->arrival[k];
            if (receiver != RD_NO_HOST && !is_preferred(&other, &best, rule))
                continue;
            best = other;
            receiver = worker;
        }
        if (receiver == RD_NO_HOST || (lax ? best.start < 0 : !best.in_time))
            break;
        trial->moves.receiver[k] = receiver;
        got[receiver]++;
        time = best.start;
    }
    rd_arena_rewind(scratch, mark);
    return k < 0;
}

struct rd_star_found rd_star_bisect(const struct rd_star *star, rd_star_attempt *attempt,
                                    struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_star_found found = rd_star_found_at_rest(star);
    struct rd_arena_mark start = rd_arena_mark(scratch);
    uint32_t *by_up = rd_star_by_up(star, scratch);
    int64_t low = rd_star_computation_bound(star) - 1, high = found.makespan;
    while (high - low > 1 + star->grain) {
        int64_t middle = low + (high - low) / 2;
        struct rd_arena_mark mark = rd_arena_mark(scratch);
        int64_t end = attempt(star, middle, by_up, &found, arena, scratch);
        rd_arena_rewind(scratch, mark);
        if (end <= middle)
            high = end;
        else
            low = middle;
    }
    rd_arena_rewind(scratch, start);
    return found;
}

void rd_star_plan_best(const struct rd_instance *instance, rd_star_attempt *attempt,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    struct rd_star star = rd_star_read(instance, scratch);
    struct rd_star_found found = rd_star_bisect(&star, attempt, arena, scratch);
    rd_star_plan(&star, &found.moves, arena, plan);
}

bool rd_star_heuristic_accepts(RD_ACCEPTS_PARAMETERS)
{
    static const char what[] = "a heuristic that tries many dates";
    (void)options;
    if (!rd_star_accepts(instance, what, reterr))
        return false;
    uint32_t m = instance->topology.host_count - 1;
    int64_t items = rd_item_count(instance, 0);
    if (items * m <= RD_STAR_TRIAL_STEPS)
        return true;
    return rd_refuse(reterr,
                     "%" PRId64 " items on %" PRIu32 " workers: %s takes up to %d items times "
                     "workers",
                     items, m, what, RD_STAR_TRIAL_STEPS);
}

/* The baseline: every worker computes what it holds.
 *
 *     worker i: [L_i items of w_i each]        master: idle
 *
 * It takes any star: links of any speed, no links at all.
 */
static bool accepts_any(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_accepts_one_kind(instance, "star-nothing", reterr);
}

static bool plan_nothing(RD_PLAN_PARAMETERS)
{
    return true; /* what no transfer mentions is computed where it is */
}

const struct rd_algorithm star_nothing = {
    .name = "star-nothing",
    .summary = "every worker computes what it holds: what balancing is measured against",
    .source = "none: a baseline",
    .is_baseline = true,
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .accepts = accepts_any,
    .plan = plan_nothing,
};
