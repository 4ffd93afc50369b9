/* RD_CHARGED_RING of charge.h: for each flow round a ring some port takes too long. */
#include "charge.h"
#include "examination.h"
#include "price_certificate.h"

#include "sim/base/number_text.h"

#include <stdlib.h>

typedef rd_wide wide;

/* What links between a host and the next take in ticks; of a way that is shut RD_PRICE_LIMIT. */
struct edge {
    struct rd_lane forward, backward;
};

/* Ticks under z: falling where z < falls_until, rising where z > rises_from, `once` if either. */
struct term {
    wide falls_until, rises_from;
    struct rd_lane fall, rise;
    wide once;
};

struct flows {
    wide first, last;
};

struct ring {
    struct rd_examination *on;
    uint32_t host_count;
    bool two_way;
    const struct edge *edge; /* [host_count], from a host to the next */
    const wide *sum;         /* [host_count]: S */
    struct flows all;
    struct flows *late; /* those under which a port takes longer than E; within `all` */
    size_t late_count;
};

static uint32_t next_of(const struct ring *ring, uint32_t host)
{
    return host + 1 < ring->host_count ? host + 1 : 0;
}

static uint32_t previous_of(const struct ring *ring, uint32_t host)
{
    return host > 0 ? host - 1 : ring->host_count - 1;
}

static int64_t amount(const struct ring *ring, const int64_t *of, uint32_t host)
{
    return rd_examined_amount(ring->on, of, host, 0);
}

/* Reads the links. Every host must have one to the next, and all or none one back. */
static bool read_edges(struct ring *ring)
{
    struct rd_examination *on = ring->on;
    uint32_t n = ring->host_count, forward = 0, backward = 0;
    const struct rd_lane shut = {0, 0, RD_PRICE_LIMIT, RD_PRICE_LIMIT};
    struct edge *edge = rd_take(on->scratch, n, struct edge);
    if (n < 3 || on->commodity_count != 1 || on->instance->port_model != RD_ONE_PORT)
        return rd_claim_is_wrong(on, "no ring of one port a host, or of several commodities");
    for (uint32_t host = 0; host < n; host++)
        edge[host] = (struct edge){shut, shut};
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        bool onward = lane.to == next_of(ring, lane.from);
        if (!onward && lane.from != next_of(ring, lane.to))
            return rd_claim_is_wrong(on, "the link from %" PRIu32 " to %" PRIu32 " crosses a ring",
                                     lane.from, lane.to);
        forward += onward;
        backward += !onward;
        *(onward ? &edge[lane.from].forward : &edge[lane.to].backward) = lane;
    }
    ring->edge = edge;
    ring->two_way = backward > 0;
    return (forward == n && (backward == 0 || backward == n)) ||
           rd_claim_is_wrong(on, "links of the ring are missing");
}

static void read_sums(struct ring *ring)
{
    const struct rd_instance *instance = ring->on->instance;
    wide *sum = rd_take(ring->on->scratch, ring->host_count, wide), reached = 0;
    for (uint32_t host = 0; host < ring->host_count; host++) {
        reached += amount(ring, instance->load, host) - amount(ring, instance->target, host);
        sum[host] = reached;
        if (host == 0)
            ring->all = (struct flows){reached, reached};
        ring->all.first = reached < ring->all.first ? reached : ring->all.first;
        ring->all.last = reached > ring->all.last ? reached : ring->all.last;
    }
    if (!ring->two_way)
        ring->all.last = ring->all.first;
    ring->sum = sum;
}

/* The flows between two for which constant + slope * z is above E. */
static void add_late(struct ring *ring, wide constant, wide slope, struct flows z)
{
    wide missing = ring->on->end + 1 - constant;
    z.first = z.first > ring->all.first ? z.first : ring->all.first;
    z.last = z.last < ring->all.last ? z.last : ring->all.last;
    if (slope == 0 && missing > 0)
        return;
    if (slope > 0) { /* z >= missing / slope, rounded up */
        wide least = missing / slope + (missing > 0 && missing % slope != 0);
        z.first = least > z.first ? least : z.first;
    }
    if (slope < 0) { /* z <= -missing / -slope, rounded down */
        wide most = -missing / -slope - (-missing < 0 && -missing % -slope != 0);
        z.last = most < z.last ? most : z.last;
    }
    if (z.first <= z.last)
        ring->late[ring->late_count++] = z;
}

