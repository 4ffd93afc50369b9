#include "gantt.h"

#include "gantt_layout.h"
#include "gantt_colours.h"
#include "gantt_density.h"
#include "gantt_marks.h"
#include "sim/report/svg.h"
#include "sim/report/tables.h"

#include "sim/base/number_text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Pixels. */
static const double page_width = 1200, margin = 28, label_most = 190, entry_most = 260,
                    lane_name_width = 54;
static const double title_size = 18, host_size = 12, small_size = 10.5, swatch_size = 12;
static const double title_base = 38, subtitle_base = 59, line_height = 20, why_height = 16;

/* Lines for why the bound holds. */
enum { WHY_LINES = 3 };

/* How much wider bold letters are. */
static const double bold = 1.15;

/* Hosts that are few enough to have the names of their lanes written beside them. */
enum { HOSTS_WITH_LANE_NAMES = 24 };

static const char *const lane_name[RD_LANE_COUNT] = {"send", "receive", "compute"};

/* Everything that drawing needs. */
struct chart {
    const struct rd_gantt *gantt;
    const struct rd_bound *bound; /* NULL: none to draw */
    struct rd_gantt_layout layout;
    struct rd_gantt_colours colours;
    struct rd_axis axis;
    struct rd_arena *arena;
    struct rd_svg svg;
    bool has_words, has_work, has_slowed;
    bool meets_bound;
    int first_tick, last_tick;
    const char *why[WHY_LINES]; /* [why_count] */
    int why_count;
    double plot_top, plot_height;
};

static const char *time_text(struct chart *chart, double seconds)
{
    char text[RD_NUMBER_SIZE];
    return rd_arena_print(chart->arena, "%s s", rd_time_text(seconds, text));
}

static const char *bound_text(struct chart *chart)
{
    const struct rd_bound *bound = chart->bound;
    const char *of = bound->schedule_class
                         ? rd_arena_print(chart->arena, " of %s schedules", bound->schedule_class)
                         : "";
    return rd_arena_print(chart->arena, "bound %s%s (%s)", time_text(chart, bound->seconds), of,
                          bound->name);
}

/* "3 hosts, 5 messages, 2 computations, makespan 12 s, bound 12 s (Theorem 2)" */
static const char *summary(struct chart *chart)
{
    const struct rd_gantt_layout *layout = &chart->layout;
    const char *text =
        rd_arena_print(chart->arena, "%" PRIu32 " host%s, %zu message%s", chart->gantt->host_count,
                       chart->gantt->host_count == 1 ? "" : "s", layout->message_count,
                       layout->message_count == 1 ? "" : "s");
    if (layout->computation_count > 0)
        text = rd_arena_print(chart->arena, "%s, %zu computation%s", text,
                              layout->computation_count, layout->computation_count == 1 ? "" : "s");
    if (chart->gantt->to_s > 0)
        return rd_arena_print(chart->arena, "%s, under way from %s to %s", text,
                              time_text(chart, chart->gantt->from_s),
                              time_text(chart, chart->gantt->to_s));
    text =
        rd_arena_print(chart->arena, "%s, makespan %s", text, time_text(chart, layout->makespan_s));
    return chart->bound ? rd_arena_print(chart->arena, "%s, %s", text, bound_text(chart)) : text;
}

/* How many bytes of a text, whole words of it, are at most width_px wide; the first word is. */
static size_t words_that_fit(const char *text, double width_px, struct rd_arena *arena)
{
    size_t fit = strcspn(text, " ");
    for (size_t next = fit; text[fit]; fit = next) {
        next = fit + 1 + strcspn(text + fit + 1, " ");
        if (rd_label_width(rd_arena_print(arena, "%.*s", (int)next, text), host_size) > width_px)
            break;
    }
    return fit;
}

