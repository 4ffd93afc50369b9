#include "comparison.h"
#include "terminal.h"

#include "sim/base/number_text.h"

#include <math.h>
#include <string.h>

const char *const rd_measure_words[] = {"time / shortest time of any algorithm at the same point",
                                        "time / bound", "seconds"};

const struct rd_comparison_cell *rd_compared_cell(const struct rd_comparison *comparison,
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

/* --- cells ------------------------------------------------------------------------------------ */

enum { NUMBER = RD_IN_DATA | RD_RAW, COUNT = RD_IN_ALL | RD_RAW | RD_RIGHT };

/* Each cell once for people, and once for programs. */
static const struct rd_sheet_column columns[] = {
    {"kind", RD_IN_JSON},
    {"parameter", RD_IN_DATA},
    {"value", RD_IN_DATA},
    {"points", RD_IN_TABLE | RD_RIGHT}, /* or the parameter */
    {"algorithm", RD_IN_DATA},
    {"algorithm", RD_IN_TABLE},
    {"options", RD_IN_DATA},
    {"measure", RD_IN_DATA},
    {"runs", COUNT},
    {"mean", NUMBER},
    {"mean", RD_IN_TABLE | RD_RIGHT},
    {"low", NUMBER},
    {"high", NUMBER},
    {"95 % interval", RD_IN_TABLE | RD_RIGHT},
    {"wins", COUNT},
    {"refused", COUNT},
    {"failed", COUNT},
    {"least", NUMBER},
    {"q25", NUMBER},
    {"median", NUMBER},
    {"q75", NUMBER},
    {"greatest", NUMBER},
    {"least", RD_RIGHT}, /* in tables if they are asked for */
    {"25 %", RD_RIGHT},
    {"median", RD_RIGHT},
    {"75 %", RD_RIGHT},
    {"greatest", RD_RIGHT},
    {"against", RD_IN_DATA},
    {"pairs", NUMBER | RD_RIGHT}, /* likewise */
    {"difference", NUMBER},
    {"difference", RD_RIGHT},
    {"difference_low", NUMBER},
    {"difference_high", NUMBER},
    {"95 % interval", RD_RIGHT},
};

enum {
    COLUMN_COUNT = sizeof columns / sizeof *columns,
    VALUE_COLUMN = 3,
    ALGORITHM_COLUMN = 5,
    QUANTILES = 22
};
enum { PAIRS = 28, DIFFERENCE = 30, DIFFERENCE_INTERVAL = 33 };

/* "1.25", or nothing. */
static void add_shown(struct rd_sheet *sheet, double value)
{
    rd_sheet_text(sheet, isnan(value) ? NULL : rd_arena_print(sheet->arena, "%.5g", value));
}

static void add_interval(struct rd_sheet *sheet, double low, double high)
{
    rd_sheet_text(sheet,
                  isnan(low) ? NULL : rd_arena_print(sheet->arena, "%.5g .. %.5g", low, high));
}

/* A mean; of factors that are not all 1 it does not read 1. */
static void add_mean(struct rd_sheet *sheet, double mean, enum rd_measure measure)
{
    enum { DIGITS = 5 };
    char text[RD_NUMBER_SIZE];
    if (measure != RD_MEASURE_TIME && mean > 1 &&
        strcmp(rd_number_text(mean, DIGITS, text), "1") == 0)
        rd_sheet_print(sheet, "%s", rd_factor_text(mean, DIGITS, text));
    else
        add_shown(sheet, mean);
}

/* Did it refuse, or fail, where others may have ended well? Its mean is of the other points. */
static bool is_marked(const struct rd_comparison_cell *cell)
{
    return cell->mean.count > 0 && cell->refused + cell->failed > 0;
}

static void add_difference(struct rd_sheet *sheet, const struct rd_comparison *comparison,
                           const struct rd_mean *difference)
{
    const char *against = comparison->settings.against;
    double mean = difference->count > 0 ? difference->mean : NAN;
    double half = difference->count > 1 ? rd_mean_half_width(difference) : NAN;
    rd_sheet_text(sheet, against);
    rd_sheet_count(sheet, difference->count, against != NULL);
    rd_sheet_number(sheet, mean);
    add_shown(sheet, mean);
    rd_sheet_number(sheet, mean - half);
    rd_sheet_number(sheet, mean + half);
    add_interval(sheet, mean - half, mean + half);
}

/* How many parameters have a column of their own, for programs: all of several. */
static size_t own_columns(const struct rd_comparison *comparison)
{
    return comparison->settings.by_count > 1 ? comparison->settings.by_count : 0;
}

static void add_cell(struct rd_sheet *sheet, const struct rd_comparison *comparison, size_t value,
                     size_t algorithm)
{
    const struct rd_comparison_cell *cell = rd_compared_cell(comparison, value, algorithm);
    const struct rd_compared_algorithm *who = &comparison->algorithm[algorithm];
    double mean = cell->mean.count > 0 ? cell->mean.mean : NAN;
    for (size_t by = 0; by < own_columns(comparison); by++)
        rd_sheet_text(sheet, comparison->by_value[value * comparison->settings.by_count + by]);
    rd_sheet_texts(sheet, "cell", comparison->parameter, comparison->value[value],
                   comparison->parameter ? rd_compared_value(comparison, value) : "all",
                   who->algorithm);
    rd_sheet_print(sheet, "%s%s", who->label, is_marked(cell) ? " *" : "");
    rd_sheet_texts(sheet, who->options, rd_measure_names[comparison->settings.measure]);
    rd_sheet_integer(sheet, cell->mean.count);
    rd_sheet_number(sheet, mean);
    add_mean(sheet, mean, comparison->settings.measure);
    rd_sheet_number(sheet, cell->low);
    rd_sheet_number(sheet, cell->high);
    add_interval(sheet, cell->low, cell->high);
    rd_sheet_integer(sheet, cell->wins);
    rd_sheet_integer(sheet, cell->refused);
    rd_sheet_integer(sheet, cell->failed);
    for (int i = 0; i < RD_QUANTILE_COUNT; i++)
        rd_sheet_number(sheet, cell->quantile[i]);
    for (int i = 0; i < RD_QUANTILE_COUNT; i++)
        add_shown(sheet, cell->quantile[i]);
    add_difference(sheet, comparison, &cell->difference);
}

struct rd_sheet rd_comparison_sheet(const struct rd_comparison *comparison, struct rd_arena *arena)
{
    size_t own = own_columns(comparison);
    struct rd_sheet_column *all = rd_take(arena, own + COLUMN_COUNT, struct rd_sheet_column);
    struct rd_sheet_column *column = all + own;
    for (size_t by = 0; by < own; by++)
        all[by] = (struct rd_sheet_column){comparison->settings.by[by], RD_IN_DATA};
    memcpy(column, columns, sizeof columns);
    if (comparison->parameter)
        column[VALUE_COLUMN].key = comparison->parameter;
    for (int i = 0; comparison->settings.shows_quantiles && i < RD_QUANTILE_COUNT; i++)
        column[QUANTILES + i].flags |= RD_IN_TABLE;
    if (comparison->settings.against)
        column[PAIRS].flags |= RD_IN_TABLE, column[DIFFERENCE].flags |= RD_IN_TABLE,
            column[DIFFERENCE_INTERVAL].flags |= RD_IN_TABLE;
    struct rd_sheet sheet = rd_sheet_open(all, own + COLUMN_COUNT, arena);
    sheet.naming = own + ALGORITHM_COLUMN;
    for (size_t value = 0; value < comparison->value_count; value++)
        for (size_t i = 0; i < comparison->algorithm_count; i++)
            if (!is_empty(rd_compared_cell(comparison, value, i)))
                add_cell(&sheet, comparison, value, i);
    return sheet;
}

const char *rd_crossover_text(const struct rd_comparison *comparison, size_t crossover,
                              struct rd_arena *arena)
{
    const struct rd_crossover *found = &comparison->crossover[crossover];
    const char *doubt = found->single ? ", by a single run" : ", within the intervals";
    return rd_arena_print(arena, "%s %s to %s: %s overtakes %s%s", comparison->parameter,
                          rd_compared_value(comparison, found->before),
                          rd_compared_value(comparison, found->after),
                          comparison->algorithm[found->overtaker].label,
                          comparison->algorithm[found->overtaken].label, found->sure ? "" : doubt);
}

static void write_remarks(FILE *out, const struct rd_comparison *comparison, bool has_rows,
                          struct rd_arena *arena)
{
    bool marked = false;
    for (size_t i = 0; i < comparison->value_count * comparison->algorithm_count; i++)
        marked = marked || is_marked(&comparison->cell[i]);
    if (marked)
        fputs("\n*: refused or failed some runs, which its mean leaves out; --common compares "
              "where all ended well\n",
              out);
    if (comparison->left_out > 0)
        fprintf(out, "\n%s%zu points left out: not every algorithm ended well there%s%s%s\n",
                has_rows ? "" : "all ", comparison->left_out,
                comparison->nowhere ? "; at none did " : "",
                comparison->nowhere ? comparison->nowhere : "",
                comparison->nowhere ? " (--where algorithm=A,B compares others)" : "");
    for (size_t i = 0; i < comparison->crossover_count; i++)
        fprintf(out, "%s%s\n", i == 0 ? "\n" : "", rd_crossover_text(comparison, i, arena));
    if (has_rows && comparison->crossover_count == 0 && rd_comparison_ranks(&comparison->settings))
        fputs("\nno algorithm overtakes another\n", out);
}

static void add_crossovers(struct rd_json *json, const struct rd_comparison *comparison)
{
    for (size_t i = 0; i < comparison->crossover_count; i++) {
        const struct rd_crossover *crossover = &comparison->crossover[i];
        rd_json_object(json);
        rd_json_text(json, "kind", "crossover");
        rd_json_text(json, "parameter", comparison->parameter);
        rd_json_text(json, "before", comparison->value[crossover->before]);
        rd_json_text(json, "after", comparison->value[crossover->after]);
        rd_json_text(json, "overtaker", comparison->algorithm[crossover->overtaker].label);
        rd_json_text(json, "overtaken", comparison->algorithm[crossover->overtaken].label);
        rd_json_member(json, "sure", json_boolean(crossover->sure));
        rd_json_member(json, "single", json_boolean(crossover->single));
    }
}

static void write_data(FILE *out, enum rd_format format, const struct rd_comparison *comparison,
                       size_t count, struct rd_arena *arena)
{
    struct rd_sheet_stream stream;
    for (size_t i = 0; i < count; i++) {
        struct rd_sheet sheet = rd_comparison_sheet(&comparison[i], arena);
        if (i == 0)
            rd_sheet_begin(&stream, out, format, &sheet);
        rd_sheet_flush(&stream, &sheet);
        if (format == RD_FORMAT_JSON)
            add_crossovers(&stream.json, &comparison[i]);
    }
    if (count > 0)
        rd_sheet_end(&stream);
}

bool rd_comparisons_write(FILE *out, enum rd_format format, const struct rd_comparison *comparison,
                          size_t count)
{
    rd_arena_own(arena);
    bool is_data = format == RD_FORMAT_CSV || format == RD_FORMAT_JSON;
    if (is_data)
        write_data(out, format, comparison, count, &arena);
    for (size_t i = 0; !is_data && i < count; i++) {
        struct rd_sheet sheet = rd_comparison_sheet(&comparison[i], &arena);
        const char *parameter = comparison[i].parameter;
        fputs(i > 0 ? "\n" : "", out);
        const char *against = comparison[i].settings.against;
        if (format == RD_FORMAT_TABLE)
            rd_terminal_write_line(
                out,
                rd_arena_print(&arena, "%s%s; the mean is of: %s%s%s\n", parameter ? "by " : "",
                               parameter ? parameter : "all points",
                               rd_measure_words[comparison[i].settings.measure],
                               against ? "; the difference is from " : "", against ? against : ""));
        if (format == RD_FORMAT_TABLE && rd_sheet_rows(&sheet) == 0)
            fputs("nothing to compare\n", out);
        else
            rd_sheet_write(out, format, &sheet);
        if (format == RD_FORMAT_TABLE)
            write_remarks(out, &comparison[i], rd_sheet_rows(&sheet) > 0, &arena);
    }
    return !ferror(out);
}
