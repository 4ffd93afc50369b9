#include "charge.h"

#include "examination.h"
#include "price_certificate.h"

#include "sim/base/number_text.h"

#include <stdlib.h>

typedef rd_wide wide;

const char *rd_charged_reason_name(enum rd_charged_reason reason)
{
    static const char *const names[] = {"links",  "excess", "neighbours", "hub",
                                        "spread", "ring",   "single",     "counts"};
    return names[reason];
}

static wide least_of(wide a, wide b)
{
    return a < b ? a : b;
}

static wide divide_up(wide a, wide b)
{
    return (a + b - 1) / b;
}

void rd_charge_turns(struct rd_charged_network *network, struct rd_arena *arena)
{
    size_t kinds = network->commodity_count, labels = network->host_count * kinds;
    int64_t *arrival = rd_take(arena, labels, int64_t);
    int64_t *departure = rd_take(arena, labels, int64_t);
    for (size_t i = 0; i < labels; i++)
        arrival[i] = departure[i] = 2 * RD_PRICE_LIMIT;
    for (size_t link = 0; link < network->link_count; link++)
        for (size_t kind = 0; kind < kinds; kind++) {
            size_t from = network->from[link] * kinds + kind, to = network->to[link] * kinds + kind;
            int64_t message = network->latency[link] + network->item[link];
            int64_t comes = network->earliest[from] + message, goes = network->rest[to] + message;
            arrival[to] = comes < arrival[to] ? comes : arrival[to];
            departure[from] = goes < departure[from] ? goes : departure[from];
        }
    network->arrival = arrival;
    network->departure = departure;
}

/* The label of the host at a link's other end. */
static size_t other_label(const struct rd_charged_port *port, uint32_t link, uint32_t kind)
{
    const struct rd_charged_network *network = port->network;
    uint32_t other = (port->receives ? network->from : network->to)[link];
    return (size_t)other * network->commodity_count + kind;
}

/* The least way before a message leaves the host, and behind one of a link. */
static int64_t way_before(const struct rd_charged_port *port, uint32_t kind)
{
    const struct rd_charged_network *network = port->network;
    return (port->receives ? network->rest
                           : network->earliest)[port->host * network->commodity_count + kind];
}

static int64_t way_behind(const struct rd_charged_port *port, uint32_t link, uint32_t kind)
{
    const struct rd_charged_network *network = port->network;
    return (port->receives ? network->earliest : network->rest)[other_label(port, link, kind)];
}

static wide least_behind(const struct rd_charged_port *port, uint32_t kind)
{
    wide least = RD_PRICE_LIMIT;
    for (uint32_t i = 0; i < port->link_count; i++)
        least = least_of(least, way_behind(port, port->link[i], kind));
    return least;
}

/* The shortest message of so many items. */
static wide least_message(const struct rd_charged_network *network, const uint32_t *link,
                          uint32_t count, int64_t items)
{
    wide least = (wide)RD_PRICE_LIMIT * RD_PRICE_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        least = least_of(least, network->latency[link[i]] + (wide)network->item[link[i]] * items);
    return least;
}

static int64_t least_item(const struct rd_charged_network *network, const uint32_t *link,
                          uint32_t count)
{
    int64_t least = RD_PRICE_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        least = network->item[link[i]] < least ? network->item[link[i]] : least;
    return least;
}

/* What the set that a link leads to lacks of a kind; below 0: it has too much. */
static int64_t lack_behind(const struct rd_charged_port *port, uint32_t link, uint32_t kind)
{
    size_t group = port->group[other_label(port, link, kind)];
    return group == RD_NO_HOST ? 0
                               : port->group_items[group * port->network->commodity_count + kind];
}

/* What a set takes over one of the links that lead there. */
struct share {
    uint32_t group;
    int64_t items;
    wide ticks;
    int64_t behind;
};

RD_ORDERED_BY(by_group, struct share, group, ticks)

