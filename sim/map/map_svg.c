#include "map_svg.h"

#include "map_picture.h"
#include "map_places.h"

#include "sim/base/number_text.h"
#include "sim/report/tables.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

static const double margin = 24, title_size = 18, text_size = 12, head_height = 62;

/* Maps with more places than this have no numbers beside them. */
enum { PLACES_WITH_NUMBERS = 40 };

/* How a map's classes look. */
static const struct rd_svg_rule rules[] = {
    {"title", "fill:#1f2933;font-size:18;font-weight:600"},
    {"quiet", "fill:#52606d;font-size:12"},
    {"name", "fill:#1f2933"},
    {"amount", "fill:#52606d"},
    {"link", "fill:#52606d"},
    {"line", "fill:none"},
    {"outline", "fill:none"},
    {"hub", "fill:#eef1f4;stroke:#52606d"},
    {"unknown", "stroke:#7f8b97"},
    {"joins", "stroke:#b8c1ca;stroke-width:2"},
    {"busy0", "stroke:#c3ccd5"},
    {"busy1", "stroke:#fec44f"},
    {"busy2", "stroke:#fe9929"},
    {"busy3", "stroke:#d95f0e"},
    {"busy4", "stroke:#8c2d04"},
    {"priced", "stroke:#101418"},
    {"way", "fill:#1f2933"},
    {"place", "fill:#ffffff;stroke:#7f8b97;stroke-width:1"},
    {"whole", "stroke:#101418;stroke-width:3"},

    {"port", "fill:#101418"},
    {"before", "fill:#8fc1e8"},
    {"after", "fill:#1a5592"},
};

/* --- texts ------------------------------------------------------------------------------------ */

/* "8 hosts, 16 links, makespan 12 s, bound 12 s (Theorem 2)" */
static const char *summary(const struct rd_map *map, struct rd_arena *arena)
{
    char seconds[RD_NUMBER_SIZE];
    uint32_t host_count = map->instance->topology.host_count;
    const char *text = rd_arena_print(arena, "%s: %" PRIu32 " host%s",
                                      rd_shape_name(map->instance->topology.shape), host_count,
                                      host_count == 1 ? "" : "s");
    if (map->place_count < host_count)
        text = rd_arena_print(arena, "%s in %" PRIu32 " groups", text, map->place_count);
    if (map->trace)
        text = rd_arena_print(arena, "%s, makespan %s s", text,
                              rd_time_text(map->makespan_s, seconds));
    if (map->bound)
        text = rd_arena_print(arena, "%s, bound %s s%s%s%s (%s)", text,
                              rd_time_text(map->bound->seconds, seconds),
                              map->bound->schedule_class ? " of " : "",
                              map->bound->schedule_class ? map->bound->schedule_class : "",
                              map->bound->schedule_class ? " schedules" : "", map->bound->name);
    return text;
}

/* --- sizes ------------------------------------------------------------------------------------ */

/* Pixels between neighbours: names fit, and the picture still fits a page. */
static double choose_apart(const struct rd_map *map)
{
    uint32_t count = map->place_count;
    if (count <= 8)
        return 150;
    if (count <= 16)
        return map->node[0].has_angle ? 116 : 136;
    if (count <= 40)
        return map->node[0].has_angle ? 70 : 100;
    if (count <= 100)
        return map->node[0].has_angle ? 32 : 66;
    return map->node[0].has_angle ? 19 : 50;
}

static void measure_bandwidths(struct rd_map_picture *picture)
{
    const struct rd_map *map = picture->map;
    picture->narrowest = INFINITY;
    for (uint32_t i = 0; i < map->line_count; i++) {
        double bandwidth = map->line[i].bandwidth_bytes_per_s;
        if (map->line[i].link_count == 0 || !isfinite(bandwidth))
            continue;
        picture->narrowest = fmin(picture->narrowest, bandwidth);
        picture->widest = fmax(picture->widest, bandwidth);
    }
    if (picture->widest == 0)
        picture->narrowest = 0;
}

/* What the names of places outside take. */
static void measure_names(struct rd_map_picture *picture)
{
    const struct rd_map *map = picture->map;
    picture->font = fmin(text_size, picture->apart * 0.8);
    for (uint32_t i = 0; i < map->node_count; i++)
        if (map->node[i].has_angle && i < map->place_count)
            picture->label_room =
                fmax(picture->label_room, rd_label_width(map->node[i].name, picture->font) + 14);
    /* Of the others, half of what stands below them, or what stands beside. */
    picture->label_room =
        fmin(260, fmax(picture->label_room, map->place_count <= PLACES_WITH_NUMBERS ? 88 : 46));
}

