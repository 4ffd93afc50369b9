/* The check of price_certificate.h, statement by statement. */
#include "charge.h"
#include "examination.h"
#include "price_certificate.h"

#include "sim/base/gcd.h"
#include "sim/base/number_text.h"

#include <math.h>

typedef rd_wide wide;

#define wrong rd_claim_is_wrong

static bool overflows(struct rd_examination *on)
{
    return wrong(on, "its sums do not fit 128 bits");
}

/* How long an item of a commodity keeps a shared link busy. */
static int64_t read_shared(const struct rd_examination *on, const struct rd_shared_use *use,
                           uint32_t commodity)
{
    const struct rd_instance *instance = on->instance;
    double bytes = instance->kind_bytes ? instance->kind_bytes[commodity] : instance->item_bytes;
    return rd_whole_ticks(rd_shared_item_s(instance, use, bytes), on->certificate->tick_s);
}

/* What divides that of all commodities. */
static int64_t shared_unit(const struct rd_examination *on, const struct rd_shared_use *use)
{
    int64_t unit = read_shared(on, use, 0);
    for (uint32_t i = 1; on->instance->kind_bytes && i < on->commodity_count; i++)
        unit = rd_gcd(read_shared(on, use, i), unit);
    return unit;
}

/* The shared links of a link that count: none if they have no prices. */
static const struct rd_shared_use *read_uses(const struct rd_examination *on, uint64_t link,
                                             const struct rd_shared_use **ret_end)
{
    if (!on->certificate->shared_price)
        return *ret_end = NULL;
    return rd_link_uses(on->instance, link, ret_end);
}

static bool check_form(struct rd_examination *on)
{
    const struct rd_instance *instance = on->instance;
    const struct rd_price_certificate *certificate = on->certificate;
    if (instance->goal != RD_REACH && instance->goal != RD_BALANCE && instance->goal != RD_FINISH)
        return wrong(on, "the goal is %s: it is for after, balance and finish",
                     rd_goal_name(instance->goal));
    if (!(certificate->tick_s > 0) || isinf(certificate->tick_s))
        return wrong(on, "a tick of %g s", certificate->tick_s);
    if (certificate->ticks < 1 || certificate->ticks > RD_PRICE_LIMIT)
        return wrong(on, "it claims %" PRId64 " ticks: 1 to 2^60 can be claimed",
                     certificate->ticks);
    if (certificate->scale < 1 || certificate->scale > RD_PRICE_LIMIT ||
        (certificate->scale & (certificate->scale - 1)) != 0)
        return wrong(on, "a scale of %" PRId64 ": a power of 2 is one", certificate->scale);
    if (certificate->commodity_count != 1 && certificate->commodity_count != instance->kind_count)
        return wrong(on, "%" PRIu32 " commodities of %" PRIu32 " kinds",
                     certificate->commodity_count, instance->kind_count);
    if (instance->kind_bytes && certificate->commodity_count != instance->kind_count)
        return wrong(on, "it takes kinds of several sizes for one");
    if (instance->kind_bytes && certificate->charge)
        return wrong(on, "it charges ports, and items have several sizes");
    if (certificate->shared_price && !instance->shared)
        return wrong(on, "shared links have prices, and there are none");
    if (certificate->charge &&
        (certificate->send_price || certificate->receive_price || certificate->processor_price ||
         certificate->link_price || certificate->shared_price || certificate->potential))
        return wrong(on, "it charges ports, and has prices besides");
    return true;
}

/* The greatest common divisor of all durations; what is claimed, and the end that it excludes. */
static bool find_grid(struct rd_examination *on)
{
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        on->grid = rd_gcd(lane.latency, rd_gcd(rd_lane_unit(on, &link, &lane), on->grid));
    }
    for (uint32_t host = 0; on->instance->goal == RD_FINISH && host < on->host_count; host++)
        if (host != on->relay)
            on->grid = rd_gcd(rd_examined_compute(on, host), on->grid);
    if (on->grid == 0)
        return wrong(on, "nothing takes a tick");
    on->claim = (wide)on->certificate->ticks * on->certificate->scale;
    on->end = (on->claim - 1) / on->grid * on->grid;
    return true;
}

