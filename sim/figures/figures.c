#include "figure.h"

/* One line per figure, in the order of the list. */
#define FIGURES(FIGURE)                                                                            \
    FIGURE(renard_redistribution_pays)                                                             \
    FIGURE(renard_two_way)                                                                         \
    FIGURE(renard_tight_bounds)                                                                    \
    FIGURE(lau_table1)                                                                             \
    FIGURE(lau_table2)                                                                             \
    FIGURE(lau_table3)                                                                             \
    FIGURE(lau_table4)                                                                             \
    FIGURE(lau_beyond)                                                                             \
    FIGURE(herrmann_fig1)                                                                          \
    FIGURE(herrmann_fig2)                                                                          \
    FIGURE(herrmann_probabilities)                                                                 \
    FIGURE(herrmann_stencil_crossover)                                                             \
    FIGURE(plaxton_a)                                                                              \
    FIGURE(plaxton_b)                                                                              \
    FIGURE(plaxton_c)                                                                              \
    FIGURE(plaxton_d)                                                                              \
    FIGURE(plaxton_e)                                                                              \
    FIGURE(plaxton_f)                                                                              \
    FIGURE(plaxton_g)                                                                              \
    FIGURE(plaxton_h)                                                                              \
    FIGURE(plaxton_constants)                                                                      \
    FIGURE(star_distance)                                                                          \
    FIGURE(star_heuristics)                                                                        \
    FIGURE(star_optimum)                                                                           \
    FIGURE(star_speedup)                                                                           \
    FIGURE(survival_ring)                                                                          \
    FIGURE(survival_star)                                                                          \
    FIGURE(survival_switch)                                                                        \
    FIGURE(survival_hypercube)                                                                     \
    FIGURE(any_network_gap)

#define DECLARE(symbol) extern const struct rd_figure symbol;
#define LIST(symbol) &symbol,

FIGURES(DECLARE)

const struct rd_figure *const rd_figures[] = {FIGURES(LIST) NULL};
