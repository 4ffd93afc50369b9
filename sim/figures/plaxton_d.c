/* Leighton's algorithm against m: what pipelining is worth. One phase after the other costs 2d
 * steps a token of the fullest processor; phases that follow each other a step apart, 4 or 5,
 * whatever d is. Two loads: the half-full Hamming ball, and one that is bad for the strict repair:
 * one of its four classes full, so that its first balance moves m/2 tokens and its second m/4. */
#include "cubes.h"
#include "planning.h"

#include <inttypes.h>
#include <math.h>

enum { DIMENSIONS = 8, HOSTS = 1 << DIMENSIONS };

struct steps {
    struct rd_cube_steps one_port, elective, strict_ball, strict_class;
};

static bool measure(int64_t m, struct rd_figure_data *data, struct steps *ret_steps,
                    struct rd_error *reterr)
{
    struct rd_option ball[] = {rd_figure_attribute(&data->plans, "most", m),
                               rd_figure_attribute(&data->plans, "total", m * HOSTS / 2)};
    struct rd_instance instance;
    if (!rd_figure_cube(RD_HYPERCUBE, DIMENSIONS, 0, "hamming-ball", ball, 2, 1, &data->plans,
                        &instance, reterr) ||
        !rd_figure_cube_steps("cube-leighton", &instance, data, &ret_steps->one_port, reterr))
        return false;
    instance.port_model = RD_PIPELINED_PORTS;
    instance.port_count = UINT32_MAX;
    if (!rd_figure_cube_steps("cube-leighton-pipelined-elective", &instance, data,
                              &ret_steps->elective, reterr) ||
        !rd_figure_cube_steps("cube-leighton-pipelined-strict", &instance, data,
                              &ret_steps->strict_ball, reterr))
        return false;
    int64_t *load = rd_take(&data->plans, HOSTS, int64_t);
    for (uint32_t host = 0; host < HOSTS; host++)
        load[host] = host & (1 | HOSTS / 2) ? 0 : m;
    instance.load = load;
    return rd_figure_cube_steps("cube-leighton-pipelined-strict", &instance, data,
                                &ret_steps->strict_class, reterr);
}

/* The sum over j = 1..l of ceil(m / 2^j). */
static int64_t halving_rounds(uint32_t l, int64_t m)
{
    int64_t rounds = 0;
    for (uint32_t j = 1; j <= l; j++)
        rounds += (m + (INT64_C(1) << j) - 1) >> j;
    return rounds;
}

static void judge(struct rd_figure_data *data, const char *what, double measured, double low,
                  double high, const char *why)
{
    struct rd_check check = {
        .what = what, .published = NAN, .measured = measured, .low = low, .high = high, .why = why};
    rd_figure_judge(data, check, false);
}

static void judge_steps(struct rd_figure_data *data, int64_t m, const char *what, int64_t steps,
                        int64_t low, int64_t high, const char *why)
{
    judge(data, rd_arena_print(data->arena, "m=%" PRId64 ", %s", m, what), (double)steps,
          (double)low, (double)high, why);
}

static void judge_row(struct rd_figure_data *data, int64_t m, const struct steps *steps)
{
    const int64_t d = DIMENSIONS;
    int64_t elective = d + 3 * halving_rounds(DIMENSIONS, m) + m - 1 + d;
    int64_t route = d + 3 * halving_rounds(DIMENSIONS - 2, m) + m - 1 + d;
    int64_t most = route + 2 * (1 + m / 2) + 2 * d + 6 * d;
    judge_steps(data, m, "one-port", steps->one_port.all, d + 2 * d * m, d + 2 * d * m, "d + 2dm");
    judge_steps(data, m, "elective", steps->elective.all, elective, elective,
                "d + 3H(d, m) + m - 1 + d");
    judge_steps(data, m, "strict, ball", steps->strict_ball.all, route + 2 + 2 * d, most,
                "counts, minimum and maximum; with all transfers and 3 phases of the rest");
    judge_steps(data, m, "strict, one class", steps->strict_class.all,
                route + 2 + m / 2 + m / 4 + 2 * d, most, "the same, and the transfers m/2 and m/4");
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"most_items", "one_port_steps", "elective_steps",
                                          "strict_ball_steps", "strict_class_steps"};
    static const int64_t loads[] = {1, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256};
    enum { COUNT = sizeof loads / sizeof *loads, FROM = 4, TO = COUNT - 1 };
    struct steps steps[COUNT];
    (void)settings;
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    for (int i = 0; i < COUNT; i++) {
        if (!measure(loads[i], data, &steps[i], reterr))
            return false;
        rd_figure_row(data, "%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64 "\t%" PRId64,
                      loads[i], steps[i].one_port.all, steps[i].elective.all,
                      steps[i].strict_ball.all, steps[i].strict_class.all);
        judge_row(data, loads[i], &steps[i]);
        rd_arena_rewind(&data->plans, (struct rd_arena_mark){0});
    }
    double run_of = (double)(loads[TO] - loads[FROM]);
    judge(data, "slope, one-port",
          (double)(steps[TO].one_port.all - steps[FROM].one_port.all) / run_of, 2 * DIMENSIONS,
          2 * DIMENSIONS, "2d");
    judge(data, "slope, elective",
          (double)(steps[TO].elective.all - steps[FROM].elective.all) / run_of, 3.9, 4,
          "4m, less what the last halvings round up");
    judge(data, "slope, strict, ball",
          (double)(steps[TO].strict_ball.all - steps[FROM].strict_ball.all) / run_of, 3.9, 5,
          "4m, and up to m of transfers");
    judge(data, "slope, strict, one class",
          (double)(steps[TO].strict_class.all - steps[FROM].strict_class.all) / run_of, 4.6, 5,
          "4m, and 3m/4 of transfers");
    return true;
}

const struct rd_figure plaxton_d = {
    .name = "plaxton-d",
    .summary = "Leighton's algorithm, one-port and pipelined: steps against m",
    .source = "beyond [plaxton1989]: its 2.1 with constants",
    .plot = "plaxton_d",
    .scenario = "plaxton_d",
    .make = make,
};
