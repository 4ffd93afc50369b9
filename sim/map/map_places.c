#include "map_places.h"

#include "map_lattice.h"
#include "map_tree.h"

#include "sim/base/filter.h"

#include <math.h>

static const double pi = 3.14159265358979323846, least_radius = 0.9;

/* A path of more is bent to a circle; a bus of more places to one, too. */
enum { LONGEST_PATH = 10, LONGEST_BUS = 40 };

/* How far lines are bent that would run over a node, of their length: as little as will do. */
static const double bends[] = {0, 0.12, -0.12, 0.2, -0.2, 0.3, -0.3, 0.42, -0.42};

/* So near to a node, of the distance of the nearest two places, a line touches its box. */
static const double touching = 0.36;

/* --- circles ---------------------------------------------------------------------------------- */

static void place_on_circle(struct rd_map_node *node, double radius, double angle)
{
    node->x = radius * cos(angle);
    node->y = radius * sin(angle);
    node->has_angle = true;
    node->angle = angle;
}

/* All places on a circle of so many slots, from the top, with the clock. */
static void place_all_on_circle(struct rd_map *map, uint32_t slot_count)
{
    double radius = fmax(least_radius, slot_count / (2 * pi));
    for (uint32_t i = 0; i < map->place_count; i++)
        place_on_circle(&map->node[i], radius, 2 * pi * i / slot_count - pi / 2);
}

/* --- networks without a shape ----------------------------------------------------------------- */

/* The lines as a graph of Graphviz'. */
static void write_graph(const struct rd_map *map, FILE *out)
{
    fputs("strict graph map { start=1; node [label=\"\"];\n", out); /* start: the seed */
    for (uint32_t place = 0; place < map->place_count; place++)
        fprintf(out, "%u;\n", place);
    for (uint32_t i = 0; i < map->line_count; i++)
        fprintf(out, "%u -- %u;\n", map->line[i].from, map->line[i].to);
    fputs("}\n", out);
}

/* Reads "node PLACE X Y ..." of every place. */
static bool read_layout(struct rd_map *map, FILE *layout)
{
    char line[256];
    uint32_t count = 0, place;
    double x, y;
    while (fgets(line, sizeof line, layout))
        if (sscanf(line, "node %u %lf %lf", &place, &x, &y) == 3 && place < map->place_count) {
            map->node[place].x = x;
            map->node[place].y = -y;
            count++;
        }
    return count == map->place_count;
}

static bool ask_neato(struct rd_map *map)
{
    FILE *graph = rd_filter_text(), *layout = rd_filter_text();
    bool done = graph && layout;
    if (done) {
        write_graph(map, graph);
        done = rd_filter("neato -Tplain 2>/dev/null", graph, layout) == 0;
        rewind(layout);
        done = done && read_layout(map, layout);
    }
    if (graph)
        fclose(graph);
    if (layout)
        fclose(layout);
    return done;
}

/* The mean length of a line. */
static double mean_length(const struct rd_map *map)
{
    double sum = 0;
    for (uint32_t i = 0; i < map->line_count; i++) {
        const struct rd_map_node *from = &map->node[map->line[i].from];
        const struct rd_map_node *to = &map->node[map->line[i].to];
        sum += hypot(from->x - to->x, from->y - to->y);
    }
    return map->line_count > 0 ? sum / map->line_count : 0;
}

/* Places a map so that places that are joined lie about one unit from each other, by Graphviz'
 * neato, always alike. Returns: false if there is no such program, or it has no layout.
 * Cost: about O(places^2). Source: E. Gansner, Y. Koren, S. North, "Graph drawing by stress
 * majorization", Graph Drawing 2004. */
static bool lay_out(struct rd_map *map)
{
    double unit = ask_neato(map) ? mean_length(map) : 0;
    for (uint32_t place = 0; unit > 0 && place < map->place_count; place++) {
        map->node[place].x /= unit;
        map->node[place].y /= unit;
    }
    return unit > 0;
}

/* --- lattices --------------------------------------------------------------------------------- */

/* How far a step in a dimension leads. The third one is drawn aslant, as of a cube; others lead to
 * whole cubes aside. */
