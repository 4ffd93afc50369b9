#include "search.h"

#include "sim/base/rng.h"

#include <math.h>
#include <string.h>

/* Is a time at a bound, but for rounding? */
static bool is_at(double time_s, double bound_s)
{
    return time_s <= bound_s * (1 + 1e-9);
}

struct rd_copy_schedule rd_dispatch_best(const struct rd_copies *copies, const uint32_t *way,
                                         const uint32_t *order, double bound_s,
                                         struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_assert(arena != scratch);
    double *place = rd_take(arena, copies->count, double); /* in the order */
    for (uint32_t i = 0; order && i < copies->count; i++)
        place[order[i]] = i;
    const struct rd_dispatch_rule rule[] = {
        {.by = RD_BY_CRITICAL_PORT, .lambda = 1e-4, .order = order},
        {.by = RD_BY_CRITICAL_PORT, .lambda = 0.3, .order = order},
        {.by = RD_BY_LENGTH, .order = order},
        {.by = RD_BY_RANK, .rank = place, .order = order}};
    size_t rules = sizeof rule / sizeof *rule - !order;
    struct rd_copy_schedule best = {.makespan_s = INFINITY};
    for (size_t i = 0; i < rules && !is_at(best.makespan_s, bound_s); i++) {
        struct rd_copy_schedule found = rd_dispatch(copies, way, &rule[i], arena, scratch);
        if (found.makespan_s < best.makespan_s)
            best = found;
    }
    return best;
}

struct search {
    const struct rd_copies *copies;
    struct rd_copies reversed; /* each object goes from its receiver to its source */
    struct rd_rng rng;
    struct rd_copy_schedule best;
    uint32_t *best_way; /* what best.way points to */
    double bound_s;
    double *number; /* [count] weights or ranks */
    uint32_t *way;  /* [count] */
    struct rd_arena *arena, *scratch;
};

static double noise(struct search *search, double share)
{
    return 1 + share * (2 * rd_rng_unit(&search->rng) - 1);
}

static double end_of(const struct search *search, uint32_t object)
{
    const struct rd_copy_schedule *best = &search->best;
    return best->start_s[object] + search->copies->way[best->way[object]].duration_s;
}

/* One that is as good is kept, too: from it others are near. */
static void keep_if_as_good(struct search *search, const struct rd_copy_schedule *found)
{
    uint32_t count = search->copies->count;
    if (found->makespan_s > search->best.makespan_s)
        return;
    memcpy(search->best_way, found->way, count * sizeof *found->way);
    memcpy(search->best.start_s, found->start_s, count * sizeof *found->start_s);
    memcpy(search->best.order, found->order, count * sizeof *found->order);
    search->best.makespan_s = found->makespan_s;
}

/* A schedule by its starts is an order in which objects can be moved one by one. */
static void try(struct search *search, struct rd_dispatch_rule *rule)
{
    rd_arena_borrow(search->arena);
    rule->order = search->best.order;
    struct rd_copy_schedule found =
        rd_dispatch(search->copies, search->way, rule, search->arena, search->scratch);
    keep_if_as_good(search, &found);
}

static void try_noise(struct search *search)
{
    struct rd_dispatch_rule rule = {.by = RD_BY_CRITICAL_PORT,
                                    .lambda = rd_rng_below(&search->rng, 2) ? 1e-4 : 0.3,
                                    .weight_s = search->number};
    for (uint32_t object = 0; object < search->copies->count; object++)
        search->number[object] =
            search->copies->way[search->way[object]].duration_s * noise(search, 0.3);
    try(search, &rule);
}

static void try_near_starts(struct search *search)
{
    struct rd_dispatch_rule rule = {.by = RD_BY_RANK, .rank = search->number};
    double more_s = 0.15 * search->best.makespan_s;
    for (uint32_t object = 0; object < search->copies->count; object++)
        search->number[object] =
            search->best.start_s[object] + more_s * (2 * rd_rng_unit(&search->rng) - 1);
    try(search, &rule);
}

/* Dispatches backwards, the last first, and then forwards by what was last there. */
static void try_backwards(struct search *search)
{
    struct rd_dispatch_rule rule = {.by = RD_BY_RANK, .rank = search->number};
    if (search->copies->objects->space_bytes) { /* backwards others give than take */
        try_near_starts(search);
        return;
    }
    for (uint32_t object = 0; object < search->copies->count; object++)
        search->number[object] = -end_of(search, object);
    rd_arena_borrow(search->arena);
    struct rd_copy_schedule back =
        rd_dispatch(&search->reversed, search->way, &rule, search->arena, search->scratch);
    for (uint32_t object = 0; object < search->copies->count; object++)
        search->number[object] =
            -(back.start_s[object] + search->copies->way[search->way[object]].duration_s);
    try(search, &rule);
}

/* Raises one to three of the messages that end last. */
static void try_late_first(struct search *search)
{
    struct rd_dispatch_rule rule = {.by = RD_BY_RANK, .rank = search->number};
    uint32_t count = search->copies->count, raised = 1 + (uint32_t)rd_rng_below(&search->rng, 3);
    memcpy(search->number, search->best.start_s, count * sizeof *search->number);
    for (uint32_t i = 0; i < raised; i++) {
        uint32_t late = count / 2 + (uint32_t)rd_rng_below(&search->rng, count - count / 2);
        uint32_t object = search->best.order[late];
        search->number[object] *= rd_rng_unit(&search->rng);
    }
    try(search, &rule);
}

/* One or two objects from other sources. */
static void change_sources(struct search *search)
{
    const struct rd_objects *objects = search->copies->objects;
    uint32_t count = search->copies->count;
    memcpy(search->way, search->best_way, count * sizeof *search->way);
    if (objects->first[count] == count || objects->space_bytes ||
        rd_rng_below(&search->rng, 2) == 0)
        return;
    for (uint64_t changes = 1 + rd_rng_below(&search->rng, 2); changes > 0; changes--) {
        uint32_t object = (uint32_t)rd_rng_below(&search->rng, count);
        uint32_t first = objects->first[object], sources = objects->first[object + 1] - first;
        uint32_t other = first + (uint32_t)rd_rng_below(&search->rng, sources);
        if (isfinite(search->copies->way[other].duration_s))
            search->way[object] = other;
    }
}

struct rd_copy_schedule rd_search_copies(const struct rd_copies *copies,
                                         struct rd_copy_schedule schedule, double bound_s,
                                         int64_t schedules, uint64_t seed, struct rd_arena *arena,
                                         struct rd_arena *scratch)
{
    struct search search = {.copies = copies,
                            .reversed = *copies,
                            .rng = rd_rng_seeded(seed, 0),
                            .best = schedule,
                            .bound_s = bound_s,
                            .number = rd_take(arena, copies->count, double),
                            .way = rd_take(arena, copies->count, uint32_t),
                            .arena = arena,
                            .scratch = scratch};
    search.reversed.backwards = true;
    search.best_way = rd_arena_copy(arena, schedule.way, copies->count, sizeof *search.best_way);
    search.best.way = search.best_way;
    void (*const move[])(struct search *) = {try_late_first, try_near_starts, try_backwards,
                                             try_noise};
    for (int64_t i = 0; i < schedules && !is_at(search.best.makespan_s, bound_s); i++) {
        change_sources(&search);
        move[i % (int64_t)(sizeof move / sizeof *move)](&search);
    }
    return search.best;
}
