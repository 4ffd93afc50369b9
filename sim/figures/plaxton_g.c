/* Two cuts of the shuffle-exchange against d: how many edges leave them, and what that means for
 * loads of m on their hosts and 0 outside. Few edges leave the half-plane, 2p/d, which is what
 * Theorem 2.5 rests on; but fewer still leave the weight cut, C(d-1, floor(d/2)), until about
 * d = 25. Steps beside the bound of the instance, for both; the bound is for the least error, and
 * dimension order may leave d. */
#include "figure.h"
#include "planning.h"

#include "algorithms/hypercube/bounds.h"
#include "algorithms/hypercube/cut_matching.h"
#include "sim/generators/load_generators.h"

#include <inttypes.h>
#include <math.h>

enum { LEAST_DIMENSIONS = 3, MOST_DIMENSIONS = 16, MOST_PLANNED = 10, ITEMS = 64 };

/* One cut of one network. */
struct cut {
    int64_t hosts, edges, matching; /* of the set; undirected edges that leave it */
    double least_steps;             /* the bound of its loads; NAN where not asked for */
    double sweep_steps;             /* shuffle-dimension-order's */
};

/* Edges between a set and the rest: exchanges, and shuffles of whoever is inside or outside. */
static int64_t count_edges(const struct rd_topology *topology, const bool *inside)
{
    int64_t edges = 0;
    for (uint32_t host = 0; host < topology->host_count; host++) {
        edges += inside[host] && !inside[host ^ 1];
        edges += inside[host] != inside[rd_shuffled(topology, host)];
    }
    return edges;
}

static bool plan_cut(const struct rd_instance *instance, struct rd_figure_data *data,
                     struct cut *cut, struct rd_error *reterr)
{
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_bound bound;
    struct rd_instance level = *instance;
    level.balance_error = 0;
    if (!rd_cube_bound(&level, &data->plans, &data->scratch, &bound, reterr) ||
        !rd_figure_plan("shuffle-dimension-order", instance, &data->plans, &data->scratch, &plan,
                        &verdict, reterr))
        return false;
    cut->least_steps = bound.seconds;
    cut->sweep_steps = plan.round_count;
    return true;
}

/* The loads of a generator on the shuffle-exchange, a step a message. */
static bool draw(uint32_t d, const char *generator, struct rd_figure_data *data,
                 struct rd_instance *ret_instance, struct rd_error *reterr)
{
    static const struct rd_link_cost step = {1, INFINITY};
    const struct rd_load_generator *named = rd_load_generator_named(generator);
    struct rd_option most = {"most", rd_arena_print(&data->plans, "%d", ITEMS)};
    struct rd_options options = {named->attributes, &most, 1, 1};
    int64_t *load, *target;
    *ret_instance = (struct rd_instance){.port_model = RD_ONE_PORT,
                                         .port_count = 1,
                                         .link_cost = &step,
                                         .costs_equal = true,
                                         .goal = RD_BALANCE,
                                         .balance_error = d};
    if (!rd_topology_make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, UINT32_C(1) << d,
                          &ret_instance->topology, reterr) ||
        !rd_loads_generate(named, &ret_instance->topology, UINT32_C(1) << d, &options, &data->plans,
                           &ret_instance->kind_count, &load, &target, reterr))
        return false;
    ret_instance->load = load;
    return true;
}

static bool measure(uint32_t d, const char *generator, struct rd_figure_data *data,
                    struct cut *ret_cut, struct rd_error *reterr)
{
    struct rd_instance instance;
    if (!draw(d, generator, data, &instance, reterr))
        return false;
    struct rd_cut set = rd_cut_make(&instance.topology, &data->plans);
    for (uint32_t host = 0; host < instance.topology.host_count; host++)
        if (instance.load[host] > 0)
            rd_cut_add(&set, host);
    struct cut cut = {.hosts = set.member_count,
                      .edges = count_edges(&instance.topology, set.inside),
                      .least_steps = NAN,
                      .sweep_steps = NAN};
    cut.matching = rd_cut_match(&set);
    if (d <= MOST_PLANNED && !plan_cut(&instance, data, &cut, reterr))
        return false;
    *ret_cut = cut;
    return true;
}

