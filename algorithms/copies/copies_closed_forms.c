/* copies-pipeline, copies-direct: closed forms where all links cost the same, without latency.
 *
 * Pipeline. One host holds all D items and all others want them, on a one-way ring of n hosts or on
 * a line from its end: every host gives each item on as soon as it has it, and all is done after D
 * + n - 2 items. The last of D first copies leaves after D - 1, and then has n - 1 links before it.
 * Behind a switch with one port it is D - 1 + ceil(log2 n) (switch/circulant.h). On a two-way ring
 * of an even number of hosts with one port it is T = D - 1 + n / 2: the last of D first copies
 * leaves after D - 1, and the farthest host is n / 2 away. Two first messages carry item i: one
 * leaves the root at date i, and one at 2 D - 1 - i, before T. What leaves at an even date goes one
 * way round, what leaves at an odd date the other way, to the next host at each date, until T or
 * until it has been to all. So an item comes to min(n - 1, T - i) hosts on the one way, and to the
 * other n - 1 - (T - i) = T - (2 D - 1 - i) on the other, if there are any. No two messages meet at
 * a port: with n even, x hosts behind the root one way, what left at t is sent at t + x, and what
 * left at u the other way at u + n - x, where t and u differ by an odd number.
 *
 * Direct, on a switch with one port, nothing is relayed. Scatter: one host holds all D items, and
 * each is wanted by one other: D, its port. Gather: one host wants all D that it does not hold,
 * from one holder each: D, its port. Allgather: each of n hosts holds d items that all want: in
 * step r host i sends its own to host i + r mod n: d (n - 1), every port. Source: folklore, and
 * Traeff for the switch; the bounds are copies-first-copy and copies-sink. */
#include "schedule.h"

#include "algorithms/algorithm.h"
#include "algorithms/switch/circulant.h"
#include "sim/base/integers.h"

#include <inttypes.h>

/* Do all messages of one item last equally long, without latency and without sharing links? */
static bool are_items_alike(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    for (uint32_t kind = 1; copies->bytes && kind < copies->count; kind++)
        if (copies->bytes[kind] != copies->bytes[0])
            return rd_refuse(reterr, "items of several sizes: one size is accepted");
    if (copies->first_kind > 0)
        return rd_refuse(reterr, "kinds without a name have loads beside those with one: named "
                                 "kinds alone are accepted");
    if (!rd_costs_are_equal(instance) || rd_has_latency(instance))
        return rd_refuse(reterr, "links that differ, or have latency: equal costs are accepted");
    return !instance->shared && !instance->may_slow
               ? true
               : rd_refuse(reterr, "routes share links: links apart are accepted");
}

/* The one holder of a piece; RD_NO_HOST: it has several. */
static uint32_t holder_of(const struct rd_copies *copies, uint32_t piece)
{
    uint32_t first = copies->held_first[piece];
    return copies->held_first[piece + 1] == first + 1 ? copies->held[first] : RD_NO_HOST;
}

/* How many hosts want a piece and do not hold it; the last of them in *ret_sink. */
static uint32_t count_sinks(const struct rd_copies *copies, uint32_t piece, uint32_t *ret_sink)
{
    uint32_t count = 0;
    for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1]; i++)
        if (!rd_piece_is_held(copies, piece, copies->wanted[i])) {
            *ret_sink = copies->wanted[i];
            count++;
        }
    return count;
}

/* Does one host hold everything, and all others want it? */
static bool is_broadcast(const struct rd_instance *instance)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t sink;
    for (uint32_t piece = 0; piece < copies->piece_count; piece++)
        if (holder_of(copies, piece) == RD_NO_HOST ||
            holder_of(copies, piece) != holder_of(copies, 0) ||
            count_sinks(copies, piece, &sink) != instance->topology.host_count - 1)
            return false;
    return true;
}

/* The only host that a link leads to from this one, other than the one before it; RD_NO_HOST: none;
 * its own number: several. In: a one-way ring or a graph. */
