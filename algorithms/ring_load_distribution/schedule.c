#include "schedule.h"

#include "algorithms/ring/ring.h"

#include <inttypes.h>

#include "sim/base/integers.h"

#include <string.h>

struct rd_ring_loads rd_ring_loads_of(uint32_t n, const int64_t *load, int64_t *linear)
{
    int64_t total = 0;
    for (uint32_t host = 0; host < n; host++)
        total += load[host];
    rd_assert(total % n == 0);
    struct rd_ring_loads ring = {n, load, linear, total / n, INT64_MAX, INT64_MIN};
    int64_t running = 0;
    for (uint32_t host = 0; host < n; host++) {
        running += load[host] - ring.average;
        linear[host] = running;
        ring.least = rd_least(ring.least, running);
        ring.greatest = rd_greatest(ring.greatest, running);
    }
    return ring;
}

struct rd_ring_loads rd_ring_loads_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    int64_t *load = rd_take(arena, n, int64_t);
    for (uint32_t host = 0; host < n; host++)
        load[host] = rd_load(instance, host, 0);
    return rd_ring_loads_of(n, load, rd_take(arena, n, int64_t));
}

static bool is_empty(const struct rd_ring_loads *ring, int64_t h)
{
    return ring->least == h && ring->greatest == h;
}

uint32_t rd_longest_run(const struct rd_ring_loads *ring, int64_t h, int64_t sign)
{
    uint32_t n = ring->host_count, longest = 0, current = 0, leading = n;
    for (uint32_t edge = 0; edge < n; edge++) {
        if (sign * (ring->linear[edge] - h) > ring->average) {
            current++;
            continue;
        }
        if (leading == n)
            leading = current;
        longest = current > longest ? current : longest;
        current = 0;
    }
    if (leading == n)
        return n;
    return current + leading > longest ? current + leading : longest;
}

int64_t rd_single_send_steps(const struct rd_ring_loads *ring, int64_t h)
{
    if (is_empty(ring, h))
        return 0;
    uint32_t clockwise = rd_longest_run(ring, h, 1), counter = rd_longest_run(ring, h, -1);
    uint32_t longest = clockwise > counter ? clockwise : counter;
    return longest == ring->host_count ? RD_NEVER : 1 + (int64_t)longest;
}

int64_t rd_multi_send_steps(const struct rd_ring_loads *ring, int64_t h)
{
    if (is_empty(ring, h))
        return 0;
    if (ring->average == 0)
        return RD_NEVER;
    int64_t most = rd_greatest(ring->greatest - h, h - ring->least);
    return most / ring->average + (most % ring->average != 0);
}

int64_t rd_ring_load_steps(const struct rd_ring_loads *ring, bool multi_send, int64_t h)
{
    return multi_send ? rd_multi_send_steps(ring, h) : rd_single_send_steps(ring, h);
}

/* Place k, from 0, of Linear in decreasing order. */
static int64_t ranked(const struct rd_ring_loads *ring, uint32_t k, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    int64_t *value = rd_arena_copy(scratch, ring->linear, ring->host_count, sizeof *value);
    rd_sort_falling(value, ring->host_count);
    return value[k];
}

struct rd_shifts rd_least_traffic_shifts(const struct rd_ring_loads *ring, struct rd_arena *scratch)
{
    uint32_t n = ring->host_count;
    int64_t low = ranked(ring, n / 2, scratch);
    int64_t high = n % 2 == 0 ? ranked(ring, n / 2 - 1, scratch) : low;
    return (struct rd_shifts){low, high};
}

int64_t rd_traffic_shift(const struct rd_ring_loads *ring, struct rd_arena *scratch)
{
    uint32_t n = ring->host_count, clockwise = 0, counter = 0;
    for (uint32_t edge = 0; edge < n; edge++) {
        clockwise += ring->linear[edge] > 0;
        counter += ring->linear[edge] < 0;
    }
    if (2 * (uint64_t)clockwise > n)
        return ranked(ring, (n + 1) / 2 - 1, scratch);
    if (2 * (uint64_t)counter > n)
        return ranked(ring, (n + 2) / 2 - 1, scratch);
    return 0;
}

bool rd_ring_load_accepts(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    if (instance->kind_count != 1)
        return rd_refuse(reterr, "%" PRIu32 " kinds of items: one kind is needed",
                         instance->kind_count);
    if (instance->item_bytes != 0)
        return rd_refuse(reterr,
                         "items of %g bytes: a message of any amount takes one step, which is "
                         "<items bytes=\"0\"/> on links with a latency",
                         instance->item_bytes);
    if (!rd_ring_links_are_equal(instance))
        return rd_refuse(reterr, "links of different costs: one latency for all links is needed");
    if (n > 1 && !(rd_link_cost(instance, 0).latency_s > 0))
        return rd_refuse(reterr,
                         "links without latency: a message takes one step, a latency above 0");
    if (instance->balance_error > 1)
        return rd_refuse(reterr,
                         "a balance within %" PRId64
                         ": loads that are all equal are planned, a balance within 0 or 1 "
                         "(ring-all-port takes any)",
                         instance->balance_error);
    int64_t total = rd_item_count(instance, 0);
    if (total % n != 0)
        return rd_refuse(reterr,
                         "%" PRId64 " items on %" PRIu32
                         " hosts: a load that the hosts divide is needed (ring-all-port takes any)",
                         total, n);
    return true;
}
