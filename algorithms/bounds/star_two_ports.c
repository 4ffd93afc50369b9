/* One-port stars on which workers send, or receive, no more than they must: the longest way through
 * the master's two ports, cheapest senders first and dearest receivers first. Source: Theorem 2;
 * docs/star.md. O(m). */
#include "problem_bound.h"

#include "algorithms/star/port_queues.h"

#include <inttypes.h>

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_star_queues queues;
    if (!rd_star_queues_accepts(instance, "Theorem 2", reterr) ||
        !rd_star_queues_best(instance, scratch, &queues, reterr))
        return false;
    int64_t items = rd_star_queues_items(&queues);
    struct rd_bound found = {
        .seconds = rd_star_longest_way(&queues),
        .name = "Theorem 2",
        .why = "Every worker holds what it is to end with: nothing moves.",
        .tight = true,
    };
    if (items > 0) {
        rd_star_pass_master(instance, &found);
        found.why = rd_arena_print(
            arena,
            "%" PRId64
            " item%s must pass the master, from cheap links first and to expensive links "
            "first; the longest way through its two ports takes %.10g s. Workers only send what "
            "they have too many, and only receive what they lack.%s",
            items, items == 1 ? "" : "s", found.seconds,
            instance->goal == RD_BALANCE ? " No other final loads need less." : "");
    }
    *ret_bound = found;
    return true;
}

const struct rd_problem_bound star_two_ports = {
    .name = "star-two-ports",
    .summary = "one-port star, loads to reach: the longest way through the master's two ports",
    .source = "[marchal2007], Theorem 2",
    RD_STAR_SHARES_BOUND(RD_BIT(RD_ONE_PORT)),
    .compute = compute,
};
