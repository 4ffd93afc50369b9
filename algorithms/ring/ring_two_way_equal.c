/* Two-way rings with equal links: Algorithm 3 repaired, and as printed.
 *
 * ring-two-way-equal, the repair:
 *
 *     ... <--(-F)-- x  x+1 --F--> x+2 --F--> ...      F_x = S_x - z: forward where S_x > z
 *
 * Lemma 6 allows tau steps. Every z with max S - tau <= z <= min S + tau lets no edge carry more
 * than tau items. Over an edge that goes forward an item moves in each of the steps 1..F_x, over
 * one that goes backward in the last -F_x of the tau steps. A host with both directions at one port
 * gives or takes their sum, at most abs(delta) <= tau, so they do not meet; and a host with one
 * direction never waits for an item, as on a one-way ring. Self-timed, backward transfers behind
 * forward ones in the same ports: no later. Of the window, z is taken where both directions have an
 * edge that carries nothing to start behind: within min S .. max S.
 *
 * Algorithm 3 as printed: delta_max is Lemma 6 in steps for the unbalance that is left. Each step
 * makes it fall by one: slices whose half unbalance is delta_max act as drawn; hosts with that
 * unbalance of their own and nothing to do yet send, or receive, forward; in the last step hosts
 * with none pass on.
 *
 *     k-1 <--- [ k .. l ] ---> l+1       in each step a slice with most to give sends one item out
 *     k-1 ---> [ k .. l ] <--- l+1       at both ends, one with most to get takes one at both ends
 *
 * ring-two-way-equal-printed plays it in lock-step. The paper proves the number of steps and the
 * ports, and forgets whether a host holds the item that it is told to send: n = 4, loads
 * (1, 2, 3, 1), surplus (-3, 1, 2, 0) makes host 3 give its only item in the first step and another
 * in the second. The network refuses that by name.
 *
 * ring-two-way-equal-self-timed: each message as soon as it can start. A port keeps the order of
 * the printed steps and no dates. No message then ends after its printed step, whatever hosts hold,
 * so the plan takes Lemma 6's time: docs/ring_two_way.md, A.
 *
 *     step 1   step 2   step 3              who lacks an item waits for it, and is on time all the
 *     3 > 0    3 > 0    3 > 0      h3       same
 *              2 > 3    2 > 3      h2 h3
 *
 * Hypotheses of all: equal links; every host holds at least one item before and after. */
#include "bounds.h"
#include "edge_transfers.h"

#include "algorithms/kernels/port_order.h"
#include "sim/lockstep/lockstep_network.h"

#include <inttypes.h>

/* Steps are planned one by one: more would take too much time and memory. */
enum { HOST_STEP_LIMIT = 20000000 };

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_ring_accepts(instance, "Theorem 3", reterr) &&
           rd_ring_accepts_equal(instance, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_ring ring = rd_ring_read(instance, scratch);
    int64_t z = ring.greatest_sum - rd_ring_lemma_6_steps(&ring);
    rd_assert(z >= ring.least_sum); /* what a host has to send or receive is a difference of sums */
    rd_ring_plan_net_flow(&ring, z, arena, ret_plan);
    return true;
}

/* The steps of Algorithm 3. */
struct steps {
    struct rd_ring ring; /* what is left to give */
    int64_t delta_max;   /* steps left */
    int64_t *delta;      /* [host_count] of the ring */
    int64_t *sum;        /* [host_count] of the ring */
    bool *forward;       /* [host_count] does an item cross edge x from x to x+1 in this step? */
    bool *backward;      /* [host_count] from x+1 to x? */
};

/* Lines 3-18. A slice that ends at x has at most S_x - min S to give, one that begins behind x at
 * most max S - S_x: whether some slice there has enough is seen from S alone. */
static void apply_slices(struct steps *step)
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
static void apply_hosts(struct steps *step)
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
static void pass_on(struct steps *step)
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

