#include "multicast.h"

#include "sim/base/heap.h"
#include "sim/base/integers.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* What reading needs of both the instance and the result. */
struct reading {
    const struct rd_instance *instance;
    const struct rd_copies *copies;
    struct rd_multicast *multicast;
};

/* Who wants a piece and does not hold it: into sink, if it is not NULL. Returns: how many. */
static uint32_t list_sinks(const struct rd_copies *copies, uint32_t piece, uint32_t *sink)
{
    uint32_t count = 0;
    for (uint32_t i = copies->wanted_first[piece]; i < copies->wanted_first[piece + 1]; i++) {
        if (rd_piece_is_held(copies, piece, copies->wanted[i]))
            continue;
        if (sink)
            sink[count] = copies->wanted[i];
        count++;
    }
    return count;
}

static int by_value(const void *left, const void *right)
{
    return rd_order(*(const double *)left, *(const double *)right);
}

/* The size of an item of a named kind: bytes over the unit, which is that of all items unless kinds
 * have bytes of their own. */
static double size_of(const struct rd_instance *instance, uint32_t named)
{
    if (!instance->copies->bytes)
        return 1;
    double unit = instance->item_bytes;
    return unit > 0 ? instance->copies->bytes[named] / unit : instance->copies->bytes[named];
}

uint32_t rd_multicast_length(const struct rd_multicast *multicast, uint32_t named)
{
    uint32_t length = 0;
    double size = size_of(multicast->network.instance, named);
    while (multicast->size[length] != size)
        length++;
    return length;
}

static void read_sizes(const struct reading *reading, struct rd_arena *arena)
{
    struct rd_multicast *multicast = reading->multicast;
    uint32_t kinds = reading->copies->count, count = 0;
    double *size = rd_take(arena, kinds, double);
    for (uint32_t named = 0; named < kinds; named++)
        size[named] = size_of(reading->instance, named);
    qsort(size, kinds, sizeof *size, by_value);
    for (uint32_t i = 0; i < kinds; i++)
        if (count == 0 || size[i] != size[count - 1])
            size[count++] = size[i];
    multicast->size = size;
    multicast->length_count = count;
}

static void read_pieces(const struct reading *reading, struct rd_arena *arena)
{
    const struct rd_copies *copies = reading->copies;
    struct rd_multicast *multicast = reading->multicast;
    multicast->piece = rd_take(arena, copies->piece_count, struct rd_multicast_piece);
    for (uint32_t named = 0; named < copies->count; named++) {
        uint32_t length = rd_multicast_length(multicast, named);
        for (uint32_t piece = copies->piece[named]; piece < copies->piece[named + 1]; piece++) {
            uint32_t sinks = list_sinks(copies, piece, NULL);
            if (sinks == 0)
                continue;
            uint32_t *sink = rd_take(arena, sinks, uint32_t);
            list_sinks(copies, piece, sink);
            multicast->piece[multicast->piece_count++] = (struct rd_multicast_piece){
                .number = piece,
                .kind = copies->first_kind + named,
                .length = length,
                .first_item = copies->first_item[piece],
                .items = copies->items[piece],
                .first = multicast->item_count,
                .holder_count = copies->held_first[piece + 1] - copies->held_first[piece],
                .sink_count = sinks,
                .holder = copies->held + copies->held_first[piece],
                .sink = sink,
            };
            multicast->item_count += (uint64_t)copies->items[piece];
            multicast->deliveries += (uint64_t)copies->items[piece] * sinks;
            multicast->sink_count += sinks;
        }
    }
}

/* Hosts by distance. */
struct queue {
    const double *distance_s;
    uint32_t *heap;  /* [hosts] */
    uint32_t *place; /* [hosts]: where a host is in it */
    size_t count;
};

static bool is_nearer(const struct queue *queue, uint32_t a, uint32_t b)
{
    return queue->distance_s[a] < queue->distance_s[b];
}

static void put(struct queue *queue, size_t place, uint32_t host)
{
    queue->heap[place] = host;
    queue->place[host] = (uint32_t)place;
}

RD_DEFINE_HEAP(struct queue, uint32_t, heap, count, is_nearer, put)

/* Dijkstra's algorithm from one host. In: distance_s [hosts] to fill. */
static void find_distances(const struct rd_network *network, const double *link_s, uint32_t start,
                           double *distance_s, struct queue *queue)
{
    for (uint32_t host = 0; host < network->host_count; host++)
        distance_s[host] = INFINITY;
    distance_s[start] = 0;
    queue->distance_s = distance_s;
    queue->count = 0;
    rd_heap_rise(queue, queue->count++, start);
    while (queue->count > 0) {
        uint32_t from = rd_heap_pop(queue);
        for (uint32_t link = network->out_first[from]; link < network->out_first[from + 1];
             link++) {
            uint32_t to = network->to[link];
            double end_s = distance_s[from] + link_s[link];
            if (end_s >= distance_s[to])
                continue;
            bool is_new = isinf(distance_s[to]);
            distance_s[to] = end_s;
            rd_heap_rise(queue, is_new ? queue->count++ : queue->place[to], to);
        }
    }
}

