#include "sim/cli/sensitivity/write_curve.h"

#include "sim/cli/arguments.h"
#include "sim/cli/picture_file.h"

#include "sim/base/number_text.h"
#include "sim/platform/host_names.h"
#include "sim/report/terminal.h"
#include "sim/sensitivity/curve.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct rd_sheet_column column[] = {
    {"speed", RD_IN_ALL | RD_RAW | RD_RIGHT}, {"kept", RD_IN_TABLE | RD_RIGHT},
    {"planned", RD_IN_TABLE | RD_RIGHT},      {"bound", RD_IN_TABLE | RD_RIGHT},
    {"kept_s", RD_IN_DATA | RD_RAW},          {"planned_s", RD_IN_DATA | RD_RAW},
    {"bound_s", RD_IN_DATA | RD_RAW},         {"corner", RD_IN_ALL | RD_RAW},
    {"bound_enough", RD_IN_DATA | RD_RAW},    {"plan_enough", RD_IN_DATA | RD_RAW},
};

struct picture {
    const struct rd_curve *curve;
    const char *scenario, *what;
    double bytes_per_s; /* of each link of the part as it is; NAN: they differ */
};

static bool draw(FILE *out, const void *context, struct rd_error *reterr)
{
    const struct picture *picture = context;
    return rd_curve_draw(out, picture->curve, picture->scenario, picture->what) ||
           rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the picture: %s", strerror(errno));
}

static void add_seconds(struct rd_sheet *sheet, double seconds)
{
    char text[RD_NUMBER_SIZE];
    if (isnan(seconds))
        rd_sheet_text(sheet, NULL);
    else
        rd_sheet_print(sheet, "%s s", rd_time_text(seconds, text));
}

static const char *corner_text(const struct rd_curve_point *point)
{
    bool bound = point->bound_enough, plan = point->plan_enough;
    return bound && plan   ? "enough"
           : bound         ? "enough for the bound"
           : plan          ? "enough for plans"
           : point->corner ? "corner"
                           : "";
}

static void add_row(struct rd_sheet *sheet, const struct rd_curve_point *point, bool is_table)
{
    char text[RD_NUMBER_SIZE];
    if (is_table)
        rd_sheet_print(sheet, "%s", rd_number_text(point->speed, 4, text));
    else
        rd_sheet_number(sheet, point->speed);
    add_seconds(sheet, point->kept_s);
    add_seconds(sheet, point->planned_s);
    add_seconds(sheet, point->bound_s);
    rd_sheet_number(sheet, point->kept_s);
    rd_sheet_number(sheet, point->planned_s);
    rd_sheet_number(sheet, point->bound_s);
    if (is_table)
        rd_sheet_text(sheet, corner_text(point));
    else
        rd_sheet_truth(sheet, point->corner);
    rd_sheet_truth(sheet, point->bound_enough);
    rd_sheet_truth(sheet, point->plan_enough);
}

enum { RATE_SIZE = RD_NUMBER_SIZE + 16 };

/* ", 5e+07 bytes/s" at a speed, or nothing. */
static const char *rate_text(const struct picture *picture, double speed, char text[RATE_SIZE])
{
    char number[RD_NUMBER_SIZE];
    text[0] = '\0';
    if (!isnan(picture->bytes_per_s))
        snprintf(text, RATE_SIZE, ", %s bytes/s",
                 rd_number_text(speed * picture->bytes_per_s, 6, number));
    return text;
}

/* In: what it is enough for. */
static void tell_enough(FILE *out, const struct picture *picture, const char *what, double speed)
{
    char number[RD_NUMBER_SIZE], rate[RATE_SIZE];
    if (!isnan(speed))
        fprintf(out, "enough    %s times%s: from there on %s as without limit\n",
                rd_number_text(speed, 6, number), rate_text(picture, speed, rate), what);
}

