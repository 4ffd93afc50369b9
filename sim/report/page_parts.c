#include "page_parts.h"

#include "svg.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* --- curves -------------------------------------------------------------------------------- */

/* Pixels. */
static const double page_width = 520, plot_left = 56, plot_right = 510, plot_top = 34,
                    plot_height = 240, text_size = 12, line_height = 20, dodge = 3;

/* Curves have so many colours; beyond, their lines are dashed, in so many ways. */
enum { COLOUR_COUNT = 7, DASH_COUNT = 4, MOST_TICKS = 6 };

static const double least_log_factor = 8;

/* Numbers beyond, and ranges below, are none of a run. */
static const double most_drawn = 1e100, least_range = 1e-100;

/* So much of a step between two ticks may stand out of the plot. */
static const double overhang = 0.05;

enum scale { SCALE_PLACES, SCALE_LINEAR, SCALE_LOGARITHMIC };

struct curves {
    const struct rd_comparison *comparison;
    struct rd_arena *arena;
    struct rd_svg svg;
    enum scale scale;
    double *place; /* [value_count] along the axis, from 0 to 1 */
    double low, high, step;
};

/* --- axes ------------------------------------------------------------------------------------- */

static enum scale choose_scale(const double *number, size_t count, bool all_numbers)
{
    if (!all_numbers || count < 2)
        return SCALE_PLACES;
    bool spread = number[0] > 0 && number[count - 1] / number[0] >= least_log_factor;
    return spread ? SCALE_LOGARITHMIC : SCALE_LINEAR;
}

/* Where a number lies from the first to the last. What lies between the largest numbers is beyond
 * them, what lies between their halves is not. */
static double share_of(double number, double first, double last)
{
    double scale = isfinite(last - first) ? 1 : 0.5;
    return (number * scale - first * scale) / (last * scale - first * scale);
}

/* Values are sorted: numbers by size, before words. */
static void place_values(struct curves *curves)
{
    const struct rd_comparison *comparison = curves->comparison;
    size_t count = comparison->value_count;
    double *number = rd_take(curves->arena, count, double);
    bool all_numbers = true;
    for (size_t i = 0; i < count; i++) {
        const char *text = comparison->value[i];
        all_numbers = all_numbers && text && rd_number_parse(text, strlen(text), &number[i]);
    }
    curves->scale = choose_scale(number, count, all_numbers);
    curves->place = rd_take(curves->arena, count, double);
    for (size_t i = 0; i < count; i++) {
        double at = curves->scale == SCALE_PLACES ? (double)i : number[i];
        double first = curves->scale == SCALE_PLACES ? 0 : number[0];
        double last = curves->scale == SCALE_PLACES ? (double)(count - 1) : number[count - 1];
        if (curves->scale == SCALE_LOGARITHMIC)
            curves->place[i] = (log(at) - log(first)) / (log(last) - log(first));
        else
            curves->place[i] = last > first ? share_of(at, first, last) : 0.5;
    }
}

/* 1, 2 or 5 times a power of ten. */
static double round_step(double range)
{
    double power = pow(10, floor(log10(range / MOST_TICKS)));
    static const double multiples[] = {1, 2, 5, 10};
    for (size_t i = 0; i < 3; i++)
        if (range / (multiples[i] * power) <= MOST_TICKS)
            return multiples[i] * power;
    return multiples[3] * power;
}

/* The ends of the interval; of one run, its mean. */
static double low_of(const struct rd_comparison_cell *cell)
{
    return cell->mean.count > 1 ? cell->low : cell->mean.mean;
}

static double high_of(const struct rd_comparison_cell *cell)
{
    return cell->mean.count > 1 ? cell->high : cell->mean.mean;
}

/* Has it a place in a picture? Other makers' results may hold any numbers. */
static bool is_drawn(const struct rd_comparison_cell *cell)
{
    return cell->mean.count > 0 && fabs(low_of(cell)) <= most_drawn &&
           fabs(high_of(cell)) <= most_drawn && fabs(cell->mean.mean) <= most_drawn;
}

