/* Table 3 of the ring load distribution paper: how much longer single-send takes than multi-send,
 * each at its optimum, and how often the two are equal. */
#include "figure.h"

#include "algorithms/ring_load_distribution/optimum.h"
#include "sim/base/mean.h"
#include "ring_load_draw.h"

#include <math.h>

enum { SIZES = 4, MOST_HOSTS = 50, INSTANCES = 50000, MOST_LOAD = 100 };

struct row {
    uint32_t host_count;
    double published_percent, published_equal;
    double verified_percent, verified_equal;
    bool impossible; /* #equal and the mean contradict each other: what is not equal is longer by a
                        known least share, which forces a greater mean */
};

static const struct row table[SIZES] = {
    {4, 0, 50000, 0, 50000, false},
    {10, 3.79, 33000, 2.10, 48057, true},
    {20, 7.94, 9185, 32.5, 29335, true},
    {50, 13.39, 87, 168, 1461, false},
};

static void judge_row(struct rd_figure_data *data, const struct row *row,
                      const struct rd_mean *worse, const struct rd_mean *equal)
{
    double slack = 3 * sqrt(2) * rd_mean_error(worse) + (row->verified_percent > 100 ? 0.5 : 0.05);
    rd_figure_judge(
        data,
        (struct rd_check){
            .what = rd_arena_print(data->arena, "n=%u, single-send worse, %%", row->host_count),
            .published = row->published_percent,
            .measured = worse->mean,
            .half_width = rd_mean_half_width(worse),
            .low = row->verified_percent - slack,
            .high = row->verified_percent + slack,
            .why = "an independent run of as many draws, to three standard errors of a difference",
            .regression = true,
            .differs = row->impossible ? "the two published columns contradict each other"
                                       : rd_ring_load_differs,
        },
        row->impossible);
    slack = 3 * sqrt(2) * INSTANCES * rd_mean_error(equal);
    rd_figure_judge(
        data,
        (struct rd_check){
            .what = rd_arena_print(data->arena, "n=%u, equal times, instances", row->host_count),
            .published = row->published_equal,
            .measured = INSTANCES * equal->mean,
            .half_width = INSTANCES * rd_mean_half_width(equal),
            .low = row->verified_equal - slack,
            .high = row->verified_equal + slack,
            .why = "an independent run of as many draws, to three standard errors of a difference",
            .regression = true,
            .differs = row->impossible ? "the two published columns contradict each other"
                                       : rd_ring_load_differs,
        },
        row->impossible);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    (void)reterr;
    static const char *const columns[] = {"n",
                                          "published_worse_percent",
                                          "measured_worse_percent",
                                          "half_width_95_percent",
                                          "published_equal",
                                          "measured_equal",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (int size = 0; size < SIZES; size++) {
        const struct row *row = &table[size];
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "rings of %u hosts", row->host_count));
        struct rd_rng rng = rd_rng_seeded(3, row->host_count);
        struct rd_mean worse = {0}, equal = {0};
        struct rd_arena_mark mark = rd_arena_mark(data->arena);
        for (int instance = 0; instance < INSTANCES; instance++) {
            int64_t load[MOST_HOSTS], linear[MOST_HOSTS];
            struct rd_ring_loads ring =
                rd_draw_ring_loads(&rng, row->host_count, MOST_LOAD, load, linear);
            int64_t single = rd_single_send_optimum(&ring).steps;
            int64_t multi = rd_multi_send_optimum(&ring).steps;
            double share = multi > 0 ? (double)(single - multi) / (double)multi : 0;
            rd_mean_add(&worse, 100 * share);
            rd_mean_add(&equal, single == multi);
        }
        rd_arena_rewind(data->arena, mark);
        rd_figure_row(data, "%u\t%g\t%.3f\t%.3f\t%g\t%.0f\t%d", row->host_count,
                      row->published_percent, worse.mean, rd_mean_half_width(&worse),
                      row->published_equal, INSTANCES * equal.mean, INSTANCES);
        judge_row(data, row, &worse, &equal);
    }
    return true;
}

const struct rd_figure lau_table3 = {
    .name = "lau-table3",
    .summary = "single-send against multi-send, each at its optimum",
    .source = "[lau2002], Table 3",
    .plot = "lau_table_3",
    .scenario = "lau_table_3",
    .make = make,
};
