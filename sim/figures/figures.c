#include "figure.h"

extern const struct rd_figure renard_redistribution_pays, herrmann_probabilities, plaxton_g,
    online_ring, online_star, online_hypercube, online_torus, robust_gap, collectives,
    copies_topologies;

/* A figure that is data: SCENARIO.xml with its sweep, TABLE.verdicts.csv, PLOT.gp. */
#define DATA(SCENARIO, TABLE, PLOT, TIMES, NAME, FULL, SOURCE, SUMMARY)                            \
    &(const struct rd_figure)                                                                      \
    {                                                                                              \
        .name = NAME, .summary = SUMMARY, .source = SOURCE, .plot = PLOT, .scenario = #SCENARIO,   \
        .verdicts = #TABLE, .timed = TIMES, .full_repeat_count = FULL                              \
    }
#define SWEPT(SCENARIO, TABLE, ...) DATA(SCENARIO, TABLE, #TABLE, false, __VA_ARGS__)

/* Without a picture; with times of this machine; two tables with one picture. */
#define TABLE(SCENARIO, ...) DATA(SCENARIO, SCENARIO, NULL, false, __VA_ARGS__)
#define TIMED(TABLE, ...) DATA(TABLE, TABLE, #TABLE, true, __VA_ARGS__)
#define SHARED(TABLE, PLOT, ...) DATA(TABLE, TABLE, #PLOT, false, __VA_ARGS__)

#define SURVIVAL(SCENARIO, NAME, WHAT)                                                             \
    SWEPT(SCENARIO, survival, NAME, 100, "our own",                                                \
          WHAT ": simulated over planned as bandwidths vary, and under tcp")

const struct rd_figure *const rd_figures[] = {
    &renard_redistribution_pays,
    SWEPT(renard_two_way, renard_two_way, "renard-two-way", 2000,
          "beyond [renard2006]: its two-way rings",
          "what the second direction gains, and how tight the bound is, by spread of links"),
    SWEPT(renard_tight_bounds, renard_tight_bounds, "renard-tight-bounds", 5000,
          "beyond [renard2006]: the open question of its 6.2.2",
          "how often Lemma 12 and System 6 are tight on small two-way rings"),
    SHARED(lau_table_1, lau_tables_1_and_2, "lau-table1", 50000, "[lau2002], Table 1",
           "how often Linear and Traffic are optimal, single-send"),
    SHARED(lau_table_2, lau_tables_1_and_2, "lau-table2", 50000, "[lau2002], Table 2",
           "how often Linear and Traffic are optimal, multi-send"),
    SWEPT(lau_table_3, lau_table_3, "lau-table3", 50000, "[lau2002], Table 3",
          "single-send against multi-send, each at its optimum"),
    TIMED(lau_table_4, "lau-table4", 50000, "[lau2002], Table 4",
          "width of the search window, and the cost of the search compared with the closed form"),
    TIMED(lau_beyond, "lau-beyond", 300, "beyond [lau2002]",
          "larger rings and other loads, single-send, and the time of an optimum"),
    SWEPT(herrmann_fig1, herrmann_fig1, "herrmann-fig1", 1000,
          "[herrmann2014]: Figure 1; with greedy swaps and more hosts",
          "volume and steps left by relabelling scattered components, against D"),
    SWEPT(herrmann_fig2, herrmann_fig2, "herrmann-fig2", 1000,
          "[herrmann2014]: Figure 2; with greedy swaps and more hosts",
          "volume and steps left by relabelling, against the share that only shifted"),
    &herrmann_probabilities,
    SWEPT(herrmann_stencil_crossover, herrmann_stencil_crossover, "herrmann-stencil-crossover", 100,
          "our own: the stencil of [herrmann2014]", "when does moving items before a stencil pay?"),
    SWEPT(plaxton_a, plaxton_a, "plaxton-a", 0, "beyond [plaxton1989]: Theorems 2.2 and 2.4",
          "the half-full Hamming ball: steps of four algorithms and the optimum against d"),
    SWEPT(plaxton_b, plaxton_b, "plaxton-b", 0, "beyond [plaxton1989]: its example of a bad order",
          "the ladder, on which the order of dimensions decides: steps against d"),
    SWEPT(plaxton_c, plaxton_c, "plaxton-c", 0,
          "beyond [plaxton1989]: the constants of Theorems 2.1 and 2.4",
          "Lemma 2.1, the optimum and Balance over m sqrt k, m = 2^(d/k) n/p"),
    SWEPT(plaxton_d, plaxton_d, "plaxton-d", 0, "beyond [plaxton1989]: its 2.1 with constants",
          "Leighton's algorithm, one-port and pipelined: steps against m"),
    SWEPT(plaxton_e, plaxton_e, "plaxton-e", 0,
          "beyond [plaxton1989]: Theorem 3.2, Lemmas 3.1 and 3.2",
          "the majority field: token steps of MultiBalance and the bound by groups"),
    SWEPT(plaxton_f, plaxton_f, "plaxton-f", 100, "beyond [plaxton1989]: Theorem 3.3",
          "random groups on cube and shuffle-exchange: token steps by dimension, and in all"),
    &plaxton_g,
    SWEPT(plaxton_h, plaxton_h, "plaxton-h", 200, "beyond [plaxton1989]: Lemma 2.3",
          "the error that Balance and dimension order leave, at the worst and at random"),
    TABLE(plaxton_constants, "plaxton-constants", 0,
          "beyond [plaxton1989]: the constants in its O()",
          "measured constants of every hypercube and shuffle-exchange algorithm"),
    SWEPT(star_heuristics, star_distance, "star-distance", 600,
          "our own: [marchal2007] has no experiment; its heuristics on our instances",
          "how far heuristics for stars are from the best of them: cumulative curves"),
    SWEPT(star_heuristics, star_heuristics, "star-heuristics", 600,
          "our own: [marchal2007] has no experiment; its heuristics on our instances",
          "heuristics for stars by kind, costs and loads: off the best, over the bound, moved"),
    SWEPT(star_optimum, star_optimum, "star-optimum", 1000,
          "our own: [marchal2007] has no experiment; its heuristics against our exact search",
          "small stars: heuristics against the optimum, and what the search solves"),
    SWEPT(star_speedup, star_speedup, "star-speedup", 0,
          "our own: the model of [marchal2007]; min(m, 1 + w/c)",
          "one loaded worker on a homogeneous star: speed-up by w/c, played on SimGrid"),
    SURVIVAL(survival_ring, "survival-ring", "two-way rings of 16 unequal links"),
    SURVIVAL(survival_star, "survival-star", "stars of 8 unequal workers"),
    SURVIVAL(survival_switch, "survival-switch", "schedules of 12 hosts behind a switch"),
    SURVIVAL(survival_hypercube, "survival-hypercube", "hypercubes of 16 hosts in lock-step"),
    SWEPT(any_network_gap, any_network_gap, "any-network-gap", 20, "our own",
          "plans for any network over the bound, and beside plans made for one shape"),
    SWEPT(latency_robustness, latency_robustness, "latency-robustness", 20, "our own",
          "plans of messages of many items, and item by item, over the bound as latency grows"),
    SWEPT(migrations, migrations, "migrations", 20, "our own",
          "lists of moves in their order, longest first, and as planned, over the bound"),
    &online_ring,
    &online_star,
    &online_hypercube,
    &online_torus,
    &robust_gap,
    &collectives,
    SWEPT(copies_gap, copies_gap, "copies-gap", 10, "our own",
          "plans of copies on any network over the bound, by pattern, ports and items"),
    &copies_topologies,
    NULL};
