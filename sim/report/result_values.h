/* What results say in JSON: certificates, counters, loads, parameters. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/options.h"
#include "sim/run/result.h"

#include <jansson.h>

/* The array or object that `redist run` shows in the place of a column: options, counters, final,
 * certificates. Returns: a value of jansson's to be given away; NULL: the column has none, or one
 * that is too long, or a row has it as it is. In: the column's name. Cost: O(value). */
json_t *rd_result_value(const struct rd_result *result, const char *column, struct rd_arena *arena);

/* Does it have an array or object in that place? */
bool rd_is_result_value(const char *column);

/* The planner's counters as one text, from the arena: {"states":12,"fluid_s":3.5}. */
const char *rd_counters_text(const struct rd_result *result, struct rd_arena *arena);

/* `{"hosts":"10","ports":"one"}`, in the order given. */
const char *rd_parameters_text(const struct rd_option *value, size_t count, struct rd_arena *arena);

/* The names and values of such a text, in its order, from the arena. Returns: false if it is
 * none. */
bool rd_parameters_parse(const char *text, struct rd_arena *arena, struct rd_option **ret_value,
                         size_t *ret_count);