static void write_head(FILE *out, const void *what)
{
    const struct picture *picture = what;
    const struct rd_curve *curve = picture->curve;
    char rate[RATE_SIZE];
    fprintf(out, "speed     times the bandwidth of %s%s; kept: the plan of %s as it is\n",
            picture->what, rate_text(picture, 1, rate),
            curve->algorithm ? curve->algorithm : "nobody");
    tell_enough(out, picture, "the bound is", curve->bound_enough);
    tell_enough(out, picture, "the shortest plan found is", curve->plan_enough);
    if (curve->why_none)
        fprintf(out, "corners   unknown: %s\n", curve->why_none);
    else
        fprintf(out, "corners   %zu of the plan as it is, exactly%s\n", curve->corner_count,
                curve->corner_count > RD_CURVE_CORNERS ? "; the first are shown" : "");
}

/* That all links of a part have; NAN if they differ. */
static double bandwidth_of(const struct rd_upgrade *part, const struct rd_shared_links *links,
                           struct rd_arena *arena)
{
    double bytes_per_s = NAN;
    bool *marked = rd_take(arena, links->count, bool);
    rd_upgrade_mark(part, links, marked);
    for (uint32_t i = 0; i < links->count; i++) {
        double own = links->bandwidth_bytes_per_s[i];
        if (marked[i] && !isnan(bytes_per_s) && (own < bytes_per_s || own > bytes_per_s))
            return NAN;
        bytes_per_s = marked[i] ? own : bytes_per_s;
    }
    return bytes_per_s;
}

/* The part of the network that is asked for. */
static const struct rd_upgrade *find_part(struct rd_run_context *context,
                                          const struct rd_upgrades *upgrades, const char *what,
                                          struct rd_error *reterr)
{
    const struct rd_upgrade *upgrade = rd_upgrade_named(upgrades, what);
    struct rd_names names = {0};
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    for (size_t i = 0; !upgrade && i < upgrades->count; i++) {
        uint32_t number;
        rd_names_add(&names, &context->arena, upgrades->upgrade[i].what, &number);
    }
    if (!upgrade)
        rd_fail(reterr, RD_ERROR_USAGE, NULL, 0,
                "--curve \"%.100s\": no link that routes cross, or direction of a host: %s", what,
                rd_names_accepted(&names, what, accepted));
    return upgrade;
}

int rd_write_curve(struct rd_run_context *context, const struct rd_curve_request *request)
{
    enum { INDENT = 10 };
    struct rd_error error;
    struct rd_upgrades upgrades;
    struct rd_curve curve;
    enum rd_picture_form form;
    if (!rd_picture_form(request->out_path, false, &form, &error) ||
        !rd_upgrades_list(context->engine, &context->scenario, &context->instance, &context->arena,
                          &upgrades, &error))
        return rd_give_up(&error);
    const struct rd_upgrade *part = find_part(context, &upgrades, request->what, &error);
    struct picture picture = {&curve, context->scenario.name, request->what, NAN};
    if (part)
        picture.bytes_per_s = bandwidth_of(part, upgrades.links, &context->arena);
    if (!part ||
        !rd_curve_find(context, &upgrades, part, request->within_s, request->progress,
                       request->context, &curve, &error) ||
        (request->out_path && !rd_write_picture(request->out_path, form, draw, &picture, &error)))
        return rd_give_up(&error);
    struct rd_sheet sheet = rd_sheet_open(column, sizeof column / sizeof *column, &context->arena);
    bool is_table = request->format == RD_FORMAT_TABLE;
    for (size_t i = 0; i < curve.count; i++)
        add_row(&sheet, &curve.point[i], is_table);
    rd_terminal_fold(is_table ? stdout : stderr, INDENT, write_head, &picture);
    if (is_table)
        putchar('\n');
    if (!rd_sheet_write(stdout, request->format, &sheet))
        return rd_complain(RD_ERROR_FILE, "redist: the results: %s", strerror(errno));
    return 0;
}
