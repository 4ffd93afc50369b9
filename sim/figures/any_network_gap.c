/* How far plans for any network are from the bound, and from plans that are made for one shape:
 * nine networks and goals, three port models, equal costs and costs of 1 to 16 s an item, loads
 * from 1 to 10,000 items a host. Every algorithm that accepts plans each instance. Networks of 16
 * hosts; and of 6 (hypercubes and shuffle-exchanges: 4), where the search of all schedules may end.
 */
#include "figure.h"
#include "planning.h"

#include "algorithms/algorithm.h"
#include "sim/base/mean.h"
#include "sim/base/rng.h"
#include "sim/scenario/graph_generators.h"

#include <inttypes.h>
#include <math.h>

enum {
    NETWORKS = 9,
    PORTS = 3,
    ALGORITHMS = 96,
    INSTANCES = 5,
    FULL_INSTANCES = 20,
    SMALL_INSTANCES = 20,
    MOST_HOSTS = 17
};

static const struct network {
    const char *name;
    enum rd_shape shape;
    enum rd_goal goal;
    struct rd_graph_request graph[2]; /* of RD_GRAPH: large, small */
} networks[NETWORKS] = {
    {"ring", RD_RING, RD_REACH, {{0}}},
    {"star", RD_STAR, RD_FINISH, {{0}}},
    {"star-data", RD_STAR, RD_REACH, {{0}}},
    {"hypercube", RD_HYPERCUBE, RD_BALANCE, {{0}}},
    {"shuffle-exchange", RD_SHUFFLE_EXCHANGE, RD_BALANCE, {{0}}},
    {"torus",
     RD_GRAPH,
     RD_REACH,
     {{.kind = RD_TORUS, .radix = {4, 4}, .dimension_count = 2},
      {.kind = RD_TORUS, .radix = {3, 2}, .dimension_count = 2}}},
    {"mesh",
     RD_GRAPH,
     RD_REACH,
     {{.kind = RD_MESH, .radix = {4, 4}, .dimension_count = 2},
      {.kind = RD_MESH, .radix = {3, 2}, .dimension_count = 2}}},
    {"tree", RD_GRAPH, RD_REACH, {{.kind = RD_TREE, .arity = 2}, {.kind = RD_TREE, .arity = 2}}},
    {"random regular",
     RD_GRAPH,
     RD_REACH,
     {{.kind = RD_RANDOM_REGULAR, .degree = 4}, {.kind = RD_RANDOM_REGULAR, .degree = 3}}},
};

static const struct {
    const char *name;
    enum rd_port_model model;
    uint32_t count;
} port_models[PORTS] = {
    {"one", RD_ONE_PORT, 1}, {"2", RD_K_PORTS, 2}, {"all", RD_ALL_PORTS, UINT32_MAX}};

/* What instances have in common. */
struct cell {
    const struct network *network;
    int ports;
    bool small;
    int64_t load;      /* mean items a host */
    int64_t most_cost; /* costs of links, and of computing, are 1 to this many seconds */
};

/* What came of one cell. */
struct tally {
    struct rd_mean over_bound[ALGORITHMS], over_special[ALGORITHMS];
    double worst[ALGORITHMS], worst_over_special[ALGORITHMS];
};

/* What came of all. */
struct laws {
    int64_t plans;
    int64_t below_bound;  /* plans that end before a bound */
    int64_t below_proved; /* plans for any network that end before an optimal one */
};

static uint32_t workers_of(const struct cell *cell)
{
    bool is_cube =
        cell->network->shape == RD_HYPERCUBE || cell->network->shape == RD_SHUFFLE_EXCHANGE;
    return !cell->small ? 16 : is_cube ? 4 : 6;
}

static bool make_topology(const struct cell *cell, uint64_t seed, struct rd_arena *arena,
                          struct rd_topology *ret_topology, struct rd_error *reterr)
{
    const struct network *network = cell->network;
    uint32_t workers = workers_of(cell);
    if (network->shape == RD_GRAPH)
        return rd_graph_generate(&network->graph[cell->small], workers, seed, arena, ret_topology,
                                 reterr);
    return rd_topology_make(network->shape,
                            network->shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION,
                            workers + (network->shape == RD_STAR), ret_topology, reterr);
}

