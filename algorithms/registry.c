#include "algorithm.h"

/* One line per algorithm, in the order of the tables. */
#define ALGORITHMS(ALGORITHM)                                                                      \
    ALGORITHM(ring_shorter_way)                                                                    \
    ALGORITHM(ring_one_way_equal)                                                                  \
    ALGORITHM(ring_one_way)                                                                        \
    ALGORITHM(ring_one_way_printed)                                                                \
    ALGORITHM(ring_two_way_equal)                                                                  \
    ALGORITHM(ring_two_way_equal_printed)                                                          \
    ALGORITHM(ring_two_way_equal_self_timed)                                                       \
    ALGORITHM(ring_two_way_light)                                                                  \
    ALGORITHM(ring_two_way_rounded)                                                                \
    ALGORITHM(ring_two_way_system8)                                                                \
    ALGORITHM(ring_two_way_blocks)                                                                 \
    ALGORITHM(ring_two_way_list)                                                                   \
    ALGORITHM(ring_two_way_exact)                                                                  \
    ALGORITHM(ring_bundled)                                                                        \
    ALGORITHM(ring_all_port)                                                                       \
    ALGORITHM(ring_all_port_capped)                                                                \
    ALGORITHM(ring_all_port_single_send)                                                           \
    ALGORITHM(ring_load_linear_single_send)                                                        \
    ALGORITHM(ring_load_linear_multi_send)                                                         \
    ALGORITHM(ring_load_traffic_single_send)                                                       \
    ALGORITHM(ring_load_traffic_multi_send)                                                        \
    ALGORITHM(ring_load_traffic_plus_single_send)                                                  \
    ALGORITHM(ring_load_traffic_plus_multi_send)                                                   \
    ALGORITHM(ring_load_window_single_send)                                                        \
    ALGORITHM(ring_load_window_multi_send)                                                         \
    ALGORITHM(ring_load_optimal_single_send)                                                       \
    ALGORITHM(ring_load_optimal_multi_send)                                                        \
    ALGORITHM(star_order)                                                                          \
    ALGORITHM(star_order_reversed)                                                                 \
    ALGORITHM(star_bundled)                                                                        \
    ALGORITHM(star_ports)                                                                          \
    ALGORITHM(star_ports_finish)                                                                   \
    ALGORITHM(star_nothing)                                                                        \
    ALGORITHM(star_bba)                                                                            \
    ALGORITHM(star_mba)                                                                            \
    ALGORITHM(star_mba_printed)                                                                    \
    ALGORITHM(star_mba_simulated)                                                                  \
    ALGORITHM(star_mba_reordered)                                                                  \
    ALGORITHM(star_rbsa)                                                                           \
    ALGORITHM(star_lp_guided)                                                                      \
    ALGORITHM(star_local_search)                                                                   \
    ALGORITHM(star_portfolio)                                                                      \
    ALGORITHM(star_exact)                                                                          \
    ALGORITHM(star_exact_no_exchange)                                                              \
    ALGORITHM(stencil_keep)                                                                        \
    ALGORITHM(stencil_full_block)                                                                  \
    ALGORITHM(stencil_search)                                                                      \
    ALGORITHM(stencil_exact)                                                                       \
    ALGORITHM(cube_leighton)                                                                       \
    ALGORITHM(shuffle_leighton)                                                                    \
    ALGORITHM(cube_leighton_pipelined_printed)                                                     \
    ALGORITHM(cube_leighton_pipelined_elective)                                                    \
    ALGORITHM(cube_leighton_pipelined_strict)                                                      \
    ALGORITHM(cube_dimension_order)                                                                \
    ALGORITHM(cube_balance)                                                                        \
    ALGORITHM(cube_balance_minimum_error)                                                          \
    ALGORITHM(cube_multibalance)                                                                   \
    ALGORITHM(cube_multibalance_ascending)                                                         \
    ALGORITHM(cube_halving)                                                                        \
    ALGORITHM(shuffle_halving)                                                                     \
    ALGORITHM(shuffle_dimension_order)                                                             \
    ALGORITHM(shuffle_multibalance)                                                                \
    ALGORITHM(cube_optimum_flow)                                                                   \
    ALGORITHM(shuffle_optimum_flow)                                                                \
    ALGORITHM(switch_canonical)                                                                    \
    ALGORITHM(switch_volume)                                                                       \
    ALGORITHM(switch_steps)                                                                        \
    ALGORITHM(switch_volume_then_steps)                                                            \
    ALGORITHM(switch_steps_then_volume)                                                            \
    ALGORITHM(switch_time)                                                                         \
    ALGORITHM(switch_greedy_swaps)                                                                 \
    ALGORITHM(switch_transport)                                                                    \
    ALGORITHM(network_planner)                                                                     \
    ALGORITHM(network_bundled)                                                                     \
    ALGORITHM(network_steady_state)                                                                \
    ALGORITHM(network_flow_in_time)                                                                \
    ALGORITHM(network_exact)                                                                       \
    ALGORITHM(network_portfolio)                                                                   \
    ALGORITHM(network_robust)                                                                      \
    ALGORITHM(copies_pipeline)                                                                     \
    ALGORITHM(copies_direct)                                                                       \
    ALGORITHM(copies_translated)                                                                   \
    ALGORITHM(copies_greedy)                                                                       \
    ALGORITHM(copies_trees)                                                                        \
    ALGORITHM(copies_portfolio)                                                                    \
    ALGORITHM(copies_exact)                                                                        \
    ALGORITHM(copies_mixed)                                                                        \
    ALGORITHM(objects_first_come)                                                                  \
    ALGORITHM(objects_longest_first)                                                               \
    ALGORITHM(objects_critical_port)                                                               \
    ALGORITHM(objects_search)                                                                      \
    ALGORITHM(objects_staged)                                                                      \
    ALGORITHM(objects_relayed)                                                                     \
    ALGORITHM(objects_edge_colouring)                                                              \
    ALGORITHM(objects_exact)                                                                       \
    ALGORITHM(online_ring_linear)                                                                  \
    ALGORITHM(online_cube_exchange)                                                                \
    ALGORITHM(online_diffusion)                                                                    \
    ALGORITHM(online_work_stealing)                                                                \
    ALGORITHM(online_star_demand)                                                                  \
    ALGORITHM(online_replan)

#define DECLARE(symbol) extern const struct rd_algorithm symbol;
#define LIST(symbol) &symbol,

ALGORITHMS(DECLARE)

const struct rd_algorithm *const rd_algorithms[] = {ALGORITHMS(LIST) NULL};

const size_t rd_algorithm_count = sizeof rd_algorithms / sizeof *rd_algorithms - 1;
