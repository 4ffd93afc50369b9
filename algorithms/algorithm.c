#include "algorithm.h"

#include "bounds/problem_bound.h"
#include "network/planner.h"
#include "sim/base/guard.h"
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

/* Algorithms that were removed, and those that are better on every instance. */
static const struct {
    const char *name, *successor;
} removed[] = {{"cube-squares", "network-planner"}, {"cube-rotated-halving", "network-planner"}};

const char *rd_algorithm_hint(const char *wrong, struct rd_arena *arena)
{
    for (size_t i = 0; i < sizeof removed / sizeof *removed; i++)
        if (strcmp(removed[i].name, wrong) == 0)
            return rd_arena_print(arena, " (it was removed: \"%s\" is better)",
                                  removed[i].successor);
    const struct rd_algorithm *nearest = rd_algorithm_nearest(wrong);
    return nearest ? rd_arena_print(arena, " (did you mean \"%s\"?)", nearest->name) : "";
}

const char *rd_algorithm_origin(const struct rd_algorithm *algorithm)
{
    if (algorithm->is_baseline)
        return "baseline";
    bool is_ours =
        strncmp(algorithm->source, "none", 4) == 0 || strncmp(algorithm->source, "docs/", 5) == 0;
    return is_ours ? "ours" : "paper";
}

bool rd_algorithm_is_superseded(const struct rd_algorithm *algorithm,
                                const struct rd_instance *instance)
{
    if (!algorithm->superseded_by)
        return false;
    const struct rd_algorithm *better = rd_algorithm_named(algorithm->superseded_by);
    struct rd_options defaults = {.spec = better->options, .seed = 1};
    return rd_algorithm_suits(better, instance) &&
           rd_algorithm_accepts(better, instance, &defaults, NULL);
}

bool rd_algorithm_takes_shape(const struct rd_algorithm *algorithm, enum rd_shape shape)
{
    struct rd_domain domain = rd_algorithm_domain(algorithm);
    return rd_domain_has_shape(&domain, shape);
}

bool rd_algorithm_moves_the_same(const struct rd_algorithm *algorithm, enum rd_goal goal)
{
    static const unsigned of_their_own = RD_BIT(RD_PLACE) | RD_BIT(RD_COPIES);
    return (algorithm->goals & of_their_own) == (RD_BIT(goal) & of_their_own);
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
    struct rd_domain domain = rd_algorithm_domain(algorithm);
    return rd_domain_has_topology(&domain, topology);
}

bool rd_algorithm_fits(const struct rd_algorithm *algorithm, const struct rd_topology *topology)
{
    return algorithm->guarantee != RD_REFUTED && !algorithm->protocol &&
           rd_algorithm_takes_topology(algorithm, topology);
}

bool rd_algorithm_is_of_shape(const struct rd_algorithm *algorithm,
                              const struct rd_topology *topology)
{
    return algorithm->shape != RD_ANY_SHAPE && algorithm->guarantee != RD_EXACT &&
           rd_algorithm_fits(algorithm, topology);
}

/* May links be slower, where that is what it is about? */
static bool has_its_links(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    return !algorithm->needs_slower_links || (instance->slower && instance->slower->count > 0);
}

bool rd_algorithm_suits(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    struct rd_domain domain = rd_algorithm_domain(algorithm);
    return rd_domain_suits(&domain, instance) && has_its_links(algorithm, instance);
}

static bool refuse(const struct rd_algorithm *algorithm, const char *what, const char *found,
                   const char *accepted, struct rd_error *reterr)
{
    return rd_refuse(reterr, "%s is %s: %s takes %s", what, found, algorithm->name, accepted);
}

