/* Two cuts of the shuffle-exchange against d: how many edges leave them, and what that means for
 * loads of m on their hosts and 0 outside. Few edges leave the half-plane, 2p/d, which is what
 * Theorem 2.5 rests on; but fewer still leave the weight cut, C(d-1, floor(d/2)), until about
 * d = 25. Steps beside the bound of the instance, for both; the bound is for the least error, and
 * dimension order may leave d. And smaller sets, which the theorem needs for m > 2n/p: half-planes
 * farther from the middle.
 *
 * This is no sweep: a sweep's results are of plans, and edges, matchings and cycles of a set of
 * hosts are of none. */
#include "figure.h"
#include "figure_simulator.h"
#include "planning.h"

#include "algorithms/bounds/problem_bound.h"
#include "algorithms/hypercube/cut_matching.h"
#include "sim/generators/load_generators.h"

#include <inttypes.h>
#include <math.h>

enum {
    LEAST_DIMENSIONS = 3,
    MOST_DIMENSIONS = 16,
    MOST_PLANNED = 10,
    MOST_PLAYED = 6, /* all that is planned at full size */
    ITEMS = 64
};

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

/* Must take SimGrid as long as the referee. */
static bool play(struct rd_instance *instance, const struct rd_plan *plan, double planned_s,
                 struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_figure_simulator simulator;
    const struct rd_platform_request request = {.shape = RD_SHUFFLE_EXCHANGE,
                                                .host_count = instance->topology.host_count,
                                                .cost = "0",
                                                .latency = "1",
                                                .compute = "0"};
    if (!rd_figure_simulator_open(&request, arena, &simulator, reterr))
        return false;
    bool played =
        rd_figure_simulator_play(&simulator, instance, plan, planned_s, false, arena, reterr);
    rd_figure_simulator_close(&simulator);
    return played;
}

