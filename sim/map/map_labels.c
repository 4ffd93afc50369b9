#include "map_picture.h"

#include <math.h>

/* Maps with more places times pieces have the first of all spots. */
static const double most_looks = 2e6;

/* What it costs to lie over something: for good, and for each pixel. */
static const double over_text = 1000, over_name = 60, over_line = 10, later_spot = 2;

struct box {
    double left, right, top, bottom;
};

struct search {
    struct rd_map_picture *picture;
    const double *width;
    int lines;
    double top, step;
    const struct rd_map_piece *piece;
    size_t piece_count;
    struct box *text; /* [places] as placed now */
};

/* --- spots ------------------------------------------------------------------------------------ */

enum { SPOTS = 12 };

/* To the right or left, in the middle, low or high; and below or above, beside what leaves that
 * way. */
static void list_spots(const struct search *search, struct rd_map_spot spot[SPOTS])
{
    double font = search->picture->font, r = search->picture->radius, out = r + 9;
    double last = (search->lines - 1) * search->step;
    double level = 0.36 * font - last / 2, low = out - 5 + 0.8 * font, high = -(out - 4) - last;
    const struct rd_map_spot all[SPOTS] = {
        {out, level, NULL},         {0.45 * r, low, NULL},     {-out, level, "end"},
        {-0.45 * r, low, "end"},    {0.45 * r, high, NULL},    {-0.45 * r, high, "end"},
        {out - 4, low - 4, NULL},   {4 - out, low - 4, "end"}, {out - 4, high + 4, NULL},
        {4 - out, high + 4, "end"}, {0, low, "middle"},        {0, high, "middle"}};
    for (int i = 0; i < SPOTS; i++)
        spot[i] = all[i];
}

/* Outside the circle. */
static struct rd_map_spot spot_on_circle(const struct search *search, double angle)
{
    double font = search->picture->font, out = search->picture->radius + 9;
    double last = (search->lines - 1) * search->step;
    bool is_left = cos(angle) < 0;
    if (fabs(cos(angle)) > 0.35)
        return (struct rd_map_spot){is_left ? -out : out, 0.36 * font - last / 2,
                                    is_left ? "end" : NULL};
    return (struct rd_map_spot){0, sin(angle) < 0 ? -(out - 4) - last : out + 0.8 * font, "middle"};
}

static struct box box_of(const struct search *search, uint32_t place, struct rd_map_spot spot)
{
    const struct rd_map_picture *picture = search->picture;
    double x = rd_map_x(picture, place) + spot.x, y = rd_map_y(picture, place) + spot.y;
    double before = !spot.anchor ? 0 : *spot.anchor == 'e' ? 1 : 0.5;
    double left = x - before * search->width[place];
    return (struct box){left, left + search->width[place], y - 0.8 * picture->font,
                        y + (search->lines - 1) * search->step + 0.25 * picture->font};
}

/* --- what it lies over ------------------------------------------------------------------------ */

static bool overlap(struct box one, struct box other)
{
    return one.left < other.right && other.left < one.right && one.top < other.bottom &&
           other.top < one.bottom;
}

/* Cuts the part of a piece off that lies outside on one axis. */
static void clip(double start, double way, double low, double high, double *from, double *to)
{
    if (way == 0) {
        *to = start < low || start > high ? -1 : *to;
        return;
    }
    double one = (low - start) / way, other = (high - start) / way;
    *from = fmax(*from, fmin(one, other));
    *to = fmin(*to, fmax(one, other));
}

/* The length of a piece in a box. */
static double length_in(const struct rd_map_piece *piece, struct box box)
{
    double dx = piece->x2 - piece->x1, dy = piece->y2 - piece->y1, half = piece->thick / 2;
    double from = 0, to = 1;
    clip(piece->x1, dx, box.left - half, box.right + half, &from, &to);
    clip(piece->y1, dy, box.top - half, box.bottom + half, &from, &to);
    return to > from ? (to - from) * hypot(dx, dy) : 0;
}

static double cost_of(const struct search *search, uint32_t place, struct box box)
{
    const struct rd_map_picture *picture = search->picture;
    double cost = 0, r = picture->radius;
    struct box inside = {0, picture->width, search->top, picture->map_bottom};
    if (box.left < inside.left || box.right > inside.right || box.top < inside.top ||
        box.bottom > inside.bottom)
        cost += over_text;
    for (uint32_t i = 0; i < picture->map->place_count; i++) {
        double x = rd_map_x(picture, i), y = rd_map_y(picture, i);
        cost +=
            i != place && overlap(box, (struct box){x - r, x + r, y - r, y + r}) ? over_text : 0;
        cost += i != place && overlap(box, search->text[i]) ? over_text : 0;
    }
    for (size_t i = 0; i < search->piece_count; i++) {
        double length = length_in(&search->piece[i], box);
        if (length > 0)
            cost += length + (search->piece[i].is_name ? over_name : over_line);
    }
    return cost;
}

/* --- all of them ------------------------------------------------------------------------------ */

/* The one that lies over the least; of equal ones the first. */
static void find_spot(struct search *search, uint32_t place)
{
    struct rd_map_spot spot[SPOTS];
    double least = INFINITY;
    list_spots(search, spot);
    for (int i = 0; i < SPOTS && least > 0; i++) {
        struct box box = box_of(search, place, spot[i]);
        double cost = cost_of(search, place, box) + later_spot * i;
        if (cost >= least)
            continue;
        least = cost;
        search->picture->spot[place] = spot[i];
    }
    search->text[place] = box_of(search, place, search->picture->spot[place]);
}

void rd_map_find_spots(struct rd_map_picture *picture, const double *width, int lines, double top)
{
    enum { PASSES = 2 };
    const struct rd_map *map = picture->map;
    rd_arena_own(arena);
    struct rd_map_piece *piece;
    struct rd_map_spot spot[SPOTS];
    struct search search = {.picture = picture,
                            .width = width,
                            .lines = lines,
                            .top = top,
                            .step = picture->font + 2,
                            .text = rd_take(&arena, map->place_count, struct box)};
    picture->spot = rd_take(picture->arena, map->place_count, struct rd_map_spot);
    search.piece_count = rd_map_line_pieces(picture, &piece);
    search.piece = piece;
    list_spots(&search, spot);
    for (uint32_t i = 0; i < map->place_count; i++) {
        const struct rd_map_node *node = &map->node[i];
        picture->spot[i] = node->has_angle ? spot_on_circle(&search, node->angle) : spot[0];
        search.text[i] = box_of(&search, i, picture->spot[i]);
    }
    bool looks = (double)map->place_count * (double)search.piece_count <= most_looks;
    for (int pass = 0; pass < PASSES && looks; pass++)
        for (uint32_t i = 0; i < map->place_count; i++)
            if (!map->node[i].has_angle)
                find_spot(&search, i);
}
