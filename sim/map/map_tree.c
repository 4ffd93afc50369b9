#include "map_tree.h"

#include <math.h>

/* More leaves lie on circles rather than in rows. */
enum { MOST_ROW_LEAVES = 20 };

static const double pi = 3.14159265358979323846;

struct tree {
    struct rd_map *map;
    uint32_t *first, *neighbour;      /* [places + 1], [twice the pairs] */
    uint32_t *order, *parent, *depth; /* [places] from a root */
    double *slot;                     /* [places] among the leaves */
    uint32_t leaf_count, height;
};

/* Of the two directions of a pair, one counts. */
static bool is_first_of_pair(const struct rd_map *map, const struct rd_map_line *line)
{
    return line->from < line->to || rd_map_line_between(map, line->to, line->from) == RD_MAP_NONE;
}

/* Lists the neighbours of each place, once each. Returns: false if the pairs are not one fewer than
 * the places. */
static bool list_neighbours(struct tree *tree, struct rd_arena *arena)
{
    const struct rd_map *map = tree->map;
    uint32_t pairs = 0, *next = rd_take(arena, map->place_count + 1, uint32_t);
    tree->first = rd_take(arena, map->place_count + 1, uint32_t);
    for (uint32_t i = 0; i < map->line_count; i++)
        if (is_first_of_pair(map, &map->line[i])) {
            tree->first[map->line[i].from + 1]++;
            tree->first[map->line[i].to + 1]++;
            pairs++;
        }
    if (pairs != map->place_count - 1)
        return false;
    for (uint32_t i = 0; i < map->place_count; i++)
        next[i + 1] = tree->first[i + 1] += tree->first[i];
    tree->neighbour = rd_take(arena, 2 * pairs, uint32_t);
    for (uint32_t i = 0; i < map->line_count; i++)
        if (is_first_of_pair(map, &map->line[i])) {
            tree->neighbour[next[map->line[i].from]++] = map->line[i].to;
            tree->neighbour[next[map->line[i].to]++] = map->line[i].from;
        }
    return true;
}

/* Visits all places from a root, the near ones first. Returns: how many there were. */
static uint32_t visit(struct tree *tree, uint32_t root)
{
    uint32_t count = 1;
    tree->order[0] = root;
    tree->parent[root] = RD_MAP_NONE;
    tree->depth[root] = 0;
    for (uint32_t i = 0; i < count && i < tree->map->place_count; i++) {
        uint32_t place = tree->order[i];
        for (uint32_t k = tree->first[place]; k < tree->first[place + 1]; k++) {
            uint32_t child = tree->neighbour[k];
            if (child == tree->parent[place])
                continue;
            if (count == tree->map->place_count)
                return count + 1; /* a circle */
            tree->parent[child] = place;
            tree->depth[child] = tree->depth[place] + 1;
            tree->order[count++] = child;
        }
    }
    return count;
}

/* The middle of the longest path; with two middles the one of the lesser number. */
static uint32_t find_middle(struct tree *tree)
{
    uint32_t last = tree->map->place_count - 1;
    visit(tree, tree->order[last]);
    uint32_t place = tree->order[last], length = tree->depth[place];
    for (uint32_t i = 0; i < length / 2; i++)
        place = tree->parent[place];
    if (length % 2 == 1 && tree->parent[place] < place)
        place = tree->parent[place];
    return place;
}

/* Gives leaves slots in the order of a walk, and other places the middle of their children's. */
static void give_slots(struct tree *tree, uint32_t place)
{
    double least = INFINITY, most = -INFINITY;
    for (uint32_t k = tree->first[place]; k < tree->first[place + 1]; k++) {
        uint32_t child = tree->neighbour[k];
        if (child == tree->parent[place])
            continue;
        give_slots(tree, child);
        least = fmin(least, tree->slot[child]);
        most = fmax(most, tree->slot[child]);
    }
    tree->slot[place] = least <= most ? (least + most) / 2 : tree->leaf_count++;
    tree->height = tree->depth[place] > tree->height ? tree->depth[place] : tree->height;
}

static void put_places(const struct tree *tree)
{
    struct rd_map *map = tree->map;
    bool in_rows = tree->height > 1 && tree->leaf_count <= MOST_ROW_LEAVES;
    double ring = fmax(1, tree->leaf_count / (2 * pi) / fmax(1, tree->height));
    for (uint32_t i = 0; i < map->place_count; i++) {
        struct rd_map_node *node = &map->node[i];
        double angle = 2 * pi * tree->slot[i] / tree->leaf_count - pi / 2;
        double radius = ring * tree->depth[i];
        node->has_angle = !in_rows && tree->depth[i] == tree->height;
        node->angle = angle;
        node->x = in_rows ? tree->slot[i] : radius * cos(angle);
        node->y = in_rows ? 1.1 * tree->depth[i] : radius * sin(angle);
    }
}

bool rd_map_place_tree(struct rd_map *map, struct rd_arena *arena)
{
    struct tree tree = {.map = map};
    if (map->hubs || map->place_count < 2 || !list_neighbours(&tree, arena))
        return false;
    tree.order = rd_take(arena, map->place_count, uint32_t);
    tree.parent = rd_take(arena, map->place_count, uint32_t);
    tree.depth = rd_take(arena, map->place_count, uint32_t);
    tree.slot = rd_take(arena, map->place_count, double);
    if (visit(&tree, 0) != map->place_count)
        return false;
    uint32_t middle = find_middle(&tree);
    visit(&tree, middle);
    give_slots(&tree, middle);
    put_places(&tree);
    return true;
}
