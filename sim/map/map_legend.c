#include "map_picture.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Pixels. */
static const double margin = 24, text_size = 12, row_height = 22, swatch = 30, gap = 18;

struct legend {
    struct rd_map_picture *picture;
    double x, y;
    bool draws;
};

/* Makes room for a swatch and a text. Returns: where the swatch begins. */
static double place(struct legend *legend, double swatch_width, const char *text)
{
    double width = swatch_width + 6 + rd_label_width(text, text_size) + gap;
    if (legend->x > margin && legend->x + width > legend->picture->width - margin) {
        legend->x = margin;
        legend->y += row_height;
    }
    double x = legend->x;
    legend->x += width;
    if (legend->draws)
        rd_svg_put_text(&legend->picture->svg, "quiet", NULL, x + swatch_width + 6,
                        legend->y + text_size, text);
    return x;
}

static void end_row(struct legend *legend)
{
    if (legend->x > margin)
        legend->y += row_height;
    legend->x = margin;
}

static void add_heading(struct legend *legend, const char *text)
{
    end_row(legend);
    double x = place(legend, -6, text);
    (void)x;
}

static void add_box(struct legend *legend, const char *class, double width, double height,
                    const char *text)
{
    double x = place(legend, width, text);
    if (legend->draws)
        rd_svg_put_box(&legend->picture->svg, class, x, legend->y + 14 - height, width, height);
}

static void add_line(struct legend *legend, const char *class, double width, bool priced,
                     const char *text)
{
    struct rd_svg *svg = &legend->picture->svg;
    double x = place(legend, swatch, text);
    for (int i = priced ? 0 : 1; legend->draws && i < 2; i++) {
        rd_svg_begin(svg, "line");
        rd_svg_class(svg, i == 0 ? "priced" : class);
        rd_svg_number(svg, "stroke-width", i == 0 ? width + 4 : width);
        rd_svg_number(svg, "x1", x);
        rd_svg_number(svg, "x2", x + swatch);
        rd_svg_number(svg, "y1", legend->y + 8);
        rd_svg_number(svg, "y2", legend->y + 8);
        rd_svg_end(svg);
    }
}

static void add_loads(struct legend *legend)
{
    const struct rd_map_picture *picture = legend->picture;
    const struct rd_map *map = picture->map;
    const char *noun = map->instance->objects ? "bytes" : "items";
    add_heading(legend, "bars:");
    add_box(legend, "before", 9, 14, rd_arena_print(picture->arena, "%s at the start", noun));
    if (map->knows_after)
        add_box(legend, "after", 9, 14,
                rd_arena_print(picture->arena, "%s %s", noun,
                               !map->trace                        ? "as the goal says"
                               : map->instance->goal == RD_FINISH ? "at the end, or computed there"
                                                                  : "at the end"));
    place(legend, -6,
          rd_arena_print(picture->arena, "a full bar is %s",
                         rd_map_amount_text(map, picture->most_items, picture->arena)));
}

static double two_digits(double value)
{
    double unit = pow(10, floor(log10(value)) - 1);
    return round(value / unit) * unit;
}

static void add_widths(struct legend *legend)
{
    const struct rd_map_picture *picture = legend->picture;
    struct rd_arena *arena = picture->arena;
    double low = picture->narrowest, high = picture->widest;
    if (picture->map->line_count == 0)
        return;
    add_heading(legend, "links, width:");
    if (high == 0) {
        place(legend, -6, "a message takes as long whatever its size");
        return;
    }
    add_line(legend, "unknown", rd_map_line_width(picture, low), false,
             rd_map_bandwidth_text(low, arena));
    if (high > 3 * low)
        add_line(legend, "unknown", rd_map_line_width(picture, sqrt(low * high)), false,
                 rd_map_bandwidth_text(two_digits(sqrt(low * high)), arena));
    if (high > 1.001 * low)
        add_line(legend, "unknown", rd_map_line_width(picture, high), false,
                 rd_map_bandwidth_text(high, arena));
    bool has_ways = false, leaves = false;
    for (uint32_t i = 0; i < picture->map->line_count; i++) {
        const struct rd_map_line *line = &picture->map->line[i];
        has_ways = has_ways || !line->both_ways;
        leaves = leaves || line->leaves_x != 0 || line->leaves_y != 0;
    }
    if (has_ways)
        place(legend, -6, "each direction by itself, on the right of its way");
    if (leaves)
        place(legend, -6, "what leaves at an edge comes in at the other");
}

