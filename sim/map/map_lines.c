#include "map_picture.h"

#include "sim/base/number_text.h"
#include "sim/report/tables.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

static const double degree = 3.14159265358979323846 / 180, name_size = 10, lane_width = 6;

/* The least size of the name of a shared link, of that of a host. */
static const double least_shared = 0.8;

/* Maps with more lines than this have no numbers on them, and no arrows. */
enum { LINES_WITH_NUMBERS = 80, LINES_WITH_ARROWS = 400 };

/* A line between two nodes among those that lie beside it. */
struct lane {
    uint32_t line;
    uint32_t low, high;     /* its ends */
    uint32_t number, count; /* of those with equal ends */
    bool is_pair;           /* one of two links, each of which is the other's way back */
};

static bool leaves_map(const struct rd_map_line *line)
{
    return line->leaves_x != 0 || line->leaves_y != 0;
}

/* How far a line is drawn that leaves the map. */
static double leaving_length(const struct rd_map_picture *picture)
{
    return picture->radius + fmin(24, 0.35 * picture->apart);
}

/* Its ends and the middle of its bend, as drawn. */
struct stroke {
    double x1, y1, x2, y2, mx, my;
    double width;
};

static int by_ends(const void *a, const void *b)
{
    const struct lane *one = a, *other = b;
    if (one->low != other->low)
        return one->low < other->low ? -1 : 1;
    if (one->high != other->high)
        return one->high < other->high ? -1 : 1;
    return one->line < other->line ? -1 : one->line > other->line;
}

/* Lists the lines with those beside them, but for what buses carry. Returns: how many. */
static uint32_t list_lanes(const struct rd_map_picture *picture, struct lane **ret_lane)
{
    const struct rd_map *map = picture->map;
    struct lane *lane = rd_take(picture->arena, map->line_count, struct lane);
    uint32_t lane_count = 0;
    for (uint32_t i = 0; i < map->line_count; i++) {
        uint32_t from = map->line[i].from, to = map->line[i].to;
        if (from != to)
            lane[lane_count++] = (struct lane){
                .line = i, .low = from < to ? from : to, .high = from < to ? to : from};
    }
    if (lane_count > 0)
        qsort(lane, lane_count, sizeof *lane, by_ends);
    for (uint32_t i = 0, end; i < lane_count; i = end) {
        for (end = i;
             end < lane_count && lane[end].low == lane[i].low && lane[end].high == lane[i].high;)
            end++;
        for (uint32_t k = i; k < end; k++) {
            const struct rd_map_line *line = &map->line[lane[k].line];
            lane[k].number = k - i;
            lane[k].count = end - i;
            lane[k].is_pair = end - i == 2 && !line->both_ways && !line->is_shared;
        }
    }
    *ret_lane = lane;
    return lane_count;
}

/* Where a line ends at a node: anywhere along a bus that is a bar. */
static double end_x(const struct rd_map_picture *picture, uint32_t node, uint32_t other)
{
    const struct rd_map *map = picture->map;
    bool is_bar = map->node[node].kind == RD_MAP_BUS && !map->node[0].has_angle;
    return rd_map_x(picture, is_bar ? other : node);
}

static struct stroke stroke_of(const struct rd_map_picture *picture, const struct lane *lane)
{
    const struct rd_map_line *line = &picture->map->line[lane->line];
    struct stroke stroke = {.x1 = end_x(picture, line->from, line->to),
                            .y1 = rd_map_y(picture, line->from),
                            .x2 = end_x(picture, line->to, line->from),
                            .y2 = rd_map_y(picture, line->to)};
    stroke.width =
        line->link_count == 0 ? 2 : rd_map_line_width(picture, line->bandwidth_bytes_per_s);
    double dx = stroke.x2 - stroke.x1, dy = stroke.y2 - stroke.y1, length = hypot(dx, dy);
    if (leaves_map(line)) {
        dx = line->leaves_x;
        dy = line->leaves_y;
        length = 1;
    }
    double right_x = length > 0 ? -dy / length : 0, right_y = length > 0 ? dx / length : 0;
    double off = lane->count == 1 ? 0 : stroke.width / 2 + 0.8;
    if (lane->count > 2 || (lane->count == 2 && line->both_ways)) {
        off = (lane->number - (lane->count - 1) / 2.0) * lane_width;
        off = line->from == lane->low ? off : -off;
    }
    stroke.mx = (stroke.x1 + stroke.x2) / 2 + (off - 2 * line->bend * length) * right_x;
    stroke.my = (stroke.y1 + stroke.y2) / 2 + (off - 2 * line->bend * length) * right_y;
    stroke.x1 += off * right_x;
    stroke.x2 += off * right_x;
    stroke.y1 += off * right_y;
    stroke.y2 += off * right_y;
    return stroke;
}