/* Loads from 0 to twice the mean; final loads are the same ones elsewhere. */
static void draw_loads(const struct cell *cell, struct rd_rng *rng, int64_t *load, int64_t *target)
{
    uint32_t workers = workers_of(cell);
    for (uint32_t host = 0; host < workers; host++)
        load[host] = target[host] = rd_rng_between(rng, 0, 2 * cell->load);
    for (uint32_t host = workers; host > 1; host--) {
        uint32_t other = (uint32_t)rd_rng_below(rng, host);
        int64_t items = target[host - 1];
        target[host - 1] = target[other];
        target[other] = items;
    }
}

static bool draw(const struct cell *cell, uint64_t seed, struct rd_arena *arena,
                 struct rd_instance *ret_instance, struct rd_error *reterr)
{
    const struct network *network = cell->network;
    struct rd_rng rng = rd_rng_seeded(12, seed);
    struct rd_instance instance = {
        .port_model = port_models[cell->ports].model,
        .port_count = port_models[cell->ports].count,
        .costs_equal = cell->most_cost == 1,
        .item_bytes = 1,
        .word_bytes = 1,
        .flops_per_item = network->goal == RD_FINISH,
        .kind_count = 1,
        .goal = network->goal,
    };
    if (!make_topology(cell, seed, arena, &instance.topology, reterr))
        return false;
    uint64_t links = instance.costs_equal ? 1 : rd_link_count(&instance.topology);
    struct rd_link_cost *cost = rd_take(arena, links, struct rd_link_cost);
    double *speed = rd_take(arena, MOST_HOSTS, double);
    int64_t *load = rd_take(arena, MOST_HOSTS, int64_t);
    int64_t *target = rd_take(arena, MOST_HOSTS, int64_t);
    for (uint64_t link = 0; link < links; link++)
        cost[link].bandwidth_bytes_per_s = 1 / (double)rd_rng_between(&rng, 1, cell->most_cost);
    for (uint32_t host = 0; host < MOST_HOSTS; host++)
        speed[host] = 1 / (double)rd_rng_between(&rng, 1, cell->most_cost);
    /* A star's worker has one link, the same both ways. */
    for (uint32_t host = 0;
         instance.topology.shape == RD_STAR && links > 1 && host + 1 < instance.topology.host_count;
         host++)
        cost[rd_link_between(&instance.topology, instance.topology.host_count - 1, host)] =
            cost[rd_link_between(&instance.topology, host, instance.topology.host_count - 1)];
    draw_loads(cell, &rng, load, target);
    instance.link_cost = cost;
    instance.speed_flops_per_s = instance.flops_per_item > 0 ? speed : NULL;
    instance.load = load;
    instance.target = network->goal == RD_REACH ? target : NULL;
    *ret_instance = instance;
    return true;
}

/* Searches for the optimum of large loads would take longer than all the rest. */
static bool is_asked(const struct rd_algorithm *algorithm, const struct cell *cell)
{
    static const int64_t searched_load = 1;
    bool searches = algorithm->guarantee == RD_EXACT && algorithm->shape != RD_ANY_SHAPE;
    return algorithm->guarantee != RD_REFUTED &&
           !(searches && !cell->small && cell->load > searched_load);
}

/* What the algorithms make of one instance, in seconds; NAN: refused. */
struct answers {
    double seconds[ALGORITHMS];
    double special_s; /* the best of those that are made for the shape; INFINITY: there is none */
    double optimal_s; /* that of a plan that is known to be optimal; 0: there is none */
    double bound_s;
};

static bool is_any(const struct rd_algorithm *algorithm)
{
    return algorithm->shape == RD_ANY_SHAPE;
}

static bool ask(const struct cell *cell, const struct rd_instance *instance,
                struct rd_figure_data *data, struct answers *answers, struct rd_error *reterr)
{
    struct rd_bound bound = {0};
    *answers = (struct answers){.special_s = INFINITY};
    if (rd_algorithms_best_bound(instance, &data->plans, &data->scratch, &bound))
        answers->bound_s = bound.seconds;
    rd_assert(rd_algorithm_count <= ALGORITHMS);
    for (size_t a = 0; a < rd_algorithm_count; a++) {
        const struct rd_algorithm *algorithm = rd_algorithms[a];
        struct rd_plan plan;
        struct rd_verdict verdict;
        struct rd_error error = {0};
        answers->seconds[a] = NAN;
        if (!is_asked(algorithm, cell))
            continue;
        if (!rd_figure_plan(algorithm->name, instance, &data->plans, &data->scratch, &plan,
                            &verdict, &error)) {
            if (error.code == RD_ERROR_REFUSED)
                continue;
            *reterr = error;
            return false;
        }
        answers->seconds[a] = verdict.makespan_s;
        if (!is_any(algorithm))
            answers->special_s = fmin(answers->special_s, verdict.makespan_s);
        if (plan.proved_optimal || verdict.makespan_s <= answers->bound_s * (1 + 1e-9))
            answers->optimal_s = verdict.makespan_s;
    }
    return true;
}

