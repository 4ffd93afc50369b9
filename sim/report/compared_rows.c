#include "compared_rows.h"

#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_label(const void *one, const void *other)
{
    const struct rd_compared_algorithm *a = one, *b = other;
    int order = strcmp(a->algorithm, b->algorithm);
    return order ? order : strcmp(a->options, b->options);
}

static struct rd_compared_algorithm *gather_contestants(const struct rd_results_table *table,
                                                        struct rd_arena *arena, size_t *ret_count)
{
    const struct rd_packed_column *name = rd_packed_column(table->rows, "algorithm");
    const struct rd_packed_column *options = rd_packed_column(table->rows, "options");
    struct rd_compared_algorithm *algorithm = NULL, previous = {0};
    size_t count = 0;
    for (size_t i = 0; i < table->rows->count; i++) {
        struct rd_compared_algorithm found = {.algorithm = rd_packed_text(name, i),
                                              .options = rd_packed_text(options, i)};
        bool is_same = found.algorithm == previous.algorithm && found.options == previous.options;
        previous = found;
        if (is_same)
            continue;
        if (count > 0 && bsearch(&found, algorithm, count, sizeof found, by_label))
            continue;
        found.label = found.options[0]
                          ? rd_arena_print(arena, "%s (%s)", found.algorithm, found.options)
                          : found.algorithm;
        rd_arena_add(arena, algorithm, count, found);
        qsort(algorithm, count, sizeof found, by_label);
    }
    *ret_count = count;
    return algorithm;
}

/* A file may hold words of other makers: they are no status that is counted. */
static enum rd_status status_of(const char *word)
{
    return strcmp(word, rd_status_name(RD_STATUS_REFUSED)) == 0  ? RD_STATUS_REFUSED
           : strcmp(word, rd_status_name(RD_STATUS_FAILED)) == 0 ? RD_STATUS_FAILED
                                                                 : RD_STATUS_OK;
}

/* A row of a point. */
struct place {
    uint64_t letters; /* the first of the point's name */
    uint32_t point;   /* its number */
    uint32_t index;   /* in the table */
};

/* By name, then as in the table. */
static int by_point(const void *one, const void *other, void *names)
{
    const struct place *a = one, *b = other;
    const char *const *name = names;
    int order = rd_order(a->letters, b->letters);
    if (order == 0 && a->point != b->point)
        order = strcmp(name[a->point], name[b->point]);
    return order ? order : rd_order(a->index, b->index);
}

/* In the order of strcmp. */
static uint64_t first_letters(const char *text)
{
    uint64_t letters = 0;
    for (size_t i = 0; i < sizeof letters; i++) {
        letters = letters << 8 | (unsigned char)*text;
        text += *text != '\0';
    }
    return letters;
}

/* Where the rows of a table are, those of a point together. From the arena. */
static struct place *places_of(const struct rd_results_table *table, struct rd_arena *arena)
{
    struct place *place = rd_take(arena, table->rows->count, struct place);
    const struct rd_packed_column *point = rd_packed_column(table->rows, "point");
    for (size_t i = 0; i < table->rows->count; i++)
        place[i] = (struct place){first_letters(rd_packed_text(point, i)),
                                  rd_packed_text_number(point, i), (uint32_t)i};
    qsort_r(place, table->rows->count, sizeof *place, by_point, point->text.name);
    return place;
}

struct rd_columns rd_compared_columns(void)
{
    static const char *const names[] = {"point", "planned_s", "simulated_s", "ratio"};
    struct rd_columns columns = {.count = 0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        rd_columns_add(&columns, rd_stored_column(names[i]));
    return columns;
}

/* The columns of a table that are compared. */
struct compared_columns {
    const struct rd_packed_column *algorithm, *options, *status, *planned_s, *simulated_s, *ratio;
};

static struct compared_columns columns_of(const struct rd_results_table *table)
{
    return (struct compared_columns){.algorithm = rd_packed_column(table->rows, "algorithm"),
                                     .options = rd_packed_column(table->rows, "options"),
                                     .status = rd_packed_column(table->rows, "status"),
                                     .planned_s = rd_packed_column(table->rows, "planned_s"),
                                     .simulated_s = rd_packed_column(table->rows, "simulated_s"),
                                     .ratio = rd_packed_column(table->rows, "ratio")};
}

static double time_of(const struct compared_columns *columns, size_t row)
{
    if (strcmp(rd_packed_text(columns->status, row), "ok") != 0)
        return NAN;
    double simulated_s = rd_packed_number(columns->simulated_s, row);
    return isnan(simulated_s) ? rd_packed_number(columns->planned_s, row) : simulated_s;
}

struct rd_compared_rows *rd_compared_rows(const struct rd_results_table *table,
                                          struct rd_arena *arena)
{
    const struct compared_columns columns = columns_of(table);
    struct rd_compared_rows *rows = rd_take(arena, 1, struct rd_compared_rows);
    rows->algorithm = gather_contestants(table, arena, &rows->algorithm_count);
    rd_arena_own(scratch);
    const struct place *place = places_of(table, &scratch);
    rows->row = rd_take(arena, table->rows->count, struct rd_compared_row);
    for (size_t i = 0; i < table->rows->count; i++) {
        size_t row = place[i].index;
        const struct rd_compared_algorithm who = {.algorithm =
                                                      rd_packed_text(columns.algorithm, row),
                                                  .options = rd_packed_text(columns.options, row)};
        const struct rd_compared_algorithm *found =
            bsearch(&who, rows->algorithm, rows->algorithm_count, sizeof who, by_label);
        rd_assert(found);
        rows->row[i] =
            (struct rd_compared_row){.time_s = time_of(&columns, row),
                                     .ratio = rd_packed_number(columns.ratio, row),
                                     .point = place[i].point,
                                     .index = place[i].index,
                                     .algorithm = (uint32_t)(found - rows->algorithm),
                                     .status = status_of(rd_packed_text(columns.status, row))};
    }
    return rows;
}

bool rd_is_named(const struct rd_compared_algorithm *algorithm, const char *name)
{
    return strcmp(algorithm->label, name) == 0 || strcmp(algorithm->algorithm, name) == 0;
}

bool rd_is_compared(const struct rd_results_table *table, const char *algorithm)
{
    size_t count, found = 0;
    rd_arena_own(arena);
    const struct rd_compared_algorithm *there = gather_contestants(table, &arena, &count);
    while (found < count && !rd_is_named(&there[found], algorithm))
        found++;
    return found < count;
}
