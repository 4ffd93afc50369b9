#include "count_charge.h"

#include "examination.h"
#include "price_certificate.h"

#include "sim/base/number_text.h"

typedef rd_wide wide;

static wide least_of(wide a, wide b)
{
    return a < b ? a : b;
}

static size_t label(const struct rd_charged_network *network, uint32_t host, uint32_t kind)
{
    return (size_t)host * network->commodity_count + kind;
}

/* The most items of a kind in one message on a link until a date. */
static int64_t most_carried(const struct rd_charged_network *network, size_t link, uint32_t kind,
                            wide end, int64_t items)
{
    wide left = end - network->earliest[label(network, network->from[link], kind)] -
                network->latency[link] - network->rest[label(network, network->to[link], kind)];
    if (left < network->item[link])
        return 0;
    return network->item[link] == 0 ? items : (int64_t)least_of(items, left / network->item[link]);
}

static void add_link(struct rd_count_row *row, const struct rd_counting *counting, size_t link)
{
    const struct rd_charged_network *network = counting->network;
    bool in_time = false;
    row->links++;
    for (uint32_t kind = 0; kind < network->commodity_count; kind++) {
        row->before =
            least_of(row->before, network->earliest[label(network, network->from[link], kind)]);
        row->behind = least_of(row->behind, network->rest[label(network, network->to[link], kind)]);
        in_time = in_time || counting->carried[link * network->commodity_count + kind] > 0;
    }
    if (!in_time)
        return;
    row->is_used = true;
    row->latency = least_of(row->latency, network->latency[link]);
    row->item = least_of(row->item, network->item[link]);
}

static wide time_of(const struct rd_count_row *row, wide end, uint32_t servers)
{
    wide left = end - row->before - row->behind;
    return left > 0 ? left * servers : 0;
}

/* How many messages fit into a row's time, if they have to carry so many items. */
static int64_t most_messages(const struct rd_count_row *row, wide time, wide items)
{
    wide most = RD_ITEM_LIMIT, each = row->latency + row->item;
    if (!row->is_used)
        return 0;
    if (each > 0)
        most = least_of(most, time / each);
    if (time < row->item * items)
        return 0;
    return (int64_t)(row->latency > 0 ? least_of(most, (time - row->item * items) / row->latency)
                                      : most);
}

/* What a host has too much of a kind, or lacks, and has to pass its port. */
static int64_t passing(const struct rd_charged_network *network, uint32_t host, bool receives,
                       uint32_t kind)
{
    if (!network->target)
        return 0;
    size_t of = label(network, host, kind);
    int64_t surplus = network->load[of] - network->target[of];
    return rd_greatest(receives ? -surplus : surplus, 0);
}

static uint32_t servers_of(const struct rd_counting *counting, uint32_t host, uint32_t port)
{
    uint32_t links = counting->row[port].links, ports = counting->network->ports[host];
    return links < ports ? links : ports;
}

/* Sets the time and the counts of a host's port. In: carried: [commodity_count] the most that a
 * message there carries. */
static void open_port(struct rd_counting *counting, wide *time, uint32_t number,
                      const struct rd_count_row *row, const int64_t *carried)
{
    const struct rd_charged_network *network = counting->network;
    bool receives = number >= network->host_count;
    uint32_t host = receives ? number - network->host_count : number;
    wide items = 0, least = 0;
    bool is_possible = true;
    for (uint32_t kind = 0; kind < network->commodity_count; kind++) {
        int64_t pass = passing(network, host, receives, kind);
        items += pass;
        if (pass > 0 && carried[kind] > 0)
            least += (pass - 1) / carried[kind] + 1;
        is_possible = is_possible && (pass == 0 || carried[kind] > 0);
    }
    bool is_free = network->ports[host] == UINT32_MAX;
    time[number] =
        is_free ? RD_COUNT_FREE : time_of(row, counting->end, servers_of(counting, host, number));
    counting->least[number] =
        is_possible ? (int64_t)least_of(least, RD_ITEM_LIMIT) : RD_ITEM_LIMIT + 1;
    counting->most[number] =
        is_free && row->is_used ? RD_ITEM_LIMIT : most_messages(row, time[number], items);
}

