/* Loads for the switch: components of items (kinds) spread over hosts. The lines that they add to
 * the table of load_generators.c. Kinds are components, numbered from 0; hosts and components may
 * be empty. */
#ifndef REDIST_GENERATORS_LOAD_GENERATORS_SWITCH_H
#define REDIST_GENERATORS_LOAD_GENERATORS_SWITCH_H

#include "load_generators.h"

/* A matrix as the scenario writes it; each entry drawn; as many items on each host as in each
 * component; CYCLIC(r) to CYCLIC(s) in one and two dimensions; a scattered matrix to blocks. */
extern const struct rd_load_generator rd_matrix_loads;
extern const struct rd_load_generator rd_random_matrix_loads;
extern const struct rd_load_generator rd_components_loads;
extern const struct rd_load_generator rd_cyclic_loads;
extern const struct rd_load_generator rd_cyclic_grid_loads;
extern const struct rd_load_generator rd_scattered_matrix_loads;

/* A table [count * kind_count] of zeros for a generator.
 * Errors: RD_ERROR_INPUT above RD_LOAD_ENTRY_LIMIT entries, or without kinds. */
bool rd_load_table(uint32_t count, uint64_t kind_count, struct rd_arena *arena, int64_t **ret_load,
                   struct rd_error *reterr);

#endif
