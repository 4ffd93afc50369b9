/* The optimum of a small star, by search. */
#pragma once

#include "star.h"

#include <stdbool.h>

struct rd_star_answer {
    bool found;                 /* false: the limit was met first */
    bool improved;              /* something better than `best` was found */
    int64_t makespan;           /* found: the optimum; else no schedule is shorter */
    struct rd_star_moves moves; /* improved: the schedule, from the arena */
    int64_t state_count;
};

/* Searches the dates from the bound to the end of a schedule that is known.
 * Idea (normal form): nothing received is forwarded; the in-port takes the cheapest links first; a
 * worker that receives r_i items sends max(0, r_i - q_i), and only one whose way up is cheaper than
 * some overloaded worker's may do both (docs/development/proofs.md). For each choice of senders, go
 * backwards from the end over how many items each worker has got from there, and keep of each such
 * state the latest date by which its first item must start: F(0) = T,
 * F(l) = max over j of min(F(l - e_j), T - l_j w_j) - down_j.
 * In: exchange: may a worker both send and receive? state_limit bounds time and memory, about 40
 * bytes each. best: the end of a schedule that is known.
 * Cost: exponential. Source: docs/star.md, "Normal form". */
struct rd_star_answer rd_star_exact(const struct rd_star *star, bool exchange, int64_t best,
                                    int64_t state_limit, struct rd_arena *arena,
                                    struct rd_arena *scratch);