/* Sets what a message carries at the most, by link; and by port. */
static void open_carried(struct rd_counting *counting, int64_t *carried, int64_t *of_port,
                         struct rd_arena *arena)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t kinds = network->commodity_count, n = network->host_count;
    int64_t *items = rd_take(arena, kinds, int64_t);
    for (size_t i = 0; i < (size_t)n * kinds; i++)
        items[i % kinds] += network->load[i];
    for (size_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < kinds; kind++) {
            int64_t most = most_carried(network, link, kind, counting->end, items[kind]);
            int64_t *out = &of_port[label(network, network->from[link], kind)];
            int64_t *in = &of_port[label(network, n + network->to[link], kind)];
            carried[link * kinds + kind] = most;
            *out = rd_greatest(*out, most);
            *in = rd_greatest(*in, most);
        }
}

/* The most items that leave a host. */
static int64_t most_leaving(const struct rd_counting *counting, uint32_t host)
{
    const struct rd_count_row *out = &counting->row[host];
    const struct rd_count_row *in = &counting->row[counting->network->host_count + host];
    int64_t held = counting->held[host];
    if (!in->is_used || !out->is_used)
        return held;
    wide left = counting->end - in->before - in->latency - in->item - out->latency - out->behind;
    if (left < out->item)
        return held;
    if (out->item == 0)
        return RD_ITEM_LIMIT;
    wide most = held + left / out->item * servers_of(counting, host, host);
    return (int64_t)least_of(most, RD_ITEM_LIMIT);
}

bool rd_count_waits(const struct rd_counting *counting, uint32_t host,
                    struct rd_count_wait *ret_wait)
{
    uint32_t n = counting->network->host_count;
    const struct rd_count_row *out = &counting->row[host], *in = &counting->row[n + host];
    bool sends_one = counting->most[host] <= 1, receives_one = counting->most[n + host] <= 1;
    if (counting->network->ports[host] != 1 || (!sends_one && !receives_one) ||
        counting->least[counting->bus + 1 + host] <= counting->held[host] || !in->is_used ||
        !out->is_used)
        return false;
    wide time = counting->end - in->before - out->behind, item = 0;
    if (!sends_one) {
        item = out->item;
        time += out->item * counting->held[host] - out->latency;
    }
    if (!receives_one) {
        item = in->item;
        time += in->item * counting->held[host] - in->latency;
    }
    *ret_wait = (struct rd_count_wait){receives_one, sends_one, item, time};
    return true;
}

struct rd_counting rd_counting_open(const struct rd_charged_network *network, rd_wide end,
                                    struct rd_arena *arena)
{
    static const struct rd_count_row empty = {
        0, RD_PRICE_LIMIT, RD_PRICE_LIMIT, RD_PRICE_LIMIT, RD_PRICE_LIMIT, false};
    uint32_t n = network->host_count, kinds = network->commodity_count;
    uint32_t bus = 2 * n + (uint32_t)network->link_count;
    wide *time = rd_take(arena, bus + 1, wide);
    int64_t *held = rd_take(arena, n, int64_t), *kept = rd_take(arena, n, int64_t);
    int64_t *carried = rd_take(arena, network->link_count * kinds, int64_t);
    int64_t *of_port = rd_take(arena, 2 * (size_t)n * kinds, int64_t);
    struct rd_count_row *row = rd_take(arena, bus + 1, struct rd_count_row);
    struct rd_counting counting = {.network = network,
                                   .end = end,
                                   .row_count = bus + 1 + n,
                                   .bus = bus,
                                   .row = row,
                                   .time = time,
                                   .least = rd_take(arena, bus + 1 + n, int64_t),
                                   .most = rd_take(arena, bus + 1 + n, int64_t),
                                   .carried = carried,
                                   .held = held,
                                   .kept = network->target ? kept : NULL};
    open_carried(&counting, carried, of_port, arena);
    for (uint32_t i = 0; i <= bus; i++)
        row[i] = empty;
    for (uint32_t link = 0; link < network->link_count; link++) {
        add_link(&row[network->from[link]], &counting, link);
        add_link(&row[n + network->to[link]], &counting, link);
        add_link(&row[2 * n + link], &counting, link);
        add_link(&row[bus], &counting, link);
        time[2 * n + link] = time_of(&row[2 * n + link], end, 1);
        counting.most[2 * n + link] = most_messages(&row[2 * n + link], time[2 * n + link], 0);
    }
    for (uint32_t port = 0; port < 2 * n; port++)
        open_port(&counting, time, port, &row[port], of_port + (size_t)port * kinds);
    time[bus] = network->is_bus ? time_of(&row[bus], end, 1) : RD_COUNT_FREE;
    counting.most[bus] = RD_ITEM_LIMIT;
    for (size_t i = 0; i < (size_t)n * kinds; i++) {
        held[i / kinds] += network->load[i];
        kept[i / kinds] += network->target ? network->target[i] : 0;
    }
    for (uint32_t host = 0; host < n; host++)
        counting.most[bus + 1 + host] = most_leaving(&counting, host);
    return counting;
}