/* From the lowest to the highest end of an interval; times from 0. */
static void choose_range(struct curves *curves)
{
    const struct rd_comparison *comparison = curves->comparison;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < comparison->value_count * comparison->algorithm_count; i++) {
        const struct rd_comparison_cell *cell = &comparison->cell[i];
        if (!is_drawn(cell))
            continue;
        low = fmin(low, low_of(cell));
        high = fmax(high, high_of(cell));
    }
    if (low > high)
        low = high = 0;
    low = fmin(low, comparison->settings.measure == RD_MEASURE_TIME ? 0 : 1);
    if (high - low <= 1e-6 * fabs(high) || high - low < least_range)
        high = low + (low > 10 * least_range ? 0.1 * low : 1);
    curves->step = round_step(high - low);
    curves->low = floor(low / curves->step + overhang) * curves->step;
    curves->high = ceil(high / curves->step - overhang) * curves->step;
}

static double x_of(const struct curves *curves, size_t value)
{
    return plot_left + 24 + curves->place[value] * (plot_right - plot_left - 48);
}

static double y_of(const struct curves *curves, double number)
{
    return plot_top + plot_height * (curves->high - number) / (curves->high - curves->low);
}

static void draw_axes(struct curves *curves)
{
    const struct rd_comparison *comparison = curves->comparison;
    double bottom = plot_top + plot_height, free_from = 0;
    char text[RD_NUMBER_SIZE];
    int ticks = (int)lround((curves->high - curves->low) / curves->step);
    for (int i = 0; i <= ticks; i++) {
        double number = curves->low + i * curves->step;
        double y = y_of(curves, number);
        rd_svg_put_line(&curves->svg, "grid", plot_left, y, plot_right, y);
        rd_svg_put_text(&curves->svg, "tick", "end", plot_left - 8, y + 4,
                        rd_number_text(number, 6, text));
    }
    rd_svg_put_text(&curves->svg, "axis", NULL, 8, 16,
                    rd_measure_words[comparison->settings.measure]);
    for (size_t i = 0; i < comparison->value_count; i++) {
        const char *label =
            rd_label_fit(rd_compared_value(comparison, i), text_size, 110, curves->arena);
        double x = x_of(curves, i), half = rd_label_width(label, text_size) / 2;
        double middle = fmin(x, page_width - half); /* the last may be wider than what is beside */
        rd_svg_put_line(&curves->svg, "grid", x, bottom, x, bottom + 5);
        if (middle - half < free_from)
            continue;
        free_from = middle + half + 6;
        rd_svg_put_text(&curves->svg, "tick", "middle", middle, bottom + 20, label);
    }
    rd_svg_put_text(&curves->svg, "axis", "middle", (plot_left + plot_right) / 2, bottom + 40,
                    rd_arena_print(curves->arena, "%s%s",
                                   comparison->parameter ? comparison->parameter : "all points",
                                   curves->scale == SCALE_LOGARITHMIC ? " (logarithmic)" : ""));
}

/* --- curves ----------------------------------------------------------------------------------- */

/* Colours that colour-blind eyes tell apart (Paul Tol's "bright" scheme, two of them darker). */
static const struct rd_svg_rule curve_rules[] = {
    {"ground", "fill:#ffffff"},
    {"axis", "fill:#1f2933;font-size:12;font-weight:600"},
    {"tick", "fill:#52606d;font-size:12"},
    {"grid", "stroke:#d5dbe1;stroke-width:1"},
    {"line", "fill:none;stroke-width:2"},
    {"interval", "stroke-width:1.5"},
    {"point", "stroke:#ffffff;stroke-width:1"},
    {"s0", "stroke:#4477aa"},
    {"s1", "stroke:#ee6677"},
    {"s2", "stroke:#228833"},
    {"s3", "stroke:#b59a1d"},
    {"s4", "stroke:#4fb3d0"},
    {"s5", "stroke:#aa3377"},
    {"s6", "stroke:#777777"},
    {"f0", "fill:#4477aa"},
    {"f1", "fill:#ee6677"},
    {"f2", "fill:#228833"},
    {"f3", "fill:#b59a1d"},
    {"f4", "fill:#4fb3d0"},
    {"f5", "fill:#aa3377"},
    {"f6", "fill:#777777"},
    {"d1", "stroke-dasharray:7 4"},
    {"d2", "stroke-dasharray:2 3"},
    {"d3", "stroke-dasharray:9 3 2 3"},
};

static const char *class_of(struct curves *curves, const char *what, size_t algorithm)
{
    return rd_arena_print(curves->arena, "%s s%zu d%zu", what, algorithm % COLOUR_COUNT,
                          algorithm / COLOUR_COUNT % DASH_COUNT);
}