/* The sets that lack items, each once, over its best link; `behind` is the least of all links. */
static uint32_t find_shares(const struct rd_charged_port *port, uint32_t kind,
                            struct rd_arena *arena, struct share **ret_share)
{
    const struct rd_charged_network *network = port->network;
    struct share *share = rd_take(arena, port->link_count, struct share);
    uint32_t links = 0, count = 0;
    for (uint32_t i = 0; i < port->link_count; i++) {
        uint32_t link = port->link[i];
        int64_t items = lack_behind(port, link, kind);
        if (items > 0)
            share[links++] =
                (struct share){port->group[other_label(port, link, kind)], items,
                               network->latency[link] + (wide)network->item[link] * items,
                               way_behind(port, link, kind)};
    }
    qsort(share, links, sizeof *share, by_group);
    for (uint32_t i = 0; i < links; i++) {
        if (count == 0 || share[count - 1].group != share[i].group)
            share[count++] = share[i];
        else if (share[i].behind < share[count - 1].behind)
            share[count - 1].behind = share[i].behind;
    }
    *ret_share = share;
    return count;
}

int64_t rd_passing_items(const struct rd_charged_port *port, uint32_t commodity,
                         struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct share *share;
    int64_t items = 0;
    for (uint32_t count = find_shares(port, commodity, scratch, &share); count > 0; count--)
        items += share[count - 1].items;
    return items;
}

static uint32_t servers_of(const struct rd_charged_port *port)
{
    return port->network->ports[port->host];
}

static wide charge_links(const struct rd_charged_port *port, struct rd_arena *scratch)
{
    wide busy = 0, before = RD_PRICE_LIMIT, behind = RD_PRICE_LIMIT;
    for (uint32_t kind = 0; kind < port->network->commodity_count; kind++) {
        rd_arena_borrow(scratch);
        struct share *share;
        uint32_t count = find_shares(port, kind, scratch, &share);
        for (uint32_t i = 0; i < count; i++) {
            busy += share[i].ticks;
            before = least_of(before, way_before(port, kind));
            behind = least_of(behind, share[i].behind);
        }
    }
    return busy > 0 ? before + divide_up(busy, servers_of(port)) + behind : 0;
}

static wide charge_excess(const struct rd_charged_port *port, uint32_t kind, int64_t items)
{
    const struct rd_charged_network *network = port->network;
    size_t label = (size_t)port->host * network->commodity_count + kind;
    int64_t excess = items - (port->receives ? network->target : network->load)[label];
    if (excess <= 0)
        return 0;
    int64_t share = (int64_t)divide_up(excess, servers_of(port));
    return (port->receives ? network->departure : network->arrival)[label] +
           least_message(network, port->link, port->link_count, share) + least_behind(port, kind);
}

/* The least time in which a neighbour gets items and sends some on. */
static wide least_relayed(const struct rd_charged_port *port, uint32_t kind)
{
    const struct rd_charged_network *network = port->network;
    const int64_t *turn = port->receives ? network->arrival : network->departure;
    wide least = RD_PRICE_LIMIT;
    for (uint32_t i = 0; i < port->link_count; i++) {
        uint32_t link = port->link[i];
        least = least_of(least, (wide)turn[other_label(port, link, kind)] + network->latency[link] +
                                    network->item[link]);
    }
    return least;
}

static wide charge_neighbours(const struct rd_charged_port *port, uint32_t kind, int64_t items,
                              struct rd_arena *scratch)
{
    const struct rd_charged_network *network = port->network;
    uint32_t count = port->link_count, used = 0;
    if (servers_of(port) != 1)
        return 0;
    rd_arena_borrow(scratch);
    int64_t *kept = rd_take(scratch, count, int64_t), *latency = rd_take(scratch, count, int64_t);
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = (port->receives ? network->load
                                  : network->target)[other_label(port, port->link[i], kind)];
        latency[i] = network->latency[port->link[i]];
    }
    rd_sort_falling(kept, count);
    rd_sort_falling(latency, count);
    int64_t left = items;
    wide ticks = (wide)least_item(network, port->link, count) * items;
    for (; used < count && left > 0; used++) {
        left -= kept[used];
        ticks += latency[count - 1 - used];
    }
    return least_of(left > 0 ? RD_PRICE_LIMIT : ticks, least_relayed(port, kind));
}

