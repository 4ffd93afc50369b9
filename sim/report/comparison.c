#include "comparison.h"

#include "sim/base/integers.h"
#include "sim/base/rng.h"
#include "sim/model/trace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const rd_measure_names[] = {"best", "ratio", "time", NULL};

enum stream { RESAMPLE_STREAM = 61 };

/* Means of samples drawn with replacement: fewer where the runs of a comparison are very many, none
 * where those of a cell are: the mean of so many is as good as normally distributed. */
enum { RESAMPLES = 1000, LEAST_RESAMPLES = 200, RESAMPLE_WORK = 100000000, RESAMPLED_RUNS = 10000 };

/* One value of each parameter. */
struct group {
    const char *value[RD_BY_LIMIT];
    size_t count;
};

/* The groups of a table's rows: one for all values that are the same. */
struct grouping {
    struct group *group; /* [count], in order */
    size_t count;
    uint32_t *of_row; /* [rows of the table] */
};

struct comparing {
    const struct rd_results_table *table;
    struct rd_comparison *comparison;
    struct rd_compared_row *entry; /* [rows of the table], those of a point together */
    const uint32_t *value_of_row;  /* [rows of the table] */
    struct rd_arena *arena;
    struct rd_comparison_cell *cell; /* the comparison's, to be filled */
    struct rd_mean *difference;      /* [values * contestants * contestants], of the measure */
};

static int by_group(const void *one, const void *other)
{
    const struct group *a = one, *b = other;
    int order = 0;
    for (size_t i = 0; order == 0 && i < a->count; i++)
        order = rd_compare_values(a->value[i], b->value[i]);
    return order;
}

static uint32_t place_of(const struct grouping *grouping, const struct group *group)
{
    const struct group *place =
        bsearch(group, grouping->group, grouping->count, sizeof *group, by_group);
    rd_assert(place);
    return (uint32_t)(place - grouping->group);
}

/* Are the values the same texts, in the same place? Rows beside each other have them mostly. */
static bool is_same_group(const struct group *a, const struct group *b)
{
    return memcmp(a->value, b->value, a->count * sizeof *a->value) == 0;
}

static struct group group_of(const struct rd_results_table *table,
                             const struct rd_comparison_settings *settings, const size_t *parameter,
                             size_t row)
{
    struct group group = {.count = settings->by_count};
    for (size_t i = 0; i < settings->by_count; i++)
        group.value[i] = parameter[i] < table->parameter_count
                             ? rd_results_table_value(table, row, parameter[i])
                             : NULL;
    return group;
}

/* Sorts groups, and keeps each once. Returns: how many are left. */
static size_t keep_different(struct group *group, size_t row_count)
{
    size_t count = 0;
    qsort(group, row_count, sizeof *group, by_group);
    for (size_t i = 0; i < row_count; i++)
        if (count == 0 || by_group(&group[count - 1], &group[i]) != 0)
            group[count++] = group[i];
    return count;
}

/* From the arena. */
static struct grouping groups_of(const struct rd_results_table *table,
                                 const struct rd_comparison_settings *settings,
                                 struct rd_arena *arena)
{
    struct grouping grouping = {.of_row = rd_take(arena, table->rows->count, uint32_t)};
    struct group *run = NULL; /* of rows beside each other that have the same texts */
    size_t parameter[RD_BY_LIMIT], run_count = 0;
    for (size_t i = 0; i < settings->by_count; i++)
        parameter[i] = rd_results_table_parameter(table, settings->by[i]);
    for (size_t row = 0; row < table->rows->count; row++) {
        struct group group = group_of(table, settings, parameter, row);
        if (run_count == 0 || !is_same_group(&run[run_count - 1], &group))
            rd_arena_add(arena, run, run_count, group);
        grouping.of_row[row] = (uint32_t)run_count - 1;
    }
    grouping.group = rd_arena_copy(arena, run, run_count, sizeof *run);
    grouping.count = run_count > 0 ? keep_different(grouping.group, run_count) : 0;
    rd_arena_borrow(arena);
    uint32_t *place = rd_take(arena, run_count, uint32_t);
    for (size_t i = 0; i < run_count; i++)
        place[i] = place_of(&grouping, &run[i]);
    for (size_t row = 0; row < table->rows->count; row++)
        grouping.of_row[row] = place[grouping.of_row[row]];
    return grouping;
}

