#include "tree_search.h"

#include "tree_schedule.h"

#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

enum { PASSES = 3, MOST_CHANGED = 3, MOST_SCHEDULES = 3000 };

struct search {
    const struct rd_rows *rows;
    const struct rd_copy_effort *effort;
    struct rd_trees trees;
    struct rd_copy_schedule best;
    struct rd_rng rng;
    int64_t left, schedules;
    struct rd_arena *arena, *scratch;
};

/* Schedules the trees as they are. Returns: is it no worse than the best, which it then is? */
static bool try_trees(struct search *search)
{
    rd_arena_own(own);
    struct rd_copy_schedule made = rd_schedule_trees(&search->trees, PASSES, &own, search->scratch);
    search->schedules++;
    search->left -= (int64_t)made.count * 2 + 1;
    if (made.end_s > search->best.end_s * (1 + 1e-12))
        return false;
    if (made.count > search->best.count || isinf(search->best.end_s))
        search->best.message = rd_take(search->arena, made.count, struct rd_copy_message);
    memcpy(search->best.message, made.message, made.count * sizeof *made.message);
    search->best.end_s = made.end_s;
    search->best.count = made.count;
    return true;
}

static bool is_done(const struct search *search)
{
    return search->left <= 0 || rd_time_is_up() || search->schedules >= MOST_SCHEDULES ||
           search->best.end_s <= search->effort->bound_s * (1 + 1e-9);
}

/* An item: any, or one that ends last. */
static uint32_t choose_item(struct search *search)
{
    const struct rd_copy_schedule *best = &search->best;
    if (rd_rng_below(&search->rng, 2) == 0)
        return (uint32_t)rd_rng_below(&search->rng, search->rows->multicast->item_count);
    uint32_t chosen = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < best->count; i++)
        if (best->message[i].end_s >= best->end_s * (1 - 1e-9) &&
            rd_rng_below(&search->rng, ++seen) == 0)
            chosen = best->message[i].item;
    return chosen;
}

/* Routes some items again; puts their trees back if the schedule is worse. */
static void change(struct search *search)
{
    rd_arena_borrow(search->scratch);
    static const double alphas[] = {0, 0.3, 1};
    uint32_t n = search->rows->multicast->network.host_count;
    uint32_t links = search->rows->multicast->network.link_count;
    uint32_t changed = 1 + (uint32_t)rd_rng_below(&search->rng, MOST_CHANGED);
    uint32_t *item = rd_take(search->scratch, changed, uint32_t);
    uint32_t *before = rd_take(search->scratch, (size_t)changed * n, uint32_t);
    double *factor = rd_take(search->scratch, links, double);
    for (uint32_t link = 0; link < links; link++)
        factor[link] = exp(6 * rd_rng_unit(&search->rng) - 3);
    for (uint32_t i = 0; i < changed; i++) {
        item[i] = choose_item(search);
        memcpy(before + (size_t)i * n, search->trees.link_into + (uint64_t)item[i] * n,
               n * sizeof *before);
        rd_trees_route_again(&search->trees, item[i],
                             rd_rng_below(&search->rng, 4) == 0 ? NULL : factor,
                             alphas[rd_rng_below(&search->rng, 3)]);
    }
    if (try_trees(search))
        return;
    while (changed-- > 0)
        rd_trees_put(&search->trees, item[changed], before + (size_t)changed * n);
}

struct rd_copy_schedule rd_tree_search(const struct rd_rows *rows,
                                       const struct rd_copy_effort *effort, struct rd_arena *arena,
                                       struct rd_arena *scratch, int64_t *ret_schedules)
{
    static const double alphas[] = {0, 0.3, 1};
    const struct rd_multicast *multicast = rows->multicast;
    *ret_schedules = 0;
    if (multicast->item_count > RD_TREES_LIMIT / multicast->network.host_count)
        return RD_NO_SCHEDULE;
    rd_arena_borrow(scratch);
    struct search search = {
        .rows = rows,
        .effort = effort,
        .best = RD_NO_SCHEDULE,
        .rng = rd_rng_seeded(effort->seed, 1),
        .left = effort->messages,
        .arena = arena,
        .scratch = scratch,
    };
    double best_alpha = 0;
    for (size_t i = 0; i < sizeof alphas / sizeof *alphas; i++) {
        rd_arena_own(own);
        double before_s = search.best.end_s;
        search.trees = rd_trees_open(rows, &own);
        rd_trees_route(&search.trees, alphas[i]);
        if (try_trees(&search) && search.best.end_s < before_s)
            best_alpha = alphas[i];
        if (is_done(&search))
            break;
    }
    if (!is_done(&search)) {
        search.trees = rd_trees_open(rows, scratch);
        rd_trees_route(&search.trees, best_alpha);
        while (!is_done(&search))
            change(&search);
    }
    *ret_schedules = search.schedules;
    return search.best;
}
