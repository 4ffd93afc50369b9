#include "tables.h"

#include "json.h"
#include "result_values.h"
#include "terminal.h"

#include "sim/base/number_text.h"
#include "sim/model/trace.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How many algorithms that take equally long are named. */
enum { NAMED_LIMIT = 6 };

const char *rd_time_text(double seconds, char text[RD_NUMBER_SIZE])
{
    if (isnan(seconds))
        return "-";
    if (isinf(seconds))
        return "infinite";
    return rd_number_text(seconds, 10, text);
}

/* "12 s", or "-". */
static const char *time_cell(double seconds, struct rd_arena *arena)
{
    char text[RD_NUMBER_SIZE];
    const char *shown = rd_time_text(seconds, text);
    return rd_arena_print(arena, isnan(seconds) ? "%s" : "%s s", shown);
}

/* "1.167", or "-". */
static const char *ratio_cell(double ratio, struct rd_arena *arena)
{
    char text[RD_NUMBER_SIZE];
    return rd_arena_text(arena, isfinite(ratio) ? rd_factor_text(ratio, 5, text) : "-");
}

/* The algorithm and what it was told: "switch-steps schedule=caterpillar". */
static const char *label(const struct rd_result *result, struct rd_arena *arena)
{
    const char *text = result->algorithm;
    for (size_t i = 0; i < result->option_count; i++)
        text = rd_arena_print(arena, "%s %s=%s", text, result->option[i].name,
                              result->option[i].value);
    return text;
}

/* What the table shows of a result in a column; NULL: nothing. */
static const char *cell_of(const struct rd_result *result, const struct rd_result_row *row,
                           const struct rd_column *column, struct rd_arena *arena)
{
    if (strcmp(column->name, "algorithm") == 0)
        return label(result, arena);
    if (strcmp(column->name, "optimal") == 0 && result->status == RD_STATUS_REFUSED)
        return NULL; /* there is no schedule that might be */
    if (column->kind == RD_COLUMN_TEXT)
        return rd_result_row_text(row, column);
    if (column->kind == RD_COLUMN_NUMBER)
        return *column->unit ? time_cell(rd_result_row_number(row, column), arena)
                             : ratio_cell(rd_result_row_number(row, column), arena);
    int64_t count = rd_result_row_integer(row, column);
    return count == RD_NO_INTEGER ? NULL : rd_arena_print(arena, "%" PRId64, count);
}

/* The columns of the table, and all its cells by row. Those that a table leaves out where they have
 * no value are left out. */
static struct rd_sheet fill_columns(const struct rd_result *result, size_t count,
                                    struct rd_arena *arena)
{
    const struct rd_columns shown = rd_columns_shown(RD_RUN_TABLE);
    struct rd_sheet_column *column = rd_take(arena, shown.count, struct rd_sheet_column);
    const char **cell = rd_take(arena, shown.count * count, const char *);
    struct rd_sheet sheet = rd_sheet_open(column, 0, arena);
    bool kept[RD_COLUMN_LIMIT];
    for (size_t j = 0; j < shown.count; j++)
        kept[j] = !(shown.column[j]->shown & RD_IF_ANY);
    for (size_t i = 0; i < count; i++) {
        struct rd_result_row row = rd_result_row_none;
        rd_result_row_read(&result[i], arena, &row);
        for (size_t j = 0; j < shown.count; j++) {
            cell[i * shown.count + j] = cell_of(&result[i], &row, shown.column[j], arena);
            kept[j] = kept[j] || cell[i * shown.count + j];
        }
    }
    for (size_t j = 0; j < shown.count; j++)
        if (kept[j])
            column[sheet.column_count++] = (struct rd_sheet_column){
                shown.column[j]->heading,
                RD_IN_TABLE | (shown.column[j]->kind == RD_COLUMN_TEXT ? RD_COLOURED : RD_RIGHT)};
    for (size_t i = 0; i < shown.count * count; i++)
        if (kept[i % shown.count])
            rd_sheet_text(&sheet, cell[i]);
    return sheet;
}

static bool write_columns(FILE *out, enum rd_format format, const struct rd_result *result,
                          size_t count, struct rd_arena *arena)
{
    struct rd_sheet sheet = fill_columns(result, count, arena);
    return rd_sheet_write(out, format, &sheet);
}

/* How much shorter another schedule may be at most, where the algorithm's theorem says so; or "".
 */