/* Beside those of other algorithms at the same value, which may have the same mean. */
static double x_beside(const struct curves *curves, size_t value, size_t algorithm)
{
    double middle = (double)(curves->comparison->algorithm_count - 1) / 2;
    return x_of(curves, value) + dodge * ((double)algorithm - middle);
}

static void draw_polyline(struct curves *curves, size_t algorithm, const char *points)
{
    rd_svg_begin(&curves->svg, "polyline");
    rd_svg_class(&curves->svg, class_of(curves, "line", algorithm));
    rd_svg_attribute(&curves->svg, "points", points);
    rd_svg_end(&curves->svg);
}

static void draw_line(struct curves *curves, size_t algorithm)
{
    const char *points = "";
    for (size_t value = 0; value < curves->comparison->value_count; value++) {
        const struct rd_comparison_cell *cell =
            rd_compared_cell(curves->comparison, value, algorithm);
        char x[RD_SVG_NUMBER_SIZE], y[RD_SVG_NUMBER_SIZE];
        if (is_drawn(cell))
            points = rd_arena_print(curves->arena, "%s%s%s,%s", points, *points ? " " : "",
                                    rd_svg_number_text(x_beside(curves, value, algorithm), x),
                                    rd_svg_number_text(y_of(curves, cell->mean.mean), y));
    }
    draw_polyline(curves, algorithm, points);
}

static void draw_point(struct curves *curves, size_t value, size_t algorithm)
{
    const struct rd_comparison *comparison = curves->comparison;
    const struct rd_comparison_cell *cell = rd_compared_cell(curves->comparison, value, algorithm);
    const struct rd_mean *mean = &cell->mean;
    if (!is_drawn(cell))
        return;
    struct rd_svg *svg = &curves->svg;
    double x = x_beside(curves, value, algorithm);
    rd_svg_put_line(svg, class_of(curves, "interval", algorithm), x, y_of(curves, high_of(cell)), x,
                    y_of(curves, low_of(cell)));
    rd_svg_begin(svg, "circle");
    rd_svg_class(svg, rd_arena_print(curves->arena, "point f%zu", algorithm % COLOUR_COUNT));
    rd_svg_number(svg, "cx", x);
    rd_svg_number(svg, "cy", y_of(curves, mean->mean));
    rd_svg_number(svg, "r", 4);
    rd_svg_text_element(
        svg, "title",
        rd_arena_print(curves->arena, "%s, %s %s: %.5g (%.5g .. %.5g), %" PRId64 " run%s",
                       comparison->algorithm[algorithm].label,
                       comparison->parameter ? comparison->parameter : "points",
                       comparison->parameter ? rd_compared_value(comparison, value) : "all",
                       mean->mean, low_of(cell), high_of(cell), mean->count,
                       mean->count == 1 ? "" : "s"));
    rd_svg_end(svg);
}

/* Lays out the legend below the plot, and draws it if it should. Returns: where it ends. */
static double legend_end(struct curves *curves, bool draws)
{
    double x = plot_left, y = plot_top + plot_height + 62;
    for (size_t i = 0; i < curves->comparison->algorithm_count; i++) {
        const char *label = rd_label_fit(curves->comparison->algorithm[i].label, text_size,
                                         plot_right - plot_left - 50, curves->arena);
        double width = 32 + rd_label_width(label, text_size) + 18;
        if (x > plot_left && x + width > plot_right) {
            x = plot_left;
            y += line_height;
        }
        if (draws) {
            char left[RD_SVG_NUMBER_SIZE], right[RD_SVG_NUMBER_SIZE], middle[RD_SVG_NUMBER_SIZE];
            rd_svg_number_text(y, middle);
            draw_polyline(curves, i,
                          rd_arena_print(curves->arena, "%s,%s %s,%s", rd_svg_number_text(x, left),
                                         middle, rd_svg_number_text(x + 24, right), middle));
            rd_svg_put_text(&curves->svg, "tick", NULL, x + 30, y + 4, label);
        }
        x += width;
    }
    return y + line_height;
}

