/* The standard instances of a cell of the table: small, and of every kind that an algorithm may ask
 * for. */
#pragma once

#include "sim/model/instance.h"

/* What a row of the table is about. */
struct rd_matrix_cell {
    uint32_t network; /* below rd_matrix_network_count */
    uint32_t ports;   /* 1, 2, or 0: all */
    bool equal_costs;
    enum rd_goal goal;
};

/* Every shape, and graphs of several kinds: "ring", ..., "torus", ..., "graph". O(1). */
const char *rd_matrix_network(uint32_t network);
extern const uint32_t rd_matrix_network_count;

enum { RD_MATRIX_VARIANTS = 64 };

/* One of the instances of a cell: rings in one direction and in both; 4 and 8 hosts; items whose
 * size costs, and messages of one step whatever their size; loads everywhere, and piled on one
 * host; on an all-port ring single and multiple sends; unequal costs that are the same both ways,
 * and that are not. In: variant, 0 to RD_MATRIX_VARIANTS - 1. Returns: false where it would be the
 * same as another one. The instance passes rd_instance_check; it is from the arena. */
bool rd_matrix_instance(const struct rd_matrix_cell *cell, uint32_t variant, struct rd_arena *arena,
                        struct rd_instance *ret_instance);