static uint32_t next_host(const struct rd_topology *topology, uint32_t host, uint32_t before)
{
    if (topology->shape == RD_RING)
        return topology->host_count > 1 ? (host + 1) % topology->host_count : RD_NO_HOST;
    const struct rd_adjacency *links = topology->adjacency;
    uint32_t next = RD_NO_HOST;
    for (uint32_t link = links->first[host]; link < links->first[host + 1]; link++) {
        if (links->to[link] == before)
            continue;
        if (next != RD_NO_HOST)
            return host;
        next = links->to[link];
    }
    return next;
}

/* How many hosts are on the only way from one; 0: there are several ways. */
static uint32_t way_length(const struct rd_topology *topology, uint32_t first)
{
    uint32_t count = 1, before = RD_NO_HOST;
    for (uint32_t host = first;; count++) {
        uint32_t next = next_host(topology, host, before);
        if (next == host)
            return 0;
        if (next == RD_NO_HOST || next == first || count == topology->host_count)
            return count;
        before = host;
        host = next;
    }
}

/* Behind a switch, and on a two-way ring, each message of each item is listed. */
static bool accepts_messages(const struct rd_instance *instance, struct rd_error *reterr)
{
    const struct rd_topology *topology = &instance->topology;
    const struct rd_copies *copies = instance->copies;
    double deliveries = 0;
    for (uint32_t piece = 0; piece < copies->piece_count; piece++)
        deliveries += (double)copies->items[piece] * topology->host_count;
    if (topology->shape == RD_RING && topology->host_count % 2 == 1)
        return rd_refuse(reterr, "%" PRIu32 " hosts on a two-way ring: an even number is accepted",
                         topology->host_count);
    if (!rd_has_one_port(instance))
        return rd_refuse(reterr, "several ports on a %s: one is accepted",
                         topology->shape == RD_RING ? "two-way ring" : "switch");
    return deliveries <= (double)RD_SCHEDULE_DELIVERY_LIMIT ||
           rd_refuse(reterr, "%.0f items times hosts: at most %.0f are accepted here", deliveries,
                     (double)RD_SCHEDULE_DELIVERY_LIMIT);
}

/* Is each message listed? */
static bool lists_messages(const struct rd_topology *topology)
{
    return topology->shape == RD_SWITCH ||
           (topology->shape == RD_RING && topology->direction == RD_TWO_WAY);
}

static bool accepts_pipeline(RD_ACCEPTS_PARAMETERS)
{
    const struct rd_topology *topology = &instance->topology;
    if (!are_items_alike(instance, reterr))
        return false;
    if (topology->shape != RD_GRAPH && topology->shape != RD_SWITCH && topology->shape != RD_RING)
        return rd_refuse(reterr, "a %s: rings, lines and switches are accepted",
                         rd_shape_name(topology->shape));
    if (!is_broadcast(instance))
        return rd_refuse(reterr, "one host that holds all items, and all others that want them, "
                                 "are accepted");
    if (lists_messages(topology))
        return accepts_messages(instance, reterr);
    return way_length(topology, holder_of(instance->copies, 0)) == topology->host_count ||
           rd_refuse(reterr,
                     "several ways from %s, or hosts beside the way: a one-way ring, or a "
                     "line from its end, is accepted",
                     rd_label(instance, holder_of(instance->copies, 0)));
}

/* Sends some items of a piece to a host, an item a message. */
static void send_items(const struct rd_instance *instance, uint32_t piece, int64_t first,
                       int64_t count, uint32_t from, uint32_t to, struct rd_arena *arena,
                       struct rd_plan *plan)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t named = 0;
    while (copies->piece[named + 1] <= piece)
        named++;
    rd_plan_add_copies(plan, arena,
                       (struct rd_transfer){.from = from,
                                            .to = to,
                                            .kind = (int32_t)(copies->first_kind + named),
                                            .items = 1,
                                            .messages = count},
                       copies->first_item[piece] + first);
}