/* The least over r of (r + 1) l + c (items + ceil(items / r)). */
static wide least_through(int64_t latency, int64_t item, int64_t items)
{
    enum { FEW = 100000 };
    wide once = latency + (wide)item * items, least = once + RD_PRICE_LIMIT;
    if (items > FEW) { /* without rounding up it is convex: where it stops falling */
        int64_t low = 1, high = items;
        while (low < high) {
            int64_t r = low + (high - low) / 2;
            wide square;
            if (__builtin_mul_overflow((wide)r * (r + 1), (wide)latency, &square) ||
                square >= (wide)item * items)
                high = r;
            else
                low = r + 1;
        }
        return once + (wide)low * latency + divide_up((wide)item * items, low);
    }
    for (int64_t r = 1; r <= items;) {
        int64_t largest = (items - 1) / r + 1;
        least = least_of(least, once + (wide)r * latency + (wide)item * largest);
        if (largest == 1)
            break;
        r = (items - 1) / (largest - 1) + 1; /* the first with smaller ones */
    }
    return least;
}

static wide charge_hub(const struct rd_charged_port *port, uint32_t kind, int64_t items)
{
    const struct rd_charged_network *network = port->network;
    size_t label = (size_t)port->host * network->commodity_count + kind;
    if (port->receives || servers_of(port) != 1 || network->load[label] > 0 ||
        network->target[label] > 0)
        return 0;
    struct rd_charged_port in = *port;
    in.receives = true;
    in.link = port->back;
    in.link_count = port->back_count;
    wide latency = least_of(least_message(network, port->link, port->link_count, 0),
                            least_message(network, in.link, in.link_count, 0));
    int64_t item = rd_least(least_item(network, port->link, port->link_count),
                            least_item(network, in.link, in.link_count));
    if (latency > RD_PRICE_LIMIT) /* nothing comes, or nothing leaves */
        return 0;
    return least_behind(&in, kind) + least_through((int64_t)latency, item, items) +
           least_behind(port, kind);
}

/* The port without links that lead to no set that lacks items. */
static struct rd_charged_port only_leading(const struct rd_charged_port *port, uint32_t kind,
                                           struct rd_arena *scratch)
{
    struct rd_charged_port leading = *port;
    uint32_t *link = rd_take(scratch, port->link_count, uint32_t);
    leading.link = link;
    leading.link_count = 0;
    for (uint32_t i = 0; i < port->link_count; i++)
        if (lack_behind(port, port->link[i], kind) > 0)
            link[leading.link_count++] = port->link[i];
    return leading;
}

rd_wide rd_port_charge_ticks(const struct rd_charged_port *port, enum rd_charged_reason reason,
                             uint32_t commodity, struct rd_arena *scratch)
{
    if (reason == RD_CHARGED_LINKS)
        return charge_links(port, scratch);
    int64_t items = rd_passing_items(port, commodity, scratch);
    if (items == 0)
        return 0;
    rd_arena_borrow(scratch);
    struct rd_charged_port leading = only_leading(port, commodity, scratch);
    return reason == RD_CHARGED_EXCESS ? charge_excess(&leading, commodity, items)
           : reason == RD_CHARGED_NEIGHBOURS
               ? charge_neighbours(&leading, commodity, items, scratch)
               : charge_hub(&leading, commodity, items);
}

/* The most hosts that one can become in the time of a message: itself and those at its ports. */
static uint64_t most_spreading(const struct rd_charged_network *network, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t n = network->host_count, most = 1;
    uint32_t *out = rd_take(scratch, n, uint32_t), *in = rd_take(scratch, n, uint32_t);
    for (size_t link = 0; link < network->link_count; link++) {
        out[network->from[link]]++;
        in[network->to[link]]++;
    }
    for (uint32_t host = 0; host < n; host++) {
        uint32_t links = out[host] > in[host] ? out[host] : in[host];
        uint32_t messages = links < network->ports[host] ? links : network->ports[host];
        most = messages > most ? messages : most;
    }
    return (uint64_t)most + 1;
}

