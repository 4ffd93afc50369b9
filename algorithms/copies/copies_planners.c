/* copies-greedy, copies-trees, copies-portfolio: items that several hosts hold and several want.
 *
 *     greedy     event by event, every host that has an item is a source of it (greedy.h)
 *     trees      a tree for each item by the prices of loads, schedules of them (tree_search.h)
 *     portfolio  the better of both, which stops at a bound by prices too
 *
 * Source: our own. */
#include "multicast_prices.h"
#include "parts.h"
#include "simple_bounds.h"
#include "tree_search.h"

#include "algorithms/algorithm.h"
#include "sim/base/integers.h"

#include <inttypes.h>
#include <math.h>

enum { GREEDY, TREES, PORTFOLIO };

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

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_multicast multicast;
    struct rd_rows rows;
    struct rd_copy_schedule best = RD_NO_SCHEDULE;
    int64_t schedules = 0, more = 0;
    rd_arena_own(own);
    if (!rd_multicast_read(instance, &own, scratch, &multicast, reterr) ||
        !rd_copies_can_be_scheduled(&multicast, reterr))
        return false;
    struct rd_copy_effort effort = {.bound_s = rd_simple_bound_s(&multicast, scratch),
                                    .messages = budget(&multicast, options),
                                    .seed = options->seed};
    if (self->variant != TREES)
        best = rd_greedy_search(&multicast, &effort, &own, scratch, &schedules);
    bool met = best.end_s <= effort.bound_s * (1 + 1e-9);
    if (self->variant != GREEDY && !met && rd_rows_read(&multicast, &own, scratch, &rows, reterr)) {
        if (self->variant == PORTFOLIO)
            effort.bound_s = bound_s(&rows, effort.bound_s, &own, scratch);
        struct rd_copy_schedule found = rd_tree_search(&rows, &effort, &own, scratch, &more);
        if (found.end_s < best.end_s)
            best = found;
    }
    if (isinf(best.end_s))
        return rd_refuse(reterr,
                         "the trees of %" PRIu64 " items on %" PRIu32 " hosts are not "
                         "kept: copies-greedy plans larger instances",
                         multicast.item_count, multicast.network.host_count);
    rd_plan_count(ret_plan, arena, "schedules", (double)(schedules + more));
    rd_plan_multicast(&multicast, &best, arena, ret_plan);
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

/* It tries what they try, in the same order, and stops early only at what no schedule beats. */
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
    .summary = "copies: the better of greedy and trees",
    COPIES_ALGORITHM,
    .baselines = baselines,
    .variant = PORTFOLIO,
};
