/* A map being drawn: its sizes, and how its parts look. */
#pragma once

#include "map.h"

#include "sim/report/svg.h"

/* Lines that are in use part of the time have a colour of so many. */
enum { RD_MAP_BUSY_COLOURS = 4 };

/* Round a circle of more, names are turned. */
enum { RD_MAP_MOST_LEVEL_NAMES = 16 };

/* Where the first line of the text about a place stands: from the place's middle. */
struct rd_map_spot {
    double x, y;
    const char *anchor; /* what lies there: NULL, its start; "middle"; "end" */
};

/* A straight piece of a line, or the name of one. */
struct rd_map_piece {
    double x1, y1, x2, y2, thick;
    bool is_name;
};

struct rd_map_picture {
    const struct rd_map *map;
    struct rd_arena *arena;
    struct rd_svg svg;
    bool in_page;             /* elements have data- attributes */
    double width, height;     /* pixels, all of it */
    double left, top, scale;  /* where the map's origin is; pixels of a unit */
    double map_bottom;        /* where the map ends */
    double radius;            /* of a place: half the side of its box */
    double apart;             /* of the nearest two places */
    double most_items;        /* that a bar can show */
    double narrowest, widest; /* bandwidths; 0: all cost nothing */
    struct rd_map_spot *spot; /* [places] of the texts about them */
    double font, label_room;  /* of names; what those on a circle may take outside it */
};

/* "busy0" .. "busy4", idle first; "unknown" where nobody knows. */
const char *rd_map_busy_class(double busy);

/* How wide a line of a bandwidth is, in pixels. */
double rd_map_line_width(const struct rd_map_picture *picture, double bandwidth_bytes_per_s);

/* "125 MB/s", from the arena. */
const char *rd_map_bandwidth_text(double bytes_per_s, struct rd_arena *arena);

/* "1,200 items" without commas; "3.2 GB" of objects, from the arena. */
const char *rd_map_amount_text(const struct rd_map *map, double amount, struct rd_arena *arena);

/* Where a node's middle is. */
double rd_map_x(const struct rd_map_picture *picture, uint32_t node);
double rd_map_y(const struct rd_map_picture *picture, uint32_t node);

/* The line that says what a bus carries; NULL. O(lines). */
const struct rd_map_line *rd_map_bus_line(const struct rd_map_picture *picture, uint32_t node);

/* "bus: 125 MB/s, 45 % in use", from the arena. */
const char *rd_map_line_words(const struct rd_map_picture *picture, const struct rd_map_line *line);

/* Draws all lines, with their names. Cost: O(lines log lines). */
void rd_map_draw_lines(struct rd_map_picture *picture);

/* Lists what is drawn of lines. Returns: how many pieces, from the picture's arena. Cost: O(lines
 * log lines). */
size_t rd_map_line_pieces(const struct rd_map_picture *picture, struct rd_map_piece **ret_piece);

/* Finds a spot for the texts about each place, of so many lines and as wide as `width` [places]:
 * outside of a circle where the place lies on one; else to the right or below it, or where it lies
 * over no other place, text or line, as far as there is such a spot. In: `top`, above which no text
 * may be. Cost: O(places * (places + lines)). */
void rd_map_find_spots(struct rd_map_picture *picture, const double *width, int lines, double top);

/* The height of the legend on a width; draws it from `top` if it should. */
double rd_map_legend(struct rd_map_picture *picture, double top, bool draws);