static bool in_limits(const int64_t *value, uint64_t count, int64_t least)
{
    for (uint64_t i = 0; i < count; i++)
        if (value[i] < least || value[i] > RD_PRICE_LIMIT)
            return false;
    return true;
}

static bool check_limits(struct rd_examination *on)
{
    const struct rd_price_certificate *certificate = on->certificate;
    uint64_t n = on->host_count, labels = n * on->commodity_count;
    if (!certificate->charge &&
        (!in_limits(certificate->send_price, n, 0) ||
         !in_limits(certificate->receive_price, n, 0) ||
         !in_limits(certificate->processor_price, n, 0) ||
         !in_limits(certificate->link_price, on->link_count, 0) ||
         !in_limits(&certificate->bus_price, 1, 0) ||
         (certificate->shared_price &&
          !in_limits(certificate->shared_price, on->instance->shared->count, 0))))
        return wrong(on, "a price is not within 0 and 2^60");
    if (!certificate->charge && !in_limits(certificate->potential, labels, -RD_PRICE_LIMIT))
        return wrong(on, "a potential is not within -2^60 and 2^60");
    if (!in_limits(certificate->earliest, labels, 0) || !in_limits(certificate->rest, labels, 0))
        return wrong(on, "a date is not within 0 and 2^60");
    return true;
}

/* May items of a commodity stay at a host? */
static bool may_stay(const struct rd_examination *on, uint32_t host, uint32_t commodity)
{
    if (on->instance->goal == RD_REACH)
        return rd_examined_amount(on, on->instance->target, host, commodity) > 0;
    return on->instance->goal == RD_BALANCE && host != on->relay;
}

static bool check_dates_of_host(struct rd_examination *on, uint32_t host, uint32_t commodity)
{
    uint64_t label = (uint64_t)host * on->commodity_count + commodity;
    if (rd_examined_amount(on, on->instance->load, host, commodity) > 0 &&
        on->certificate->earliest[label] > 0)
        return wrong(on, "items lie on host %" PRIu32 " before they can", host);
    int64_t rest = on->certificate->rest[label];
    if (may_stay(on, host, commodity) && rest > 0)
        return wrong(on, "items of host %" PRIu32 " may stay there", host);
    if (on->instance->goal == RD_FINISH && host != on->relay &&
        rest > rd_examined_compute(on, host))
        return wrong(on, "items of host %" PRIu32 " are computed sooner there", host);
    return true;
}

static bool check_dates(struct rd_examination *on)
{
    uint32_t commodities = on->commodity_count;
    for (uint32_t host = 0; host < on->host_count; host++)
        for (uint32_t commodity = 0; commodity < commodities; commodity++)
            if (!check_dates_of_host(on, host, commodity))
                return false;
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        const int64_t *earliest = on->certificate->earliest, *rest = on->certificate->rest;
        uint64_t from = (uint64_t)lane.from * commodities, to = (uint64_t)lane.to * commodities;
        for (uint32_t commodity = 0; commodity < commodities; commodity++) {
            int64_t lasts = lane.latency + rd_lane_item(on, &link, &lane, commodity);
            if (earliest[to + commodity] > earliest[from + commodity] + lasts ||
                rest[from + commodity] > lasts + rest[to + commodity])
                return wrong(on, "the link from %" PRIu32 " to %" PRIu32 " brings items sooner",
                             lane.from, lane.to);
        }
    }
    return true;
}

/* A row as the text in the header calls it: h is the sum of the two minima. What is the same for
 * all of a row's links, or is added up link by link, is counted before. */
struct row {
    int64_t before, behind, unit;
};

static const struct row empty_row = {3 * RD_PRICE_LIMIT, RD_PRICE_LIMIT, 0};

/* In: price: of the row; without one it offers nothing. */
static void add_to_row(struct row *row, int64_t price, int64_t before, int64_t behind, int64_t item)
{
    if (price == 0)
        return;
    row->before = before < row->before ? before : row->before;
    row->behind = behind < row->behind ? behind : row->behind;
    row->unit = rd_gcd(item, row->unit);
}

