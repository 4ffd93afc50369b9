#include "comparison.h"

#include "sim/referee/referee.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const rd_measure_names[] = {"best", "ratio", "time", NULL};

enum { NOBODY = -1 };

/* A row under comparison. */
struct entry {
    const struct rd_result_row *row;
    size_t value;
    size_t algorithm;
    double time_s;  /* NAN unless it ended well */
    double measure; /* likewise */
};

struct comparing {
    const struct rd_results_table *table;
    struct rd_comparison *comparison;
    struct entry *entry; /* [table->row_count], those of a point together */
    struct rd_arena *arena;
    struct rd_comparison_cell *cell; /* the comparison's, to be filled */
    struct rd_mean *difference;      /* [values * contestants * contestants], of the measure */
};

static size_t parameter_index(const struct rd_results_table *table, const char *parameter)
{
    for (size_t i = 0; parameter && i < table->parameter_count; i++)
        if (strcmp(table->parameter[i], parameter) == 0)
            return i;
    return SIZE_MAX;
}

static const char *value_of(const struct rd_results_table *table, size_t row, size_t parameter)
{
    return parameter == SIZE_MAX ? NULL : table->value[row * table->parameter_count + parameter];
}

static int by_value(const void *one, const void *other)
{
    return rd_compare_values(*(const char *const *)one, *(const char *const *)other);
}

/* The values of a parameter, sorted, each once. */
static const char **gather_values(const struct rd_results_table *table, size_t parameter,
                                  struct rd_arena *arena, size_t *ret_count)
{
    const char **value = rd_take(arena, table->row_count, const char *);
    size_t count = 0;
    for (size_t i = 0; i < table->row_count; i++)
        value[i] = value_of(table, i, parameter);
    qsort(value, table->row_count, sizeof *value, by_value);
    for (size_t i = 0; i < table->row_count; i++)
        if (count == 0 || rd_compare_values(value[count - 1], value[i]) != 0)
            value[count++] = value[i];
    *ret_count = count;
    return value;
}

/* How many values a parameter takes in the table. */
static size_t count_values(const struct rd_results_table *table, size_t parameter)
{
    struct rd_arena arena;
    size_t count;
    rd_arena_open(&arena, 0);
    gather_values(table, parameter, &arena, &count);
    rd_arena_close(&arena);
    return count;
}

static int by_label(const void *one, const void *other)
{
    const struct rd_compared_algorithm *a = one, *b = other;
    int order = strcmp(a->algorithm, b->algorithm);
    return order ? order : strcmp(a->options, b->options);
}

static struct rd_compared_algorithm *gather_contestants(const struct rd_results_table *table,
                                                        struct rd_arena *arena, size_t *ret_count)
{
    struct rd_compared_algorithm *algorithm = NULL;
    size_t count = 0, capacity = 0;
    for (size_t i = 0; i < table->row_count; i++) {
        struct rd_compared_algorithm found = {.algorithm = table->row[i]->algorithm,
                                              .options = table->row[i]->options};
        if (count > 0 && bsearch(&found, algorithm, count, sizeof found, by_label))
            continue;
        if (count == capacity) {
            size_t more = capacity ? 2 * capacity : 16;
            algorithm = rd_arena_grow(arena, algorithm, capacity, more, sizeof found);
            capacity = more;
        }
        found.label = found.options[0]
                          ? rd_arena_print(arena, "%s (%s)", found.algorithm, found.options)
                          : found.algorithm;
        algorithm[count++] = found;
        qsort(algorithm, count, sizeof found, by_label);
    }
    *ret_count = count;
    return algorithm;
}

static double time_of(const struct rd_result_row *row)
{
    if (strcmp(row->status, "ok") != 0)
        return NAN;
    return isnan(row->simulated_s) ? row->planned_s : row->simulated_s;
}

static int by_point(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    int order = strcmp(a->row->point, b->row->point);
    return order ? order : strcmp(a->row->key, b->row->key);
}

/* Finds each row's value and contestant, and lays the rows of a point together. */
static void place_rows(struct comparing *comparing, size_t parameter)
{
    struct rd_comparison *comparison = comparing->comparison;
    const struct rd_results_table *table = comparing->table;
    for (size_t i = 0; i < table->row_count; i++) {
        struct entry *entry = &comparing->entry[i];
        const char *value = value_of(table, i, parameter);
        struct rd_compared_algorithm who = {.algorithm = table->row[i]->algorithm,
                                            .options = table->row[i]->options};
        const char *const *place =
            bsearch(&value, comparison->value, comparison->value_count, sizeof value, by_value);
        const struct rd_compared_algorithm *found =
            bsearch(&who, comparison->algorithm, comparison->algorithm_count, sizeof who, by_label);
        rd_assert(place && found);
        *entry = (struct entry){.row = table->row[i],
                                .value = (size_t)(place - comparison->value),
                                .algorithm = (size_t)(found - comparison->algorithm),
                                .time_s = time_of(table->row[i]),
                                .measure = NAN};
    }
    qsort(comparing->entry, table->row_count, sizeof *comparing->entry, by_point);
}

static double measure_of(const struct entry *entry, double best_s, enum rd_measure measure)
{
    switch (measure) {
    case RD_MEASURE_BEST:
        if (isnan(entry->time_s))
            return NAN;
        return best_s > 0 ? entry->time_s / best_s : entry->time_s > 0 ? NAN : 1;
    case RD_MEASURE_RATIO: return isnan(entry->time_s) ? NAN : entry->row->ratio;
    case RD_MEASURE_TIME: return entry->time_s;
    }
    rd_assert(!"a measure that nobody knows");
    return NAN;
}

