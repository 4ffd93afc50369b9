#include "capacity.h"

#include "algorithms/network/goal.h"

#include <math.h>
#include <stdlib.h>

/* Dates that differ by this share of them count as one: sums of costs are rounded. */
#define ROUNDING 1e-12

/* Waiting is looked at for so many edges in a row where hosts are more than RD_RING_CHAIN_HOSTS. */
enum { CHAIN_LENGTH = 64 };

static void read_ports(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_ring_rates *rates)
{
    uint32_t n = rates->host_count;
    double *send_s = rd_take(arena, n, double), *receive_s = rd_take(arena, n, double);
    bool coupled = false;
    for (uint32_t host = 0; host < n; host++) {
        uint32_t before = rd_ring_previous(n, host);
        if (rd_host_ports(instance, host) > 1)
            continue;
        send_s[host] = fmin(rates->forward_s[host], rates->backward_s[before]);
        receive_s[host] = fmin(rates->forward_s[before], rates->backward_s[host]);
        coupled = true;
    }
    if (coupled) {
        rates->send_s = send_s;
        rates->receive_s = receive_s;
    }
}

struct rd_ring_rates rd_ring_rates_read(const struct rd_instance *instance, bool single_items,
                                        struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    double *forward_s = rd_take(arena, n, double), *backward_s = rd_take(arena, n, double);
    /* Two hosts have one link each way: the forward one of each. */
    bool two_way = instance->topology.direction == RD_TWO_WAY && n > 2;
    for (uint32_t edge = 0; edge < n; edge++) {
        forward_s[edge] = n > 1 ? rd_ring_forward_s(instance, edge) : 0;
        backward_s[edge] = two_way ? rd_ring_backward_s(instance, edge) : INFINITY;
    }
    struct rd_ring_rates rates = {
        .host_count = n,
        .load = instance->load,
        .forward_s = forward_s,
        .backward_s = backward_s,
        .message_items = single_items || instance->item_bytes > 0 ? 1 : RD_RING_UNLIMITED,
        .target = instance->goal == RD_REACH ? instance->target : NULL,
    };
    if (two_way)
        read_ports(instance, arena, &rates);
    struct rd_network network = {.instance = instance, .host_count = n, .relay = RD_NO_HOST};
    if (!rates.target)
        rates.window_count = rd_network_balance_windows(&network, 0, &rates.low, &rates.error);
    return rates;
}

/* --- flows within limits --- */

/* What a date permits. */
struct limits {
    const struct rd_ring_rates *rates;
    int64_t *forward, *backward; /* [n] most items over each edge */
    int64_t *least, *most;       /* [n] final loads */
    int64_t *low, *high;         /* [n] flows over each edge from which the ring can be closed */
    double next_s;               /* no limit grows before this date */
};

/* Clips a final load's range of host i by what its ports can carry. */
static void set_finals(const struct limits *limits, uint32_t host, int64_t least, int64_t most,
                       double date_s)
{
    const struct rd_ring_rates *rates = limits->rates;
    int64_t load = rates->load[host];
    limits->least[host] = least;
    limits->most[host] = most;
    if (!rates->send_s)
        return;
    double latest_s = date_s * (1 + ROUNDING);
    double sends = floor(latest_s / rates->send_s[host]);
    double receives = floor(latest_s / rates->receive_s[host]);
    if (rates->send_s[host] > 0 && (double)(load - least) > sends)
        limits->least[host] = load - (int64_t)sends;
    if (rates->receive_s[host] > 0 && (double)(most - load) > receives)
        limits->most[host] = load + (int64_t)receives;
}

/* Which flows over the last edge are possible, as the edge before host 0 and behind host n - 1?
 * With f over it, the flows over edge i are those of max(f + a, b) .. min(f + c, d).
 * Returns: false if none is. */