static const char *path_text(const struct rd_map_picture *picture, const struct rd_map_line *line,
                             const struct stroke *stroke)
{
    struct rd_arena *arena = picture->arena;
    char text[8][RD_SVG_NUMBER_SIZE];
    double out = leaving_length(picture);
    const double number[8] = {stroke->x1, stroke->y1, stroke->x2, stroke->y2,
                              stroke->mx, stroke->my, 0,          0};
    const double leaving[8] = {stroke->x1,
                               stroke->y1,
                               stroke->x1 + out * line->leaves_x,
                               stroke->y1 + out * line->leaves_y,
                               stroke->x2 - out * line->leaves_x,
                               stroke->y2 - out * line->leaves_y,
                               stroke->x2,
                               stroke->y2};
    for (int i = 0; i < 8; i++)
        rd_svg_number_text(leaves_map(line) ? leaving[i] : number[i], text[i]);
    if (leaves_map(line))
        return rd_arena_print(arena, "M%s %sL%s %sM%s %sL%s %s", text[0], text[1], text[2], text[3],
                              text[4], text[5], text[6], text[7]);
    return line->bend == 0
               ? rd_arena_print(arena, "M%s %sL%s %s", text[0], text[1], text[2], text[3])
               : rd_arena_print(arena, "M%s %sQ%s %s %s %s", text[0], text[1], text[4], text[5],
                                text[2], text[3]);
}

/* "h0 -> h1: 125 MB/s, 10 us, 45 % in use" */
const char *rd_map_line_words(const struct rd_map_picture *picture, const struct rd_map_line *line)
{
    struct rd_arena *arena = picture->arena;
    char text[RD_NUMBER_SIZE];
    const char *words = rd_arena_print(arena, "%s: %s", line->name,
                                       rd_map_bandwidth_text(line->bandwidth_bytes_per_s, arena));
    if (line->link_count > 1)
        words = rd_arena_print(arena, "%s in %" PRIu32 " links", words, line->link_count);
    if (line->latency_s > 0 && isfinite(line->latency_s))
        words =
            rd_arena_print(arena, "%s, latency %s s", words, rd_time_text(line->latency_s, text));
    if (line->over && *line->over)
        words = rd_arena_print(arena, "%s, over %s", words, line->over);
    if (!isnan(line->busy))
        words = rd_arena_print(arena, "%s, in use %s %%", words,
                               rd_number_text(100 * line->busy, 3, text));
    return line->is_priced ? rd_arena_print(arena, "%s, part of the bottleneck", words) : words;
}

static void draw_stroke(struct rd_map_picture *picture, const struct lane *lane, bool as_priced)
{
    const struct rd_map_line *line = &picture->map->line[lane->line];
    struct stroke stroke = stroke_of(picture, lane);
    struct rd_svg *svg = &picture->svg;
    char text[RD_WHOLE_SIZE];
    rd_svg_begin(svg, "path");
    rd_svg_class(svg, as_priced               ? "outline priced"
                      : line->link_count == 0 ? "line joins"
                                              : rd_arena_print(picture->arena, "line %s",
                                                               rd_map_busy_class(line->busy)));
    if (line->link_count > 0)
        rd_svg_number(svg, "stroke-width", stroke.width + (as_priced ? 4 : 0));
    rd_svg_attribute(svg, "d", path_text(picture, line, &stroke));
    if (picture->in_page && !as_priced) {
        rd_svg_attribute(svg, "data-from", rd_whole_text(line->from, text));
        rd_svg_attribute(svg, "data-to", rd_whole_text(line->to, text));
    }
    if (!as_priced && line->link_count > 0)
        rd_svg_text_element(svg, "title", rd_map_line_words(picture, line));
    rd_svg_end(svg);
}

