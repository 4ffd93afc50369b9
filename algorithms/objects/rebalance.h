/* Which objects move, so that hosts hold what they should: the fewest bytes. */
#pragma once

#include "rebalance_bound.h"

#include "algorithms/algorithm.h"
#include "sim/model/trace.h"

struct rd_rebalance {
    uint32_t *to;  /* [count] the host that holds each in the end */
    int64_t *load; /* [host_count] bytes in the end */
    int64_t *low;  /* [host_count] the least and the most that is within the tolerance; the */
    int64_t *high; /* most also within the host's space */
    uint32_t moved_count;
    int64_t moved_bytes;
    int64_t outside_bytes; /* below `low` or above `high`, of all hosts; 0: reached */
    int64_t reached;       /* the tolerance that the loads keep to, in millionths, rounded up; -1:
                              a host of weight 0 holds bytes, which none allows */
    bool searched_all;     /* no placement has fewer bytes outside, or as few and moves fewer */
    struct rd_rebalance_bound bound;
};

/* Finds where each object is to be: fewest bytes outside of the tolerance first, fewest moved
 * second. Exhaustive for up to 8 objects where hosts^objects is at most 2e7; else a heuristic:
 * the host that is farthest out gives up, or gets, the object by which most is gained a byte, or
 * exchanges two; then what may goes home, or is replaced by a smaller one; again from other starts
 * while it is above the bound, up to a number of steps.
 * In: objects that rd_placed_check let pass. Arrays from the arena, which is not scratch.
 * Errors: RD_ERROR_REFUSED where objects of a group lie in one rack, and no host was found that may
 * take one of them.
 * Cost: O(objects + hosts) a start, and up to 4e8 steps of the search.
 * Source: our own. */
bool rd_rebalance_find(const struct rd_rebalance_case *of, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_rebalance *ret_found,
                       struct rd_error *reterr);

/* Checks what was found from the case alone, in one pass: loads and sums, groups, links and space,
 * and that the bound adds up and is not above what moves within the tolerance.
 * Errors: RD_ERROR_RUN: a defect. Cost: O(objects + hosts + members of groups). */
bool rd_rebalance_check(const struct rd_rebalance_case *of, const struct rd_rebalance *found,
                        struct rd_arena *scratch, struct rd_error *reterr);

/* Checks counts, bytes, hosts, weights and space; that no group has more objects than racks could
 * take. Errors: RD_ERROR_INPUT, worded for the scenario's author. Cost: O(objects + hosts). */
bool rd_placed_check(const struct rd_placed_objects *placed, struct rd_arena *scratch,
                     struct rd_error *reterr);

/* Is it shown that no placement within the tolerance moves fewer bytes, or that none has fewer
 * bytes outside? O(1). */
bool rd_rebalance_is_fewest(const struct rd_rebalance *found);

/* What moves, as planners take it. In: rules, for what is allowed on the way and the space of
 * hosts. Returns: in *ret_moved [moved_count] the numbers of the placed objects, rising; all from
 * the arena. O(objects). */
const struct rd_objects *rd_rebalance_moves(const struct rd_placed_objects *placed,
                                            const struct rd_rebalance *found,
                                            const struct rd_objects *rules, struct rd_arena *arena,
                                            const uint32_t **ret_moved);

/* What moves [count], in the order in which a trace of rd_rebalance_moves starts it, from the
 * arena. O(rows log rows). */
const uint32_t *rd_rebalance_order(const uint32_t *moved, uint32_t count,
                                   const struct rd_trace *trace, struct rd_arena *arena,
                                   struct rd_arena *scratch);

/* The planner of what moves, where the scenario names none: of those for what is allowed on the
 * way. O(1). */
const struct rd_algorithm *rd_rebalance_planner(const struct rd_objects *moves);
