#include "switch_experiment.h"

#include "figure_simulator.h"
#include "planning.h"

#include "algorithms/switch/relabelling.h"

#include "sim/generators/load_generators.h"

#include <inttypes.h>
#include <math.h>

static const struct rd_link_cost unit_cost = {0, 1};

bool rd_switch_draw(const struct rd_switch_cell *cell, uint64_t seed, struct rd_arena *arena,
                    struct rd_instance *ret_instance, struct rd_error *reterr)
{
    const struct rd_load_generator *components = rd_load_generator_named("components");
    rd_assert(components);
    struct rd_option given[] = {{"items", rd_arena_print(arena, "%" PRId64, cell->items)},
                                {"alpha", cell->alpha}};
    /* Cells do not share their draws. */
    struct rd_options options = {components->attributes, given, sizeof given / sizeof *given,
                                 (uint64_t)cell->items << 32 | seed};
    struct rd_instance instance = {.port_model = RD_ONE_PORT,
                                   .port_count = 1,
                                   .link_cost = &unit_cost,
                                   .costs_equal = true,
                                   .item_bytes = 1,
                                   .goal = RD_GATHER};
    int64_t *load, *target;
    if (!rd_topology_make(RD_SWITCH, RD_NO_DIRECTION, cell->host_count, &instance.topology,
                          reterr) ||
        !rd_options_check(&options, reterr) ||
        !rd_loads_generate(components, &instance.topology, cell->host_count, &options, arena,
                           &instance.kind_count, &load, &target, reterr))
        return false;
    instance.load = load;
    *ret_instance = instance;
    return true;
}

static bool relabel_best(const struct rd_switch *of, enum rd_claim claim,
                         struct rd_figure_data *data, struct rd_relabelled *ret_relabelled,
                         struct rd_error *reterr)
{
    struct rd_certificate certificate = rd_switch_relabel(of, claim, &data->plans, &data->scratch);
    *ret_relabelled = (struct rd_relabelled){certificate.volume, certificate.steps};
    return rd_certificate_check(of->instance, &certificate, &data->scratch, reterr);
}

bool rd_switch_relabel_all(const struct rd_instance *instance, struct rd_figure_data *data,
                           struct rd_relabelled ret_relabelled[RD_SWITCH_SERIES],
                           struct rd_error *reterr)
{
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    struct rd_switch of = rd_switch_read(instance, &data->plans);
    const uint32_t *canonical = rd_switch_canonical(of.n, &data->plans);
    const uint32_t *greedy = rd_switch_greedy_swaps(&of, &data->plans, &data->scratch);
    ret_relabelled[RD_CANONICAL_SERIES] =
        (struct rd_relabelled){rd_switch_volume(&of, canonical), rd_switch_steps(&of, canonical)};
    ret_relabelled[RD_GREEDY_SERIES] =
        (struct rd_relabelled){rd_switch_volume(&of, greedy), rd_switch_steps(&of, greedy)};
    bool proved =
        relabel_best(&of, RD_LEAST_VOLUME, data, &ret_relabelled[RD_VOLUME_SERIES], reterr) &&
        relabel_best(&of, RD_FEWEST_STEPS, data, &ret_relabelled[RD_STEPS_SERIES], reterr);
    rd_arena_rewind(&data->plans, mark);
    return proved;
}

/* Where nothing need move nothing does. */
static double ratio(int64_t items, int64_t canonical)
{
    return canonical == 0 ? 0 : (double)items / (double)canonical;
}

static void take_in(struct rd_switch_sample *sample, const struct rd_switch_cell *cell,
                    const struct rd_relabelled of[RD_SWITCH_SERIES])
{
    bool beaten = false;
    for (int i = 0; i < RD_SWITCH_SERIES; i++) {
        rd_mean_add(&sample->volume[i], ratio(of[i].volume, of[RD_CANONICAL_SERIES].volume));
        rd_mean_add(&sample->steps[i], ratio(of[i].steps, of[RD_CANONICAL_SERIES].steps));
        beaten |=
            of[i].volume < of[RD_VOLUME_SERIES].volume || of[i].steps < of[RD_STEPS_SERIES].steps;
    }
    sample->beaten += beaten;
    sample->full += of[RD_CANONICAL_SERIES].steps == cell->items;
}

bool rd_switch_sample(const struct rd_switch_cell *cell, int64_t draw_count,
                      struct rd_figure_data *data, struct rd_switch_sample *ret_sample,
                      struct rd_error *reterr)
{
    struct rd_switch_sample sample = {0};
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    bool proved = true;
    for (int64_t draw = 1; draw <= draw_count && proved; draw++) {
        struct rd_instance instance;
        struct rd_relabelled relabelled[RD_SWITCH_SERIES];
        proved = rd_switch_draw(cell, (uint64_t)draw, &data->plans, &instance, reterr) &&
                 rd_switch_relabel_all(&instance, data, relabelled, reterr);
        if (proved)
            take_in(&sample, cell, relabelled);
        rd_arena_rewind(&data->plans, mark);
    }
    if (proved)
        *ret_sample = sample;
    return proved;
}

