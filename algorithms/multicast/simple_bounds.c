#include "simple_bounds.h"

#include "uplink.h"

#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>

struct rd_multicast_bound rd_distance_bound(const struct rd_multicast *multicast)
{
    struct rd_multicast_bound bound = {.host = RD_NO_HOST};
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        for (uint32_t sink = 0; sink < piece->sink_count; sink++) {
            double seconds = rd_multicast_nearest_s(multicast, piece, piece->sink[sink]);
            if (seconds > bound.seconds)
                bound = (struct rd_multicast_bound){
                    .seconds = seconds, .piece = i, .host = piece->sink[sink]};
        }
    }
    return bound;
}

/* The quickest message of one item of a length, with its latency or without. */
static double quickest_s(const struct rd_multicast *multicast, uint32_t length, bool latencies)
{
    const struct rd_network *network = &multicast->network;
    double least_s = INFINITY;
    for (uint32_t link = 0; link < network->link_count; link++)
        least_s = fmin(least_s, latencies ? rd_multicast_message_s(multicast, length, link, 1)
                                          : multicast->size[length] * network->item_s[link]);
    return least_s;
}

/* The most messages that any host sends, or receives, at a time. */
static double most_ports(const struct rd_multicast *multicast, bool receives)
{
    uint32_t most = 1;
    for (uint32_t host = 0; host < multicast->network.host_count; host++) {
        uint32_t ports = rd_multicast_ports(multicast, host, receives);
        most = ports > most ? ports : most;
    }
    return most;
}

/* How many times holders have to multiply by `factor` to be `wanted`. */
static double multiplications(double holders, double wanted, double factor)
{
    double times = 0;
    for (; holders < wanted; times++)
        holders *= factor;
    return times;
}

struct rd_multicast_bound rd_doubling_bound(const struct rd_multicast *multicast)
{
    struct rd_multicast_bound bound = {.host = RD_NO_HOST};
    double factor = 1 + most_ports(multicast, false);
    for (uint32_t length = 0; length < multicast->length_count; length++) {
        double message_s = quickest_s(multicast, length, true);
        for (uint32_t i = 0; i < multicast->piece_count; i++) {
            const struct rd_multicast_piece *piece = &multicast->piece[i];
            double times = multiplications(piece->holder_count,
                                           (double)piece->holder_count + piece->sink_count, factor);
            if (piece->length == length && message_s * times > bound.seconds)
                bound = (struct rd_multicast_bound){
                    .seconds = message_s * times, .piece = i, .host = RD_NO_HOST, .items = times};
        }
    }
    return bound;
}

/* A piece in the order in which a port's bound looks at them: what has most before or behind it
 * first. */
struct ranked {
    double rest_s;
    uint32_t host, piece;
};

static int by_host_and_rest(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->host != b->host)
        return rd_order(a->host, b->host);
    if (a->rest_s != b->rest_s)
        return rd_order(b->rest_s, a->rest_s);
    return rd_order(a->piece, b->piece);
}

/* The least latency, and time of an item of size 1 besides it, over a port's links. */
static void cheapest(const struct rd_network *network, uint32_t host, bool receives,
                     double *ret_latency_s, double *ret_item_s)
{
    struct rd_port_links port = rd_port_links_of(network, host, receives);
    *ret_latency_s = *ret_item_s = INFINITY;
    for (uint32_t i = 0; i < port.count; i++) {
        uint32_t link = rd_port_link(&port, i);
        *ret_latency_s = fmin(*ret_latency_s, network->latency_s[link]);
        *ret_item_s = fmin(*ret_item_s, network->item_s[link]);
    }
}

/* The greatest bound of a port over all thresholds of the rest: all items with as much of it or
 * more pass the port. Without latency items go one by one, and the first is counted in the rest;
 * with it they may go together, and all of them are counted. */
