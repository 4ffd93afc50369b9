/* objects-first-come, objects-longest-first, objects-critical-port, objects-search: lists of whole
 * objects, straight from a source to where each is wanted.
 *
 *     first-come      in the order of the list, as operators' tools do
 *     longest-first   the longest that may start
 *     critical-port   of the ports with most left to carry, and two rules more: the best of three
 *     search          the same, and then schedules near the best one
 *
 * In none of them a message waits that may start. So the last message, of p seconds, waited only
 * while a port of one of its ends was full, or its pair of hosts busy. With one port both carry at
 * most a bound B: it ends by 2 B - p. With k ports each is full for less than B, and so is the
 * pair: below 3 B. (One source each, no shared links, no limits of space.)
 * Source: our own; Graham (1966) for the argument, open-shop scheduling. */
#include "dispatch.h"
#include "no_order.h"
#include "order.h"
#include "order_moves.h"
#include "sources.h"
#include "space_bounds.h"

#include "algorithms/algorithm.h"
#include "sim/base/integers.h"
#include "sim/base/rng.h"

#include <math.h>
#include <string.h>

/* The search for a better order of objects. */

/* Is a time at a bound, but for rounding? */
static bool is_at(double time_s, double bound_s)
{
    return time_s <= bound_s * (1 + 1e-9);
}

/* The best of three rules of dispatch: critical port, the same with both ports weighed, the longest
 * object; where space is limited, also as the order has it. In: order, as in struct
 * rd_dispatch_rule. Arrays from the arena; scratch is rewound. */
static struct rd_copy_schedule dispatch_best(const struct rd_object_list *copies,
                                             const uint32_t *way, const uint32_t *order,
                                             double bound_s, struct rd_arena *arena,
                                             struct rd_arena *scratch)
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
    const struct rd_object_list *copies;
    struct rd_object_list reversed; /* each object goes from its receiver to its source */
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

static void try(struct search *search, const struct rd_dispatch_rule *rule)
{
    rd_arena_borrow(search->arena);
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
    if (objects->first[count] == count || rd_rng_below(&search->rng, 2) == 0)
        return;
    for (uint64_t changes = 1 + rd_rng_below(&search->rng, 2); changes > 0; changes--) {
        uint32_t object = (uint32_t)rd_rng_below(&search->rng, count);
        uint32_t first = objects->first[object], sources = objects->first[object + 1] - first;
        uint32_t other = first + (uint32_t)rd_rng_below(&search->rng, sources);
        if (isfinite(search->copies->way[other].duration_s))
            search->way[object] = other;
    }
}

/* Where space is not limited: looks for a better schedule than one, as long as it is above the
 * bound: sizes with noise, orders by the last starts, the same backwards, late messages earlier,
 * other sources of late objects.
 * In: schedules, how many are made at the most. Returns: it, or a better one. */
static struct rd_copy_schedule search_copies(const struct rd_object_list *copies,
                                             struct rd_copy_schedule schedule, double bound_s,
                                             int64_t schedules, uint64_t seed,
                                             struct rd_arena *arena, struct rd_arena *scratch)
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

enum { FIRST_COME, LONGEST_FIRST, CRITICAL_PORT, SEARCH };

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return !instance->objects->relays ||
           rd_refuse(reterr, "objects may be relayed: relay=\"no\" is accepted");
}

/* An order in which objects can be moved one by one; NULL where space is not limited.
 * Errors: RD_ERROR_REFUSED, why there is none, or that none was found. */
static bool find_order(const struct rd_object_list *copies, const uint32_t *way, uint64_t seed,
                       struct rd_arena *arena, struct rd_arena *scratch, const uint32_t **ret_order,
                       struct rd_error *reterr)
{
    enum { TRIES = 40 };
    *ret_order = NULL;
    if (!copies->objects->space_bytes)
        return true;
    uint32_t *order = rd_take(arena, copies->count, uint32_t);
    struct rd_space_state state = rd_space_state_open(copies, scratch);
    enum rd_order_found found =
        rd_find_order(copies, way, &state, TRIES, RD_ORDER_SUBSETS, seed, order, scratch);
    *ret_order = order;
    if (found == RD_ORDER_FOUND)
        return true;
    const struct rd_order_certificate *shown = rd_show_no_order(copies->instance, arena, scratch);
    bool one_source = copies->objects->first[copies->count] == copies->count;
    return rd_refuse(reterr, "%s%s",
                     shown ? rd_no_order_words(copies->instance, shown, arena)
                     : found == RD_ORDER_NONE && one_source
                         ? "there is no order: all were tried, and in each some object waits for "
                           "space that others would give up behind it"
                         : "no order was found in which each object finds space, and none was "
                           "shown not to exist",
                     copies->objects->staging ? "; objects-staged lets some stop on the way" : "");
}