rd_wide rd_spread_charge_ticks(const struct rd_charged_network *network, struct rd_arena *scratch)
{
    uint64_t factor = most_spreading(network, scratch);
    size_t kinds = network->commodity_count;
    wide quickest = RD_PRICE_LIMIT;
    int most = 0;
    for (size_t link = 0; link < network->link_count; link++)
        quickest = least_of(quickest, network->latency[link] + network->item[link]);
    for (size_t kind = 0; kind < kinds; kind++) {
        uint64_t sources = 0, sinks = 0, all = 0;
        for (uint32_t host = 0; host < network->host_count; host++) {
            size_t label = host * kinds + kind;
            sources += network->load[label] > 0;
            sinks += network->target[label] > 0;
            all += network->load[label] > 0 || network->target[label] > 0;
        }
        int times = 0;
        for (uint64_t few = sources < sinks ? sources : sinks; few > 0 && few < all; few *= factor)
            times++;
        most = times > most ? times : most;
    }
    return network->link_count > 0 ? quickest * most : 0;
}

/* Reads the instance. Links that are not there have no number. */
static struct rd_charged_network read_network(const struct rd_examination *on)
{
    uint32_t n = on->host_count, kinds = on->commodity_count;
    size_t links = on->link_count, labels = (size_t)n * kinds;
    uint32_t *from = rd_take(on->scratch, links, uint32_t);
    uint32_t *to = rd_take(on->scratch, links, uint32_t);
    int64_t *latency = rd_take(on->scratch, links, int64_t);
    int64_t *item = rd_take(on->scratch, links, int64_t);
    uint32_t *ports = rd_take(on->scratch, n, uint32_t);
    int64_t *load = rd_take(on->scratch, labels, int64_t);
    int64_t *target = rd_take(on->scratch, labels, int64_t);
    size_t count = 0;
    rd_each_link (link, &on->instance->topology) {
        struct rd_lane lane = rd_read_lane(on, &link);
        from[count] = lane.from;
        to[count] = lane.to;
        latency[count] = lane.latency;
        item[count++] = lane.item;
    }
    for (uint32_t host = 0; host < n; host++)
        ports[host] = rd_host_ports(on->instance, host);
    for (size_t i = 0; i < labels; i++) {
        uint32_t host = (uint32_t)(i / kinds), kind = (uint32_t)(i % kinds);
        load[i] = rd_examined_amount(on, on->instance->load, host, kind);
        if (on->instance->goal == RD_REACH)
            target[i] = rd_examined_amount(on, on->instance->target, host, kind);
    }
    struct rd_charged_network network = {
        .host_count = n,
        .commodity_count = kinds,
        .link_count = count,
        .from = from,
        .to = to,
        .latency = latency,
        .item = item,
        .ports = ports,
        .load = load,
        .target = on->instance->goal == RD_REACH ? target : NULL,
        .earliest = on->certificate->earliest,
        .rest = on->certificate->rest,
        .is_bus = on->instance->topology.shape == RD_BUS,
    };
    rd_charge_turns(&network, on->scratch);
    return network;
}