static struct rd_multicast_bound over_thresholds(const struct rd_multicast *multicast,
                                                 struct ranked *ranked, size_t count, bool receives)
{
    const struct rd_network *network = &multicast->network;
    struct rd_multicast_bound bound = {.host = RD_NO_HOST};
    double items = 0, size = INFINITY, latency_s = 0, item_s = 0;
    qsort(ranked, count, sizeof *ranked, by_host_and_rest);
    for (size_t i = 0; i < count; i++) {
        uint32_t host = ranked[i].host;
        const struct rd_multicast_piece *piece = &multicast->piece[ranked[i].piece];
        if (i == 0 || host != ranked[i - 1].host) {
            items = 0;
            size = INFINITY;
            cheapest(network, host, receives, &latency_s, &item_s);
        }
        items += (double)piece->items;
        size = fmin(size, multicast->size[piece->length]);
        double ports = rd_multicast_ports(multicast, host, receives);
        double busy_s = network->has_latency ? latency_s + items / ports * size * item_s
                                             : floor((items - 1) / ports) * size * item_s;
        if (busy_s + ranked[i].rest_s > bound.seconds)
            bound = (struct rd_multicast_bound){.seconds = busy_s + ranked[i].rest_s,
                                                .piece = ranked[i].piece,
                                                .host = host,
                                                .items = items,
                                                .rest_s = ranked[i].rest_s};
    }
    return bound;
}

/* What a piece of one holder needs from the date at which the first copy of its last item starts
 * to leave; with latency, from the date at which it has arrived. */
static double behind_first_copy_s(const struct rd_multicast *multicast,
                                  const struct rd_multicast_piece *piece, double factor,
                                  double message_s)
{
    const struct rd_network *network = &multicast->network;
    struct rd_port_links port = rd_port_links_of(network, piece->holder[0], false);
    bool arrived = network->has_latency;
    double most_s =
        message_s * multiplications(arrived ? factor : 1, 1.0 + piece->sink_count, factor);
    for (uint32_t sink = 0; sink < piece->sink_count; sink++) {
        double least_s = INFINITY;
        for (uint32_t i = 0; i < port.count && arrived; i++)
            least_s = fmin(least_s, rd_multicast_distance_s(multicast, piece->length,
                                                            rd_port_neighbour(network, &port, i),
                                                            piece->sink[sink]));
        if (!arrived)
            least_s = rd_multicast_distance_s(multicast, piece->length, piece->holder[0],
                                              piece->sink[sink]);
        most_s = fmax(most_s, least_s);
    }
    return most_s;
}

/* The greatest over all thresholds of what the last item's copies need, where first copies share
 * what can leave their host. */
static struct rd_multicast_bound over_uplinks(const struct rd_multicast *multicast,
                                              struct ranked *ranked, size_t count,
                                              struct rd_arena *scratch)
{
    struct rd_multicast_bound bound = {.host = RD_NO_HOST};
    struct rd_uplinks uplinks;
    double items = 0, sizes = 0;
    if (!rd_uplinks_find(multicast, scratch, scratch, &uplinks))
        return bound;
    for (size_t i = 0; i < count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[ranked[i].piece];
        ranked[i].rest_s = rd_uplinks_rest_s(&uplinks, piece->length, 1 + piece->sink_count);
    }
    qsort(ranked, count, sizeof *ranked, by_host_and_rest);
    for (size_t i = 0; i < count; i++) {
        uint32_t host = ranked[i].host;
        const struct rd_multicast_piece *piece = &multicast->piece[ranked[i].piece];
        if (i == 0 || host != ranked[i - 1].host)
            items = sizes = 0;
        items += (double)piece->items;
        sizes += (double)piece->items * multicast->size[piece->length];
        double end_s = uplinks.latency_s + sizes / uplinks.leaves[host] + ranked[i].rest_s;
        if (end_s > bound.seconds)
            bound = (struct rd_multicast_bound){.seconds = end_s,
                                                .piece = ranked[i].piece,
                                                .host = host,
                                                .items = items,
                                                .rest_s = ranked[i].rest_s};
    }
    return bound;
}

