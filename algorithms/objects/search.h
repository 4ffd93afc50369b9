/* The search for a better order of objects. */
#pragma once

#include "dispatch.h"

/* The best of three rules of dispatch: critical port, the same with both ports weighed, the longest
 * object; where space is limited, also as the order has it. In: order, as in struct
 * rd_dispatch_rule. Arrays from the arena; scratch is rewound. */
struct rd_copy_schedule rd_dispatch_best(const struct rd_copies *copies, const uint32_t *way,
                                         const uint32_t *order, double bound_s,
                                         struct rd_arena *arena, struct rd_arena *scratch);

/* Looks for a better schedule than one, as long as it is above the bound: sizes with noise, orders
 * by the last starts, the same backwards, late messages earlier, other sources of late objects.
 * In: schedules, how many are made at the most. Returns: it, or a better one. */
struct rd_copy_schedule rd_search_copies(const struct rd_copies *copies,
                                         struct rd_copy_schedule schedule, double bound_s,
                                         int64_t schedules, uint64_t seed, struct rd_arena *arena,
                                         struct rd_arena *scratch);
