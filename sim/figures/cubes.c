#include "cubes.h"

#include "planning.h"

#include "sim/generators/load_generators.h"

#include <inttypes.h>
#include <math.h>

bool rd_figure_cube(enum rd_shape shape, uint32_t dimension_count, int64_t error,
                    const char *generator, const struct rd_option *attribute,
                    size_t attribute_count, uint64_t seed, struct rd_arena *arena,
                    struct rd_instance *ret_instance, struct rd_error *reterr)
{
    static const struct rd_link_cost step = {1, INFINITY};
    const struct rd_load_generator *named = rd_load_generator_named(generator);
    rd_assert(named);
    struct rd_options options = {named->attributes, attribute, attribute_count, seed};
    struct rd_instance instance = {
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = &step,
        .costs_equal = true,
        .goal = RD_BALANCE,
        .balance_error = error,
    };
    int64_t *load, *target;
    if (!rd_topology_make(shape, RD_NO_DIRECTION, UINT32_C(1) << dimension_count,
                          &instance.topology, reterr) ||
        !rd_options_check(&options, reterr) ||
        !rd_loads_generate(named, &instance.topology, instance.topology.host_count, &options, arena,
                           &instance.kind_count, &load, &target, reterr))
        return false;
    instance.load = load;
    *ret_instance = instance;
    return true;
}

struct rd_option rd_figure_attribute(struct rd_arena *arena, const char *name, int64_t value)
{
    return (struct rd_option){name, rd_arena_print(arena, "%" PRId64, value)};
}

/* Goes past the rows of a round. Returns: does it carry tokens? */
static bool carries_tokens(const struct rd_plan *plan, uint32_t round, size_t *row)
{
    bool tokens = false;
    for (; *row < plan->transfer_count && plan->transfer[*row].round == round; ++*row)
        tokens = tokens || plan->transfer[*row].kind != RD_CONTROL;
    return tokens;
}

static int64_t token_steps(const struct rd_plan *plan)
{
    int64_t steps = 0;
    size_t row = 0;
    for (uint32_t round = 0; round < plan->round_count; round++)
        steps += carries_tokens(plan, round, &row);
    return steps;
}

static int64_t error_left(const struct rd_instance *instance, const int64_t *final)
{
    int64_t error = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        int64_t least = final[kind], most = least;
        for (uint32_t host = 1; host < instance->topology.host_count; host++) {
            int64_t held = final[(size_t)host * instance->kind_count + kind];
            least = held < least ? held : least;
            most = held > most ? held : most;
        }
        error = most - least > error ? most - least : error;
    }
    return error;
}

bool rd_figure_cube_steps(const char *algorithm, const struct rd_instance *instance,
                          struct rd_figure_data *data, struct rd_cube_steps *ret_steps,
                          struct rd_error *reterr)
{
    struct rd_plan plan;
    struct rd_verdict verdict;
    struct rd_arena_mark mark = rd_arena_mark(&data->plans);
    bool right =
        rd_figure_plan(algorithm, instance, &data->plans, &data->scratch, &plan, &verdict, reterr);
    if (right)
        *ret_steps = (struct rd_cube_steps){plan.round_count, token_steps(&plan),
                                            error_left(instance, verdict.final)};
    rd_arena_rewind(&data->plans, mark);
    return right;
}

int64_t *rd_figure_pass_steps(const struct rd_plan *plan, uint32_t dimension_count,
                              uint32_t kind_count, struct rd_arena *arena)
{
    int64_t *steps = rd_take(arena, dimension_count, int64_t);
    size_t row = 0;
    uint32_t counts = 0;
    for (uint32_t round = 0; round < plan->round_count; round++) {
        if (!carries_tokens(plan, round, &row))
            counts++;
        else
            steps[counts / kind_count - 1]++;
    }
    rd_assert(counts == dimension_count * kind_count);
    return steps;
}

void rd_figure_judge_dimensions(struct rd_figure_data *data, uint32_t dimension_count,
                                const char *what, double measured, double low, double high,
                                const char *why)
{
    struct rd_check check = {
        .what = rd_arena_print(data->arena, "d=%" PRIu32 ", %s", dimension_count, what),
        .published = NAN,
        .measured = measured,
        .low = low,
        .high = high,
        .why = why,
    };
    rd_figure_judge(data, check, false);
}
