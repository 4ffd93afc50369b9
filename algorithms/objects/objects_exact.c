/* objects-exact: the shortest of all schedules of a few objects, by all lists (exhaustive.h), space
 * included. Source: our own; that lists are enough: docs/model.md. */
#include "exhaustive.h"
#include "load_bounds.h"

#include "algorithms/algorithm.h"

#include <inttypes.h>
#include <math.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (instance->objects->relays)
        return rd_refuse(reterr, "objects may be relayed: relay=\"no\" is accepted");
    return instance->objects->count <= RD_EXHAUSTIVE_OBJECTS ||
           rd_refuse(reterr, "%" PRIu32 " objects: at most %d are accepted",
                     instance->objects->count, RD_EXHAUSTIVE_OBJECTS);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_copies copies;
    if (!rd_copies_read(instance, scratch, &copies, reterr))
        return false;
    for (uint32_t object = 0; object < copies.count; object++)
        if (!(copies.shortest_s[object] > 0))
            return rd_refuse(reterr, "an object that takes no time: more than 0 s is accepted");
    int64_t limit = rd_option_integer(options, "nodes") * 1000;
    double bound_s = rd_load_bound(&copies, scratch).seconds;
    struct rd_exhaustive_copies found =
        rd_exhaust_copies(&copies, INFINITY, bound_s, limit, arena, scratch);
    rd_plan_count(ret_plan, arena, "lists", (double)found.nodes);
    if (!found.complete)
        return rd_refuse(reterr,
                         "the search was cut after %" PRId64
                         " lists: fewer objects, or more nodes, are needed",
                         limit);
    if (isinf(found.schedule.makespan_s))
        return rd_refuse(reterr, "there is no order: all were tried, and in each some object waits "
                                 "for space that others would give up behind it");
    rd_plan_copies(&copies, &found.schedule, arena, ret_plan);
    ret_plan->searched_all = true;
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"nodes", "integer 1 1000000", "4000", "thousands of lists that are looked at, at the most"},
    {0},
};

const struct rd_algorithm objects_exact = {
    .name = "objects-exact",
    .summary = "a few objects: the shortest of all schedules, by all lists",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_PLACE),
    .guarantee = RD_EXACT,
    .options = option_specs,
    .accepts = accepts,
    .plan = plan,
};
