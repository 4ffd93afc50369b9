#include "port_loads.h"

#include "rows.h"

#include "sim/base/gcd.h"

#include <math.h>

/* The most pieces times hosts, and links times hosts, whose ways each check finds; and the largest
 * price. */
#define HOST_TIMES_LIMIT (UINT64_C(1) << 24)
#define TOP (INT64_C(1) << 58)

struct proof {
    const struct rd_multicast *multicast;
    const struct rd_instance *instance;
    const struct rd_port_loads *of;
    struct rd_port_links links; /* of the port; all, of a bus */
    double tick_s;
    int64_t grid;
    bool of_links;          /* links have the prices */
    int64_t *price;         /* [links of the network] */
    rd_wide offered_a_tick; /* at these prices */
    struct rd_multicast_cut *cut;
    size_t cut_count;
    int64_t *potential; /* [hosts * counted kinds] */
    struct rd_arena *arena;
};

/* What an item of a kind takes on a link of the network. */
static int64_t item_ticks(const struct proof *proof, uint32_t link, uint32_t kind)
{
    struct rd_link_cost cost =
        rd_link_cost(proof->instance, proof->multicast->network.number[link]);
    return rd_whole_ticks(rd_moving_s(cost, rd_kind_bytes(proof->instance, kind)), proof->tick_s);
}

/* Finds the tick, and what divides all times. Returns: false where nothing takes any. */
static bool read_times(struct proof *proof, struct rd_arena *scratch)
{
    const struct rd_network *network = &proof->multicast->network;
    const struct rd_instance *instance = proof->instance;
    rd_arena_borrow(scratch);
    double *time_s = NULL, before = NAN;
    size_t count = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        double bytes = rd_kind_bytes(instance, kind);
        for (uint32_t link = 0; link < network->link_count && bytes != before; link++) {
            struct rd_link_cost cost = rd_link_cost(instance, network->number[link]);
            double item_s = rd_moving_s(cost, bytes);
            if (item_s > 0)
                rd_arena_add(scratch, time_s, count, item_s);
            if (cost.latency_s > 0)
                rd_arena_add(scratch, time_s, count, cost.latency_s);
            if (network->costs_equal)
                break;
        }
        before = bytes;
    }
    if (count == 0 || count > UINT32_MAX)
        return false;
    proof->tick_s = rd_tick_of(time_s, (uint32_t)count, scratch);
    for (size_t i = 0; i < count; i++)
        proof->grid = rd_gcd(rd_whole_ticks(time_s[i], proof->tick_s), proof->grid);
    return proof->grid > 0;
}

/* The kind whose items are the largest. */
static uint32_t largest_kind(const struct rd_instance *instance)
{
    uint32_t largest = 0;
    for (uint32_t kind = 1; kind < instance->kind_count; kind++)
        if (rd_kind_bytes(instance, kind) > rd_kind_bytes(instance, largest))
            largest = kind;
    return largest;
}

/* A link of a port that has a place for each costs the more the quicker it is, so that whatever it
 * carries in a second costs the same. Returns: false where an item takes no time on one. */
static bool price_links(struct proof *proof)
{
    int64_t least = 1;
    uint32_t kind = largest_kind(proof->instance);
    for (uint32_t i = 0; i < proof->links.count; i++) {
        int64_t item = item_ticks(proof, rd_port_link(&proof->links, i), kind);
        if (item == 0)
            return false;
        least = rd_lcm(least, item, TOP);
    }
    for (uint32_t i = 0; i < proof->links.count; i++) {
        uint32_t link = rd_port_link(&proof->links, i);
        proof->price[link] = proof->of_links ? least / item_ticks(proof, link, kind) : 1;
        proof->offered_a_tick += proof->of_links ? proof->price[link] : 0;
    }
    return true;
}

/* What an item of a kind pays at least to pass one of some links. */
static int64_t least_paid(const struct proof *proof, const struct rd_port_links *links,
                          uint32_t kind)
{
    rd_wide least = RD_PRICE_LIMIT;
    for (uint32_t i = 0; i < links->count; i++) {
        uint32_t link = rd_port_link(links, i);
        rd_wide paid = (rd_wide)proof->price[link] * item_ticks(proof, link, kind);
        least = paid < least ? paid : least;
    }
    return (int64_t)least;
}

static void add_cut(struct proof *proof, const struct rd_multicast_piece *piece, uint32_t sink,
                    int64_t weight, size_t first, size_t count)
{
    struct rd_multicast_cut cut = {piece->number, sink, weight, first, count};
    rd_arena_add(proof->arena, proof->cut, proof->cut_count, cut);
}

/* Cuts: the receiver alone, every host but the sender, or on a bus each sink by itself. Members are
 * all hosts in their order, but for the sender. */
static void add_cuts(struct proof *proof, uint32_t hosts)
{
    const struct rd_multicast *multicast = proof->multicast;
    const struct rd_port_loads *of = proof->of;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        if (!of->receives && piece->holder_count == 1 && piece->holder[0] == of->host)
            add_cut(proof, piece, piece->sink[0], least_paid(proof, &proof->links, piece->kind), 0,
                    hosts - 1);
        for (uint32_t j = 0; j < piece->sink_count && of->receives; j++) {
            uint32_t sink = piece->sink[j];
            struct rd_port_links into = rd_port_links_of(&multicast->network, sink, true);
            if (of->host == sink || of->host == RD_NO_HOST)
                add_cut(proof, piece, sink, least_paid(proof, &into, piece->kind), sink, 1);
        }
    }
}

