#include "algorithm.h"

#include "network/bottleneck_prices.h"
#include "network/planner.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <stdio.h>
#include <math.h>
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
    return direction == RD_NO_DIRECTION || algorithm->shape == RD_ANY_SHAPE ||
           (algorithm->directions & (unsigned)direction) != 0;
}

bool rd_algorithm_takes_shape(const struct rd_algorithm *algorithm, enum rd_shape shape)
{
    return algorithm->shape == RD_ANY_SHAPE || algorithm->shape == shape ||
           (algorithm->shape == RD_SWITCH && shape == RD_BUS);
}

enum rd_guarantee rd_algorithm_guarantee(const struct rd_algorithm *algorithm,
                                         const struct rd_instance *instance)
{
    if (!algorithm->promises)
        return algorithm->guarantee;
    return rd_algorithm_takes_topology(algorithm, &instance->topology) &&
                   rd_algorithm_suits(algorithm, instance) && algorithm->promises(instance)
               ? algorithm->guarantee
               : RD_HEURISTIC;
}

double rd_algorithm_promised_ratio(const struct rd_algorithm *algorithm,
                                   const struct rd_instance *instance)
{
    return rd_algorithm_guarantee(algorithm, instance) == RD_RATIO ? algorithm->ratio : NAN;
}

bool rd_algorithm_takes_topology(const struct rd_algorithm *algorithm,
                                 const struct rd_topology *topology)
{
    return rd_algorithm_takes_shape(algorithm, topology->shape) &&
           takes_direction(algorithm, topology->direction);
}

bool rd_algorithm_fits(const struct rd_algorithm *algorithm, const struct rd_topology *topology)
{
    return algorithm->guarantee != RD_REFUTED && !algorithm->protocol &&
           rd_algorithm_takes_topology(algorithm, topology);
}

bool rd_algorithm_suits(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return rd_algorithm_takes_ports(algorithm, instance->port_model) &&
           rd_algorithm_takes_goal(algorithm, instance->goal);
}

static bool refuse(const struct rd_algorithm *algorithm, const char *what, const char *found,
                   const char *accepted, struct rd_error *reterr)
{
    return rd_refuse(reterr, "%s is %s: %s takes %s", what, found, algorithm->name, accepted);
}

const char *rd_algorithm_shape(const struct rd_algorithm *algorithm)
{
    return algorithm->shape == RD_ANY_SHAPE ? "any" : rd_shape_name(algorithm->shape);
}

/* Adds a word to a list of words. */
static void add_word(char words[RD_LABEL_SIZE], const char *word)
{
    size_t length = strlen(words);
    int added =
        snprintf(words + length, RD_LABEL_SIZE - length, "%s%s", length > 0 ? ", " : "", word);
    rd_assert(added >= 0 && (size_t)added < RD_LABEL_SIZE - length);
}

const char *rd_algorithm_ports(const struct rd_algorithm *algorithm, char words[RD_LABEL_SIZE])
{
    static const char *const names[] = {
        [RD_ONE_PORT] = "one",
        [RD_K_PORTS] = "a number of ports",
        [RD_ALL_PORTS] = "all",
        [RD_PIPELINED_PORTS] = "pipelined",
    };
    words[0] = '\0';
    for (enum rd_port_model ports = RD_ONE_PORT; ports <= RD_PIPELINED_PORTS; ports++)
        if (rd_algorithm_takes_ports(algorithm, ports))
            add_word(words, names[ports]);
    return words;
}

const char *rd_algorithm_goals(const struct rd_algorithm *algorithm, char words[RD_LABEL_SIZE])
{
    words[0] = '\0';
    for (enum rd_goal goal = RD_REACH; goal <= RD_STENCIL; goal++)
        if (rd_algorithm_takes_goal(algorithm, goal))
            add_word(words, rd_goal_name(goal));
    return words;
}

static bool accepts(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                    const struct rd_options *options, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    char label[RD_LABEL_SIZE], words[RD_LABEL_SIZE];
    if (!rd_algorithm_takes_shape(algorithm, topology->shape))
        return refuse(algorithm, "the shape", rd_shape_name(topology->shape),
                      rd_algorithm_shape(algorithm), reterr);
    if (!takes_direction(algorithm, topology->direction))
        return refuse(algorithm, "the ring's direction",
                      topology->direction == RD_ONE_WAY ? "one-way" : "two-way",
                      topology->direction == RD_ONE_WAY ? "two-way" : "one-way", reterr);
    if (!rd_algorithm_takes_ports(algorithm, instance->port_model))
        return refuse(algorithm, "the port model", rd_port_model_name(instance, label),
                      rd_algorithm_ports(algorithm, words), reterr);
    if (!rd_algorithm_takes_goal(algorithm, instance->goal))
        return refuse(algorithm, "the goal", rd_goal_name(instance->goal),
                      rd_algorithm_goals(algorithm, words), reterr);
    return !algorithm->accepts || algorithm->accepts(instance, options, reterr);
}