/* Adds what a row can take until a date, at its price. */
static bool offer_until(struct rd_examination *on, wide until, const struct row *row, int64_t price,
                        uint32_t servers)
{
    if (price == 0 || row->unit == 0 || row->before + row->behind >= until)
        return true;
    wide taken = (until - row->before - row->behind) / row->unit * row->unit, worth;
    if (__builtin_mul_overflow((wide)price * servers, taken, &worth) ||
        __builtin_add_overflow(on->offered, worth, &on->offered))
        return overflows(on);
    return true;
}

static bool offer(struct rd_examination *on, const struct row *row, int64_t price, uint32_t servers)
{
    return offer_until(on, on->end, row, price, servers);
}

/* What shared links offer before the claim. In: rows. */
static bool offer_shared(struct rd_examination *on, const struct row *shared)
{
    for (uint32_t i = 0; on->certificate->shared_price && i < on->instance->shared->count; i++)
        if (!offer_until(on, on->claim - 1, &shared[i], on->certificate->shared_price[i], 1))
            return false;
    return true;
}

static int64_t least_of(const int64_t *label, uint64_t first, uint32_t count)
{
    int64_t least = label[first];
    for (uint32_t i = 1; i < count; i++)
        least = label[first + i] < least ? label[first + i] : least;
    return least;
}

/* What ports offer. In: rows of the send ports, then of the receive ports. */
static bool offer_ports(struct rd_examination *on, const struct row *row)
{
    const struct rd_instance *instance = on->instance;
    bool limited = instance->port_model == RD_ONE_PORT || instance->port_model == RD_K_PORTS;
    for (uint32_t side = 0; side < 2; side++) {
        const int64_t *price =
            side == 0 ? on->certificate->send_price : on->certificate->receive_price;
        for (uint32_t host = 0; host < on->host_count; host++) {
            if (!limited && price[host] > 0)
                return wrong(on, "host %" PRIu32 " has as many ports as links, and a price", host);
            if (limited && !offer(on, &row[(uint64_t)side * on->host_count + host], price[host],
                                  rd_host_ports(instance, host)))
                return false;
        }
    }
    return true;
}

/* Rows of nothing yet. */
static struct row *take_rows(const struct rd_examination *on, size_t count)
{
    struct row *row = rd_take(on->scratch, count, struct row);
    for (size_t i = 0; i < count; i++)
        row[i] = empty_row;
    return row;
}

/* What links, ports, shared links and the bus offer. */
static bool offer_links(struct rd_examination *on)
{
    const struct rd_price_certificate *certificate = on->certificate;
    uint32_t n = on->host_count, commodities = on->commodity_count;
    struct row *port = take_rows(on, 2 * (size_t)n), bus = empty_row;
    struct row *shared = take_rows(on, certificate->shared_price ? on->instance->shared->count : 0);
    int64_t *leave = rd_take(on->scratch, n, int64_t), *rest = rd_take(on->scratch, n, int64_t);
    for (uint32_t host = 0; host < n; host++) {
        leave[host] = least_of(certificate->earliest, (uint64_t)host * commodities, commodities);
        rest[host] = least_of(certificate->rest, (uint64_t)host * commodities, commodities);
    }
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        int64_t arrive = leave[lane.from] + lane.latency, behind = rest[lane.to];
        int64_t unit = rd_lane_unit(on, &link, &lane);
        struct row alone = {arrive, behind, unit};
        add_to_row(&port[lane.from], certificate->send_price[lane.from], arrive + behind, 0, unit);
        add_to_row(&port[n + lane.to], certificate->receive_price[lane.to], arrive + behind, 0,
                   unit);
        add_to_row(&bus, certificate->bus_price, arrive, behind, unit);
        const struct rd_shared_use *end, *use = read_uses(on, link.number, &end);
        for (; use < end; use++)
            add_to_row(&shared[use->shared], certificate->shared_price[use->shared], arrive, behind,
                       shared_unit(on, use));
        if (!offer(on, &alone, certificate->link_price[link.number], 1))
            return false;
    }
    if (on->instance->topology.shape != RD_BUS && certificate->bus_price > 0)
        return wrong(on, "the bus has a price, and there is no bus");
    return offer_ports(on, port) && offer_shared(on, shared) &&
           offer(on, &bus, certificate->bus_price, 1);
}

