/* Traces, row by row against all others: stocks, ports, durations. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>

static bool is_message(const struct rd_timed_transfer *row)
{
    return row->to != RD_NO_HOST;
}

/* What is under way and takes room: a message, a computation, or one hop of a packet. */
struct part {
    double start_s, end_s;
    size_t row;
    uint32_t from, to;             /* of the link; RD_NO_HOST as `to` if none is crossed */
    bool leaves, arrives, crosses; /* takes the row's out-port, in-port, a link */
};

/* A row that means nothing, as bits: row, neighbour, size. */
static unsigned meaningless_row(const struct rd_instance *instance, const struct rd_trace *trace,
                                size_t i)
{
    const struct rd_timed_transfer *row = &trace->transfer[i];
    const struct rd_topology *topology = &instance->topology;
    bool word = row->kind == RD_CONTROL;
    bool hosts_exist =
        row->from < topology->host_count && (!is_message(row) || row->to < topology->host_count);
    unsigned wrong = 0;
    if (!hosts_exist || row->kind < RD_CONTROL || row->kind >= (int64_t)instance->kind_count ||
        row->items < 0 || (word ? is_message(row) && row->items != 0 : row->items == 0) ||
        !isfinite(row->start_s) || !isfinite(row->end_s))
        wrong |= ORACLE_BIT(RD_VIOLATION_TRANSFER);
    if (!is_message(row) &&
        (trace->block || (topology->shape == RD_STAR && row->from == topology->host_count - 1)))
        wrong |= ORACLE_BIT(RD_VIOLATION_TRANSFER);
    if (row->items > RD_ITEM_LIMIT)
        wrong |= ORACLE_BIT(RD_VIOLATION_SIZE);
    if (hosts_exist && is_message(row) &&
        (row->from == row->to ||
         (!trace->block && rd_link_between(topology, row->from, row->to) == RD_NO_LINK)))
        wrong |= ORACLE_BIT(RD_VIOLATION_NEIGHBOUR);
    return wrong;
}

static int block_length(struct rd_dimension_range block)
{
    return abs(block.first - block.last) + 1;
}

/* What part k of a packet costs; nothing if it only waits. */
static double part_cost_s(const struct rd_instance *instance, const struct rd_timed_transfer *row,
                          const struct part *part)
{
    return part->crosses ? oracle_duration_s(instance, part->from, part->to, row->kind, row->items)
                         : 0;
}

/* What parts first .. last - 1 cost. */
static double parts_cost_s(const struct rd_instance *instance, const struct rd_timed_transfer *row,
                           const struct part *part, int first, int last)
{
    double cost_s = 0;
    for (int k = first; k < last; k++)
        cost_s += part_cost_s(instance, row, &part[k]);
    return cost_s;
}

/* Where a packet goes, round by round. Returns: false if its block does not hold its dimensions. */
static bool add_hops(const struct rd_instance *instance, const struct rd_trace *trace, size_t i,
                     struct part *part)
{
    const struct rd_timed_transfer *row = &trace->transfer[i];
    struct rd_dimension_range block = trace->block[i];
    int hops = block_length(block), way = block.first <= block.last ? 1 : -1;
    if (block.first >= instance->topology.dimension_count ||
        block.last >= instance->topology.dimension_count)
        return false;
    uint32_t at = row->from;
    for (int k = 0; k < hops; k++) {
        uint32_t bit = UINT32_C(1) << (block.first + way * k);
        bool crosses = ((row->from ^ row->to) & bit) != 0;
        part[k] =
            (struct part){row->start_s, row->end_s,    i,      at, crosses ? at ^ bit : RD_NO_HOST,
                          k == 0,       k == hops - 1, crosses};
        at = crosses ? at ^ bit : at;
    }
    return at == row->to;
}

/* Does a row last its cost, a packet at least that of its hops, one after the other? */
static bool lasts_its_cost(const struct rd_instance *instance, const struct rd_trace *trace,
                           const struct part *part, size_t count, double tolerance_s)
{
    const struct rd_timed_transfer *row = &trace->transfer[part->row];
    double lasts_s = row->end_s - row->start_s;
    if (!trace->block)
        return fabs(lasts_s - oracle_duration_s(instance, row->from, row->to, row->kind,
                                                row->items)) <= tolerance_s;
    return lasts_s >= parts_cost_s(instance, row, part, 0, (int)count) - tolerance_s;
}