/* Whole, or nothing where there is no number. */
static const char *number(struct rd_arena *arena, double steps)
{
    return isnan(steps) ? "" : rd_arena_print(arena, "%.0f", steps);
}

static bool is_prime(uint32_t d)
{
    uint32_t divisor = 2;
    while (d % divisor != 0)
        divisor++;
    return divisor == d;
}

static double choose(uint32_t n, uint32_t k)
{
    double ways = 1;
    for (uint32_t i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

static void judge_value(struct rd_figure_data *data, uint32_t d, const char *what, double measured,
                        double low, double high, const char *why)
{
    struct rd_check check = {.what = rd_arena_print(data->arena, "d=%" PRIu32 ", %s", d, what),
                             .published = NAN,
                             .measured = measured,
                             .low = low,
                             .high = high,
                             .why = why};
    rd_figure_judge(data, check, false);
}

static void judge_steps(struct rd_figure_data *data, uint32_t d, const struct cut *cut,
                        const char *what)
{
    double p = ldexp(1, (int)d), items = (double)cut->hosts * ITEMS;
    double excess = items - (double)cut->hosts * ceil(items / p);
    judge_value(data, d, rd_arena_print(data->arena, "bound, %s", what),
                               cut->least_steps, ceil(excess / (double)cut->matching),
                               cut->sweep_steps,
                               "what must leave over the matching; dimension order's steps");
}

static void judge(struct rd_figure_data *data, uint32_t d, const struct cut *half_plane,
                  const struct cut *weight)
{
    double p = ldexp(1, (int)d), crossings = 2 * p / d, fewest = choose(d - 1, d / 2);
    double all_cross = 2 * (p - 2) / d;
    judge_value(data, d, "half-plane edges", (double)half_plane->edges,
                               is_prime(d) ? all_cross : 0, is_prime(d) ? all_cross : crossings,
                               is_prime(d)
                                   ? "2(p - 2)/d: each cycle crosses the line twice"
                                   : "at most 2p/d, less cycles that are short or in the line");
    judge_value(data, d, "weight cut edges", (double)weight->edges, fewest, fewest,
                               "C(d-1, floor(d/2)): exchanges only");
    judge_value(data, d, "weight cut matching", (double)weight->matching, fewest,
                               fewest, "exchanges do not meet");
    if (d > MOST_PLANNED)
        return;
    judge_steps(data, d, half_plane, "half-plane");
    judge_steps(data, d, weight, "weight cut");
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"dimensions",
                                          "half_plane_hosts",
                                          "half_plane_edges",
                                          "half_plane_matching",
                                          "weight_cut_hosts",
                                          "weight_cut_edges",
                                          "weight_cut_matching",
                                          "half_plane_least_steps",
                                          "half_plane_dimension_order_steps",
                                          "weight_cut_least_steps",
                                          "weight_cut_dimension_order_steps"};
    (void)settings;
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (uint32_t d = LEAST_DIMENSIONS; d <= MOST_DIMENSIONS; d++) {
        struct cut half_plane, weight;
        if (!measure(d, "half-plane", data, &half_plane, reterr) ||
            !measure(d, "weight-cut", data, &weight, reterr))
            return false;
        rd_figure_row(data,
                      "%" PRIu32 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64
                      "\t%" PRId64 "\t%s\t%s\t%s\t%s",
                      d, half_plane.hosts, half_plane.edges, half_plane.matching, weight.hosts,
                      weight.edges, weight.matching, number(data->arena, half_plane.least_steps),
                      number(data->arena, half_plane.sweep_steps),
                      number(data->arena, weight.least_steps),
                      number(data->arena, weight.sweep_steps));
        judge(data, d, &half_plane, &weight);
        rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    }
    return true;
}

const struct rd_figure plaxton_g = {
    .name = "plaxton-g",
    .summary = "cuts of the shuffle-exchange: edges that leave them, and steps, against d",
    .source = "beyond [plaxton1989]: Theorem 2.5 with constants",
    .plot = "plaxton_g",
    .scenario = "plaxton_g",
    .make = make,
};