static bool open_steps(const struct rd_instance *instance, struct rd_arena *arena,
                       struct steps *ret_steps, struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    struct steps steps = {.ring = rd_ring_read(instance, arena)};
    steps.delta_max = rd_ring_lemma_6_steps(&steps.ring);
    if (steps.delta_max > HOST_STEP_LIMIT / n)
        return rd_refuse(reterr,
                         "%" PRId64 " steps of %" PRIu32
                         " hosts: at most %d steps times hosts are planned one by one",
                         steps.delta_max, n, HOST_STEP_LIMIT);
    steps.delta = rd_take(arena, n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        steps.delta[host] = steps.ring.delta[host];
    steps.sum = rd_take(arena, n, int64_t);
    steps.forward = rd_take(arena, n, bool);
    steps.backward = rd_take(arena, n, bool);
    *ret_steps = steps;
    return true;
}

/* Decides who sends in the next step, and counts it off what is left to give. Returns: false if
 * nothing is left. O(n). */
static bool next_step(struct steps *steps)
{
    if (steps->delta_max == 0)
        return false;
    apply_slices(steps);
    apply_hosts(steps);
    if (steps->delta_max == 1)
        pass_on(steps);
    uint32_t n = steps->ring.host_count;
    for (uint32_t edge = 0; edge < n; edge++) {
        int64_t items = (int64_t)steps->forward[edge] - (int64_t)steps->backward[edge];
        steps->delta[edge] -= items;
        steps->delta[rd_ring_next(n, edge)] += items;
    }
    steps->delta_max--;
    steps->ring = rd_ring_with(n, steps->ring.load, steps->delta, steps->sum);
    rd_assert(rd_ring_lemma_6_steps(&steps->ring) == steps->delta_max); /* Lemma 8 */
    return true;
}

/* The messages of all steps by their links, of each host what it sends forward, then backward. Link
 * 2 x goes from host x to x+1, and 2 x + 1 back. */
struct messages {
    uint32_t *link; /* [count] */
    uint32_t count;
    uint32_t *step_end; /* [step_count] how many there are after each step */
    uint32_t step_count;
};

static bool list_steps(const struct rd_instance *instance, struct rd_arena *scratch,
                       struct messages *ret_messages, struct rd_error *reterr)
{
    struct steps steps;
    struct messages messages = {0};
    if (!open_steps(instance, scratch, &steps, reterr))
        return false;
    uint32_t n = steps.ring.host_count;
    messages.step_end = rd_take(scratch, (size_t)steps.delta_max, uint32_t);
    while (next_step(&steps)) {
        for (uint32_t host = 0; host < n; host++) {
            uint32_t before = rd_ring_previous(n, host);
            if (steps.forward[host])
                rd_arena_add(scratch, messages.link, messages.count, 2 * host);
            if (steps.backward[before])
                rd_arena_add(scratch, messages.link, messages.count, 2 * before + 1);
        }
        messages.step_end[messages.step_count++] = messages.count;
    }
    *ret_messages = messages;
    return true;
}

static bool plan_printed(RD_PLAN_PARAMETERS)
{
    struct messages messages;
    struct rd_plan rounds = {0};
    if (!list_steps(instance, scratch, &messages, reterr))
        return false;
    if (messages.count == 0)
        return true;
    uint32_t n = instance->topology.host_count, i = 0;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_ring_forward_s(instance, 0), arena, &rounds);
    for (uint32_t step = 0; step < messages.step_count; step++) {
        for (; i < messages.step_end[step]; i++) {
            uint32_t edge = messages.link[i] / 2, next = rd_ring_next(n, edge);
            bool back = messages.link[i] % 2;
            if (!rd_lockstep_send(&network, back ? next : edge, back ? edge : next, 0, 1, 0,
                                  reterr)) {
                if (reterr)
                    reterr->code = RD_ERROR_REFUSED;
                return false;
            }
        }
        rd_lockstep_end_round(&network);
    }
    *ret_plan = rounds;
    return true;
}

static bool plan_self_timed(RD_PLAN_PARAMETERS)
{
    struct messages messages;
    if (!list_steps(instance, scratch, &messages, reterr))
        return false;
    uint32_t n = instance->topology.host_count;
    struct rd_list_link *link = rd_take(scratch, 2 * (size_t)n, struct rd_list_link);
    for (uint32_t edge = 0; edge < n; edge++) {
        uint32_t next = rd_ring_next(n, edge);
        link[2 * (size_t)edge] = (struct rd_list_link){.from = edge, .to = next};
        link[2 * (size_t)edge + 1] = (struct rd_list_link){.from = next, .to = edge};
    }
    for (uint32_t i = 0; i < messages.count; i++)
        link[messages.link[i]].items++;
    struct rd_list_problem problem = {.host_count = n,
                                      .port_count = 1,
                                      .inventory = instance->load,
                                      .link_count = 2 * (size_t)n,
                                      .link = link};
    struct rd_port_orders orders = rd_port_orders_open(&problem, scratch);
    for (uint32_t i = 0; i < messages.count; i++) {
        uint32_t number = messages.link[i];
        rd_port_orders_add(&orders, link[number].from, false, number, 1);
        rd_port_orders_add(&orders, link[number].to, true, number, 1);
    }
    size_t listed = rd_port_orders_list(&orders, messages.link, scratch);
    rd_assert(listed == messages.count); /* no port waits for ever: Theorem A */
    rd_list_plan(&problem, messages.link, messages.count, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm ring_two_way_equal = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-equal",
    .summary = "two-way ring with equal links: Algorithm 3 repaired, never out of items",
    .source = "[renard2006], Lemma 6; Algorithm 3, repaired",
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};

const struct rd_algorithm ring_two_way_equal_printed = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-two-way-equal-printed",
    .summary = "two-way ring with equal links: Algorithm 3 as printed, which can run out of items",
    .source = "[renard2006], Algorithm 3, Theorem 3 as printed",
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_printed,
};

const struct rd_algorithm ring_two_way_equal_self_timed = {
    .name = "ring-two-way-equal-self-timed",
    .summary = "two-way ring with equal links: Algorithm 3 as printed, who lacks an item waits",
    .source = "[renard2006], Algorithm 3; Lemma 6",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan_self_timed,
};
