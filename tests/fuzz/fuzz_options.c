/* Any bytes as the value of an option of each kind: refused with a message, or read as what the
 * kind says. */
#include "sim/base/number_text.h"
#include "sim/model/options.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_BYTES = 1000 };

static const struct rd_option_spec specs[] = {
    {"schedule", "colouring|compact|caterpillar", "compact", "a word"},
    {"count", "integer -5 1000", "3", "a whole number"},
    {"share", "number 0 1", "0.5", "a number"},
    {"order", "integers 0 9", "1 2", "whole numbers"},
    {"matrix", "rows 0 9", "1 2; 3 4", "rows"},
    {0},
};

static bool is_given(const char *name, const char *value, struct rd_error *error)
{
    const struct rd_option given = {name, value};
    const struct rd_options options = {.spec = specs, .given = &given, .given_count = 1};
    return rd_options_check(&options, error);
}

/* Rows written out are the same rows. */
static void check_rows(const struct rd_integer_rows *rows, bool one_row, const char *name,
                       struct rd_arena *arena)
{
    const char *text = "";
    rd_assert(rows->row_count > 0 && rows->column_count > 0 && (!one_row || rows->row_count == 1));
    for (size_t i = 0; i < rows->row_count * rows->column_count; i++) {
        rd_assert(rows->value[i] >= 0 && rows->value[i] <= 9);
        bool ends = !one_row && (i + 1) % rows->column_count == 0;
        text = rd_arena_print(arena, "%s,%d%s", text, (int)rows->value[i], ends ? ";" : "");
    }
    const struct rd_option given = {name, text};
    const struct rd_options options = {.spec = specs, .given = &given, .given_count = 1};
    rd_assert(rd_options_check(&options, NULL));
    struct rd_integer_rows again = rd_option_rows(&options, name, arena);
    rd_assert(again.row_count == rows->row_count && again.column_count == rows->column_count);
    rd_assert(memcmp(again.value, rows->value,
                     rows->row_count * rows->column_count * sizeof *rows->value) == 0);
}

static void check_value(const char *name, const char *value, struct rd_arena *arena)
{
    const struct rd_option given = {name, value};
    const struct rd_options options = {.spec = specs, .given = &given, .given_count = 1};
    int64_t integer;
    double number;
    if (strcmp(name, "count") == 0) {
        rd_assert(rd_integer_parse(value, strlen(value), -5, 1000, &integer));
        rd_assert(rd_option_integer(&options, name) == integer);
    } else if (strcmp(name, "share") == 0) {
        rd_assert(rd_number_parse(value, strlen(value), &number) && number >= 0 && number <= 1);
        rd_assert(rd_option_number(&options, name) == number);
    } else if (strcmp(name, "schedule") == 0) {
        rd_assert(*value && !strchr(value, '|'));
    } else {
        struct rd_integer_rows rows = rd_option_rows(&options, name, arena);
        check_rows(&rows, strcmp(name, "order") == 0, name, arena);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size < MOST_BYTES ? size : MOST_BYTES);
    struct rd_arena arena;
    struct rd_error error = {0};
    rd_assert(text);
    rd_arena_open(&arena, 0);
    for (const struct rd_option_spec *spec = specs; spec->name; spec++) {
        if (is_given(spec->name, text, &error))
            check_value(spec->name, text, &arena);
        else
            rd_assert(error.code == RD_ERROR_INPUT && strstr(error.message, "accepted"));
    }
    rd_assert(!is_given(text, "1", &error) || strcmp(text, "count") == 0 ||
              strcmp(text, "share") == 0 || strcmp(text, "order") == 0 ||
              strcmp(text, "matrix") == 0);
    rd_arena_close(&arena);
    free(text);
    return 0;
}
