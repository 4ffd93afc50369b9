/* A plan as a network of activities (CPM): what it does, each thing after the ends of others,
 * however long they last. Of plans whose order is fixed it is the model's own clock
 * (docs/sensitivity.md): no date depends on which of two messages ends first. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/plan.h"

/* What a message needs of a link of the platform, or a computation of a processor. */
struct rd_activity_part {
    uint32_t resource;
    int64_t units; /* of time, at its nominal speed */
};

/* An activity lasts its fixed part, and the greatest of the others: a message moves as fast as the
 * slowest link on its way. */
struct rd_plan_network {
    size_t count;           /* of activities: messages and computations, in plan order */
    const uint32_t *first;  /* [count + 1]: activity a waits for before[first[a]] .. */
    const uint32_t *before; /* of lower numbers */
    const struct rd_transfer *const *of; /* [count]: the transfer that each is a message of */
    const int64_t *fixed;                /* [count] units */
    const uint32_t *part_first;          /* [count + 1] */
    const struct rd_activity_part *part;
    uint32_t resource_count; /* links of the platform, then the processors of all hosts */
    double unit_s;
    bool exact; /* every duration is a whole number of units; else it was rounded to the nearest */
};

enum { RD_ACTIVITY_LIMIT = 1 << 20 };

/* Reads the network of a plan.
 * In: a plan that is legal, with all its transfers; links: those that routes cross
 * (rd_engine_read_links), of nominal bandwidths.
 * Errors: RD_ERROR_REFUSED for a plan whose order is not fixed, with the reason: one that is not
 * self-timed; shared links that messages wait for or slow each other down on; 2 ports or more, but
 * for all, where hosts wait for items from one neighbour at the most; messages as held; objects and
 * named kinds; more than RD_ACTIVITY_LIMIT activities. Cost: O(activities * links of a route), and
 * up to 1000 times that for the unit. */
bool rd_plan_network_read(const struct rd_instance *instance, const struct rd_shared_links *links,
                          const struct rd_plan *plan, struct rd_arena *arena,
                          struct rd_plan_network *ret_network, struct rd_error *reterr);

/* When the last activity ends, in units, if each resource takes so many times as long: [resources].
 * Scratch is rewound. Cost: O(activities + waits). */
double rd_plan_network_end(const struct rd_plan_network *network, const double *slower,
                           struct rd_arena *scratch);