bool rd_curves_write(FILE *out, const char *id, const struct rd_comparison *comparison,
                     struct rd_arena *arena)
{
    struct curves curves = {.comparison = comparison, .arena = arena};
    place_values(&curves);
    choose_range(&curves);
    double height = legend_end(&curves, false);
    rd_svg_open(&curves.svg, out, id, page_width, height);
    rd_svg_attribute(&curves.svg, "role", "img");
    rd_svg_attribute(&curves.svg, "font-family", "Arial,'DejaVu Sans',sans-serif");
    curves.svg.rule = curve_rules;
    curves.svg.rule_count = sizeof curve_rules / sizeof *curve_rules;
    rd_svg_text_element(&curves.svg, "title",
                        rd_arena_print(arena, "%s, by %s",
                                       rd_measure_words[comparison->settings.measure],
                                       comparison->parameter ? comparison->parameter : "nothing"));
    if (!id)
        rd_svg_put_box(&curves.svg, "ground", 0, 0, page_width, height);
    draw_axes(&curves);
    for (size_t i = 0; i < comparison->algorithm_count; i++)
        draw_line(&curves, i);
    for (size_t value = 0; value < comparison->value_count; value++)
        for (size_t i = 0; i < comparison->algorithm_count; i++)
            draw_point(&curves, value, i);
    legend_end(&curves, true);
    return rd_svg_close(&curves.svg);
}

/* ---------------------------------------------------------------------------------------------- */