static bool find_closing(const struct limits *limits, struct rd_interval *ret_f)
{
    const struct rd_ring_rates *rates = limits->rates;
    uint32_t n = rates->host_count;
    int64_t a = 0, b = -8 * RD_RING_UNLIMITED, c = 0, d = 8 * RD_RING_UNLIMITED;
    struct rd_interval f = {-limits->backward[n - 1], limits->forward[n - 1]};
    for (uint32_t i = 0; i < n; i++) {
        int64_t least = rates->load[i] - limits->most[i], most = rates->load[i] - limits->least[i];
        a += least;
        c += most;
        b += least;
        d += most;
        b = b < -limits->backward[i] ? -limits->backward[i] : b;
        d = d > limits->forward[i] ? limits->forward[i] : d;
        f = rd_interval_common(f, (struct rd_interval){b - c, d - a});
        if (least > most || b > d || rd_interval_is_empty(f))
            return false;
    }
    f = rd_interval_common(f, (struct rd_interval){b, d});
    *ret_f = f;
    return a <= 0 && c >= 0 && !rd_interval_is_empty(f);
}

/* The final loads of a flow that keeps to the limits and moves little: over the last edge, then
 * over each, as few items as leave a way to close the ring. In: find_closing's f. */
static void choose_finals(const struct limits *limits, struct rd_interval f, int64_t *final)
{
    const struct rd_ring_rates *rates = limits->rates;
    uint32_t n = rates->host_count;
    int64_t last = f.first > 0 ? f.first : f.last < 0 ? f.last : 0;
    limits->low[n - 1] = limits->high[n - 1] = last;
    for (uint32_t i = n - 1; i > 0; i--) {
        int64_t low = limits->low[i] - (rates->load[i] - limits->least[i]);
        int64_t high = limits->high[i] - (rates->load[i] - limits->most[i]);
        limits->low[i - 1] = low < -limits->backward[i - 1] ? -limits->backward[i - 1] : low;
        limits->high[i - 1] = high > limits->forward[i - 1] ? limits->forward[i - 1] : high;
    }
    int64_t before = last;
    for (uint32_t i = 0; i < n; i++) {
        struct rd_interval possible =
            rd_interval_common((struct rd_interval){before + rates->load[i] - limits->most[i],
                                                    before + rates->load[i] - limits->least[i]},
                               (struct rd_interval){limits->low[i], limits->high[i]});
        rd_assert(!rd_interval_is_empty(possible));
        int64_t flow = possible.first > 0 ? possible.first : possible.last < 0 ? possible.last : 0;
        final[i] = rates->load[i] - (flow - before);
        before = flow;
    }
}

static void set_all_finals(const struct limits *limits, int64_t low, bool floors, double date_s)
{
    const struct rd_ring_rates *rates = limits->rates;
    for (uint32_t host = 0; host < rates->host_count; host++) {
        int64_t least = rates->target ? rates->target[host] : floors ? low : -RD_RING_UNLIMITED;
        int64_t most = rates->target ? rates->target[host] : low + rates->error;
        set_finals(limits, host, least, most, date_s);
    }
}

/* Is there a flow within the limits of edges that are set? Balance: whether hosts can be kept from
 * holding too much only depends on whether the window is high enough, and from too little, low
 * enough; so the lowest that is high enough is the one to try. */
static bool has_flow(const struct limits *limits, double date_s, struct rd_interval *ret_f)
{
    const struct rd_ring_rates *rates = limits->rates;
    int64_t low = rates->low, high = rates->low + rates->window_count - 1;
    while (!rates->target && low < high) {
        int64_t middle = low + (high - low) / 2;
        set_all_finals(limits, middle, false, date_s);
        if (find_closing(limits, ret_f))
            high = middle;
        else
            low = middle + 1;
    }
    set_all_finals(limits, low, true, date_s);
    return find_closing(limits, ret_f);
}

/* --- dates --- */

/* The edges behind which a chain is looked at. */
static uint32_t chain_length(const struct rd_ring_rates *rates, bool waits)
{
    uint32_t n = rates->host_count;
    return !waits ? 1 : n <= RD_RING_CHAIN_HOSTS ? n : CHAIN_LENGTH;
}

/* One way round: edge e, then the edge before it, and so on. */
struct way {
    const struct rd_ring_rates *rates;
    const double *message_s;
    bool backward;
    uint32_t length; /* of a chain */
};

static struct way way_of(const struct rd_ring_rates *rates, bool backward, bool waits)
{
    return (struct way){rates, backward ? rates->backward_s : rates->forward_s, backward,
                        chain_length(rates, waits)};
}