int64_t rd_count_carried(const struct rd_counting *counting, uint32_t link, uint32_t commodity)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t to = network->to[link], items = counting->bus + 1;
    int64_t most = rd_least(counting->carried[(size_t)link * network->commodity_count + commodity],
                            counting->most[items + network->from[link]]);
    int64_t on = counting->most[items + to];
    if (counting->kept && on < RD_ITEM_LIMIT)
        most = rd_least(most, on + counting->kept[to] - counting->held[to]);
    return rd_greatest(most, 0);
}

int64_t rd_count_most_on(const struct rd_counting *counting, uint32_t link)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t n = network->host_count;
    int64_t of_ports =
        rd_least(counting->most[network->from[link]], counting->most[n + network->to[link]]);
    return rd_least(of_ports, counting->most[2 * n + link]);
}

bool rd_counting_is_empty(const struct rd_counting *counting)
{
    for (uint32_t row = 0; row < counting->row_count; row++)
        if (counting->least[row] > counting->most[row])
            return true;
    return false;
}

/* Adds a product. Returns: false if it does not fit. */
static bool add(wide *sum, wide a, wide b)
{
    wide product;
    return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum);
}

/* Adds what a count pays at least, so much each. RD_ITEM_LIMIT stands for more, too. */
static bool add_range(wide *sum, wide each, int64_t least, int64_t most)
{
    return each < 0 ? most < RD_ITEM_LIMIT && add(sum, each, most) : add(sum, each, least);
}

static bool add_row(wide *sum, const struct rd_counting *counting, size_t row, wide each)
{
    return add_range(sum, each, counting->least[row], counting->most[row]);
}

/* The rows of hosts that wait, and at what price: zeros of others. */
struct waits {
    struct rd_count_wait *wait; /* [host_count] */
    const int64_t *price;       /* [host_count] */
};

/* The least that a message on a link pays besides tolls of messages. */
static bool pays(const struct rd_counting *counting, const struct rd_count_case *of,
                 const struct waits *waits, uint32_t link, wide *ret_least)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t n = network->host_count, kinds = network->commodity_count;
    uint32_t from = network->from[link], to = network->to[link];
    wide price = (wide)of->price[from] + of->price[n + to] + of->price[2 * n + link] +
                 of->price[counting->bus];
    price += waits->wait[from].takes_sent ? waits->price[from] : 0;
    price += waits->wait[to].takes_received ? waits->price[to] : 0;
    wide least = RD_COUNT_FREE;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        int64_t carried = rd_count_carried(counting, link, kind);
        wide falls = (wide)of->potential[label(network, from, kind)] -
                     of->potential[label(network, to, kind)] + of->toll[2 * n + from];
        wide message = 0;
        if (carried == 0)
            continue;
        if (!add(&falls, -network->item[link], price) ||
            !add(&falls, -waits->wait[from].item, waits->price[from]) ||
            !add(&message, network->latency[link], price) ||
            (falls > 0 && !add(&message, -carried, falls)))
            return false;
        least = least_of(least, message);
    }
    *ret_least = least;
    return true;
}

/* Adds what rows offer. */
static bool offer_rows(struct rd_examination *on, const struct rd_counting *counting,
                       const struct rd_count_case *of, const struct waits *waits)
{
    on->offered = 0;
    for (uint32_t row = 0; row <= counting->bus; row++)
        if (of->price[row] > 0 && !add(&on->offered, of->price[row], counting->time[row]))
            return false;
    for (uint32_t host = 0; host < on->host_count; host++)
        if (!add(&on->offered, waits->price[host], waits->wait[host].time))
            return false;
    return true;
}