/* A small arrow past the middle of a line that is one-way. */
static void draw_arrow(struct rd_map_picture *picture, const struct lane *lane)
{
    const struct rd_map_line *line = &picture->map->line[lane->line];
    struct stroke stroke = stroke_of(picture, lane);
    double dx = stroke.x2 - stroke.x1, dy = stroke.y2 - stroke.y1, length = hypot(dx, dy);
    if (line->both_ways || line->link_count == 0 || leaves_map(line) ||
        length < 3 * picture->radius + 8)
        return;
    double t = 0.66, s = 1 - t, size = stroke.width / 2 + 2.5;
    double x = s * s * stroke.x1 + 2 * s * t * stroke.mx + t * t * stroke.x2;
    double y = s * s * stroke.y1 + 2 * s * t * stroke.my + t * t * stroke.y2;
    double ux = 2 * s * (stroke.mx - stroke.x1) + 2 * t * (stroke.x2 - stroke.mx);
    double uy = 2 * s * (stroke.my - stroke.y1) + 2 * t * (stroke.y2 - stroke.my);
    double norm = hypot(ux, uy);
    ux *= size / norm;
    uy *= size / norm;
    char text[6][RD_SVG_NUMBER_SIZE];
    const double number[6] = {x + ux, y + uy, x - ux - uy, y - uy + ux, x - ux + uy, y - uy - ux};
    for (int i = 0; i < 6; i++)
        rd_svg_number_text(number[i], text[i]);
    rd_svg_begin(&picture->svg, "path");
    rd_svg_class(&picture->svg, "way");
    rd_svg_attribute(&picture->svg, "d",
                     rd_arena_print(picture->arena, "M%s %sL%s %sL%s %sZ", text[0], text[1],
                                    text[2], text[3], text[4], text[5]));
    rd_svg_end(&picture->svg);
}

/* What a line is called; of two links that are each other's way back, both at once. */
static const char *name_of(const struct rd_map_picture *picture, const struct lane *lane)
{
    const struct rd_map *map = picture->map;
    if (!lane->is_pair)
        return map->line[lane->line].name;
    return rd_arena_print(picture->arena, "%s \xe2\x80\x93 %s", map->node[lane->low].name,
                          map->node[lane->high].name);
}

/* The same with its bandwidth, and its use, as far as there is room for it. */
static const char *label_of(const struct rd_map_picture *picture, const struct lane *lane,
                            double room)
{
    const struct rd_map_line *line = &picture->map->line[lane->line];
    struct rd_arena *arena = picture->arena;
    const char *name = name_of(picture, lane);
    if (lane->is_pair || picture->map->line_count > LINES_WITH_NUMBERS)
        return name;
    const char *longer = rd_arena_print(arena, "%s, %s", name,
                                        rd_map_bandwidth_text(line->bandwidth_bytes_per_s, arena));
    const char *longest =
        isnan(line->busy) ? longer : rd_arena_print(arena, "%s, %.0f %%", longer, 100 * line->busy);
    if (line->is_shared && !isnan(line->busy)) /* how busy it is matters more than how wide */
        longer = rd_arena_print(arena, "%s, %.0f %%", name, 100 * line->busy);
    double size = line->is_shared ? fmin(name_size, picture->font * least_shared) : name_size;
    if (rd_label_width(longest, size) <= room)
        return longest;
    return rd_label_width(longer, size) <= room ? longer : name;
}

/* The name of a line, as drawn: its middle, below the letters, and how they are turned. */
struct line_name {
    const char *text;
    double font, x, y, degrees;
};

/* Does a line lead straight from a place on a circle to a hub, as its neighbours' do? */
static bool is_spoke(const struct rd_map *map, const struct rd_map_line *line)
{
    uint32_t place = line->from < line->to ? line->from : line->to;
    uint32_t hub = line->from < line->to ? line->to : line->from;
    return map->hubs && map->node[place].has_angle && place < map->place_count &&
           hub >= map->place_count && line->bend == 0;
}

/* How large the name of a spoke may be where it comes nearest to the hub, if it begins at the
 * place. In: how far it may reach, the line's length; its width at size 1, and what the lines
 * beside it take. */