/* Do all crossings of packets of several dimensions cost the same, and those of one dimension no
 * more? Returns: that cost in *ret_each_s. */
static bool have_one_cost(const struct rd_instance *instance, const struct rd_trace *trace,
                          const struct part *part, size_t count, double *ret_each_s)
{
    double least_s = INFINITY, most_s = 0;
    for (size_t p = 0; p < count; p++) {
        const struct rd_timed_transfer *row = &trace->transfer[part[p].row];
        double cost_s = part_cost_s(instance, row, &part[p]);
        most_s = fmax(most_s, cost_s);
        if (part[p].crosses && block_length(trace->block[part[p].row]) > 1)
            least_s = fmin(least_s, cost_s);
    }
    *ret_each_s = least_s;
    return rd_same_cost(least_s, most_s);
}

/* When each part of a packet is surely under way. Its dates must suffice for its hops. */
static void time_packet(const struct rd_instance *instance, const struct rd_timed_transfer *row,
                        struct part *part, bool in_equal_parts)
{
    int hops = 1;
    while (!part[hops - 1].arrives)
        hops++;
    for (int k = 0; k < hops; k++) {
        double latest_start_s = row->end_s - parts_cost_s(instance, row, part, k, hops);
        double earliest_end_s = row->start_s + parts_cost_s(instance, row, part, 0, k + 1);
        if (in_equal_parts) {
            part[k].start_s = row->start_s + (row->end_s - row->start_s) / hops * k;
            part[k].end_s = row->start_s + (row->end_s - row->start_s) / hops * (k + 1);
            continue;
        }
        part[k].start_s = k == 0 ? row->start_s : latest_start_s;
        part[k].end_s = k == hops - 1 ? row->end_s : fmax(earliest_end_s, part[k].start_s);
    }
}

static void time_packets(const struct rd_instance *instance, const struct rd_trace *trace,
                         struct part *part, size_t count, double tolerance_s)
{
    double each_s;
    bool one_cost = have_one_cost(instance, trace, part, count, &each_s);
    for (size_t p = 0; p < count; p++) {
        const struct rd_timed_transfer *row = &trace->transfer[part[p].row];
        int hops = block_length(trace->block[part[p].row]);
        if (part[p].leaves)
            time_packet(instance, row, &part[p],
                        one_cost && row->end_s - row->start_s >= hops * each_s - tolerance_s);
    }
}

/* load + arrived - departed - started computing when row i starts, itself included. */
static bool is_held(const struct rd_instance *instance, const struct rd_trace *trace, size_t i,
                    double tolerance_s)
{
    const struct rd_timed_transfer *row = &trace->transfer[i];
    if (row->kind == RD_CONTROL)
        return true;
    int64_t items = rd_load(instance, row->from, (uint32_t)row->kind);
    for (size_t j = 0; j < trace->transfer_count; j++) {
        const struct rd_timed_transfer *other = &trace->transfer[j];
        if (other->kind != row->kind)
            continue;
        if (other->to == row->from && other->end_s <= row->start_s + tolerance_s)
            items += other->items;
        if (other->from == row->from && other->start_s <= row->start_s)
            items -= other->items;
    }
    return items >= 0;
}

/* What is under way when a part starts, and shares what it occupies. */
static bool has_its_ports(const struct rd_instance *instance, const struct rd_trace *trace,
                          const struct part *all, size_t count, const struct part *part,
                          double tolerance_s)
{
    const struct rd_timed_transfer *row = &trace->transfer[part->row];
    int64_t out = 0, in = 0, link = 0, bus = 0, processor = 0;
    for (const struct part *other = all; other < all + count; other++) {
        const struct rd_timed_transfer *its = &trace->transfer[other->row];
        if (other->start_s > part->start_s || other->end_s <= part->start_s + tolerance_s)
            continue;
        processor += !is_message(row) && !is_message(its) && row->from == its->from;
        out += part->leaves && other->leaves && row->from == its->from;
        in += part->arrives && other->arrives && row->to == its->to;
        link +=
            part->crosses && other->crosses && part->from == other->from && part->to == other->to;
        bus += part->crosses && other->crosses;
    }
    int64_t out_depth = trace->block ? 1 : oracle_port_depth(instance, row->from);
    int64_t in_depth = trace->block || !is_message(row) ? 1 : oracle_port_depth(instance, row->to);
    return processor <= 1 && out <= out_depth && in <= in_depth && link <= 1 &&
           (instance->topology.shape != RD_BUS || bus <= 1);
}

