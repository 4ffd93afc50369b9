/* MBA's choice of receptions, and what is planned from it on unequal links. */
#include "heuristic.h"

#include <stdlib.h>

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

bool rd_star_sigma(const struct rd_star_trial *trial, struct rd_arena *scratch,
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
            push(&pile, all.at[i].worker, i);
            time += star->down[all.at[i].worker];
            if (time <= all.at[i].date)
                continue;
            size_t late = pop_dearest(&pile);
            dropped[late] = true;
            time -= star->down[all.at[late].worker];
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

/* A kept deadline, and what its link costs: qsort knows no more. */
struct priced {
    int64_t down;
    struct rd_star_deadline deadline;
};

static int compare(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int by_cost(const void *left, const void *right)
{
    const struct priced *a = left, *b = right;
    int order = compare(a->down, b->down);
    if (order == 0)
        order = compare(b->deadline.date, a->deadline.date);
    return order != 0 ? order : compare(a->deadline.worker, b->deadline.worker);
}

static int by_date(const void *left, const void *right)
{
    const struct rd_star_deadline *a = left, *b = right;
    int order = compare(a->date, b->date);
    return order != 0 ? order : compare(a->worker, b->worker);
}

/* Of more than N kept deadlines the N of least link (of the same link the later one), by date. */
static void keep_cheapest(const struct rd_star_trial *trial, struct rd_star_deadlines *kept,
                          struct rd_arena *scratch)
{
    struct priced *priced = rd_take(scratch, kept->count, struct priced);
    for (size_t i = 0; i < kept->count; i++)
        priced[i] = (struct priced){trial->star->down[kept->at[i].worker], kept->at[i]};
    qsort(priced, kept->count, sizeof *priced, by_cost);
    kept->count = (size_t)trial->count;
    for (size_t i = 0; i < kept->count; i++)
        kept->at[i] = priced[i].deadline;
    if (kept->count > 0)
        qsort(kept->at, kept->count, sizeof *kept->at, by_date);
}

static bool choose(struct rd_star_trial *trial, struct rd_arena *scratch)
{
    struct rd_star_deadlines kept;
    if (!rd_star_sigma(trial, scratch, &kept))
        return false;
    keep_cheapest(trial, &kept, scratch);
    for (size_t k = 0; k < kept.count; k++)
        trial->moves.receiver[k] = kept.at[k].worker;
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