/* Breaks into lines why the bound holds. A page says it beside the picture. */
static void break_why(struct chart *chart)
{
    const char *rest = chart->bound && !chart->gantt->id ? chart->bound->why : NULL;
    double room = page_width - 2 * margin;
    while (rest && *rest && chart->why_count < WHY_LINES) {
        size_t length = words_that_fit(rest, room, chart->arena);
        bool is_last = chart->why_count == WHY_LINES - 1;
        const char *line = is_last ? rest : rd_arena_print(chart->arena, "%.*s", (int)length, rest);
        chart->why[chart->why_count++] = rd_label_fit(line, host_size, room, chart->arena);
        rest += length;
        rest += strspn(rest, " ");
    }
}

static double legend_top(const struct chart *chart)
{
    return subtitle_base + 15 + chart->why_count * why_height;
}

static void draw_head(struct chart *chart)
{
    struct rd_svg *svg = &chart->svg;
    double room = page_width - 2 * margin;
    rd_svg_text_element(svg, "title", chart->gantt->title);
    if (chart->bound && chart->bound->why)
        rd_svg_text_element(svg, "desc", chart->bound->why);
    rd_gantt_set_style(svg, &chart->colours, chart->gantt->id, chart->has_slowed, chart->arena);
    rd_svg_begin(svg, "rect");
    rd_svg_attribute(svg, "width", "100%");
    rd_svg_attribute(svg, "height", "100%");
    rd_svg_attribute(svg, "fill", "#ffffff");
    rd_svg_end(svg);
    rd_svg_put_text(svg, "title", NULL, margin, title_base,
                    rd_label_fit(chart->gantt->title, bold * title_size, room, chart->arena));
    rd_svg_put_text(svg, "quiet", NULL, margin, subtitle_base,
                    rd_label_fit(summary(chart), host_size, room, chart->arena));
    for (int i = 0; i < chart->why_count; i++)
        rd_svg_put_text(svg, "quiet", NULL, margin, subtitle_base + (i + 1) * why_height,
                        chart->why[i]);
}

/* Where the next entry of the legend goes. */
struct legend {
    struct chart *chart;
    bool draws; /* else it only measures */
    double x, y;
};

/* Makes room for an entry. Returns: where it begins. */
static double place_entry(struct legend *legend, double width)
{
    if (legend->x > margin && legend->x + width > page_width - margin) {
        legend->x = margin;
        legend->y += line_height;
    }
    double x = legend->x;
    legend->x += width;
    return x;
}

/* `count` colours side by side, or none, and what they mean. */
static void add_entry(struct legend *legend, const char *class, uint32_t count, const char *text)
{
    const char *fitted = rd_label_fit(text, host_size, entry_most, legend->chart->arena);
    double swatches = count == 0 ? 0 : count * swatch_size + 6;
    double width = swatches + rd_label_width(fitted, host_size) + (count == 0 ? 6 : 14);
    double x = place_entry(legend, width);
    if (!legend->draws)
        return;
    struct rd_svg *svg = &legend->chart->svg;
    /* Words are drawn low, witnesses narrow: as they are in the chart. */
    double height = strcmp(class, "control") == 0 ? 5 : swatch_size;
    double width_each = strcmp(class, "witness") == 0 ? 3 : swatch_size;
    for (uint32_t i = 0; i < count; i++)
        rd_svg_put_box(svg,
                       count == 1 ? class : rd_arena_print(legend->chart->arena, "c%" PRIu32, i),
                       x + (i + 0.5) * swatch_size - width_each / 2,
                       legend->y + (swatch_size - height) / 2, width_each, height);
    rd_svg_put_text(svg, "quiet", NULL, x + swatches, legend->y + swatch_size - 2, fitted);
}

static const char *value_name(const struct chart *chart, uint32_t value)
{
    switch (chart->colours.meaning) {
    case RD_COLOUR_KIND: return rd_arena_print(chart->arena, "kind %" PRIu32, value);
    case RD_COLOUR_DIRECTION: return value == 0 ? "to the next host" : "to the previous host";
    case RD_COLOUR_SENDER: break;
    }
    return chart->gantt->host_name[chart->colours.sender[value]];
}

static bool has_lane_names(const struct chart *chart)
{
    return chart->gantt->host_count <= HOSTS_WITH_LANE_NAMES;
}

