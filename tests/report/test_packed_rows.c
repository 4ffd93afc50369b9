/* Rows that are kept column by column against the same rows as they were: first values that are all
 * the same, then such that need more and more bytes, at all places where an array grows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/base/rng.h"
#include "sim/report/packed_rows.h"

#include <math.h>
#include <string.h>

enum { ROWS = 1000, STREAM = 1 };

static const int64_t integers[] = {
    RD_NO_INTEGER, 0,          -1,         1,           126,           127,       128,
    -127,          -128,       -129,       32766,       32767,         32768,     -32768,
    -32769,        2147483646, 2147483647, -2147483648, -2147483649LL, INT64_MAX, INT64_MIN + 1};
static const double numbers[] = {NAN, 0., -0., 1, 1e300, 5e-324, INFINITY, -1};

enum {
    INTEGER_COUNT = sizeof integers / sizeof *integers,
    NUMBER_COUNT = sizeof numbers / sizeof *numbers
};

/* A row of values among the first `kinds` of each list. */
static struct rd_result_row random_row(struct rd_rng *rng, size_t kinds, struct rd_arena *arena)
{
    struct rd_result_row row = rd_result_row_none;
    const struct rd_columns all = rd_columns_shown(RD_STORED);
    for (size_t i = 0; i < all.count; i++) {
        size_t draw = rd_rng_below(rng, kinds);
        void *at = rd_result_row_at(&row, all.column[i]);
        if (all.column[i]->kind == RD_COLUMN_TEXT)
            *(const char **)at = draw > 0 ? rd_arena_print(arena, "text %zu", draw) : NULL;
        else if (all.column[i]->kind == RD_COLUMN_NUMBER)
            *(double *)at = numbers[draw % NUMBER_COUNT];
        else
            *(int64_t *)at = integers[draw % INTEGER_COUNT];
    }
    return row;
}

/* To the bit: zeros of both signs are two. */
static void are_same(const struct rd_result_row *row, const struct rd_result_row *kept,
                     const struct rd_columns *columns)
{
    for (size_t i = 0; i < columns->count; i++) {
        const struct rd_column *column = columns->column[i];
        const char *text = rd_result_row_text(row, column), *again;
        if (column->kind != RD_COLUMN_TEXT || !text) {
            assert_int_equal(rd_result_row_integer(row, column),
                             rd_result_row_integer(kept, column));
            continue;
        }
        again = rd_result_row_text(kept, column);
        assert_true(text != again); /* a copy */
        assert_string_equal(text, again);
    }
}

static void keeps_every_value(void **state)
{
    (void)state;
    static const size_t kinds[] = {1, 2, 8, 21, 300, 70000};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        rd_arena_own(arena);
        struct rd_rng rng = rd_rng_seeded(k, STREAM);
        const struct rd_columns all = rd_columns_shown(RD_STORED);
        struct rd_result_row *row = rd_take(&arena, ROWS, struct rd_result_row);
        struct rd_packed_rows rows;
        rd_packed_rows_open(&rows, &all, &arena);
        for (size_t i = 0; i < ROWS; i++) {
            /* At first all are the same, and later ones need more and more. */
            row[i] = random_row(&rng, i < ROWS / 4 ? 1 : 1 + (kinds[k] - 1) * i / ROWS, &arena);
            rd_packed_rows_add(&rows, &row[i]);
        }
        assert_int_equal(rows.count, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            const struct rd_result_row kept = rd_packed_row(&rows, i);
            are_same(&row[i], &kept, &all);
        }
    }
}

/* Fewer rows, in another order, some twice; then more are added to them. */
static void keeps_rows_that_are_named(void **state)
{
    (void)state;
    static const size_t kinds[] = {1, 2, 300, 70000};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        rd_arena_own(arena);
        struct rd_rng rng = rd_rng_seeded(k, STREAM);
        const struct rd_columns all = rd_columns_shown(RD_STORED);
        struct rd_result_row *row = rd_take(&arena, ROWS, struct rd_result_row);
        uint32_t number[ROWS];
        struct rd_packed_rows rows;
        rd_packed_rows_open(&rows, &all, &arena);
        for (size_t i = 0; i < ROWS; i++) {
            row[i] = random_row(&rng, kinds[k], &arena);
            rd_packed_rows_add(&rows, &row[i]);
            number[i] = (uint32_t)rd_rng_below(&rng, ROWS);
        }
        rd_packed_rows_keep(&rows, number, ROWS - 1);
        rd_packed_rows_add(&rows, &row[number[ROWS - 1]]);
        assert_int_equal(rows.count, ROWS);
        for (size_t i = 0; i < ROWS; i++) {
            const struct rd_result_row kept = rd_packed_row(&rows, i);
            are_same(&row[number[i]], &kept, &all);
        }
        rd_packed_rows_keep(&rows, NULL, 0);
        rd_packed_rows_add(&rows, &row[0]);
        const struct rd_result_row kept = rd_packed_row(&rows, 0);
        are_same(&row[0], &kept, &all);
    }
}

/* More texts than two bytes number. */
static void many_texts_have_numbers(void **state)
{
    (void)state;
    enum { MANY = 70000 };
    rd_arena_own(arena);
    struct rd_columns key = {.count = 0};
    struct rd_packed_rows rows;
    rd_columns_add(&key, rd_stored_column("key"));
    rd_packed_rows_open(&rows, &key, &arena);
    for (size_t i = 0; i < MANY; i++) {
        struct rd_result_row row = rd_result_row_none;
        row.key = rd_arena_print(&arena, "%zu", i);
        rd_packed_rows_add(&rows, &row);
    }
    const struct rd_packed_column *kept = rd_packed_column(&rows, "key");
    for (size_t i = 0; i < MANY; i++) {
        assert_int_equal(rd_packed_text_number(kept, i), i);
        assert_string_equal(rd_packed_text(kept, i), rd_arena_print(&arena, "%zu", i));
    }
}

static void equal_texts_are_one(void **state)
{
    (void)state;
    rd_arena_own(arena);
    struct rd_columns some = {.count = 0};
    const struct rd_column *column = rd_stored_column("algorithm");
    static const char *const names[] = {"a", "b", "a", NULL, "b", ""};
    struct rd_packed_rows rows;
    rd_columns_add(&some, column);
    rd_columns_add(&some, column);
    assert_int_equal(some.count, 1);
    rd_packed_rows_open(&rows, &some, &arena);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct rd_result_row row = rd_result_row_none;
        row.algorithm = names[i];
        row.status = "ok"; /* is not kept */
        rd_packed_rows_add(&rows, &row);
    }
    const struct rd_packed_column *kept = rd_packed_column(&rows, "algorithm");
    assert_true(rd_packed_row(&rows, 0).algorithm == rd_packed_row(&rows, 2).algorithm);
    assert_true(rd_packed_text(kept, 1) == rd_packed_text(kept, 4));
    assert_null(rd_packed_text(kept, 3));
    assert_null(rd_packed_row(&rows, 0).status);
    static const uint32_t number[] = {0, 1, 0, RD_NO_NAME, 1, 2};
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        assert_int_equal(rd_packed_text_number(kept, i), number[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_every_value),
        cmocka_unit_test(keeps_rows_that_are_named),
        cmocka_unit_test(many_texts_have_numbers),
        cmocka_unit_test(equal_texts_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
