/* The latest end of a plan of a fixed order if some links are slow, a few at a time. */
#pragma once

#include "plan_network.h"

/* Links that may be slow together, as one: a cable has two ways. */
struct rd_slow_link {
    const char *what;
    const uint32_t *resource; /* [resource_count] of the network */
    uint32_t resource_count;
    double factor; /* above 1: at most so many times as long its bytes take */
};

struct rd_worst_case {
    double end;     /* units: with these links slow; from below, if it is not exact */
    double at_most; /* units: no choice makes the plan end later; `end` where it is exact */
    bool exact;
    const size_t *slow; /* [slow_count] of the links, in their order; arena */
    size_t slow_count;
    uint64_t pass_count; /* over the plan */
};

/* Finds the links, `most` of them or fewer, whose slowness makes the plan end the latest.
 * Idea: ends do not fall where links get slower (docs/sensitivity.md), so each slow link is as slow
 * as it may get. Branch and bound: with all links slow that are not decided yet the plan ends no
 * earlier than with any choice of them; if its longest path there uses so few of them as may be
 * chosen, these are the worst. Else one of those on that path is decided, slow first. A link that
 * even then is on no path as long as the worst found drops out. In: at most pass_limit passes over
 * the plan. Where these are not enough the greatest end found stands beside the greatest that is
 * still possible. Cost: O(activities + waits) a pass. */
void rd_worst_case_find(const struct rd_plan_network *network, const struct rd_slow_link *link,
                        size_t link_count, size_t most, uint64_t pass_limit, struct rd_arena *arena,
                        struct rd_worst_case *ret_worst);
