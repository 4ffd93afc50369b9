/* Figure 2 of the switch paper: the same, but a share alpha of each component starts on the next
 * host, so that a shift saves it. */
#include "switch_experiment.h"

#include <inttypes.h>
#include <math.h>

enum { HOSTS = 32, ITEMS = 20, STEPS = 20, MANY_DRAWS = 1000, FIRST_EXACT = 4 };

/* Alpha is a multiple of 1/20, so that alpha D is whole. */
static const char *const alpha[STEPS + 1] = {"0",    "0.05", "0.1",  "0.15", "0.2",  "0.25", "0.3",
                                             "0.35", "0.4",  "0.45", "0.5",  "0.55", "0.6",  "0.65",
                                             "0.7",  "0.75", "0.8",  "0.85", "0.9",  "0.95", "1"};

struct series {
    uint32_t host_count;
    int64_t draws, full_draws;
};

static const struct series all_series[] = {
    {HOSTS, 50, 50},
    {HOSTS, MANY_DRAWS, MANY_DRAWS},
    {256, 50, MANY_DRAWS},
    {1024, 10, 50},
};

/* Means of an independent run of 50 draws, by the place of alpha; the last of two digits. */
static const struct expected {
    int place;
    double volume, steps;
} expected[] = {{0, 0.901, 0.902}, {2, 0.889, 0.900}, {4, 0.793, 0.800}, {10, 0.493, 0.500}};

static const struct expected_swaps {
    int place;
    double volume;
} expected_swaps[] = {{4, 0.89}, {8, 0.81}, {12, 0.72}, {16, 0.64}};

/* The shift keeps alpha D items of each component and one in P of the others. The ratio's mean is
 * not the ratio of means, but as near as the square of what items kept vary: 1e-4. */
static void judge_shift(struct rd_figure_data *data, uint32_t host_count, int place,
                        const struct rd_switch_sample *sample)
{
    double p = host_count, kept = (double)place * ITEMS / STEPS;
    double volume = (ITEMS - kept) * (p - 1) / (ITEMS * (p - 1) + kept);
    double steps = 1 - (double)place / STEPS;
    const char *where =
        rd_arena_print(data->arena, "P=%" PRIu32 ", alpha=%s, %" PRId64 " draws", host_count,
                       alpha[place], sample->volume[RD_VOLUME_SERIES].count);
    const struct rd_mean *of_volume = &sample->volume[RD_VOLUME_SERIES];
    rd_switch_judge_law(data, rd_arena_print(data->arena, "%s, volume", where), of_volume->mean,
                        volume, 1e-4 + 4 * rd_mean_error(of_volume),
                        "the shift: (D-a)(P-1)/(D(P-1)+a), to 1e-4 and four standard errors");
    rd_switch_judge_law(data, rd_arena_print(data->arena, "%s, steps", where),
                        sample->steps[RD_STEPS_SERIES].mean, steps, 1e-12,
                        "the shift: 1 - alpha, exactly");
}

static void judge_expected(struct rd_figure_data *data, const struct rd_switch_sample *sample)
{
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const struct rd_switch_sample *of = &sample[expected[i].place];
        const struct rd_mean *volume = &of->volume[RD_VOLUME_SERIES];
        const struct rd_mean *steps = &of->steps[RD_STEPS_SERIES];
        const char *where = rd_arena_print(data->arena, "alpha=%s, %" PRId64 " draws",
                                           alpha[expected[i].place], volume->count);
        rd_switch_judge_mean(data, rd_arena_print(data->arena, "%s, volume", where), volume,
                             expected[i].volume, rd_mean_deviation(volume), 0.0005);
        rd_switch_judge_mean(data, rd_arena_print(data->arena, "%s, steps", where), steps,
                             expected[i].steps, rd_mean_deviation(steps), 0.0005);
    }
    for (size_t i = 0; i < sizeof expected_swaps / sizeof *expected_swaps; i++) {
        const struct rd_mean *swaps = &sample[expected_swaps[i].place].volume[RD_GREEDY_SERIES];
        rd_switch_judge_mean(data,
                             rd_arena_print(data->arena,
                                            "alpha=%s, %" PRId64 " draws, volume of greedy swaps",
                                            alpha[expected_swaps[i].place], swaps->count),
                             swaps, expected_swaps[i].volume, rd_mean_deviation(swaps), 0.005);
    }
}

static bool make_series(const struct rd_figure_settings *settings, const struct series *series,
                        struct rd_figure_data *data, int64_t *beaten, struct rd_error *reterr)
{
    struct rd_switch_sample sample[STEPS + 1];
    int64_t draws = settings->full ? series->full_draws : series->draws;
    for (int place = 0; place <= STEPS; place++) {
        struct rd_switch_cell cell = {series->host_count, ITEMS, alpha[place]};
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena,
                                              "P=%" PRIu32 ", alpha=%s, %" PRId64 " draws",
                                              cell.host_count, alpha[place], draws));
        if (!rd_switch_sample(&cell, draws, data, &sample[place], reterr))
            return false;
        rd_switch_row(data, &cell, &sample[place]);
        *beaten += sample[place].beaten;
        if (place >= FIRST_EXACT)
            judge_shift(data, series->host_count, place, &sample[place]);
    }
    if (series->host_count == HOSTS)
        judge_expected(data, sample);
    rd_switch_judge_law(data,
                        rd_arena_print(data->arena,
                                       "P=%" PRIu32 ", alpha=1, %" PRId64
                                       " draws, volume of greedy swaps",
                                       series->host_count, draws),
                        sample[STEPS].volume[RD_GREEDY_SERIES].mean, 0.5, 0,
                        "every second host swaps back; P is even");
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    struct rd_switch_cell cell[STEPS + 1];
    int64_t beaten = 0, played;
    rd_switch_columns(data);
    for (size_t i = 0; i < sizeof all_series / sizeof *all_series; i++)
        if (!make_series(settings, &all_series[i], data, &beaten, reterr))
            return false;
    for (int place = 0; place <= STEPS; place++)
        cell[place] = (struct rd_switch_cell){HOSTS, ITEMS, alpha[place]};
    if (!rd_switch_play(cell, STEPS + 1, data, &played, reterr))
        return false;
    rd_switch_judge_law(data, "draws in which an optimum is beaten", (double)beaten, 0, 0,
                        "certificates prove both");
    rd_switch_judge_law(data, "plans whose steps SimGrid confirms", (double)played,
                        (double)(STEPS + 1) * RD_SWITCH_SERIES, 0,
                        "four relabellings for each alpha, 32 hosts");
    return true;
}

const struct rd_figure herrmann_fig2 = {
    .name = "herrmann-fig2",
    .summary = "volume and steps left by relabelling, against the share that only shifted",
    .source = "[herrmann2014]: Figure 2; with greedy swaps and more hosts",
    .plot = "herrmann_fig2",
    .scenario = "herrmann_fig2",
    .make = make,
};