void rd_page_text(FILE *out, const char *element, const char *class, const char *text)
{
    struct rd_svg html = {.out = out};
    rd_svg_begin(&html, element);
    if (class)
        rd_svg_attribute(&html, "class", class);
    rd_svg_text(&html, text);
    rd_svg_end(&html);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* A cell, or a heading that sorts. */
static void put_cell(struct rd_svg *html, const struct rd_sheet *sheet, size_t column,
                     const char *element, const char *text)
{
    bool sorts = strcmp(element, "th") == 0;
    rd_svg_begin(html, element);
    if (sorts)
        rd_svg_attribute(html, "scope", "col");
    if (sheet->column[column].flags & RD_RIGHT)
        rd_svg_attribute(html, "class", "right");
    if (sorts) {
        rd_svg_begin(html, "button");
        rd_svg_attribute(html, "type", "button");
    }
    rd_svg_text(html, text);
    rd_svg_end(html);
    if (sorts)
        rd_svg_end(html);
}

/* A table whose headings sort it. Its caption is for those who hear the page. */
static void write_table(FILE *out, const struct rd_sheet *sheet, const char *caption)
{
    struct rd_svg html = {.out = out};
    rd_svg_begin(&html, "table");
    rd_svg_attribute(&html, "class", "sortable");
    rd_svg_text_element(&html, "caption", caption);
    rd_svg_begin(&html, "thead");
    for (size_t line = 0; line <= rd_sheet_rows(sheet); line++) {
        rd_svg_begin(&html, "tr");
        for (size_t i = 0; i < sheet->column_count; i++) {
            if (!(sheet->column[i].flags & RD_IN_TABLE))
                continue;
            const char *cell = line > 0 ? sheet->cell[(line - 1) * sheet->column_count + i] : NULL;
            put_cell(&html, sheet, i, line > 0 ? "td" : "th",
                     line == 0 ? rd_sheet_heading(sheet, i)
                     : cell    ? cell
                               : "-");
        }
        rd_svg_end(&html);
        if (line > 0)
            continue;
        rd_svg_end(&html);
        rd_svg_begin(&html, "tbody");
    }
    rd_svg_text(&html, ""); /* an empty body has a beginning and an end, too */
    rd_svg_end(&html);
    rd_svg_end(&html);
}

/* --- comparisons ------------------------------------------------------------------------------ */

static void put_crossovers(FILE *out, const struct rd_comparison *comparison,
                           struct rd_arena *arena)
{
    struct rd_svg html = {.out = out};
    if (comparison->crossover_count == 0) {
        rd_page_text(out, "p", "quiet", "No algorithm overtakes another.");
        return;
    }
    rd_svg_begin(&html, "ul");
    for (size_t i = 0; i < comparison->crossover_count; i++)
        rd_svg_text_element(&html, "li", rd_crossover_text(comparison, i, arena));
    rd_svg_end(&html);
}

static void put_comparison(FILE *out, const struct rd_comparison *comparison, size_t number,
                           struct rd_arena *arena)
{
    const char *by = comparison->parameter ? rd_arena_print(arena, "By %s", comparison->parameter)
                                           : "All points together";
    const char *measure = rd_measure_names[comparison->settings.measure];
    rd_page_text(out, "h3", NULL, by);
    if (!comparison->cell) {
        rd_page_text(out, "p", "quiet",
                     rd_arena_print(arena, "%zu values: redist compare shows them.",
                                    comparison->value_count));
        return;
    }
    struct rd_sheet sheet = rd_comparison_sheet(comparison, arena);
    fputs("\n<div class=\"pair\">", out);
    if (comparison->value_count > 1) {
        fputs("<div class=\"scroll curve\">", out);
        rd_curves_write(out, rd_arena_print(arena, "curve-%s-%zu", measure, number), comparison,
                        arena);
        fputs("</div>\n", out);
    }
    fputs("<div class=\"scroll\" tabindex=\"0\">", out);
    write_table(out, &sheet,
                rd_arena_print(arena, "%s; the mean is of %s", by,
                               rd_measure_words[comparison->settings.measure]));
    fputs("</div></div>", out);
    if (comparison->parameter)
        put_crossovers(out, comparison, arena);
}

size_t rd_page_cell_limit(const struct rd_results_table *table)
{
    return table->rows->count <= RD_PAGE_RUN_LIMIT ? 0 : RD_PAGE_CELL_LIMIT;
}

void rd_page_comparisons(FILE *out, const struct rd_results_table *table, struct rd_arena *arena)
{
    /* Which measure is shown: for the page's program, which shows it. */
    fputs("\n<fieldset class=\"choice\" hidden><legend>The mean is of</legend>", out);
    for (int i = 0; i < RD_MEASURE_COUNT; i++)
        fprintf(out, "\n<label><input type=\"radio\" name=\"measure\" value=\"%s\"%s> %s</label>",
                rd_measure_names[i], i == 0 ? " checked" : "", rd_measure_words[i]);
    fputs("\n</fieldset>", out);
    struct rd_compared_rows *rows = rd_compared_rows(table, arena);
    for (int i = 0; i < RD_MEASURE_COUNT; i++) {
        rd_arena_borrow(arena);
        struct rd_comparison_settings settings = {
            .rows = rows, .cell_limit = rd_page_cell_limit(table), .measure = (enum rd_measure)i};
        struct rd_comparison all, *by_each;
        size_t count = rd_compare_by_each(table, &settings, arena, &by_each);
        rd_compare(table, &settings, arena, &all);
        fprintf(out, "\n<div class=\"measure\" data-measure=\"%s\">", rd_measure_names[i]);
        rd_page_text(out, "p", "measured",
                     rd_arena_print(arena, "The mean is of: %s.", rd_measure_words[i]));
        /* All points together, and by each parameter that varies. */
        put_comparison(out, &all, 0, arena);
        for (size_t j = 0; j < count; j++)
            if (by_each[j].parameter)
                put_comparison(out, &by_each[j], j + 1, arena);
        fputs("\n</div>", out);
    }
}

/* --- figures ---------------------------------------------------------------------------------- */

static void put_base64(FILE *out, const char *bytes, size_t size)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size && !ferror(out); i += 3) {
        uint32_t three = (uint32_t)(unsigned char)bytes[i] << 16;
        if (i + 1 < size)
            three |= (uint32_t)(unsigned char)bytes[i + 1] << 8;
        if (i + 2 < size)
            three |= (unsigned char)bytes[i + 2];
        char four[4] = {digit[three >> 18], digit[three >> 12 & 63],
                        i + 1 < size ? digit[three >> 6 & 63] : '=',
                        i + 2 < size ? digit[three & 63] : '='};
        fwrite(four, 1, sizeof four, out);
    }
}

void rd_page_figure(FILE *out, const struct rd_page_figure *figure)
{
    rd_page_text(out, "h3", NULL, figure->name);
    /* Pictures are shown as such: no program in them runs, nothing they name is fetched. */
    fprintf(out, "\n<figure class=\"scroll\"><img alt=\"Figure\" src=\"data:%s;base64,",
            figure->media_type);
    put_base64(out, figure->bytes, figure->size);
    fputs("\"></figure>", out);
    if (!figure->verdicts)
        return;
    fputs("\n<div class=\"scroll\" tabindex=\"0\">", out);
    write_table(out, figure->verdicts, "What was measured, and what was expected");
    fputs("</div>", out);
}