static const char *promise(const struct rd_result *result, struct rd_arena *arena)
{
    if (strcmp(result->model, "exact") != 0 ||
        !(result->ratio <= result->promised_ratio * (1 + RD_TIME_TOLERANCE)))
        return "";
    return rd_arena_print(arena, ", and at most %s times the optimum: a theorem",
                          ratio_cell(result->promised_ratio, arena));
}

/* Whether a shorter schedule exists, and what says so; of another row, by its name. */
static const char *verdict(const struct rd_result *result, struct rd_arena *arena)
{
    bool own = !result->proof || strcmp(result->proof, result->algorithm) == 0 ||
               (result->bound_known && strcmp(result->proof, result->bound.name) == 0);
    switch (result->optimal) {
    case RD_OPTIMAL_PROVED:
        return rd_arena_print(arena, "optimal, proved by %s%s%s%s",
                              rd_proof_name(result->proved_by), own ? "" : " (",
                              own ? "" : result->proof, own ? "" : ")");
    case RD_OPTIMAL_IN_CLASS:
        return rd_arena_print(arena, "optimal among %s schedules only, proved by %s (%s)",
                              rd_result_class(result), rd_proof_name(result->proved_by),
                              result->proof);
    case RD_OPTIMAL_NO:
        return rd_arena_print(arena, "not optimal, a shorter schedule exists%s",
                              promise(result, arena));
    case RD_OPTIMAL_UNKNOWN: break;
    }
    return rd_arena_print(arena, "optimality open%s", promise(result, arena));
}

static bool is_near(double time_s, double other_s)
{
    return fabs(time_s - other_s) <= RD_TIME_TOLERANCE * fmax(time_s, other_s);
}

/* " = bound 3 s", ", 2 times the bound 3 s". In: of, what the bound is of; or "". */
static const char *compared(double time_s, const struct rd_bound *bound, const char *of,
                            struct rd_arena *arena)
{
    double bound_s = bound->seconds;
    const char *words =
        rd_arena_print(arena, "bound %s%s (%s)", time_cell(bound_s, arena), of, bound->name);
    if (is_near(time_s, bound_s))
        return rd_arena_print(arena, *of ? ", equal to the %s" : " = %s", words);
    if (time_s < bound_s)
        return rd_arena_print(arena, ", below the %s, which holds for the exact model", words);
    if (bound_s == 0)
        return rd_arena_print(arena, ", above the %s", words);
    return rd_arena_print(arena, ", %s times the %s", ratio_cell(time_s / bound_s, arena), words);
}

/* Simulated, or else planned; NAN: neither. */
static double time_of(const struct rd_result *result)
{
    return isnan(result->simulated_s) ? result->planned_s : result->simulated_s;
}

/* What a run that went well says of its bounds, in words. */
static const char *in_words(const struct rd_result *result, struct rd_arena *arena)
{
    bool simulated = !isnan(result->simulated_s);
    double time_s = time_of(result);
    const struct rd_bound *bound = &result->bound, *of_class = &result->class_bound;
    if (isnan(time_s))
        return "no time without a simulation";
    const char *words = rd_arena_print(
        arena, "%s %s%s", simulated ? "simulated" : "planned", time_cell(time_s, arena),
        result->bound_known ? compared(time_s, bound, "", arena) : ", no bound known");
    if (result->bound_known && time_s < bound->seconds && !is_near(time_s, bound->seconds))
        return strstr(result->model, "varying")
                   ? rd_arena_print(arena, "%s and nominal costs", words)
                   : words;
    if (result->class_bound_known)
        words = rd_arena_print(
            arena, "%s%s", words,
            compared(time_s, of_class,
                     rd_arena_print(arena, " of %s schedules", of_class->schedule_class), arena));
    return rd_arena_print(arena, "%s: %s", words, verdict(result, arena));
}

/* What is said of a run, behind its name. */
static const char *words_of(const struct rd_result *result, struct rd_arena *arena)
{
    const char *message = result->message ? result->message : "";
    if (result->status != RD_STATUS_OK)
        return rd_arena_print(arena, "%s: %s", rd_status_name(result->status), message);
    return rd_arena_print(arena, *message ? "%s; %s" : "%s%s", in_words(result, arena), message);
}

static void write_words(FILE *out, const struct rd_result *result, struct rd_arena *arena)
{
    const char *name = label(result, arena);
    rd_terminal_write_line(out, rd_arena_print(arena, "%s: %s", name, words_of(result, arena)));
    if (result->expectation)
        rd_terminal_write_line(
            out, rd_arena_print(arena, "%s: expectation not met: %s", name, result->expectation));
}

static bool has_time(const struct rd_result *result)
{
    return result->status == RD_STATUS_OK && !isnan(time_of(result));
}

