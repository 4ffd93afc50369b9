#include "record.h"

#include "sim/base/number_text.h"
#include "sim/report/parameters_text.h"

#include <math.h>
#include <string.h>

enum { MESSAGE_LIMIT = 4000 };

const char *rd_record_options(const struct rd_run_entry *entry, struct rd_arena *arena)
{
    return rd_options_words(entry->run->option, entry->run->option_count, arena);
}

/* How many jobs before this one look just like it? */
static size_t occurrence_of(const struct rd_run_context *context, size_t entry, const char *options,
                            struct rd_arena *arena)
{
    size_t count = 0;
    for (size_t i = 0; i < entry; i++)
        if (context->entry[i].algorithm == context->entry[entry].algorithm &&
            strcmp(rd_record_options(&context->entry[i], arena), options) == 0)
            count++;
    return count;
}

void rd_record_run(const struct rd_points *points, const struct rd_point *point,
                   const struct rd_run_context *context, size_t entry, struct rd_arena *arena,
                   struct rd_result_row *ret_row)
{
    const char *algorithm = context->entry[entry].algorithm->name;
    const char *options = rd_record_options(&context->entry[entry], arena);
    char key[RD_SHA256_TEXT_SIZE];
    rd_point_run_key(point, algorithm, options, occurrence_of(context, entry, options, arena), key);
    *ret_row = (struct rd_result_row){
        .key = rd_arena_text(arena, key),
        .point = rd_arena_text(arena, point->key),
        .parameters = rd_parameters_text(point->set + point->drawn_count,
                                         point->set_count - point->drawn_count, arena),
        .repetition = point->repetition,
        .seed = point->seed,
        .scenario = context->scenario.name,
        .scenario_hash = points->scenario_hash,
        .algorithm = algorithm,
        .options = options,
        .hosts = RD_NO_INTEGER,
        .status = rd_status_name(RD_STATUS_FAILED),
        .message = "",
        .goal_reached = 0,
        .bound_s = NAN,
        .class_bound_s = NAN,
        .planned_s = NAN,
        .simulated_s = NAN,
        .ratio = NAN,
        .optimal = rd_optimal_name(RD_OPTIMAL_UNKNOWN),
        .items_moved = 0,
        .transfers = 0,
        .steps = RD_NO_INTEGER,
        .token_steps = RD_NO_INTEGER,
        .error_left = RD_NO_INTEGER,
        .counters = "{}",
        .run_seed = RD_NO_INTEGER,
        .redist_version = REDIST_VERSION,
        .simgrid_version = rd_engine_version(),
        .plan_ms = NAN,
        .simulate_ms = NAN,
    };
}

void rd_record_run_context(const struct rd_run_context *context, struct rd_arena *arena,
                           struct rd_result_row *row)
{
    const struct rd_instance *instance = &context->instance;
    char ports[RD_LABEL_SIZE];
    row->hosts = rd_computing_host_count(&instance->topology);
    row->model = rd_run_context_model(context);
    row->ports = rd_arena_text(arena, rd_port_model_name(instance, ports));
    row->platform_hash = context->platform_digest;
}

static int64_t error_left(const struct rd_result *result)
{
    int64_t error = 0;
    if (!result->final)
        return RD_NO_INTEGER;
    for (uint32_t kind = 0; kind < result->kind_count; kind++) {
        int64_t least = result->final[kind], most = least;
        for (uint32_t host = 1; host < result->host_count; host++) {
            int64_t held = result->final[(size_t)host * result->kind_count + kind];
            least = held < least ? held : least;
            most = held > most ? held : most;
        }
        error = most - least > error ? most - least : error;
    }
    return error;
}

/* {"states":12,"fluid_s":3.5} */
static const char *counters(const struct rd_result *result, struct rd_arena *arena)
{
    char number[RD_NUMBER_SIZE];
    const char *text = "{";
    for (size_t i = 0; i < result->counter_count; i++)
        text =
            rd_arena_print(arena, "%s%s\"%s\":%s", text, i > 0 ? "," : "", result->counter[i].name,
                           rd_number_shortest(result->counter[i].value, number));
    return rd_arena_print(arena, "%s}", text);
}

void rd_record_result(const struct rd_result *result, struct rd_arena *arena,
                      struct rd_result_row *row)
{
    row->status = rd_status_name(result->status);
    row->message = rd_arena_print(arena, "%.*s", MESSAGE_LIMIT, result->message);
    row->goal_reached = result->goal_reached;
    if (result->bound_known) {
        row->bound_s = result->bound.seconds;
        row->bound_name = result->bound.name;
    }
    row->bound_among = rd_result_class(result);
    if (result->class_bound_known) {
        row->class_bound_s = result->class_bound.seconds;
        row->class_bound_name = result->class_bound.name;
    }
    row->planned_s = result->planned_s;
    row->simulated_s = result->simulated_s;
    row->ratio = result->ratio;
    row->optimal = rd_optimal_name(result->optimal);
    row->proved_by = rd_proof_name(result->proved_by);
    row->items_moved = result->items_moved;
    row->transfers = result->transfers;
    row->steps = result->steps >= 0 ? result->steps : RD_NO_INTEGER;
    row->token_steps = result->token_steps >= 0 ? result->token_steps : RD_NO_INTEGER;
    row->error_left = error_left(result);
    row->counters = counters(result, arena);
    row->run_seed = (int64_t)result->seed;
    row->plan_ms = result->plan_ms;
    row->simulate_ms = result->simulate_ms;
}
