/* copies-translated: networks and copies that look the same from every host, without latency, such
 * as an all-to-all on a ring, a torus or a hypercube. What one host's items do, those of every host
 * do at the same time, translated.
 *
 * One port. Pieces of one holder, that one host wants, or all. Host 0's pieces go one after the
 * other, each over the cheapest tree, link after link. Then all hosts send over links that are
 * translations of one, so that no two meet at a port; and every port is busy until the end. The
 * trees are the cheapest that there are, so no schedule is shorter: together the ports would have
 * to be busy for as long.
 *
 * All ports. Items that one host wants each, of one size, links alike, each to a host of which one
 * digit is one more or less. An item crosses as many links as digits differ by, in any order: an
 * edge between item and link of host 0 for each. A colouring of the edges by dates takes as many
 * dates as the busiest link, or the longest way (Koenig). Digits that are half of their radix apart
 * go one way and the other by turns. Where links both ways are as busy no schedule is shorter: the
 * items of all hosts cross that digit's links so often, or one has that way.
 *
 * Source: our own; D. P. Bertsekas et al., "Optimal communication algorithms for hypercubes",
 * Journal of Parallel and Distributed Computing 11 (1991) 263-275, whose hosts do the same,
 * translated. */
#include "schedule.h"

#include "algorithms/algorithm.h"
#include "algorithms/graph/translations.h"
#include "algorithms/kernels/edge_colouring.h"
#include "algorithms/multicast/steiner_cuts.h"
#include "sim/base/integers.h"
#include "sim/model/copies_parts.h"

#include <inttypes.h>
#include <stdlib.h>

#define ALL_HOSTS UINT32_MAX

/* A piece, as it looks from its holder. */
struct view {
    uint32_t holder, length, to; /* ALL_HOSTS: all others want it */
    int64_t items;
    uint32_t piece; /* of the multicast */
};

struct reading {
    struct rd_multicast multicast;
    struct rd_translations by;
    uint32_t count;          /* pieces of each host */
    const struct view *view; /* [hosts * count] by host, in one order for all */
};

static int by_host(const void *left, const void *right)
{
    const struct view *a = left, *b = right;
    return a->holder != b->holder   ? rd_order(a->holder, b->holder)
           : a->to != b->to         ? rd_order(a->to, b->to)
           : a->length != b->length ? rd_order(a->length, b->length)
           : a->items != b->items   ? rd_order(a->items, b->items)
                                    : rd_order(a->piece, b->piece);
}

/* Lists the pieces by host. Returns: are those of all hosts alike? */
static bool list_views(struct reading *reading, struct rd_arena *arena)
{
    const struct rd_multicast *multicast = &reading->multicast;
    uint32_t n = multicast->network.host_count;
    if (multicast->piece_count == 0 || multicast->piece_count % n != 0)
        return false;
    struct view *view = rd_take(arena, multicast->piece_count, struct view);
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        uint32_t holder = piece->holder[0];
        bool all =
            piece->sink_count == n - 1 && (n > 2 || rd_has_one_port(multicast->network.instance));
        if (piece->holder_count > 1 || (piece->sink_count > 1 && !all))
            return false;
        uint32_t to =
            all ? ALL_HOSTS : rd_translation_between(&reading->by, holder, piece->sink[0]);
        view[i] = (struct view){holder, piece->length, to, piece->items, i};
    }
    qsort(view, multicast->piece_count, sizeof *view, by_host);
    reading->view = view;
    reading->count = multicast->piece_count / n;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct view *first = &view[i % reading->count], *of = &view[i];
        if (of->holder != i / reading->count || of->to != first->to ||
            of->length != first->length || of->items != first->items)
            return false;
    }
    return true;
}

/* How often the items of a host cross the links of a digit, ahead and back. */
struct crossings {
    int64_t ahead, back;
};

/* Which way, and how often, an item crosses a digit's links. In: to, where it goes from host 0;
 * tie, which way it goes where both are as long. */
static int64_t cross(const struct reading *reading, uint32_t to, uint32_t digit, bool tie,
                     bool *ret_back)
{
    const struct rd_network *network = &reading->multicast.network;
    const struct rd_translations *by = &reading->by;
    uint32_t radix = by->radix[digit], ahead = rd_translation_digit(by, to, digit);
    uint32_t one = rd_translation_step(by, digit, false);
    uint32_t other = rd_translation_step(by, digit, true);
    bool can_go = rd_network_link_between(network, 0, one) != RD_NO_HOST;
    bool can_return = other != one && rd_network_link_between(network, 0, other) != RD_NO_HOST;
    *ret_back = can_return && (!can_go || 2 * ahead > radix || (2 * ahead == radix && tie));
    return *ret_back ? (radix - ahead) % radix : ahead;
}

/* All ports: are the links of each digit as busy both ways, where there are two? Lists an edge for
 * each item and digit that it crosses. Columns are digits ahead, then back. */
