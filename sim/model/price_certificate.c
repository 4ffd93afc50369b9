#include "examination.h"

#include "sim/base/gcd.h"
#include "sim/base/integers.h"
#include "sim/base/number_text.h"

#include <math.h>

typedef rd_wide wide;
__extension__ typedef unsigned __int128 wide_unsigned;

/* The mantissa as a whole number of 53 bits: value = mantissa * 2^exponent. */
static int64_t split(double value, int *ret_exponent)
{
    double mantissa = frexp(value, ret_exponent) * 0x1p53;
    *ret_exponent -= 53;
    return (int64_t)mantissa;
}

int64_t rd_whole_ticks(double cost_s, double tick_s)
{
    if (cost_s == 0)
        return 0;
    if (isinf(cost_s))
        return RD_PRICE_LIMIT;
    int cost_exponent, tick_exponent;
    wide_unsigned cost = (wide_unsigned)split(cost_s, &cost_exponent);
    wide_unsigned tick = (wide_unsigned)split(tick_s, &tick_exponent);
    int shift = cost_exponent - tick_exponent;
    if (shift > 74 || shift < -64)
        return shift > 0 ? RD_PRICE_LIMIT : 0;
    /* Rounding down twice, by a power of two and by the tick, is rounding down once. */
    wide_unsigned whole = (shift >= 0 ? cost << shift : cost >> -shift) / tick;
    return whole < (wide_unsigned)RD_PRICE_LIMIT ? (int64_t)whole : RD_PRICE_LIMIT;
}

/* Drops digits until a product with a mantissa fits: rounding down twice, by powers of two, is
 * rounding down once. */
static double wide_ticks_in_seconds(wide ticks, double tick_s)
{
    int exponent, dropped = 0;
    wide_unsigned left = (wide_unsigned)ticks, mantissa = (wide_unsigned)split(tick_s, &exponent);
    for (; left >> 74 != 0; left >>= 1)
        dropped++;
    wide_unsigned product = mantissa * left;
    for (; product >> 53 != 0; product >>= 1)
        dropped++;
    return ldexp((double)(int64_t)product, exponent + dropped);
}

double rd_ticks_in_seconds(int64_t ticks, double tick_s)
{
    return wide_ticks_in_seconds(ticks, tick_s);
}

#define wrong rd_claim_is_wrong

static bool overflows(struct rd_examination *on)
{
    return wrong(on, "its sums do not fit 128 bits");
}

struct rd_lane rd_read_lane(const struct rd_examination *on, const struct rd_link *link)
{
    const struct rd_instance *instance = on->instance;
    struct rd_link_cost cost = rd_link_cost(instance, link->number);
    double item_s =
        instance->item_bytes == 0 ? 0 : instance->item_bytes / cost.bandwidth_bytes_per_s;
    bool single = on->certificate->single_items;
    double message_s = single ? 0 : cost.latency_s;
    double moved_s = single ? cost.latency_s + item_s : item_s;
    return (struct rd_lane){link->from, link->to,
                            rd_whole_ticks(message_s, on->certificate->tick_s),
                            rd_whole_ticks(moved_s, on->certificate->tick_s)};
}

/* How long an item keeps a shared link busy. */
static int64_t read_shared(const struct rd_examination *on, const struct rd_shared_use *use)
{
    return rd_whole_ticks(rd_shared_item_s(on->instance, use), on->certificate->tick_s);
}

/* The shared links of a link that count: none if they have no prices. */
static const struct rd_shared_use *read_uses(const struct rd_examination *on, uint64_t link,
                                             const struct rd_shared_use **ret_end)
{
    if (!on->certificate->shared_price)
        return *ret_end = NULL;
    return rd_link_uses(on->instance, link, ret_end);
}

/* What an item takes on a host's processor. */
static int64_t read_compute(const struct rd_examination *on, uint32_t host)
{
    return rd_whole_ticks(rd_compute_item_s(on->instance, host), on->certificate->tick_s);
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
        on->grid = rd_gcd(lane.latency, rd_gcd(lane.item, on->grid));
    }
    for (uint32_t host = 0; on->instance->goal == RD_FINISH && host < on->host_count; host++)
        if (host != on->relay)
            on->grid = rd_gcd(read_compute(on, host), on->grid);
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