/* Each set is entered (or left) from the host alone. */
static bool check_groups(struct rd_examination *on, const struct rd_charged_network *network)
{
    const struct rd_port_charge *charge = on->certificate->charge;
    size_t kinds = network->commodity_count;
    const uint32_t *inner = charge->receives ? network->from : network->to;
    const uint32_t *outer = charge->receives ? network->to : network->from;
    for (size_t i = 0; i < network->host_count * kinds; i++)
        if (charge->group[i] != RD_NO_HOST &&
            (charge->group[i] >= network->host_count || i / kinds == charge->host))
            return rd_claim_is_wrong(on, "a set of host %" PRIu32 " is none", charge->host);
    for (size_t link = 0; link < network->link_count; link++)
        for (size_t kind = 0; kind < kinds; kind++) {
            uint32_t group = charge->group[inner[link] * kinds + kind];
            if (group != RD_NO_HOST && outer[link] != charge->host &&
                charge->group[outer[link] * kinds + kind] != group)
                return rd_claim_is_wrong(
                    on, "the link from %" PRIu32 " to %" PRIu32 " leads round host %" PRIu32,
                    network->from[link], network->to[link], charge->host);
        }
    return true;
}

/* [set * commodity_count + commodity] what each set lacks, or has too much. */
static const int64_t *lacks(const struct rd_examination *on,
                            const struct rd_charged_network *network)
{
    const struct rd_port_charge *charge = on->certificate->charge;
    size_t kinds = network->commodity_count, labels = network->host_count * kinds;
    int64_t *items = rd_take(on->scratch, labels, int64_t);
    for (size_t i = 0; i < labels; i++) {
        int64_t lack = network->target[i] - network->load[i];
        if (charge->group[i] != RD_NO_HOST)
            items[charge->group[i] * kinds + i % kinds] += charge->receives ? -lack : lack;
    }
    return items;
}

static struct rd_charged_port read_port(const struct rd_examination *on,
                                        const struct rd_charged_network *network)
{
    const struct rd_port_charge *charge = on->certificate->charge;
    uint32_t *out = rd_take(on->scratch, network->link_count, uint32_t), outs = 0;
    uint32_t *in = rd_take(on->scratch, network->link_count, uint32_t), ins = 0;
    for (size_t link = 0; link < network->link_count; link++) {
        if (network->from[link] == charge->host)
            out[outs++] = (uint32_t)link;
        if (network->to[link] == charge->host)
            in[ins++] = (uint32_t)link;
    }
    bool receives = charge->receives;
    return (struct rd_charged_port){.network = network,
                                    .host = charge->host,
                                    .receives = receives,
                                    .link = receives ? in : out,
                                    .back = receives ? out : in,
                                    .link_count = receives ? ins : outs,
                                    .back_count = receives ? outs : ins,
                                    .group = charge->group,
                                    .group_items = lacks(on, network)};
}

bool rd_charge_check(struct rd_examination *on)
{
    const struct rd_port_charge *charge = on->certificate->charge;
    if (on->instance->goal != RD_REACH &&
        (on->instance->goal != RD_BALANCE || charge->reason != RD_CHARGED_COUNTS))
        return rd_claim_is_wrong(on, "the charges are for other goals");
    if (charge->reason == RD_CHARGED_RING)
        return rd_ring_charge_check(on);
    struct rd_charged_network network = read_network(on);
    if (charge->reason == RD_CHARGED_SINGLE)
        return rd_single_charge_check(on, &network);
    if (charge->reason == RD_CHARGED_COUNTS)
        return rd_count_charge_check(on, &network);
    if (charge->reason == RD_CHARGED_SPREAD) {
        on->needed = rd_spread_charge_ticks(&network, on->scratch);
    } else {
        if (charge->reason >= RD_CHARGED_REASON_COUNT || charge->host >= on->host_count ||
            charge->commodity >= on->commodity_count || network.ports[charge->host] == UINT32_MAX)
            return rd_claim_is_wrong(on, "there is no such port, or it has no limit");
        if (!check_groups(on, &network))
            return false;
        struct rd_charged_port port = read_port(on, &network);
        on->needed = rd_port_charge_ticks(&port, charge->reason, charge->commodity, on->scratch);
    }
    char charged[RD_WIDE_SIZE], claimed[RD_WIDE_SIZE];
    return on->needed > on->end ||
           rd_claim_is_wrong(on, "the charges are %s ticks, and more than %s are claimed",
                             rd_wide_text(on->needed, charged), rd_wide_text(on->end, claimed));
}
