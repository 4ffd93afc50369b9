/* Loads for the switch: components of items (kinds) spread over hosts. The lines that they add to
 * the table of registry.c. Kinds are components, numbered from 0; hosts and components may
 * be empty. */
#pragma once

#include "load_generators.h"

/* A matrix as the scenario writes it; each entry drawn; as many items on each host as in each
 * component; CYCLIC(r) to CYCLIC(s) in one and two dimensions; a scattered matrix to blocks. */
extern const struct rd_load_generator rd_matrix_loads;
extern const struct rd_load_generator rd_random_matrix_loads;
extern const struct rd_load_generator rd_components_loads;
extern const struct rd_load_generator rd_cyclic_loads;
extern const struct rd_load_generator rd_cyclic_grid_loads;
extern const struct rd_load_generator rd_scattered_matrix_loads;

/* Gives a draft so many kinds, and loads of zeros.
 * Errors: RD_ERROR_INPUT above RD_LOAD_ENTRY_LIMIT entries, or without kinds. */
bool rd_load_table(struct rd_load_draft *draft, uint64_t kind_count, struct rd_error *reterr);