static double spoke_font(const struct rd_map_picture *picture, double room, double length,
                         double width, double beside)
{
    double apart = fmin(picture->apart, length);
    return fmax(1.5, (apart * room / length - beside) / (1.2 + apart * width / length));
}

/* Along the line, never head down; so small that it is no longer than the line. Returns: false if
 * there is none. */
static bool place_name(const struct rd_map_picture *picture, const struct lane *lane,
                       struct line_name *ret_name)
{
    const struct rd_map_line *line = &picture->map->line[lane->line];
    if (line->link_count == 0 || (lane->is_pair && lane->number == 1))
        return false;
    struct stroke stroke = stroke_of(picture, lane);
    if (leaves_map(line)) {
        stroke.x2 = stroke.x1 + (leaving_length(picture) + 2 * picture->radius) * line->leaves_x;
        stroke.y2 = stroke.y1 + (leaving_length(picture) + 2 * picture->radius) * line->leaves_y;
        stroke.mx = (stroke.x1 + stroke.x2) / 2;
        stroke.my = (stroke.y1 + stroke.y2) / 2;
    }
    double dx = stroke.x2 - stroke.x1, dy = stroke.y2 - stroke.y1, length = hypot(dx, dy);
    bool spoke = is_spoke(picture->map, line) && lane->count <= 2;
    double corner = (spoke ? 1.42 : 1) * picture->radius + 3;
    double room = fmax(4, length - 2 * corner);
    const char *label = label_of(picture, lane, room);
    double font = fmin(name_size, room / fmax(0.1, rd_label_width(label, 1)));
    if (line->is_shared)
        font = fmax(font, fmin(name_size, picture->font * least_shared));
    if (lane->count > 2) /* each stays on its lane */
        font = fmin(font, 0.75 * lane_width);
    if (spoke)
        font = fmin(font, spoke_font(picture, length - corner, length, rd_label_width(label, 1),
                                     lane->count * (stroke.width + 1.6) + 2));
    double turn = atan2(dy, dx) / degree;
    bool turned = turn > 89 || turn <= -91;
    /* To the right of the way, or to its left: above, but outside of two that have a name each. */
    bool outside = lane->count == 2 && !lane->is_pair;
    double side = outside || turned ? 1 : -1;
    if (outside && line->both_ways && (lane->number == 0) == (line->from == lane->low))
        side = -1;
    double up = stroke.width / 2 + 3 + (line->is_priced ? 2 : 0);
    double x = (stroke.x1 + stroke.x2 + 2 * stroke.mx) / 4;
    double y = (stroke.y1 + stroke.y2 + 2 * stroke.my) / 4;
    if (lane->is_pair && !leaves_map(line)) {
        struct stroke other = stroke_of(picture, lane + 1);
        x = x / 2 + (other.x1 + other.x2 + 2 * other.mx) / 8;
        y = y / 2 + (other.y1 + other.y2 + 2 * other.my) / 8;
        up = fmax(stroke.width, other.width) + 3.5;
    }
    if ((side > 0) != turned) /* below the line */
        up += 0.7 * font;
    if (spoke && picture->map->place_count > RD_MAP_MOST_LEVEL_NAMES) { /* where there is room */
        double out = length / 2 - corner - rd_label_width(label, font) / 2;
        double to_place = (line->from < line->to ? -1 : 1) * fmax(0, out) / length;
        x += to_place * dx;
        y += to_place * dy;
    }
    *ret_name = (struct line_name){label, font, x + side * up * (length > 0 ? -dy / length : 0),
                                   y + side * up * (length > 0 ? dx / length : 0),
                                   turned ? turn + 180 : turn};
    return true;
}

static void draw_name(struct rd_map_picture *picture, const struct lane *lane)
{
    struct line_name name;
    char degrees[RD_SVG_NUMBER_SIZE], tx[RD_SVG_NUMBER_SIZE], ty[RD_SVG_NUMBER_SIZE];
    struct rd_svg *svg = &picture->svg;
    if (!place_name(picture, lane, &name))
        return;
    rd_svg_begin(svg, "text");
    rd_svg_class(svg, "link");
    rd_svg_number(svg, "font-size", name.font);
    rd_svg_attribute(svg, "text-anchor", "middle");
    rd_svg_number(svg, "x", name.x);
    rd_svg_number(svg, "y", name.y);
    rd_svg_attribute(svg, "transform",
                     rd_arena_print(picture->arena, "rotate(%s %s %s)",
                                    rd_svg_number_text(name.degrees, degrees),
                                    rd_svg_number_text(name.x, tx),
                                    rd_svg_number_text(name.y, ty)));
    rd_svg_text(svg, name.text);
    rd_svg_end(svg);
}