void rd_find_all_distances(const struct rd_network *network, const double *link_s,
                           struct rd_arena *scratch, double *ret_distance_s)
{
    uint64_t n = network->host_count;
    rd_arena_borrow(scratch);
    struct queue queue = {.heap = rd_take(scratch, n, uint32_t),
                          .place = rd_take(scratch, n, uint32_t)};
    for (uint32_t from = 0; from < n; from++)
        find_distances(network, link_s, from, ret_distance_s + from * n, &queue);
}

static void read_distances(struct rd_multicast *multicast, struct rd_arena *arena,
                           struct rd_arena *scratch)
{
    const struct rd_network *network = &multicast->network;
    uint64_t n = network->host_count;
    bool complete = network->costs_equal && network->link_count == n * (n - 1);
    multicast->distance_s = rd_take(arena, multicast->length_count * n * n, double);
    rd_arena_borrow(scratch);
    double *link_s = rd_take(scratch, network->link_count, double);
    for (uint32_t length = 0; length < multicast->length_count; length++) {
        double *distance_s = multicast->distance_s + length * n * n;
        for (uint32_t link = 0; link < network->link_count; link++)
            link_s[link] = rd_multicast_message_s(multicast, length, link, 1);
        if (!complete)
            rd_find_all_distances(network, link_s, scratch, distance_s);
        for (uint64_t i = 0; complete && i < n * n; i++)
            distance_s[i] = i % (n + 1) == 0 ? 0 : link_s[0];
    }
}

/* Are there few enough hosts and links to find distances? */
static bool check_limits(const struct reading *reading, struct rd_error *reterr)
{
    const struct rd_network *network = &reading->multicast->network;
    uint64_t n = network->host_count, lengths = reading->multicast->length_count;
    uint64_t work = lengths * n * (network->link_count + n);
    if (work > RD_MULTICAST_WAY_LIMIT)
        return rd_refuse(reterr,
                         "%" PRIu64 " hosts, %" PRIu32 " links, %" PRIu64 " sizes of items: "
                         "planners and bounds of copies take at most %" PRIu64
                         " hosts times links times sizes",
                         n, network->link_count, lengths, RD_MULTICAST_WAY_LIMIT);
    return true;
}

/* Does a way lead to all who want something? */
static bool check_ways(const struct rd_multicast *multicast, struct rd_error *reterr)
{
    const struct rd_instance *instance = multicast->network.instance;
    for (uint32_t i = 0; i < multicast->piece_count; i++) {
        const struct rd_multicast_piece *piece = &multicast->piece[i];
        for (uint32_t sink = 0; sink < piece->sink_count; sink++)
            if (isinf(rd_multicast_nearest_s(multicast, piece, piece->sink[sink])))
                return rd_refuse(reterr,
                                 "%s wants item %" PRId64 " of %s, and no way leads there from a "
                                 "host that holds it: the network must have one",
                                 rd_label(instance, piece->sink[sink]), piece->first_item,
                                 rd_label_of_kind(instance, piece->kind));
    }
    return true;
}

bool rd_multicast_read(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_multicast *ret_multicast,
                       struct rd_error *reterr)
{
    const struct rd_copies *copies = instance->copies;
    struct rd_multicast multicast = {.bus = instance->topology.shape == RD_BUS};
    struct reading reading = {instance, copies, &multicast};
    if (!rd_network_read(instance, arena, scratch, &multicast.network, reterr))
        return false;
    read_sizes(&reading, arena);
    if (!check_limits(&reading, reterr))
        return false;
    if (instance->item_bytes == 0 && copies->bytes) {
        double *item_s = rd_take(arena, multicast.network.link_count, double);
        for (uint32_t link = 0; link < multicast.network.link_count; link++)
            item_s[link] =
                1 / rd_link_cost(instance, multicast.network.number[link]).bandwidth_bytes_per_s;
        multicast.network.item_s = item_s;
    }
    read_pieces(&reading, arena);
    read_distances(&multicast, arena, scratch);
    *ret_multicast = multicast;
    return check_ways(&multicast, reterr);
}

double rd_multicast_nearest_s(const struct rd_multicast *multicast,
                              const struct rd_multicast_piece *piece, uint32_t to)
{
    double nearest_s = INFINITY;
    for (uint32_t i = 0; i < piece->holder_count; i++)
        nearest_s = fmin(nearest_s,
                         rd_multicast_distance_s(multicast, piece->length, piece->holder[i], to));
    return nearest_s;
}
