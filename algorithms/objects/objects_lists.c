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
#include "order.h"
#include "search.h"
#include "sources.h"
#include "space_bounds.h"

#include "algorithms/algorithm.h"

#include <math.h>

enum { FIRST_COME, LONGEST_FIRST, CRITICAL_PORT, SEARCH };

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return !instance->objects->relays ||
           rd_refuse(reterr, "objects may be relayed: relay=\"no\" is accepted");
}

/* An order in which objects can be moved one by one; NULL where space is not limited.
 * Errors: RD_ERROR_REFUSED, why there is none, or that none was found. */
static bool find_order(const struct rd_copies *copies, const uint32_t *way, uint64_t seed,
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
    struct rd_no_order shown = rd_show_no_order(copies, arena, scratch);
    bool one_source = copies->objects->first[copies->count] == copies->count;
    return rd_refuse(reterr, "%s",
                     shown.words ? shown.words
                     : found == RD_ORDER_NONE && one_source
                         ? "there is no order: all were tried, and in each some object waits for "
                           "space that others would give up behind it"
                         : "no order was found in which each object finds space, and none was "
                           "shown not to exist");
}

/* How many schedules the search makes: `search` thousands of messages, and no more than are of use
 * where objects are few. */
static int64_t schedules_of(const struct rd_copies *copies, const struct rd_options *options)
{
    enum { MOST = 600 };
    int64_t schedules = rd_option_integer(options, "search") * 1000 / copies->count;
    return schedules < MOST ? schedules : MOST;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_copies copies;
    struct rd_copy_schedule schedule;
    const uint32_t *order;
    if (!rd_copies_read(instance, scratch, &copies, reterr))
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
                              fmax(rd_space_area_bound_s(&copies, scratch),
                                   rd_space_heads_bound_s(&copies, scratch)));
        schedule = rd_dispatch_best(&copies, way, order, bound_s, arena, scratch);
        if (self->variant == SEARCH)
            schedule = rd_search_copies(&copies, schedule, bound_s, schedules_of(&copies, options),
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
     "thousands of messages that the search starts, in all its schedules"},
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