/* "each host, from above: send, receive" */
static const char *lanes_text(struct chart *chart)
{
    const char *text = "each host, from above:";
    const char *before = " ";
    for (int lane = 0; lane < RD_LANE_COUNT; lane++)
        if (chart->layout.lane_is_used[lane]) {
            text = rd_arena_print(chart->arena, "%s%s%s", text, before, lane_name[lane]);
            before = ", ";
        }
    return text;
}

static bool bottleneck_is_ports(const struct chart *chart)
{
    return chart->bound && rd_bound_bottleneck_is_ports(chart->bound, chart->gantt->host_count);
}

static bool bottleneck_is_hosts(const struct chart *chart)
{
    return chart->bound && (chart->bound->bottleneck == RD_BOTTLENECK_SLICE ||
                            chart->bound->bottleneck == RD_BOTTLENECK_HOSTS);
}

/* What colours of messages and computations mean. */
static void add_colours(struct legend *legend)
{
    const struct chart *chart = legend->chart;
    const struct rd_gantt_colours *colours = &chart->colours;
    if (colours->colour_count > 0 && colours->meaning == RD_COLOUR_SENDER)
        add_entry(legend, "", 0, "sent by");
    if (colours->is_ramp) {
        add_entry(legend, "", 0, value_name(chart, 0));
        add_entry(legend, "", RD_COLOUR_RAMP, value_name(chart, colours->value_count - 1));
    }
    for (uint32_t i = 0; !colours->is_ramp && i < colours->value_count; i++)
        add_entry(legend, rd_arena_print(chart->arena, "c%" PRIu32, i), 1, value_name(chart, i));
    if (chart->has_words)
        add_entry(legend, "control", 1, "control word");
    if (chart->has_work)
        add_entry(legend, "work", 1, "computing");
}

/* How busy lanes are. */
static void add_levels(struct legend *legend)
{
    add_entry(legend, "", 0, "busy up to");
    for (int level = 1; level <= RD_BUSY_LEVELS; level++)
        add_entry(legend, rd_arena_print(legend->chart->arena, "busy%d", level), 1,
                  rd_arena_print(legend->chart->arena, "%d %%", 100 * level / RD_BUSY_LEVELS));
}

/* Lays out the legend, and draws it if it should. Returns: its height. */
static double legend_height(struct chart *chart, bool draws)
{
    struct legend legend = {.chart = chart, .draws = draws, .x = margin, .y = legend_top(chart)};
    if (chart->layout.is_dense)
        add_levels(&legend);
    else
        add_colours(&legend);
    if (bottleneck_is_hosts(chart))
        add_entry(&legend, "witness", 1, "bottleneck: these hosts");
    else if (bottleneck_is_ports(chart))
        add_entry(&legend, "witness", 1,
                  chart->bound->bottleneck == RD_BOTTLENECK_PRICES
                      ? "bottleneck: ports with a price"
                      : "bottleneck: these ports");
    if (chart->has_slowed && !chart->layout.is_dense)
        add_entry(&legend, "slowed", 1, "slowed on a shared link");
    if (chart->gantt->critical_path_count > 0 && !chart->layout.is_dense)
        add_entry(&legend, "critical", 1, "critical path");
    if (chart->gantt->slack_s && !chart->layout.is_dense)
        add_entry(&legend, "slack", 1, "may end so much later");
    if (!has_lane_names(chart) && chart->gantt->trace->transfer_count > 0)
        add_entry(&legend, "", 0, lanes_text(chart));
    return legend.x > margin ? legend.y - legend_top(chart) + line_height : 0;
}

/* Does the bound rest on this lane of a host, a port? */
static bool lane_in_bottleneck(const struct chart *chart, uint32_t host,
                               enum rd_gantt_lane_kind lane)
{
    return chart->bound && lane != RD_LANE_COMPUTE &&
           rd_bound_bottleneck_has_port(chart->bound, host, lane == RD_LANE_RECEIVE);
}

