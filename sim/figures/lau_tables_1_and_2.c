/* Tables 1 and 2 of the ring load distribution paper: how often Linear and Traffic are optimal,
 * single-send (Table 1) and multi-send (Table 2). 50,000 instances a ring size, as in the paper. No
 * way tried to draw the loads gives the published digits, so the published value stands beside the
 * measured one, which is judged against the verified experiment, and order and trend are judged. */
#include "figure.h"

#include "algorithms/ring_load_distribution/optimum.h"
#include "sim/base/mean.h"
#include "planning.h"
#include "ring_load_draw.h"
#include "figure_simulator.h"

#include <math.h>

enum { SIZES = 5, MOST_HOSTS = 50, INSTANCES = 50000, MOST_LOAD = 100, PLAYED_EVERY = 100 };

/* What the paper prints and what the verified experiment gave, in %, for a ring size: Linear
 * optimal, Traffic optimal, both, neither, worse, extra traffic. */
enum { LINEAR, TRAFFIC, BOTH, NEITHER, WORSE, EXTRA_TRAFFIC, QUANTITIES };

static const char *const quantity_name[QUANTITIES] = {
    "Linear optimal",   "Traffic optimal", "both optimal",
    "only the optimum", "worse",           "extra traffic",
};

struct row {
    uint32_t host_count;
    double published[QUANTITIES];
    double verified[QUANTITIES];
};

static const struct row tables[2][SIZES] = {
    {
        {50, {5.21, 34.33, 3.03, 63.48, 87, 3}, {8.38, 27.51, 4.32, 68.44, 102, 4.1}},
        {30, {8.23, 43.15, 6.18, 54.80, 99, 3}, {13.06, 38.53, 8.40, 56.81, 117, 4.2}},
        {20, {12.09, 51.60, 10.37, 46.68, 109, 4}, {19.51, 49.66, 14.86, 45.69, 130, 4.1}},
        {10, {27.33, 68.97, 26.56, 30.26, 127, 5}, {40.44, 72.64, 37.53, 24.45, 140, 3.7}},
        {4, {73.57, 92.21, 73.57, 7.79, 107, 6}, {82.55, 94.16, 82.55, 5.84, 112, 0}},
    },
    {
        {50, {14.54, 48.34, 12.42, 49.54, 43, 7}, {28.90, 66.12, 24.55, 29.54, 48, 4.5}},
        {30, {20.37, 59.22, 18.80, 39.21, 42, 8}, {38.42, 74.53, 34.97, 22.02, 56, 4.3}},
        {20, {26.38, 67.56, 25.18, 31.24, 43, 10}, {45.54, 79.32, 42.81, 17.95, 69, 3.9}},
        {10, {34.31, 78.36, 33.71, 21.04, 46, 11}, {49.40, 80.49, 47.03, 17.14, 92, 4.2}},
        {4, {73.57, 92.21, 73.57, 7.79, 50, 6}, {82.55, 94.16, 82.55, 5.84, 99, 0}},
    },
};

static int64_t steps_of(const struct rd_ring_loads *ring, int64_t h, bool multi_send)
{
    return multi_send ? rd_multi_send_steps(ring, h) : rd_single_send_steps(ring, h);
}

/* How much longer than the optimum a schedule takes, in %. */
static double worse_percent(int64_t steps, int64_t optimum)
{
    return 100 * (double)(steps - optimum) / (double)optimum;
}

/* Adds one instance to the six means. */
static void measure(const struct rd_ring_loads *ring, bool multi_send, struct rd_arena *scratch,
                    struct rd_mean mean[QUANTITIES])
{
    struct rd_ring_optimum best =
        multi_send ? rd_multi_send_optimum(ring) : rd_single_send_optimum(ring);
    int64_t traffic_h = rd_traffic_shift(ring, scratch);
    int64_t linear = steps_of(ring, 0, multi_send);
    int64_t traffic = steps_of(ring, traffic_h, multi_send);
    bool linear_optimal = linear == best.steps, traffic_optimal = traffic == best.steps;
    rd_mean_add(&mean[LINEAR], 100 * linear_optimal);
    rd_mean_add(&mean[TRAFFIC], 100 * traffic_optimal);
    rd_mean_add(&mean[BOTH], 100 * (linear_optimal && traffic_optimal));
    rd_mean_add(&mean[NEITHER], 100 * (!linear_optimal && !traffic_optimal));
    /* Both kinds of schedule that are not optimal count in one mean. */
    if (!linear_optimal && best.steps > 0)
        rd_mean_add(&mean[WORSE], worse_percent(linear, best.steps));
    if (!traffic_optimal && best.steps > 0)
        rd_mean_add(&mean[WORSE], worse_percent(traffic, best.steps));
    if (linear_optimal || traffic_optimal)
        return;
    int64_t h = rd_least_traffic_within(best.shifts, rd_least_traffic_shifts(ring, scratch));
    double least = (double)rd_schedule_traffic(ring, traffic_h);
    rd_mean_add(&mean[EXTRA_TRAFFIC], 100 * ((double)rd_schedule_traffic(ring, h) / least - 1));
}