static bool is_short(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                     int64_t transfer_limit, const char *limited, struct rd_error *reterr)
{
    double transfer_bound = algorithm->transfer_bound ? algorithm->transfer_bound(instance) : 0;
    return transfer_bound <= (double)transfer_limit ||
           rd_refuse(reterr, "up to %.0f messages and control words: %s at most %" PRId64,
                     transfer_bound, limited, transfer_limit);
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

/* Discards the transfers: only whether planning succeeds is wanted. */
static void forget(RD_UNUSED struct rd_plan_reader *reader, RD_UNUSED const struct rd_plan *plan)
{
}

bool rd_algorithm_plans(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_error *reterr)
{
    rd_arena_borrow(arena);
    rd_arena_borrow(scratch);
    struct rd_plan_reader nobody = {forget, RD_STREAM_TRANSFERS};
    struct rd_plan plan = {.reader = &nobody};
    struct rd_network network;
    if (algorithm->shape == RD_ANY_SHAPE)
        return rd_network_read(instance, arena, scratch, &network, reterr);
    return algorithm->guarantee == RD_EXACT ||
           algorithm->plan(algorithm, instance, options, arena, scratch, &plan, reterr);
}

static bool takes(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                  struct rd_arena *arena, struct rd_arena *scratch)
{
    static const double transfer_limit = 1e6;
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    return rd_algorithm_fits(algorithm, &instance->topology) &&
           rd_algorithm_accepts(algorithm, instance, &options, NULL) &&
           ((algorithm->transfer_bound && algorithm->transfer_bound(instance) > transfer_limit) ||
            rd_algorithm_plans(algorithm, instance, &options, arena, scratch, NULL));
}

/* The better of two is the one with the lower rank. */
static int rank(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return (algorithm->shape == RD_ANY_SHAPE ? RD_REFUTED + 1 : 0) +
           (int)rd_algorithm_guarantee(algorithm, instance);
}

const struct rd_algorithm *rd_algorithm_alternative(const struct rd_algorithm *refused,
                                                    const struct rd_instance *instance,
                                                    struct rd_arena *arena,
                                                    struct rd_arena *scratch)
{
    const int ranks = 2 * (RD_REFUTED + 1);
    for (int wanted = 0; wanted < ranks; wanted++)
        for (size_t i = 0; i < rd_algorithm_count; i++)
            if (rd_algorithms[i] != refused && rank(rd_algorithms[i], instance) == wanted &&
                takes(rd_algorithms[i], instance, arena, scratch))
                return rd_algorithms[i];
    return NULL;
}

const char *rd_guarantee_name(enum rd_guarantee guarantee)
{
    static const char *const names[] = {
        [RD_OPTIMAL] = "optimal",     [RD_EXACT] = "exact",     [RD_RATIO] = "ratio",
        [RD_HEURISTIC] = "heuristic", [RD_REFUTED] = "refuted",
    };
    return names[guarantee];
}

bool rd_algorithm_bound(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                        struct rd_arena *arena, struct rd_arena *scratch,
                        struct rd_bound *ret_bound, struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    if (!algorithm->bound(instance, arena, scratch, ret_bound, reterr))
        return false;
    rd_price_bottleneck(instance, arena, scratch, ret_bound);
    return true;
}

/* Is it made for the instance, and has it a bound that holds? */
static bool bounds_instance(const struct rd_algorithm *algorithm,
                            const struct rd_instance *instance)
{
    return algorithm->bound && rd_algorithm_fits(algorithm, &instance->topology) &&
           rd_algorithm_suits(algorithm, instance);
}

/* Has an algorithm before it in the table the same bound? */
static bool is_asked_already(size_t index, const struct rd_instance *instance)
{
    for (size_t i = 0; i < index; i++)
        if (rd_algorithms[i]->bound == rd_algorithms[index]->bound &&
            bounds_instance(rd_algorithms[i], instance))
            return true;
    return false;
}

/* Of bounds that are equal but for rounding the one with a certificate counts, then the one that is
 * reached. */
static bool is_better_bound(const struct rd_bound *bound, const struct rd_bound *best)
{
    if (!rd_times_agree(bound->seconds, best->seconds, best->seconds))
        return bound->seconds > best->seconds;
    if (rd_bound_has_certificate(bound) != rd_bound_has_certificate(best))
        return rd_bound_has_certificate(bound);
    return bound->tight && !best->tight;
}

/* Is it known of a bound that no other is greater? Where messages share links, one that prices
 * these may be. */
static bool is_settled(const struct rd_bound *bound, const struct rd_instance *instance)
{
    return bound->tight && rd_bound_has_certificate(bound) && !instance->may_slow;
}

bool rd_algorithms_best_bound(const struct rd_instance *instance, struct rd_arena *arena,
                              struct rd_arena *scratch, struct rd_bound *ret_bound)
{
    bool found = false;
    for (size_t i = 0; i < rd_algorithm_count && !(found && is_settled(ret_bound, instance)); i++) {
        struct rd_bound bound;
        if (!bounds_instance(rd_algorithms[i], instance) || is_asked_already(i, instance) ||
            !rd_algorithm_bound(rd_algorithms[i], instance, arena, scratch, &bound, NULL) ||
            bound.schedule_class)
            continue;
        if (!found || is_better_bound(&bound, ret_bound))
            *ret_bound = bound;
        found = true;
    }
    return found;
}
