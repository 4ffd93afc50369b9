#include "timetable.h"

#include "algorithms/kernels/list_schedule.h"
#include "algorithms/kernels/port_colouring.h"
#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A move, or what all moves of a pair are together: move[first] .. [first + count - 1]. */
struct bundle {
    uint32_t from, to;
    size_t first, count;
    int64_t size;
};

RD_ORDERED_BY(by_pair, struct rd_move, from, to, item)

RD_ORDERED_BY(by_start, struct rd_timetable_row, start, from, to)

/* Is a pair's all one exchange: may it be divided, or is it of equal items? */
static bool is_alike(const struct rd_placement *placement, bool is_divisible)
{
    for (size_t i = 1; i < placement->item_count && !is_divisible; i++)
        if (placement->item[i].size != placement->item[0].size)
            return false;
    return true;
}

/* The moves by pair, and the pairs. In: ret_move [count]. Returns: how many pairs. */
static size_t bundle_pairs(const struct rd_moves *moves, struct rd_move *ret_move,
                           struct bundle *ret_bundle)
{
    size_t count = 0;
    memcpy(ret_move, moves->move, moves->count * sizeof *ret_move);
    qsort(ret_move, moves->count, sizeof *ret_move, by_pair);
    for (size_t i = 0; i < moves->count; i++) {
        const struct rd_move *move = &ret_move[i];
        if (i == 0 || move->from != move[-1].from || move->to != move[-1].to)
            ret_bundle[count++] = (struct bundle){move->from, move->to, i, 0, 0};
        ret_bundle[count - 1].count++;
        ret_bundle[count - 1].size += move->item->size;
    }
    return count;
}

/* A timetable that is being written. */
struct writer {
    const struct rd_placement *placement;
    const uint32_t *ports;
    bool is_divisible;
    const struct rd_move *move; /* by pair, or as they are listed */
    struct rd_timetable_row *row;
    struct rd_timetable result;
    struct rd_arena *arena, *scratch;
};

static void add_row(struct writer *writer, struct rd_timetable_row row)
{
    rd_arena_add(writer->arena, writer->row, writer->result.row_count, row);
}

static struct rd_timetable finish(struct writer *writer)
{
    struct rd_timetable *result = &writer->result;
    if (result->row_count > 0)
        qsort(writer->row, result->row_count, sizeof *writer->row, by_start);
    result->row = writer->row;
    return *result;
}

/* --- ours --- */

/* In: one_size, of every item; divisible ones are coloured unit by unit. */
static void colour(struct writer *writer, const struct bundle *bundle, size_t bundle_count,
                   int64_t one_size)
{
    uint32_t n = writer->placement->host_count;
    struct rd_multi_edge *edge = rd_take(writer->scratch, bundle_count, struct rd_multi_edge);
    size_t *next = rd_take(writer->scratch, bundle_count, size_t);
    uint32_t *ports = rd_take(writer->scratch, n, uint32_t);
    bool one_port = true;
    for (size_t i = 0; i < bundle_count; i++)
        edge[i] = (struct rd_multi_edge){bundle[i].from, bundle[i].to, bundle[i].size / one_size};
    for (uint32_t host = 0; host < n; host++) {
        ports[host] = writer->ports[host] < n ? writer->ports[host] : n;
        one_port &= ports[host] == 1;
    }
    struct rd_multigraph graph = {n, bundle_count, edge};
    struct rd_edge_colouring colouring =
        one_port ? rd_edge_colour_compact(&graph, writer->scratch, writer->arena)
                 : rd_port_colour(&graph, ports, writer->scratch, writer->arena);
    writer->result.end = colouring.colour_count * one_size;
    for (size_t i = 0; i < colouring.run_count; i++) {
        const struct rd_colour_run *run = &colouring.run[i];
        const struct bundle *of = &bundle[run->edge];
        int64_t rows = writer->is_divisible ? 1 : run->count;
        int64_t size = writer->is_divisible ? run->count : one_size;
        for (int64_t k = 0; k < rows; k++) {
            int64_t start = (run->first + k) * one_size;
            const char *item = writer->is_divisible
                                   ? NULL
                                   : writer->move[of->first + next[run->edge]++].item->name;
            add_row(writer,
                    (struct rd_timetable_row){start, start + size, of->from, of->to, item, size});
        }
    }
}

/* What is left to do at the ports, when copies are listed. */
struct ports_left {
    const struct rd_move *move;
    const uint32_t *ports;
    double *out, *in; /* [hosts] */
};

