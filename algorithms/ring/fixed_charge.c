#include "fixed_charge.h"

#include "bounds.h"
#include "light.h"

#include <inttypes.h>
#include <math.h>

/* Flows this near to the best, relatively, are as good. */
#define ROUNDING 1e-12

/* The most visits of a port. */
enum { VISIT_LIMIT = 1 << 26 };

/* Each host has four: what it sends and receives; what it sends that it must get first; what it
 * receives that it must pass on. */
enum { SENDS, RECEIVES, SENDS_ON, RECEIVES_TO_SEND, TERMS };

/* Seconds under z: falling where z < falls_until, rising where z > rises_from, once_s if either. */
struct term {
    int64_t falls_until;
    int64_t rises_from;
    struct rd_charge fall;
    struct rd_charge rise;
    double once_s;
};

static struct rd_charge charge_of(const struct rd_instance *instance, uint32_t from, uint32_t to)
{
    struct rd_link_cost cost =
        rd_link_cost(instance, rd_link_between(&instance->topology, from, to));
    return (struct rd_charge){cost.latency_s, rd_moving_s(cost, instance->item_bytes)};
}

static double one_item_s(struct rd_charge charge)
{
    return charge.latency_s + charge.item_s;
}

/* How long an item needs from the nearest host that has some to each host's neighbour, and from
 * there to the host. In: near and far, what a message takes over edge x towards higher and towards
 * lower hosts; far NULL: that way is shut. */
static const double *arrivals(uint32_t n, const int64_t *held, const struct rd_charge *up,
                              const struct rd_charge *down, struct rd_arena *arena)
{
    double *arrival_s = rd_take(arena, n, double);
    for (uint32_t host = 0; host < n; host++)
        arrival_s[host] = INFINITY;
    /* Twice round each way: the nearest host that holds any is met before. */
    for (int way = 0; way < 2; way++) {
        const struct rd_charge *charge = way ? down : up;
        double at_s = INFINITY;
        for (uint32_t step = 0, host = 0; charge && step < 2 * n; step++) {
            uint32_t next = way ? rd_ring_previous(n, host) : rd_ring_next(n, host);
            at_s = (held[host] > 0 ? 0 : at_s) + one_item_s(charge[way ? next : host]);
            arrival_s[next] = fmin(arrival_s[next], at_s);
            host = next;
        }
    }
    return arrival_s;
}

struct rd_charged_ring rd_charged_ring_read(const struct rd_instance *instance,
                                            struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    struct rd_charged_ring ring = {.ring = rd_ring_read(instance, arena),
                                   .two_way = instance->topology.direction == RD_TWO_WAY};
    struct rd_charge *forward = rd_take(arena, n, struct rd_charge);
    struct rd_charge *backward = rd_take(arena, n, struct rd_charge);
    for (uint32_t edge = 0; edge < n; edge++)
        forward[edge] = backward[edge] = (struct rd_charge){0, 0};
    for (uint32_t edge = 0; n > 1 && edge < n; edge++) {
        forward[edge] = charge_of(instance, edge, rd_ring_next(n, edge));
        if (ring.two_way)
            backward[edge] = charge_of(instance, rd_ring_next(n, edge), edge);
    }
    ring.forward = forward;
    ring.backward = backward;
    ring.head_s = arrivals(n, instance->load, forward, ring.two_way ? backward : NULL, arena);
    /* Time reversed: links are turned, and what is wanted is what is held. */
    ring.tail_s = arrivals(n, ring.ring.target, ring.two_way ? backward : NULL, forward, arena);
    ring.z = (struct rd_interval){ring.ring.least_sum,
                                  ring.two_way ? ring.ring.greatest_sum : ring.ring.least_sum};
    struct rd_net_flow flow = {.ring = ring.ring};
    ring.light = rd_interval_common(ring.z, rd_light_flows(&flow).z);
    return ring;
}

/* The cheaper of a host's two links, in each part. */
static struct rd_charge cheapest(const struct rd_charged_ring *ring, struct rd_charge forward,
                                 struct rd_charge backward)
{
    if (!ring->two_way)
        return forward;
    return (struct rd_charge){fmin(forward.latency_s, backward.latency_s),
                              fmin(forward.item_s, backward.item_s)};
}