/* "8", "8, none"; NULL for a single value that is not there. */
static const char *group_label(const struct group *group, struct rd_arena *arena)
{
    const char *text = group->count > 0 ? group->value[0] : NULL;
    for (size_t i = 1; i < group->count; i++)
        text = rd_arena_print(arena, "%s, %s", text ? text : "(none)",
                              group->value[i] ? group->value[i] : "(none)");
    return text;
}

static double measure_of(const struct rd_compared_row *entry, double best_s,
                         enum rd_measure measure)
{
    switch (measure) {
    case RD_MEASURE_BEST:
        if (isnan(entry->time_s))
            return NAN;
        return best_s > 0 ? entry->time_s / best_s : entry->time_s > 0 ? NAN : 1;
    case RD_MEASURE_RATIO: return isnan(entry->time_s) ? NAN : entry->ratio;
    case RD_MEASURE_TIME: return entry->time_s;
    }
    rd_assert(!"a measure that nobody knows");
    return NAN;
}

static uint32_t value_of(const struct comparing *comparing, const struct rd_compared_row *entry)
{
    return comparing->value_of_row[entry->index];
}

static void count_row(struct comparing *comparing, const struct rd_compared_row *entry,
                      double best_s)
{
    const struct rd_comparison *comparison = comparing->comparison;
    struct rd_comparison_cell *cell =
        &comparing
             ->cell[value_of(comparing, entry) * comparison->algorithm_count + entry->algorithm];
    cell->refused += entry->status == RD_STATUS_REFUSED;
    cell->failed += entry->status == RD_STATUS_FAILED;
    if (isnan(entry->time_s))
        return;
    cell->wins += rd_times_agree(entry->time_s, best_s, best_s);
    if (isnan(entry->measure))
        return;
    size_t count = (size_t)cell->mean.count;
    rd_arena_add(comparing->arena, cell->sample, count, entry->measure);
    rd_mean_add(&cell->mean, entry->measure);
}

/* Did every algorithm end well here? */
static bool all_ended_well(const struct comparing *comparing, const struct rd_compared_row *entry,
                           size_t count)
{
    size_t well = 0;
    for (size_t i = 0; i < count; i++)
        well += !isnan(entry[i].time_s);
    return well >= comparing->comparison->algorithm_count;
}

/* What separates two algorithms at a value: the first less the second. */
static struct rd_mean *difference_of(const struct comparing *comparing, size_t value, size_t one,
                                     size_t other)
{
    size_t algorithms = comparing->comparison->algorithm_count;
    return &comparing->difference[(value * algorithms + one) * algorithms + other];
}

