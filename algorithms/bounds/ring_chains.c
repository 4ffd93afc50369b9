/* Rings whose ports limit nobody, one message an edge: the heaviest chain of hosts that wait for
 * each other's message. Source: our own, after the ring load distribution paper. O(n log(items)).
 */
#include "problem_bound.h"

#include "algorithms/ring/bounds.h"
#include "algorithms/ring/many_ports.h"

static bool compute(RD_BOUND_PARAMETERS)
{
    if (!rd_ring_accepts_many_ports(instance, reterr))
        return false;
    if (rd_ring_goal_is_open(instance))
        return rd_refuse(reterr, "a balance with a choice of final loads: the time of single sends "
                                 "is known for given ones");
    struct rd_ring ring = rd_ring_read(instance, scratch);
    struct rd_bound found = rd_ring_bound_zero("heaviest chain");
    int64_t z;
    if (ring.least_sum < ring.greatest_sum) {
        found.seconds = rd_ring_best_chain_s(instance, &ring, &z);
        found.tight = true;
        found.schedule_class = RD_SINGLE_SEND_CLASS;
        found.why = rd_arena_print(
            arena,
            "If each edge carries one message, hosts that hold too little wait for the one before "
            "them; of all flows, the best makes the heaviest chain of such messages take %.10g s.",
            found.seconds);
    }
    *ret_bound = found;
    return true;
}

const struct rd_problem_bound ring_chains = {
    .name = "ring-chains",
    .summary = "ring of many ports, one message an edge: the heaviest chain of waiting hosts",
    .source = "none: our own, after the ring load distribution paper",
    .schedules = RD_SINGLE_SEND_CLASS,
    .domain = {.shape = RD_RING,
               .directions = RD_ONE_WAY | RD_TWO_WAY,
               .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
               .goals = RD_RING_GOALS},
    .compute = compute,
};
