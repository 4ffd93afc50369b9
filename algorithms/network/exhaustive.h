/* Every schedule of a small network, searched for the shortest. */
#pragma once

#include "algorithms/graph/network.h"
#include "sim/model/plan.h"

/* The largest networks: links and computing hosts together, hosts times kinds, items in all; and
 * the most sets of what may start together, for each state that there is room for. */
enum {
    RD_EXHAUSTIVE_LANES = 20,
    RD_EXHAUSTIVE_ENTRIES = 24,
    RD_EXHAUSTIVE_ITEMS = 60,
    RD_EXHAUSTIVE_SETS = 512
};

/* A state: what hosts hold, and what is under way. Lanes are links, as the network numbers them,
 * and behind those the hosts' processors. */
struct rd_search_state {
    uint8_t held[RD_EXHAUSTIVE_ENTRIES]; /* by host and kind */
    struct {
        double left_s; /* 0: nothing is under way */
        uint64_t kind; /* as wide, so that no byte of a state is without meaning */
    } lane[RD_EXHAUSTIVE_LANES];
};

/* Who is told of each state that is closed, with its date, but for the last, which reaches the
 * goal. Whoever finds that what can follow these is among them, no later, or comes too late, needs
 * not believe the search. */
struct rd_search_log {
    void (*write)(void *context, double date_s, const struct rd_search_state *state);
    void *context;
};

struct rd_exhaustive {
    bool complete;     /* all schedules were looked at */
    int64_t closed;    /* states */
    double shortest_s; /* the best schedule's time: best_s if none is shorter */
};

/* Looks for a schedule shorter than best_s.
 * A state is what hosts hold, and what is under way with the time it still takes. In each state
 * every set of messages and computations that may start together does, none among them; then time
 * goes on to the next end. Nothing is lost by starting at 0 and at ends only: whatever starts at
 * another date could start earlier, when what it waits for ends. Where links are shared, schedules
 * that keep to them. Nor by messages of one item, where
 * there is no latency. States are visited by time, each once; not those from which what must still
 * be sent, received or computed lasts until best_s.
 * In: no latency, goal after, balance or finish, the sizes above; state_limit states are opened at
 *     the most, and RD_EXHAUSTIVE_SETS times as many sets tried; log, or NULL.
 * Returns: what came of it; and in the plan, the rows of a shorter schedule, if there is one. */
struct rd_exhaustive rd_exhaustive_search(const struct rd_network *network, double best_s,
                                          size_t state_limit, const struct rd_search_log *log,
                                          struct rd_arena *arena, struct rd_arena *scratch,
                                          struct rd_plan *plan);