/* Potentials: what has to come to a host or to leave it pays there; on a bus what has to leave any.
 */
static void add_potentials(struct proof *proof, uint32_t hosts)
{
    const struct rd_instance *instance = proof->instance;
    uint32_t counted = instance->copies->first_kind;
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < counted; kind++) {
            int64_t surplus = rd_load(instance, host, kind) - rd_target(instance, host, kind);
            bool is_port = host == proof->of->host;
            bool comes = is_port && proof->of->receives && surplus < 0;
            bool leaves =
                surplus > 0 && (proof->of->host == RD_NO_HOST || (is_port && !proof->of->receives));
            int64_t paid = comes || leaves ? least_paid(proof, &proof->links, kind) : 0;
            proof->potential[(size_t)host * counted + kind] = comes ? -paid : paid;
        }
}

/* Claims as much as the certificate shows: what is found, or a date before, and then later ones,
 * for as long as what is needed is above what is offered. */
static const struct rd_multicast_certificate *
claim_most(const struct proof *proof, struct rd_multicast_certificate certificate,
           struct rd_arena *scratch, struct rd_price_verdict *ret_verdict)
{
    int64_t grid = proof->grid;
    double found = ceil(proof->of->seconds / proof->tick_s / (double)grid * (1 - 1e-12));
    struct rd_error error;
    struct rd_price_verdict verdict;
    if (!(found >= 1 && found < (double)(TOP / grid)))
        return NULL;
    struct rd_multicast_certificate *shown = NULL;
    int64_t date = (int64_t)found * grid;
    for (int tries = 0; tries < 8 && date > 0; tries++) {
        certificate.ticks = date;
        if (!rd_multicast_certificate_check(proof->instance, &certificate, scratch, &verdict,
                                            &error)) {
            if (shown)
                break;
            date -= grid;
            continue;
        }
        shown = rd_arena_copy(proof->arena, &certificate, 1, sizeof certificate);
        *ret_verdict = verdict;
        rd_wide later = (verdict.needed - verdict.offered - 1) / proof->offered_a_tick;
        if (later < grid || later > TOP)
            break;
        date += (int64_t)later / grid * grid;
    }
    return shown;
}

/* The port's price or those of its links, as certificates have them. */
static void put_prices(const struct proof *proof, int64_t *port_price, int64_t *link_price)
{
    const struct rd_network *network = &proof->multicast->network;
    if (!proof->of_links) {
        port_price[proof->of->host] = 1;
        return;
    }
    for (uint32_t i = 0; i < proof->links.count; i++) {
        uint32_t link = rd_port_link(&proof->links, i);
        link_price[network->number[link]] = proof->price[link];
    }
}

const struct rd_multicast_certificate *rd_port_loads_certify(const struct rd_multicast *multicast,
                                                             const struct rd_port_loads *loads,
                                                             struct rd_arena *arena,
                                                             struct rd_arena *scratch,
                                                             struct rd_price_verdict *ret_verdict)
{
    const struct rd_network *network = &multicast->network;
    const struct rd_instance *instance = network->instance;
    uint32_t n = network->host_count;
    rd_arena_borrow(scratch);
    struct rd_port_loads of = *loads;
    struct proof proof = {.multicast = multicast, .instance = instance, .of = &of, .arena = arena};
    if (!(loads->seconds > 0) || (uint64_t)multicast->piece_count * n > HOST_TIMES_LIMIT ||
        (uint64_t)network->link_count * n > HOST_TIMES_LIMIT || !read_times(&proof, scratch))
        return NULL;
    if (multicast->bus) {
        of.host = RD_NO_HOST;
        of.receives = true;
        proof.links = (struct rd_port_links){0, network->link_count, NULL};
        proof.offered_a_tick = 1;
    } else {
        proof.links = rd_port_links_of(network, of.host, of.receives);
        proof.of_links = network->all_ports || network->ports[of.host] >= proof.links.count;
        proof.offered_a_tick = proof.of_links ? 0 : network->ports[of.host];
    }
    proof.price = rd_take(scratch, network->link_count, int64_t);
    proof.potential = rd_take(arena, (size_t)n * instance->copies->first_kind, int64_t);
    if (!price_links(&proof))
        return NULL;
    int64_t *send = rd_take(arena, n, int64_t), *receive = rd_take(arena, n, int64_t);
    int64_t *link_price = rd_take(arena, rd_link_count(&instance->topology), int64_t);
    if (!multicast->bus)
        put_prices(&proof, of.receives ? receive : send, link_price);
    uint32_t *member = rd_take(arena, n, uint32_t), members = 0;
    for (uint32_t host = 0; host < n; host++)
        if (of.receives || host != of.host)
            member[members++] = host;
    add_cuts(&proof, n);
    add_potentials(&proof, n);
    return claim_most(&proof,
                      (struct rd_multicast_certificate){.tick_s = proof.tick_s,
                                                        .send_price = send,
                                                        .receive_price = receive,
                                                        .link_price = link_price,
                                                        .bus_price = multicast->bus,
                                                        .potential = proof.potential,
                                                        .cut_count = proof.cut_count,
                                                        .member_count = members,
                                                        .cut = proof.cut,
                                                        .member = member},
                      scratch, ret_verdict);
}