static void add(const struct answers *answers, struct tally *tally, struct laws *laws)
{
    for (size_t a = 0; a < rd_algorithm_count; a++) {
        double seconds = answers->seconds[a];
        if (isnan(seconds))
            continue;
        laws->plans++;
        laws->below_bound += seconds < answers->bound_s * (1 - 1e-9);
        laws->below_proved += is_any(rd_algorithms[a]) && seconds < answers->optimal_s * (1 - 1e-9);
        if (!(answers->bound_s > 0))
            continue;
        double over_bound = seconds / answers->bound_s;
        rd_mean_add(&tally->over_bound[a], over_bound);
        tally->worst[a] = fmax(tally->worst[a], over_bound);
        if (!is_any(rd_algorithms[a]) || isinf(answers->special_s))
            continue;
        double over_special = seconds / answers->special_s;
        rd_mean_add(&tally->over_special[a], over_special);
        tally->worst_over_special[a] = fmax(tally->worst_over_special[a], over_special);
    }
}

static void add_rows(const struct cell *cell, const struct tally *tally,
                     struct rd_figure_data *data)
{
    for (size_t a = 0; a < rd_algorithm_count; a++) {
        const struct rd_mean *special = &tally->over_special[a];
        const char *beside = "\t";
        if (tally->over_bound[a].count == 0)
            continue;
        if (special->count > 0)
            beside = rd_arena_print(data->arena, "%.6f\t%.6f", special->mean,
                                    tally->worst_over_special[a]);
        rd_figure_row(
            data,
            "%s\t%s\t%" PRIu32 "\t%s\t%" PRId64 "\t%" PRId64 "\t%s\t%s\t%.6f\t%.6f\t%s\t"
            "%" PRId64,
            cell->network->name, rd_goal_name(cell->network->goal), workers_of(cell),
            port_models[cell->ports].name, cell->most_cost, cell->load, rd_algorithms[a]->name,
            is_any(rd_algorithms[a]) ? "any network" : "its shape", tally->over_bound[a].mean,
            tally->worst[a], beside, tally->over_bound[a].count);
    }
}

/* Means of network-planner over all networks of 16 hosts, for what is judged: with one port, with
 * two, with all; and with 1, 10, or more items a host. */
enum { LOAD_CLASSES = 3 };

struct gaps {
    struct rd_mean planner[PORTS][LOAD_CLASSES];
    struct rd_mean small_exact;   /* network-planner over network-exact, where that ends */
    struct rd_mean small_optimal; /* share of those where they are equal */
};

static size_t index_of(const char *name)
{
    size_t a = 0;
    while (rd_algorithms[a] != rd_algorithm_named(name))
        a++;
    return a;
}

static void add_gap(const struct cell *cell, const struct answers *answers, struct gaps *gaps)
{
    double planner_s = answers->seconds[index_of("network-planner")];
    double exact_s = answers->seconds[index_of("network-exact")];
    int load_class = cell->load == 1 ? 0 : cell->load == 10 ? 1 : 2;
    if (cell->small && exact_s > 0) {
        rd_mean_add(&gaps->small_exact, planner_s / exact_s);
        rd_mean_add(&gaps->small_optimal, planner_s <= exact_s * (1 + 1e-9));
    }
    if (!cell->small && answers->bound_s > 0)
        rd_mean_add(&gaps->planner[cell->ports][load_class], planner_s / answers->bound_s);
}

static bool measure(const struct rd_figure_settings *settings, const struct cell *cell,
                    struct rd_figure_data *data, struct laws *laws, struct gaps *gaps,
                    struct rd_error *reterr)
{
    int instances = (settings->full ? FULL_INSTANCES : INSTANCES);
    instances = cell->small ? SMALL_INSTANCES : instances;
    struct tally *tally = rd_take(data->arena, 1, struct tally);
    if (settings->progress)
        settings->progress(rd_arena_print(data->arena, "%s, %s ports, %" PRId64 " s, load %" PRId64,
                                          cell->network->name, port_models[cell->ports].name,
                                          cell->most_cost, cell->load));
    for (int i = 0; i < instances; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&data->plans);
        struct rd_instance instance;
        struct answers answers;
        uint64_t seed = (uint64_t)cell->load * 1000 + (uint64_t)i;
        bool good = draw(cell, seed, &data->plans, &instance, reterr) &&
                    ask(cell, &instance, data, &answers, reterr);
        rd_arena_rewind(&data->plans, mark);
        if (!good)
            return false;
        add(&answers, tally, laws);
        add_gap(cell, &answers, gaps);
    }
    add_rows(cell, tally, data);
    return true;
}

