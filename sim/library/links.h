/* Which shapes the links of a problem are, and what each link costs. */
#pragma once

#include "include/redist/redist.h"
#include "sim/base/arena.h"
#include "sim/model/instance.h"

/* Checks every link by itself: its ends, its costs.
 * Errors: RD_ERROR_INPUT. Cost: O(links). */
bool rd_links_check(const struct rd_problem *problem, struct rd_error *reterr);

/* The topology of a shape, or a graph, with just the links of the problem, or all of the shape if
 * it lists none. In: a problem that rd_links_check accepts; a shape but RD_SHAPE_ANY. Errors:
 * RD_ERROR_INPUT: hosts of a number that the shape does not have, a link twice, one that the shape
 * lacks, one that is missing. Cost: O(links of the shape); of a graph O(hosts + links). */
bool rd_links_match(const struct rd_problem *problem, enum rd_problem_shape shape,
                    struct rd_arena *arena, struct rd_arena *scratch,
                    struct rd_topology *ret_topology, struct rd_error *reterr);

/* Writes the costs of the links into an instance whose topology is made: link_cost, costs_equal,
 * item_bytes. Costs that are all alike are exact, others to a rounding each. Cost: O(links). */
void rd_links_add_costs(const struct rd_problem *problem, struct rd_arena *arena,
                        struct rd_instance *instance);