/* Sends a piece. */
static void send(const struct rd_instance *instance, uint32_t piece, uint32_t from, uint32_t to,
                 struct rd_arena *arena, struct rd_plan *plan)
{
    send_items(instance, piece, 0, instance->copies->items[piece], from, to, arena, plan);
}

/* Sends an item of all, which come piece after piece. In: begin, before which as many are. */
static void send_one(const struct rd_instance *instance, const int64_t *begin, int64_t item,
                     uint32_t from, uint32_t to, struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t low = 0, high = instance->copies->piece_count;
    RD_FIND_FIRST(low, high, piece, begin[piece + 1] > item);
    send_items(instance, low, item - begin[low], 1, from, to, arena, plan);
}

/* Before each piece so many items are; the last number is of all. */
static const int64_t *list_begins(const struct rd_copies *copies, struct rd_arena *arena)
{
    int64_t *begin = rd_take(arena, (size_t)copies->piece_count + 1, int64_t);
    for (uint32_t piece = 0; piece < copies->piece_count; piece++)
        begin[piece + 1] = begin[piece] + copies->items[piece];
    return begin;
}

/* Round after round; the first item is sent so late that the last one begins q rounds. What comes
 * behind the last item is this one, once. */
static void plan_switch(const struct rd_instance *instance, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t n = instance->topology.host_count, root = holder_of(copies, 0);
    rd_arena_borrow(scratch);
    const int64_t *begin = list_begins(copies, scratch);
    bool *has_last = rd_take(scratch, n, bool);
    struct rd_circulant circulant = rd_circulant_find(n, scratch);
    int64_t last = begin[copies->piece_count] - 1, q = circulant.rounds;
    int64_t late = (q - last % q) % q;
    for (int64_t round = late; round < last + q + late; round++)
        for (uint32_t host = 1; host < n; host++) {
            int64_t k = round % q, item = circulant.item[host * q + k] - late + round - k;
            if (item < 0 || (item >= last && has_last[host]))
                continue;
            has_last[host] |= item >= last;
            uint32_t from = (host + n - circulant.skip[k]) % n;
            send_one(instance, begin, rd_least(item, last), (root + from) % n, (root + host) % n,
                     arena, plan);
        }
}

/* Date after date, whatever left the root so late that it has not been to all other hosts. */
static void plan_two_way(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t n = instance->topology.host_count, root = holder_of(copies, 0);
    rd_arena_borrow(scratch);
    const int64_t *begin = list_begins(copies, scratch);
    int64_t count = begin[copies->piece_count], end = count - 1 + n / 2;
    for (int64_t date = 0; date < end; date++)
        for (int64_t left = rd_greatest(0, date + 2 - n); left <= rd_least(date, 2 * count - 1);
             left++) {
            uint32_t hop = (uint32_t)(date - left);
            bool back = left % 2 == 1;
            uint32_t from = (root + (back ? n - hop : hop)) % n;
            send_one(instance, begin, left < count ? left : 2 * count - 1 - left, from,
                     (from + (back ? n - 1 : 1)) % n, arena, plan);
        }
}

static bool plan_pipeline(RD_PLAN_PARAMETERS)
{
    const struct rd_copies *copies = instance->copies;
    const struct rd_topology *topology = &instance->topology;
    uint32_t host = holder_of(copies, 0), before = RD_NO_HOST;
    ret_plan->timing = RD_SELF_TIMED;
    if (lists_messages(topology)) {
        if (copies->piece_count > 0 && topology->host_count > 1)
            (topology->shape == RD_RING ? plan_two_way : plan_switch)(instance, arena, scratch,
                                                                      ret_plan);
        return true;
    }
    for (uint32_t hop = 1; hop < topology->host_count; hop++) {
        uint32_t next = next_host(topology, host, before);
        for (uint32_t piece = 0; piece < copies->piece_count; piece++)
            send(instance, piece, host, next, arena, ret_plan);
        before = host;
        host = next;
    }
    return true;
}