struct rd_multicast_bound rd_first_copy_bound(const struct rd_multicast *multicast,
                                              struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct ranked *ranked = rd_take(scratch, multicast->piece_count, struct ranked);
    double factor = 1 + most_ports(multicast, false);
    double *message_s = rd_take(scratch, multicast->length_count, double);
    for (uint32_t length = 0; length < multicast->length_count; length++)
        message_s[length] = quickest_s(multicast, length, true);
    size_t count = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        if (piece->holder_count == 1)
            ranked[count++] = (struct ranked){
                behind_first_copy_s(multicast, piece, factor, message_s[piece->length]),
                piece->holder[0], i};
    }
    struct rd_multicast_bound ports = over_thresholds(multicast, ranked, count, false);
    struct rd_multicast_bound links = over_uplinks(multicast, ranked, count, scratch);
    return links.seconds > ports.seconds ? links : ports;
}

/* What is before the port of a sink: until an item can have come; with latency, until it can have
 * come to a neighbour. */
static double before_sink_s(const struct rd_multicast *multicast,
                            const struct rd_multicast_piece *piece, uint32_t sink)
{
    const struct rd_network *network = &multicast->network;
    struct rd_port_links port = rd_port_links_of(network, sink, true);
    if (!network->has_latency)
        return rd_multicast_nearest_s(multicast, piece, sink);
    double least_s = INFINITY;
    for (uint32_t i = 0; i < port.count; i++)
        least_s = fmin(least_s, rd_multicast_nearest_s(multicast, piece,
                                                       rd_port_neighbour(network, &port, i)));
    return least_s;
}

struct rd_multicast_bound rd_sink_bound(const struct rd_multicast *multicast,
                                        struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct ranked *ranked = rd_take(scratch, multicast->sink_count, struct ranked);
    size_t count = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        for (uint32_t sink = 0; sink < multicast->piece[i].sink_count; sink++) {
            uint32_t host = multicast->piece[i].sink[sink];
            ranked[count++] =
                (struct ranked){before_sink_s(multicast, &multicast->piece[i], host), host, i};
        }
    return over_thresholds(multicast, ranked, count, true);
}

struct rd_multicast_bound rd_growth_bound(const struct rd_multicast *multicast,
                                          struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t n = multicast->network.host_count;
    bool *holds = rd_take(scratch, n, bool), *wants = rd_take(scratch, n, bool);
    double item_s = INFINITY, senders = 0, receivers = 0, delivered = 0, times = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        for (uint32_t j = 0; j < piece->holder_count; j++)
            holds[piece->holder[j]] = true;
        for (uint32_t j = 0; j < piece->sink_count; j++)
            wants[piece->sink[j]] = true;
    }
    for (uint32_t length = 0; length < multicast->length_count; length++)
        item_s = fmin(item_s, quickest_s(multicast, length, false));
    for (uint32_t host = 0; host < n; host++) {
        senders += holds[host];
        receivers += wants[host];
    }
    double out = most_ports(multicast, false), in = most_ports(multicast, true);
    double wanted = (double)multicast->deliveries, at_a_time = multicast->bus ? 1 : receivers * in;
    while (delivered < wanted && senders * out < at_a_time) {
        delivered += senders * out;
        senders *= 1 + out;
        times++;
    }
    if (delivered < wanted)
        times += ceil((wanted - delivered) / at_a_time);
    return (struct rd_multicast_bound){
        .seconds = multicast->piece_count > 0 && item_s > 0 ? item_s * times : 0,
        .host = RD_NO_HOST,
        .items = wanted};
}

double rd_simple_bound_s(const struct rd_multicast *multicast, struct rd_arena *scratch)
{
    double growth_s = rd_growth_bound(multicast, scratch).seconds;
    double ports_s = fmax(rd_first_copy_bound(multicast, scratch).seconds,
                          rd_sink_bound(multicast, scratch).seconds);
    double ways_s =
        fmax(rd_distance_bound(multicast).seconds, rd_doubling_bound(multicast).seconds);
    return fmax(fmax(growth_s, ports_s), ways_s);
}
