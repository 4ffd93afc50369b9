#include "schedule.h"

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
        if (running < ring.least)
            ring.least = running;
        if (running > ring.greatest)
            ring.greatest = running;
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

/* Longest circular run of one kind of edge, met edge by edge. */
struct run {
    uint32_t current;
    uint32_t leading; /* the run that started at edge 0, once it has ended */
    uint32_t longest;
    bool broken;
};

static inline void run_step(struct run *run, bool counts)
{
    if (counts) {
        run->current++;
        return;
    }
    if (!run->broken)
        run->leading = run->current;
    run->broken = true;
    if (run->current > run->longest)
        run->longest = run->current;
    run->current = 0;
}

/* The run that is open at the last edge goes on at edge 0. */
static uint32_t run_end(const struct run *run)
{
    uint32_t wrapped = run->current + run->leading;
    return wrapped > run->longest ? wrapped : run->longest;
}

int64_t rd_single_send_steps(const struct rd_ring_loads *ring, int64_t h)
{
    if (is_empty(ring, h))
        return 0;
    struct run clockwise = {0}, counter = {0};
    for (uint32_t edge = 0; edge < ring->host_count; edge++) {
        int64_t items = ring->linear[edge] - h;
        run_step(&clockwise, items > ring->average);
        run_step(&counter, items < -ring->average);
    }
    if (!clockwise.broken || !counter.broken)
        return RD_NEVER;
    uint32_t longest = run_end(&clockwise), other = run_end(&counter);
    return 1 + (int64_t)(longest > other ? longest : other);
}

int64_t rd_multi_send_steps(const struct rd_ring_loads *ring, int64_t h)
{
    if (is_empty(ring, h))
        return 0;
    if (ring->average == 0)
        return RD_NEVER;
    int64_t most = ring->greatest - h;
    if (h - ring->least > most)
        most = h - ring->least;
    return most / ring->average + (most % ring->average != 0);
}

int64_t rd_schedule_traffic(const struct rd_ring_loads *ring, int64_t h)
{
    int64_t traffic = 0;
    for (uint32_t edge = 0; edge < ring->host_count; edge++) {
        int64_t items = ring->linear[edge] - h;
        if (__builtin_add_overflow(traffic, items < 0 ? -items : items, &traffic))
            return INT64_MAX;
    }
    return traffic;
}

static void swap(int64_t *a, int64_t *b)
{
    int64_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The value that would stand at place k (from 0) in decreasing order; permutes. Quickselect with
 * three parts and the middle of three as pivot. */
static int64_t select_greatest(int64_t *value, uint32_t count, uint32_t k)
{
    uint32_t low = 0, high = count;
    while (high - low > 1) {
        int64_t a = value[low], b = value[low + (high - low) / 2], c = value[high - 1];
        int64_t pivot = a > b ? (b > c ? b : (a > c ? c : a)) : (a > c ? a : (b > c ? c : b));
        uint32_t greater_end = low, less_start = high, at = low;
        while (at < less_start) {
            if (value[at] > pivot)
                swap(&value[at++], &value[greater_end++]);
            else if (value[at] < pivot)
                swap(&value[at], &value[--less_start]);
            else
                at++;
        }
        if (k < greater_end)
            high = greater_end;
        else if (k >= less_start)
            low = less_start;
        else
            return pivot;
    }
    return value[low];
}

/* Place k, from 0, of Linear in decreasing order. */
static int64_t ranked(const struct rd_ring_loads *ring, uint32_t k, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t *value = rd_take(scratch, ring->host_count, int64_t);
    for (uint32_t edge = 0; edge < ring->host_count; edge++)
        value[edge] = ring->linear[edge];
    int64_t found = select_greatest(value, ring->host_count, k);
    rd_arena_rewind(scratch, mark);
    return found;
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
