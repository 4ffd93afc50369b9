#include "result_values.h"

#include "sim/report/certificates/certificate_values.h"
#include "json.h"
#include "utf8.h"

#include "sim/base/number_text.h"
#include "sim/run/result.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* JSON without blanks, from the arena. */
static const char *dumped(const json_t *value, size_t flags, struct rd_arena *arena)
{
    size_t size = json_dumpb(value, NULL, 0, JSON_COMPACT | flags);
    char *text = rd_arena_take(arena, size + 1, 1);
    size_t written = json_dumpb(value, text, size, JSON_COMPACT | flags);
    rd_assert(size > 0 && written == size);
    return text;
}

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
               : rd_amounts_value(result->final, result->host_count, result->kind_count);
}

/* NULL where there is none, or it is too long. */
static json_t *bound_certificate(const struct rd_result *result, struct rd_arena *arena)
{
    return result->bound_known && rd_bound_has_certificate(&result->bound)
               ? rd_certificate_value(&result->bound, result->instance, arena)
               : NULL;
}

static json_t *class_bound_certificate(const struct rd_result *result, struct rd_arena *arena)
{
    return result->class_bound_known && rd_bound_has_certificate(&result->class_bound)
               ? rd_certificate_value(&result->class_bound, result->instance, arena)
               : NULL;
}

/* Likewise. */
static json_t *no_order_certificate(const struct rd_result *result, struct rd_arena *arena)
{
    return result->no_order ? rd_order_certificate_value(result->no_order, result->instance, arena)
                            : NULL;
}

#define VALUE(name)                                                                                \
    {                                                                                              \
#name, name                                                                                \
    }
static const struct {
    const char *column;
    json_t *(*make)(const struct rd_result *result, struct rd_arena *arena);
} values[] = {VALUE(options),
              VALUE(counters),
              VALUE(final),
              VALUE(bound_certificate),
              VALUE(class_bound_certificate),
              VALUE(no_order_certificate)};

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

enum { LEAST_DIGITS = 15, MOST_DIGITS = 17 };

/* As many digits as a number needs to be read back the same, `least` or more. */
static size_t digits_of(double value, size_t least)
{
    char text[RD_NUMBER_SIZE];
    double again = NAN;
    for (; least < MOST_DIGITS; least++) {
        size_t length = (size_t)snprintf(text, sizeof text, "%.*g", (int)least, value);
        if (rd_number_parse(text, length, &again) && again == value)
            break;
    }
    return least;
}

const char *rd_counters_text(const struct rd_result *result, struct rd_arena *arena)
{
    rd_json_use_own_memory();
    json_auto_t *object = json_object();
    size_t digits = LEAST_DIGITS;
    for (size_t i = 0; i < result->counter_count; i++) {
        double value = result->counter[i].value;
        bool whole = value == floor(value) && fabs(value) < 0x1p53;
        if (!whole)
            digits = digits_of(value, digits);
        json_object_set_new(object, result->counter[i].name,
                            whole ? json_integer((json_int_t)value) : json_real(value));
    }
    return dumped(object, JSON_REAL_PRECISION(digits), arena);
}

/* --- parameters ---------------------------------------------------------------------------- */

const char *rd_parameters_text(const struct rd_option *value, size_t count, struct rd_arena *arena)
{
    rd_json_use_own_memory();
    json_auto_t *object = json_object();
    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, value[i].name, json_string(value[i].value));
    return dumped(object, 0, arena);
}

bool rd_parameters_parse(const char *text, struct rd_arena *arena, struct rd_option **ret_value,
                         size_t *ret_count)
{
    rd_json_use_own_memory();
    json_auto_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *name;
    json_t *member;
    size_t count = 0;
    if (!json_is_object(object))
        return false;
    struct rd_option *value = rd_take(arena, json_object_size(object), struct rd_option);
    json_object_foreach(object, name, member)
    {
        const char *word = json_string_value(member);
        if (!word)
            break;
        value[count++] = (struct rd_option){rd_arena_text(arena, name), rd_arena_text(arena, word)};
    }
    *ret_value = value;
    *ret_count = count;
    return count == json_object_size(object);
}