static struct term term_at(const struct rd_charged_ring *ring, uint64_t index)
{
    uint32_t host = (uint32_t)(index / TERMS);
    uint32_t before = rd_ring_previous(ring->ring.host_count, host);
    int64_t sum = ring->ring.sum[host], sum_before = ring->ring.sum[before];
    int64_t load = ring->ring.load[host], target = load - ring->ring.delta[host];
    struct rd_charge charge;
    switch (index % TERMS) {
    case SENDS:
        return (struct term){sum, sum_before, ring->forward[host], ring->backward[before],
                             load == 0 ? ring->head_s[host] : 0};
    case RECEIVES:
        return (struct term){sum_before, sum, ring->forward[before], ring->backward[host],
                             target == 0 ? ring->tail_s[host] : 0};
    case SENDS_ON:
        charge = cheapest(ring, ring->forward[host], ring->backward[before]);
        return (struct term){sum - load, sum_before + load, charge, charge, ring->head_s[host]};
    default:
        charge = cheapest(ring, ring->forward[before], ring->backward[host]);
        return (struct term){sum_before - target, sum + target, charge, charge, ring->tail_s[host]};
    }
}

static double term_value(const struct term *term, int64_t z)
{
    double seconds = 0;
    if (z < term->falls_until)
        seconds += term->fall.latency_s + term->fall.item_s * (double)(term->falls_until - z);
    if (z > term->rises_from)
        seconds += term->rise.latency_s + term->rise.item_s * (double)(z - term->rises_from);
    return z < term->falls_until || z > term->rises_from ? seconds + term->once_s : 0;
}

/* Its least and greatest value in an interval: at an end of one of its straight pieces. */
static void term_range(const struct term *term, struct rd_interval z, double *ret_least_s,
                       double *ret_greatest_s)
{
    const int64_t end[] = {z.first,           z.last,           term->falls_until - 1,
                           term->falls_until, term->rises_from, term->rises_from + 1};
    double least_s = INFINITY, greatest_s = 0;
    for (size_t i = 0; i < sizeof end / sizeof *end; i++) {
        if (end[i] < z.first || end[i] > z.last)
            continue;
        double seconds = term_value(term, end[i]);
        least_s = fmin(least_s, seconds);
        greatest_s = fmax(greatest_s, seconds);
    }
    *ret_least_s = least_s;
    *ret_greatest_s = greatest_s;
}

/* What a host with too few waits for before its last, or with too many before its first, whatever
 * the flow. */
static double unavoidable_s(const struct rd_charged_ring *ring, uint32_t host)
{
    int64_t delta = ring->ring.delta[host];
    uint32_t before = rd_ring_previous(ring->ring.host_count, host);
    if (delta > 0)
        return ring->tail_s[host] +
               (double)(delta - 1) *
                   cheapest(ring, ring->forward[host], ring->backward[before]).item_s;
    if (delta < 0)
        return ring->head_s[host] +
               (double)(-delta - 1) *
                   cheapest(ring, ring->forward[before], ring->backward[host]).item_s;
    return 0;
}

struct rd_charged_value rd_charged_ring_value(const struct rd_charged_ring *ring, int64_t z)
{
    struct rd_charged_value value = {.seconds = 0, .z = z};
    for (uint32_t host = 0; host < ring->ring.host_count; host++) {
        for (uint32_t i = 0; i < TERMS; i++) {
            struct term term = term_at(ring, (uint64_t)host * TERMS + i);
            double seconds = term_value(&term, z);
            if (seconds > value.seconds)
                value =
                    (struct rd_charged_value){seconds, host, i == RECEIVES || i == RECEIVES_TO_SEND,
                                              i >= SENDS_ON || term.once_s > 0, z};
        }
        double seconds = unavoidable_s(ring, host);
        if (seconds > value.seconds)
            value = (struct rd_charged_value){seconds, host, ring->ring.delta[host] < 0, true, z};
    }
    return value;
}

struct search {
    const struct rd_charged_ring *ring;
    struct rd_arena *scratch;
    double best_s;
    int64_t best_z;
    double least_s; /* of what was not looked at to its end */
    int64_t visits_left;
};

static void keep(struct search *search, double seconds, int64_t z)
{
    if (seconds >= search->best_s * (1 - ROUNDING))
        return;
    search->best_s = seconds;
    search->best_z = z;
}