/* Takes in the rows of one point. */
static void count_point(struct comparing *comparing, struct rd_compared_row *entry, size_t count)
{
    double best_s = INFINITY;
    if (comparing->comparison->settings.common && !all_ended_well(comparing, entry, count)) {
        comparing->comparison->left_out++;
        return;
    }
    for (size_t i = 0; i < count; i++)
        best_s = fmin(best_s, entry[i].time_s); /* which leaves NAN out */
    for (size_t i = 0; i < count; i++) {
        entry[i].measure = measure_of(&entry[i], best_s, comparing->comparison->settings.measure);
        count_row(comparing, &entry[i], best_s);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if (i != j && !isnan(entry[i].measure) && !isnan(entry[j].measure))
                rd_mean_add(difference_of(comparing, value_of(comparing, &entry[i]),
                                          entry[i].algorithm, entry[j].algorithm),
                            entry[i].measure - entry[j].measure);
}

/* Which of two is better? -1 the first, 1 the second, 0 neither or not known. */
static int better(const struct rd_mean *difference)
{
    if (difference->count == 0 || fabs(difference->mean) < 1e-9)
        return 0;
    return difference->mean < 0 ? -1 : 1;
}

/* Does the 95 % interval exclude 0? */
static bool is_sure(const struct rd_mean *difference)
{
    return difference->count > 1 && fabs(difference->mean) > rd_mean_half_width(difference);
}

/* Follows one pair along the values. */
static void find_crossovers(struct comparing *comparing, size_t one, size_t other)
{
    struct rd_comparison *comparison = comparing->comparison;
    const struct rd_mean *before = NULL;
    size_t before_value = 0;
    for (size_t value = 0; value < comparison->value_count; value++) {
        const struct rd_mean *now = difference_of(comparing, value, one, other);
        if (better(now) == 0)
            continue;
        if (before && better(now) != better(before)) {
            bool first_was = better(before) < 0;
            struct rd_crossover crossover = {.before = before_value,
                                             .after = value,
                                             .overtaken = first_was ? one : other,
                                             .overtaker = first_was ? other : one,
                                             .sure = is_sure(before) && is_sure(now),
                                             .single = before->count == 1 || now->count == 1};
            rd_arena_add(comparing->arena, comparison->crossover, comparison->crossover_count,
                         crossover);
        }
        before = now;
        before_value = value;
    }
}

/* The interval of the mean of a ratio, which ends nowhere beyond the runs: from the means of
 * samples drawn with replacement. In: all: the runs of the whole comparison. */
static void resample(struct rd_comparison_cell *cell, size_t all, struct rd_arena *arena)
{
    size_t count = (size_t)cell->mean.count, times = RESAMPLE_WORK / all;
    if (count > RESAMPLED_RUNS) {
        cell->low = fmax(cell->low, cell->sample[0]);
        cell->high = fmin(cell->high, cell->sample[count - 1]);
        return;
    }
    times = times > RESAMPLES ? RESAMPLES : times < LEAST_RESAMPLES ? LEAST_RESAMPLES : times;
    rd_arena_borrow(arena);
    double *mean = rd_take(arena, times, double);
    struct rd_rng rng = rd_rng_seeded(1, RESAMPLE_STREAM);
    for (size_t i = 0; i < times; i++) {
        double sum = 0;
        for (size_t j = 0; j < count; j++)
            sum += cell->sample[rd_rng_below(&rng, count)];
        /* Rounding leaves the range of the runs no more than drawing does. */
        mean[i] = fmin(cell->sample[count - 1], fmax(cell->sample[0], sum / (double)count));
    }
    rd_sort_numbers(mean, times);
    cell->low = rd_quantile(mean, times, 0.025);
    cell->high = rd_quantile(mean, times, 0.975);
}

/* What only all runs of a cell together tell. */
static void finish_cell(struct rd_comparison_cell *cell, enum rd_measure measure, size_t all,
                        struct rd_arena *arena)
{
    size_t count = (size_t)cell->mean.count;
    rd_sort_numbers(cell->sample, count);
    for (int i = 0; i < RD_QUANTILE_COUNT; i++)
        cell->quantile[i] =
            count > 0 ? rd_quantile(cell->sample, count, i / (RD_QUANTILE_COUNT - 1.)) : NAN;
    double half = count > 1 ? rd_mean_half_width(&cell->mean) : NAN;
    cell->low = cell->mean.mean - half;
    cell->high = cell->mean.mean + half;
    if (count > 1 && measure != RD_MEASURE_TIME)
        resample(cell, all, arena);
}

/* Fills in what the cells need of others. */
static void finish_cells(struct comparing *comparing)
{
    struct rd_comparison *comparison = comparing->comparison;
    const struct rd_comparison_settings *settings = &comparison->settings;
    size_t algorithms = comparison->algorithm_count, base = 0;
    while (settings->against && base < algorithms &&
           !rd_is_named(&comparison->algorithm[base], settings->against))
        base++;
    for (size_t i = 0; i < comparison->value_count * algorithms; i++) {
        finish_cell(&comparing->cell[i], settings->measure, comparing->table->rows->count,
                    comparing->arena);
        if (settings->against && base < algorithms)
            comparing->cell[i].difference = comparing->difference[i * algorithms + base];
    }
}

static const char *ended_well_nowhere(const struct comparing *comparing)
{
    const struct rd_comparison *comparison = comparing->comparison;
    bool *well = rd_take(comparing->arena, comparison->algorithm_count, bool);
    const char *text = NULL;
    for (size_t i = 0; i < comparing->table->rows->count; i++)
        well[comparing->entry[i].algorithm] |= !isnan(comparing->entry[i].time_s);
    for (size_t i = 0; i < comparison->algorithm_count; i++)
        if (!well[i])
            text = rd_arena_print(comparing->arena, "%s%s%s", text ? text : "", text ? ", " : "",
                                  comparison->algorithm[i].label);
    return text;
}

static const char *joined(const struct rd_comparison_settings *settings, struct rd_arena *arena)
{
    const char *text = settings->by_count > 0 ? settings->by[0] : NULL;
    for (size_t i = 1; i < settings->by_count; i++)
        text = rd_arena_print(arena, "%s, %s", text, settings->by[i]);
    return text;
}

/* The values that are compared, by parameter and joined. */
static void set_values(struct rd_comparison *comparison, const struct group *group,
                       struct rd_arena *arena)
{
    size_t by_count = comparison->settings.by_count;
    const char **value = rd_take(arena, comparison->value_count, const char *);
    const char **by_value = rd_take(arena, comparison->value_count * by_count, const char *);
    for (size_t i = 0; i < comparison->value_count; i++) {
        value[i] = group_label(&group[i], arena);
        for (size_t by = 0; by < by_count; by++)
            by_value[i * by_count + by] = group[i].value[by];
    }
    comparison->value = value;
    comparison->by_value = by_value;
}

bool rd_comparison_ranks(const struct rd_comparison_settings *settings)
{
    return settings->by_count == 1 && settings->measure != RD_MEASURE_RATIO;
}

void rd_compare(const struct rd_results_table *table, const struct rd_comparison_settings *settings,
                struct rd_arena *arena, struct rd_comparison *ret_comparison)
{
    struct rd_comparison comparison = {.settings = *settings, .parameter = joined(settings, arena)};
    const struct grouping grouping = groups_of(table, settings, arena);
    comparison.value_count = grouping.count;
    set_values(&comparison, grouping.group, arena);
    struct rd_compared_rows *rows =
        settings->rows ? settings->rows : rd_compared_rows(table, arena);
    comparison.algorithm = rows->algorithm;
    comparison.algorithm_count = rows->algorithm_count;
    size_t algorithms = comparison.algorithm_count;
    if (settings->cell_limit > 0 && comparison.value_count * algorithms > settings->cell_limit) {
        *ret_comparison = comparison;
        return;
    }
    struct rd_comparison_cell *cell =
        rd_take(arena, comparison.value_count * algorithms, struct rd_comparison_cell);
    comparison.cell = cell;
    struct comparing comparing = {
        .cell = cell,
        .table = table,
        .value_of_row = grouping.of_row,
        .comparison = &comparison,
        .entry = rows->row,
        .arena = arena,
        .difference =
            rd_take(arena, comparison.value_count * algorithms * algorithms, struct rd_mean)};
    for (size_t i = 0; i < table->rows->count; i++)
        comparing.entry[i].measure = NAN;
    for (size_t start = 0, end; start < table->rows->count; start = end) {
        for (end = start + 1; end < table->rows->count &&
                              comparing.entry[start].point == comparing.entry[end].point;)
            end++;
        count_point(&comparing, &comparing.entry[start], end - start);
    }
    finish_cells(&comparing);
    comparison.nowhere = ended_well_nowhere(&comparing);
    for (size_t one = 0; rd_comparison_ranks(settings) && one < algorithms; one++)
        for (size_t other = one + 1; other < algorithms; other++)
            find_crossovers(&comparing, one, other);
    *ret_comparison = comparison;
}

size_t rd_parameter_values(const struct rd_results_table *table, size_t parameter,
                           struct rd_arena *arena, const char *const **ret_value)
{
    const struct rd_comparison_settings by = {.by = {table->parameter[parameter]}, .by_count = 1};
    const struct grouping grouping = groups_of(table, &by, arena);
    const char **value = rd_take(arena, grouping.count, const char *);
    for (size_t i = 0; i < grouping.count; i++)
        value[i] = grouping.group[i].value[0] ? grouping.group[i].value[0] : "(none)";
    *ret_value = value;
    return grouping.count;
}

static bool varies(const struct rd_results_table *table, size_t parameter)
{
    for (size_t i = 1; i < table->rows->count; i++) {
        const char *one = rd_results_table_value(table, 0, parameter);
        const char *other = rd_results_table_value(table, i, parameter);
        if (one != other && rd_compare_values(one, other) != 0)
            return true;
    }
    return false;
}

size_t rd_compare_by_each(const struct rd_results_table *table,
                          const struct rd_comparison_settings *settings, struct rd_arena *arena,
                          struct rd_comparison **ret_comparison)
{
    struct rd_comparison *comparison =
        rd_take(arena, table->parameter_count + 1, struct rd_comparison);
    struct rd_comparison_settings each = *settings;
    size_t count = 0;
    if (!each.rows)
        each.rows = rd_compared_rows(table, arena);
    for (size_t i = 0; i < table->parameter_count; i++) {
        each.by[0] = table->parameter[i];
        each.by_count = 1;
        if (varies(table, i))
            rd_compare(table, &each, arena, &comparison[count++]);
    }
    each.by_count = 0;
    if (count == 0)
        rd_compare(table, &each, arena, &comparison[count++]);
    *ret_comparison = comparison;
    return count;
}