/* The edge before an edge, and the host between the two. */
static uint32_t upstream(const struct way *way, uint32_t edge)
{
    uint32_t n = way->rates->host_count;
    return way->backward ? rd_ring_next(n, edge) : rd_ring_previous(n, edge);
}

static int64_t held_between(const struct way *way, uint32_t edge)
{
    return way->rates->load[way->backward ? rd_ring_next(way->rates->host_count, edge) : edge];
}

/* The most items over an edge by a date. Lowers *next_s to the first date at which it may be more.
 */
static int64_t most_items(const struct way *way, uint32_t edge, double date_s, double *next_s)
{
    const struct rd_ring_rates *rates = way->rates;
    int64_t held = 0, most = RD_RING_UNLIMITED;
    double way_s = 0, slowest_s = 0, latest_s = date_s * (1 + ROUNDING);
    uint32_t at = edge;
    for (uint32_t i = 0; i < way->length && held < most; i++) {
        way_s += way->message_s[at];
        slowest_s = fmax(slowest_s, way->message_s[at]);
        if (way_s > latest_s) {
            *next_s = fmin(*next_s, way_s);
            return held;
        }
        double messages = slowest_s > 0 ? floor((latest_s - way_s) / slowest_s) + 1 : INFINITY;
        double items = messages * (double)rates->message_items;
        if (items < (double)(most - held)) {
            most = held + (int64_t)items;
            *next_s = fmin(*next_s, way_s + messages * slowest_s);
        }
        held += held_between(way, at);
        at = upstream(way, at);
    }
    return most;
}

static void set_edges(struct limits *limits, double date_s, bool waits)
{
    struct way forward = way_of(limits->rates, false, waits);
    struct way backward = way_of(limits->rates, true, waits);
    double next_s = INFINITY;
    for (uint32_t edge = 0; edge < limits->rates->host_count; edge++) {
        limits->forward[edge] = most_items(&forward, edge, date_s, &next_s);
        limits->backward[edge] = most_items(&backward, edge, date_s, &next_s);
    }
    const struct rd_ring_rates *rates = limits->rates;
    for (uint32_t host = 0; rates->send_s && host < rates->host_count; host++) {
        const double item_s[] = {rates->send_s[host], rates->receive_s[host]};
        for (size_t i = 0; i < 2; i++)
            if (item_s[i] > 0)
                next_s = fmin(next_s, (floor(date_s * (1 + ROUNDING) / item_s[i]) + 1) * item_s[i]);
    }
    limits->next_s = fmax(next_s, date_s * (1 + 2 * ROUNDING));
}

/* Makes a date at least the one that so many items over an edge need. */
static void lengthen(const struct way *way, uint32_t edge, int64_t items, double *date_s)
{
    const struct rd_ring_rates *rates = way->rates;
    int64_t held = 0;
    double way_s = 0, slowest_s = 0;
    uint32_t at = edge;
    for (uint32_t i = 0; i < way->length && held < items; i++) {
        way_s += way->message_s[at];
        slowest_s = fmax(slowest_s, way->message_s[at]);
        int64_t messages = (items - held - 1) / rates->message_items;
        *date_s = fmax(*date_s, way_s + slowest_s * (double)messages);
        held += held_between(way, at);
        at = upstream(way, at);
    }
}

/* The date that the choice's flow needs. */
static void measure(const struct rd_ring_rates *rates, bool waits, struct rd_ring_choice *choice)
{
    struct way forward = way_of(rates, false, waits), backward = way_of(rates, true, waits);
    const struct rd_ring *ring = &choice->ring;
    double date_s = 0;
    for (uint32_t edge = 0; edge < rates->host_count; edge++) {
        int64_t items = ring->sum[edge] - choice->z;
        if (items != 0)
            lengthen(items > 0 ? &forward : &backward, edge, llabs(items), &date_s);
    }
    for (uint32_t host = 0; rates->send_s && host < rates->host_count; host++) {
        double item_s = ring->delta[host] > 0 ? rates->send_s[host] : rates->receive_s[host];
        date_s = fmax(date_s, (double)llabs(ring->delta[host]) * item_s);
    }
    choice->seconds = date_s;
}

struct search {
    struct limits limits;
    bool waits;
    int64_t *final, *delta, *sum;
    struct rd_ring_choice choice;
};

