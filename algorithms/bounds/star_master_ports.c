/* Stars whose master has several ports, on which workers send, or receive, no more than they must:
 * each link alone (the k-th arrival goes to the k-th most urgent place, star_ports.c), and a k-th
 * of one port's longest way. Source: our own; docs/star.md. O(items log(items)). */
#include "problem_bound.h"

#include "sim/base/keyed_sort.h"
#include "algorithms/star/port_queues.h"

#include <inttypes.h>
#include <math.h>

/* The end where each link works alone. */
static double alone_s(const struct rd_star_queues *queues, struct rd_arena *scratch)
{
    int64_t items = rd_star_queues_items(queues);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_keyed *in = rd_star_places(queues->sender, queues->sender_count, items, scratch);
    struct rd_keyed *out = rd_star_places(queues->receiver, queues->receiver_count, items, scratch);
    double end_s = 0;
    for (int64_t i = 0; i < items; i++)
        end_s = fmax(end_s, rd_key_cost(in[i].key) + rd_key_cost(out[items - 1 - i].key));
    rd_arena_rewind(scratch, mark);
    return end_s;
}

static bool compute(RD_BOUND_PARAMETERS)
{
    struct rd_star_queues queues;
    if (!rd_star_places_accepts(instance, reterr) ||
        !rd_star_queues_best(instance, scratch, &queues, reterr))
        return false;
    struct rd_bound found = {.name = "the master's ports",
                             .why = "Every worker holds what it is to end with: nothing moves.",
                             .tight = true};
    double shared_s = rd_star_longest_way(&queues) / rd_star_width(instance);
    /* Which workers keep an item more matters to their links alone, and is chosen otherwise. */
    double lone_s = instance->goal == RD_REACH ? alone_s(&queues, scratch) : 0;
    if (queues.sender_count > 0) {
        found.seconds = fmax(shared_s, lone_s);
        found.tight = instance->goal == RD_REACH &&
                      rd_star_width(instance) == instance->topology.host_count - 1;
        rd_star_pass_master(instance, &found);
        found.why = rd_arena_print(
            arena,
            "%" PRId64 " items pass the master: over its workers' links, each alone, not before "
            "%.10g s, and through its %" PRIu32
            " ports together not before %.10g s. Workers only send what they have too many, and "
            "only receive what they lack.",
            rd_star_queues_items(&queues), lone_s, rd_star_width(instance), shared_s);
    }
    *ret_bound = found;
    return true;
}

const struct rd_problem_bound star_master_ports = {
    .name = "star-master-ports",
    .summary = "star of many ports, loads to reach: links alone, and the master's ports together",
    .source = "none: our own",
    RD_STAR_SHARES_BOUND(RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS)),
    .compute = compute,
};