/* The flow's value, given that the terms that are left out are at most floor_s. */
static double value_of(const struct search *search, const uint64_t *active, size_t count,
                       double floor_s, int64_t z)
{
    for (size_t i = 0; i < count; i++) {
        struct term term = term_at(search->ring, active[i]);
        floor_s = fmax(floor_s, term_value(&term, z));
    }
    return floor_s;
}

/* In: active [count], the terms that may decide in the interval; floor_s, which no flow of it is
 * below. */
static void look_into(struct search *search, struct rd_interval z, const uint64_t *active,
                      size_t count, double floor_s)
{
    for (size_t i = 0; i < count; i++) {
        struct term term = term_at(search->ring, active[i]);
        double least_s, greatest_s;
        term_range(&term, z, &least_s, &greatest_s);
        floor_s = fmax(floor_s, least_s);
    }
    search->visits_left -= (int64_t)count;
    if (floor_s >= search->best_s * (1 - ROUNDING))
        return;
    if (search->visits_left < 0) {
        search->least_s = fmin(search->least_s, floor_s);
        return;
    }
    rd_arena_borrow(search->scratch);
    uint64_t *left = rd_take(search->scratch, count + 1, uint64_t);
    size_t left_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct term term = term_at(search->ring, active[i]);
        double least_s, greatest_s;
        term_range(&term, z, &least_s, &greatest_s);
        if (greatest_s > floor_s)
            left[left_count++] = active[i];
    }
    if (left_count == 0 || z.first == z.last) {
        keep(search, floor_s, z.first);
    } else {
        int64_t middle = z.first + (z.last - z.first) / 2;
        double below_s = value_of(search, left, left_count, floor_s, middle);
        double above_s = value_of(search, left, left_count, floor_s, middle + 1);
        keep(search, below_s, middle);
        keep(search, above_s, middle + 1);
        struct rd_interval below = {z.first, middle}, above = {middle + 1, z.last};
        bool below_first = below_s <= above_s;
        look_into(search, below_first ? below : above, left, left_count, floor_s);
        look_into(search, below_first ? above : below, left, left_count, floor_s);
    }
}

/* The flow of least value in an interval.
 * Idea: branch and bound. In an interval of z each port is busy for at least its own least; the
 * ports that are never busier than another's least are left out; halves are looked at in turn.
 * In: an interval within ring->z; known, a flow to be beaten, or seconds INFINITY.
 * Returns: the best flow, known if none is better by more than 1e-12 of it; and in ret_least_s what
 *     no flow of the interval is below (nor known): the same but for rounding, or, if the search
 *     became too long, less.
 * Cost: O(n) a level where few ports compete, 2^26 visits of a port at most. */
static struct rd_charged_value least_value(const struct rd_charged_ring *ring,
                                           struct rd_interval interval,
                                           struct rd_charged_value known, struct rd_arena *scratch,
                                           double *ret_least_s)
{
    rd_assert(!rd_interval_is_empty(interval));
    struct search search = {ring, scratch, known.seconds, known.z, INFINITY, VISIT_LIMIT};
    rd_arena_borrow(scratch);
    size_t count = (size_t)ring->ring.host_count * TERMS;
    uint64_t *all = rd_take(scratch, count, uint64_t);
    double floor_s = 0;
    for (size_t i = 0; i < count; i++)
        all[i] = i;
    for (uint32_t host = 0; host < ring->ring.host_count; host++)
        floor_s = fmax(floor_s, unavoidable_s(ring, host));
    look_into(&search, interval, all, count, floor_s);
    *ret_least_s = fmin(search.best_s, search.least_s);
    return rd_charged_ring_value(ring, search.best_z);
}

struct rd_charged_optimum rd_charged_ring_optimum(const struct rd_charged_ring *ring,
                                                  struct rd_arena *scratch)
{
    struct rd_charged_optimum optimum = {.light = {.seconds = INFINITY, .z = ring->z.first}};
    if (!rd_interval_is_empty(ring->light))
        optimum.light = least_value(ring, ring->light, optimum.light, scratch, &optimum.least_s);
    optimum.best = least_value(ring, ring->z, optimum.light, scratch, &optimum.least_s);
    return optimum;
}
