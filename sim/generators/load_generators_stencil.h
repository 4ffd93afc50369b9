/* Rings of items for the stencil: item d of the ring is kind d, and its owner holds 1 of it. The
 * lines that they add to the table of load_generators.c. */
#pragma once

#include "load_generators.h"

/* A list of owners; blocks with a share of items astray; the ring that 3-Partition becomes. */
extern const struct rd_load_generator rd_owners_loads;
extern const struct rd_load_generator rd_astray_loads;
extern const struct rd_load_generator rd_three_partition_loads;
