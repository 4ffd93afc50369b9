#include "algorithm.h"

#include <inttypes.h>
#include <string.h>

const struct rd_algorithm *rd_algorithm_named(const char *name)
{
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (strcmp(rd_algorithms[i]->name, name) == 0)
            return rd_algorithms[i];
    return NULL;
}

const struct rd_algorithm *rd_algorithm_nearest(const char *name)
{
    enum { MOST = 256 };
    const char *names[MOST];
    rd_assert(rd_algorithm_count <= MOST);
    for (size_t i = 0; i < rd_algorithm_count; i++)
        names[i] = rd_algorithms[i]->name;
    const char *nearest = rd_nearest_name(name, names, rd_algorithm_count);
    return nearest ? rd_algorithm_named(nearest) : NULL;
}

static bool takes_direction(const struct rd_algorithm *algorithm, enum rd_direction direction)
{
    return direction == RD_NO_DIRECTION || (algorithm->directions & (unsigned)direction) != 0;
}

bool rd_algorithm_takes_shape(const struct rd_algorithm *algorithm, enum rd_shape shape)
{
    return algorithm->shape == shape || (algorithm->shape == RD_SWITCH && shape == RD_BUS);
}

enum rd_guarantee rd_algorithm_guarantee(const struct rd_algorithm *algorithm,
                                         const struct rd_instance *instance)
{
    return algorithm->promises && !algorithm->promises(instance) ? RD_HEURISTIC
                                                                 : algorithm->guarantee;
}

bool rd_algorithm_fits(const struct rd_algorithm *algorithm, const struct rd_topology *topology)
{
    return algorithm->guarantee != RD_REFUTED &&
           rd_algorithm_takes_shape(algorithm, topology->shape) &&
           takes_direction(algorithm, topology->direction);
}

bool rd_algorithm_suits(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return algorithm->ports == instance->port_model && algorithm->goal == instance->goal;
}

static bool refuse(const struct rd_algorithm *algorithm, const char *what, const char *found,
                   const char *accepted, struct rd_error *reterr)
{
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0, "%s is %s: %s takes %s", what, found,
                   algorithm->name, accepted);
}

const char *rd_algorithm_ports(const struct rd_algorithm *algorithm)
{
    static const char *const names[] = {
        [RD_ONE_PORT] = "one",
        [RD_K_PORTS] = "a number of ports",
        [RD_ALL_PORTS] = "all",
        [RD_PIPELINED_PORTS] = "pipelined",
    };
    return names[algorithm->ports];
}

static bool accepts(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                    const struct rd_options *options, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    char label[RD_LABEL_SIZE];
    if (!rd_algorithm_takes_shape(algorithm, topology->shape))
        return refuse(algorithm, "the shape", rd_shape_name(topology->shape),
                      rd_shape_name(algorithm->shape), reterr);
    if (!takes_direction(algorithm, topology->direction))
        return refuse(algorithm, "the ring's direction",
                      topology->direction == RD_ONE_WAY ? "one-way" : "two-way",
                      topology->direction == RD_ONE_WAY ? "two-way" : "one-way", reterr);
    if (algorithm->ports != instance->port_model)
        return refuse(algorithm, "the port model", rd_port_model_name(instance, label),
                      rd_algorithm_ports(algorithm), reterr);
    if (algorithm->goal != instance->goal)
        return refuse(algorithm, "the goal", rd_goal_name(instance->goal),
                      rd_goal_name(algorithm->goal), reterr);
    return !algorithm->accepts || algorithm->accepts(instance, options, reterr);
}

static bool is_short(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                     int64_t transfer_limit, const char *limited, struct rd_error *reterr)
{
    double transfer_bound = algorithm->transfer_bound ? algorithm->transfer_bound(instance) : 0;
    if (transfer_bound <= (double)transfer_limit)
        return true;
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "up to %.0f messages and control words: %s at most %" PRId64, transfer_bound,
                   limited, transfer_limit);
}

bool rd_algorithm_accepts(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                          const struct rd_options *options, struct rd_error *reterr)
{
    return accepts(algorithm, instance, options, reterr) &&
           is_short(algorithm, instance, RD_PLAN_TRANSFER_LIMIT, "a plan holds", reterr);
}

bool rd_algorithm_accepts_unkept(const struct rd_algorithm *algorithm,
                                 const struct rd_instance *instance,
                                 const struct rd_options *options, struct rd_error *reterr)
{
    return accepts(algorithm, instance, options, reterr) &&
           is_short(algorithm, instance, RD_STREAM_TRANSFER_LIMIT,
                    "a plan whose rows are not kept has", reterr);
}

const char *rd_guarantee_name(enum rd_guarantee guarantee)
{
    static const char *const names[] = {
        [RD_OPTIMAL] = "optimal",     [RD_EXACT] = "exact",     [RD_RATIO] = "ratio",
        [RD_HEURISTIC] = "heuristic", [RD_REFUTED] = "refuted",
    };
    return names[guarantee];
}