static bool plan_cut(struct rd_instance *instance, bool played, struct rd_figure_data *data,
                     struct cut *cut, struct rd_error *reterr)
{
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_bound bound;
    struct rd_instance level = *instance;
    level.balance_error = 0;
    const struct rd_problem_bound *cuts = rd_problem_bound_named("shuffle-cuts");
    if (!rd_problem_bound_compute(cuts, &level, &data->plans, &data->scratch, &bound, reterr) ||
        !rd_figure_plan("shuffle-dimension-order", instance, &data->plans, &data->scratch, &plan,
                        &verdict, reterr) ||
        (played && !play(instance, &plan, verdict.makespan_s, &data->plans, reterr)))
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
    struct rd_options options = {
        .spec = named->attributes, .given = &most, .given_count = 1, .seed = 1};
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

static bool measure(uint32_t d, const char *generator, bool played, struct rd_figure_data *data,
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
    if (d <= MOST_PLANNED && !plan_cut(&instance, played, data, &cut, reterr))
        return false;
    *ret_cut = cut;
    return true;
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
    rd_checks_add(&data->checks, check);
}

/* --- far half-planes: sets whose bits, on the circle, are at a height of more than t -------------
 */

enum { FAR_SETS = 3 }; /* t is 1, 2 and 3 standard deviations of all heights, sqrt(d / 8) */

struct far_set {
    int64_t hosts, edges, cycles; /* cycles of shuffles that are in it in part */
};

static double height_of(uint32_t host, uint32_t d)
{
    double height = 0;
    for (uint32_t k = 0; k < d; k++)
        if (host >> k & 1)
            height += sin(2 * M_PI * k / d);
    return height;
}

/* Is it the first host of its cycle, and is the cycle in the set in part? */
static bool starts_split_cycle(const struct rd_topology *topology, const bool *inside,
                               uint32_t host)
{
    bool split = false;
    for (uint32_t at = rd_shuffled(topology, host); at != host; at = rd_shuffled(topology, at)) {
        if (at < host)
            return false;
        split |= inside[at] != inside[host];
    }
    return split;
}

static bool measure_far(uint32_t d, int deviations, struct rd_figure_data *data,
                        struct far_set *ret_set, struct rd_error *reterr)
{
    struct rd_topology topology;
    uint32_t p = UINT32_C(1) << d;
    if (!rd_topology_make(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, p, &topology, reterr))
        return false;
    bool *inside = rd_take(&data->plans, p, bool);
    struct far_set set = {0};
    for (uint32_t host = 0; host < p; host++) {
        inside[host] = height_of(host, d) > deviations * sqrt(d / 8.0) + 1e-9;
        set.hosts += inside[host];
    }
    set.edges = count_edges(&topology, inside);
    for (uint32_t host = 0; host < p; host++)
        set.cycles += starts_split_cycle(&topology, inside, host);
    *ret_set = set;
    return true;
}

/* Adds the cells of the far half-planes to a row, and judges them. */
static bool add_far_sets(uint32_t d, struct rd_figure_data *data, const char **ret_cells,
                         struct rd_error *reterr)
{
    const char *cells = "";
    for (int t = 1; t <= FAR_SETS; t++) {
        struct far_set set;
        if (!measure_far(d, t, data, &set, reterr))
            return false;
        cells =
            rd_arena_print(data->arena, "%s\t%" PRId64 "\t%" PRId64, cells, set.hosts, set.edges);
        if (set.hosts > 0)
            judge_value(data, d, rd_arena_print(data->arena, "edges beyond %d deviations", t),
                        (double)set.edges, 2.0 * (double)set.cycles, 2.0 * (double)set.cycles,
                        "heights of a cycle are a sine, which crosses t twice; exchanges do not");
    }
    *ret_cells = cells;
    return true;
}

/* Whole, or nothing where there is no number. */
static const char *number(struct rd_arena *arena, double steps)
{
    return isnan(steps) ? "" : rd_arena_print(arena, "%.0f", steps);
}

/* How many sets of d-th roots of unity add up to 0: unions of regular polygons of p corners, for
 * primes p of d (de Bruijn 1953, up to two primes; all d here have no more). Of a product of two
 * primes: sets of p-gons, or of q-gons, the empty and the full one counted once. Polygons whose
 * number of corners is free of squares keep to a coset each. */
static double count_vanishing_sets(uint32_t d)
{
    uint32_t radical = 1, primes = 0;
    double sets = 0;
    for (uint32_t prime = 2, rest = d; rest > 1; prime++) {
        if (rest % prime != 0)
            continue;
        sets += ldexp(1, (int)prime);
        radical *= prime;
        primes++;
        while (rest % prime == 0)
            rest /= prime;
    }
    return pow(primes == 1 ? 2 : sets - 2, d / radical);
}

static double choose(uint32_t n, uint32_t k)
{
    double ways = 1;
    for (uint32_t i = 1; i <= k; i++)
        ways = ways * (n - k + i) / i;
    return ways;
}

static void judge_steps(struct rd_figure_data *data, uint32_t d, const struct cut *cut,
                        const char *what)
{
    double p = ldexp(1, (int)d), items = (double)cut->hosts * ITEMS;
    double excess = items - (double)cut->hosts * ceil(items / p);
    judge_value(data, d, rd_arena_print(data->arena, "bound, %s", what), cut->least_steps,
                ceil(excess / (double)cut->matching), cut->sweep_steps,
                "what must leave over the matching; dimension order's steps");
}

static void judge(struct rd_figure_data *data, uint32_t d, const struct cut *half_plane,
                  const struct cut *weight)
{
    double crossing = 2 * (ldexp(1, (int)d) - count_vanishing_sets(d)) / d;
    double fewest = choose(d - 1, d / 2);
    judge_value(data, d, "half-plane edges", (double)half_plane->edges, crossing, crossing,
                "each cycle of shuffles crosses the line twice, but for those whose bits add up to "
                "0 on the circle, and exchanges do not: 2(p - s)/d, s such sets");
    judge_value(data, d, "weight cut edges", (double)weight->edges, fewest, fewest,
                "C(d-1, floor(d/2)): exchanges only");
    judge_value(data, d, "weight cut matching", (double)weight->matching, fewest, fewest,
                "exchanges do not meet");
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
                                          "weight_cut_dimension_order_steps",
                                          "beyond_1_hosts",
                                          "beyond_1_edges",
                                          "beyond_2_hosts",
                                          "beyond_2_edges",
                                          "beyond_3_hosts",
                                          "beyond_3_edges"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    uint32_t most_played = settings->full ? MOST_PLANNED : MOST_PLAYED;
    data->played = rd_arena_print(data->arena, "every plan up to d = %" PRIu32 " of %d",
                                  most_played, (int)MOST_PLANNED);
    for (uint32_t d = LEAST_DIMENSIONS; d <= MOST_DIMENSIONS; d++) {
        struct cut half_plane, weight;
        const char *far;
        bool played = d <= most_played;
        if (!measure(d, "half-plane", played, data, &half_plane, reterr) ||
            !measure(d, "weight-cut", played, data, &weight, reterr) ||
            !add_far_sets(d, data, &far, reterr))
            return false;
        rd_figure_row(data,
                      "%" PRIu32 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64
                      "\t%" PRId64 "\t%s\t%s\t%s\t%s%s",
                      d, half_plane.hosts, half_plane.edges, half_plane.matching, weight.hosts,
                      weight.edges, weight.matching, number(data->arena, half_plane.least_steps),
                      number(data->arena, half_plane.sweep_steps),
                      number(data->arena, weight.least_steps),
                      number(data->arena, weight.sweep_steps), far);
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