/* On the whole host, or on one of its ports? */
static bool in_bottleneck(const struct chart *chart, uint32_t host)
{
    return (bottleneck_is_hosts(chart) && rd_bound_bottleneck_has_host(chart->bound, host)) ||
           lane_in_bottleneck(chart, host, RD_LANE_SEND) ||
           lane_in_bottleneck(chart, host, RD_LANE_RECEIVE);
}

static void draw_bottleneck_bar(struct chart *chart, double top, double height)
{
    rd_svg_put_box(&chart->svg, "witness", chart->layout.left_px - 4, top, 3, height);
}

/* A host's name, unless it would touch the one above. */
static void draw_host_name(struct chart *chart, uint32_t host, double *free_from)
{
    const struct rd_gantt_layout *layout = &chart->layout;
    struct rd_svg *svg = &chart->svg;
    double middle =
        chart->plot_top + (layout->host_top_px[host] + layout->host_top_px[host + 1]) / 2;
    if (middle - host_size / 2 < *free_from)
        return;
    *free_from = middle + host_size / 2 + 1;
    double right = layout->left_px - 10 - (has_lane_names(chart) ? lane_name_width : 0);
    const char *name = chart->gantt->host_name[host];
    rd_svg_begin(svg, "text");
    rd_svg_class(svg, in_bottleneck(chart, host) ? "host rests" : "host");
    rd_svg_attribute(svg, "text-anchor", "end");
    rd_svg_number(svg, "x", right);
    rd_svg_number(svg, "y", middle + host_size * 0.36);
    const char *fitted = rd_label_fit(name, host_size, label_most, chart->arena);
    rd_svg_text(svg, fitted);
    if (fitted != name)
        rd_svg_text_element(svg, "title", name);
    rd_svg_end(svg);
}

static void draw_host(struct chart *chart, uint32_t host)
{
    const struct rd_gantt_layout *layout = &chart->layout;
    struct rd_svg *svg = &chart->svg;
    if (chart->gantt->trace->transfer_count == 0)
        rd_svg_put_box(svg, "lane", layout->left_px,
                       chart->plot_top + rd_gantt_y(layout, host, RD_LANE_SEND, 0),
                       layout->width_px, layout->track_px);
    for (int i = 0; i < RD_LANE_COUNT; i++) {
        enum rd_gantt_lane_kind lane = (enum rd_gantt_lane_kind)i;
        if (!layout->lane_is_used[lane])
            continue;
        double top = chart->plot_top + rd_gantt_y(layout, host, lane, 0);
        double height = rd_gantt_lane_height(layout, host, lane);
        rd_svg_put_box(svg, "lane", layout->left_px, top, layout->width_px, height);
        bool in_bottleneck = lane_in_bottleneck(chart, host, lane);
        if (has_lane_names(chart) && layout->track_px >= small_size)
            rd_svg_put_text(svg, in_bottleneck ? "small rests" : "small", "end",
                            layout->left_px - 8, top + height / 2 + small_size * 0.36,
                            lane_name[lane]);
        if (in_bottleneck)
            draw_bottleneck_bar(chart, top, height);
    }
    if (bottleneck_is_hosts(chart) && in_bottleneck(chart, host))
        draw_bottleneck_bar(chart, chart->plot_top + layout->host_top_px[host],
                            layout->host_top_px[host + 1] - layout->host_top_px[host]);
}

static void draw_hosts(struct chart *chart)
{
    double free_from = 0;
    rd_svg_begin(&chart->svg, "g");
    for (uint32_t host = 0; host < chart->gantt->host_count; host++) {
        draw_host(chart, host);
        draw_host_name(chart, host, &free_from);
    }
    rd_svg_end(&chart->svg);
}

static double tick_x(const struct chart *chart, int tick)
{
    const struct rd_gantt_layout *layout = &chart->layout;
    return rd_gantt_x(layout, fmin(layout->from_s + layout->range_s, tick * chart->axis.step_s));
}