/* What processors offer. */
static bool offer_processors(struct rd_examination *on)
{
    for (uint32_t host = 0; host < on->host_count; host++) {
        int64_t price = on->certificate->processor_price[host];
        if (price == 0)
            continue;
        if (on->instance->goal != RD_FINISH || host == on->relay)
            return wrong(on, "nobody computes on host %" PRIu32 ", and its processor has a price",
                         host);
        struct row row = {least_of(on->certificate->earliest, (uint64_t)host * on->commodity_count,
                                   on->commodity_count),
                          0, rd_examined_compute(on, host)};
        if (!offer(on, &row, price, 1))
            return false;
    }
    return true;
}

/* What an item of a commodity pays on a link. Returns: false if that does not fit. */
static bool price_item(const struct rd_examination *on, const struct rd_link *link,
                       const struct rd_lane *lane, uint32_t commodity, wide *ret_pays)
{
    const struct rd_price_certificate *certificate = on->certificate;
    *ret_pays = (wide)rd_lane_item(on, link, lane, commodity) *
                ((wide)certificate->send_price[lane->from] + certificate->receive_price[lane->to] +
                 certificate->link_price[link->number] + certificate->bus_price);
    const struct rd_shared_use *end, *use = read_uses(on, link->number, &end);
    for (; use < end; use++)
        if (__builtin_add_overflow(*ret_pays,
                                   (wide)read_shared(on, use, commodity) *
                                       certificate->shared_price[use->shared],
                                   ret_pays))
            return false;
    return true;
}

/* On no usable link do potentials fall by more than an item pays there. */
static bool check_potentials(struct rd_examination *on)
{
    const struct rd_price_certificate *certificate = on->certificate;
    uint32_t commodities = on->commodity_count;
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        uint64_t from = (uint64_t)lane.from * commodities, to = (uint64_t)lane.to * commodities;
        wide pays = 0;
        for (uint32_t commodity = 0; commodity < commodities; commodity++) {
            uint64_t u = from + commodity, v = to + commodity;
            if ((commodity == 0 || on->instance->kind_bytes) &&
                !price_item(on, &link, &lane, commodity, &pays))
                return overflows(on);
            bool usable = certificate->earliest[u] + lane.latency +
                              rd_lane_item(on, &link, &lane, commodity) + certificate->rest[v] <=
                          on->end;
            if (usable && certificate->potential[u] - certificate->potential[v] > pays)
                return wrong(on,
                             "on the link from %" PRIu32 " to %" PRIu32
                             " the potential falls by more than an item pays there",
                             lane.from, lane.to);
        }
    }
    return true;
}

static bool compare_prices(struct rd_examination *on)
{
    if (!offer_links(on) || !offer_processors(on) || !check_potentials(on))
        return false;
    on->needed = rd_examined_worth(on, on->certificate->potential);
    if (on->needed > on->offered)
        return true;
    char text[RD_WIDE_SIZE];
    if (on->certificate->shared_price)
        return wrong(on, "before %s ticks no more is needed than the rows can take",
                     rd_wide_text(on->claim, text));
    return wrong(on, "by %s ticks no more is needed than the rows can take",
                 rd_wide_text(on->end, text));
}

bool rd_price_certificate_check(const struct rd_instance *instance,
                                const struct rd_price_certificate *certificate,
                                struct rd_arena *scratch, struct rd_price_verdict *ret_verdict,
                                struct rd_error *reterr)
{
    rd_arena_borrow(scratch);
    struct rd_examination on = {
        .instance = instance,
        .certificate = certificate,
        .scratch = scratch,
        .reterr = reterr,
        .host_count = instance->topology.host_count,
        .commodity_count = certificate->commodity_count,
        .relay = rd_relay_host(&instance->topology),
        .link_count = rd_link_count(&instance->topology),
    };
    bool proved = check_form(&on) && find_grid(&on) && check_limits(&on) && check_dates(&on);
    if (!proved || !(certificate->charge ? rd_charge_check(&on) : compare_prices(&on)))
        return false;
    wide ticks = certificate->shared_price ? on.claim : on.end + on.grid;
    *ret_verdict = (struct rd_price_verdict){
        .seconds = rd_wide_ticks_in_seconds(ticks, certificate->tick_s),
        .end_s = rd_wide_ticks_in_seconds(on.end, certificate->tick_s),
        .needed = on.needed,
        .offered = on.offered,
    };
    return true;
}