/* The busiest port first, then the longest copy. */
static struct rd_list_priority urgency(void *context, size_t link, RD_UNUSED int64_t left,
                                       const int64_t held[2])
{
    const struct ports_left *ports = context;
    const struct rd_move *move = &ports->move[link];
    (void)held;
    return (struct rd_list_priority){fmax(ports->out[move->from] / ports->ports[move->from],
                                          ports->in[move->to] / ports->ports[move->to]),
                                     (double)move->item->size};
}

static void note_start(void *context, size_t link, RD_UNUSED int64_t left)
{
    const struct ports_left *ports = context;
    const struct rd_move *move = &ports->move[link];
    ports->out[move->from] -= (double)move->item->size;
    ports->in[move->to] -= (double)move->item->size;
}

static int by_pair_and_size(const void *left, const void *right)
{
    const struct rd_list_link *const *a = left, *const *b = right;
    int order = rd_order((*a)->from, (*b)->from);
    order = order ? order : rd_order((*a)->to, (*b)->to);
    order = order ? order : rd_order((*b)->item_s, (*a)->item_s);
    return order ? order : rd_order(*a, *b);
}

/* Of the copies between two hosts each waits for one that is as long or longer. */
static const uint32_t *chain(const struct rd_list_link *link, size_t count,
                             struct rd_arena *scratch)
{
    const struct rd_list_link **sorted = rd_take(scratch, count, const struct rd_list_link *);
    uint32_t *behind = rd_take(scratch, count, uint32_t);
    for (size_t i = 0; i < count; i++)
        sorted[i] = &link[i];
    qsort(sorted, count, sizeof *sorted, by_pair_and_size);
    for (size_t i = 0; i < count; i++) {
        bool last = i + 1 == count || sorted[i]->from != sorted[i + 1]->from ||
                    sorted[i]->to != sorted[i + 1]->to;
        behind[sorted[i] - link] = last ? UINT32_MAX : (uint32_t)(sorted[i + 1] - link);
    }
    return behind;
}

/* Every copy whole, in a greedy order. */
static void list(struct writer *writer, size_t count)
{
    uint32_t n = writer->placement->host_count, *order = rd_take(writer->scratch, count, uint32_t);
    struct rd_list_record record = {.start_s = rd_take(writer->scratch, count, double),
                                    .end_s = rd_take(writer->scratch, count, double)};
    struct ports_left ports = {writer->move, writer->ports, rd_take(writer->scratch, n, double),
                               rd_take(writer->scratch, n, double)};
    struct rd_list_link *link = rd_take(writer->scratch, count, struct rd_list_link);
    for (size_t i = 0; i < count; i++) {
        const struct rd_move *move = &writer->move[i];
        link[i] = (struct rd_list_link){
            .from = move->from, .to = move->to, .item_s = (double)move->item->size, .items = 1};
        ports.out[move->from] += link[i].item_s;
        ports.in[move->to] += link[i].item_s;
    }
    struct rd_list_problem problem = {.host_count = n,
                                      .ports = writer->ports,
                                      .link_count = count,
                                      .link = link,
                                      .behind = chain(link, count, writer->scratch),
                                      .priority = urgency,
                                      .started = note_start,
                                      .context = &ports,
                                      .record = &record};
    writer->result.end = (int64_t)rd_list_schedule(&problem, INFINITY, order, writer->scratch);
    for (size_t i = 0; i < count; i++) {
        const struct rd_move *move = &writer->move[order[i]];
        add_row(writer, (struct rd_timetable_row){(int64_t)record.start_s[i],
                                                  (int64_t)record.end_s[i], move->from, move->to,
                                                  move->item->name, move->item->size});
    }
}

struct rd_timetable rd_timetable_ours(const struct rd_placement *placement, bool is_divisible,
                                      const struct rd_moves *moves, const uint32_t *ports,
                                      struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_move *move = rd_take(scratch, moves->count, struct rd_move);
    struct bundle *bundle = rd_take(scratch, moves->count, struct bundle);
    struct writer writer = {.placement = placement,
                            .ports = ports,
                            .is_divisible = is_divisible,
                            .move = move,
                            .arena = arena,
                            .scratch = scratch};
    size_t pairs = moves->count > 0 ? bundle_pairs(moves, move, bundle) : 0;
    if (pairs > 0 && is_alike(placement, is_divisible))
        colour(&writer, bundle, pairs, is_divisible ? 1 : placement->item[0].size);
    else if (pairs > 0)
        list(&writer, moves->count);
    return finish(&writer);
}

/* --- greedy batches --- */

/* How many exchanges of each batch an end is in: a host, or its sending and its receiving port. */
struct batches {
    size_t limit;       /* batches at most */
    uint32_t *ports;    /* [ends] */
    uint16_t *taken;    /* [ends * limit] */
    size_t *first_free; /* [ends] the first batch that has room for it */
    int64_t *length;    /* [limit] */
};