/* Labels of the ticks, on a line with their unit. */
static void draw_tick_labels(struct chart *chart, double y)
{
    const struct rd_gantt_layout *layout = &chart->layout;
    char text[RD_NUMBER_SIZE];
    rd_svg_put_text(&chart->svg, "quiet", "end", layout->left_px - 22, y,
                    rd_arena_print(chart->arena, "time in %s", chart->axis.unit));
    for (int tick = chart->first_tick; tick <= chart->last_tick; tick++) {
        const char *label = rd_axis_label(&chart->axis, tick, text);
        /* The first one keeps off the unit, and the last one stays on the page. */
        double half = rd_label_width(label, host_size) / 2;
        double least = layout->left_px - 14 + half, most = page_width - 4 - half;
        rd_svg_put_text(&chart->svg, "quiet", "middle",
                        fmax(least, fmin(most, tick_x(chart, tick))), y, label);
    }
}

static void draw_grid(struct chart *chart)
{
    rd_svg_begin(&chart->svg, "g");
    for (int tick = chart->first_tick; tick <= chart->last_tick; tick++)
        rd_svg_put_line(&chart->svg, "grid", tick_x(chart, tick), chart->plot_top,
                        tick_x(chart, tick), chart->plot_top + chart->plot_height + 5);
    rd_svg_end(&chart->svg);
}

/* A vertical line across all hosts with its label above, on the side where there is room. */
static void draw_marker(struct chart *chart, const char *class, double seconds, const char *text,
                        double base)
{
    /* Beside what ends then, not across it. */
    double x = rd_gantt_x(&chart->layout, seconds) + 0.75;
    bool is_left = x > chart->layout.left_px + chart->layout.width_px / 2;
    double room = is_left ? x - margin : page_width - margin - x;
    rd_svg_put_line(&chart->svg, class, x, base - host_size + 2, x,
                    chart->plot_top + chart->plot_height);
    rd_svg_put_text(&chart->svg, "marker", is_left ? "end" : NULL, is_left ? x - 6 : x + 6, base,
                    rd_label_fit(text, bold * host_size, room, chart->arena));
}

/* Lines of labels above the plot: one for the makespan, one for a bound that is not met. */
static int marker_count(const struct chart *chart)
{
    return chart->bound && !chart->meets_bound ? 2 : 1;
}

static void draw_markers(struct chart *chart)
{
    double base = chart->plot_top - 7;
    const char *makespan =
        rd_arena_print(chart->arena, "makespan %s", time_text(chart, chart->layout.makespan_s));
    if (chart->meets_bound) {
        draw_marker(chart, "bound", chart->bound->seconds,
                    rd_arena_print(chart->arena, "%s = %s", makespan, bound_text(chart)), base);
        return;
    }
    /* The later one above: it is at the right edge, so that the line of neither runs through the
     * label of the other. */
    double above = base - (chart->bound ? line_height : 0);
    bool bound_is_later = chart->bound && chart->bound->seconds > chart->layout.makespan_s;
    draw_marker(chart, "makespan", chart->layout.makespan_s, makespan,
                bound_is_later ? base : above);
    if (chart->bound)
        draw_marker(chart, "bound", chart->bound->seconds, bound_text(chart),
                    bound_is_later ? above : base);
}

/* What occurs in the trace, for the legend. */
static void take_stock(struct chart *chart)
{
    const struct rd_trace *trace = chart->gantt->trace;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        bool is_message = trace->transfer[i].to != RD_NO_HOST;
        chart->has_work = chart->has_work || !is_message;
        chart->has_words =
            chart->has_words || (is_message && trace->transfer[i].kind == RD_CONTROL);
        chart->has_slowed |= chart->gantt->slowed && chart->gantt->slowed[i];
    }
}