/* Is more needed than offered? Sets both. */
static bool weigh(struct rd_examination *on, const struct rd_counting *counting,
                  const struct rd_count_case *of, const struct waits *waits)
{
    const struct rd_charged_network *network = counting->network;
    uint32_t n = network->host_count;
    bool fits = offer_rows(on, counting, of, waits);
    on->needed = rd_examined_worth(on, of->potential);
    for (uint32_t port = 0; port < 2 * n && fits; port++)
        fits = add_row(&on->needed, counting, port, of->toll[port]);
    for (uint32_t host = 0; host < n && fits; host++)
        fits = add_row(&on->needed, counting, counting->bus + 1 + host, of->toll[2 * n + host]);
    for (uint32_t link = 0; link < network->link_count && fits; link++) {
        wide each = 0;
        int64_t most = rd_count_most_on(counting, link);
        if (most > 0)
            fits = pays(counting, of, waits, link, &each) &&
                   add_range(&on->needed,
                             each - of->toll[network->from[link]] - of->toll[n + network->to[link]],
                             counting->least[2 * n + link], most);
    }
    return fits && on->needed > on->offered;
}

static bool within(const int64_t *value, size_t count, int64_t least)
{
    for (size_t i = 0; i < count; i++)
        if (value[i] < least || value[i] > RD_PRICE_LIMIT)
            return false;
    return true;
}

/* Is a case without cases behind it shown? */
static bool check_case(struct rd_examination *on, const struct rd_counting *counting,
                       const struct rd_count_case *of, uint32_t number)
{
    size_t n = on->host_count;
    if (!of->price || !of->toll || !of->potential || !within(of->price, counting->row_count, 0) ||
        !within(of->toll, 3 * n, -RD_PRICE_LIMIT) ||
        !within(of->potential, n * on->commodity_count, -RD_PRICE_LIMIT))
        return rd_claim_is_wrong(on, "a price, toll or potential of case %" PRIu32 " is too large",
                                 number);
    rd_arena_borrow(on->scratch);
    struct waits waits = {rd_take(on->scratch, n, struct rd_count_wait),
                          of->price + counting->bus + 1};
    for (uint32_t row = 0; row < counting->row_count; row++) {
        bool is_limited = row <= counting->bus
                              ? counting->time[row] < RD_COUNT_FREE
                              : rd_count_waits(counting, row - counting->bus - 1,
                                               &waits.wait[row - counting->bus - 1]);
        if (of->price[row] > 0 && !is_limited)
            return rd_claim_is_wrong(on, "row %" PRIu32 " has no limit, and a price", row);
    }
    if (weigh(on, counting, of, &waits))
        return true;
    char end[RD_WIDE_SIZE];
    return rd_claim_is_wrong(on,
                             "in case %" PRIu32 " no more is needed than is offered by %s ticks",
                             number, rd_wide_text(on->end, end));
}

/* Checks the case of a number, and those behind it. Sets the number of the next. */
static bool check_cases(struct rd_examination *on, struct rd_counting *counting, uint32_t *number)
{
    const struct rd_port_charge *charge = on->certificate->charge;
    if (rd_counting_is_empty(counting))
        return true;
    if (*number >= charge->case_count)
        return rd_claim_is_wrong(on, "there is no case %" PRIu32, *number);
    const struct rd_count_case *of = &charge->cases[(*number)++];
    if (of->row == RD_NO_HOST)
        return check_case(on, counting, of, *number - 1);
    if (of->row >= counting->row_count || of->row == counting->bus || of->count < 0 ||
        of->count >= RD_ITEM_LIMIT)
        return rd_claim_is_wrong(on, "case %" PRIu32 " counts nothing", *number - 1);
    int64_t *least = &counting->least[of->row], *most = &counting->most[of->row];
    int64_t before = *most;
    *most = rd_least(before, of->count);
    bool shown = check_cases(on, counting, number);
    *most = before;
    before = *least;
    *least = rd_greatest(before, of->count + 1);
    shown = shown && check_cases(on, counting, number);
    *least = before;
    return shown;
}

bool rd_count_charge_check(struct rd_examination *on, const struct rd_charged_network *network)
{
    const struct rd_port_charge *charge = on->certificate->charge;
    struct rd_counting counting = rd_counting_open(network, on->end, on->scratch);
    uint32_t number = 0;
    if (charge->case_count > RD_COUNT_CASES)
        return rd_claim_is_wrong(on, "%" PRIu32 " cases: %d can be checked", charge->case_count,
                                 RD_COUNT_CASES);
    if (!check_cases(on, &counting, &number))
        return false;
    on->needed = on->end + 1;
    on->offered = 0;
    return number == charge->case_count ||
           rd_claim_is_wrong(on, "there are cases behind the last one");
}
