#include "checks.h"

#include "json.h"
#include "text_table.h"

#include "sim/base/number_text.h"
#include "sim/csv/csv_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const agreement_name[] = {[RD_NOT_PUBLISHED] = "-",
                                             [RD_AGREES] = "yes",
                                             [RD_DIFFERS] = "no",
                                             [RD_IMPOSSIBLE] = "no: impossible as published"};

/* Half of the last digit of a number as it was printed. */
static double rounding_of(double published)
{
    char text[RD_NUMBER_SIZE];
    rd_number_shortest(published, text);
    const char *point = strchr(text, '.'), *exponent = strchr(text, 'e');
    size_t digits = point ? strspn(point + 1, "0123456789") : 0;
    double power = exponent ? strtod(exponent + 1, NULL) : 0;
    return 0.5 * pow(10, power - (double)digits);
}

static enum rd_agreement agreement_of(const struct rd_check *check)
{
    if (isnan(check->published))
        return RD_NOT_PUBLISHED;
    double slack = check->half_width + rounding_of(check->published) * (1 + 1e-9);
    return fabs(check->measured - check->published) <= slack ? RD_AGREES
           : check->impossible                               ? RD_IMPOSSIBLE
                                                             : RD_DIFFERS;
}

void rd_checks_add(struct rd_checks *checks, struct rd_check check)
{
    const double near = 1e-9;
    double slack = check.regression ? 0 : -check.half_width;
    if (check.regression && check.low == check.high)
        slack = rounding_of(check.low);
    check.agreement = agreement_of(&check);
    check.met = check.measured + slack >= check.low - near * fabs(check.low) &&
                check.measured - slack <= check.high + near * fabs(check.high);
    checks->not_met += !check.met;
    if (checks->count == checks->capacity) {
        size_t capacity = checks->capacity ? 2 * checks->capacity : 16;
        checks->check = rd_arena_grow(checks->arena, checks->check, checks->count, capacity,
                                      sizeof *checks->check);
        checks->capacity = capacity;
    }
    checks->check[checks->count++] = check;
}

static const char *number(struct rd_arena *arena, double value)
{
    return isnan(value) ? "-" : rd_arena_print(arena, "%.4g", value);
}

static const char *accepted(struct rd_arena *arena, const struct rd_check *check)
{
    if (check->low == check->high)
        return number(arena, check->low);
    if (isinf(check->high))
        return rd_arena_print(arena, "at least %.4g", check->low);
    if (isinf(check->low))
        return rd_arena_print(arena, "at most %.4g", check->high);
    return rd_arena_print(arena, "%.4g to %.4g", check->low, check->high);
}

enum { COLUMN_COUNT = 8, SHOWN_COUNT = 7 };

static const struct rd_text_column columns[COLUMN_COUNT] = {
    {"WHAT", false},    {"PUBLISHED", true}, {"MEASURED", true}, {"AGREES", false},
    {"ACCEPTED", true}, {"BY", false},       {"VERDICT", false}, {"WHY", false}};
static const char *const names[COLUMN_COUNT] = {"what",     "published", "measured", "agrees",
                                                "accepted", "by",        "verdict",  "why"};

static void fill_cells(const struct rd_check *check, struct rd_arena *arena,
                       const char *cell[COLUMN_COUNT])
{
    cell[0] = check->what;
    cell[1] = number(arena, check->published);
    cell[2] = check->half_width > 0
                  ? rd_arena_print(arena, "%.4g +- %.2g", check->measured, check->half_width)
                  : number(arena, check->measured);
    cell[3] = agreement_name[check->agreement];
    cell[4] = accepted(arena, check);
    cell[5] = check->regression ? "earlier run" : "law";
    cell[6] = check->met ? "met" : "NOT MET";
    cell[7] = check->differs && check->agreement >= RD_DIFFERS
                  ? rd_arena_print(arena, "%s; published: %s", check->why, check->differs)
                  : check->why;
}

/* Why values differ from a paper's: each reason once, with how many it explains. */
static bool write_reasons(FILE *out, const struct rd_checks *checks)
{
    for (size_t i = 0; i < checks->count; i++) {
        const struct rd_check *check = &checks->check[i];
        const char *why = check->differs ? check->differs : "not explained";
        size_t alike = 0, earlier = 0;
        for (size_t j = 0; j < checks->count; j++) {
            const struct rd_check *other = &checks->check[j];
            bool same = other->agreement >= RD_DIFFERS &&
                        strcmp(other->differs ? other->differs : "not explained", why) == 0;
            alike += same;
            earlier += same && j < i;
        }
        if (check->agreement >= RD_DIFFERS && earlier == 0 &&
            fprintf(out, "  %zu not as published: %s\n", alike, why) < 0)
            return false;
    }
    return true;
}

struct rd_checks_summary rd_checks_count(const struct rd_checks *checks)
{
    struct rd_checks_summary summary = {.values = checks->count};
    for (size_t i = 0; i < checks->count; i++) {
        const struct rd_check *check = &checks->check[i];
        summary.agreeing += check->agreement == RD_AGREES;
        summary.differing += check->agreement >= RD_DIFFERS;
        summary.laws += !check->regression;
        summary.laws_met += !check->regression && check->met;
        summary.runs += check->regression;
        summary.runs_met += check->regression && check->met;
    }
    return summary;
}

static bool write_summary(FILE *out, const char *title, const struct rd_checks *checks)
{
    struct rd_checks_summary counted = rd_checks_count(checks);
    return fprintf(out,
                   "%s: %zu values: %zu as published, %zu not, %zu not published; laws %zu of %zu "
                   "met, earlier runs %zu of %zu\n",
                   title, counted.values, counted.agreeing, counted.differing,
                   counted.values - counted.agreeing - counted.differing, counted.laws_met,
                   counted.laws, counted.runs_met, counted.runs) >= 0 &&
           write_reasons(out, checks);
}

static bool write_csv_line(FILE *out, const char *const cell[COLUMN_COUNT])
{
    bool good = true;
    for (size_t i = 0; good && i < COLUMN_COUNT; i++)
        good =
            rd_csv_write_field(out, cell[i]) && putc(i + 1 < COLUMN_COUNT ? ',' : '\n', out) >= 0;
    return good;
}

bool rd_checks_write(FILE *out, enum rd_format format, const char *title,
                     const struct rd_checks *checks)
{
    struct rd_json json;
    bool good = format != RD_FORMAT_CSV || write_csv_line(out, names);
    const char **cells = rd_take(checks->arena, checks->count * SHOWN_COUNT + 1, const char *);
    if (format == RD_FORMAT_JSON)
        rd_json_begin(&json, out, checks->arena);
    for (size_t i = 0; good && i < checks->count; i++) {
        const char *cell[COLUMN_COUNT];
        fill_cells(&checks->check[i], checks->arena, cell);
        memcpy(&cells[i * SHOWN_COUNT], cell, SHOWN_COUNT * sizeof *cell);
        if (format == RD_FORMAT_CSV)
            good = write_csv_line(out, cell);
        if (format != RD_FORMAT_JSON)
            continue;
        rd_json_object(&json);
        for (size_t j = 0; j < COLUMN_COUNT; j++)
            rd_json_text(&json, names[j], cell[j]);
    }
    struct rd_text_table table = {columns, SHOWN_COUNT, cells, checks->count};
    if (format == RD_FORMAT_JSON)
        return rd_json_end(&json);
    return good && (format == RD_FORMAT_CSV ||
                    (rd_text_table_write(out, &table) && write_summary(out, title, checks)));
}