/* --- what lies where -------------------------------------------------------------------------- */

/* A bent line is as many straight pieces. */
enum { PIECES_OF_A_BEND = 8 };

static size_t add_stroke(const struct rd_map_picture *picture, const struct lane *lane,
                         struct rd_map_piece *piece)
{
    const struct rd_map_line *line = &picture->map->line[lane->line];
    struct stroke stroke = stroke_of(picture, lane);
    double out_x = leaving_length(picture) * line->leaves_x;
    double out_y = leaving_length(picture) * line->leaves_y;
    if (leaves_map(line)) {
        piece[0] = (struct rd_map_piece){stroke.x1,         stroke.y1,    stroke.x1 + out_x,
                                         stroke.y1 + out_y, stroke.width, false};
        piece[1] = (struct rd_map_piece){stroke.x2 - out_x, stroke.y2 - out_y, stroke.x2,
                                         stroke.y2,         stroke.width,      false};
        return 2;
    }
    size_t count = line->bend == 0 ? 1 : PIECES_OF_A_BEND;
    double x = stroke.x1, y = stroke.y1;
    for (size_t i = 0; i < count; i++) {
        double t = (double)(i + 1) / (double)count, s = 1 - t;
        double to_x = s * s * stroke.x1 + 2 * s * t * stroke.mx + t * t * stroke.x2;
        double to_y = s * s * stroke.y1 + 2 * s * t * stroke.my + t * t * stroke.y2;
        piece[i] = (struct rd_map_piece){x, y, to_x, to_y, stroke.width, false};
        x = to_x;
        y = to_y;
    }
    return count;
}

size_t rd_map_line_pieces(const struct rd_map_picture *picture, struct rd_map_piece **ret_piece)
{
    struct lane *lane;
    struct line_name name;
    uint32_t lane_count = list_lanes(picture, &lane);
    size_t count = 0;
    struct rd_map_piece *piece =
        rd_take(picture->arena, (size_t)lane_count * (PIECES_OF_A_BEND + 1), struct rd_map_piece);
    for (uint32_t i = 0; i < lane_count; i++) {
        count += add_stroke(picture, &lane[i], piece + count);
        if (!place_name(picture, &lane[i], &name))
            continue;
        double half = rd_label_width(name.text, name.font) / 2;
        double along_x = cos(name.degrees * degree), along_y = sin(name.degrees * degree);
        double x = name.x + 0.35 * name.font * along_y, y = name.y - 0.35 * name.font * along_x;
        piece[count++] =
            (struct rd_map_piece){x - half * along_x, y - half * along_y, x + half * along_x,
                                  y + half * along_y, 0.7 * name.font,    true};
    }
    *ret_piece = piece;
    return count;
}

const struct rd_map_line *rd_map_bus_line(const struct rd_map_picture *picture, uint32_t node)
{
    const struct rd_map *map = picture->map;
    for (uint32_t i = 0; i < map->line_count; i++)
        if (map->line[i].from == node && map->line[i].to == node)
            return &map->line[i];
    return NULL;
}

void rd_map_draw_lines(struct rd_map_picture *picture)
{
    struct lane *lane;
    uint32_t lane_count = list_lanes(picture, &lane);
    rd_svg_begin(&picture->svg, "g");
    for (uint32_t i = 0; i < lane_count; i++)
        if (picture->map->line[lane[i].line].is_priced)
            draw_stroke(picture, &lane[i], true);
    for (uint32_t i = 0; i < lane_count; i++)
        draw_stroke(picture, &lane[i], false);
    for (uint32_t i = 0; i < lane_count && lane_count <= LINES_WITH_ARROWS; i++)
        draw_arrow(picture, &lane[i]);
    for (uint32_t i = 0; i < lane_count; i++)
        draw_name(picture, &lane[i]);
    rd_svg_end(&picture->svg);
}