static void count_up(const struct rd_instance *instance, const struct rd_trace *trace,
                     struct rd_arena *arena, struct oracle_verdict *verdict)
{
    verdict->held = oracle_copy_of_load(arena, instance);
    verdict->computed = rd_take(arena, instance->topology.host_count, int64_t);
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i];
        int64_t items = row->kind == RD_CONTROL ? 0 : row->items;
        oracle_move(instance, verdict->held, row->from, row->to, row->kind, items);
        verdict->transfers += is_message(row);
        int64_t hops = trace->block ? __builtin_popcount(row->from ^ row->to) : 1;
        verdict->items_moved += is_message(row) ? items * hops : 0;
        verdict->computed[row->from] += is_message(row) ? 0 : items;
    }
    verdict->goal_reached = oracle_goal_is_reached(instance, verdict->held);
}

/* What a legal trace is made of; false if some row is not what it says it is: *ret_wrong then says
 * why. */
static bool cut_rows(const struct rd_instance *instance, const struct rd_trace *trace,
                     double tolerance_s, struct part *part, size_t *ret_count, unsigned *ret_wrong)
{
    size_t count = 0;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *row = &trace->transfer[i];
        size_t hops = 1;
        bool message = is_message(row);
        part[count] = (struct part){row->start_s, row->end_s, i,       row->from,
                                    row->to,      message,    message, message};
        if (trace->block) {
            if (!add_hops(instance, trace, i, &part[count])) {
                *ret_wrong |= ORACLE_BIT(RD_VIOLATION_PACKET);
                continue;
            }
            hops = (size_t)block_length(trace->block[i]);
        }
        if (!(row->start_s >= -tolerance_s) ||
            !lasts_its_cost(instance, trace, &part[count], hops, tolerance_s))
            *ret_wrong |= ORACLE_BIT(RD_VIOLATION_TIME);
        count += hops;
    }
    *ret_count = count;
    if (*ret_wrong == 0 && trace->block)
        time_packets(instance, trace, part, count, tolerance_s);
    return *ret_wrong == 0;
}

/* The definition leaves open what messages that take no time stand in the way of. */
static bool takes_no_time(const struct rd_timed_transfer *row, double tolerance_s)
{
    return row->end_s - row->start_s <= 100 * tolerance_s;
}

void oracle_judge_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                        struct rd_arena *arena, struct oracle_verdict *ret_verdict)
{
    struct oracle_verdict verdict = {.steps = -1, .row = SIZE_MAX};
    *ret_verdict = verdict;
    if (trace->block && trace->transfer_count > 0 && instance->port_model != RD_PIPELINED_PORTS) {
        ret_verdict->wrong = ORACLE_BIT(RD_VIOLATION_PACKET);
        return;
    }
    for (size_t i = 0; i < trace->transfer_count; i++) {
        ret_verdict->wrong = meaningless_row(instance, trace, i);
        ret_verdict->row = i;
        if (ret_verdict->wrong)
            return;
        verdict.makespan_s = fmax(verdict.makespan_s, trace->transfer[i].end_s);
    }
    double tolerance_s = RD_TIME_TOLERANCE * verdict.makespan_s;
    size_t parts = 0, most = trace->block ? 256 * trace->transfer_count : trace->transfer_count;
    struct part *part = rd_take(arena, most, struct part);
    if (cut_rows(instance, trace, tolerance_s, part, &parts, &verdict.wrong)) {
        for (size_t i = 0; i < trace->transfer_count; i++) {
            verdict.unsaid |= takes_no_time(&trace->transfer[i], tolerance_s);
            if (!is_held(instance, trace, i, tolerance_s))
                verdict.wrong |= ORACLE_BIT(RD_VIOLATION_NOT_HELD);
        }
        for (size_t k = 0; k < parts; k++)
            if (!has_its_ports(instance, trace, part, parts, &part[k], tolerance_s))
                verdict.wrong |= ORACLE_BIT(trace->block ? RD_VIOLATION_PACKET : RD_VIOLATION_PORT);
    }
    if (!verdict.wrong && !verdict.unsaid)
        count_up(instance, trace, arena, &verdict);
    *ret_verdict = verdict;
}
