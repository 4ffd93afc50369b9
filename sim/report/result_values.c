#include "result_values.h"

#include "certificate_json.h"
#include "utf8.h"

#include "sim/base/number_text.h"

#include <string.h>

static json_t *options(const struct rd_result *result, struct rd_arena *arena)
{
    json_t *value = json_object();
    for (size_t i = 0; i < result->option_count; i++)
        json_object_set_new(value, rd_utf8_clean(result->option[i].name, arena),
                            json_string(rd_utf8_clean(result->option[i].value, arena)));
    return value;
}

static json_t *counters(const struct rd_result *result, RD_UNUSED struct rd_arena *arena)
{
    json_t *value = json_object();
    for (size_t i = 0; i < result->counter_count; i++)
        json_object_set_new(value, result->counter[i].name, json_real(result->counter[i].value));
    return value;
}

/* [[items per kind] per host]; null where nobody knows, NULL where it is too long. */
static json_t * final(const struct rd_result *result, RD_UNUSED struct rd_arena *arena)
{
    if (!result->final)
        return json_null();
    return (uint64_t)result->host_count * result->kind_count > RD_FINAL_LIMIT
               ? NULL
               : rd_amounts_json(result->final, result->host_count, result->kind_count);
}

/* NULL where there is none, or it is too long. */
static json_t *bound_certificate(const struct rd_result *result, struct rd_arena *arena)
{
    return result->bound_known && rd_bound_has_certificate(&result->bound)
               ? rd_certificate_json(&result->bound, result->instance, arena)
               : NULL;
}

static json_t *class_bound_certificate(const struct rd_result *result, struct rd_arena *arena)
{
    return result->class_bound_known && rd_bound_has_certificate(&result->class_bound)
               ? rd_certificate_json(&result->class_bound, result->instance, arena)
               : NULL;
}

#define VALUE(name)                                                                                \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *column;
    json_t *(*make)(const struct rd_result *result, struct rd_arena *arena);
} values[] = {VALUE(options), VALUE(counters), VALUE(final), VALUE(bound_certificate),
              VALUE(class_bound_certificate)};

enum { VALUE_COUNT = sizeof values / sizeof *values };

bool rd_is_result_value(const char *column)
{
    for (size_t i = 0; i < VALUE_COUNT; i++)
        if (strcmp(values[i].column, column) == 0)
            return true;
    return false;
}

json_t *rd_result_value(const struct rd_result *result, const char *column, struct rd_arena *arena)
{
    for (size_t i = 0; i < VALUE_COUNT; i++)
        if (strcmp(values[i].column, column) == 0)
            return values[i].make(result, arena);
    return NULL;
}

const char *rd_counters_text(const struct rd_result *result, struct rd_arena *arena)
{
    char number[RD_NUMBER_SIZE];
    const char *text = "{";
    for (size_t i = 0; i < result->counter_count; i++)
        text =
            rd_arena_print(arena, "%s%s\"%s\":%s", text, i > 0 ? "," : "", result->counter[i].name,
                           rd_number_shortest(result->counter[i].value, number));
    return rd_arena_print(arena, "%s}", text);
}
