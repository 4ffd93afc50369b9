/* Two-way ring, equal links: Algorithm 3 as printed, in lock-step.
 *
 * The paper proves the number of steps and the ports, and forgets whether a host holds the item
 * that it is told to send: n = 4, loads (1, 2, 3, 1), surplus (-3, 1, 2, 0) makes host 3 give its
 * only item in the first step and another in the second. The network refuses that by name.
 * Hypotheses: equal links; every host holds at least one item before and after. */
#include "algorithm_3.h"
#include "bounds.h"
#include "ring_two_way_equal.h"

#include "sim/lockstep/lockstep_network.h"

/* Sends what the rules of the step ask for, all at once. */
static bool send_step(const struct rd_algorithm_3 *steps, struct rd_lockstep_network *network,
                      struct rd_error *reterr)
{
    uint32_t n = steps->ring.host_count;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t next = rd_ring_next(n, host), before = rd_ring_previous(n, host);
        if (steps->forward[host] && !rd_lockstep_send(network, host, next, 0, 1, 0, reterr))
            return false;
        if (steps->backward[before] && !rd_lockstep_send(network, host, before, 0, 1, 0, reterr))
            return false;
    }
    rd_lockstep_end_round(network);
    return true;
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    struct rd_algorithm_3 steps;
    if (!rd_algorithm_3_open(instance, scratch, &steps, reterr))
        return false;
    if (steps.delta_max == 0)
        return true;
    struct rd_plan rounds = {0};
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_ring_forward_s(instance, 0), arena, &rounds);
    while (rd_algorithm_3_step(&steps))
        if (!send_step(&steps, &network, reterr)) {
            if (reterr)
                reterr->code = RD_ERROR_REFUSED;
            return false;
        }
    *ret_plan = rounds;
    return true;
}

const struct rd_algorithm ring_two_way_equal_printed = {
    .name = "ring-two-way-equal-printed",
    .summary = "two-way ring with equal links: Algorithm 3 as printed, which can run out of items",
    .source = "[renard2004], Algorithm 3, Theorem 3 as printed",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .accepts = rd_ring_two_way_equal_accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