static bool play_draw(const struct rd_switch_cell *cell, struct rd_figure_simulator *simulator,
                      struct rd_figure_data *data, struct rd_error *reterr)
{
    static const char *const name[RD_SWITCH_SERIES] = {
        [RD_CANONICAL_SERIES] = "switch-canonical",
        [RD_VOLUME_SERIES] = "switch-volume",
        [RD_STEPS_SERIES] = "switch-steps",
        [RD_GREEDY_SERIES] = "switch-greedy-swaps",
    };
    struct rd_instance instance;
    struct rd_relabelled relabelled[RD_SWITCH_SERIES];
    if (!rd_switch_draw(cell, 1, &data->plans, &instance, reterr) ||
        !rd_switch_relabel_all(&instance, data, relabelled, reterr))
        return false;
    instance.link_cost = simulator->costs.link_cost;
    instance.costs_equal = simulator->costs.costs_equal;
    for (int i = 0; i < RD_SWITCH_SERIES; i++) {
        struct rd_plan plan;
        struct rd_verdict verdict;
        if (!rd_figure_plan(name[i], &instance, &data->plans, &data->scratch, &plan, &verdict,
                            reterr) ||
            !rd_figure_simulator_play(simulator, &instance, &plan, verdict.makespan_s, false,
                                      &data->scratch, reterr))
            return false;
        if (!rd_times_agree(verdict.makespan_s, (double)relabelled[i].steps,
                            (double)relabelled[i].steps) ||
            verdict.items_moved != relabelled[i].volume)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                           "%s: %" PRId64 " items in %.12g s, not %" PRId64 " in %" PRId64, name[i],
                           verdict.items_moved, verdict.makespan_s, relabelled[i].volume,
                           relabelled[i].steps);
    }
    return true;
}

bool rd_switch_play(const struct rd_switch_cell *cell, size_t cell_count,
                    struct rd_figure_data *data, int64_t *ret_played, struct rd_error *reterr)
{
    struct rd_platform_request request = {.shape = RD_SWITCH,
                                          .host_count = cell[0].host_count,
                                          .cost = "1",
                                          .latency = "0",
                                          .compute = "0"};
    struct rd_figure_simulator simulator;
    if (!rd_figure_simulator_open(&request, data->arena, &simulator, reterr))
        return false;
    bool right = true;
    for (size_t i = 0; i < cell_count && right; i++) {
        struct rd_arena_mark mark = rd_arena_mark(&data->plans);
        right = play_draw(&cell[i], &simulator, data, reterr);
        rd_arena_rewind(&data->plans, mark);
    }
    if (right)
        *ret_played = simulator.played;
    rd_figure_simulator_close(&simulator);
    return right;
}

void rd_switch_columns(struct rd_figure_data *data)
{
    static const char *const columns[] = {
        "hosts",        "items",          "alpha",    "draws",         "volume",
        "volume_sd",    "steps",          "steps_sd", "greedy_volume", "greedy_volume_sd",
        "greedy_steps", "greedy_steps_sd"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
}

void rd_switch_row(struct rd_figure_data *data, const struct rd_switch_cell *cell,
                   const struct rd_switch_sample *sample)
{
    const struct rd_mean *mean[] = {
        &sample->volume[RD_VOLUME_SERIES], &sample->steps[RD_STEPS_SERIES],
        &sample->volume[RD_GREEDY_SERIES], &sample->steps[RD_GREEDY_SERIES]};
    double deviation[4];
    for (int i = 0; i < 4; i++)
        deviation[i] = rd_mean_deviation(mean[i]);
    rd_figure_row(
        data,
        "%" PRIu32 "\t%" PRId64 "\t%s\t%" PRId64 "\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f\t%.6f",
        cell->host_count, cell->items, cell->alpha, mean[0]->count, mean[0]->mean, deviation[0],
        mean[1]->mean, deviation[1], mean[2]->mean, deviation[2], mean[3]->mean, deviation[3]);
}

void rd_switch_judge(struct rd_figure_data *data, const char *what, const struct rd_mean *measured,
                     double low, double high, const char *why)
{
    struct rd_check check = {.what = what,
                             .published = NAN,
                             .measured = measured->mean,
                             .half_width = rd_mean_half_width(measured),
                             .low = low,
                             .high = high,
                             .regression = true,
                             .why = why};
    rd_figure_judge(data, check, false);
}

void rd_switch_judge_mean(struct rd_figure_data *data, const char *what,
                          const struct rd_mean *measured, double expected, double deviation,
                          double rounding)
{
    double tolerance = 3 * deviation * sqrt(1.0 / 50 + 1 / (double)measured->count) + rounding;
    rd_switch_judge(data, what, measured, expected - tolerance, expected + tolerance,
                    "an independent run of 50 draws, to three standard errors of a difference");
}

void rd_switch_judge_law(struct rd_figure_data *data, const char *what, double measured,
                         double expected, double tolerance, const char *why)
{
    struct rd_check check = {.what = what,
                             .published = NAN,
                             .measured = measured,
                             .low = expected - tolerance,
                             .high = expected + tolerance,
                             .why = why};
    rd_figure_judge(data, check, false);
}
