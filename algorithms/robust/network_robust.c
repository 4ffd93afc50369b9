/* network-robust: the plan of least worst case that is found, if a few of the links that may be
 * slower are slow.
 *
 *     planners   network-planner; where links have latency, network-bundled; and those for the
 * shape worst      exactly, by the plan's network of activities: its order is fixed search planners
 * plan for links as slow as they were in the worst cases so far
 *
 * Source: G. W. Brown, "Iterative solution of games by fictitious play", 1951; docs/sensitivity.md.
 */
#include "fictitious_play.h"
#include "slow_costs.h"

#include "algorithms/algorithm.h"
#include "algorithms/network/planner.h"
#include "sim/base/number_text.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Visits of activities that the search for a worst case may take, and passes that it has in any
 * case. */
static const uint64_t most_visits = 20000000, least_passes = 1000;

struct search {
    const struct rd_instance *instance;
    const struct rd_options *options;
    struct rd_arena *arena, *scratch;
    const struct rd_slow_link *link; /* [slower->count] */
    size_t most;
    struct rd_plan best;
    struct rd_played best_times;
    struct rd_worst_case best_worst;
    const struct rd_algorithm *best_planner;
    size_t plan_count;
};

/* --- one plan --------------------------------------------------------------------------------- */

/* The plan of an algorithm, if it accepts. Those for any network search as far as they are told. */
static bool plan_by(const struct search *search, const struct rd_algorithm *algorithm,
                    const struct rd_instance *instance, struct rd_plan *ret_plan)
{
    const struct rd_option effort = {"search", rd_option_text(search->options, "search")};
    struct rd_options options = {.spec = algorithm->options,
                                 .given = &effort,
                                 .given_count = algorithm->shape == RD_ANY_SHAPE,
                                 .seed = search->options->seed,
                                 .executable = search->options->executable};
    *ret_plan = (struct rd_plan){0};
    return rd_algorithm_takes_goal(algorithm, instance->goal) &&
           rd_algorithm_accepts(algorithm, instance, &options, NULL) &&
           algorithm->plan(algorithm, instance, &options, search->arena, search->scratch, ret_plan,
                           NULL);
}

/* The worst case of a plan with the links as they are. Returns: false for one whose order is not
 * fixed. */
static bool find_worst(const struct search *search, const struct rd_plan *plan,
                       struct rd_played *ret_times, struct rd_worst_case *ret_worst)
{
    struct rd_plan_network network;
    const struct rd_slower_links *slower = search->instance->slower;
    rd_arena_own(arena);
    if (!rd_plan_network_read(search->instance, slower->routes, plan, &arena, &network, NULL))
        return false;
    uint64_t passes = network.count > 0 ? most_visits / network.count : 0;
    rd_worst_case_find(&network, search->link, slower->count, search->most,
                       passes > least_passes ? passes : least_passes, search->arena, ret_worst);
    ret_worst->end *= network.unit_s;
    ret_worst->at_most *= network.unit_s;
    ret_times->planned_s =
        rd_referee_makespan_s(search->instance, plan, search->arena, search->scratch);
    ret_times->worst_s = ret_worst->end;
    return true;
}

/* Plans, and keeps a plan that is better. Returns: its worst case in *ret_worst, if it is better
 * than that. */
static void try_planner(struct search *search, const struct rd_algorithm *planner,
                        const struct rd_instance *slow, struct rd_played *least,
                        struct rd_worst_case *ret_worst)
{
    struct rd_plan plan;
    struct rd_played times;
    struct rd_worst_case worst;
    if (!plan_by(search, planner, slow, &plan) || !find_worst(search, &plan, &times, &worst))
        return;
    search->plan_count++;
    if (rd_played_is_better(times, *least)) {
        *least = times;
        *ret_worst = worst;
    }
    if (rd_played_is_better(times, search->best_times)) {
        search->best = plan;
        search->best_times = times;
        search->best_worst = worst;
        search->best_planner = planner;
    }
}

/* --- a round ---------------------------------------------------------------------------------- */

