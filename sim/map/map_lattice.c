#include "map_lattice.h"

/* Links among which a lattice is looked for. */
enum { MOST_LINKS = 1 << 17 };

/* Pairs of numbers that are joined. */
struct pairs {
    uint32_t number_count;
    uint64_t pair_count;
    const struct rd_topology *topology; /* or */
    const struct rd_map *map;
};

uint32_t rd_map_coordinate(const struct rd_map_lattice *lattice, uint32_t number,
                           uint32_t dimension)
{
    for (uint32_t i = 0; i < dimension; i++)
        number /= lattice->length[i];
    return number % lattice->length[dimension];
}

/* How far apart two numbers are in a dimension, the short way round. */
static uint32_t distance(const struct rd_map_lattice *lattice, uint32_t one, uint32_t other,
                         uint32_t dimension)
{
    uint32_t a = rd_map_coordinate(lattice, one, dimension);
    uint32_t b = rd_map_coordinate(lattice, other, dimension);
    uint32_t apart = a > b ? a - b : b - a, round = lattice->length[dimension] - apart;
    return apart < round ? apart : round;
}

static bool are_neighbours(const struct rd_map_lattice *lattice, uint32_t one, uint32_t other)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < lattice->dimension_count && sum < 2; i++)
        sum += distance(lattice, one, other, i);
    return sum == 1;
}

int rd_map_wraps(const struct rd_map_lattice *lattice, uint32_t from, uint32_t to,
                 uint32_t dimension)
{
    uint32_t a = rd_map_coordinate(lattice, from, dimension);
    uint32_t b = rd_map_coordinate(lattice, to, dimension);
    if (lattice->length[dimension] == 2 || (a > b ? a - b : b - a) < 2)
        return 0;
    return a > b ? 1 : -1;
}

static bool keeps_to(const struct pairs *pairs, const struct rd_map_lattice *lattice)
{
    if (pairs->topology) {
        rd_each_link (link, pairs->topology)
            if (!are_neighbours(lattice, link.from, link.to))
                return false;
        return true;
    }
    for (uint32_t i = 0; i < pairs->map->line_count; i++)
        if (!are_neighbours(lattice, pairs->map->line[i].from, pairs->map->line[i].to))
            return false;
    return true;
}

/* Tries the lattices of so many dimensions more whose lengths multiply to `left`. */
static bool try_lengths(const struct pairs *pairs, struct rd_map_lattice *lattice, uint32_t left,
                        uint32_t dimensions)
{
    uint32_t place = lattice->dimension_count;
    lattice->dimension_count++;
    for (uint32_t length = 2; dimensions > 1 && length <= left / 2; length++) {
        lattice->length[place] = length;
        if (left % length == 0 && try_lengths(pairs, lattice, left / length, dimensions - 1))
            return true;
    }
    if (dimensions == 1) {
        lattice->length[place] = left;
        if (keeps_to(pairs, lattice))
            return true;
    }
    lattice->dimension_count--;
    return false;
}

static bool find(const struct pairs *pairs, struct rd_map_lattice *ret_lattice)
{
    enum { MOST_SIDES = 3 };
    struct rd_map_lattice lattice = {0};
    uint32_t count = pairs->number_count;
    /* A connected network of fewer lines is none. */
    if (count < 3 || pairs->pair_count < count - 1 || pairs->pair_count > MOST_LINKS)
        return false;
    for (uint32_t dimensions = 1; dimensions <= MOST_SIDES; dimensions++)
        if (try_lengths(pairs, &lattice, count, dimensions)) {
            *ret_lattice = lattice;
            return true;
        }
    for (uint32_t size = 2; size < count; size *= 2)
        lattice.length[lattice.dimension_count++] = 2;
    lattice.length[lattice.dimension_count++] = 2;
    if ((count & (count - 1)) != 0 || lattice.dimension_count > RD_MAP_DIMENSION_LIMIT ||
        !keeps_to(pairs, &lattice))
        return false;
    *ret_lattice = lattice;
    return true;
}

bool rd_map_lattice_of_network(const struct rd_topology *topology,
                               struct rd_map_lattice *ret_lattice)
{
    if (topology->shape == RD_SWITCH || topology->shape == RD_BUS)
        return false;
    struct pairs pairs = {.number_count = topology->host_count,
                          .pair_count = rd_link_count(topology),
                          .topology = topology};
    return find(&pairs, ret_lattice);
}

bool rd_map_lattice_of_map(const struct rd_map *map, struct rd_map_lattice *ret_lattice)
{
    struct pairs pairs = {
        .number_count = map->place_count, .pair_count = map->line_count, .map = map};
    return find(&pairs, ret_lattice);
}
