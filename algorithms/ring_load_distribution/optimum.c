#include "optimum.h"

struct rd_ring_optimum rd_multi_send_optimum(const struct rd_ring_loads *ring)
{
    int64_t spread = ring->greatest - ring->least;
    if (spread == 0)
        return (struct rd_ring_optimum){0, {ring->least, ring->least}};
    int64_t step = 2 * ring->average;
    int64_t steps = spread / step + (spread % step != 0);
    return (struct rd_ring_optimum){
        steps, {ring->greatest - steps * ring->average, ring->least + steps * ring->average}};
}

/* The longest circular run of edges with linear - h > average (sign 1), or < -average (sign -1). */
static uint32_t longest_run(const struct rd_ring_loads *ring, int64_t h, int64_t sign)
{
    uint32_t n = ring->host_count, longest = 0, current = 0, leading = n;
    for (uint32_t edge = 0; edge < n; edge++) {
        if (sign * (ring->linear[edge] - h) > ring->average) {
            current++;
            continue;
        }
        if (leading == n)
            leading = current;
        if (current > longest)
            longest = current;
        current = 0;
    }
    if (leading == n)
        return n;
    return current + leading > longest ? current + leading : longest;
}

/* The least h in the interval with a run above it of at most `most` edges; high if there is none
 * below it. */
static int64_t least_shift_with_run(const struct rd_ring_loads *ring, struct rd_shifts shifts,
                                    uint32_t most)
{
    int64_t low = shifts.low, high = shifts.high;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (longest_run(ring, middle, 1) <= most)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The least h in the interval at which the run above is no longer than the run below; high if it is
 * longer everywhere. */
static int64_t crossing(const struct rd_ring_loads *ring, struct rd_shifts shifts)
{
    int64_t low = shifts.low, high = shifts.high;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (longest_run(ring, middle, 1) <= longest_run(ring, middle, -1))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* The greatest minimum of sign * linear over circular windows of `width` edges. The deque keeps the
 * edges that can still be a minimum, by increasing value. */
static int64_t greatest_window_minimum(const struct rd_ring_loads *ring, uint32_t width,
                                       int64_t sign, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t n = ring->host_count;
    uint32_t *deque = rd_take(scratch, (size_t)n + width, uint32_t);
    uint32_t first = 0, end = 0;
    int64_t greatest = INT64_MIN;
    for (uint32_t at = 0; at < n + width - 1; at++) {
        int64_t value = sign * ring->linear[at < n ? at : at - n];
        while (end > first) {
            uint32_t last = deque[end - 1];
            if (sign * ring->linear[last < n ? last : last - n] < value)
                break;
            end--;
        }
        deque[end++] = at;
        if (deque[first] + width <= at)
            first++;
        if (at + 1 >= width) {
            uint32_t least = deque[first];
            int64_t minimum = sign * ring->linear[least < n ? least : least - n];
            if (minimum > greatest)
                greatest = minimum;
        }
    }
    rd_arena_rewind(scratch, mark);
    return greatest;
}

struct rd_ring_optimum rd_single_send_optimum(const struct rd_ring_loads *ring,
                                              struct rd_arena *scratch)
{
    if (ring->least == ring->greatest)
        return (struct rd_ring_optimum){0, {ring->least, ring->least}};
    int64_t h = crossing(ring, (struct rd_shifts){ring->least, ring->greatest});
    int64_t steps = rd_single_send_steps(ring, h);
    /* Just below the crossing the run above decides, and may be the shorter of the two. */
    int64_t below = rd_single_send_steps(ring, h - 1);
    if (below < steps)
        steps = below;
    rd_assert(steps <= ring->host_count);
    uint32_t width = (uint32_t)steps;
    struct rd_shifts shifts = {
        greatest_window_minimum(ring, width, 1, scratch) - ring->average,
        -greatest_window_minimum(ring, width, -1, scratch) + ring->average,
    };
    rd_assert(shifts.low <= shifts.high);
    return (struct rd_ring_optimum){steps, shifts};
}

int64_t rd_least_traffic_within(struct rd_shifts shifts, struct rd_shifts least_traffic)
{
    if (shifts.high < least_traffic.low)
        return shifts.high;
    return shifts.low > least_traffic.low ? shifts.low : least_traffic.low;
}

static int64_t clamped(int64_t value, struct rd_shifts shifts)
{
    return value < shifts.low ? shifts.low : value > shifts.high ? shifts.high : value;
}

static int64_t best_multi_send_within(const struct rd_ring_loads *ring, struct rd_shifts shifts)
{
    /* The time falls to the middle of Linear's range and rises behind it. */
    int64_t middle = ring->least + (ring->greatest - ring->least) / 2;
    int64_t steps = rd_multi_send_steps(ring, clamped(middle, shifts));
    if (steps == RD_NEVER)
        return shifts.low;
    return clamped(ring->greatest - steps * ring->average, shifts);
}

static int64_t best_single_send_within(const struct rd_ring_loads *ring, struct rd_shifts shifts)
{
    int64_t h = crossing(ring, shifts);
    int64_t steps = rd_single_send_steps(ring, h);
    if (h > shifts.low) {
        int64_t below = rd_single_send_steps(ring, h - 1);
        if (below < steps)
            steps = below;
    }
    if (steps == RD_NEVER)
        return shifts.low;
    return least_shift_with_run(ring, shifts, (uint32_t)(steps - 1));
}

int64_t rd_best_shift_within(const struct rd_ring_loads *ring, struct rd_shifts shifts,
                             bool multi_send)
{
    rd_assert(shifts.low <= shifts.high);
    /* The one schedule that sends nothing has no runs to tell it from its neighbours. */
    if (ring->least == ring->greatest && clamped(ring->least, shifts) == ring->least)
        return ring->least;
    return multi_send ? best_multi_send_within(ring, shifts)
                      : best_single_send_within(ring, shifts);
}