static void choose_sizes(struct rd_map_picture *picture)
{
    enum { LEAST_WIDTH = 760, MOST_EXTENT = 4000 };
    const struct rd_map *map = picture->map;
    double left = INFINITY, right = -INFINITY, top = INFINITY, bottom = -INFINITY;
    for (uint32_t i = 0; i < map->node_count; i++) {
        left = fmin(left, map->node[i].x);
        right = fmax(right, map->node[i].x);
        top = fmin(top, map->node[i].y);
        bottom = fmax(bottom, map->node[i].y);
    }
    double wide = fmax(right - left, bottom - top), apart = rd_map_nearest(map);
    picture->scale = choose_apart(map) / apart;
    if (wide * picture->scale > MOST_EXTENT)
        picture->scale = MOST_EXTENT / wide;
    picture->apart = apart * picture->scale;
    picture->radius = fmax(3, fmin(24, 0.3 * picture->apart));
    measure_names(picture);
    measure_bandwidths(picture);
    for (uint32_t i = 0; i < map->place_count; i++)
        picture->most_items =
            fmax(picture->most_items, fmax(map->node[i].before, map->node[i].after));
    double room = margin + picture->radius + picture->label_room;
    /* Above and below names stand upright, or are two lines. */
    double high = margin + picture->radius +
                  (map->place_count > RD_MAP_MOST_LEVEL_NAMES ? picture->label_room : 44);
    double map_width = (right - left) * picture->scale + 2 * room;
    picture->width = fmax(LEAST_WIDTH, map_width);
    picture->left = picture->width / 2 - (left + right) / 2 * picture->scale;
    picture->top = head_height + high - margin - top * picture->scale;
    picture->map_bottom = picture->top + bottom * picture->scale + high;
    picture->height =
        picture->map_bottom + rd_map_legend(picture, picture->map_bottom, false) + margin / 2;
}

/* --- nodes ------------------------------------------------------------------------------------ */

static void put_number_attribute(struct rd_svg *svg, const char *name, uint32_t number)
{
    char text[RD_WHOLE_SIZE];
    rd_svg_attribute(svg, name, rd_whole_text(number, text));
}

/* "33 -> 12 items" */
static const char *loads_text(const struct rd_map_picture *picture, const struct rd_map_node *node)
{
    const struct rd_map *map = picture->map;
    char text[RD_NUMBER_SIZE];
    const char *after = rd_map_amount_text(map, node->after, picture->arena);
    if (!map->knows_after)
        return rd_map_amount_text(map, node->before, picture->arena);
    if (map->instance->objects)
        return rd_arena_print(picture->arena, "%s \xe2\x86\x92 %s",
                              rd_map_amount_text(map, node->before, picture->arena), after);
    return rd_arena_print(picture->arena, "%s \xe2\x86\x92 %s",
                          rd_number_shortest(node->before, text), after);
}

static void draw_bar(struct rd_map_picture *picture, uint32_t place, bool is_after)
{
    const struct rd_map_node *node = &picture->map->node[place];
    double r = picture->radius, inner = 2 * r - 2, width = inner / 2 - r / 8;
    double amount = is_after ? node->after : node->before;
    double height = picture->most_items > 0 ? inner * amount / picture->most_items : 0;
    if (amount > 0)
        height = fmax(height, 0.5);
    rd_svg_put_box(&picture->svg, is_after ? "after" : "before",
                   rd_map_x(picture, place) - r + 1 + (is_after ? inner - width : 0),
                   rd_map_y(picture, place) + r - 1 - height, width, height);
}

static void draw_ports(struct rd_map_picture *picture, uint32_t place)
{
    const struct rd_map_node *node = &picture->map->node[place];
    double r = picture->radius, thick = fmax(1.5, r / 5);
    double x = rd_map_x(picture, place), top = rd_map_y(picture, place) - r - 1;
    if (node->receives_priced)
        rd_svg_put_box(&picture->svg, "port", x - r - thick, top, thick, 2 * r + 2);
    if (node->sends_priced)
        rd_svg_put_box(&picture->svg, "port", x + r, top, thick, 2 * r + 2);
}

