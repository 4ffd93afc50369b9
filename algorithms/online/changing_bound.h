/* A lower bound for networks whose bandwidths change: what a cut can carry by a date. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"

/* Bandwidths that change every step_s seconds. */
struct rd_changing_network {
    double step_s;
    size_t step_count;       /* the first comes once, the others over and over; one: it stays */
    const double *bandwidth; /* [step_count * rd_link_count], bytes a second, above 0 */
};

/* All sets of hosts are looked at up to so many hosts; above, single hosts and all but one. */
enum { RD_CUT_HOST_LIMIT = 12 };

/* No schedule of the instance on the changing network ends before.
 * In: an instance of one kind, with the goal after, balance or finish; its own bandwidths do not
 * count. Returns: seconds; 0 where nothing has to move. Scratch is rewound.
 * Cost: O(sets of hosts * links * steps until then). Source: docs/online.md. */
double rd_changing_bound_s(const struct rd_instance *instance,
                           const struct rd_changing_network *changing, struct rd_arena *scratch);