static bool accepts(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                    const struct rd_options *options, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    struct rd_domain domain = rd_algorithm_domain(algorithm);
    char label[RD_LABEL_SIZE], words[RD_LABEL_SIZE];
    if (!rd_domain_has_shape(&domain, topology->shape))
        return refuse(algorithm, "the shape", rd_shape_name(topology->shape),
                      rd_domain_shape(&domain), reterr);
    if (!rd_domain_has_topology(&domain, topology))
        return refuse(algorithm, "the ring's direction",
                      topology->direction == RD_ONE_WAY ? "one-way" : "two-way",
                      topology->direction == RD_ONE_WAY ? "two-way" : "one-way", reterr);
    if (!rd_algorithm_takes_ports(algorithm, instance->port_model))
        return refuse(algorithm, "the port model", rd_port_model_name(instance, label),
                      rd_domain_ports(&domain, words), reterr);
    if (!rd_algorithm_takes_goal(algorithm, instance->goal))
        return refuse(algorithm, "the goal", rd_goal_name(instance->goal),
                      rd_domain_goals(&domain, words), reterr);
    if (!rd_domain_suits(&domain, instance))
        return rd_refuse(reterr, "items of several sizes: %s takes items of one size",
                         algorithm->name);
    if (!has_its_links(algorithm, instance))
        return rd_refuse(reterr, "no link may be slower: <slower links=\"...\" factor=\"1.5\"/> in "
                                 "<network>, of a platform that SimGrid knows, is needed");
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

const char *rd_algorithm_class(const struct rd_algorithm *algorithm,
                               const struct rd_instance *instance, const struct rd_plan *plan)
{
    const char *schedule_class = rd_class_on(instance, algorithm->schedules);
    bool sends_together =
        plan && rd_class_has(schedule_class, RD_ITEM_BY_ITEM) && rd_plan_sends_together(plan);
    return sends_together ? NULL : schedule_class;
}

bool rd_on_every_instance(RD_UNUSED const struct rd_instance *instance)
{
    return true;
}

bool rd_algorithm_asks_dear_bounds(const struct rd_algorithm *algorithm,
                                   const struct rd_instance *instance)
{
    return algorithm->asks_dear_bounds &&
           rd_algorithm_takes_topology(algorithm, &instance->topology) &&
           rd_algorithm_suits(algorithm, instance) && algorithm->asks_dear_bounds(instance);
}

/* The best bound of all schedules that takes no solver; 0: none is known. */
static double quick_bound_s(const struct rd_instance *instance, struct rd_arena *arena,
                            struct rd_arena *scratch)
{
    double best_s = 0;
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        const struct rd_problem_bound *of = rd_problem_bounds[i];
        struct rd_bound bound;
        if (!of->claimed && !of->on_request && !of->dear && rd_problem_bound_suits(of, instance) &&
            rd_problem_bound_compute(of, instance, arena, scratch, &bound, NULL) &&
            !bound.schedule_class)
            best_s = fmax(best_s, bound.seconds);
    }
    return best_s;
}

bool rd_proved_plan_of_shape(const struct rd_instance *instance, const struct rd_options *options,
                             struct rd_arena *arena, struct rd_arena *scratch,
                             struct rd_plan *ret_plan)
{
    bool takes = rd_network_is_large(instance) && !instance->shared;
    double bound_s = takes ? quick_bound_s(instance, arena, scratch) : 0;
    for (size_t i = 0; bound_s > 0 && i < rd_algorithm_count && !rd_time_is_up(); i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        struct rd_options own = {
            .spec = algorithm->options, .seed = options->seed, .executable = options->executable};
        struct rd_plan plan = {0};
        if (!rd_algorithm_is_of_shape(algorithm, &instance->topology) ||
            !rd_algorithm_accepts(algorithm, instance, &own, NULL))
            continue;
        rd_arena_borrow(scratch);
        if (!algorithm->plan(algorithm, instance, &own, arena, scratch, &plan, NULL) ||
            !rd_time_meets(rd_referee_own_plan(instance, &plan, arena, scratch).seconds, bound_s))
            continue;
        *ret_plan = plan;
        ret_plan->note = rd_arena_print(arena, "by %s%s%s", algorithm->name, plan.note ? ": " : "",
                                        plan.note ? plan.note : "");
        return true;
    }
    return false;
}
