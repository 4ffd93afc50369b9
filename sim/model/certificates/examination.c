#include "examination.h"

#include "price_certificate.h"

#include "sim/base/gcd.h"

typedef rd_wide wide;

/* What an item of so many bytes takes on a link; its latency is of it where it goes alone. */
static int64_t item_ticks(const struct rd_examination *on, const struct rd_link *link, double bytes)
{
    struct rd_link_cost cost = rd_link_cost(on->instance, link->number);
    double item_s = rd_moving_s(cost, bytes);
    return rd_whole_ticks(on->certificate->single_items ? cost.latency_s + item_s : item_s,
                          on->certificate->tick_s);
}

struct rd_lane rd_read_lane(const struct rd_examination *on, const struct rd_link *link)
{
    struct rd_link_cost cost = rd_link_cost(on->instance, link->number);
    double message_s = on->certificate->single_items ? 0 : cost.latency_s;
    return (struct rd_lane){link->from, link->to,
                            rd_whole_ticks(message_s, on->certificate->tick_s),
                            item_ticks(on, link, on->instance->item_bytes)};
}

int64_t rd_lane_item(const struct rd_examination *on, const struct rd_link *link,
                     const struct rd_lane *lane, uint32_t commodity)
{
    return on->instance->kind_bytes ? item_ticks(on, link, rd_kind_bytes(on->instance, commodity))
                                    : lane->item;
}

int64_t rd_lane_unit(const struct rd_examination *on, const struct rd_link *link,
                     const struct rd_lane *lane)
{
    if (!on->instance->kind_bytes)
        return lane->item;
    int64_t unit = 0;
    for (uint32_t commodity = 0; commodity < on->commodity_count; commodity++)
        unit = rd_gcd(rd_lane_item(on, link, lane, commodity), unit);
    return unit;
}

int64_t rd_examined_compute(const struct rd_examination *on, uint32_t host)
{
    return rd_whole_ticks(rd_compute_item_s(on->instance, host), on->certificate->tick_s);
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
        int64_t compute = rd_examined_compute(on, host);
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
