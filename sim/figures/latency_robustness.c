/* What latency costs: on networks of eight hosts of five shapes, one port, items of 1 to 4 s, and
 * latencies from a thousandth of that to a thousand times as much. The best plan of messages of
 * many items, and the best that is known item by item, over the bound of all schedules. */
#include "figure.h"
#include "planning.h"

#include "algorithms/algorithm.h"
#include "sim/base/mean.h"
#include "sim/base/rng.h"
#include "sim/scenario/graph_generators.h"

#include <inttypes.h>
#include <math.h>

enum { SHAPES = 5, RATIOS = 13, INSTANCES = 5, FULL_INSTANCES = 20, HOSTS = 8, MOST_HOSTS = 9 };

static const struct shape {
    const char *name;
    enum rd_shape shape;
    struct rd_graph_request graph; /* of RD_GRAPH */
} shapes[SHAPES] = {
    {"ring", RD_RING, {0}},
    {"star", RD_STAR, {0}},
    {"switch", RD_SWITCH, {0}},
    {"hypercube", RD_HYPERCUBE, {0}},
    {"graph", RD_GRAPH, {.kind = RD_RANDOM_REGULAR, .degree = 3}},
};

/* Each decade twice. */
static double ratio_of(int i)
{
    return pow(10, (i - RATIOS / 2) / 2.0);
}

static bool draw(const struct shape *shape, double ratio, uint64_t seed, struct rd_arena *arena,
                 struct rd_instance *ret_instance, struct rd_error *reterr)
{
    struct rd_rng rng = rd_rng_seeded(13, seed);
    bool is_star = shape->shape == RD_STAR;
    struct rd_instance instance = {.port_model = RD_ONE_PORT,
                                   .port_count = 1,
                                   .item_bytes = 1,
                                   .word_bytes = 1,
                                   .kind_count = 1,
                                   .goal = RD_REACH};
    if (shape->shape == RD_GRAPH) {
        if (!rd_graph_generate(&shape->graph, HOSTS, seed, arena, &instance.topology, reterr))
            return false;
    } else if (!rd_topology_make(shape->shape,
                                 shape->shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION,
                                 HOSTS + is_star, &instance.topology, reterr)) {
        return false;
    }
    uint64_t links = rd_link_count(&instance.topology);
    struct rd_link_cost *cost = rd_take(arena, links, struct rd_link_cost);
    int64_t *load = rd_take(arena, MOST_HOSTS, int64_t);
    int64_t *target = rd_take(arena, MOST_HOSTS, int64_t);
    for (uint64_t link = 0; link < links; link++)
        cost[link] =
            (struct rd_link_cost){.latency_s = ratio * (double)rd_rng_between(&rng, 1, 4),
                                  .bandwidth_bytes_per_s = 1 / (double)rd_rng_between(&rng, 1, 4)};
    for (uint32_t host = 0; host < HOSTS; host++)
        load[host] = target[host] = rd_rng_between(&rng, 0, 100);
    for (uint32_t host = HOSTS; host > 1; host--) {
        uint32_t other = (uint32_t)rd_rng_below(&rng, host);
        int64_t items = target[host - 1];
        target[host - 1] = target[other];
        target[other] = items;
    }
    instance.link_cost = cost;
    instance.load = load;
    instance.target = target;
    *ret_instance = instance;
    return true;
}

/* The same, each message with its latency for one item: what a plan takes item by item. */
static struct rd_instance item_by_item(const struct rd_instance *instance, struct rd_arena *arena)
{
    struct rd_instance single = *instance;
    uint64_t links = rd_link_count(&instance->topology);
    struct rd_link_cost *cost = rd_take(arena, links, struct rd_link_cost);
    for (uint64_t link = 0; link < links; link++)
        cost[link].bandwidth_bytes_per_s =
            1 / (instance->link_cost[link].latency_s +
                 1 / instance->link_cost[link].bandwidth_bytes_per_s);
    single.link_cost = cost;
    return single;
}

/* The shortest of some algorithms' plans; those that refuse are left out. */
static bool plan_best(const char *const *name, size_t count, const struct rd_instance *instance,
                      struct rd_figure_data *data, double *ret_s, struct rd_error *reterr)
{
    *ret_s = INFINITY;
    for (size_t i = 0; i < count; i++) {
        struct rd_plan plan;
        struct rd_verdict verdict;
        struct rd_error error = {0};
        if (rd_figure_plan(name[i], instance, &data->plans, &data->scratch, &plan, &verdict,
                           &error)) {
            *ret_s = fmin(*ret_s, verdict.makespan_s);
        } else if (error.code != RD_ERROR_REFUSED) {
            *reterr = error;
            return false;
        }
    }
    return true;
}