static void add_term(struct ring *ring, const struct term *term)
{
    wide falling = term->fall.latency + term->fall.item * term->falls_until;
    wide rising = term->rise.latency - term->rise.item * term->rises_from;
    wide low = term->falls_until, high = term->rises_from;
    /* Only falling; both; only rising. */
    add_late(ring, term->once + falling, -term->fall.item,
             (struct flows){ring->all.first, low - 1 < high ? low - 1 : high});
    add_late(ring, term->once + falling + rising, (wide)term->rise.item - term->fall.item,
             (struct flows){high + 1, low - 1});
    add_late(ring, term->once + rising, term->rise.item,
             (struct flows){high + 1 > low ? high + 1 : low, ring->all.last});
}

static struct rd_lane cheapest(struct rd_lane a, struct rd_lane b)
{
    return (struct rd_lane){0, 0, rd_least(a.latency, b.latency), rd_least(a.item, b.item)};
}

static void add_host(struct ring *ring, uint32_t host)
{
    const struct rd_price_certificate *certificate = ring->on->certificate;
    uint32_t before = previous_of(ring, host), next = next_of(ring, host);
    const struct edge *behind = &ring->edge[before], *ahead = &ring->edge[host];
    struct rd_lane out = cheapest(ahead->forward, behind->backward);
    struct rd_lane in = cheapest(behind->forward, ahead->backward);
    int64_t load = amount(ring, ring->on->instance->load, host);
    int64_t target = amount(ring, ring->on->instance->target, host);
    wide sum = ring->sum[host], sum_before = ring->sum[before];
    wide from_before =
        behind->forward.latency + behind->forward.item + certificate->earliest[before];
    wide from_next = ahead->backward.latency + ahead->backward.item + certificate->earliest[next];
    wide to_next = ahead->forward.latency + ahead->forward.item + certificate->rest[next];
    wide to_before = behind->backward.latency + behind->backward.item + certificate->rest[before];
    wide head = from_before < from_next ? from_before : from_next;
    wide tail = to_next < to_before ? to_next : to_before;
    const struct term terms[] = {
        {sum, sum_before, ahead->forward, behind->backward, load == 0 ? head : 0},
        {sum_before, sum, behind->forward, ahead->backward, target == 0 ? tail : 0},
        {sum - load, sum_before + load, out, out, head},
        {sum_before - target, sum + target, in, in, tail},
    };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++)
        add_term(ring, &terms[i]);
    if (load > target)
        add_late(ring, tail + (wide)(load - target - 1) * out.item, 0, ring->all);
    if (load < target)
        add_late(ring, head + (wide)(target - load - 1) * in.item, 0, ring->all);
}

RD_ORDERED_BY(by_first, struct flows, first)

bool rd_ring_charge_check(struct rd_examination *on)
{
    enum { MOST_LATE = 13 }; /* of a host: four terms of three parts, and one more */
    struct ring ring = {.on = on, .host_count = on->host_count};
    if (!read_edges(&ring))
        return false;
    read_sums(&ring);
    ring.late = rd_take(on->scratch, (size_t)on->host_count * MOST_LATE, struct flows);
    for (uint32_t host = 0; host < on->host_count; host++)
        add_host(&ring, host);
    qsort(ring.late, ring.late_count, sizeof *ring.late, by_first);
    wide next = ring.all.first;
    for (size_t i = 0; i < ring.late_count && ring.late[i].first <= next; i++)
        next = ring.late[i].last >= next ? ring.late[i].last + 1 : next;
    char end[RD_WIDE_SIZE];
    on->needed = on->end + 1;
    return next > ring.all.last ||
           rd_claim_is_wrong(on,
                             "with %" PRId64 " items net over the first link no port is busy "
                             "for more than %s ticks",
                             (int64_t)(ring.sum[0] - next), rd_wide_text(on->end, end));
}
