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
    FIGURE(any_network_gap)                                                                        \
    FIGURE(latency_robustness)                                                                     \
    FIGURE(online_ring)                                                                            \
    FIGURE(online_star)                                                                            \
    FIGURE(online_hypercube)                                                                       \
    FIGURE(online_torus)

#define DECLARE(symbol) extern const struct rd_figure symbol;
#define LIST(symbol) &symbol,

/* A figure that is data: SCENARIO.xml with its sweep, TABLE.verdicts.csv, TABLE.gp. */
#define SWEPT(symbol, SCENARIO, TABLE, NAME, FULL, SOURCE, SUMMARY)                                \
    const struct rd_figure symbol = {.name = NAME,                                                 \
                                     .summary = SUMMARY,                                           \
                                     .source = SOURCE,                                             \
                                     .plot = #TABLE,                                               \
                                     .scenario = #SCENARIO,                                        \
                                     .verdicts = #TABLE,                                           \
                                     .full_repeat_count = FULL};

FIGURES(DECLARE)

SWEPT(plaxton_b, plaxton_b, plaxton_b, "plaxton-b", 0,
      "beyond [plaxton1989]: its example of a bad order",
      "the ladder, on which the order of dimensions decides: steps against d")
SWEPT(plaxton_h, plaxton_h, plaxton_h, "plaxton-h", 200, "beyond [plaxton1989]: Lemma 2.3",
      "the error that Balance and dimension order leave, at the worst and at random")

SWEPT(plaxton_a, plaxton_a, plaxton_a, "plaxton-a", 0, "beyond [plaxton1989]: Theorems 2.2 and 2.4",
      "the half-full Hamming ball: steps of four algorithms and the optimum against d")

SWEPT(star_speedup, star_speedup, star_speedup, "star-speedup", 0,
      "our own: the model of [marchal2007]; min(m, 1 + w/c)",
      "one loaded worker on a homogeneous star: speed-up by w/c, played on SimGrid")

SWEPT(plaxton_e, plaxton_e, plaxton_e, "plaxton-e", 0, "[plaxton1989], 3.2, Theorem 3.2",
      "the majority field: token steps of MultiBalance and the bound by groups")

SWEPT(star_heuristics, star_heuristics, star_heuristics, "star-heuristics", 600,
      "our own: [marchal2007] has no experiment; its heuristics on our instances",
      "heuristics for stars by kind, costs and loads: off the best, over the bound, moved")
SWEPT(star_distance, star_heuristics, star_distance, "star-distance", 600,
      "our own: [marchal2007] has no experiment; its heuristics on our instances",
      "how far heuristics for stars are from the best of them: cumulative curves")

#define SURVIVAL(symbol, NAME, WHAT)                                                               \
    SWEPT(symbol, symbol, survival, NAME, 100, "our own",                                          \
          WHAT ": simulated over planned as bandwidths vary, and under tcp")

SURVIVAL(survival_ring, "survival-ring", "two-way rings of 16 unequal links")
SURVIVAL(survival_star, "survival-star", "stars of 8 unequal workers")
SURVIVAL(survival_switch, "survival-switch", "schedules of 12 hosts behind a switch")
SURVIVAL(survival_hypercube, "survival-hypercube", "hypercubes of 16 hosts in lock-step")

const struct rd_figure *const rd_figures[] = {FIGURES(LIST) NULL};
