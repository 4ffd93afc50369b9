#include "comparison.h"

#include "json.h"

#include "sim/csv/csv_text.h"
#include "sim/base/number_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

const char *const rd_measure_words[] = {"time / shortest time of any algorithm at the same point",
                                        "time / own bound", "seconds"};

static const struct rd_comparison_cell *cell_at(const struct rd_comparison *comparison,
                                                size_t value, size_t algorithm)
{
    return &comparison->cell[value * comparison->algorithm_count + algorithm];
}

/* Nobody with this name was asked anything at this value. */
static bool is_empty(const struct rd_comparison_cell *cell)
{
    return cell->mean.count == 0 && cell->wins == 0 && cell->refused == 0 && cell->failed == 0;
}

const char *rd_compared_value(const struct rd_comparison *comparison, size_t value)
{
    const char *text = comparison->value[value];
    return text ? text : "(none)";
}

/* --- tables ----------------------------------------------------------------------------------- */

enum { COLUMN_COUNT = 8 };

static const char *in_capitals(const char *name, struct rd_arena *arena)
{
    char *capitals = rd_arena_print(arena, "%s", name);
    for (char *c = capitals; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return capitals;
}

static void fill_line(const struct rd_comparison *comparison, size_t value, size_t algorithm,
                      struct rd_arena *arena, const char *cell[COLUMN_COUNT])
{
    const struct rd_comparison_cell *found = cell_at(comparison, value, algorithm);
    const struct rd_mean *mean = &found->mean;
    double half = rd_mean_half_width(mean);
    cell[0] = comparison->parameter ? rd_compared_value(comparison, value) : "all";
    cell[1] = comparison->algorithm[algorithm].label;
    cell[2] = rd_arena_print(arena, "%" PRId64, mean->count);
    cell[3] = mean->count > 0 ? rd_arena_print(arena, "%.5g", mean->mean) : "-";
    cell[4] = mean->count > 1
                  ? rd_arena_print(arena, "%.5g .. %.5g", mean->mean - half, mean->mean + half)
                  : "-";
    cell[5] = rd_arena_print(arena, "%" PRId64, found->wins);
    cell[6] = rd_arena_print(arena, "%" PRId64, found->refused);
    cell[7] = rd_arena_print(arena, "%" PRId64, found->failed);
}

struct rd_text_table rd_comparison_table(const struct rd_comparison *comparison,
                                         struct rd_arena *arena)
{
    const struct rd_text_column heading[COLUMN_COUNT] = {
        {comparison->parameter ? in_capitals(comparison->parameter, arena) : "POINTS", true},
        {"ALGORITHM", false},
        {"RUNS", true},
        {"MEAN", true},
        {"95 % INTERVAL", true},
        {"WINS", true},
        {"REFUSED", true},
        {"FAILED", true}};
    struct rd_text_column *column = rd_take(arena, COLUMN_COUNT, struct rd_text_column);
    const char **cell = rd_take(
        arena, comparison->value_count * comparison->algorithm_count * COLUMN_COUNT, const char *);
    size_t rows = 0;
    memcpy(column, heading, sizeof heading);
    for (size_t value = 0; value < comparison->value_count; value++)
        for (size_t i = 0; i < comparison->algorithm_count; i++)
            if (!is_empty(cell_at(comparison, value, i)))
                fill_line(comparison, value, i, arena, &cell[rows++ * COLUMN_COUNT]);
    return (struct rd_text_table){
        .column = column, .column_count = COLUMN_COUNT, .cell = cell, .row_count = rows};
}

const char *rd_crossover_text(const struct rd_comparison *comparison, size_t crossover,
                              struct rd_arena *arena)
{
    const struct rd_crossover *found = &comparison->crossover[crossover];
    return rd_arena_print(
        arena, "%s %s to %s: %s overtakes %s%s", comparison->parameter,
        rd_compared_value(comparison, found->before), rd_compared_value(comparison, found->after),
        comparison->algorithm[found->overtaker].label,
        comparison->algorithm[found->overtaken].label, found->sure ? "" : ", within the intervals");
}

static bool write_crossovers(FILE *out, const struct rd_comparison *comparison,
                             struct rd_arena *arena)
{
    for (size_t i = 0; i < comparison->crossover_count; i++)
        if (fprintf(out, "%s%s\n", i == 0 ? "\n" : "", rd_crossover_text(comparison, i, arena)) < 0)
            return false;
    return comparison->crossover_count > 0 || !comparison->parameter ||
           fputs("\nno algorithm overtakes another\n", out) >= 0;
}

static bool write_table(FILE *out, const struct rd_comparison *comparison, struct rd_arena *arena)
{
    struct rd_text_table table = rd_comparison_table(comparison, arena);
    return fprintf(out, "%s%s; the mean is of: %s\n\n", comparison->parameter ? "by " : "",
                   comparison->parameter ? comparison->parameter : "all points",
                   rd_measure_words[comparison->measure]) >= 0 &&
           rd_text_table_write(out, &table) && write_crossovers(out, comparison, arena);
}

/* --- CSV and JSON ------------------------------------------------------------------------------
 */

static bool number(FILE *out, double value)
{
    char digits[RD_NUMBER_SIZE];
    return putc(',', out) >= 0 &&
           (!isfinite(value) || fputs(rd_number_shortest(value, digits), out) >= 0);
}

/* An end of the interval; NAN without one. */
static double end_of(const struct rd_mean *mean, double sign)
{
    return mean->count > 1 ? mean->mean + sign * rd_mean_half_width(mean) : NAN;
}

static bool write_csv_line(FILE *out, const struct rd_comparison *comparison, size_t value,
                           size_t algorithm)
{
    const struct rd_comparison_cell *cell = cell_at(comparison, value, algorithm);
    const struct rd_compared_algorithm *who = &comparison->algorithm[algorithm];
    const char *of = comparison->value[value];
    return (!comparison->parameter || rd_csv_write_field(out, comparison->parameter)) &&
           putc(',', out) >= 0 && (!of || rd_csv_write_field(out, of)) && putc(',', out) >= 0 &&
           rd_csv_write_field(out, who->algorithm) && putc(',', out) >= 0 &&
           rd_csv_write_field(out, who->options) &&
           fprintf(out, ",%s,%" PRId64, rd_measure_names[comparison->measure], cell->mean.count) >=
               0 &&
           number(out, cell->mean.count > 0 ? cell->mean.mean : NAN) &&
           number(out, end_of(&cell->mean, -1)) && number(out, end_of(&cell->mean, 1)) &&
           fprintf(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 "\n", cell->wins, cell->refused,
                   cell->failed) >= 0;
}

static bool write_csv(FILE *out, const struct rd_comparison *comparison, size_t count)
{
    if (fputs("parameter,value,algorithm,options,measure,runs,mean,low,high,wins,refused,failed\n",
              out) < 0)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t value = 0; value < comparison[i].value_count; value++)
            for (size_t who = 0; who < comparison[i].algorithm_count; who++)
                if (!is_empty(cell_at(&comparison[i], value, who)) &&
                    !write_csv_line(out, &comparison[i], value, who))
                    return false;
    return true;
}

