#include "problem_bound.h"

/* One line per bound, in the order of the table. */
#define BOUNDS(BOUND)                                                                              \
    BOUND(ring_slice)                                                                              \
    BOUND(ring_half_slice)                                                                         \
    BOUND(ring_net_flow)                                                                           \
    BOUND(ring_open_loads)                                                                         \
    BOUND(ring_charges)                                                                            \
    BOUND(ring_load_multi_send)                                                                    \
    BOUND(ring_load_single_send)                                                                   \
    BOUND(ring_edges)                                                                              \
    BOUND(ring_edges_single_items)                                                                 \
    BOUND(ring_chains)                                                                             \
    BOUND(star_deadlines)                                                                          \
    BOUND(star_two_ports)                                                                          \
    BOUND(star_master_ports)                                                                       \
    BOUND(star_links_alone)                                                                        \
    BOUND(stencil_targets)                                                                         \
    BOUND(cube_cuts)                                                                               \
    BOUND(shuffle_cuts)                                                                            \
    BOUND(cube_halves)                                                                             \
    BOUND(switch_relabelling)                                                                      \
    BOUND(switch_busiest_port)                                                                     \
    BOUND(port_prices)                                                                             \
    BOUND(object_ports)                                                                            \
    BOUND(object_longest)                                                                          \
    BOUND(object_pairs)                                                                            \
    BOUND(object_shared_links)                                                                     \
    BOUND(object_odd_sets)                                                                         \
    BOUND(object_sources)                                                                          \
    BOUND(object_relays)                                                                           \
    BOUND(object_space_heads)                                                                      \
    BOUND(object_space_area)                                                                       \
    BOUND(copies_distance)                                                                         \
    BOUND(copies_doubling)                                                                         \
    BOUND(copies_growth)                                                                           \
    BOUND(copies_first_copy)                                                                       \
    BOUND(copies_sink)                                                                             \
    BOUND(copies_ports)                                                                            \
    BOUND(copies_prices)                                                                           \
    BOUND(copies_loads)                                                                            \
    BOUND(fixed_charges)                                                                           \
    BOUND(message_counts)                                                                          \
    BOUND(flow_in_time)                                                                            \
    BOUND(exhaustive_search)                                                                       \
    BOUND(ring_slice_printed)

#define DECLARE(symbol) extern const struct rd_problem_bound symbol;
#define LIST(symbol) &symbol,

BOUNDS(DECLARE)

const struct rd_problem_bound *const rd_problem_bounds[] = {BOUNDS(LIST) NULL};

const size_t rd_problem_bound_count = sizeof rd_problem_bounds / sizeof *rd_problem_bounds - 1;
