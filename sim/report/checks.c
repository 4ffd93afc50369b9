#include "checks.h"

#include "sim/base/number_text.h"

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

/* Is anything accepted, and something not? */
static bool is_judged(const struct rd_check *check)
{
    return !isinf(check->low) || !isinf(check->high);
}

static const char *accepted(struct rd_arena *arena, const struct rd_check *check)
{
    if (!is_judged(check))
        return "-";
    if (check->low == check->high)
        return number(arena, check->low);
    if (isinf(check->high))
        return rd_arena_print(arena, "at least %.4g", check->low);
    if (isinf(check->low))
        return rd_arena_print(arena, "at most %.4g", check->high);
    return rd_arena_print(arena, "%.4g to %.4g", check->low, check->high);
}

static const struct rd_sheet_column columns[] = {{"what", RD_IN_ALL},
                                                 {"published", RD_IN_ALL | RD_RIGHT},
                                                 {"measured", RD_IN_ALL | RD_RIGHT},
                                                 {"agrees", RD_IN_ALL},
                                                 {"accepted", RD_IN_ALL | RD_RIGHT},
                                                 {"by", RD_IN_ALL},
                                                 {"verdict", RD_IN_ALL | RD_COLOURED},
                                                 {"why", RD_IN_DATA}};

static void add_check(struct rd_sheet *sheet, const struct rd_check *check)
{
    rd_sheet_text(sheet, check->what);
    rd_sheet_text(sheet, number(sheet->arena, check->published));
    if (check->half_width > 0)
        rd_sheet_print(sheet, "%.4g +- %.2g", check->measured, check->half_width);
    else
        rd_sheet_text(sheet, number(sheet->arena, check->measured));
    rd_sheet_text(sheet, agreement_name[check->agreement]);
    rd_sheet_text(sheet, accepted(sheet->arena, check));
    rd_sheet_text(sheet, !is_judged(check) ? "-" : check->regression ? "earlier run" : "law");
    rd_sheet_text(sheet, !is_judged(check) ? "-" : check->met ? "met" : "NOT MET");
    if (check->differs && check->agreement >= RD_DIFFERS)
        rd_sheet_print(sheet, "%s; published: %s", check->why, check->differs);
    else
        rd_sheet_text(sheet, check->why);
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
        summary.laws += !check->regression && is_judged(check);
        summary.laws_met += !check->regression && is_judged(check) && check->met;
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

bool rd_checks_write(FILE *out, enum rd_format format, const char *title,
                     const struct rd_checks *checks)
{
    struct rd_sheet sheet = rd_sheet_open(columns, sizeof columns / sizeof *columns, checks->arena);
    for (size_t i = 0; i < checks->count; i++)
        add_check(&sheet, &checks->check[i]);
    return rd_sheet_write(out, format, &sheet) &&
           (format != RD_FORMAT_TABLE || write_summary(out, title, checks));
}