static bool list_edges(const struct reading *reading, struct rd_arena *arena,
                       struct rd_multigraph *ret_graph)
{
    const struct rd_network *network = &reading->multicast.network;
    uint32_t digits = reading->by.digit_count, row = 0;
    struct rd_multi_edge *edge = NULL;
    size_t count = 0;
    struct crossings sum[RD_MOST_DIGITS] = {0};
    uint32_t ties[RD_MOST_DIGITS] = {0};
    for (uint32_t i = 0; i < reading->count; i++)
        for (int64_t item = 0; item < reading->view[i].items; item++, row++)
            for (uint32_t digit = 0; digit < digits; digit++) {
                uint32_t to = reading->view[i].to;
                bool back, tie = 2 * rd_translation_digit(&reading->by, to, digit) ==
                                 reading->by.radix[digit];
                int64_t crossed = cross(reading, to, digit, ties[digit] % 2 == 1, &back);
                ties[digit] += tie;
                *(back ? &sum[digit].back : &sum[digit].ahead) += crossed;
                struct rd_multi_edge of = {row, back ? digits + digit : digit, crossed};
                if (crossed > 0)
                    rd_arena_add(arena, edge, count, of);
            }
    for (uint32_t digit = 0; digit < digits; digit++) {
        uint32_t one = rd_translation_step(&reading->by, digit, false);
        uint32_t other = rd_translation_step(&reading->by, digit, true);
        if (one != other && sum[digit].ahead != sum[digit].back &&
            rd_network_link_between(network, 0, one) != RD_NO_HOST &&
            rd_network_link_between(network, 0, other) != RD_NO_HOST)
            return false;
    }
    *ret_graph = (struct rd_multigraph){row > 2 * digits ? row : 2 * digits, count, edge};
    return true;
}

/* The most items of a host, and messages of all, that are listed. */
static bool is_small(const struct reading *reading)
{
    double items = (double)reading->multicast.item_count;
    uint32_t n = reading->multicast.network.host_count;
    return items / n <= RD_MULTIGRAPH_ROW_LIMIT && items * n <= RD_SCHEDULE_DELIVERY_LIMIT;
}

/* Do hosts look alike? Before pieces are read, which takes longer on a large network. */
static bool read_links(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_translations *ret_by,
                       struct rd_error *reterr)
{
    struct rd_network network;
    struct rd_arena_mark mark = rd_arena_mark(arena);
    if (!rd_network_read(instance, arena, scratch, &network, reterr))
        return false;
    bool fits = instance->topology.shape != RD_BUS &&
                (rd_has_one_port(instance) || rd_network_has_port_per_link(&network));
    bool alike = fits && rd_translations_find(&network, ret_by);
    rd_arena_rewind(arena, mark);
    if (!fits)
        return rd_refuse(reterr, "ports of a bus, or several but not all: one port, or all, are "
                                 "accepted");
    return alike || rd_refuse(reterr, "hosts do not look alike: those are accepted that do, as on "
                                      "rings, tori and hypercubes");
}

static bool read_instance(const struct rd_instance *instance, struct rd_arena *arena,
                          struct rd_arena *scratch, struct reading *ret_reading,
                          struct rd_error *reterr)
{
    struct rd_multigraph graph;
    struct reading reading;
    const struct rd_network *network = &reading.multicast.network;
    if (!rd_has_named_part_alone(instance, reterr))
        return false;
    if (rd_has_latency(instance) || instance->shared || instance->may_slow)
        return rd_refuse(reterr, "links with latency, or that share: neither is accepted");
    if (!read_links(instance, arena, scratch, &reading.by, reterr) ||
        !rd_multicast_read(instance, arena, scratch, &reading.multicast, reterr))
        return false;
    if (!list_views(&reading, arena) || !is_small(&reading))
        return rd_refuse(reterr, "pieces do not look alike from all hosts: those are accepted that "
                                 "do, of one holder each that one host wants, or all");
    if (rd_has_one_port(instance)) {
        *ret_reading = reading;
        return true;
    }
    if (!network->costs_equal || reading.multicast.length_count > 1 ||
        !reading.by.neighbours_alone ||
        reading.multicast.sink_count > reading.multicast.piece_count)
        return rd_refuse(reterr, "with all ports items of one size that one host wants each are "
                                 "accepted, on rings, tori and hypercubes with links alike");
    if (!list_edges(&reading, arena, &graph))
        return rd_refuse(reterr, "links one way are busier than the other way: as busy are "
                                 "accepted");
    *ret_reading = reading;
    return true;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    rd_arena_own(own);
    rd_arena_own(scratch);
    struct reading reading;
    return read_instance(instance, &own, &scratch, &reading, reterr);
}