/* How many schedules the search makes: `search` thousands of messages, and no more than are of use
 * where objects are few. */
static int64_t schedules_of(const struct rd_object_list *copies, const struct rd_options *options)
{
    enum { MOST = 600 };
    int64_t schedules = rd_option_integer(options, "search") * 1000 / copies->count;
    return schedules < MOST ? schedules : MOST;
}

/* Other sources of some objects, and an order of these. In: *way and *order, which stay as they are
 * where none is found. Arrays from the arena. */
static void draw_sources(const struct rd_object_list *copies, struct rd_rng *rng,
                         struct rd_arena *arena, struct rd_arena *scratch, const uint32_t **way,
                         const uint32_t **order)
{
    enum { TRIES = 5, FEW = 12, ONE_OF = 4 };
    const struct rd_objects *objects = copies->objects;
    uint32_t *other = rd_arena_copy(arena, *way, copies->count, sizeof **way);
    uint32_t *found = rd_take(arena, copies->count, uint32_t);
    for (uint32_t object = 0; object < copies->count; object++) {
        uint32_t first = objects->first[object], sources = objects->first[object + 1] - first;
        if (sources == 1 || rd_rng_below(rng, ONE_OF) > 0)
            continue;
        uint32_t drawn = first + (uint32_t)rd_rng_below(rng, sources);
        if (isfinite(copies->way[drawn].duration_s))
            other[object] = drawn;
    }
    rd_arena_borrow(scratch);
    struct rd_space_state state = rd_space_state_open(copies, scratch);
    if (rd_find_order(copies, other, &state, TRIES, FEW, rd_rng_next(rng), found, scratch) !=
        RD_ORDER_FOUND)
        return;
    *way = other;
    *order = found;
}

/* A schedule by the critical port, of sizes with noise, and with other sources of some objects.
 * What it needs later is from `kept`. */
static struct rd_copy_schedule draw_schedule(const struct rd_object_list *copies,
                                             const uint32_t *way, const uint32_t *order,
                                             struct rd_rng *rng, struct rd_arena *kept,
                                             struct rd_arena *arena, struct rd_arena *scratch)
{
    if (copies->objects->first[copies->count] > copies->count)
        draw_sources(copies, rng, kept, scratch, &way, &order);
    double *weight_s = rd_take(arena, copies->count, double);
    struct rd_dispatch_rule rule = {.by = RD_BY_CRITICAL_PORT,
                                    .lambda = rd_rng_below(rng, 2) ? 1e-4 : 0.3,
                                    .weight_s = weight_s,
                                    .order = order};
    for (uint32_t object = 0; object < copies->count; object++)
        weight_s[object] =
            copies->way[way[object]].duration_s * (1 + 0.3 * (2 * rd_rng_unit(rng) - 1));
    return rd_dispatch(copies, way, &rule, arena, scratch);
}

/* Where space is limited: orders near the schedule, and near others, which begin elsewhere and are
 * as likely to end well. In: order, in which the objects can be moved one by one. Returns: the
 * schedule, or a better one. */