/* The first batch with room at both ends: what batch after batch would take in this order. */
static size_t place(struct batches *batches, uint32_t a, uint32_t b)
{
    const uint32_t *ports = batches->ports;
    uint16_t *of_a = batches->taken + a * batches->limit;
    uint16_t *of_b = batches->taken + b * batches->limit;
    size_t batch = batches->first_free[a] > batches->first_free[b] ? batches->first_free[a]
                                                                   : batches->first_free[b];
    while (of_a[batch] >= ports[a] || of_b[batch] >= ports[b])
        batch++;
    of_a[batch]++;
    of_b[batch]++;
    while (of_a[batches->first_free[a]] >= ports[a])
        batches->first_free[a]++;
    while (of_b[batches->first_free[b]] >= ports[b])
        batches->first_free[b]++;
    return batch;
}

RD_ORDERED_BY(by_ends, struct bundle, from, to)

/* The bundle the other way round, or NULL. In: by pair. */
static const struct bundle *opposite(const struct bundle *bundle, size_t count, size_t i)
{
    struct bundle back = {.from = bundle[i].to, .to = bundle[i].from};
    return bsearch(&back, bundle, count, sizeof back, by_ends);
}

/* Which batch each bundle is in. Both ways of a pair are one exchange, if the bundles are pairs. */
static size_t *fill(struct batches *batches, const struct writer *writer,
                    const struct bundle *bundle, size_t count, bool pairs)
{
    uint32_t n = writer->placement->host_count, ends = 2 * n, behind = pairs ? 0 : n;
    size_t *batch = rd_take(writer->scratch, count, size_t);
    size_t *degree = rd_take(writer->scratch, ends, size_t);
    size_t most = 0;
    batches->ports = rd_take(writer->scratch, ends, uint32_t);
    for (size_t i = 0; i < count; i++) {
        degree[bundle[i].from]++;
        degree[behind + bundle[i].to]++;
    }
    for (uint32_t end = 0; end < ends; end++) {
        most = degree[end] > most ? degree[end] : most;
        batches->ports[end] = writer->ports[end % n];
    }
    /* At most each exchange of two ends fills a batch, and the next one is free. */
    batches->limit = 2 * most + 1;
    batches->taken = rd_take(writer->scratch, ends * batches->limit, uint16_t);
    batches->first_free = rd_take(writer->scratch, ends, size_t);
    batches->length = rd_take(writer->scratch, batches->limit, int64_t);
    for (size_t i = 0; i < count; i++) {
        const struct bundle *back = pairs ? opposite(bundle, count, i) : NULL;
        batch[i] = back && back < &bundle[i]
                       ? batch[back - bundle]
                       : place(batches, bundle[i].from, behind + bundle[i].to);
        int64_t *length = &batches->length[batch[i]];
        *length = bundle[i].size > *length ? bundle[i].size : *length;
    }
    return batch;
}

struct rd_timetable rd_timetable_greedy(const struct rd_placement *placement, bool is_divisible,
                                        const struct rd_moves *moves, const uint32_t *ports,
                                        struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    bool pairs = is_alike(placement, is_divisible);
    struct rd_move *move = rd_take(scratch, moves->count, struct rd_move);
    struct bundle *bundle = rd_take(scratch, moves->count, struct bundle);
    struct writer writer = {.placement = placement,
                            .ports = ports,
                            .move = pairs ? move : moves->move,
                            .arena = arena,
                            .scratch = scratch};
    struct batches batches;
    size_t count = moves->count;
    if (pairs && count > 0)
        count = bundle_pairs(moves, move, bundle);
    for (size_t i = 0; i < count && !pairs; i++)
        bundle[i] = (struct bundle){moves->move[i].from, moves->move[i].to, i, 1,
                                    moves->move[i].item->size};
    size_t *batch = fill(&batches, &writer, bundle, count, pairs);
    int64_t *start = rd_take(scratch, batches.limit + 1, int64_t);
    for (size_t k = 0; k < batches.limit; k++) {
        start[k + 1] = start[k] + batches.length[k];
        writer.result.batch_count += batches.length[k] > 0;
    }
    writer.result.end = start[batches.limit];
    for (size_t i = 0; i < count; i++) {
        int64_t at = start[batch[i]];
        for (size_t k = 0; k < bundle[i].count; k++) {
            const struct rd_move *of = &writer.move[bundle[i].first + k];
            add_row(&writer, (struct rd_timetable_row){at, at + of->item->size, of->from, of->to,
                                                       of->item->name, of->item->size});
            at += of->item->size;
        }
    }
    return finish(&writer);
}