static void count_row(struct comparing *comparing, const struct entry *entry, double best_s)
{
    const struct rd_comparison *comparison = comparing->comparison;
    struct rd_comparison_cell *cell =
        &comparing->cell[entry->value * comparison->algorithm_count + entry->algorithm];
    cell->refused += strcmp(entry->row->status, "refused") == 0;
    cell->failed += strcmp(entry->row->status, "failed") == 0;
    if (isnan(entry->time_s))
        return;
    cell->wins += rd_times_agree(entry->time_s, best_s, best_s);
    if (!isnan(entry->measure))
        rd_mean_add(&cell->mean, entry->measure);
}

/* Takes in the rows of one point. */
static void count_point(struct comparing *comparing, struct entry *entry, size_t count)
{
    size_t algorithms = comparing->comparison->algorithm_count;
    double best_s = INFINITY;
    for (size_t i = 0; i < count; i++)
        best_s = fmin(best_s, entry[i].time_s); /* which leaves NAN out */
    for (size_t i = 0; i < count; i++) {
        entry[i].measure = measure_of(&entry[i], best_s, comparing->comparison->measure);
        count_row(comparing, &entry[i], best_s);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if (i != j && !isnan(entry[i].measure) && !isnan(entry[j].measure))
                rd_mean_add(
                    &comparing->difference[(entry[i].value * algorithms + entry[i].algorithm) *
                                               algorithms +
                                           entry[j].algorithm],
                    entry[i].measure - entry[j].measure);
}

/* Which of two is better at a value? -1 the first, 1 the second, 0 neither or not known. */
static int better(const struct comparing *comparing, size_t value, size_t one, size_t other,
                  bool *ret_sure)
{
    size_t algorithms = comparing->comparison->algorithm_count;
    const struct rd_mean *difference =
        &comparing->difference[(value * algorithms + one) * algorithms + other];
    *ret_sure = difference->count > 1 && fabs(difference->mean) > rd_mean_half_width(difference);
    if (difference->count == 0 || fabs(difference->mean) < 1e-9)
        return 0;
    return difference->mean < 0 ? -1 : 1;
}

static void add_crossover(struct comparing *comparing, const struct rd_crossover *crossover)
{
    struct rd_comparison *comparison = comparing->comparison;
    struct rd_crossover *grown =
        rd_arena_take(comparing->arena, comparison->crossover_count + 1, sizeof *grown);
    if (comparison->crossover_count > 0)
        memcpy(grown, comparison->crossover, comparison->crossover_count * sizeof *grown);
    grown[comparison->crossover_count++] = *crossover;
    comparison->crossover = grown;
}

/* Follows one pair along the values. */
static void find_crossovers(struct comparing *comparing, size_t one, size_t other)
{
    const struct rd_comparison *comparison = comparing->comparison;
    int before = 0;
    size_t before_value = 0;
    bool before_sure = false;
    for (size_t value = 0; value < comparison->value_count; value++) {
        bool sure;
        int now = better(comparing, value, one, other, &sure);
        if (now == 0)
            continue;
        if (before != 0 && now != before) {
            struct rd_crossover crossover = {.before = before_value,
                                             .after = value,
                                             .overtaken = before < 0 ? one : other,
                                             .overtaker = before < 0 ? other : one,
                                             .sure = before_sure && sure};
            add_crossover(comparing, &crossover);
        }
        before = now;
        before_value = value;
        before_sure = sure;
    }
}

void rd_compare(const struct rd_results_table *table, const char *parameter,
                enum rd_measure measure, struct rd_arena *arena,
                struct rd_comparison *ret_comparison)
{
    size_t index = parameter_index(table, parameter);
    struct rd_comparison comparison = {.parameter = parameter, .measure = measure};
    comparison.value = gather_values(table, index, arena, &comparison.value_count);
    comparison.algorithm = gather_contestants(table, arena, &comparison.algorithm_count);
    size_t algorithms = comparison.algorithm_count;
    struct rd_comparison_cell *cell =
        rd_take(arena, comparison.value_count * algorithms, struct rd_comparison_cell);
    comparison.cell = cell;
    struct comparing comparing = {
        .cell = cell,
        .table = table,
        .comparison = &comparison,
        .entry = rd_take(arena, table->row_count, struct entry),
        .arena = arena,
        .difference =
            rd_take(arena, comparison.value_count * algorithms * algorithms, struct rd_mean)};
    place_rows(&comparing, index);
    for (size_t start = 0, end; start < table->row_count; start = end) {
        for (end = start + 1;
             end < table->row_count &&
             strcmp(comparing.entry[start].row->point, comparing.entry[end].row->point) == 0;)
            end++;
        count_point(&comparing, &comparing.entry[start], end - start);
    }
    for (size_t one = 0; parameter && one < algorithms; one++)
        for (size_t other = one + 1; other < algorithms; other++)
            find_crossovers(&comparing, one, other);
    *ret_comparison = comparison;
}

size_t rd_compare_by_each(const struct rd_results_table *table, enum rd_measure measure,
                          struct rd_arena *arena, struct rd_comparison **ret_comparison)
{
    struct rd_comparison *comparison =
        rd_take(arena, table->parameter_count + 1, struct rd_comparison);
    size_t count = 0;
    for (size_t i = 0; i < table->parameter_count; i++)
        if (count_values(table, i) > 1)
            rd_compare(table, table->parameter[i], measure, arena, &comparison[count++]);
    if (count == 0)
        rd_compare(table, NULL, measure, arena, &comparison[count++]);
    *ret_comparison = comparison;
    return count;
}
