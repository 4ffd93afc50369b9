/* Plans and flows of whole hypercubes by halves. */
#pragma once

#include "halving.h"

/* One way to plan. */
struct rd_halving_way {
    struct rd_halving_rule rule;
    bool rotated; /* in d parts, part k in cyclic order from the k-th cheapest dimension on */
    bool whole;   /* all that a pair moves in one message, else of one item each */
};

/* What hosts may end with of a kind: for the goal after what they are to; for balance the loads of
 * the window that lies nearest the middle of the loads. In: arrays [hosts]. O(hosts). */
void rd_halving_ranges(const struct rd_instance *instance, uint32_t kind, int64_t *least,
                       int64_t *most, struct rd_arena *scratch);

/* A self-timed plan, of a hypercube or a shuffle-exchange, that reaches the goal, after or balance,
 * stage by stage. In parts: each host's surplus and what stays there are split into d parts that
 * differ by one, such that each part's final loads add up to its loads (Hermite's identity); final
 * loads are those of a plan in one. On the shuffle-exchange kind by kind, dimensions ascending,
 * with unshuffles between; not in parts. In: ret_plan, an empty one. Cost: O(hosts d^2) times
 * kinds, and times d in parts. */
void rd_halving_plan(const struct rd_instance *instance, const struct rd_halving_way *way,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan);

/* Are there so few items and hosts that some plans can be judged quickly? O(hosts * kinds). */
bool rd_halving_is_quick(const struct rd_instance *instance);

/* The shortest plan of six rules, and where links have latency of both sizes of messages; of the
 * first rule alone where that is not quick. In: rotated, as in struct rd_halving_way; ret_plan, an
 * empty plan. */
void rd_halving_plan_best(const struct rd_instance *instance, bool rotated, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_plan *ret_plan);
