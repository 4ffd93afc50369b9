/* Rings, grids, tori and cubes, whatever they were made from: networks whose links join neighbours
 * of a lattice in which numbers count up, the first dimension fastest. */
#pragma once

#include "map.h"

enum { RD_MAP_DIMENSION_LIMIT = 16 };

struct rd_map_lattice {
    uint32_t dimension_count;
    uint32_t length[RD_MAP_DIMENSION_LIMIT]; /* at least 2 each */
};

/* Finds the lattice of fewest dimensions that all links of a network, or all lines of a map without
 * hubs, keep to. Returns: false if there is none of up to 3 dimensions, nor a cube; of a network
 * above 2^17 links also where nobody looks. Cost: O(factorizations * links). */
bool rd_map_lattice_of_network(const struct rd_topology *topology,
                               struct rd_map_lattice *ret_lattice);
bool rd_map_lattice_of_map(const struct rd_map *map, struct rd_map_lattice *ret_lattice);

/* A number's coordinate in a dimension. O(dimensions). */
uint32_t rd_map_coordinate(const struct rd_map_lattice *lattice, uint32_t number,
                           uint32_t dimension);

/* Does a line lead round the lattice in a dimension? Returns: 1 from its last coordinate to the
 * first, -1 back, 0 if it does not. O(dimensions). */
int rd_map_wraps(const struct rd_map_lattice *lattice, uint32_t from, uint32_t to,
                 uint32_t dimension);
