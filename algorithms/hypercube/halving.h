/* Loads of a hypercube moved to where they are to end, dimension by dimension, by halves: a plan of
 * its own for any links and ports, which knows all loads and sends no words. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* How a subcube chooses its next dimension, and how it shares out what must cross it. */
struct rd_halving_rule {
    bool greatest;   /* the dimension of greatest cost times items; else the cheapest first */
    bool both_ways;  /* pairs even out, also against the direction in which the half must send */
    double evenness; /* above 0: what unevenness between partners costs, in items across */
};

/* Some items of one kind on their way. */
struct rd_halving {
    const struct rd_instance *instance;
    uint32_t kind;
    struct rd_halving_rule rule;
    const double *cost_s; /* [d] rd_cube_dimension_costs */
    double unevenness_s;  /* the rule's evenness, times their mean */
    uint32_t order[32];   /* [d] the dimensions, the cheapest first */
    uint32_t stage;
    int64_t *held;               /* [hosts] at this stage */
    const int64_t *least, *most; /* [hosts] what each may end with */
    uint32_t *dimensions;        /* [hosts] those that its subcube has not crossed, a bit each */
};

/* Items before the first stage. In: held, which is changed; arrays that outlive the halving.
 * O(hosts). */
struct rd_halving rd_halving_open(const struct rd_instance *instance, uint32_t kind,
                                  struct rd_halving_rule rule, const double *cost_s, int64_t *held,
                                  const int64_t *least, const int64_t *most,
                                  struct rd_arena *arena);

/* One stage: every subcube of the hosts that agree in all dimensions crossed so far crosses one
 * more. Its half with too much sends just as much as brings both halves' totals between what their
 * hosts may end with, shared out among the pairs of hosts so that
 *   c f^2 / 2 + e ((y_u - f)^2 + (y_v + f)^2) / 2
 * is least in all, f what goes from u to v, c its cost, y what they hold above what they must end
 * with, e the evenness times the mean cost; rounded one after the other so that sums are right.
 * After d stages every host holds what it may end with. In: plan, to which transfers are appended,
 * of one item a message, or of all that a pair moves in one message (whole); NULL: none are made.
 * Cost: O(hosts d). */
void rd_halving_stage(struct rd_halving *halving, bool whole, struct rd_plan *plan,
                      struct rd_arena *arena);
