#include "algorithm_3.h"

#include "bounds.h"

#include <inttypes.h>

/* Steps are planned one by one: more would take too much time and memory. */
enum { HOST_STEP_LIMIT = 20000000 };

/* Lines 3-18. A slice that ends at x has at most S_x - min S to give, one that begins behind x at
 * most max S - S_x: whether some slice there has enough is seen from S alone. */
static void apply_slices(struct rd_algorithm_3 *step)
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
static void apply_hosts(struct rd_algorithm_3 *step)
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
static void pass_on(struct rd_algorithm_3 *step)
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

bool rd_algorithm_3_open(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_algorithm_3 *ret_steps, struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    struct rd_algorithm_3 steps = {.ring = rd_ring_read(instance, arena)};
    steps.delta_max = rd_ring_lemma_6_steps(&steps.ring);
    if (steps.delta_max > HOST_STEP_LIMIT / n)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
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

bool rd_algorithm_3_step(struct rd_algorithm_3 *steps)
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