/* Is all that can be said of a run that it took so long? */
static bool is_plain(const struct rd_result *result)
{
    return has_time(result) && !result->expectation && !(result->message && *result->message);
}

/* The shortest run; of several, one that is proved. NULL: none has a time. */
static const struct rd_result *shortest(const struct rd_result *result, size_t count)
{
    const struct rd_result *best = NULL;
    for (const struct rd_result *row = result; row < result + count; row++) {
        if (!has_time(row))
            continue;
        bool is_equal = best && is_near(time_of(row), time_of(best));
        bool is_surer =
            best && row->optimal == RD_OPTIMAL_PROVED && best->optimal != RD_OPTIMAL_PROVED;
        if (!best || (is_equal ? is_surer : time_of(row) < time_of(best)))
            best = row;
    }
    return best;
}

/* The shortest runs and their bound, and one line on the others that went well. */
static void write_shortest(FILE *out, const struct rd_result *result, size_t count,
                           const struct rd_result *best, struct rd_arena *arena)
{
    const char *names = "";
    size_t as_short = 0, longer = 0;
    double longest_s = time_of(best);
    for (const struct rd_result *row = result; row < result + count; row++) {
        if (!has_time(row))
            continue;
        if (!is_near(time_of(row), time_of(best))) {
            longer++;
            longest_s = fmax(longest_s, time_of(row));
        } else if (as_short++ < NAMED_LIMIT) {
            names = rd_arena_print(arena, "%s%s%s", names, *names ? ", " : "", label(row, arena));
        }
    }
    if (as_short > NAMED_LIMIT)
        names = rd_arena_print(arena, "%s and %zu more", names, as_short - NAMED_LIMIT);
    rd_terminal_write_line(out, rd_arena_print(arena, "%s%s: %s", longer ? "shortest: " : "", names,
                                               words_of(best, arena)));
    if (longer)
        rd_terminal_write_line(
            out, rd_arena_print(
                     arena, "%zu other%s %s times as long (--verbose compares each with its bound)",
                     longer, longer == 1 ? ":" : "s: up to",
                     ratio_cell(longest_s / time_of(best), arena)));
}

/* In short: the shortest runs, and a line on each other run that did not go well or that has more
 * to say. */
static void write_summary(FILE *out, const struct rd_result *result, size_t count,
                          struct rd_arena *arena)
{
    const struct rd_result *best = shortest(result, count);
    if (best && !best->expectation)
        write_shortest(out, result, count, best, arena);
    for (const struct rd_result *row = result; row < result + count; row++)
        if (!is_plain(row) && (row != best || row->expectation))
            write_words(out, row, arena);
}

/* Do two results share a table? */
static bool belong_together(const struct rd_result *a, const struct rd_result *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && a->host_count == b->host_count &&
           strcmp(a->model, b->model) == 0 && strcmp(a->ports, b->ports) == 0;
}

/* The results that a table shows: all but misfits of "all" of which nothing was expected, unless
 * all are such. Returns: how many. */
static size_t choose_shown(const struct rd_result *result, size_t count,
                           struct rd_result *ret_shown)
{
    size_t shown = 0;
    for (size_t i = 0; i < count; i++)
        if (!result[i].is_inapplicable || result[i].expectation)
            ret_shown[shown++] = result[i];
    if (shown == 0)
        memcpy(ret_shown, result, count * sizeof *result);
    return shown == 0 ? count : shown;
}

/* What the asterisk of a column means, where there is one. */
static bool write_legend(FILE *out, const struct rd_result *result, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (result[i].optimal == RD_OPTIMAL_IN_CLASS) {
            rd_terminal_write_line(out, "proved*: no schedule of the same class is shorter; a "
                                        "legal schedule outside the class may be");
            return putc('\n', out) != EOF;
        }
    return true;
}

static bool write_group(FILE *out, struct rd_results_style style, const struct rd_result *group,
                        size_t group_count, struct rd_arena *arena)
{
    struct rd_result *result = rd_take(arena, group_count, struct rd_result);
    size_t count = choose_shown(group, group_count, result);
    bool is_pipelined = strcmp(result->ports, "pipelined") == 0;
    if (style.format != RD_FORMAT_TABLE)
        return write_columns(out, style.format, result, count, arena);
    if (fprintf(out, "%s: %" PRIu32 " host%s, %s model, %s%s\n\n", result->scenario,
                result->host_count, result->host_count == 1 ? "" : "s", result->model,
                result->ports, is_pipelined ? " ports" : "-port") < 0 ||
        !write_columns(out, style.format, result, count, arena) || putc('\n', out) < 0 ||
        !write_legend(out, result, count))
        return false;
    if (!style.verbose)
        write_summary(out, result, count, arena);
    for (size_t i = 0; style.verbose && i < count; i++)
        write_words(out, &result[i], arena);
    if (count < group_count)
        fprintf(out, "\n%s\n", rd_hidden_words(group_count - count, arena));
    return !ferror(out);
}