struct answer {
    double bundled_s, single_s, bound_s;
};

static bool ask(const struct rd_instance *instance, struct rd_figure_data *data,
                struct answer *ret_answer, struct rd_error *reterr)
{
    static const char *const bundling[] = {"network-bundled", "ring-bundled"};
    static const char *const others[] = {"network-planner"};
    struct rd_bound bound = {0};
    struct rd_instance single = item_by_item(instance, &data->plans);
    if (!plan_best(bundling, 2, instance, data, &ret_answer->bundled_s, reterr) ||
        !plan_best(others, 1, &single, data, &ret_answer->single_s, reterr))
        return false;
    rd_algorithms_best_bound(instance, &data->plans, &data->scratch, &bound);
    ret_answer->bound_s = bound.seconds;
    return true;
}

/* What is judged. */
struct tally {
    struct rd_mean bundled[SHAPES]; /* over the bound, all latencies */
    int64_t plans, below_bound;
};

static bool measure(const struct rd_figure_settings *settings, int shape, int ratio,
                    struct rd_figure_data *data, struct tally *tally, struct rd_error *reterr)
{
    struct rd_mean bundled = {0}, single = {0};
    double worst = 0;
    for (int i = 0; i < (settings->full ? FULL_INSTANCES : INSTANCES); i++) {
        struct rd_arena_mark mark = rd_arena_mark(&data->plans);
        struct rd_instance instance;
        struct answer answer;
        bool good =
            draw(&shapes[shape], ratio_of(ratio), (uint64_t)i, &data->plans, &instance, reterr) &&
            ask(&instance, data, &answer, reterr);
        rd_arena_rewind(&data->plans, mark);
        if (!good)
            return false;
        rd_mean_add(&bundled, answer.bundled_s / answer.bound_s);
        rd_mean_add(&single, answer.single_s / answer.bound_s);
        rd_mean_add(&tally->bundled[shape], answer.bundled_s / answer.bound_s);
        worst = fmax(worst, answer.bundled_s / answer.bound_s);
        tally->plans += 2;
        tally->below_bound += answer.bundled_s < answer.bound_s * (1 - 1e-9);
        tally->below_bound += answer.single_s < answer.bound_s * (1 - 1e-9);
    }
    rd_figure_row(data, "%s\t%.6g\t%.6f\t%.6f\t%.6f\t%" PRId64, shapes[shape].name, ratio_of(ratio),
                  bundled.mean, worst, single.mean, bundled.count);
    return true;
}

static void judge(struct rd_figure_data *data, const char *what, double measured, double low,
                  double high, const char *why)
{
    rd_figure_judge(data,
                    (struct rd_check){.what = what,
                                      .published = NAN,
                                      .measured = measured,
                                      .low = low,
                                      .high = high,
                                      .why = why},
                    false);
}

/* The greatest mean ratios to the bound that are accepted on these instances, which are always the
 * same: limits that changes have to keep. */
static const double most_ratio[SHAPES] = {1.1, 1.07, 1.2, 1.25, 1.22};

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"shape",
                                          "latency_over_item",
                                          "bundled_over_bound",
                                          "bundled_over_bound_worst",
                                          "item_by_item_over_bound",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    struct tally tally = {0};
    for (int shape = 0; shape < SHAPES; shape++) {
        if (settings->progress)
            settings->progress(shapes[shape].name);
        for (int ratio = 0; ratio < RATIOS; ratio++)
            if (!measure(settings, shape, ratio, data, &tally, reterr))
                return false;
    }
    judge(data, rd_arena_print(data->arena, "plans below a bound, of %" PRId64, tally.plans),
          (double)tally.below_bound, 0, 0, "bound <= planned");
    for (int shape = 0; shape < SHAPES; shape++)
        judge(data,
              rd_arena_print(data->arena, "%s: bundled plan over the bound", shapes[shape].name),
              tally.bundled[shape].mean, 1, most_ratio[shape],
              "a limit for changes of the planner on these instances, no law");
    return true;
}

const struct rd_figure latency_robustness = {
    .name = "latency-robustness",
    .summary = "plans of messages of many items, and item by item, over the bound as latency grows",
    .source = "our own",
    .plot = "latency_robustness",
    .scenario = "latency_robustness",
    .make = make,
};
