#include "problem.h"

#include "links.h"

#include <inttypes.h>
#include <string.h>

/* How long an item may be computed. */
#define COMPUTE_LEAST_S 1e-15
#define COMPUTE_MOST_S 1e15

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
    if ((unsigned)problem->goal > RD_GOAL_FINISH)
        return rd_wrong(reterr, "goal is %u: 0 to %u are accepted", (unsigned)problem->goal,
                        (unsigned)RD_GOAL_FINISH);
    if (!problem->load)
        return input_fail(reterr, "load is NULL: [host_count * kind_count] are needed");
    if (problem->goal == RD_GOAL_AFTER && !problem->final_load)
        return input_fail(reterr, "final_load is NULL: [host_count * kind_count] are needed for "
                                  "RD_GOAL_AFTER");
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
        [RD_GOAL_AFTER] = RD_REACH,
        [RD_GOAL_BALANCE] = RD_BALANCE,
        [RD_GOAL_GATHER] = RD_GATHER,
        [RD_GOAL_FINISH] = RD_FINISH,
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

/* Adds the problem as a network of a shape, if it is one. */
static bool add_view(const struct rd_problem *problem, enum rd_problem_shape shape,
                     const struct rd_instance *common, struct rd_call *call,
                     struct rd_problem_views *views, struct rd_error *reterr)
{
    rd_assert(views->count < RD_VIEW_LIMIT);
    struct rd_instance *instance = &views->instance[views->count];
    *instance = *common;
    if (!rd_links_match(problem, shape, &call->problem, &call->scratch, &instance->topology,
                        reterr))
        return false;
    rd_links_add_costs(problem, &call->problem, instance);
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
    if (!check_header(problem, &call->error) || !rd_links_check(problem, &call->error))
        return false;
    struct rd_instance common = {
        .kind_count = problem->kind_count == 0 ? 1 : problem->kind_count,
        .load = problem->load,
    };
    set_goal(problem, &common);
    ret_views->count = 0;
    return set_ports(problem, &common, &call->error) &&
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
