/* How likely the canonical relabelling is to take all D steps: exactly, beside the formula that
 * the switch paper prints, which takes what hosts keep for independent of each other. */
#include "kept_items.h"
#include "figure.h"

#include "sim/generators/load_generators.h"

#include <inttypes.h>
#include <math.h>

enum { MOST_ITEMS = 20, DRAWS = 2000 };

static const uint32_t host_counts[] = {2, 4, 8, 10, 16, 32, 64};

/* Draws show a probability if neither it nor its complement is rarer. */
static const double SEEN = 0.02;

/* A cell: D items scattered from each of P hosts. */
struct cell {
    uint32_t host_count;
    int64_t items;
};

/* The share of draws in which every host keeps something. */
static bool draw_share(const struct cell *cell, struct rd_figure_data *data, double *ret_share,
                       struct rd_error *reterr)
{
    const struct rd_load_generator *components = rd_load_generator_named("components");
    struct rd_option items = {"items", rd_arena_print(data->arena, "%" PRId64, cell->items)};
    int64_t every = 0;
    for (uint64_t draw = 1; draw <= DRAWS; draw++) {
        rd_arena_borrow(&data->plans);
        /* Cells do not share their draws. */
        struct rd_options options = {.spec = components->attributes,
                                     .given = &items,
                                     .given_count = 1,
                                     .seed = (uint64_t)cell->items << 32 | draw};
        struct rd_topology topology;
        uint32_t kinds, host = 0;
        int64_t *load, *target;
        if (!rd_topology_make(RD_SWITCH, RD_NO_DIRECTION, cell->host_count, &topology, reterr) ||
            !rd_loads_generate(components, &topology, cell->host_count, &options, &data->plans,
                               &kinds, &load, &target, reterr))
            return false;
        while (host < cell->host_count && load[(uint64_t)host * kinds + host] > 0)
            host++;
        every += host == cell->host_count;
    }
    *ret_share = (double)every / DRAWS;
    return true;
}

/* What the draws say of all cells. */
struct seen {
    int64_t cells;
    double farthest; /* in standard errors */
};

static bool make_cell(const struct cell *cell, struct rd_figure_data *data, struct seen *seen,
                      struct rd_error *reterr)
{
    struct rd_kept_items exact =
        rd_kept_items(cell->host_count, (uint32_t)cell->items, &data->scratch);
    double printed = rd_kept_items_printed(cell->host_count, (uint32_t)cell->items);
    const char *drawn = "";
    if (exact.every >= SEEN && exact.some >= SEEN) {
        double share;
        if (!draw_share(cell, data, &share, reterr))
            return false;
        double error = sqrt(exact.every * exact.some / DRAWS);
        seen->cells++;
        seen->farthest = fmax(seen->farthest, fabs(share - exact.every) / error);
        drawn = rd_arena_print(data->arena, "%.4f", 1 - share);
    }
    rd_figure_row(data, "%" PRIu32 "\t%" PRId64 "\t%.12g\t%.12g\t%s\t%.12g\t%.12g\t%.6g",
                  cell->host_count, cell->items, exact.some, 1 - printed, drawn, exact.every,
                  printed, printed / exact.every);
    return true;
}

static void judge(struct rd_figure_data *data, const char *what, double published, bool impossible,
                  double measured, double low, double high, const char *why)
{
    struct rd_check check = {.impossible = impossible,
                             .what = what,
                             .published = published,
                             .measured = measured,
                             .low = low,
                             .high = high,
                             .why = why,
                             .differs = "the printed formula takes hosts to keep items "
                                        "independently, against the paper's own D items a host"};
    rd_checks_add(&data->checks, check);
}

static void judge_printed(struct rd_figure_data *data)
{
    static const char *const exactly =
        "counted in whole numbers, to the digits of a program that is not part of redist";
    judge(data, "p(10, 10)", 0.986, true, rd_kept_items(10, 10, &data->scratch).some, 0.978675,
          0.978685, exactly);
    judge(data, "1 - p(32, 20)", 3.3e-11, true, rd_kept_items(32, 20, &data->scratch).every,
          6.945e-11, 6.955e-11, exactly);
    judge(data, "items drawn independently, p(10, 10)", 0.986, false,
          1 - rd_kept_items_printed(10, 10), 0.9855, 0.9865, "0.986 is what it gives");
    judge(data, "items drawn independently, 1 - p(32, 20)", NAN, false,
          rd_kept_items_printed(32, 20), 3.2e-11, 3.3e-11, "3.3e-11 bounds what it gives");
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"hosts",
                                          "items",
                                          "p",
                                          "p_printed",
                                          "p_drawn",
                                          "one_minus_p",
                                          "one_minus_p_printed",
                                          "printed_over_exact"};
    struct seen seen = {0};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < sizeof host_counts / sizeof *host_counts; i++)
        for (int64_t items = 1; items <= MOST_ITEMS; items++) {
            struct cell cell = {host_counts[i], items};
            if (settings->progress)
                settings->progress(rd_arena_print(data->arena, "P=%" PRIu32 ", D=%" PRId64,
                                                  cell.host_count, items));
            if (!make_cell(&cell, data, &seen, reterr))
                return false;
        }
    judge_printed(data);
    judge(data,
          rd_arena_print(data->arena, "draws against p, standard errors, most of %" PRId64 " cells",
                         seen.cells),
          NAN, false, seen.farthest, 0, 4, "2,000 draws a cell; one in 16,000 is farther off");
    return true;
}

const struct rd_figure herrmann_probabilities = {
    .name = "herrmann-probabilities",
    .summary = "how likely the canonical relabelling takes all D steps: exactly, and as printed",
    .source = "[herrmann2014], section IV-C.1: p(P, D) corrected",
    .plot = "herrmann_probabilities",
    .scenario = "herrmann_probabilities",
    .make = make,
};
