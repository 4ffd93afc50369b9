/* List dispatch of objects: at each date, as long as any message may start, the one that a rule
 * puts first does. */
#pragma once

#include "object_list.h"

#include "sim/model/plan.h"

/* Which message is first of those that may start. */
enum rd_dispatch_by {
    RD_BY_CRITICAL_PORT, /* of the ports with most left to carry; of a pair of hosts the longest */
    RD_BY_LENGTH,        /* the longest */
    RD_BY_RANK           /* of least rank */
};

struct rd_dispatch_rule {
    enum rd_dispatch_by by;
    double lambda;          /* critical port: how much both ports together count */
    const double *weight_s; /* [count] in place of durations; NULL: durations themselves */
    const double *rank;     /* [count]; RD_BY_RANK */
    const uint32_t *order;  /* [count] in which objects can be moved one by one: needed where
                               space is limited, and they do not go backwards */
};

/* Messages by start. */
struct rd_copy_schedule {
    const uint32_t *way; /* [count]: the way that each object takes */
    double *start_s;     /* [count] by object */
    uint32_t *order;     /* [count] objects by start */
    double makespan_s;
};

/* A schedule in which no message waits that may start. Where space is limited, one whose start
 * would leave no order of the rest, as far as that is seen, waits; and when nothing else is under
 * way or starts, the first of the order does. In: way, as in the schedule, which keeps it.
 * Arrays from the arena; scratch is rewound.
 * Cost: O(objects log objects), and at each end the pairs of two hosts. */
struct rd_copy_schedule rd_dispatch(const struct rd_object_list *copies, const uint32_t *way,
                                    const struct rd_dispatch_rule *rule, struct rd_arena *arena,
                                    struct rd_arena *scratch);

/* The plan that lists a schedule by start. */
void rd_plan_copies(const struct rd_object_list *copies, const struct rd_copy_schedule *schedule,
                    struct rd_arena *arena, struct rd_plan *ret_plan);
