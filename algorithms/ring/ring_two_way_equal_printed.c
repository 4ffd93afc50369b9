/* Two-way ring, equal links: Algorithm 3 as printed, in lock-step.
 *
 *     k-1 <--- [ k .. l ] ---> l+1       in each step a slice with most to give sends one item out
 *     k-1 ---> [ k .. l ] <--- l+1       at both ends, one with most to get takes one at both ends
 *
 * delta_max is Lemma 6 in steps for the unbalance that is left. Each step makes it fall by one:
 * slices whose half unbalance is delta_max act as drawn; hosts with that unbalance of their own and
 * nothing to do yet send, or receive, forward; in the last step hosts with none pass on.
 * The paper proves the number of steps and the ports, and forgets whether a host holds the item
 * that it is told to send: n = 4, loads (1, 2, 3, 1), surplus (-3, 1, 2, 0) makes host 3 give its
 * only item in the first step and another in the second. The network refuses that by name.
 * Hypotheses: equal links; every host holds at least one item before and after. */
#include "bounds.h"
#include "ring_two_way_equal.h"

#include "sim/lockstep/lockstep_network.h"

#include <inttypes.h>

/* Steps are planned one by one: more would take too much time and memory. */
enum { HOST_STEP_LIMIT = 20000000 };

/* The step under way. */
struct step {
    struct rd_ring ring; /* what is left to give */
    int64_t delta_max;
    bool *forward;  /* [n] does an item cross edge x from x to x+1? */
    bool *backward; /* [n] from x+1 to x? */
};

/* Lines 3-18. A slice that ends at x has at most S_x - min S to give, one that begins behind x at
 * most max S - S_x: whether some slice there has enough is seen from S alone. */
static void apply_slices(struct step *step)
{
    int64_t forward_least = 2 * step->delta_max - 1, backward_least = forward_least;
    if (step->delta_max == 2)
        backward_least = 4;
    if (step->delta_max == 1)
        forward_least = backward_least = 2;
    const struct rd_ring *ring = &step->ring;
    for (uint32_t edge = 0; edge < ring->host_count; edge++) {
        step->forward[edge] = ring->sum[edge] - ring->least_sum >= forward_least;
        step->backward[edge] = ring->greatest_sum - ring->sum[edge] >= backward_least;
    }
}

/* Lines 19-24: hosts that must send and do not yet, then hosts that must receive. */
static void apply_hosts(struct step *step)
{
    uint32_t n = step->ring.host_count;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t before = rd_ring_previous(n, host);
        if (step->ring.delta[host] == step->delta_max && !step->backward[before])
            step->forward[host] = true;
    }
    for (uint32_t host = 0; host < n; host++) {
        uint32_t before = rd_ring_previous(n, host);
        if (step->ring.delta[host] == -step->delta_max && !step->backward[host])
            step->forward[before] = true;
    }
}

/* Lines 25-30, until nothing changes: twice round the ring each way is enough. */
static void pass_on(struct step *step)
{
    uint32_t n = step->ring.host_count;
    for (uint64_t i = 0; i < 2 * (uint64_t)n; i++) {
        uint32_t up = (uint32_t)(i % n), down = n - 1 - up;
        uint32_t before_up = rd_ring_previous(n, up), before_down = rd_ring_previous(n, down);
        if (step->ring.delta[up] == 0 && step->forward[before_up])
            step->forward[up] = true;
        if (step->ring.delta[down] == 0 && step->backward[down])
            step->backward[before_down] = true;
    }
}

/* Sends what the rules of the step ask for, all at once, and counts it off `delta`. */
static bool send_step(const struct step *step, struct rd_lockstep_network *network, int64_t *delta,
                      struct rd_error *reterr)
{
    uint32_t n = step->ring.host_count;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t next = rd_ring_next(n, host), before = rd_ring_previous(n, host);
        const uint32_t neighbour[] = {next, before};
        const bool sends[] = {step->forward[host], step->backward[before]};
        for (int side = 0; side < 2; side++) {
            if (!sends[side])
                continue;
            if (!rd_lockstep_send(network, host, neighbour[side], 0, 1, 0, reterr))
                return false;
            delta[host]--;
            delta[neighbour[side]]++;
        }
    }
    rd_lockstep_end_round(network);
    return true;
}

/* Plans step after step until nothing is left to give. */
static bool send_all(struct step *step, struct rd_lockstep_network *network, int64_t *delta,
                     int64_t *sum, struct rd_error *reterr)
{
    step->delta_max = rd_ring_lemma_6_steps(&step->ring);
    while (step->delta_max > 0) {
        apply_slices(step);
        apply_hosts(step);
        if (step->delta_max == 1)
            pass_on(step);
        if (!send_step(step, network, delta, reterr))
            return false;
        step->delta_max--;
        step->ring = rd_ring_with(step->ring.host_count, step->ring.load, delta, sum);
        rd_assert(rd_ring_lemma_6_steps(&step->ring) == step->delta_max); /* Lemma 8 */
    }
    return true;
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    uint32_t n = instance->topology.host_count;
    struct step step = {.ring = rd_ring_read(instance, scratch)};
    int64_t step_count = rd_ring_lemma_6_steps(&step.ring);
    if (step_count == 0)
        return true;
    if (step_count > HOST_STEP_LIMIT / n)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRId64 " steps of %" PRIu32
                       " hosts: at most %d steps times hosts are planned one by one",
                       step_count, n, HOST_STEP_LIMIT);
    int64_t *delta = rd_take(scratch, n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        delta[host] = step.ring.delta[host];
    step.forward = rd_take(scratch, n, bool);
    step.backward = rd_take(scratch, n, bool);
    struct rd_plan steps = {0};
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_ring_forward_s(instance, 0), arena, &steps);
    if (!send_all(&step, &network, delta, rd_take(scratch, n, int64_t), reterr)) {
        if (reterr)
            reterr->code = RD_ERROR_REFUSED;
        return false;
    }
    *ret_plan = steps;
    return true;
}

const struct rd_algorithm ring_two_way_equal_printed = {
    .name = "ring-two-way-equal-printed",
    .summary = "two-way ring with equal links: Algorithm 3 as printed, which can run out of items",
    .source = "Renard, Robert, Vivien (2004), Algorithm 3, Theorem 3 as printed",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_OPTIMAL,
    .accepts = rd_ring_two_way_equal_accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