enum pattern { NO_PATTERN, SCATTER, GATHER, ALLGATHER };

/* Does each host hold as many items, that all others want? */
static bool is_allgather(const struct rd_instance *instance, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_copies *copies = instance->copies;
    uint32_t n = instance->topology.host_count, sink;
    int64_t *items = rd_take(scratch, n, int64_t);
    for (uint32_t piece = 0; piece < copies->piece_count; piece++) {
        uint32_t holder = holder_of(copies, piece);
        if (holder == RD_NO_HOST || count_sinks(copies, piece, &sink) != n - 1)
            return false;
        items[holder] += copies->items[piece];
    }
    for (uint32_t host = 1; host < n; host++)
        if (items[host] != items[0])
            return false;
    return true;
}

static enum pattern pattern_of(const struct rd_instance *instance, struct rd_arena *scratch)
{
    const struct rd_copies *copies = instance->copies;
    bool scatter = true, gather = true;
    uint32_t first = RD_NO_HOST, root = RD_NO_HOST;
    for (uint32_t piece = 0; piece < copies->piece_count; piece++) {
        uint32_t sink = RD_NO_HOST, holder = holder_of(copies, piece);
        uint32_t sinks = count_sinks(copies, piece, &sink);
        if (sinks == 0)
            continue;
        first = first == RD_NO_HOST ? sink : first;
        root = root == RD_NO_HOST ? holder : root;
        scatter &= sinks == 1 && holder != RD_NO_HOST && holder == root;
        gather &= sinks == 1 && holder != RD_NO_HOST && sink == first;
    }
    if (scatter || gather)
        return scatter ? SCATTER : GATHER;
    return is_allgather(instance, scratch) ? ALLGATHER : NO_PATTERN;
}

static bool accepts_direct(RD_ACCEPTS_PARAMETERS)
{
    rd_arena_own(own);
    return are_items_alike(instance, reterr) &&
           (instance->topology.shape == RD_SWITCH ||
            rd_refuse(reterr, "a %s: a switch is accepted",
                      rd_shape_name(instance->topology.shape))) &&
           (pattern_of(instance, &own) != NO_PATTERN ||
            rd_refuse(reterr, "neither scatter, nor gather, nor allgather of as many items each: "
                              "these are accepted"));
}

static bool plan_direct(RD_PLAN_PARAMETERS)
{
    const struct rd_copies *copies = instance->copies;
    uint32_t n = instance->topology.host_count, sink;
    enum pattern pattern = pattern_of(instance, scratch);
    ret_plan->timing = RD_SELF_TIMED;
    for (uint32_t step = 1; pattern == ALLGATHER && step < n; step++)
        for (uint32_t piece = 0; piece < copies->piece_count; piece++) {
            uint32_t holder = holder_of(copies, piece);
            send(instance, piece, holder, (holder + step) % n, arena, ret_plan);
        }
    for (uint32_t piece = 0; pattern != ALLGATHER && piece < copies->piece_count; piece++)
        if (count_sinks(copies, piece, &sink) > 0)
            send(instance, piece, holder_of(copies, piece), sink, arena, ret_plan);
    return true;
}

const struct rd_algorithm copies_pipeline = {
    .name = "copies-pipeline",
    .summary = "broadcast on a ring, on a line from its end, behind a switch, links alike",
    .source = "[traff2023] behind a switch; else folklore",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_COPIES),
    .guarantee = RD_OPTIMAL,
    .accepts = accepts_pipeline,
    .plan = plan_pipeline,
};

const struct rd_algorithm copies_direct = {
    .name = "copies-direct",
    .summary = "scatter, gather and allgather on a switch with one port, links alike",
    .source = "none: folklore",
    .shape = RD_SWITCH,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_COPIES),
    .guarantee = RD_OPTIMAL,
    .accepts = accepts_direct,
    .plan = plan_direct,
};