/* The greatest mean ratio of network-planner to the bound that is accepted. No law gives one: these
 * are limits that changes of the planner have to keep. */
static const double most_ratio[PORTS][LOAD_CLASSES] = {
    {1.093, 1.009, 1.003}, {1.135, 1.015, 1.006}, {1.15, 1.021, 1.009}};

static void judge(struct rd_figure_data *data, const char *what, const struct rd_mean *mean,
                  double low, double high, const char *why)
{
    rd_figure_judge(data,
                    (struct rd_check){.what = what,
                                      .published = NAN,
                                      .measured = mean->mean,
                                      .half_width = rd_mean_half_width(mean),
                                      .low = low,
                                      .high = high,
                                      .why = why},
                    false);
}

static void judge_all(struct rd_figure_data *data, const struct laws *laws, const struct gaps *gaps)
{
    static const char *const loads[LOAD_CLASSES] = {"1 item", "10 items", "100 items and more"};
    struct rd_arena *arena = data->arena;
    judge(data, rd_arena_print(arena, "plans below a bound, of %" PRId64, laws->plans),
          &(struct rd_mean){.count = 1, .mean = (double)laws->below_bound}, 0, 0,
          "bound <= planned");
    judge(data, "plans for any network that are below an optimal one",
          &(struct rd_mean){.count = 1, .mean = (double)laws->below_proved}, 0, 0,
          "optimal: at the bound, or by a search of all schedules");
    judge(data, "hosts 4 and 6: network-planner over network-exact", &gaps->small_exact, 1, 1.01,
          "nearly always optimal where all schedules can be searched");
    judge(data, "hosts 4 and 6: network-planner optimal, share", &gaps->small_optimal, 0.95, 1,
          "nearly always optimal where all schedules can be searched");
    for (int ports = 0; ports < PORTS; ports++)
        for (int load = 0; load < LOAD_CLASSES; load++)
            judge(data,
                  rd_arena_print(arena, "ports: %s, %s a host: network-planner over the bound",
                                 port_models[ports].name, loads[load]),
                  &gaps->planner[ports][load], 1, most_ratio[ports][load],
                  "a limit for changes of the planner, no law");
}

static bool measure_network(const struct rd_figure_settings *settings,
                            const struct network *network, struct rd_figure_data *data,
                            struct laws *laws, struct gaps *gaps, struct rd_error *reterr)
{
    static const int64_t loads[] = {1, 10, 100, 1000, 10000};
    enum { LOADS = sizeof loads / sizeof *loads, SEARCHED_LOADS = LOADS - 1 };
    for (int ports = 0; ports < PORTS; ports++)
        for (int64_t most_cost = 1; most_cost <= 16; most_cost += 15) {
            struct cell cell = {.network = network, .ports = ports, .most_cost = most_cost};
            /* With equal costs flow in time is searched, which takes long for large loads. */
            for (int i = 0; i < (most_cost == 1 ? SEARCHED_LOADS : LOADS); i++) {
                cell.load = loads[i];
                if (!measure(settings, &cell, data, laws, gaps, reterr))
                    return false;
            }
            cell.small = true;
            cell.load = 1;
            if (!measure(settings, &cell, data, laws, gaps, reterr))
                return false;
        }
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"network",
                                          "goal",
                                          "hosts",
                                          "ports",
                                          "most_cost_s",
                                          "load",
                                          "algorithm",
                                          "made_for",
                                          "over_bound",
                                          "over_bound_worst",
                                          "over_best_of_its_shape",
                                          "over_best_of_its_shape_worst",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct laws laws = {0};
    struct gaps gaps = {0};
    for (int i = 0; i < NETWORKS; i++) {
        if (!measure_network(settings, &networks[i], data, &laws, &gaps, reterr))
            return false;
    }
    judge_all(data, &laws, &gaps);
    return true;
}

const struct rd_figure any_network_gap = {
    .name = "any-network-gap",
    .summary = "plans for any network over the bound, and beside plans made for one shape",
    .source = "our own",
    .plot = "any_network_gap",
    .scenario = "any_network_gap",
    .make = make,
};
