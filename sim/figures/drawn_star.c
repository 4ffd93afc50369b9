#include "drawn_star.h"

#include "algorithms/star/bounds.h"
#include "figure_simulator.h"
#include "planning.h"

#include <inttypes.h>
#include <math.h>

void rd_drawn_star_draw_costs(struct rd_rng *rng, const struct rd_star_costs *costs,
                              struct rd_drawn_star *star)
{
    for (uint32_t i = 0; i < star->worker_count; i++) {
        star->c[i] = i > 0 && costs->equal_links ? star->c[0]
                                                 : rd_rng_between(rng, costs->c_low, costs->c_high);
        star->w[i] = i > 0 && costs->equal_workers
                         ? star->w[0]
                         : rd_rng_between(rng, costs->w_low, costs->w_high);
    }
}

void rd_drawn_star_drop(struct rd_rng *rng, int64_t items, uint32_t among,
                        struct rd_drawn_star *star)
{
    for (; items > 0; items--)
        star->load[rd_rng_below(rng, among)]++;
}

void rd_drawn_star_finish(struct rd_drawn_star *star)
{
    uint32_t m = star->worker_count;
    star->item_count = 0;
    star->speed[m] = 1;
    star->load[m] = 0;
    for (uint32_t worker = 0; worker < m; worker++) {
        struct rd_link_cost link = {0, 1 / (double)star->c[worker]};
        star->link[worker] = star->link[m + worker] = link;
        star->speed[worker] = 1 / (double)star->w[worker];
        star->item_count += star->load[worker];
    }
    star->instance = (struct rd_instance){
        .topology = {.shape = RD_STAR, .host_count = m + 1},
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = star->link,
        .item_bytes = 1,
        .flops_per_item = 1,
        .speed_flops_per_s = star->speed,
        .kind_count = 1,
        .load = star->load,
        .goal = RD_FINISH,
    };
}

/* "list 1 8 1 1". */
static const char *words(const int64_t *cost, uint32_t count, struct rd_arena *arena)
{
    const char *text = "list";
    for (uint32_t i = 0; i < count; i++)
        text = rd_arena_print(arena, "%s %" PRId64, text, cost[i]);
    return text;
}

static bool open_stage(const struct rd_drawn_star *star, struct rd_arena *arena,
                       struct rd_figure_simulator *ret_stage, struct rd_error *reterr)
{
    struct rd_platform_request request = {.shape = RD_STAR,
                                          .host_count = star->worker_count,
                                          .cost = words(star->c, star->worker_count, arena),
                                          .latency = "0",
                                          .compute = words(star->w, star->worker_count, arena)};
    return rd_figure_simulator_open(&request, arena, ret_stage, reterr);
}

/* Plans with one algorithm and, if there is a stage, plays the plan. */
static bool measure_one(const struct rd_drawn_star *star, const char *name,
                        struct rd_figure_simulator *simulator, struct rd_figure_data *data,
                        struct rd_star_result *ret_result, struct rd_error *reterr)
{
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    struct rd_plan plan;
    struct rd_verdict verdict;
    bool right = rd_figure_plan(name, &star->instance, &data->plans, &data->scratch, &plan,
                                &verdict, reterr);
    bool refused = !right && reterr->code == RD_ERROR_REFUSED;
    *ret_result = (struct rd_star_result){NAN, 0};
    if (right) {
        struct rd_instance instance = star->instance;
        *ret_result = (struct rd_star_result){verdict.makespan_s, verdict.transfers / 2};
        if (simulator)
            right = rd_figure_simulator_play(simulator, &instance, &plan, verdict.makespan_s, false,
                                             &data->plans, reterr);
    }
    rd_arena_rewind(&data->plans, mark);
    rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
    return right || refused;
}

bool rd_drawn_star_measure(const struct rd_drawn_star *star, const char *const *name, size_t count,
                           bool on_simgrid, struct rd_figure_data *data,
                           struct rd_star_result *ret_result, struct rd_error *reterr)
{
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    struct rd_figure_simulator simulator;
    bool right = !on_simgrid || open_stage(star, &data->plans, &simulator, reterr);
    bool opened = on_simgrid && right;
    for (size_t i = 0; i < count && right; i++)
        right =
            measure_one(star, name[i], opened ? &simulator : NULL, data, &ret_result[i], reterr);
    if (opened)
        rd_figure_simulator_close(&simulator);
    rd_arena_rewind(&data->plans, mark);
    return right;
}

struct rd_drawn_star_bounds rd_drawn_star_bound(const struct rd_drawn_star *star,
                                                struct rd_figure_data *data)
{
    struct rd_star units = rd_star_read(&star->instance, &data->scratch);
    struct rd_star_bounds bounds = rd_star_bounds_of(&units, &data->scratch);
    rd_arena_rewind(&data->scratch, (struct rd_arena_mark){0});
    return (struct rd_drawn_star_bounds){(double)bounds.fluid * units.unit_s,
                                         (double)bounds.deadline * units.unit_s};
}

void rd_star_judge_played(struct rd_figure_data *data, int64_t played, int64_t due, const char *why)
{
    rd_figure_judge(data,
                    (struct rd_check){
                        .what = "plans whose time SimGrid confirms",
                        .published = NAN,
                        .measured = (double)played,
                        .low = (double)due,
                        .high = (double)due,
                        .why = why,
                    },
                    false);
}
