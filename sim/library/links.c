#include "links.h"

#include <inttypes.h>
#include <math.h>

/* The most that a message of one item may last, and its start-up. */
#define COST_LIMIT_S 1e15

static bool fail_link(const struct rd_problem *problem, size_t link, struct rd_error *reterr,
                      const char *what)
{
    return rd_wrong(reterr, "link %zu, from %" PRIu32 " to %" PRIu32 ": %s", link,
                    problem->link_from[link], problem->link_to[link], what);
}

static bool check_cost(double cost_s, const char *name, struct rd_error *reterr)
{
    return (cost_s >= 0 && cost_s <= COST_LIMIT_S) ||
           rd_wrong(reterr, "%s is %g: a number from 0 to %g is accepted", name, cost_s,
                    COST_LIMIT_S);
}

static bool check_link(const struct rd_problem *problem, size_t link, struct rd_error *reterr)
{
    uint32_t from = problem->link_from[link], to = problem->link_to[link];
    if (from >= problem->host_count || to >= problem->host_count)
        return rd_wrong(reterr,
                        "link %zu, from %" PRIu32 " to %" PRIu32 ": hosts are 0 to %" PRIu32, link,
                        from, to, problem->host_count - 1);
    if (from == to)
        return fail_link(problem, link, reterr, "two different hosts are accepted");
    char name[64];
    snprintf(name, sizeof name, "link_seconds_per_item[%zu]", link);
    if (problem->link_seconds_per_item &&
        !check_cost(problem->link_seconds_per_item[link], name, reterr))
        return false;
    snprintf(name, sizeof name, "link_latency_s[%zu]", link);
    return !problem->link_latency_s || check_cost(problem->link_latency_s[link], name, reterr);
}

bool rd_links_check(const struct rd_problem *problem, struct rd_error *reterr)
{
    if (problem->link_count == 0) {
        if (problem->shape == RD_SHAPE_ANY || problem->shape == RD_SHAPE_GRAPH)
            return rd_wrong(reterr,
                            "link_count is 0: links are needed, or a shape to take them from");
        return check_cost(problem->every_seconds_per_item, "every_seconds_per_item", reterr) &&
               check_cost(problem->every_latency_s, "every_latency_s", reterr);
    }
    if (!problem->link_from || !problem->link_to)
        return rd_wrong(reterr, "%s is NULL: [link_count] are needed",
                        problem->link_from ? "link_to" : "link_from");
    uint64_t pairs = (uint64_t)problem->host_count * (problem->host_count - 1);
    if (problem->link_count > pairs)
        return rd_wrong(reterr,
                        "%zu links between %" PRIu32 " hosts: at most %" PRIu64 " are accepted",
                        problem->link_count, problem->host_count, pairs);
    for (size_t link = 0; link < problem->link_count; link++)
        if (!check_link(problem, link, reterr))
            return false;
    return true;
}

/* Makes the topology of a shape, without a look at the links. */
static bool make(enum rd_problem_shape shape, uint32_t host_count, struct rd_topology *ret_topology,
                 struct rd_error *reterr)
{
    static const struct {
        enum rd_shape shape;
        enum rd_direction direction;
    } shapes[] = {
        [RD_SHAPE_RING_ONE_WAY] = {RD_RING, RD_ONE_WAY},
        [RD_SHAPE_RING_TWO_WAY] = {RD_RING, RD_TWO_WAY},
        [RD_SHAPE_STAR] = {RD_STAR, RD_NO_DIRECTION},
        [RD_SHAPE_HYPERCUBE] = {RD_HYPERCUBE, RD_NO_DIRECTION},
        [RD_SHAPE_SHUFFLE_EXCHANGE] = {RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION},
        [RD_SHAPE_SWITCH] = {RD_SWITCH, RD_NO_DIRECTION},
        [RD_SHAPE_BUS] = {RD_BUS, RD_NO_DIRECTION},
    };
    rd_assert(shape > RD_SHAPE_ANY && shape < RD_SHAPE_GRAPH);
    return rd_topology_make(shapes[shape].shape, shapes[shape].direction, host_count, ret_topology,
                            reterr);
}

