#include "host_cuts.h"

#include "algorithms/kernels/max_flow.h"

#include <math.h>

/* Digits of all items together, as capacities. */
enum { DIGITS = 44 };

static double weight_of(const struct rd_multicast *multicast,
                        const struct rd_multicast_piece *piece)
{
    return (double)piece->items * multicast->size[piece->length];
}

static bool wants(const struct rd_multicast_piece *piece, uint32_t host)
{
    for (uint32_t i = 0; i < piece->sink_count; i++)
        if (piece->sink[i] == host)
            return true;
    return false;
}

/* How long all that has to enter a set takes over all links into it. */
static double cut_s(const struct rd_multicast *multicast, const bool *member)
{
    const struct rd_network *network = &multicast->network;
    double demand = 0, rate = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        bool holds = false, needs = false;
        for (uint32_t j = 0; j < piece->holder_count; j++)
            holds |= member[piece->holder[j]];
        for (uint32_t j = 0; j < piece->sink_count; j++)
            needs |= member[piece->sink[j]];
        demand += needs && !holds ? weight_of(multicast, piece) : 0;
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        if (!member[network->from[link]] && member[network->to[link]])
            rate += 1 / network->item_s[link];
    return demand > 0 ? demand / rate : 0;
}

/* Keeps a set if it takes longer than the best. */
static bool try_cut(const struct rd_multicast *multicast, const bool *member,
                    struct rd_host_cut *best)
{
    double seconds = cut_s(multicast, member);
    if (!(seconds > best->seconds * (1 + 1e-9)))
        return false;
    best->seconds = seconds;
    for (uint32_t host = 0; host < multicast->network.host_count; host++)
        best->member[host] = member[host];
    return true;
}

/* Is a piece among those that a flow carries: what a sink wants; for the number of hosts, what only
 * one host wants, each to its own? */
static bool is_carried(const struct rd_multicast *multicast, const struct rd_multicast_piece *piece,
                       uint32_t sink)
{
    return sink == multicast->network.host_count ? piece->sink_count == 1 : wants(piece, sink);
}

/* The hosts that cannot get what a flow has to carry to them by a time; false: they can. */
static bool find_short(const struct rd_multicast *multicast, uint32_t sink, double seconds,
                       bool *member, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_network *network = &multicast->network;
    uint32_t n = network->host_count, pieces = 0, holders = 0;
    double all = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++)
        if (is_carried(multicast, &multicast->piece[i], sink)) {
            pieces++;
            holders += multicast->piece[i].holder_count;
            all += weight_of(multicast, &multicast->piece[i]);
        }
    if (pieces == 0)
        return false;
    /* Nodes: hosts, what each of them wants together, pieces, the source. */
    double scale = ldexp(1, DIGITS - ilogb(all));
    uint32_t node = n + 1, source = node + pieces;
    struct rd_flow flow =
        rd_flow_make(source + 1, network->link_count + 2 * pieces + holders, scratch);
    int64_t wanted = 0;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        if (!is_carried(multicast, piece, sink))
            continue;
        int64_t weight = (int64_t)(weight_of(multicast, piece) * scale);
        wanted += weight;
        rd_flow_add(&flow, source, node, weight);
        for (uint32_t j = 0; j < piece->holder_count; j++)
            rd_flow_add(&flow, node, piece->holder[j], weight);
        rd_flow_add(&flow, sink == n ? piece->sink[0] : sink, n, weight);
        node++;
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        rd_flow_add(&flow, network->from[link], network->to[link],
                    (int64_t)fmin(ceil(seconds / network->item_s[link] * scale), 0x1p59));
    if (rd_flow_maximize(&flow, source, n, scratch) >= wanted)
        return false;
    for (uint32_t host = 0; host < n; host++)
        member[host] = !rd_flow_is_near(&flow, host);
    return true;
}

struct rd_host_cut rd_host_cut_find(const struct rd_multicast *multicast, struct rd_arena *arena,
                                    struct rd_arena *scratch)
{
    uint32_t n = multicast->network.host_count;
    struct rd_host_cut best = {.member = rd_take(arena, n, bool)};
    rd_arena_borrow(scratch);
    bool *member = rd_take(scratch, n, bool);
    for (uint32_t host = 0; host < n; host++) {
        member[host] = true;
        try_cut(multicast, member, &best);
        member[host] = false;
    }
    for (uint32_t sink = 0; sink <= n; sink++)
        while (find_short(multicast, sink, best.seconds, member, scratch) &&
               try_cut(multicast, member, &best)) {
        }
    return best;
}