static void lay_out(struct chart *chart)
{
    const struct rd_gantt *gantt = chart->gantt;
    double widest = 0;
    for (uint32_t host = 0; host < gantt->host_count; host++)
        widest = fmax(widest, rd_label_width(gantt->host_name[host], host_size));
    /* Room for "time in ms" at the least. */
    double least = has_lane_names(chart) ? 30 : 62;
    double left = margin + fmax(least, fmin(label_most, widest)) + 10 +
                  (has_lane_names(chart) ? lane_name_width : 0);
    rd_gantt_lay_out(&chart->layout, gantt, left, page_width - margin - left, chart->arena);
    rd_gantt_choose_colours(&chart->colours, gantt, chart->arena);
    double from_s = chart->layout.from_s, to_s = from_s + chart->layout.range_s;
    chart->axis = rd_axis_choose(from_s, to_s, chart->layout.width_px, 0.62 * host_size);
    chart->bound = gantt->bound && isfinite(gantt->bound->seconds) ? gantt->bound : NULL;
    chart->meets_bound = chart->bound && fabs(chart->bound->seconds - chart->layout.makespan_s) <=
                                             RD_TIME_TOLERANCE * chart->layout.range_s;
    take_stock(chart);
    break_why(chart);
    chart->layout.line_px[chart->layout.line_count++] =
        rd_gantt_x(&chart->layout, chart->layout.makespan_s);
    if (chart->bound)
        chart->layout.line_px[chart->layout.line_count++] =
            rd_gantt_x(&chart->layout, chart->bound->seconds);
    /* Where nothing takes time, the scale means nothing. */
    bool is_instant =
        chart->layout.makespan_s == 0 && (!chart->bound || chart->bound->seconds == 0);
    chart->first_tick = rd_axis_first_tick(&chart->axis, from_s);
    chart->last_tick = is_instant ? 0 : rd_axis_last_tick(&chart->axis, to_s);
    chart->plot_height = chart->layout.host_top_px[gantt->host_count];
    chart->plot_top =
        legend_top(chart) + legend_height(chart, false) + 8 + marker_count(chart) * line_height;
}

/* A tall chart has its times above as well. */
static bool is_tall(const struct chart *chart)
{
    return chart->plot_height > 700;
}

/* What is done: each message and computation, or how busy lanes are. */
static void draw_rows(struct chart *chart)
{
    if (chart->layout.is_dense) {
        rd_gantt_draw_density(&chart->svg, &chart->layout, chart->plot_top, chart->arena);
        return;
    }
    rd_gantt_draw_marks(&chart->svg, &chart->layout, &chart->colours, chart->plot_top,
                        chart->arena);
    if (chart->gantt->slack_s)
        rd_gantt_draw_slack(&chart->svg, &chart->layout, chart->plot_top);
    if (chart->gantt->critical_path_count > 0)
        rd_gantt_draw_critical_path(&chart->svg, &chart->layout, chart->plot_top);
}

static bool draw(struct chart *chart, FILE *out)
{
    if (is_tall(chart))
        chart->plot_top += line_height;
    double bottom = chart->plot_top + chart->plot_height;
    rd_svg_open(&chart->svg, out, chart->gantt->id, page_width, bottom + 20 + margin);
    rd_svg_attribute(&chart->svg, "font-family",
                     "Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif");
    draw_head(chart);
    legend_height(chart, true);
    draw_hosts(chart);
    draw_grid(chart);
    if (is_tall(chart))
        draw_tick_labels(chart, chart->plot_top - marker_count(chart) * line_height - 7);
    draw_tick_labels(chart, bottom + 20);
    draw_rows(chart);
    if (chart->gantt->to_s == 0)
        draw_markers(chart);
    return rd_svg_close(&chart->svg);
}

bool rd_gantt_write(FILE *out, const struct rd_gantt *gantt, struct rd_error *reterr)
{
    if (gantt->host_count > RD_GANTT_HOST_LIMIT)
        return rd_wrong(reterr, "a chart of %" PRIu32 " hosts: at most %d are supported",
                        gantt->host_count, RD_GANTT_HOST_LIMIT);
    rd_arena_own(arena);
    struct chart chart = {.gantt = gantt, .arena = &arena};
    lay_out(&chart);
    bool written = draw(&chart, out);
    int reason = errno;
    return written || rd_fail(reterr, RD_ERROR_FILE, NULL, 0, "the chart cannot be written: %s",
                              strerror(reason));
}
