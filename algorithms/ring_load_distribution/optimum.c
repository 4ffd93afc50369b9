#include "optimum.h"

#include "sim/base/integers.h"

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

/* Of the interval the least h, or for sign -1 the greatest, at which the longest run of that sign
 * has `most` edges or fewer, or none more than that of the other sign if `most` is AS_OTHER; the
 * other end if there is none before it. */
enum { AS_OTHER = -1 };

static int64_t end_of_runs(const struct rd_ring_loads *ring, struct rd_shifts shifts, int64_t sign,
                           int64_t most)
{
    int64_t low = sign > 0 ? shifts.low : -shifts.high;
    int64_t high = sign > 0 ? shifts.high : -shifts.low;
    RD_FIND_FIRST(low, high, i,
                  rd_longest_run(ring, sign * i, sign) <=
                      (most == AS_OTHER ? rd_longest_run(ring, sign * i, -sign) : most));
    return sign * low;
}

/* The least steps of an interval's schedules: where the two runs cross, or just below, where the
 * run above decides. */
static int64_t least_steps(const struct rd_ring_loads *ring, struct rd_shifts shifts)
{
    int64_t h = end_of_runs(ring, shifts, 1, AS_OTHER);
    int64_t steps = rd_single_send_steps(ring, h);
    int64_t below = h > shifts.low ? rd_single_send_steps(ring, h - 1) : RD_NEVER;
    return below < steps ? below : steps;
}

struct rd_ring_optimum rd_single_send_optimum(const struct rd_ring_loads *ring)
{
    struct rd_shifts all = {ring->least - ring->average, ring->greatest + ring->average};
    if (ring->least == ring->greatest)
        return (struct rd_ring_optimum){0, {ring->least, ring->least}};
    int64_t steps = least_steps(ring, all);
    rd_assert(steps <= ring->host_count);
    struct rd_shifts shifts = {end_of_runs(ring, all, 1, steps - 1),
                               end_of_runs(ring, all, -1, steps - 1)};
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
    int64_t steps = least_steps(ring, shifts);
    return steps == RD_NEVER ? shifts.low : end_of_runs(ring, shifts, 1, steps - 1);
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