/* Sends items of a piece of each host over a link that is that far from the host. */
static void send_all(const struct reading *reading, uint32_t number, int64_t item, int64_t items,
                     uint32_t from, uint32_t to, struct rd_arena *arena, struct rd_plan *plan)
{
    const struct rd_multicast *multicast = &reading->multicast;
    for (uint32_t host = 0; host < multicast->network.host_count; host++) {
        const struct view *view = &reading->view[(size_t)host * reading->count + number];
        const struct rd_multicast_piece *piece = &multicast->piece[view->piece];
        rd_plan_add_copies(plan, arena,
                           (struct rd_transfer){.from = rd_translated(&reading->by, host, from),
                                                .to = rd_translated(&reading->by, host, to),
                                                .kind = (int32_t)piece->kind,
                                                .items = items,
                                                .messages = 1},
                           piece->first_item + item);
    }
}

/* Host 0's tree of a piece, from its root on. */
static void send_tree(const struct reading *reading, uint32_t number, const uint32_t *link_into,
                      struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_network *network = &reading->multicast.network;
    rd_arena_borrow(scratch);
    uint32_t *queue = rd_take(scratch, network->host_count, uint32_t), count = 1;
    queue[0] = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t link = network->out_first[queue[i]]; link < network->out_first[queue[i] + 1];
             link++) {
            uint32_t to = network->to[link];
            if (link_into[to] != link)
                continue;
            send_all(reading, number, 0, reading->view[number].items, queue[i], to, arena, plan);
            queue[count++] = to;
        }
}

static void plan_one_port(const struct reading *reading, const struct rd_rows *rows,
                          struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    const struct rd_multicast *multicast = &reading->multicast;
    const struct rd_network *network = &multicast->network;
    rd_arena_borrow(scratch);
    struct rd_steiner steiner = rd_steiner_open(rows, scratch);
    uint32_t *link_into = rd_take(scratch, network->host_count, uint32_t);
    for (uint32_t i = 0; i < reading->count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[reading->view[i].piece];
        for (uint32_t link = 0; link < network->link_count; link++)
            steiner.left[link] = rows->item[link][piece->length];
        rd_steiner_ascend(&steiner, piece);
        rd_steiner_find_tree(&steiner, piece, scratch, link_into);
        send_tree(reading, i, link_into, arena, scratch, plan);
    }
}

/* An item of host 0 crosses a link of a digit. */
struct crossing {
    int64_t date;
    uint32_t row, column;
};

static int earliest_first(const void *left, const void *right)
{
    const struct crossing *a = left, *b = right;
    return a->date != b->date ? rd_order(a->date, b->date) : rd_order(a->row, b->row);
}

static void plan_all_ports(const struct reading *reading, struct rd_arena *arena,
                           struct rd_arena *scratch, struct rd_plan *plan)
{
    rd_arena_own(own);
    rd_arena_borrow(scratch);
    struct rd_multigraph graph;
    uint32_t digits = reading->by.digit_count;
    list_edges(reading, &own, &graph);
    struct rd_edge_colouring colours = rd_edge_colour(&graph, &own, scratch);
    struct crossing *crossing = NULL;
    size_t count = 0;
    for (size_t i = 0; i < colours.run_count; i++)
        for (int64_t j = 0; j < colours.run[i].count; j++) {
            const struct rd_multi_edge *edge = &graph.edge[colours.run[i].edge];
            struct crossing of = {colours.run[i].first + j, edge->row, edge->column};
            rd_arena_add(&own, crossing, count, of);
        }
    qsort(crossing, count, sizeof *crossing, earliest_first);
    uint32_t *at = rd_take(scratch, graph.n, uint32_t),
             *piece_of = rd_take(scratch, graph.n, uint32_t);
    uint32_t *first = rd_take(scratch, (size_t)reading->count + 1, uint32_t);
    for (uint32_t i = 0; i < reading->count; i++) {
        first[i + 1] = first[i] + (uint32_t)reading->view[i].items;
        for (uint32_t row = first[i]; row < first[i + 1]; row++)
            piece_of[row] = i;
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t row = crossing[i].row, column = crossing[i].column, number = piece_of[row];
        uint32_t step = rd_translation_step(&reading->by, column % digits, column >= digits);
        uint32_t to = rd_translated(&reading->by, at[row], step);
        send_all(reading, number, row - first[number], 1, at[row], to, arena, plan);
        at[row] = to;
    }
}

static bool plan(RD_PLAN_PARAMETERS)
{
    rd_arena_own(own);
    struct reading reading;
    struct rd_rows rows;
    if (!read_instance(instance, &own, scratch, &reading, reterr))
        return false;
    ret_plan->timing = RD_SELF_TIMED;
    if (!rd_has_one_port(reading.multicast.network.instance))
        plan_all_ports(&reading, arena, scratch, ret_plan);
    else if (rd_rows_read(&reading.multicast, &own, scratch, &rows, reterr))
        plan_one_port(&reading, &rows, arena, scratch, ret_plan);
    else
        return false;
    return true;
}

const struct rd_algorithm copies_translated = {
    .name = "copies-translated",
    .summary = "networks and copies that look the same from every host: all-to-all, allgather",
    .source = "[bertsekas1991] for translations; else our own",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_COPIES),
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .plan = plan,
};
