#include "capacity.h"

#include "algorithms/graph/goal.h"
#include "sim/base/integers.h"

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
    double *from_s;              /* [n] for sums of edges */
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

/* Is there a flow whose final loads are in a window? In: floors: whether they may not be below it.
 */
static bool fits_window(const struct limits *limits, int64_t low, bool floors, double date_s,
                        struct rd_interval *ret_f)
{
    const struct rd_ring_rates *rates = limits->rates;
    for (uint32_t host = 0; host < rates->host_count; host++) {
        int64_t least = rates->target ? rates->target[host] : floors ? low : -RD_RING_UNLIMITED;
        int64_t most = rates->target ? rates->target[host] : low + rates->error;
        set_finals(limits, host, least, most, date_s);
    }
    return find_closing(limits, ret_f);
}

/* Is there a flow within the limits of edges that are set? Balance: whether hosts can be kept from
 * holding too much only depends on whether the window is high enough, and from too little, low
 * enough; so the lowest that is high enough is the one to try. */
static bool has_flow(const struct limits *limits, double date_s, struct rd_interval *ret_f)
{
    const struct rd_ring_rates *rates = limits->rates;
    int64_t low = rates->low, high = rates->low + rates->window_count - 1;
    RD_FIND_FIRST(low, high, i, fits_window(limits, i, false, date_s, ret_f));
    return fits_window(limits, low, true, date_s, ret_f);
}

/* --- dates --- */

/* Do items wait, and messages carry any number of them? Then the hosts whose items can reach an
 * edge in time are neighbours of those whose items can reach the edge before it. */
static bool slides(const struct rd_ring_rates *rates, bool waits)
{
    return waits && rates->message_items == RD_RING_UNLIMITED;
}

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

static uint32_t downstream(const struct way *way, uint32_t edge)
{
    uint32_t n = way->rates->host_count;
    return way->backward ? rd_ring_previous(n, edge) : rd_ring_next(n, edge);
}

/* A sum that is as exact as its terms, however many. In: lost, by rounding so far, at first 0.
 * Source: Kahan's compensated summation. */
static double add(double sum, double term, double *lost)
{
    double corrected = term - *lost, total = sum + corrected;
    *lost = isinf(total) ? 0 : (total - sum) - corrected;
    return total;
}

/* Some edges in a row. Costs are only added, never taken away, lest small sums be what large ones
 * were rounded by. */
struct row {
    const struct way *way;
    double *from_s;       /* [n] of the older edges: over it and all older ones behind it */
    double newer_s, lost; /* over the others */
    uint32_t first, last, count, older;
    int64_t held; /* by the hosts that send over them */
};

static double row_s(const struct row *row)
{
    return (row->older > 0 ? row->from_s[row->first] : 0) + row->newer_s;
}

static void append(struct row *row, uint32_t edge)
{
    if (row->count++ == 0)
        row->first = edge;
    row->last = edge;
    row->newer_s = add(row->newer_s, row->way->message_s[edge], &row->lost);
    row->held += held_between(row->way, edge);
}

/* Takes the first edge away. In: a row that has one. Cost: O(1), on average. */
static void shorten(struct row *row)
{
    if (row->older == 0) {
        double seconds = 0, lost = 0;
        uint32_t edge = row->last;
        for (uint32_t i = 0; i < row->count; i++, edge = upstream(row->way, edge))
            row->from_s[edge] = seconds = add(seconds, row->way->message_s[edge], &lost);
        row->older = row->count;
        row->newer_s = row->lost = 0;
    }
    row->held -= held_between(row->way, row->first);
    row->first = downstream(row->way, row->first);
    row->count--;
    row->older--;
}

/* The most items over each edge by a date: what the hosts hold from which a message can have come.
 * Lowers *next_s to the first date at which some may be more. O(n). */
static void reach(const struct limits *limits, const struct way *way, double date_s,
                  int64_t *ret_most, double *next_s)
{
    uint32_t n = way->rates->host_count, edge = 0;
    double latest_s = date_s * (1 + ROUNDING);
    struct row row = {.way = way, .from_s = limits->from_s};
    /* Once round without looking, so that the row is as long as it may be. */
    for (uint64_t step = 0; step < 2 * (uint64_t)n; step++, edge = downstream(way, edge)) {
        if (row.count == n)
            shorten(&row);
        append(&row, edge);
        while (row.count > 0 && row_s(&row) > latest_s)
            shorten(&row);
        if (step < n)
            continue;
        ret_most[edge] = row.count == n ? RD_RING_UNLIMITED : row.held;
        if (row.count == n)
            continue;
        uint32_t before = row.count == 0 ? edge : upstream(way, row.first);
        *next_s = fmin(*next_s, row_s(&row) + way->message_s[before]);
    }
}

/* Makes a date at least the one that the flow of a choice needs over all edges. O(n). */
static void lengthen_all(const struct limits *limits, const struct way *way,
                         const struct rd_ring_choice *choice, double *date_s)
{
    uint32_t n = way->rates->host_count, edge = 0;
    struct row row = {.way = way, .from_s = limits->from_s};
    for (uint64_t step = 0; step < 2 * (uint64_t)n; step++, edge = downstream(way, edge)) {
        int64_t items = choice->ring.sum[edge] - choice->z;
        items = way->backward ? -items : items;
        if (row.count == n)
            shorten(&row);
        append(&row, edge);
        while (row.count > 0 && (items <= 0 || row.held - held_between(way, row.first) >= items))
            shorten(&row);
        if (step >= n)
            *date_s = fmax(*date_s, row_s(&row));
    }
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
    bool slide = slides(limits->rates, waits);
    if (slide) {
        reach(limits, &forward, date_s, limits->forward, &next_s);
        reach(limits, &backward, date_s, limits->backward, &next_s);
    }
    for (uint32_t edge = 0; !slide && edge < limits->rates->host_count; edge++) {
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
static void measure(const struct limits *limits, bool waits, struct rd_ring_choice *choice)
{
    const struct rd_ring_rates *rates = limits->rates;
    struct way forward = way_of(rates, false, waits), backward = way_of(rates, true, waits);
    const struct rd_ring *ring = &choice->ring;
    double date_s = 0;
    bool slide = slides(rates, waits);
    if (slide) {
        lengthen_all(limits, &forward, choice, &date_s);
        lengthen_all(limits, &backward, choice, &date_s);
    }
    for (uint32_t edge = 0; !slide && edge < rates->host_count; edge++) {
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
    measure(&search->limits, search->waits, choice);
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
    measure(limits, search->waits, choice);
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
    rd_arena_borrow(scratch);
    int64_t **const arrays[] = {&search.limits.forward, &search.limits.backward,
                                &search.limits.least,   &search.limits.most,
                                &search.limits.low,     &search.limits.high};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        *arrays[i] = rd_take(scratch, n, int64_t);
    search.limits.from_s = rd_take(scratch, n, double);
    halve(&search, 0);
    search.choice.links_s = search.choice.seconds;
    if (waits) {
        search.waits = true;
        halve(&search, search.choice.links_s);
    }
    settle(&search);
    search.choice.final = search.final;
    return search.choice;
}
