/* copies-greedy, copies-trees, copies-portfolio: items that several hosts hold and several want.
 *
 *     greedy     event by event, every host that has an item is a source of it (greedy.h)
 *     trees      a tree for each item by the prices of loads, schedules of them (tree_search.h)
 *     portfolio  a closed form where there is one; else the better of both, which stops at a bound
 *                by prices too, with some items put anew (insertion_search.h)
 *
 * Source: our own. */
#include "insertion_search.h"
#include "tree_search.h"

#include "algorithms/algorithm.h"
#include "algorithms/multicast/multicast_prices.h"
#include "algorithms/multicast/simple_bounds.h"
#include "sim/base/guard.h"
#include "sim/base/integers.h"
#include "sim/model/copies_parts.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>

enum { GREEDY, TREES, PORTFOLIO };

/* Messages of plans that are timed where they share links. */
enum { MOST_SHARED = 20000 };

/* What the portfolio looks at for its bound: a tenth of a second. */
#define BOUND_WORK UINT64_C(20000000)

/* A bound at which the portfolio stops looking. */
static double bound_s(const struct rd_rows *rows, double simple_s, struct rd_arena *arena,
                      struct rd_arena *scratch)
{
    return fmax(simple_s,
                rd_multicast_price_bound_find(rows, BOUND_WORK, simple_s, arena, scratch).seconds);
}

/* How many messages a search starts: as many as it is given, and where that is less than SCHEDULES
 * schedules, up to so many times as many. */
static int64_t budget(const struct rd_multicast *multicast, const struct rd_options *options)
{
    enum { SCHEDULES = 8 };
    int64_t given = rd_option_integer(options, "search") * 1000;
    int64_t schedules = SCHEDULES * rd_least(given, (int64_t)multicast->deliveries);
    return schedules > given ? schedules : given;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_has_named_part_alone(instance, reterr);
}

/* What greedy and trees find: schedules of an instance. */
struct found {
    struct rd_multicast multicast;
    struct rd_copy_schedule by[2]; /* GREEDY, TREES */
    int64_t schedules;
};

static int shorter_of(const struct found *found)
{
    return found->by[TREES].end_s < found->by[GREEDY].end_s ? TREES : GREEDY;
}

/* In: both: what one finds ends the search of the other only where its own does. */
static bool find(const struct rd_algorithm *self, const struct rd_instance *instance,
                 const struct rd_options *options, bool both, struct rd_arena *arena,
                 struct rd_arena *scratch, struct found *ret_found, struct rd_error *reterr)
{
    struct rd_rows rows;
    struct found found = {.by = {RD_NO_SCHEDULE, RD_NO_SCHEDULE}};
    int64_t more = 0;
    if (!rd_multicast_read(instance, arena, scratch, &found.multicast, reterr) ||
        !rd_copies_can_be_scheduled(&found.multicast, reterr))
        return false;
    struct rd_copy_effort effort = {.bound_s = rd_simple_bound_s(&found.multicast, scratch),
                                    .messages = budget(&found.multicast, options),
                                    .seed = options->seed};
    if (self->variant != TREES)
        found.by[GREEDY] =
            rd_greedy_search(&found.multicast, &effort, arena, scratch, &found.schedules);
    bool met = !both && found.by[GREEDY].end_s <= effort.bound_s * (1 + 1e-9);
    if (self->variant != GREEDY && !met &&
        rd_rows_read(&found.multicast, arena, scratch, &rows, reterr)) {
        if (self->variant == PORTFOLIO && !both)
            effort.bound_s = bound_s(&rows, effort.bound_s, arena, scratch);
        found.by[TREES] = rd_tree_search(&rows, &effort, arena, scratch, &more);
    }
    found.schedules += more;
    if (self->variant == PORTFOLIO) {
        struct rd_copy_schedule *best = &found.by[shorter_of(&found)];
        if (best->end_s > effort.bound_s * (1 + 1e-9))
            rd_insertion_search(&found.multicast, &effort, best, arena, scratch);
    }
    *ret_found = found;
    return true;
}

/* The shortest plan where messages wait for room on shared links or slow each other down. */
struct choice {
    struct rd_plan plan;
    double end_s;
};

