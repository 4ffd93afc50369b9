#include "map_layout.h"

#include "sim/base/filter.h"

#include <math.h>

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

bool rd_map_lay_out(struct rd_map *map)
{
    double unit = ask_neato(map) ? mean_length(map) : 0;
    for (uint32_t place = 0; unit > 0 && place < map->place_count; place++) {
        map->node[place].x /= unit;
        map->node[place].y /= unit;
    }
    return unit > 0;
}