/* Those with a price first, then the busiest. */
static int by_interest(const void *a, const void *b)
{
    const struct rd_map_line *one = *(const struct rd_map_line *const *)a;
    const struct rd_map_line *other = *(const struct rd_map_line *const *)b;
    if (one->is_priced != other->is_priced)
        return one->is_priced ? -1 : 1;
    if (one->busy != other->busy && !isnan(one->busy))
        return one->busy > other->busy ? -1 : 1;
    return one < other ? -1 : one > other;
}

/* The shared links that lie nowhere on the map. */
static void add_shared(struct legend *legend)
{
    enum { MOST_LISTED = 40 };
    struct rd_map_picture *picture = legend->picture;
    const struct rd_map *map = picture->map;
    const struct rd_map_line **shared =
        rd_take(picture->arena, map->line_count, const struct rd_map_line *);
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->line_count; i++)
        if (map->line[i].from == RD_MAP_NONE)
            shared[count++] = &map->line[i];
    if (count == 0)
        return;
    qsort(shared, count, sizeof *shared, by_interest);
    add_heading(legend, "shared by many pairs:");
    for (uint32_t i = 0; i < count && i < MOST_LISTED; i++)
        add_line(legend, rd_map_busy_class(shared[i]->busy),
                 rd_map_line_width(picture, shared[i]->bandwidth_bytes_per_s), shared[i]->is_priced,
                 rd_map_line_words(picture, shared[i]));
    if (count > MOST_LISTED)
        place(legend, -6,
              rd_arena_print(picture->arena, "and %" PRIu32 " others%s", count - MOST_LISTED,
                             isnan(shared[0]->busy) ? "" : ", none of them busier"));
}

static void add_use(struct legend *legend)
{
    static const char *const text[] = {"never", "up to 25 %", "to 50 %", "to 75 %", "to 100 %"};
    const struct rd_map *map = legend->picture->map;
    if (!map->trace || map->line_count == 0)
        return;
    add_heading(legend, "in use, of the makespan:");
    for (int i = 0; i <= RD_MAP_BUSY_COLOURS; i++)
        add_line(legend, rd_map_busy_class((double)i / RD_MAP_BUSY_COLOURS), 6, false, text[i]);
}

/* What of the map has a part in the bottleneck. */
struct priced {
    bool lines, places, ports;
};

static struct priced find_priced(const struct rd_map *map)
{
    struct priced priced = {0};
    for (uint32_t i = 0; i < map->line_count; i++)
        priced.lines = priced.lines || map->line[i].is_priced;
    for (uint32_t i = 0; i < map->place_count; i++) {
        priced.places = priced.places || map->node[i].is_priced;
        priced.ports = priced.ports || map->node[i].sends_priced || map->node[i].receives_priced;
    }
    return priced;
}

static void add_bottleneck(struct legend *legend)
{
    const struct rd_map *map = legend->picture->map;
    struct priced priced = find_priced(map);
    if (!priced.lines && !priced.places && !priced.ports)
        return;
    add_heading(legend, map->bound->bottleneck == RD_BOTTLENECK_PRICES
                            ? "the bottleneck, what has a price in the bound's certificate:"
                            : "the bottleneck of the bound:");
    if (priced.lines)
        add_line(legend, "unknown", 4, true, "link");
    if (priced.places)
        add_box(legend, "place whole", 14, 14, "host");
    if (priced.ports) {
        add_box(legend, "port", 4, 14, "left of a host: its receive port; right: its send port");
    }
}

double rd_map_legend(struct rd_map_picture *picture, double top, bool draws)
{
    struct legend legend = {.picture = picture, .x = margin, .y = top, .draws = draws};
    if (draws)
        rd_svg_begin(&picture->svg, "g");
    if (picture->most_items > 0)
        add_loads(&legend);
    add_shared(&legend);
    add_widths(&legend);
    add_use(&legend);
    add_bottleneck(&legend);
    end_row(&legend);
    if (draws)
        rd_svg_end(&picture->svg);
    return legend.y - top;
}
