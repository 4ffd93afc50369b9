#include "tables.h"

#include "csv.h"
#include "json.h"
#include "text_table.h"

#include "sim/base/number_text.h"
#include "sim/model/options.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

bool rd_format_of_name(const char *name, enum rd_format *ret_format)
{
    static const char *const names[] = {
        [RD_FORMAT_TABLE] = "table", [RD_FORMAT_JSON] = "json", [RD_FORMAT_CSV] = "csv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) {
            *ret_format = (enum rd_format)i;
            return true;
        }
    return false;
}

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
    return rd_arena_print(arena, "%s", isfinite(ratio) ? rd_number_text(ratio, 5, text) : "-");
}

/* A count, or "-" where there is nothing to count. */
static const char *count_cell(int64_t count, bool known, struct rd_arena *arena)
{
    return known ? rd_arena_print(arena, "%" PRId64, count) : "-";
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

enum {
    ALGORITHM,
    STATUS,
    BOUND,
    PLANNED,
    SIMULATED,
    RATIO,
    OPTIMAL,
    ITEMS,
    TRANSFERS,
    STEPS, /* last: left out where no run has steps */
    COLUMN_COUNT
};

static const struct rd_text_column column[COLUMN_COUNT] = {
    [ALGORITHM] = {"ALGORITHM", false}, [STATUS] = {"STATUS", false},
    [BOUND] = {"BOUND", true},          [PLANNED] = {"PLANNED", true},
    [SIMULATED] = {"SIMULATED", true},  [RATIO] = {"RATIO", true},
    [OPTIMAL] = {"OPTIMAL", false},     [ITEMS] = {"ITEMS", true},
    [TRANSFERS] = {"TRANSFERS", true},  [STEPS] = {"STEPS", true},
};

/* In: cell [column_count], with or without the steps. */
static void fill_row(const struct rd_result *result, size_t column_count, const char **cell,
                     struct rd_arena *arena)
{
    bool ran = result->status != RD_STATUS_REFUSED;
    cell[ALGORITHM] = label(result, arena);
    cell[STATUS] = rd_status_name(result->status);
    cell[BOUND] = time_cell(result->bound_known ? result->bound.seconds : NAN, arena);
    cell[PLANNED] = time_cell(result->planned_s, arena);
    cell[SIMULATED] = time_cell(result->simulated_s, arena);
    cell[RATIO] = ratio_cell(result->ratio, arena);
    cell[OPTIMAL] = ran ? rd_optimal_name(result->optimal) : "-";
    cell[ITEMS] = count_cell(result->items_moved, ran, arena);
    cell[TRANSFERS] = count_cell(result->transfers, ran, arena);
    if (column_count > STEPS)
        cell[STEPS] = count_cell(result->steps, result->steps >= 0, arena);
}

static bool write_columns(FILE *out, const struct rd_result *result, size_t count,
                          struct rd_arena *arena)
{
    bool has_steps = false;
    for (size_t i = 0; i < count; i++)
        has_steps = has_steps || result[i].steps >= 0;
    size_t column_count = has_steps ? COLUMN_COUNT : STEPS;
    const char **cell = rd_take(arena, count * column_count, const char *);
    for (size_t i = 0; i < count; i++)
        fill_row(&result[i], column_count, cell + i * column_count, arena);
    return rd_text_table_write(
        out, &(struct rd_text_table){
                 .column = column, .column_count = column_count, .cell = cell, .row_count = count});
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
    case RD_OPTIMAL_NO: return "not optimal, a shorter schedule exists";
    case RD_OPTIMAL_UNKNOWN: break;
    }
    return "optimality open";
}

/* A time beside a bound. */
static const char *compared(const struct rd_result *result, const char *time, double time_s,
                            struct rd_arena *arena)
{
    double bound_s = result->bound.seconds;
    const char *bound = rd_arena_print(arena, "bound %s (%s)", time_cell(bound_s, arena),
                                       rd_bound_words(&result->bound, arena));
    if (fabs(time_s - bound_s) <= RD_TIME_TOLERANCE * fmax(time_s, bound_s))
        return rd_arena_print(arena, "%s = %s: %s", time, bound, verdict(result, arena));
    if (time_s < bound_s)
        return rd_arena_print(arena, "%s, below the %s, which holds for the exact model%s", time,
                              bound, strstr(result->model, "varying") ? " and nominal costs" : "");
    const char *times = isfinite(result->ratio)
                            ? rd_arena_print(arena, "%s times", ratio_cell(result->ratio, arena))
                            : "above";
    return rd_arena_print(arena, "%s, %s the %s: %s", time, times, bound, verdict(result, arena));
}

