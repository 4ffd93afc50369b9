/* The parameters of a point as one text: a JSON object of texts, as results files keep it. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/options.h"

/* `{"hosts":"10","ports":"one"}`, in the order given. */
const char *rd_parameters_text(const struct rd_option *value, size_t count, struct rd_arena *arena);

/* The names and values of such a text, in its order, from the arena. Returns: false if it is
 * none. */
bool rd_parameters_parse(const char *text, struct rd_arena *arena, struct rd_option **ret_value,
                         size_t *ret_count);