/* At n = 4 an optimum takes 1 or 2 steps and Linear or Traffic at most 3. The published 50 % would
 * need every instance that one of them misses to be a 3 against a 2; a 2 against a 1, the usual
 * case, counts 100 %. */
static bool is_impossible(bool multi_send, uint32_t host_count, int quantity)
{
    return multi_send && host_count == 4 && quantity == WORSE;
}

static void judge(struct rd_figure_data *data, const struct row *row, bool multi_send,
                  const struct rd_mean mean[QUANTITIES])
{
    for (int quantity = 0; quantity < QUANTITIES; quantity++) {
        /* The verified value has the same sampling error as ours, and was rounded: to whole percent
         * for `worse`, to tenths for `extra traffic`, to hundredths else. */
        double rounding = quantity == WORSE ? 0.5 : quantity == EXTRA_TRAFFIC ? 0.05 : 0.005;
        double slack = 3 * sqrt(2) * rd_mean_error(&mean[quantity]) + rounding;
        rd_figure_judge(data,
                        (struct rd_check){
                            .what = rd_arena_print(data->arena, "n=%u, %s, %%", row->host_count,
                                                   quantity_name[quantity]),
                            .published = row->published[quantity],
                            .measured = mean[quantity].mean,
                            .half_width = rd_mean_half_width(&mean[quantity]),
                            .low = row->verified[quantity] - slack,
                            .high = row->verified[quantity] + slack,
                            .why = "an independent run of as many draws, to three standard errors "
                                   "of a difference",
                            .regression = true,
                            .differs = rd_ring_load_differs,
                        },
                        is_impossible(multi_send, row->host_count, quantity));
    }
}

/* A statement of the paper about the order of two means. */
static void judge_order(struct rd_figure_data *data, const char *what, double greater, double less)
{
    rd_figure_judge(data,
                    (struct rd_check){.what = what,
                                      .published = NAN,
                                      .measured = greater - less,
                                      .low = 0,
                                      .high = INFINITY,
                                      .why = "the paper's observation on its own table"},
                    false);
}

/* Plays what an algorithm plans for an instance on SimGrid; its steps must be those of the formula,
 * since a step lasts one second. */
static bool play(struct rd_figure_simulator *simulator, const struct rd_ring_loads *ring,
                 const char *name, int64_t steps, struct rd_arena *arena, struct rd_arena *scratch,
                 struct rd_error *reterr)
{
    struct rd_instance instance = {
        .topology = simulator->topology,
        .port_model = RD_ALL_PORTS,
        .port_count = UINT32_MAX,
        .link_cost = simulator->costs.link_cost,
        .costs_equal = simulator->costs.costs_equal,
        .kind_count = 1,
        .load = ring->load,
        .goal = RD_BALANCE,
    };
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_arena_mark mark = rd_arena_mark(arena);
    bool played =
        rd_figure_plan(name, &instance, arena, scratch, &plan, &verdict, reterr) &&
        rd_figure_simulator_play(simulator, &instance, &plan, (double)steps, false, arena, reterr);
    rd_arena_rewind(arena, mark);
    return played;
}

/* Plays Linear, Traffic and the optimum of an instance. */
static bool play_all(struct rd_figure_simulator *simulator, const struct rd_ring_loads *ring,
                     bool multi_send, struct rd_arena *arena, struct rd_arena *scratch,
                     struct rd_error *reterr)
{
    static const char *const names[2][3] = {
        {"ring-load-linear-single-send", "ring-load-traffic-single-send",
         "ring-load-optimal-single-send"},
        {"ring-load-linear-multi-send", "ring-load-traffic-multi-send",
         "ring-load-optimal-multi-send"},
    };
    int64_t steps[3] = {steps_of(ring, 0, multi_send),
                        steps_of(ring, rd_traffic_shift(ring, scratch), multi_send),
                        multi_send ? rd_multi_send_optimum(ring).steps
                                   : rd_single_send_optimum(ring).steps};
    for (int i = 0; i < 3; i++)
        if (!play(simulator, ring, names[multi_send][i], steps[i], arena, scratch, reterr))
            return false;
    return true;
}