/* Does each link of the shape appear once? */
static bool match_links(const struct rd_problem *problem, const struct rd_topology *topology,
                        struct rd_arena *scratch, struct rd_error *reterr)
{
    const char *name = rd_shape_name(topology->shape);
    char what[96];
    uint8_t *listed = rd_take(scratch, rd_link_count(topology), uint8_t);
    for (size_t link = 0; link < problem->link_count; link++) {
        uint64_t number =
            rd_link_between(topology, problem->link_from[link], problem->link_to[link]);
        if (number == RD_NO_LINK) {
            snprintf(what, sizeof what, "a %s of %" PRIu32 " hosts has no such link", name,
                     problem->host_count);
            return fail_link(problem, link, reterr, what);
        }
        if (listed[number])
            return fail_link(problem, link, reterr, "it is listed twice: once is accepted");
        listed[number] = 1;
    }
    rd_each_link (link, topology)
        if (!listed[link.number])
            return rd_wrong(reterr,
                            "no link from %" PRIu32 " to %" PRIu32 " is listed: a %s of %" PRIu32
                            " hosts has one",
                            link.from, link.to, name, problem->host_count);
    return true;
}

static bool make_graph(const struct rd_problem *problem, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_topology *ret_topology,
                       struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct rd_edge *edge = rd_take(scratch, problem->link_count, struct rd_edge);
    for (size_t link = 0; link < problem->link_count; link++)
        edge[link] = (struct rd_edge){problem->link_from[link], problem->link_to[link]};
    return rd_topology_make_graph(problem->host_count, edge, problem->link_count, arena,
                                  ret_topology, reterr);
}

bool rd_links_match(const struct rd_problem *problem, enum rd_problem_shape shape,
                    struct rd_arena *arena, struct rd_arena *scratch,
                    struct rd_topology *ret_topology, struct rd_error *reterr)
{
    struct rd_topology topology;
    if (shape == RD_SHAPE_GRAPH)
        return make_graph(problem, arena, scratch, ret_topology, reterr);
    if (!make(shape, problem->host_count, &topology, reterr))
        return false;
    /* More than two numbers a link stand for none only in the smallest networks: no room is taken
     * for a switch to see that a ring is not one. */
    if (problem->link_count > 0) {
        uint64_t least = rd_link_count(&topology) / 2;
        if (least > 16 && problem->link_count < least)
            return rd_wrong(reterr, "%zu links: a %s of %" PRIu32 " hosts has more",
                            problem->link_count, rd_shape_name(topology.shape),
                            problem->host_count);
        rd_arena_borrow(scratch);
        if (!match_links(problem, &topology, scratch, reterr))
            return false;
    }
    *ret_topology = topology;
    return true;
}

static double seconds_per_item(const struct rd_problem *problem, size_t link)
{
    return problem->link_seconds_per_item ? problem->link_seconds_per_item[link] : 0;
}

static double latency_s(const struct rd_problem *problem, size_t link)
{
    return problem->link_latency_s ? problem->link_latency_s[link] : 0;
}

static bool are_equal(const struct rd_problem *problem)
{
    for (size_t link = 1; link < problem->link_count; link++)
        if (seconds_per_item(problem, link) != seconds_per_item(problem, 0) ||
            latency_s(problem, link) != latency_s(problem, 0))
            return false;
    return true;
}

void rd_links_add_costs(const struct rd_problem *problem, struct rd_arena *arena,
                        struct rd_instance *instance)
{
    bool listed = problem->link_count > 0;
    instance->costs_equal = !listed || are_equal(problem);
    uint64_t count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(arena, count, struct rd_link_cost);
    instance->link_cost = cost;
    if (instance->costs_equal) {
        /* An item has as many bytes as it takes seconds: the quotient is exact. */
        cost[0].bandwidth_bytes_per_s = 1;
        cost[0].latency_s = listed ? latency_s(problem, 0) : problem->every_latency_s;
        instance->item_bytes =
            listed ? seconds_per_item(problem, 0) : problem->every_seconds_per_item;
        return;
    }
    for (size_t link = 0; link < problem->link_count; link++) {
        uint64_t number =
            rd_link_between(&instance->topology, problem->link_from[link], problem->link_to[link]);
        double c = seconds_per_item(problem, link);
        cost[number].latency_s = latency_s(problem, link);
        cost[number].bandwidth_bytes_per_s = c > 0 ? 1 / c : INFINITY;
        if (c > 0)
            instance->item_bytes = 1;
    }
}
