/* MBA's choice of receptions on links of any speed, as printed and as repaired. Hypotheses of all:
 * links on which an item takes more than 0 s. */
#include "bounds.h"
#include "heuristic.h"

#include <string.h>

/* The kept deadlines of workers whose ways down cost the same, the last one first. */
struct pile {
    size_t *below;           /* [deadlines] the one kept before it of the same cost, + 1; or 0 */
    size_t *top;             /* [costs] + 1; or 0 */
    uint32_t *cost_of;       /* [worker_count] 0 for the cheapest links, 1 for the next, .. */
    uint32_t most_expensive; /* of those kept, or above it */
};

static struct pile make_pile(const struct rd_star_trial *trial, size_t deadlines,
                             struct rd_arena *scratch)
{
    uint32_t m = trial->star->worker_count;
    struct pile pile = {
        .below = rd_take(scratch, deadlines, size_t),
        .top = rd_take(scratch, m, size_t),
        .cost_of = rd_take(scratch, m, uint32_t),
    };
    const uint32_t *by_down = rd_star_by_down(trial->star, scratch);
    for (uint32_t i = 1; i < m; i++) {
        uint32_t worker = by_down[i], cheaper = by_down[i - 1];
        pile.cost_of[worker] =
            pile.cost_of[cheaper] + (trial->star->down[worker] != trial->star->down[cheaper]);
    }
    return pile;
}

static void push(struct pile *pile, uint32_t worker, size_t deadline)
{
    uint32_t cost = pile->cost_of[worker];
    pile->below[deadline] = pile->top[cost];
    pile->top[cost] = deadline + 1;
    pile->most_expensive = cost > pile->most_expensive ? cost : pile->most_expensive;
}

static size_t pop_dearest(struct pile *pile)
{
    while (pile->top[pile->most_expensive] == 0)
        pile->most_expensive--;
    size_t deadline = pile->top[pile->most_expensive] - 1;
    pile->top[pile->most_expensive] = pile->below[deadline];
    return deadline;
}

/* Has each sender's link time for what it must send? */
static bool senders_pass(const struct rd_star_trial *trial)
{
    const struct rd_star *star = trial->star;
    for (uint32_t worker = 0; worker < star->worker_count; worker++) {
        int64_t room = rd_star_capacity(star, worker, trial->date);
        if (room < 0 && trial->date < -room * star->up[worker])
            return false;
    }
    return true;
}

/* MBA's choice: sigma, the deadlines that are kept of all.
 * Returns: false if it says no. In ret_kept: those kept, in order of deadline, from the scratch. */
static bool find_sigma(const struct rd_star_trial *trial, struct rd_arena *scratch,
                       struct rd_star_deadlines *ret_kept)
{
    const struct rd_star *star = trial->star;
    struct rd_star_deadlines kept = {0};
    if (trial->count > 0) {
        if (!senders_pass(trial))
            return false;
        struct rd_star_deadlines all =
            rd_star_deadlines_list(star, trial->date, trial->count, 0, scratch);
        struct pile pile = make_pile(trial, all.count, scratch);
        bool *dropped = rd_take(scratch, all.count, bool);
        int64_t time = star->up[trial->moves.sender[0]];
        for (size_t i = 0; i < all.count; i++) {
            push(&pile, all.at[i].number, i);
            time += star->down[all.at[i].number];
            if (time <= all.at[i].key)
                continue;
            size_t late = pop_dearest(&pile);
            dropped[late] = true;
            time -= star->down[all.at[late].number];
        }
        kept.at = all.at;
        for (size_t i = 0; i < all.count; i++)
            if (!dropped[i])
                kept.at[kept.count++] = all.at[i];
    }
    if (kept.count < (size_t)trial->count)
        return false;
    *ret_kept = kept;
    return true;
}

/* Of more than N kept deadlines the N of least link (of the same link the later one), by date. */
static void keep_cheapest(const struct rd_star_trial *trial, struct rd_star_deadlines *kept,
                          struct rd_arena *scratch)
{
    int64_t *down = rd_take(scratch, kept->count, int64_t);
    int64_t *late = rd_take(scratch, kept->count, int64_t);
    for (size_t i = 0; i < kept->count; i++) {
        down[i] = trial->star->down[kept->at[i].number];
        late[i] = -kept->at[i].key;
    }
    const uint32_t *cheap = rd_order_by_keys(down, late, kept->count, scratch);
    struct rd_keyed *at = rd_take(scratch, (size_t)trial->count, struct rd_keyed);
    for (int64_t i = 0; i < trial->count; i++)
        at[i] = kept->at[cheap[i]];
    *kept = (struct rd_star_deadlines){(size_t)trial->count, at};
    rd_sort_keyed(kept->at, kept->count, scratch);
}