/* Draws, measures and samples the instances of one ring size. */
static bool measure_size(const struct row *row, bool multi_send, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_mean mean[QUANTITIES], int64_t *played,
                         struct rd_error *reterr)
{
    struct rd_platform_request request = {.shape = RD_RING,
                                          .direction = RD_TWO_WAY,
                                          .host_count = row->host_count,
                                          .cost = "1",
                                          .latency = "1",
                                          .compute = "1",
                                          .symmetric = true};
    struct rd_figure_simulator simulator;
    if (!rd_figure_simulator_open(&request, arena, &simulator, reterr))
        return false;
    struct rd_rng rng = rd_rng_seeded(1, row->host_count);
    bool sampled = true;
    for (int instance = 0; instance < INSTANCES && sampled; instance++) {
        int64_t load[MOST_HOSTS], linear[MOST_HOSTS];
        struct rd_ring_loads ring =
            rd_draw_ring_loads(&rng, row->host_count, MOST_LOAD, load, linear);
        measure(&ring, multi_send, scratch, mean);
        if (instance % PLAYED_EVERY == 0)
            sampled = play_all(&simulator, &ring, multi_send, arena, scratch, reterr);
    }
    *played += simulator.played;
    rd_figure_simulator_close(&simulator);
    return sampled;
}

/* Every plan of the sample took just the steps of its formula on SimGrid, or we would not be
 * here. */
static void judge_sample(struct rd_figure_data *data, int64_t played)
{
    int64_t due = (int64_t)SIZES * 3 * (INSTANCES / PLAYED_EVERY);
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = "schedules whose steps SimGrid confirms (1 % of all)",
                        .published = NAN,
                        .measured = (double)played,
                        .low = (double)due,
                        .high = (double)due,
                        .why = "three schedules of every hundredth instance",
                    },
                    false);
}

static bool make_table(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                       bool multi_send, struct rd_error *reterr)
{
    static const char *const columns[] = {
        "n",        "quantity", "published_percent", "measured_percent", "half_width_95_percent",
        "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    double only_optimum = INFINITY;
    int64_t played = 0;
    for (int size = 0; size < SIZES; size++) {
        const struct row *row = &tables[multi_send][size];
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "rings of %u hosts", row->host_count));
        struct rd_mean mean[QUANTITIES] = {0};
        if (!measure_size(row, multi_send, &data->plans, &data->scratch, mean, &played, reterr))
            return false;
        for (int quantity = 0; quantity < QUANTITIES; quantity++)
            rd_figure_row(data, "%u\t%s\t%g\t%.3f\t%.3f\t%d", row->host_count,
                          quantity_name[quantity], row->published[quantity], mean[quantity].mean,
                          rd_mean_half_width(&mean[quantity]), INSTANCES);
        judge(data, row, multi_send, mean);
        judge_order(data,
                    rd_arena_print(data->arena, "n=%u, Traffic is optimal more often than Linear",
                                   row->host_count),
                    mean[TRAFFIC].mean, mean[LINEAR].mean);
        if (size > 0)
            judge_order(data,
                        rd_arena_print(data->arena, "n=%u, only the optimum: less often than above",
                                       row->host_count),
                        only_optimum, mean[NEITHER].mean);
        only_optimum = mean[NEITHER].mean;
    }
    judge_sample(data, played);
    return true;
}

static bool make_table_1(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                         struct rd_error *reterr)
{
    return make_table(settings, data, false, reterr);
}

static bool make_table_2(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                         struct rd_error *reterr)
{
    return make_table(settings, data, true, reterr);
}

const struct rd_figure lau_table1 = {
    .name = "lau-table1",
    .summary = "how often Linear and Traffic are optimal, single-send",
    .source = "[lau2002], Table 1",
    .plot = "lau_tables_1_and_2",
    .scenario = "lau_tables_1_and_2",
    .make = make_table_1,
};

const struct rd_figure lau_table2 = {
    .name = "lau-table2",
    .summary = "how often Linear and Traffic are optimal, multi-send",
    .source = "[lau2002], Table 2",
    .plot = "lau_tables_1_and_2",
    .scenario = "lau_tables_1_and_2",
    .make = make_table_2,
};
