#include "curve.h"

#include "sim/base/number_text.h"
#include "sim/report/gantt/gantt_layout.h"
#include "sim/report/svg.h"
#include "sim/report/tables.h"

#include <math.h>
#include <stdlib.h>

/* Pixels. */
static const double page_width = 820, page_height = 520, left = 90, top = 96, plot_width = 690,
                    plot_height = 350, label_letter = 8, dot = 3.5;

static const char style[] =
    ".page{fill:#ffffff}"
    "text{font-family:Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;fill:#1f2933;"
    "font-size:12px}"
    ".title{font-size:18px;font-weight:600}.quiet{fill:#52606d}"
    ".grid{stroke:#d5dbe1;stroke-width:1}.now{stroke:#7b8794;stroke-width:1.5}"
    ".line{fill:none;stroke-width:2.5}.kept{stroke:#d55e00;stroke-width:5}.planned{stroke:#0072b2}"
    ".bound{stroke:#1f2933;stroke-dasharray:7 4}"
    ".corner{fill:#ffffff;stroke:#d55e00;stroke-width:2}"
    ".enough{fill:#ffffff;stroke:#1f2933;stroke-width:2}.enough.planned{stroke:#0072b2}";

struct picture {
    struct rd_svg svg;
    const struct rd_curve *curve;
    double most_s;
    struct rd_axis axis;
};

static double x_of(double speed)
{
    return left + plot_width * (log2(speed) + RD_CURVE_OCTAVES) / (2 * RD_CURVE_OCTAVES);
}

static double y_of(const struct picture *picture, double seconds)
{
    return top + plot_height * (1 - seconds / picture->most_s);
}

static double greatest(const struct rd_curve *curve)
{
    double most_s = 0;
    for (size_t i = 0; i < curve->count; i++) {
        const struct rd_curve_point *point = &curve->point[i];
        most_s = fmax(most_s, fmax(point->bound_s, fmax(point->kept_s, point->planned_s)));
    }
    return most_s > 0 ? most_s * 1.04 : 1;
}

static void draw_grid(struct picture *picture)
{
    struct rd_svg *svg = &picture->svg;
    char text[RD_NUMBER_SIZE];
    double bottom = top + plot_height;
    for (int tick = 0; tick <= rd_axis_last_tick(&picture->axis, picture->most_s); tick++) {
        double y = y_of(picture, tick * picture->axis.step_s);
        rd_svg_put_line(svg, "grid", left, y, left + plot_width, y);
        rd_svg_put_text(svg, "quiet", "end", left - 8, y + 4,
                        rd_axis_label(&picture->axis, tick, text));
    }
    snprintf(text, sizeof text, "time in %s", picture->axis.unit);
    rd_svg_put_text(svg, "quiet", "end", left - 8, top - 14, text);
    for (int octave = -RD_CURVE_OCTAVES; octave <= RD_CURVE_OCTAVES; octave++) {
        double x = x_of(exp2(octave));
        rd_svg_put_line(svg, octave == 0 ? "now" : "grid", x, top, x, bottom);
        snprintf(text, sizeof text, octave < 0 ? "1/%d" : "%d", 1 << abs(octave));
        rd_svg_put_text(svg, "quiet", "middle", x, bottom + 18, text);
    }
    rd_svg_put_text(svg, "quiet", "middle", left + plot_width / 2, bottom + 38,
                    "times the bandwidth");
}

/* A line through the points of one kind. In: where it stands in a point. */
static void draw_line(struct picture *picture, const char *class, size_t at, struct rd_arena *arena)
{
    const char *points = "";
    char x[RD_SVG_NUMBER_SIZE], y[RD_SVG_NUMBER_SIZE];
    for (size_t i = 0; i < picture->curve->count; i++) {
        const struct rd_curve_point *point = &picture->curve->point[i];
        double seconds = *(const double *)((const char *)point + at);
        if (!isnan(seconds))
            points = rd_arena_print(arena, "%s%s%s,%s", points, *points ? " " : "",
                                    rd_svg_number_text(x_of(point->speed), x),
                                    rd_svg_number_text(y_of(picture, seconds), y));
    }
    rd_svg_begin(&picture->svg, "polyline");
    rd_svg_attribute(&picture->svg, "class", class);
    rd_svg_attribute(&picture->svg, "points", points);
    rd_svg_end(&picture->svg);
}

static void draw_corner(struct picture *picture, const char *class, double speed, double seconds,
                        const char *meaning, struct rd_arena *arena)
{
    char speed_text[RD_NUMBER_SIZE], seconds_text[RD_NUMBER_SIZE];
    rd_svg_begin(&picture->svg, "circle");
    rd_svg_attribute(&picture->svg, "class", class);
    rd_svg_number(&picture->svg, "cx", x_of(speed));
    rd_svg_number(&picture->svg, "cy", y_of(picture, seconds));
    rd_svg_number(&picture->svg, "r", dot);
    rd_svg_text_element(&picture->svg, "title",
                        rd_arena_print(arena, "%s times the bandwidth: %s s%s",
                                       rd_number_text(speed, 6, speed_text),
                                       rd_time_text(seconds, seconds_text), meaning));
    rd_svg_end(&picture->svg);
}

static void draw_corners(struct picture *picture, struct rd_arena *arena)
{
    static const char enough[] = ", and no less beyond";
    for (size_t i = 0; i < picture->curve->count; i++) {
        const struct rd_curve_point *point = &picture->curve->point[i];
        if (point->corner)
            draw_corner(picture, "corner", point->speed, point->kept_s, "", arena);
        if (point->bound_enough)
            draw_corner(picture, "enough", point->speed, point->bound_s, enough, arena);
        if (point->plan_enough)
            draw_corner(picture, "enough planned", point->speed, point->planned_s, enough, arena);
    }
}

static void draw_head(struct picture *picture, const char *scenario, const char *what,
                      struct rd_arena *arena)
{
    static const struct {
        const char *class, *text;
        double x;
    } entry[] = {{"line kept", "the plan as it is", 0},
                 {"line planned", "the shortest plan that is found", 190},
                 {"line bound", "bound of all schedules", 460}};
    struct rd_svg *svg = &picture->svg;
    rd_svg_put_text(svg, "title", NULL, 24, 34, rd_arena_print(arena, "%s: %s", scenario, what));
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++) {
        double x = 24 + entry[i].x;
        rd_svg_put_line(svg, entry[i].class, x, 56, x + 30, 56);
        rd_svg_put_text(svg, "", NULL, x + 38, 60, entry[i].text);
    }
}

bool rd_curve_draw(FILE *out, const struct rd_curve *curve, const char *scenario, const char *what)
{
    struct picture picture = {.curve = curve, .most_s = greatest(curve)};
    rd_arena_own(arena);
    picture.axis = rd_axis_choose(0, picture.most_s, plot_height, label_letter);
    rd_svg_open(&picture.svg, out, NULL, page_width, page_height);
    rd_svg_text_element(&picture.svg, "style", style);
    rd_svg_put_box(&picture.svg, "page", 0, 0, page_width, page_height);
    draw_head(&picture, scenario, what, &arena);
    draw_grid(&picture);
    draw_line(&picture, "line kept", offsetof(struct rd_curve_point, kept_s), &arena);
    draw_line(&picture, "line planned", offsetof(struct rd_curve_point, planned_s), &arena);
    draw_line(&picture, "line bound", offsetof(struct rd_curve_point, bound_s), &arena);
    draw_corners(&picture, &arena);
    return rd_svg_close(&picture.svg);
}