int64_t rd_examined_amount(const struct rd_examination *on, const int64_t *amount, uint32_t host,
                           uint32_t commodity)
{
    uint32_t kinds = on->instance->kind_count;
    const int64_t *of_host = amount + (uint64_t)host * kinds;
    if (on->commodity_count == kinds)
        return of_host[commodity];
    int64_t sum = 0;
    for (uint32_t kind = 0; kind < kinds; kind++)
        sum += of_host[kind];
    return sum;
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
    if (on->instance->goal == RD_FINISH && host != on->relay && rest > read_compute(on, host))
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
        for (uint32_t commodity = 0; commodity < commodities; commodity++)
            if (earliest[to + commodity] > earliest[from + commodity] + lane.latency + lane.item ||
                rest[from + commodity] > lane.latency + lane.item + rest[to + commodity])
                return wrong(on, "the link from %" PRIu32 " to %" PRIu32 " brings items sooner",
                             lane.from, lane.to);
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
        int64_t arrive = leave[lane.from] + lane.latency, behind = rest[lane.to], item = lane.item;
        struct row alone = {arrive, behind, item};
        add_to_row(&port[lane.from], certificate->send_price[lane.from], arrive + behind, 0, item);
        add_to_row(&port[n + lane.to], certificate->receive_price[lane.to], arrive + behind, 0,
                   item);
        add_to_row(&bus, certificate->bus_price, arrive, behind, item);
        const struct rd_shared_use *end, *use = read_uses(on, link.number, &end);
        for (; use < end; use++)
            add_to_row(&shared[use->shared], certificate->shared_price[use->shared], arrive, behind,
                       read_shared(on, use));
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
                          0, read_compute(on, host)};
        if (!offer(on, &row, price, 1))
            return false;
    }
    return true;
}

