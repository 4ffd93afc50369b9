/* Flows on a hypercube made lighter round its squares. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* What crosses each edge, net, and what that keeps busy. */
struct rd_squares {
    const struct rd_instance *instance;
    int64_t *across; /* [(host * d + i) * kinds + kind], hosts without bit i: items to its neighbour
                        in dimension i, less those that come back */
    int64_t *final;  /* [hosts * kinds] */
    const int64_t *least, *most; /* [hosts * kinds] that final loads may be */
    double *out_s, *in_s;        /* [hosts] seconds of a port, over the number of ports */
    double *link_s;              /* [hosts * d]; NULL where ports do more */
};

/* The flow of a plan that reaches the goal. In: least and most [hosts * kinds], as
 * rd_halving_ranges. Arrays are from the arena. Cost: O(links + transfers). */
struct rd_squares rd_squares_of(const struct rd_instance *instance, const struct rd_plan *plan,
                                const int64_t *least, const int64_t *most, struct rd_arena *arena);

/* The busiest port or link. O(links). */
double rd_squares_load_s(const struct rd_squares *squares);

/* Lowers the sum of (load / busiest load)^16 over all ports and links, then that of the 64th
 * powers: sends items round each of the squares, or along one or two of its edges where final loads
 * may change, as long as that helps, up to `passes` times over all of them. Any flow can be got
 * from any other with the same final loads so, since squares generate all cycles of a cube; but
 * single squares may not help where several would. Cost: O(hosts d^2 kinds) a pass. */
void rd_squares_lighten(struct rd_squares *squares, uint32_t passes);
