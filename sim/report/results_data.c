/* The results of runs for programs: one table of columns, in CSV and in JSON. */
#include "tables.h"

#include "certificate_json.h"
#include "json_memory.h"
#include "utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { NUMBER = RD_IN_DATA | RD_RAW, VALUE = RD_IN_JSON | RD_RAW, WHOLE = VALUE | RD_OPTIONAL };

/* As docs/commands.md lists them. */
static const struct rd_sheet_column columns[] = {
    {"scenario", RD_IN_DATA},
    {"algorithm", RD_IN_DATA},
    {"options", RD_IN_CSV},
    {"options", VALUE},
    {"hosts", NUMBER},
    {"status", RD_IN_DATA},
    {"message", RD_IN_DATA},
    {"goal_reached", NUMBER},
    {"bound_s", NUMBER},
    {"bound_name", RD_IN_DATA},
    {"planned_s", NUMBER},
    {"simulated_s", NUMBER},
    {"ratio", NUMBER},
    {"optimal", RD_IN_DATA},
    {"proved_by", RD_IN_DATA},
    {"proof", RD_IN_DATA},
    {"items_moved", NUMBER},
    {"transfers", NUMBER},
    {"steps", NUMBER},
    {"counters", VALUE},
    {"final", WHOLE},
    {"plan_ms", VALUE},
    {"simulate_ms", VALUE},
    {"model", RD_IN_DATA},
    {"ports", RD_IN_DATA},
    {"seed", NUMBER},
    {"redist_version", RD_IN_DATA},
    {"simgrid_version", RD_IN_DATA},
    {"bound_why", RD_IN_JSON},
    {"bound_among", RD_IN_DATA},
    {"class_bound_s", NUMBER},
    {"class_bound_name", RD_IN_DATA},
    {"class_bound_why", RD_IN_JSON},
    {"bound_witness", RD_IN_JSON},
    {"expectation", RD_IN_JSON},
    {"bound_certificate", WHOLE},
    {"class_bound_certificate", WHOLE},
};

/* Adds a value of jansson's, which is given away; NULL: nothing. */
static void add_value(struct rd_sheet *sheet, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    if (text)
        rd_sheet_print(sheet, "%s", text);
    else
        rd_sheet_text(sheet, NULL);
    free(text);
    json_decref(value);
}

static json_t *options_value(const struct rd_result *result, struct rd_arena *arena)
{
    json_t *options = json_object();
    for (size_t i = 0; i < result->option_count; i++)
        json_object_set_new(options, rd_utf8_clean(result->option[i].name, arena),
                            json_string(rd_utf8_clean(result->option[i].value, arena)));
    return options;
}

static json_t *counters_value(const struct rd_result *result)
{
    json_t *counters = json_object();
    for (size_t i = 0; i < result->counter_count; i++)
        json_object_set_new(counters, result->counter[i].name, json_real(result->counter[i].value));
    return counters;
}

/* [[items per kind] per host]; null where nobody knows, NULL where it is too long. */
static json_t *final_value(const struct rd_result *result)
{
    if (!result->final)
        return json_null();
    return (uint64_t)result->host_count * result->kind_count > RD_FINAL_LIMIT
               ? NULL
               : rd_amounts_json(result->final, result->host_count, result->kind_count);
}

/* Left out where there is none, or it is too long. */
static json_t *certificate_value(const struct rd_bound *bound, const struct rd_result *result,
                                 struct rd_arena *arena)
{
    return bound && rd_bound_has_certificate(bound)
               ? rd_certificate_json(bound, result->instance, arena)
               : NULL;
}

static void add_outcome(struct rd_sheet *sheet, const struct rd_result *result, bool in_json)
{
    const struct rd_bound *bound = result->bound_known ? &result->bound : NULL;
    rd_sheet_texts(sheet, rd_status_name(result->status), result->message ? result->message : "");
    rd_sheet_truth(sheet, result->goal_reached);
    rd_sheet_number(sheet, bound ? bound->seconds : NAN);
    rd_sheet_text(sheet, bound ? bound->name : NULL);
    rd_sheet_number(sheet, result->planned_s);
    rd_sheet_number(sheet, result->simulated_s);
    rd_sheet_number(sheet, result->ratio);
    rd_sheet_texts(sheet, rd_optimal_name(result->optimal), rd_proof_name(result->proved_by),
                   result->proof);
    rd_sheet_integer(sheet, result->items_moved);
    rd_sheet_integer(sheet, result->transfers);
    rd_sheet_count(sheet, result->steps, result->steps >= 0);
    add_value(sheet, in_json ? counters_value(result) : NULL);
    add_value(sheet, in_json ? final_value(result) : NULL);
}

static void add_result(struct rd_sheet *sheet, const struct rd_result *result,
                       const char *simgrid_version, bool in_json, struct rd_arena *arena)
{
    const struct rd_bound *bound = result->bound_known ? &result->bound : NULL;
    const struct rd_bound *of_class = result->class_bound_known ? &result->class_bound : NULL;
    rd_sheet_texts(sheet, result->scenario, result->algorithm,
                   rd_options_words(result->option, result->option_count, arena));
    add_value(sheet, in_json ? options_value(result, arena) : NULL);
    rd_sheet_integer(sheet, result->host_count);
    add_outcome(sheet, result, in_json);
    rd_sheet_number(sheet, result->plan_ms);
    rd_sheet_number(sheet, result->simulate_ms);
    rd_sheet_texts(sheet, result->model, result->ports);
    rd_sheet_print(sheet, "%" PRIu64, result->seed);
    rd_sheet_texts(sheet, REDIST_VERSION, simgrid_version, bound ? bound->why : NULL,
                   rd_result_class(result));
    rd_sheet_number(sheet, of_class ? of_class->seconds : NAN);
    rd_sheet_texts(sheet, of_class ? of_class->name : NULL, of_class ? of_class->why : NULL,
                   result->bound_bottleneck, result->expectation);
    add_value(sheet, in_json ? certificate_value(bound, result, arena) : NULL);
    add_value(sheet, in_json ? certificate_value(of_class, result, arena) : NULL);
}

bool rd_results_write_data(FILE *out, enum rd_format format, const struct rd_result *result,
                           size_t result_count, const char *simgrid_version)
{
    struct rd_sheet_stream stream;
    rd_json_use_own_memory();
    rd_arena_own(arena);
    struct rd_sheet sheet = rd_sheet_open(columns, sizeof columns / sizeof *columns, &arena);
    rd_sheet_begin(&stream, out, format, &sheet);
    for (size_t i = 0; i < result_count; i++) {
        rd_arena_borrow(&arena);
        add_result(&sheet, &result[i], simgrid_version, format == RD_FORMAT_JSON, &arena);
        rd_sheet_flush(&stream, &sheet);
    }
    return rd_sheet_end(&stream);
}