/* --- for programs ----------------------------------------------------------------------------- */

void rd_sheet_result(struct rd_sheet *sheet, const struct rd_result_row *row,
                     const struct rd_column *column)
{
    int64_t integer;
    switch (column->kind) {
    case RD_COLUMN_TEXT: rd_sheet_text(sheet, rd_result_row_text(row, column)); return;
    case RD_COLUMN_NUMBER: rd_sheet_number(sheet, rd_result_row_number(row, column)); return;
    case RD_COLUMN_TRUTH:
        integer = rd_result_row_integer(row, column);
        rd_sheet_text(sheet, integer == RD_NO_INTEGER ? NULL : integer ? "true" : "false");
        return;
    case RD_COLUMN_INTEGER:
        integer = rd_result_row_integer(row, column);
        rd_sheet_count(sheet, integer, integer != RD_NO_INTEGER);
        return;
    case RD_COLUMN_VALUE: rd_sheet_text(sheet, NULL);
    }
}

/* Adds a value of jansson's, which is given away; NULL: nothing. */
static void add_value(struct rd_sheet *sheet, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    if (text)
        rd_sheet_print(sheet, "%s", text);
    else
        rd_sheet_text(sheet, NULL);
    free(text);
    json_decref(value);
}

/* What redist run calls a column: it has no other seed than the run's. */
static const char *name_in_run(const struct rd_column *column)
{
    static const char of_run[] = "run_";
    size_t length = strlen(of_run);
    return strncmp(column->name, of_run, length) == 0 ? column->name + length : column->name;
}

static struct rd_sheet open_data(const struct rd_columns *shown, bool in_json,
                                 struct rd_arena *arena)
{
    struct rd_sheet_column *column = rd_take(arena, shown->count, struct rd_sheet_column);
    for (size_t i = 0; i < shown->count; i++) {
        const struct rd_column *of = shown->column[i];
        bool raw = of->kind != RD_COLUMN_TEXT || (in_json && rd_is_result_value(of->name));
        column[i] = (struct rd_sheet_column){name_in_run(of),
                                             RD_IN_DATA | (raw ? RD_RAW : 0) |
                                                 (of->shown & RD_LEFT_OUT ? RD_OPTIONAL : 0)};
    }
    return rd_sheet_open(column, shown->count, arena);
}

/* The same in CSV or JSON: the columns that docs/commands.md lists, in that order. */
static bool write_data(FILE *out, enum rd_format format, const struct rd_result *result,
                       size_t result_count)
{
    struct rd_sheet_stream stream;
    bool in_json = format == RD_FORMAT_JSON;
    const struct rd_columns shown = rd_columns_shown(in_json ? RD_RUN_JSON : RD_RUN_CSV);
    rd_json_use_own_memory();
    rd_arena_own(arena);
    struct rd_sheet sheet = open_data(&shown, in_json, &arena);
    rd_sheet_begin(&stream, out, format, &sheet);
    for (size_t i = 0; i < result_count; i++) {
        rd_arena_borrow(&arena);
        struct rd_result_row row = rd_result_row_none;
        rd_result_row_read(&result[i], &arena, &row);
        for (size_t j = 0; j < shown.count; j++) {
            const struct rd_column *column = shown.column[j];
            if (in_json && rd_is_result_value(column->name))
                add_value(&sheet, rd_result_value(&result[i], column->name, &arena));
            else
                rd_sheet_result(&sheet, &row, column);
        }
        rd_sheet_flush(&stream, &sheet);
    }
    return rd_sheet_end(&stream);
}

bool rd_results_write(FILE *out, struct rd_results_style style, const struct rd_result *result,
                      size_t result_count)
{
    if (style.format == RD_FORMAT_CSV || style.format == RD_FORMAT_JSON)
        return write_data(out, style.format, result, result_count);
    rd_arena_own(arena);
    bool written = true;
    for (size_t first = 0; written && first < result_count;) {
        size_t last = first + 1;
        while (last < result_count && belong_together(&result[first], &result[last]))
            last++;
        if (first > 0)
            written = putc('\n', out) >= 0;
        written = written && write_group(out, style, &result[first], last - first, &arena);
        first = last;
    }
    return written;
}