/* What a run that went well says of the bound, in words. */
static const char *in_words(const struct rd_result *result, struct rd_arena *arena)
{
    bool simulated = !isnan(result->simulated_s);
    double time_s = simulated ? result->simulated_s : result->planned_s;
    if (isnan(time_s))
        return "no time without a simulation";
    const char *time = rd_arena_print(arena, "%s %s", simulated ? "simulated" : "planned",
                                      time_cell(time_s, arena));
    if (result->bound_known)
        return compared(result, time, time_s, arena);
    return rd_arena_print(arena, "%s, no bound known: %s", time, verdict(result, arena));
}

static bool write_words(FILE *out, const struct rd_result *result, struct rd_arena *arena)
{
    const char *name = label(result, arena);
    const char *message = result->message ? result->message : "";
    bool written;
    if (result->status == RD_STATUS_OK)
        written = fprintf(out, "%s: %s%s%s\n", name, in_words(result, arena), *message ? "; " : "",
                          message) >= 0;
    else
        written = fprintf(out, "%s: %s: %s\n", name, rd_status_name(result->status), message) >= 0;
    if (written && result->expectation)
        written = fprintf(out, "%s: expectation not met: %s\n", name, result->expectation) >= 0;
    return written;
}

/* Do two results share a table? */
static bool belong_together(const struct rd_result *a, const struct rd_result *b)
{
    return strcmp(a->scenario, b->scenario) == 0 && a->host_count == b->host_count &&
           strcmp(a->model, b->model) == 0 && strcmp(a->ports, b->ports) == 0;
}

/* The results that a table shows: without those aside, unless all are. Returns: how many. */
static size_t choose_shown(const struct rd_result *result, size_t count,
                           struct rd_result *ret_shown)
{
    size_t shown = 0;
    for (size_t i = 0; i < count; i++)
        if (!rd_result_is_hidden(&result[i]))
            ret_shown[shown++] = result[i];
    if (shown == 0)
        memcpy(ret_shown, result, count * sizeof *result);
    return shown == 0 ? count : shown;
}

static bool write_group(FILE *out, const struct rd_result *group, size_t group_count,
                        struct rd_arena *arena)
{
    struct rd_result *result = rd_take(arena, group_count, struct rd_result);
    size_t count = choose_shown(group, group_count, result);
    bool is_pipelined = strcmp(result->ports, "pipelined") == 0;
    if (fprintf(out, "%s: %" PRIu32 " host%s, %s model, %s%s\n\n", result->scenario,
                result->host_count, result->host_count == 1 ? "" : "s", result->model,
                result->ports, is_pipelined ? " ports" : "-port") < 0 ||
        !write_columns(out, result, count, arena) || putc('\n', out) < 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!write_words(out, &result[i], arena))
            return false;
    return count == group_count ||
           fprintf(out, "\n%s\n", rd_hidden_words(group_count - count, arena)) >= 0;
}

static bool write_table(FILE *out, const struct rd_result *result, size_t result_count)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    bool written = true;
    for (size_t first = 0; written && first < result_count;) {
        size_t last = first + 1;
        while (last < result_count && belong_together(&result[first], &result[last]))
            last++;
        if (first > 0)
            written = putc('\n', out) >= 0;
        written = written && write_group(out, &result[first], last - first, &arena);
        first = last;
    }
    rd_arena_close(&arena);
    return written;
}

bool rd_results_write(FILE *out, enum rd_format format, const struct rd_result *result,
                      size_t result_count, const char *simgrid_version)
{
    switch (format) {
    case RD_FORMAT_TABLE: return write_table(out, result, result_count);
    case RD_FORMAT_JSON: return rd_results_write_json(out, result, result_count, simgrid_version);
    case RD_FORMAT_CSV: return rd_results_write_csv(out, result, result_count, simgrid_version);
    }
    rd_assert(!"a format without a writer");
    return false;
}