/* Tries a date. Returns: false if it is too early; else the choice is what it permits. */
static bool try_date(struct search *search, double date_s)
{
    const struct rd_ring_rates *rates = search->limits.rates;
    struct rd_interval f;
    set_edges(&search->limits, date_s, search->waits);
    if (!has_flow(&search->limits, date_s, &f))
        return false;
    choose_finals(&search->limits, f, search->final);
    for (uint32_t host = 0; host < rates->host_count; host++)
        search->delta[host] = rates->load[host] - search->final[host];
    struct rd_ring_choice *choice = &search->choice;
    choice->ring = rd_ring_with(rates->host_count, rates->load, search->delta, search->sum);
    choice->z = f.first > 0 ? -f.first : f.last < 0 ? -f.last : 0;
    measure(rates, search->waits, choice);
    return true;
}

/* Finds the least date that is late enough, if none before early_s is. The dates at which limits
 * grow are the only ones that matter, so the next of them is tried in turn with the middle. */
static void halve(struct search *search, double early_s)
{
    double date_s = early_s;
    while (!try_date(search, date_s)) {
        early_s = search->limits.next_s;
        rd_assert(isfinite(early_s)); /* when no limit grows, there is none */
        date_s = fmax(2 * date_s, early_s);
    }
    double late_s = fmin(date_s, search->choice.seconds);
    for (bool middle = true; early_s < late_s * (1 - ROUNDING); middle = !middle) {
        date_s = middle ? early_s + (late_s - early_s) / 2 : early_s;
        if (try_date(search, date_s))
            late_s = fmin(date_s, search->choice.seconds);
        else
            early_s = search->limits.next_s;
    }
}

/* Of the flows to the final loads that were found, the one that moves least; and the slice that has
 * more items too many than could leave it sooner. */
static void settle(struct search *search)
{
    struct rd_ring_choice *choice = &search->choice;
    const struct limits *limits = &search->limits;
    uint32_t n = choice->ring.host_count;
    struct rd_interval all = {INT64_MIN, INT64_MAX};
    set_edges(&search->limits, choice->seconds, search->waits);
    for (uint32_t edge = 0; edge < n; edge++)
        all = rd_interval_common(all,
                                 (struct rd_interval){search->sum[edge] - limits->forward[edge],
                                                      search->sum[edge] + limits->backward[edge]});
    struct rd_net_flow flow = {.ring = choice->ring};
    choice->z = rd_net_flow_fewest_hops(&flow, all);
    double seconds = choice->seconds;
    measure(limits->rates, search->waits, choice);
    choice->seconds = fmin(seconds, choice->seconds);
    set_edges(&search->limits, choice->seconds * (1 - 8 * ROUNDING), search->waits);
    uint32_t out = 0, back = 0;
    for (uint32_t edge = 1; edge < n; edge++) {
        if (search->sum[edge] - limits->forward[edge] > search->sum[out] - limits->forward[out])
            out = edge;
        if (search->sum[edge] + limits->backward[edge] < search->sum[back] + limits->backward[back])
            back = edge;
    }
    choice->first = rd_ring_next(n, back);
    choice->last = out;
    choice->forward = limits->forward[out];
    choice->backward = limits->backward[back];
}

struct rd_ring_choice rd_ring_choose(const struct rd_ring_rates *rates, bool waits,
                                     struct rd_arena *arena, struct rd_arena *scratch)
{
    uint32_t n = rates->host_count;
    struct search search = {
        .limits = {.rates = rates},
        .final = rd_take(arena, n, int64_t),
        .delta = rd_take(arena, n, int64_t),
        .sum = rd_take(arena, n, int64_t),
    };
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t **const arrays[] = {&search.limits.forward, &search.limits.backward,
                                &search.limits.least,   &search.limits.most,
                                &search.limits.low,     &search.limits.high};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = rd_take(scratch, n, int64_t);
    halve(&search, 0);
    search.choice.links_s = search.choice.seconds;
    if (waits) {
        search.waits = true;
        halve(&search, search.choice.links_s);
    }
    settle(&search);
    search.choice.final = search.final;
    rd_arena_rewind(scratch, mark);
    return search.choice;
}