/* A line of text about a place, number `row` below its name. */
static void put_label(struct rd_map_picture *picture, uint32_t place, const char *class,
                      const char *text, double font, int row)
{
    const struct rd_map_node *node = &picture->map->node[place];
    struct rd_svg *svg = &picture->svg;
    double x = rd_map_x(picture, place), y = rd_map_y(picture, place), out = picture->radius + 12;
    const char *anchor;
    char turn[3 * RD_SVG_NUMBER_SIZE + 16];
    rd_svg_begin(svg, "text");
    rd_svg_class(svg, class);
    rd_svg_number(svg, "font-size", font);
    if (node->has_angle && picture->map->place_count > RD_MAP_MOST_LEVEL_NAMES) {
        bool turned = cos(node->angle) < -1e-9;
        char degrees[RD_SVG_NUMBER_SIZE], tx[RD_SVG_NUMBER_SIZE], ty[RD_SVG_NUMBER_SIZE];
        x += out * cos(node->angle);
        y += out * sin(node->angle);
        snprintf(
            turn, sizeof turn, "rotate(%s %s %s)",
            rd_svg_number_text(node->angle * 180 / 3.14159265358979 + (turned ? 180 : 0), degrees),
            rd_svg_number_text(x, tx), rd_svg_number_text(y, ty));
        rd_svg_attribute(svg, "transform", turn);
        anchor = turned ? "end" : NULL;
        y += font * 0.36;
    } else {
        const struct rd_map_spot *spot = &picture->spot[place];
        x += spot->x;
        y += spot->y + row * (picture->font + 2);
        anchor = spot->anchor;
    }
    if (anchor)
        rd_svg_attribute(svg, "text-anchor", anchor);
    rd_svg_number(svg, "x", x);
    rd_svg_number(svg, "y", y);
    rd_svg_text(svg, text);
    rd_svg_end(svg);
}

/* So small that a text is no wider than there is room between two places. */
static double fitting_font(const struct rd_map_picture *picture, uint32_t place, const char *text)
{
    if (picture->map->node[place].has_angle)
        return fmin(picture->font, picture->font * picture->label_room /
                                       fmax(1, rd_label_width(text, picture->font)));
    return fmax(1.5, fmin(picture->font, 0.9 * picture->apart / rd_label_width(text, 1)));
}

static double amount_font(const struct rd_map_picture *picture, uint32_t place, const char *loads)
{
    return fmin(10.5, fitting_font(picture, place, loads));
}

/* Do places have what they hold beside them? */
static bool has_numbers(const struct rd_map_picture *picture)
{
    return picture->most_items > 0 && picture->map->place_count <= PLACES_WITH_NUMBERS;
}

static void find_spots(struct rd_map_picture *picture)
{
    const struct rd_map *map = picture->map;
    rd_arena_own(arena);
    double *width = rd_take(&arena, map->place_count, double);
    bool numbers = has_numbers(picture);
    for (uint32_t i = 0; i < map->place_count; i++) {
        const char *name = map->node[i].name, *loads = loads_text(picture, &map->node[i]);
        width[i] = rd_label_width(name, fitting_font(picture, i, name));
        if (numbers)
            width[i] = fmax(width[i], rd_label_width(loads, amount_font(picture, i, loads)));
    }
    rd_map_find_spots(picture, width, numbers ? 2 : 1, head_height);
}

static void draw_place(struct rd_map_picture *picture, uint32_t place)
{
    const struct rd_map *map = picture->map;
    const struct rd_map_node *node = &map->node[place];
    struct rd_svg *svg = &picture->svg;
    double r = picture->radius;
    const char *loads = loads_text(picture, node);
    bool is_turned = node->has_angle && map->place_count > RD_MAP_MOST_LEVEL_NAMES;
    rd_svg_begin(svg, "g");
    if (picture->in_page)
        put_number_attribute(svg, "data-place", place);
    rd_svg_text_element(svg, "title", rd_arena_print(picture->arena, "%s: %s", node->name, loads));
    rd_svg_put_box(svg, node->is_priced ? "place whole" : "place", rd_map_x(picture, place) - r,
                   rd_map_y(picture, place) - r, 2 * r, 2 * r);
    draw_bar(picture, place, false);
    if (map->knows_after)
        draw_bar(picture, place, true);
    draw_ports(picture, place);
    put_label(picture, place, "name", node->name, fitting_font(picture, place, node->name), 0);
    if (has_numbers(picture) && !is_turned)
        put_label(picture, place, "amount", loads, amount_font(picture, place, loads), 1);
    rd_svg_end(svg);
}