static void consider(struct choice *choice, const struct rd_instance *instance,
                     const struct rd_multicast *multicast, const struct rd_copy_schedule *schedule,
                     struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_plan shared = {0};
    if (schedule->count > MOST_SHARED || isinf(schedule->end_s))
        return;
    rd_plan_multicast(multicast, schedule, arena, &shared);
    struct rd_plan kept = shared;
    kept.keeps_shared = true;
    double end_s = fmin(rd_referee_makespan_s(instance, &kept, arena, scratch),
                        rd_referee_makespan_s(instance, &shared, arena, scratch));
    if (end_s < choice->end_s * (1 - 1e-9))
        *choice = (struct choice){shared, end_s};
}

/* Plans for room, and plans that know nothing of shared links. */
static void plan_to_share(const struct rd_algorithm *self, const struct rd_instance *instance,
                          const struct rd_options *options, struct found *found,
                          struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    rd_arena_own(own);
    struct rd_instance alone = *instance;
    struct choice choice = {.end_s = INFINITY};
    struct found direct;
    struct rd_error error;
    alone.shared = NULL;
    alone.may_slow = NULL;
    for (int i = 0; i < 2; i++)
        consider(&choice, instance, &found->multicast, &found->by[i], arena, scratch);
    if (!rd_time_is_up() && !isinf(choice.end_s) &&
        find(self, &alone, options, true, &own, scratch, &direct, &error)) {
        found->schedules += direct.schedules;
        for (int i = 0; i < 2; i++)
            consider(&choice, instance, &direct.multicast, &direct.by[i], arena, scratch);
    }
    if (!isinf(choice.end_s))
        *plan = choice.plan;
}

/* A closed form, which no schedule beats. Returns: is there one for the instance? */
static bool plan_by_form(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *plan)
{
    static const char *const names[] = {"copies-pipeline", "copies-direct", "copies-translated"};
    struct rd_options none = {0};
    struct rd_error error;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct rd_algorithm *form = rd_algorithm_named(names[i]);
        if (rd_algorithm_accepts(form, instance, &none, &error))
            return form->plan(form, instance, &none, arena, scratch, plan, &error);
    }
    return false;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_arena_own(own);
    struct found found;
    if (self->variant == PORTFOLIO && plan_by_form(instance, arena, scratch, ret_plan))
        return true;
    if (!find(self, instance, options, false, &own, scratch, &found, reterr))
        return false;
    const struct rd_copy_schedule *best = &found.by[shorter_of(&found)];
    if (isinf(best->end_s))
        return rd_refuse(reterr,
                         "the trees of %" PRIu64 " items on %" PRIu32 " hosts are not "
                         "kept: copies-greedy plans larger instances",
                         found.multicast.item_count, found.multicast.network.host_count);
    rd_plan_multicast(&found.multicast, best, arena, ret_plan);
    if (instance->shared && !options->waits_for_room)
        plan_to_share(self, instance, options, &found, arena, scratch, ret_plan);
    rd_plan_count(ret_plan, arena, "schedules", (double)found.schedules);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"search", "integer 0 1000000", "30",
     "thousands of messages that the search starts, in all its schedules; for eight schedules up "
     "to eight times as many"},
    {0},
};

#define COPIES_ALGORITHM                                                                           \
    .source = "none: our own", .shape = RD_ANY_SHAPE,                                              \
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),                      \
    .goals = RD_BIT(RD_COPIES), .guarantee = RD_HEURISTIC, .options = option_specs,                \
    .asks_dear_bounds = rd_on_every_instance, .accepts = accepts, .plan = plan

/* It tries what they try, in the same order, and stops early only at what no schedule beats, nor
 * does any beat a closed form. */
static const struct rd_baseline baselines[] = {
    {"copies-greedy", NULL}, {"copies-trees", NULL}, {NULL, NULL}};

const struct rd_algorithm copies_greedy = {
    .name = "copies-greedy",
    .summary = "copies, event by event: rare items first, most links at a time",
    COPIES_ALGORITHM,
    .variant = GREEDY,
};

const struct rd_algorithm copies_trees = {
    .name = "copies-trees",
    .summary = "copies: a tree for each item by the prices of loads, and schedules of the trees",
    COPIES_ALGORITHM,
    .variant = TREES,
};

const struct rd_algorithm copies_portfolio = {
    .name = "copies-portfolio",
    .summary = "copies: a closed form, or the better of greedy and trees",
    COPIES_ALGORITHM,
    .baselines = baselines,
    .variant = PORTFOLIO,
};
