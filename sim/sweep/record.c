#include "record.h"

#include "sim/report/result_values.h"

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
    struct rd_result nothing = rd_result_none;
    nothing.scenario = context->scenario.name;
    nothing.algorithm = algorithm;
    nothing.option = context->entry[entry].run->option;
    nothing.option_count = context->entry[entry].run->option_count;
    nothing.message = "";
    nothing.goal_reached = false;
    nothing.simgrid_version = rd_engine_version();
    *ret_row = rd_result_row_none;
    rd_result_row_read(&nothing, arena, ret_row);
    ret_row->key = rd_arena_text(arena, key);
    ret_row->point = rd_arena_text(arena, point->key);
    ret_row->parameters = rd_parameters_text(point->set + point->drawn_count,
                                             point->set_count - point->drawn_count, arena);
    ret_row->repetition = point->repetition;
    ret_row->seed = point->seed;
    ret_row->scenario_hash = points->scenario_hash;
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

void rd_record_result(const struct rd_result *result, struct rd_arena *arena,
                      struct rd_result_row *row)
{
    rd_result_row_read(result, arena, row);
    row->message = rd_arena_print(arena, "%.*s", MESSAGE_LIMIT, result->message);
}