static void draw_hub_box(struct rd_svg *svg, const char *class, double stroke, double left,
                         double top, double half_width, double half_height)
{
    rd_svg_begin(svg, "rect");
    rd_svg_class(svg, class);
    rd_svg_number(svg, "stroke-width", stroke);
    rd_svg_number(svg, "x", left);
    rd_svg_number(svg, "y", top);
    rd_svg_number(svg, "width", 2 * half_width);
    rd_svg_number(svg, "height", 2 * half_height);
    rd_svg_number(svg, "rx", 4);
    rd_svg_end(svg);
}

/* A bus is as long as the places that lie along it. */
static void draw_hub(struct rd_map_picture *picture, uint32_t hub)
{
    const struct rd_map *map = picture->map;
    struct rd_svg *svg = &picture->svg;
    bool is_bus = map->node[hub].kind == RD_MAP_BUS;
    double x = rd_map_x(picture, hub), y = rd_map_y(picture, hub);
    const struct rd_map_line *carries = rd_map_bus_line(picture, hub);
    const char *name = carries ? rd_map_line_words(picture, carries) : map->node[hub].name;
    double font = fmax(8, picture->font);
    double half = rd_label_width(name, font) / 2 + 8;
    for (uint32_t i = 0; is_bus && !map->node[0].has_angle && i < map->place_count; i++)
        half = fmax(half, fabs(rd_map_x(picture, i) - x) + picture->radius);
    double high = font * 0.9 + 3;
    if (carries && carries->is_priced)
        draw_hub_box(svg, "hub priced", 10, x - half, y - high, half, high);
    draw_hub_box(svg,
                 carries
                     ? rd_arena_print(picture->arena, "hub %s", rd_map_busy_class(carries->busy))
                     : "hub",
                 carries ? 6 : 1.5, x - half, y - high, half, high);
    rd_svg_begin(svg, "text");
    rd_svg_class(svg, "name");
    rd_svg_number(svg, "font-size", font);
    rd_svg_attribute(svg, "text-anchor", "middle");
    rd_svg_number(svg, "x", x);
    rd_svg_number(svg, "y", y + font * 0.36);
    rd_svg_text(svg, name);
    if (carries)
        rd_svg_text_element(svg, "title", rd_map_line_words(picture, carries));
    rd_svg_end(svg);
}

/* --- all of it -------------------------------------------------------------------------------- */

static void draw_head(struct rd_map_picture *picture)
{
    struct rd_svg *svg = &picture->svg;
    const struct rd_map *map = picture->map;
    double room = picture->width - 2 * margin;
    rd_svg_text_element(svg, "title", map->title);
    if (map->bound && map->bound->why)
        rd_svg_text_element(svg, "desc", map->bound->why);
    rd_svg_begin(svg, "rect");
    rd_svg_attribute(svg, "class", "ground");
    rd_svg_attribute(svg, "width", "100%");
    rd_svg_attribute(svg, "height", "100%");
    rd_svg_attribute(svg, "fill", "#ffffff");
    rd_svg_end(svg);
    rd_svg_put_text(svg, "title", NULL, margin, 32,
                    rd_label_fit(map->title, 1.15 * title_size, room, picture->arena));
    rd_svg_put_text(svg, "quiet", NULL, margin, 52,
                    rd_label_fit(summary(map, picture->arena), text_size, room, picture->arena));
}

bool rd_map_write_svg(FILE *out, const struct rd_map *map, const char *id, struct rd_error *reterr)
{
    rd_arena_own(arena);
    struct rd_map_picture picture = {.map = map, .arena = &arena, .in_page = id};
    choose_sizes(&picture);
    find_spots(&picture);
    rd_svg_open(&picture.svg, out, id, picture.width, picture.height);
    rd_svg_attribute(&picture.svg, "font-family",
                     "Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif");
    picture.svg.rule = rules;
    picture.svg.rule_count = sizeof rules / sizeof *rules;
    draw_head(&picture);
    rd_map_draw_lines(&picture);
    rd_svg_begin(&picture.svg, "g");
    for (uint32_t i = map->place_count; i < map->node_count; i++)
        draw_hub(&picture, i);
    for (uint32_t i = 0; i < map->place_count; i++)
        draw_place(&picture, i);
    rd_svg_end(&picture.svg);
    rd_map_legend(&picture, picture.map_bottom, true);
    errno = 0;
    return rd_svg_close(&picture.svg) || rd_fail(reterr, RD_ERROR_FILE, NULL, 0,
                                                 "the map cannot be written: %s", strerror(errno));
}
