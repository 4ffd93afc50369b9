#include "checks.h"

#include "sim/base/number_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const agreement_name[] = {[RD_NOT_PUBLISHED] = "-",
                                             [RD_AGREES] = "yes",
                                             [RD_UNDECIDED] = "undecided",
                                             [RD_DIFFERS] = "no",
                                             [RD_IMPOSSIBLE] = "no: impossible as published"};

static const char *const judged_by_name[] = {[RD_BY_LAW] = "law",
                                             [RD_BY_EARLIER_RUN] = "regression",
                                             [RD_BY_INDEPENDENT_RUN] = "independent"};

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
    double off = fabs(check->measured - check->published);
    double digit = rounding_of(check->published) * (1 + 1e-9);
    return off + check->half_width <= digit   ? RD_AGREES
           : off - check->half_width <= digit ? RD_UNDECIDED
           : check->impossible                ? RD_IMPOSSIBLE
                                              : RD_DIFFERS;
}

void rd_checks_add(struct rd_checks *checks, struct rd_check check)
{
    const double near = 1e-9;
    double slack = check.by == RD_BY_LAW ? -check.half_width : 0;
    if (check.by != RD_BY_LAW && check.low == check.high)
        slack = rounding_of(check.low);
    check.agreement = agreement_of(&check);
    double least = check.run_by_run ? check.least : check.measured + slack;
    double greatest = check.run_by_run ? check.greatest : check.measured - slack;
    check.met = least >= check.low - near * fabs(check.low) &&
                greatest <= check.high + near * fabs(check.high);
    checks->not_met += !check.met;
    rd_arena_add(checks->arena, checks->check, checks->count, check);
}

static const char *number(struct rd_arena *arena, double value)
{
    bool whole = fabs(value) >= 1e4 && fabs(value) < 1e15; /* 33000, where %.4g prints 3.3e+04 */
    return isnan(value) ? "-" : rd_arena_print(arena, whole ? "%.0f" : "%.4g", value);
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
        return rd_arena_print(arena, "at least %s", number(arena, check->low));
    if (isinf(check->low))
        return rd_arena_print(arena, "at most %s", number(arena, check->high));
    return rd_arena_print(arena, "%s to %s", number(arena, check->low), number(arena, check->high));
}

static const struct rd_sheet_column columns[] = {{"what", RD_IN_ALL},
                                                 {"published", RD_IN_ALL | RD_RIGHT},
                                                 {"measured", RD_IN_ALL | RD_RIGHT},
                                                 {"agrees", RD_IN_ALL},
                                                 {"accepted", RD_IN_ALL | RD_RIGHT},
                                                 {"by", RD_IN_ALL},
                                                 {"verdict", RD_IN_ALL | RD_COLOURED},
                                                 {"why", RD_IN_DATA},
                                                 {"ci_low", RD_IN_DATA},
                                                 {"ci_high", RD_IN_DATA},
                                                 {"accepted_low", RD_IN_DATA},
                                                 {"accepted_high", RD_IN_DATA}};

/* In full, for programs; nothing where there is no limit. */
static void add_limit(struct rd_sheet *sheet, double value)
{
    char text[RD_NUMBER_SIZE];
    rd_sheet_text(
        sheet, isfinite(value) ? rd_arena_text(sheet->arena, rd_number_shortest(value, text)) : "");
}

static void add_check(struct rd_sheet *sheet, const struct rd_check *check)
{
    rd_sheet_texts(sheet, check->what, number(sheet->arena, check->published));
    if (check->half_width > 1e-9 * fabs(check->measured)) /* up to that, times are equal */
        rd_sheet_print(sheet, check->half_width < 100 ? "%s +- %.2g" : "%s +- %.0f",
                       number(sheet->arena, check->measured), check->half_width);
    else
        rd_sheet_text(sheet, number(sheet->arena, check->measured));
    rd_sheet_text(sheet, agreement_name[check->agreement]);
    rd_sheet_text(sheet, accepted(sheet->arena, check));
    rd_sheet_text(sheet, !is_judged(check)   ? "-"
                         : check->run_by_run ? "law, each run"
                                             : judged_by_name[check->by]);
    rd_sheet_text(sheet, !is_judged(check) ? "-" : check->met ? "met" : "NOT MET");
    if (check->differs && check->agreement >= RD_DIFFERS)
        rd_sheet_print(sheet, "%s; published: %s", check->why, check->differs);
    else
        rd_sheet_text(sheet, check->why);
    add_limit(sheet, check->measured - check->half_width);
    add_limit(sheet, check->measured + check->half_width);
    add_limit(sheet, check->low);
    add_limit(sheet, check->high);
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
            fprintf(out, "  %zu %s not agree: %s\n", alike, alike == 1 ? "does" : "do", why) < 0)
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
        summary.undecided += check->agreement == RD_UNDECIDED;
        summary.differing += check->agreement >= RD_DIFFERS;
        summary.judged[check->by] += is_judged(check);
        summary.met[check->by] += is_judged(check) && check->met;
    }
    return summary;
}

bool rd_checks_write_summary(FILE *out, const char *title, const struct rd_checks_summary *counted)
{
    const size_t *met = counted->met, *judged = counted->judged;
    fprintf(out,
            "%s: %zu values: %zu agree%s with the paper, %zu do%s not, %zu undecided, "
            "%zu not published; laws %zu of %zu, regression %zu of %zu",
            title, counted->values, counted->agreeing, counted->agreeing == 1 ? "s" : "",
            counted->differing, counted->differing == 1 ? "es" : "", counted->undecided,
            counted->values - counted->agreeing - counted->undecided - counted->differing,
            met[RD_BY_LAW], judged[RD_BY_LAW], met[RD_BY_EARLIER_RUN], judged[RD_BY_EARLIER_RUN]);
    if (judged[RD_BY_INDEPENDENT_RUN] > 0)
        fprintf(out, ", independent %zu of %zu", met[RD_BY_INDEPENDENT_RUN],
                judged[RD_BY_INDEPENDENT_RUN]);
    return fputc('\n', out) != EOF;
}

bool rd_checks_write(FILE *out, enum rd_format format, const char *title,
                     const struct rd_checks *checks)
{
    struct rd_sheet sheet = rd_sheet_open(columns, sizeof columns / sizeof *columns, checks->arena);
    for (size_t i = 0; i < checks->count; i++)
        add_check(&sheet, &checks->check[i]);
    struct rd_checks_summary summary = rd_checks_count(checks);
    return rd_sheet_write(out, format, &sheet) &&
           (format != RD_FORMAT_TABLE ||
            (rd_checks_write_summary(out, title, &summary) && write_reasons(out, checks)));
}