static void lattice_step(const struct rd_map_lattice *lattice, uint32_t dimension, double *ret_x,
                         double *ret_y)
{
    double far = dimension < 2 ? 1 : ldexp(2.4, ((int)dimension - 3) / 2);
    double aslant = dimension < 2 ? 0 : 0.26 * far;
    bool is_across = dimension == 0 || (dimension > 2 && dimension % 2 == 1);
    *ret_x = dimension == 2 ? 0.84 / lattice->length[2] : is_across ? far : -aslant;
    *ret_y = dimension == 2 ? -0.66 / lattice->length[2] : is_across ? aslant : far;
}

static void place_on_lattice(struct rd_map *map, const struct rd_map_lattice *lattice)
{
    for (uint32_t i = 0; i < lattice->dimension_count; i++) {
        double x, y;
        lattice_step(lattice, i, &x, &y);
        for (uint32_t place = 0; place < map->place_count; place++) {
            map->node[place].x += x * rd_map_coordinate(lattice, place, i);
            map->node[place].y += y * rd_map_coordinate(lattice, place, i);
        }
        for (uint32_t k = 0; k < map->line_count; k++) {
            struct rd_map_line *line = &map->line[k];
            int way = rd_map_wraps(lattice, line->from, line->to, i);
            if (way != 0) {
                line->leaves_x = way * x / hypot(x, y);
                line->leaves_y = way * y / hypot(x, y);
            }
        }
    }
}

/* Of one dimension: is it closed? */
static bool is_closed(const struct rd_map *map, const struct rd_map_lattice *lattice)
{
    for (uint32_t i = 0; i < map->line_count; i++)
        if (rd_map_wraps(lattice, map->line[i].from, map->line[i].to, 0) != 0)
            return true;
    return false;
}

static bool place_lattice(struct rd_map *map)
{
    struct rd_map_lattice lattice;
    if (!rd_map_lattice_of_map(map, &lattice))
        return false;
    bool is_ring = lattice.dimension_count == 1 && is_closed(map, &lattice);
    if (is_ring || map->place_count == 3)
        place_all_on_circle(map, map->place_count);
    else if (lattice.dimension_count == 1 && map->place_count > LONGEST_PATH)
        place_all_on_circle(map, map->place_count + 2);
    else
        place_on_lattice(map, &lattice);
    return true;
}

/* --- hubs ------------------------------------------------------------------------------------- */

/* A bus as a bar, places above it and below. */
static void place_on_bus(struct rd_map *map, uint32_t bus)
{
    uint32_t columns = (map->place_count + 1) / 2;
    for (uint32_t i = 0; i < map->place_count; i++) {
        map->node[i].x = i % columns - (columns - 1) / 2.0;
        map->node[i].y = i < columns ? -1 : 1;
    }
    map->node[bus].x = map->node[bus].y = 0;
}

/* Hubs inside a circle of places, each in the middle of its own. */
static void place_groups(struct rd_map *map, struct rd_arena *arena)
{
    const struct rd_map_hubs *hubs = map->hubs;
    uint32_t groups = hubs->group_count;
    double turn = groups == 2 ? pi : 0; /* the first of two on the left */
    double gap = groups == 1 ? 0 : groups == map->place_count ? 0 : 1.2;
    double slots = map->place_count + gap * groups;
    double radius = fmax(groups == 1 ? least_radius : 2.4, slots / (2 * pi)), slot = gap / 2;
    double *first = rd_take(arena, groups, double), *last = rd_take(arena, groups, double);
    for (uint32_t group = 0; group < groups; group++, slot += gap) {
        first[group] = slot;
        for (uint32_t place = 0; place < map->place_count; place++)
            if (hubs->ports[place].group == group)
                place_on_circle(&map->node[place], radius,
                                2 * pi * (slot++ + 0.5) / slots - pi / 2 + turn);
        last[group] = slot;
    }
    for (uint32_t group = 0; group < groups; group++) {
        struct rd_map_node *hub = &map->node[hubs->end[group]];
        double angle = 2 * pi * (first[group] + last[group]) / 2 / slots - pi / 2;
        if (hubs->end[group] >= map->place_count && groups > 1)
            place_on_circle(hub, radius * 0.6, angle + turn);
    }
}