/* Is it one of those that plan here? */
static bool is_planner(const struct search *search, const struct rd_algorithm *algorithm)
{
    static const char *const any[] = {"network-planner", "network-bundled"};
    for (size_t i = 0; i < sizeof any / sizeof *any; i++)
        if (strcmp(algorithm->name, any[i]) == 0)
            return true;
    return rd_algorithm_is_of_shape(algorithm, &search->instance->topology) &&
           !rd_network_is_large(search->instance);
}

static bool plan_for(void *of, const double *share, RD_UNUSED int64_t round,
                     const double **ret_slow, RD_UNUSED struct rd_error *reterr)
{
    struct search *search = of;
    const struct rd_slower_links *slower = search->instance->slower;
    struct rd_played least = {INFINITY, INFINITY};
    struct rd_worst_case worst = {0};
    struct rd_instance slow = rd_slow_instance(search->instance, slower, share, search->arena);
    for (size_t i = 0; i < rd_algorithm_count; i++)
        if (is_planner(search, rd_algorithms[i]))
            try_planner(search, rd_algorithms[i], &slow, &least, &worst);
    if (isinf(least.worst_s))
        return true;
    double *chosen = rd_take(search->arena, slower->count, double);
    for (size_t i = 0; i < worst.slow_count; i++)
        chosen[worst.slow[i]] = 1;
    *ret_slow = chosen;
    return true;
}

/* --- the algorithm ---------------------------------------------------------------------------- */

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    rd_arena_own(scratch);
    if (!rd_network_planner_accepts(instance, options, reterr))
        return false;
    if (instance->may_slow)
        return rd_refuse(reterr, "messages wait for room on links that routes share: links of "
                                 "one's own are accepted (redist recommend --robust takes others)");
    return !rd_slower_links_share(instance, instance->slower, &scratch) ||
           rd_refuse(reterr, "messages may share a link that is slow: links that carry all that "
                             "ports send even then are accepted (redist recommend --robust takes "
                             "others)");
}

static const char *note_of(const struct search *search)
{
    const struct rd_worst_case *worst = &search->best_worst;
    const char *links = "no link is slow";
    char end[RD_NUMBER_SIZE], at_most[RD_NUMBER_SIZE];
    for (size_t i = 0; i < worst->slow_count; i++)
        links = rd_arena_print(search->arena, "%s%s%s", i == 0 ? "" : links, i == 0 ? "" : ", ",
                               search->link[worst->slow[i]].what);
    const char *limit = worst->exact ? ""
                                     : rd_arena_print(search->arena, ", at most %s s",
                                                      rd_number_text(worst->at_most, 6, at_most));
    return rd_arena_print(
        search->arena, "worst case with up to %zu of %" PRIu32 " links slow: %s s%s (%s), by %s",
        search->most, search->instance->slower->count, rd_number_text(worst->end, 6, end), limit,
        links, search->best_planner->name);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct search search = {.instance = instance,
                            .options = options,
                            .arena = arena,
                            .scratch = scratch,
                            .link = rd_slow_resources(instance->slower, arena),
                            .most = (size_t)rd_option_integer(options, "slow"),
                            .best_times = {INFINITY, INFINITY}};
    if (!rd_fictitious_play(plan_for, &search, instance->slower->count, scratch, reterr))
        return false;
    if (search.plan_count == 0)
        return rd_refuse(reterr, "no planner made a plan of a fixed order, of which alone worst "
                                 "cases are known: one port, or messages that wait for items over "
                                 "one link, are accepted");
    *ret_plan = search.best;
    ret_plan->note = note_of(&search);
    return true;
}

static const struct rd_option_spec option_specs[] = {
    {"slow", "integer 0 1000", "1", "so many links may be slow together"},
    {"search", "integer 0 1000000", "20",
     "thousands of messages that the search of each planner for any network starts, in each of 16 "
     "rounds"},
    {0},
};

const struct rd_algorithm network_robust = {
    .name = "network-robust",
    .summary = "any network whose links may be slower: the least worst case of the plans that "
               "planner and adversary come to",
    .source = "none: our own, by fictitious play [brown1951]",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .sizes_by_kind = true,
    .needs_slower_links = true,
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .accepts = accepts,
    .plan = plan,
};