static struct rd_copy_schedule search_orders(const struct rd_object_list *copies,
                                             struct rd_copy_schedule schedule,
                                             const uint32_t *order, double bound_s,
                                             const struct rd_options *options,
                                             struct rd_arena *arena, struct rd_arena *scratch)
{
    enum { MOST_STARTS = 8, MOST_ORDERS = 5000 };
    int64_t thousands = rd_option_integer(options, "search");
    int64_t starts = rd_least(MOST_STARTS, thousands * 1000 / copies->count);
    struct rd_rng rng = rd_rng_seeded(options->seed, 0);
    struct rd_copy_schedule best = schedule;
    for (int64_t i = 0; i < starts && !is_at(best.makespan_s, bound_s); i++) {
        rd_arena_own(own);
        struct rd_copy_schedule start =
            i == 0 ? schedule
                   : draw_schedule(copies, schedule.way, order, &rng, arena, &own, scratch);
        struct rd_copy_schedule found =
            rd_move_in_order(copies, &start, bound_s,
                             rd_least(MOST_ORDERS, thousands * 1000000 / starts / copies->count),
                             options->seed + (uint64_t)i, arena, scratch);
        if (found.makespan_s < best.makespan_s)
            best = found;
    }
    return best;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_object_list copies;
    struct rd_copy_schedule schedule;
    const uint32_t *order;
    if (!rd_object_list_read(instance, scratch, &copies, reterr))
        return false;
    if (self->variant == FIRST_COME || self->variant == LONGEST_FIRST) {
        double *rank = rd_take(scratch, copies.count, double);
        for (uint32_t object = 0; object < copies.count; object++)
            rank[object] = object;
        struct rd_dispatch_rule rule = {
            .by = self->variant == FIRST_COME ? RD_BY_RANK : RD_BY_LENGTH, .rank = rank};
        const uint32_t *way = rd_shortest_ways(&copies, arena);
        if (!find_order(&copies, way, options->seed, arena, scratch, &order, reterr))
            return false;
        rule.order = order;
        schedule = rd_dispatch(&copies, way, &rule, arena, scratch);
    } else {
        const uint32_t *way = rd_choose_sources(&copies, arena, scratch);
        if (!find_order(&copies, way, options->seed, arena, scratch, &order, reterr))
            return false;
        double bound_s = fmax(fmax(rd_load_bound(&copies, scratch).seconds,
                                   rd_odd_set_bound(&copies, arena, scratch).seconds),
                              fmax(rd_space_area_bound(&copies, arena, scratch).seconds,
                                   rd_space_heads_bound(&copies, arena, scratch).load.seconds));
        schedule = dispatch_best(&copies, way, order, bound_s, arena, scratch);
        if (self->variant == SEARCH && order)
            schedule = search_orders(&copies, schedule, order, bound_s, options, arena, scratch);
        else if (self->variant == SEARCH)
            schedule = search_copies(&copies, schedule, bound_s, schedules_of(&copies, options),
                                     options->seed, arena, scratch);
    }
    rd_plan_copies(&copies, &schedule, arena, ret_plan);
    return true;
}

/* One source each, and no shared links. */
static bool promises(const struct rd_instance *instance)
{
    const struct rd_objects *objects = instance->objects;
    return !instance->shared && !instance->may_slow && !objects->relays && !objects->space_bytes &&
           objects->first[objects->count] == objects->count;
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "20",
     "thousands of messages that the search starts, in all its schedules; where space is limited "
     "as many millions are dated besides"},
    {0},
};

#define OBJECTS_ALGORITHM                                                                          \
    .shape = RD_ANY_SHAPE,                                                                         \
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),                      \
    .goals = RD_BIT(RD_PLACE), .guarantee = RD_RATIO, .ratio = 3, .promises = promises,            \
    .accepts = accepts, .plan = plan

const struct rd_algorithm objects_first_come = {
    .name = "objects-first-come",
    .summary = "objects in the order of their list, as soon as ports are free",
    .source = "none: what operators' tools do",
    .is_baseline = true,
    OBJECTS_ALGORITHM,
    .variant = FIRST_COME,
};

const struct rd_algorithm objects_longest_first = {
    .name = "objects-longest-first",
    .summary = "objects, of those that may start the longest first",
    .source = "none: after Graham (1966), for machines",
    OBJECTS_ALGORITHM,
    .variant = LONGEST_FIRST,
};

const struct rd_algorithm objects_critical_port = {
    .name = "objects-critical-port",
    .summary = "objects by the port that has most left to carry: the best of three rules",
    .source = "none: our own; list scheduling of open shops",
    OBJECTS_ALGORITHM,
    .variant = CRITICAL_PORT,
};

const struct rd_algorithm objects_search = {
    .name = "objects-search",
    .summary = "objects by the critical port, and a search near the best order",
    .source = "none: our own",
    OBJECTS_ALGORITHM,
    .options = option_specs,
    .variant = SEARCH,
};