static void place_hubs(struct rd_map *map, struct rd_arena *arena)
{
    const struct rd_map_hubs *hubs = map->hubs;
    uint32_t middle = hubs->group_count == 1 ? hubs->end[0] : hubs->middle;
    bool is_flat = hubs->group_count == 1 || hubs->group_count == map->place_count;
    if (is_flat && middle != RD_MAP_NONE && middle >= map->place_count &&
        map->node[middle].kind == RD_MAP_BUS && map->place_count <= LONGEST_BUS &&
        map->node_count == map->place_count + 1) {
        place_on_bus(map, middle);
        return;
    }
    place_groups(map, arena);
}

/* --- lines ------------------------------------------------------------------------------------ */

double rd_map_nearest(const struct rd_map *map)
{
    double least = INFINITY;
    for (uint32_t i = 0; i < map->place_count; i++)
        for (uint32_t k = 0; k < i; k++)
            least = fmin(least,
                         hypot(map->node[i].x - map->node[k].x, map->node[i].y - map->node[k].y));
    return isfinite(least) ? fmax(least, 1e-3) : 1;
}

/* How far a node is off a straight piece of a line. */
static double distance(const struct rd_map_node *node, double x1, double y1, double x2, double y2)
{
    double dx = x2 - x1, dy = y2 - y1, square = dx * dx + dy * dy;
    double along = square > 0 ? ((node->x - x1) * dx + (node->y - y1) * dy) / square : 0;
    along = fmin(1, fmax(0, along));
    return hypot(node->x - x1 - along * dx, node->y - y1 - along * dy);
}

/* How many nodes that are none of its ends a line from the one to the other touches. */
static uint32_t count_touched(const struct rd_map *map, uint32_t from, uint32_t to, double bend,
                              double near)
{
    enum { PIECES = 12 };
    const struct rd_map_node *one = &map->node[from], *other = &map->node[to];
    double dx = other->x - one->x, dy = other->y - one->y;
    double mx = (one->x + other->x) / 2 + 2 * bend * dy;
    double my = (one->y + other->y) / 2 - 2 * bend * dx;
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->node_count; i++) {
        double least = INFINITY, x = one->x, y = one->y;
        for (int k = 1; k <= PIECES && i != from && i != to; k++) {
            double t = (double)k / PIECES, s = 1 - t;
            double to_x = s * s * one->x + 2 * s * t * mx + t * t * other->x;
            double to_y = s * s * one->y + 2 * s * t * my + t * t * other->y;
            least = fmin(least, distance(&map->node[i], x, y, to_x, to_y));
            x = to_x;
            y = to_y;
        }
        count += least < near;
    }
    return count;
}

/* Both directions of a pair bend to the same side. */
static void bend_lines(struct rd_map *map)
{
    enum { MOST_LOOKS = 1000000 };
    double near = touching * rd_map_nearest(map);
    if ((uint64_t)map->line_count * map->node_count > MOST_LOOKS)
        return;
    for (uint32_t i = 0; i < map->line_count; i++) {
        struct rd_map_line *line = &map->line[i];
        if (line->leaves_x != 0 || line->leaves_y != 0 || line->from == line->to)
            continue;
        bool forward = line->from < line->to;
        uint32_t low = forward ? line->from : line->to, high = forward ? line->to : line->from;
        uint32_t least = UINT32_MAX;
        for (size_t k = 0; k < sizeof bends / sizeof *bends && least > 0; k++) {
            uint32_t touched = count_touched(map, low, high, bends[k], near);
            if (touched < least)
                line->bend = forward ? bends[k] : -bends[k];
            least = touched < least ? touched : least;
        }
    }
}

void rd_map_place(struct rd_map *map, struct rd_arena *arena)
{
    if (map->hubs)
        place_hubs(map, arena);
    else if (!place_lattice(map) && !rd_map_place_tree(map, arena) && !lay_out(map))
        place_all_on_circle(map, map->place_count);
    bend_lines(map);
}
