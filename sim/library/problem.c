#include "problem.h"

#include "problem_copies.h"
#include "problem_objects.h"

#include "include/redist/redist.h"
#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/instance_check.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Which shapes the links of a problem are, and what each link costs. */

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

/* Checks every link by itself: its ends, its costs.
 * Errors: RD_ERROR_INPUT. Cost: O(links). */
static bool links_check(const struct rd_problem *problem, struct rd_error *reterr)
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
    /* In the order of rd_shape, of which the ring stands twice. */
    _Static_assert(RD_SHAPE_GRAPH - RD_SHAPE_RING_TWO_WAY == RD_GRAPH - RD_RING, "a shape each");
    bool one_way = shape == RD_SHAPE_RING_ONE_WAY, two_way = shape == RD_SHAPE_RING_TWO_WAY;
    enum rd_shape own = one_way ? RD_RING : (enum rd_shape)(shape - RD_SHAPE_RING_TWO_WAY);
    enum rd_direction direction = one_way ? RD_ONE_WAY : two_way ? RD_TWO_WAY : RD_NO_DIRECTION;
    rd_assert(shape > RD_SHAPE_ANY && shape < RD_SHAPE_GRAPH);
    return rd_topology_make(own, direction, host_count, ret_topology, reterr);
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

/* The topology of a shape, or a graph, with just the links of the problem, or all of the shape if
 * it lists none. In: a problem that links_check accepts; a shape but RD_SHAPE_ANY. Errors:
 * RD_ERROR_INPUT: hosts of a number that the shape does not have, a link twice, one that the shape
 * lacks, one that is missing. Cost: O(links of the shape); of a graph O(hosts + links). */