static void write_json_cell(struct rd_json *json, const struct rd_comparison *comparison,
                            size_t value, size_t algorithm)
{
    const struct rd_comparison_cell *cell = cell_at(comparison, value, algorithm);
    const struct rd_compared_algorithm *who = &comparison->algorithm[algorithm];
    rd_json_object(json);
    rd_json_text(json, "kind", "cell");
    rd_json_text(json, "parameter", comparison->parameter);
    rd_json_text(json, "value", comparison->value[value]);
    rd_json_text(json, "algorithm", who->algorithm);
    rd_json_text(json, "options", who->options);
    rd_json_text(json, "measure", rd_measure_names[comparison->measure]);
    rd_json_member(json, "runs", json_integer(cell->mean.count));
    rd_json_number(json, "mean", cell->mean.count > 0 ? cell->mean.mean : NAN);
    rd_json_number(json, "low", end_of(&cell->mean, -1));
    rd_json_number(json, "high", end_of(&cell->mean, 1));
    rd_json_member(json, "wins", json_integer(cell->wins));
    rd_json_member(json, "refused", json_integer(cell->refused));
    rd_json_member(json, "failed", json_integer(cell->failed));
}

static void write_json_crossover(struct rd_json *json, const struct rd_comparison *comparison,
                                 const struct rd_crossover *crossover)
{
    rd_json_object(json);
    rd_json_text(json, "kind", "crossover");
    rd_json_text(json, "parameter", comparison->parameter);
    rd_json_text(json, "before", comparison->value[crossover->before]);
    rd_json_text(json, "after", comparison->value[crossover->after]);
    rd_json_text(json, "overtaker", comparison->algorithm[crossover->overtaker].label);
    rd_json_text(json, "overtaken", comparison->algorithm[crossover->overtaken].label);
    rd_json_member(json, "sure", json_boolean(crossover->sure));
}

static bool write_json(FILE *out, const struct rd_comparison *comparison, size_t count,
                       struct rd_arena *arena)
{
    struct rd_json json;
    rd_json_begin(&json, out, arena);
    for (size_t i = 0; i < count; i++) {
        for (size_t value = 0; value < comparison[i].value_count; value++)
            for (size_t who = 0; who < comparison[i].algorithm_count; who++)
                if (!is_empty(cell_at(&comparison[i], value, who)))
                    write_json_cell(&json, &comparison[i], value, who);
        for (size_t j = 0; j < comparison[i].crossover_count; j++)
            write_json_crossover(&json, &comparison[i], &comparison[i].crossover[j]);
    }
    return rd_json_end(&json);
}

bool rd_comparisons_write(FILE *out, enum rd_format format, const struct rd_comparison *comparison,
                          size_t count)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    bool written = true;
    if (format == RD_FORMAT_CSV)
        written = write_csv(out, comparison, count);
    else if (format == RD_FORMAT_JSON)
        written = write_json(out, comparison, count, &arena);
    else
        for (size_t i = 0; written && i < count; i++)
            written = (i == 0 || putc('\n', out) >= 0) && write_table(out, &comparison[i], &arena);
    rd_arena_close(&arena);
    return written;
}
