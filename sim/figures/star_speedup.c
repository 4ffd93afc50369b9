/* One loaded worker on a homogeneous star: how much faster than alone? Its link feeds the others
 * with an item every c, it computes one every w, and there are m of them: min(m, 1 + w / c). */
#include "drawn_star.h"
#include "figure.h"

#include <inttypes.h>
#include <math.h>

enum { SIZES = 3, RATIOS = 9, ITEMS_PER_WORKER = 60, FULL_ITEMS_PER_WORKER = 600 };

static const uint32_t sizes[SIZES] = {4, 16, 64};

/* c and w; their ratio is 1/2 to 128. */
static const struct {
    int64_t c, w;
} costs[RATIOS] = {{2, 1}, {1, 1}, {1, 2}, {1, 4}, {1, 8}, {1, 16}, {1, 32}, {1, 64}, {1, 128}};

static void judge(struct rd_figure_data *data, uint32_t m, double ratio, double speedup,
                  double limit)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(
                            data->arena, "m=%u, w/c=%g: speed-up over min(m, 1 + w/c)", m, ratio),
                        .published = NAN,
                        .measured = speedup / limit,
                        .low = 0.95,
                        .high = 1 + 1e-12,
                        .why = "near, and never above: n <= T/w + T/c, and n <= m T/w",
                    },
                    false);
}

static bool measure(struct rd_figure_data *data, uint32_t m, int which, int64_t items,
                    struct rd_error *reterr)
{
    static const char *const names[] = {"star-mba", "star-bba"};
    struct rd_drawn_star star = {.worker_count = m, .load = {items}};
    for (uint32_t worker = 0; worker < m; worker++) {
        star.c[worker] = costs[which].c;
        star.w[worker] = costs[which].w;
    }
    rd_drawn_star_finish(&star);
    struct rd_star_result result[2];
    if (!rd_drawn_star_measure(&star, names, 2, true, data, result, reterr))
        return false;
    double ratio = (double)costs[which].w / (double)costs[which].c;
    double alone_s = (double)(items * costs[which].w), limit = fmin(m, 1 + ratio);
    rd_figure_row(data, "%u\t%" PRId64 "\t%g\t%.6f\t%.6f\t%g", m, items, ratio,
                  alone_s / result[0].seconds, alone_s / result[1].seconds, limit);
    judge(data, m, ratio, alone_s / result[0].seconds, limit);
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = rd_arena_print(data->arena, "m=%u, w/c=%g: BBA over MBA", m, ratio),
                        .published = NAN,
                        .measured = result[1].seconds / result[0].seconds,
                        .low = 1,
                        .high = 1,
                        .why = "both are optimal on homogeneous stars",
                    },
                    false);
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"workers",     "items",       "computing_over_link",
                                          "speedup_mba", "speedup_bba", "limit"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    int64_t each = settings->full ? FULL_ITEMS_PER_WORKER : ITEMS_PER_WORKER;
    for (int size = 0; size < SIZES; size++) {
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "stars of %u workers", sizes[size]));
        for (int which = 0; which < RATIOS; which++)
            if (!measure(data, sizes[size], which, each * sizes[size], reterr))
                return false;
    }
    return true;
}

const struct rd_figure star_speedup = {
    .name = "star-speedup",
    .summary = "one loaded worker on a homogeneous star: speed-up by w/c, played on SimGrid",
    .source = "the model of [marchal2007]; min(m, 1 + w/c) is our own",
    .plot = "star_speedup",
    .scenario = "star_speedup",
    .make = make,
};