/* On no usable link do potentials fall by more than an item pays there. */
static bool check_potentials(struct rd_examination *on)
{
    const struct rd_price_certificate *certificate = on->certificate;
    uint32_t commodities = on->commodity_count;
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        wide pays =
            (wide)lane.item *
            ((wide)certificate->send_price[lane.from] + certificate->receive_price[lane.to] +
             certificate->link_price[link.number] + certificate->bus_price);
        const struct rd_shared_use *end, *use = read_uses(on, link.number, &end);
        for (; use < end; use++)
            if (__builtin_add_overflow(
                    pays, (wide)read_shared(on, use) * certificate->shared_price[use->shared],
                    &pays))
                return overflows(on);
        uint64_t from = (uint64_t)lane.from * commodities, to = (uint64_t)lane.to * commodities;
        for (uint32_t commodity = 0; commodity < commodities; commodity++) {
            uint64_t u = from + commodity, v = to + commodity;
            bool usable =
                certificate->earliest[u] + lane.latency + lane.item + certificate->rest[v] <=
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

/* Potentials of the hosts that keep items, in decreasing order, and their sums. */
struct ranking {
    uint32_t count;
    const int64_t *value; /* [count] */
    const wide *sum;      /* [count + 1]: of the first so many */
};

static struct ranking rank(const struct rd_examination *on, const int64_t *potential,
                           uint32_t commodity)
{
    int64_t *value = rd_take(on->scratch, on->host_count, int64_t);
    wide *sum = rd_take(on->scratch, (size_t)on->host_count + 1, wide);
    uint32_t count = 0;
    for (uint32_t host = 0; host < on->host_count; host++)
        if (host != on->relay)
            value[count++] = potential[(uint64_t)host * on->commodity_count + commodity];
    rd_sort_falling(value, count);
    for (uint32_t i = 0; i < count; i++)
        sum[i + 1] = sum[i] + value[i];
    return (struct ranking){count, value, sum};
}

/* The most that a balance with m items on the poorest host is worth. */
static wide balance_worth(const struct ranking *ranking, int64_t items, int64_t apart, int64_t m)
{
    int64_t above = items - m * ranking->count;
    if (above == 0)
        return m * ranking->sum[ranking->count];
    int64_t full = above / apart, more = above % apart;
    wide worth = m * ranking->sum[ranking->count] + apart * ranking->sum[full];
    return more > 0 ? worth + (wide)more * ranking->value[full] : worth;
}

/* The most that final loads of one kind are worth which differ by `balance_error` at most. */
static wide best_balance(const struct rd_examination *on, const struct ranking *ranking,
                         int64_t items)
{
    int64_t n = ranking->count, apart = on->instance->balance_error;
    if (apart < 1 && items % n != 0)
        apart = 1;
    apart = apart < items ? apart : items;
    int64_t high = items / n, low = 0;
    if ((wide)n * apart < items)
        low = (int64_t)((items - (wide)n * apart + n - 1) / n);
    RD_FIND_FIRST(low, high, m,
                  balance_worth(ranking, items, apart, m + 1) <=
                      balance_worth(ranking, items, apart, m));
    return balance_worth(ranking, items, apart, low);
}

/* The most that an item is worth where it is computed. Below -2^60: nowhere. */
static wide best_processor(const struct rd_examination *on, uint32_t commodity)
{
    const struct rd_price_certificate *certificate = on->certificate;
    wide best = -4 * (wide)RD_PRICE_LIMIT;
    for (uint32_t host = 0; host < on->host_count; host++) {
        uint64_t label = (uint64_t)host * on->commodity_count + commodity;
        if (host == on->relay)
            continue;
        int64_t compute = read_compute(on, host);
        if (certificate->earliest[label] + compute > on->end)
            continue;
        wide pays = (wide)compute * certificate->processor_price[host];
        pays = pays < 2 * (wide)RD_PRICE_LIMIT ? pays : 2 * (wide)RD_PRICE_LIMIT;
        wide worth = certificate->potential[label] - pays;
        best = worth > best ? worth : best;
    }
    return best;
}

/* The items of a kind, and the commodity that it is taken for. */
static int64_t items_of(const struct rd_examination *on, uint32_t kind)
{
    int64_t items = 0;
    for (uint32_t host = 0; host < on->host_count; host++)
        items += rd_load(on->instance, host, kind);
    return items;
}

/* No sum passes 2^60 * 4 * 2^53. */
wide rd_examined_worth(const struct rd_examination *on, const int64_t *potential)
{
    const struct rd_instance *instance = on->instance;
    uint32_t kinds = instance->kind_count, commodities = on->commodity_count;
    struct ranking ranking = {0};
    wide best = 0, worth = 0;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        uint32_t commodity = commodities == 1 ? 0 : kind;
        struct rd_arena_mark mark = rd_arena_mark(on->scratch);
        if (instance->goal == RD_BALANCE && (kind == 0 || commodities > 1))
            ranking = rank(on, potential, commodity);
        if (instance->goal == RD_FINISH && (kind == 0 || commodities > 1))
            best = best_processor(on, commodity);
        for (uint32_t host = 0; host < on->host_count; host++) {
            wide of_host = potential[(uint64_t)host * commodities + commodity];
            worth += of_host * rd_load(instance, host, kind);
            if (instance->goal == RD_REACH)
                worth -= of_host * rd_target(instance, host, kind);
        }
        if (instance->goal == RD_BALANCE)
            worth -= best_balance(on, &ranking, items_of(on, kind));
        if (instance->goal == RD_FINISH)
            worth -= best * items_of(on, kind);
        if (commodities > 1)
            rd_arena_rewind(on->scratch, mark);
    }
    return worth;
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
        .seconds = wide_ticks_in_seconds(ticks, certificate->tick_s),
        .end_s = wide_ticks_in_seconds(on.end, certificate->tick_s),
        .needed = on.needed,
        .offered = on.offered,
    };
    return true;
}