static bool choose(struct rd_star_trial *trial, struct rd_arena *scratch)
{
    struct rd_star_deadlines kept;
    if (!find_sigma(trial, scratch, &kept))
        return false;
    keep_cheapest(trial, &kept, scratch);
    for (size_t k = 0; k < kept.count; k++)
        trial->moves.receiver[k] = kept.at[k].number;
    return true;
}

int64_t rd_star_attempt_mba(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                            struct rd_star_found *found, struct rd_arena *arena,
                            struct rd_arena *scratch)
{
    struct rd_star_trial trial = rd_star_trial_of_excess(star, date, by_up, scratch);
    if (!choose(&trial, scratch))
        return INT64_MAX;
    int64_t *end = rd_take(scratch, star->worker_count, int64_t);
    return rd_star_found_better(star, found, &trial.moves, end, arena);
}

int64_t rd_star_attempt_reordered(const struct rd_star *star, int64_t date, const uint32_t *by_up,
                                  struct rd_star_found *found, struct rd_arena *arena,
                                  struct rd_arena *scratch)
{
    struct rd_star_trial trial = rd_star_trial_of_excess(star, date, by_up, scratch);
    if (!choose(&trial, scratch))
        return INT64_MAX;
    int64_t *end = rd_take(scratch, star->worker_count, int64_t);
    int64_t *most = rd_take(scratch, star->worker_count, int64_t);
    for (int64_t k = 0; k < trial.count; k++)
        most[trial.moves.receiver[k]]++;
    int64_t least = rd_star_found_better(star, found, &trial.moves, end, arena);
    for (enum rd_fill_rule rule = RD_LATEST_START; rule <= RD_CHEAPEST_LINK; rule++) {
        if (!rd_star_fill(&trial, most, rule, true, scratch))
            continue;
        int64_t makespan = rd_star_found_better(star, found, &trial.moves, end, arena);
        least = makespan < least ? makespan : least;
    }
    return least;
}

/* MBA as printed, on any links: it believes its own answers.
 *
 *     T --> sigma, the deadlines it keeps --> "yes" --> the first N of sigma, by deadline
 *
 * Its test lets the out-port work from the first arrival on as if all items were there. On equal
 * links that is true enough; on unequal ones it says yes at 5 where 6 is optimal (c = 2 1, w = 6 1,
 * L = 2 0), and its answers do not even get better with T (c = 6 3 1, w = 8 7 1, L = 1 1 0: yes at
 * 6, no at 7), though the paper halves intervals of T. What it plans for its T may end later. */
/* The answer at a date; the first N of sigma in the trial's moves if it is yes. */
static bool says_yes(struct rd_star_trial *trial, struct rd_arena *scratch)
{
    struct rd_star_deadlines kept;
    if (!find_sigma(trial, scratch, &kept))
        return false;
    for (int64_t k = 0; k < trial->count; k++)
        trial->moves.receiver[k] = kept.at[k].number;
    return true;
}

static bool plan_printed(RD_PLAN_PARAMETERS)
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
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .accepts = rd_star_heuristic_accepts,
    .plan = plan_printed,
};

/* MBA on links of any speed, believing only what its plan does.
 *
 *     T --> MBA's deadlines --> the N on the cheapest links, by deadline --> does the plan end by
 * T?
 *
 * On unequal links MBA's yes says nothing: its test forgets that items reach the master one by one.
 * Here T passes if the plan, simulated, ends by it, and the best plan seen is kept. */
static bool plan_best(RD_PLAN_PARAMETERS)
{
    static rd_star_attempt *const attempt[] = {rd_star_attempt_mba, rd_star_attempt_reordered};
    rd_star_plan_best(instance, attempt[self->variant], arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm star_mba_simulated = {
    .name = "star-mba-simulated",
    .summary = "any star: MBA, for the least end that its plan really keeps",
    .source = "none: Fig. 9 (MBA) of [marchal2007], its answer simulated",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .accepts = rd_star_heuristic_accepts,
    .plan = plan_best,
};

/* MBA's choice of receptions, in the best of three orders.
 *
 *     N deadlines --> by deadline | backwards, latest start first | backwards, cheapest link first
 * */
const struct rd_algorithm star_mba_reordered = {
    .name = "star-mba-reordered",
    .summary = "any star: what MBA would receive, in the best of three orders",
    .source = "none: on Fig. 9 (MBA) of [marchal2007]",
    RD_STAR_FINISH,
    .guarantee = RD_HEURISTIC,
    .baselines = rd_star_at_rest,
    .accepts = rd_star_heuristic_accepts,
    .plan = plan_best,
    .variant = 1,
};