static bool links_match(const struct rd_problem *problem, enum rd_problem_shape shape,
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

/* Where an item has 1 byte: of objects, and where costs differ. */
static double bandwidth(double seconds)
{
    return seconds > 0 ? 1 / seconds : INFINITY;
}

/* Writes the costs of the links into an instance whose topology is made: link_cost, costs_equal,
 * item_bytes. Costs of items that are all alike are exact, others to a rounding each.
 * Cost: O(links). */
static void links_add_costs(const struct rd_problem *problem, struct rd_arena *arena,
                            struct rd_instance *instance)
{
    bool listed = problem->link_count > 0;
    instance->costs_equal = !listed || are_equal(problem);
    uint64_t count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(arena, count, struct rd_link_cost);
    instance->link_cost = cost;
    if (instance->costs_equal) {
        double c = listed ? seconds_per_item(problem, 0) : problem->every_seconds_per_item;
        /* An item has as many bytes as it takes seconds: the quotient is exact. */
        cost[0].bandwidth_bytes_per_s = instance->objects ? bandwidth(c) : 1;
        cost[0].latency_s = listed ? latency_s(problem, 0) : problem->every_latency_s;
        instance->item_bytes = instance->objects ? 1 : c;
        return;
    }
    for (size_t link = 0; link < problem->link_count; link++) {
        uint64_t number =
            rd_link_between(&instance->topology, problem->link_from[link], problem->link_to[link]);
        double c = seconds_per_item(problem, link);
        cost[number].latency_s = latency_s(problem, link);
        cost[number].bandwidth_bytes_per_s = bandwidth(c);
        if (c > 0)
            instance->item_bytes = 1;
    }
}

/* How long an item may be computed. */
#define COMPUTE_LEAST_S 1e-15
#define COMPUTE_MOST_S 1e15

/* How many times as long as another an item of a kind may take. */
#define SIZE_MOST 1e15

/* More options than any algorithm has. */
enum { OPTION_LIMIT = 100 };

static bool input_fail(struct rd_error *reterr, const char *message)
{
    return rd_wrong(reterr, "%s", message);
}

/* What can be checked before any array is read. */
static bool check_header(const struct rd_problem *problem, struct rd_error *reterr)
{
    if (!problem)
        return input_fail(reterr, "problem is NULL: a struct rd_problem is needed");
    if (problem->host_count < 1 || problem->host_count > RD_HOST_LIMIT)
        return rd_wrong(reterr, "host_count is %" PRIu32 ": 1 to %d are accepted",
                        problem->host_count, RD_HOST_LIMIT);
    if ((unsigned)problem->shape > RD_SHAPE_GRAPH)
        return rd_wrong(reterr, "shape is %u: 0 to %u are accepted", (unsigned)problem->shape,
                        (unsigned)RD_SHAPE_GRAPH);
    if ((unsigned)problem->goal > RD_GOAL_PLACE)
        return rd_wrong(reterr, "goal is %u: 0 to %u are accepted", (unsigned)problem->goal,
                        (unsigned)RD_GOAL_PLACE);
    bool copies = problem->goal == RD_GOAL_COPIES;
    bool counts = problem->goal != RD_GOAL_PLACE && (!copies || problem->kind_count > 0);
    if (counts && !problem->load)
        return input_fail(reterr, "load is NULL: [host_count * kind_count] are needed");
    if ((copies ? counts : problem->goal == RD_GOAL_AFTER) && !problem->final_load)
        return rd_wrong(reterr, "final_load is NULL: [host_count * kind_count] are needed for %s",
                        copies ? "RD_GOAL_COPIES" : "RD_GOAL_AFTER");
    if (problem->goal == RD_GOAL_FINISH && !problem->compute_seconds_per_item)
        return input_fail(reterr, "compute_seconds_per_item is NULL: [host_count] are needed for "
                                  "RD_GOAL_FINISH");
    return true;
}

static bool set_ports(const struct rd_problem *problem, struct rd_instance *instance,
                      struct rd_error *reterr)
{
    uint32_t most = problem->ports == 0 ? 1 : problem->ports, least = most;
    const uint32_t *ports = problem->host_ports;
    for (uint32_t host = 0; ports && host < problem->host_count; host++) {
        if (ports[host] < 1 || ports[host] == RD_PORTS_UNLIMITED)
            return rd_wrong(reterr,
                            "host_ports[%" PRIu32 "] is %" PRIu32 ": 1 to 2^32 - 2 are accepted",
                            host, ports[host]);
        least = host == 0 || ports[host] < least ? ports[host] : least;
        most = host == 0 || ports[host] > most ? ports[host] : most;
    }
    instance->port_count = most;
    instance->port_model = most == RD_PORTS_UNLIMITED ? RD_ALL_PORTS
                           : most == 1                ? RD_ONE_PORT
                                                      : RD_K_PORTS;
    instance->host_port_count = least < most ? ports : NULL;
    return true;
}

static void set_goal(const struct rd_problem *problem, struct rd_instance *instance)
{
    static const enum rd_goal goals[] = {
        [RD_GOAL_AFTER] = RD_REACH,   [RD_GOAL_BALANCE] = RD_BALANCE, [RD_GOAL_GATHER] = RD_GATHER,
        [RD_GOAL_FINISH] = RD_FINISH, [RD_GOAL_COPIES] = RD_COPIES,   [RD_GOAL_PLACE] = RD_PLACE,
    };
    instance->goal = goals[problem->goal];
    if (problem->goal == RD_GOAL_AFTER)
        instance->target = problem->final_load;
    if (problem->goal == RD_GOAL_BALANCE)
        instance->balance_error = problem->balance_error;
}

/* The hosts' speeds, as exact as can be: if they are equal, one item a flop-second. */
static bool set_speeds(const struct rd_problem *problem, struct rd_arena *arena,
                       struct rd_instance *instance, struct rd_error *reterr)
{
    if (problem->goal != RD_GOAL_FINISH)
        return true;
    const double *seconds = problem->compute_seconds_per_item;
    uint32_t computing = problem->host_count - (problem->shape == RD_SHAPE_STAR);
    double *speed = rd_take(arena, problem->host_count, double);
    bool equal = true;
    for (uint32_t host = 0; host < computing; host++) {
        if (!(seconds[host] >= COMPUTE_LEAST_S && seconds[host] <= COMPUTE_MOST_S))
            return rd_wrong(reterr,
                            "compute_seconds_per_item[%" PRIu32
                            "] is %g: a number from %g to %g is accepted",
                            host, seconds[host], COMPUTE_LEAST_S, COMPUTE_MOST_S);
        equal = equal && seconds[host] == seconds[0];
    }
    for (uint32_t host = 0; host < problem->host_count; host++)
        speed[host] = equal || host >= computing ? 1 : 1 / seconds[host];
    instance->flops_per_item = equal && computing > 0 ? seconds[0] : 1;
    instance->speed_flops_per_s = speed;
    return true;
}

/* Are the sizes of counted kinds such as are accepted? */
static bool check_sizes(const struct rd_problem *problem, const struct rd_instance *instance,
                        struct rd_error *reterr)
{
    bool sized = problem->counted_size && !instance->objects;
    for (uint32_t kind = 0; sized && kind < rd_counted_kinds(instance); kind++)
        if (!(problem->counted_size[kind] >= RD_COST_LEAST &&
              problem->counted_size[kind] <= SIZE_MOST))
            return rd_wrong(reterr,
                            "counted_size[%" PRIu32 "] is %g: a number from %g to %g is accepted",
                            kind, problem->counted_size[kind], RD_COST_LEAST, SIZE_MOST);
    return true;
}

/* Gives counted kinds their sizes, where items take time at all. */
static void add_sizes(const struct rd_problem *problem, struct rd_arena *arena,
                      struct rd_instance *instance)
{
    uint32_t kinds = rd_counted_kinds(instance);
    if (!problem->counted_size || instance->objects || instance->item_bytes == 0 || kinds == 0)
        return;
    double *bytes = rd_take(arena, kinds, double);
    for (uint32_t kind = 0; kind < kinds; kind++)
        bytes[kind] = problem->counted_size[kind] * instance->item_bytes;
    rd_instance_size_kinds(instance, bytes);
}

/* Adds the problem as a network of a shape, if it is one. */
static bool add_view(const struct rd_problem *problem, enum rd_problem_shape shape,
                     const struct rd_instance *common, struct rd_call *call,
                     struct rd_problem_views *views, struct rd_error *reterr)
{
    rd_assert(views->count < RD_VIEW_LIMIT);
    struct rd_instance *instance = &views->instance[views->count];
    *instance = *common;
    if (!links_match(problem, shape, &call->problem, &call->scratch, &instance->topology, reterr))
        return false;
    links_add_costs(problem, &call->problem, instance);
    rd_problem_copies_size(problem, &call->problem, instance);
    add_sizes(problem, &call->problem, instance);
    if (!rd_instance_check(instance, &call->error))
        return false;
    views->count++;
    return true;
}

/* The shapes that are no more than their links; if it is none of them, the graph that any links
 * are. */
static bool add_every_view(const struct rd_problem *problem, const struct rd_instance *common,
                           struct rd_call *call, struct rd_problem_views *views)
{
    static const enum rd_problem_shape shapes[] = {
        RD_SHAPE_RING_ONE_WAY,     RD_SHAPE_RING_TWO_WAY, RD_SHAPE_HYPERCUBE,
        RD_SHAPE_SHUFFLE_EXCHANGE, RD_SHAPE_SWITCH,
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        call->error.code = RD_ERROR_NONE;
        if (!add_view(problem, shapes[i], common, call, views, NULL) &&
            call->error.code != RD_ERROR_NONE)
            return false;
    }
    return views->count > 0 || add_view(problem, RD_SHAPE_GRAPH, common, call, views, &call->error);
}

bool rd_problem_read(const struct rd_problem *problem, struct rd_call *call,
                     struct rd_problem_views *ret_views)
{
    if (!check_header(problem, &call->error) || !links_check(problem, &call->error))
        return false;
    struct rd_instance common = {
        .kind_count = problem->kind_count == 0 ? 1 : problem->kind_count,
        .load = problem->load,
    };
    set_goal(problem, &common);
    ret_views->count = 0;
    if (problem->goal == RD_GOAL_COPIES && !rd_problem_copies_read(problem, call, &common))
        return false;
    if (problem->goal == RD_GOAL_PLACE && !rd_problem_objects_read(problem, call, &common))
        return false;
    return check_sizes(problem, &common, &call->error) &&
           set_ports(problem, &common, &call->error) &&
           set_speeds(problem, &call->problem, &common, &call->error) &&
           (problem->shape == RD_SHAPE_ANY
                ? add_every_view(problem, &common, call, ret_views)
                : add_view(problem, problem->shape, &common, call, ret_views, &call->error));
}

bool rd_problem_read_options(const struct rd_problem *problem, struct rd_call *call,
                             struct rd_options *ret_options)
{
    struct rd_arena *arena = &call->problem;
    if (problem->option_count > 0 && !problem->option)
        return input_fail(&call->error, "option is NULL: [option_count] are needed");
    if (problem->option_count > OPTION_LIMIT)
        return rd_wrong(&call->error, "option_count is %zu: at most %d are accepted",
                        problem->option_count, OPTION_LIMIT);
    struct rd_option *given = rd_take(arena, problem->option_count, struct rd_option);
    for (size_t i = 0; i < problem->option_count; i++) {
        const char *text = problem->option[i];
        const char *equals = text ? strchr(text, '=') : NULL;
        if (!equals)
            return rd_wrong(&call->error, "option[%zu] is %s%.200s%s: \"name=value\" is accepted",
                            i, text ? "\"" : "", text ? text : "NULL", text ? "\"" : "");
        given[i].name = rd_arena_print(arena, "%.*s", (int)(equals - text), text);
        given[i].value = equals + 1;
    }
    *ret_options = (struct rd_options){
        .given = given, .given_count = problem->option_count, .seed = problem->seed};
    return true;
}
