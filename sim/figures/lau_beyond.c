/* Beyond the tables of the ring load distribution paper: rings of up to 10,000 hosts and loads of
 * other shapes; how far Linear, Traffic and the window search stay from the optimum, and what the
 * search costs beside the closed form. Times are measured here, and never judged. */
#include "figure.h"

#include "algorithms/ring_load_distribution/optimum.h"
#include "algorithms/ring_load_distribution/window.h"
#include "sim/base/mean.h"
#include "ring_load_draw.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { SIZES = 4, SHAPES = 4, INSTANCES = 30, FULL_INSTANCES = 300, MEAN_LOAD = 50 };

/* A search of more steps (hosts times values of h) is not worth waiting for. */
#define SEARCH_LIMIT (INT64_C(1) << 29)

static const uint32_t sizes[SIZES] = {10, 100, 1000, 10000};

static void draw_uniform(struct rd_rng *rng, uint32_t n, int64_t *load)
{
    for (uint32_t host = 0; host < n; host++)
        load[host] = rd_rng_between(rng, 0, 2 * MEAN_LOAD);
}

/* One host in ten holds something. */
static void draw_sparse(struct rd_rng *rng, uint32_t n, int64_t *load)
{
    for (uint32_t host = 0; host < n; host++)
        load[host] = rd_rng_below(rng, 10) == 0 ? rd_rng_between(rng, 0, 20 * MEAN_LOAD) : 0;
}

/* Everything on one host. */
static void draw_hot_spot(struct rd_rng *rng, uint32_t n, int64_t *load)
{
    memset(load, 0, n * sizeof *load);
    load[rd_rng_below(rng, n)] = (int64_t)n * MEAN_LOAD;
}

/* Pareto of index 1.5, cut at 10,000 times its least value. */
static void draw_heavy_tail(struct rd_rng *rng, uint32_t n, int64_t *load)
{
    for (uint32_t host = 0; host < n; host++) {
        double value = MEAN_LOAD / 3.0 * pow(1 - rd_rng_unit(rng), -1 / 1.5);
        load[host] = (int64_t)fmin(value, 1e4 * MEAN_LOAD);
    }
}

static const struct {
    const char *name;
    void (*draw)(struct rd_rng *rng, uint32_t n, int64_t *load);
} shapes[SHAPES] = {
    {"uniform", draw_uniform},
    {"sparse", draw_sparse},
    {"one hot spot", draw_hot_spot},
    {"heavy tail", draw_heavy_tail},
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* What is measured of one size and shape; ratios are steps over the optimum's. */
struct measured {
    struct rd_mean linear, traffic, search, search_ms, optimum_ms;
    int64_t below_optimum; /* schedules that beat the optimum: none, or the theorem is wrong */
};

static void add_ratio(struct rd_mean *mean, int64_t steps, int64_t optimum,
                      struct measured *measured)
{
    measured->below_optimum += steps < optimum;
    if (optimum > 0)
        rd_mean_add(mean, (double)steps / (double)optimum);
}

static void measure(const struct rd_ring_loads *ring, struct rd_arena *scratch,
                    struct measured *measured)
{
    double start = now_ms();
    int64_t optimum = rd_single_send_optimum(ring).steps;
    rd_mean_add(&measured->optimum_ms, now_ms() - start);
    int64_t traffic = rd_traffic_shift(ring, scratch);
    add_ratio(&measured->linear, rd_single_send_steps(ring, 0), optimum, measured);
    add_ratio(&measured->traffic, rd_single_send_steps(ring, traffic), optimum, measured);
    struct rd_shifts window = rd_deficit_window(ring, traffic);
    if (window.low <= window.high && window.high - window.low >= SEARCH_LIMIT / ring->host_count)
        return;
    start = now_ms();
    int64_t h = rd_window_search(ring, false, scratch);
    rd_mean_add(&measured->search_ms, now_ms() - start);
    add_ratio(&measured->search, rd_single_send_steps(ring, h), optimum, measured);
}

/* Takes items away one by one, from hosts at random, until the hosts divide them. */
static void make_divisible(struct rd_rng *rng, uint32_t n, int64_t *load)
{
    int64_t total = 0;
    for (uint32_t host = 0; host < n; host++)
        total += load[host];
    for (int64_t left = total % n; left > 0;) {
        uint32_t host = (uint32_t)rd_rng_below(rng, n);
        left -= load[host] > 0;
        load[host] -= load[host] > 0;
    }
}

static const char *ratio_text(struct rd_arena *arena, const struct rd_mean *mean)
{
    return mean->count > 0 ? rd_arena_print(arena, "%.4f", mean->mean) : "";
}

static void add_row(struct rd_figure_data *data, const char *shape, uint32_t n,
                    const struct measured *measured)
{
    const struct rd_mean *search_ms = &measured->search_ms;
    rd_figure_row(data, "%s\t%u\t%s\t%s\t%s\t%" PRId64 "\t%s\t%.5f\t%" PRId64, shape, n,
                  ratio_text(data->arena, &measured->linear),
                  ratio_text(data->arena, &measured->traffic),
                  ratio_text(data->arena, &measured->search), search_ms->count,
                  search_ms->count > 0 ? rd_arena_print(data->arena, "%.5f", search_ms->mean) : "",
                  measured->optimum_ms.mean, measured->optimum_ms.count);
    rd_figure_judge(
        data,
        (struct rd_check){
            .what = rd_arena_print(data->arena, "%s, n=%u: schedules below the optimum", shape, n),
            .published = NAN,
            .measured = (double)measured->below_optimum,
            .why = "no single-send schedule beats T_s*",
        },
        false);
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    (void)reterr;
    static const char *const columns[] = {"loads",
                                          "n",
                                          "linear_over_optimum",
                                          "traffic_over_optimum",
                                          "search_over_optimum",
                                          "searched",
                                          "search_ms",
                                          "optimum_ms",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    int instances = settings->full ? FULL_INSTANCES : INSTANCES;
    for (int shape = 0; shape < SHAPES; shape++) {
        for (int size = 0; size < SIZES; size++) {
            uint32_t n = sizes[size];
            if (settings->progress)
                settings->progress(
                    rd_arena_print(data->arena, "%s loads on %u hosts", shapes[shape].name, n));
            struct rd_rng rng = rd_rng_seeded(10, (uint64_t)shape * SIZES + (uint64_t)size);
            struct measured measured = {0};
            struct rd_arena_mark mark = rd_arena_mark(data->arena);
            int64_t *load = rd_take(data->arena, n, int64_t);
            int64_t *linear = rd_take(data->arena, n, int64_t);
            for (int instance = 0; instance < instances; instance++) {
                shapes[shape].draw(&rng, n, load);
                make_divisible(&rng, n, load);
                struct rd_ring_loads ring = rd_ring_loads_of(n, load, linear);
                measure(&ring, data->arena, &measured);
            }
            rd_arena_rewind(data->arena, mark);
            add_row(data, shapes[shape].name, n, &measured);
        }
    }
    return true;
}

const struct rd_figure lau_beyond = {
    .name = "lau-beyond",
    .summary = "larger rings and other loads, single-send, and the time of an optimum",
    .source = "beyond [lau2002]",
    .plot = "lau_beyond",
    .scenario = "lau_beyond",
    .timed = true,
    .make = make,
};
