/* Table 4 of the ring load distribution paper: how many items the rings hold, how wide the search
 * window of Figure 9 is, from Traffic and from Linear, and how long the search takes; beside it the
 * optimum in closed form, which searches nothing. Times are measured here, and never judged. */
#include "figure.h"

#include "algorithms/ring_load_distribution/optimum.h"
#include "algorithms/ring_load_distribution/window.h"
#include "sim/base/mean.h"
#include "ring_load_draw.h"

#include <math.h>
#include <time.h>

enum { SIZES = 3, RANGES = 3, MOST_HOSTS = 50, INSTANCES = 50000, TIMED = 1000 };

struct cell {
    uint32_t host_count;
    int64_t most_load;
    double published_total, published_traffic, published_linear, published_ms;
    double seen_traffic, seen_linear; /* with these seeds, by version 0.1 */
};

static const struct cell cells[RANGES * SIZES] = {
    {10, 200, 1170, 79, 95, 1.05, 20.53, 36.75},
    {20, 200, 1860, 182, 191, 4.41, 76.43, 97.21},
    {50, 200, 4690, 386, 391, 22.2, 254.09, 267.41},
    {10, 100, 470, 39, 48, 0.54, 11.08, 18.90},
    {20, 100, 760, 90, 95, 2.2, 39.52, 49.70},
    {50, 100, 2090, 192, 195, 11.25, 128.56, 135.27},
    {10, 40, 170, 16, 19, 0.23, 5.25, 8.38},
    {20, 40, 300, 36, 38, 0.95, 17.01, 20.99},
    {50, 40, 770, 79, 80, 4.77, 53.27, 55.80},
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* Adds the width of the window of Linear - h, where some host is red. */
static void add_width(const struct rd_ring_loads *ring, int64_t h, struct rd_mean *width)
{
    struct rd_shifts window = rd_deficit_window(ring, h);
    if (window.low <= window.high)
        rd_mean_add(width, (double)(window.high - window.low + 1));
}

/* What is measured of one cell. */
struct measured {
    struct rd_mean total, from_traffic, from_linear;
    struct rd_mean search_ms, optimum_ms;
};

static void measure(struct rd_rng *rng, const struct cell *cell, struct rd_arena *scratch,
                    struct measured *measured)
{
    for (int instance = 0; instance < INSTANCES; instance++) {
        int64_t load[MOST_HOSTS], linear[MOST_HOSTS];
        struct rd_ring_loads ring =
            rd_draw_ring_loads(rng, cell->host_count, cell->most_load, load, linear);
        int64_t h = rd_traffic_shift(&ring, scratch);
        rd_mean_add(&measured->total, (double)(ring.average * ring.host_count));
        add_width(&ring, h, &measured->from_traffic);
        add_width(&ring, 0, &measured->from_linear);
        if (instance >= TIMED)
            continue;
        double start = now_ms();
        rd_window_search(&ring, false, scratch);
        double between = now_ms();
        rd_single_send_optimum(&ring);
        rd_mean_add(&measured->optimum_ms, now_ms() - between);
        rd_mean_add(&measured->search_ms, between - start);
    }
}

static void judge_width(struct rd_figure_data *data, const struct cell *cell, const char *from,
                        double published, double seen, const struct rd_mean *measured)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "n=%u, loads to %d, window from %s",
                                               cell->host_count, (int)cell->most_load, from),
                        .published = published,
                        .measured = measured->mean,
                        .half_width = rd_mean_half_width(measured),
                        .low = seen,
                        .high = seen,
                        .why = "version 0.1 with this seed",
                        .regression = true,
                        .differs = rd_ring_load_differs,
                    },
                    false);
}

/* A ring is as likely as the one with all loads taken from the greatest, and is drawn again if that
 * one is: so the mean is that of one draw. */
static void judge_total(struct rd_figure_data *data, const struct cell *cell,
                        const struct rd_mean *total)
{
    double exact = (double)cell->host_count * (double)cell->most_load / 2;
    double slack = 4 * rd_mean_error(total) + rd_mean_half_width(total);
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "n=%u, loads to %d, items in all",
                                               cell->host_count, (int)cell->most_load),
                        .published = cell->published_total,
                        .measured = total->mean,
                        .half_width = rd_mean_half_width(total),
                        .low = exact - slack,
                        .high = exact + slack,
                        .why = "n most_load / 2, by symmetry, to four standard errors",
                        .differs = rd_ring_load_differs,
                    },
                    false);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    (void)reterr;
    static const char *const columns[] = {"n",
                                          "most_load",
                                          "published_from_traffic",
                                          "measured_from_traffic",
                                          "published_from_linear",
                                          "measured_from_linear",
                                          "published_ms",
                                          "search_ms",
                                          "optimum_ms",
                                          "instances",
                                          "published_total",
                                          "measured_total"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < RANGES * SIZES; i++) {
        const struct cell *cell = &cells[i];
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "rings of %u hosts, loads to %d",
                                              cell->host_count, (int)cell->most_load));
        struct rd_rng rng = rd_rng_seeded(4, (uint64_t)i);
        struct measured measured = {0};
        struct rd_arena_mark mark = rd_arena_mark(data->arena);
        measure(&rng, cell, data->arena, &measured);
        rd_arena_rewind(data->arena, mark);
        rd_figure_row(data, "%u\t%d\t%g\t%.2f\t%g\t%.2f\t%g\t%.5f\t%.5f\t%d\t%g\t%.2f",
                      cell->host_count, (int)cell->most_load, cell->published_traffic,
                      measured.from_traffic.mean, cell->published_linear, measured.from_linear.mean,
                      cell->published_ms, measured.search_ms.mean, measured.optimum_ms.mean,
                      INSTANCES, cell->published_total, measured.total.mean);
        judge_total(data, cell, &measured.total);
        judge_width(data, cell, "Traffic", cell->published_traffic, cell->seen_traffic,
                    &measured.from_traffic);
        judge_width(data, cell, "Linear", cell->published_linear, cell->seen_linear,
                    &measured.from_linear);
    }
    return true;
}

const struct rd_figure lau_table4 = {
    .name = "lau-table4",
    .summary =
        "width of the search window, and the cost of the search compared with the closed form",
    .source = "[lau2002], Table 4",
    .plot = "lau_table_4",
    .scenario = "lau_table_4",
    .timed = true,
    .make = make,
};
