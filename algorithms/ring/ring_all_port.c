/* Rings whose ports limit nobody: a host sends both ways at once, and each link carries one message
 * at a time.
 *
 *     ... <==(-F)== x  x+1 ==F==> x+2 ==F==> ...        no two edges share anything but items
 *
 * ring-all-port sends what is held as soon as it is held: items one by one, or, where items cost
 * nothing by size, all that is held and owed in one message: the flow of least time (capacity.h),
 * which it reaches. ring-all-port-single-send sends all that goes over an edge in one message, by
 * the flow of the lightest chain of waiting hosts (many_ports.h). Hypotheses: one kind; at least
 * two ports a host, or a ring that goes one way. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "edge_transfers.h"
#include "many_ports.h"

#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <math.h>
#include <stdlib.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (instance->sends == RD_SINGLE_SEND)
        return rd_refuse(reterr, "the network's sends are single: multi is accepted "
                                 "(ring-all-port-single-send)");
    return rd_ring_accepts_many_ports(instance, reterr);
}

static bool accepts_single(RD_ACCEPTS_PARAMETERS)
{
    if (instance->sends == RD_MULTI_SEND)
        return rd_refuse(reterr,
                         "the network's sends are multi: single is accepted (ring-all-port)");
    return rd_ring_accepts_many_ports(instance, reterr);
}

/* --- plans --- */

enum sends { ONE_BY_ONE, AS_HELD, TOGETHER };

/* Plans a flow. What a host holds from the start it sends in one message, unless one by one. */
static void write_flow(const struct rd_ring *ring, int64_t z, enum sends sends,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    rd_ring_plan_net_flow(ring, z, arena, plan);
    for (size_t i = 0; i < plan->transfer_count && sends != ONE_BY_ONE; i++) {
        struct rd_transfer *transfer = &plan->transfer[i];
        transfer->items = transfer->messages;
        transfer->messages =
            sends == TOGETHER || transfer->items <= ring->load[transfer->from] ? 1 : 0;
    }
}

/* --- a number of ports ---
 *
 *     x-1 <==== x ====> x+1        x+1 ====> y <==== y+1
 *
 * There a message that waits keeps a place of its port from others. That matters where a host sends
 * over both its links, or receives over both: it turns. These few messages are listed one by one,
 * by start. What it sends both ways is its own, so they are no more than the items. */

static int64_t net(const struct rd_ring_choice *choice, uint32_t edge)
{
    return choice->ring.sum[edge] - choice->z;
}

static bool turns(const struct rd_ring_choice *choice, uint32_t host)
{
    int64_t before = net(choice, rd_ring_previous(choice->ring.host_count, host));
    return net(choice, host) > 0 ? before < 0 : net(choice, host) < 0 && before > 0;
}

/* Do two edges in a row carry items one way, and two the other way? If not, what some host sends
 * this way may have to wait for what it sends that way, all round the ring: then all messages are
 * listed one by one. */
static bool has_long_runs(const struct rd_ring_choice *choice)
{
    bool forward = false, backward = false;
    for (uint32_t edge = 0; edge < choice->ring.host_count; edge++) {
        int64_t items = net(choice, edge);
        int64_t next = net(choice, rd_ring_next(choice->ring.host_count, edge));
        forward |= items > 0 && next > 0;
        backward |= items < 0 && next < 0;
    }
    return forward && backward;
}

/* Are the messages over the edge behind a host listed one by one? */
static bool is_listed(const struct rd_ring_choice *choice, uint32_t edge, bool long_runs)
{
    return !long_runs || turns(choice, edge) ||
           turns(choice, rd_ring_next(choice->ring.host_count, edge));
}

/* When each of the first items over a link starts, if nothing but links limits it: what hosts hold
 * on the way goes first. date [count]. O(count hosts on the way that it comes). */
static void find_starts(const struct rd_instance *instance, const struct rd_transfer *over,
                        int64_t count, bool as_held, double *date)
{
    uint32_t n = instance->topology.host_count, host = over->from, to = over->to;
    bool forward = to == rd_ring_next(n, host);
    int64_t nearer = 0;
    while (nearer + rd_load(instance, host, 0) < count) {
        nearer += rd_load(instance, host, 0);
        host = forward ? rd_ring_previous(n, host) : rd_ring_next(n, host);
    }
    for (;; host = to, nearer -= rd_load(instance, host, 0)) {
        int64_t own = nearer + rd_load(instance, host, 0);
        to = forward ? rd_ring_next(n, host) : rd_ring_previous(n, host);
        double item_s = rd_item_s(instance, host, to), free_s = 0;
        double under_way_s = host == over->from ? 0 : item_s;
        for (int64_t i = nearer; i < count;) {
            double start_s = i < own ? free_s : fmax(free_s, date[i]);
            do
                date[i] = start_s + under_way_s;
            while (++i < count && as_held && (i < own || date[i] <= start_s));
            free_s = start_s + item_s;
        }
        if (host == over->from)
            return;
    }
}

/* A message, or all over an edge: it is listed behind three others, counted from 1. */
struct row {
    double start_s;
    struct rd_transfer transfer;
    size_t behind[3];
};

RD_ORDERED_BY(by_start, struct row, start_s, transfer.from)

/* Lists the messages over one link. Returns: the place behind the last. */
static struct row *list_messages(const struct rd_instance *instance, const struct rd_transfer *over,
                                 bool as_held, struct rd_arena *scratch, struct row *row)
{
    int64_t count = as_held ? over->items : over->messages;
    rd_arena_borrow(scratch);
    double *date = rd_take(scratch, (size_t)count, double);
    find_starts(instance, over, count, as_held, date);
    for (int64_t i = 0, items; i < count; i += items) {
        for (items = 1; as_held && i + items < count && date[i + items] == date[i];)
            items++;
        *row++ = (struct row){
            date[i], {.from = over->from, .to = over->to, .items = items, .messages = 1}, {0}};
    }
    return row;
}

/* The messages that are listed one by one, at the most. */
static double count_messages(const struct rd_instance *instance,
                             const struct rd_ring_choice *choice)
{
    uint32_t n = choice->ring.host_count;
    double count = 0;
    bool any = false, long_runs = has_long_runs(choice);
    for (uint32_t edge = 0; instance->port_model == RD_K_PORTS && edge < n; edge++) {
        any |= turns(choice, edge);
        count += is_listed(choice, edge, long_runs) ? fabs((double)net(choice, edge)) : 0;
    }
    return any ? count : 0;
}

/* A row comes behind those that start before it at its ports, and behind all that come over the
 * edge before it. */
static void find_order(const struct rd_ring_choice *choice, struct row *row, size_t count,
                       struct rd_arena *scratch)
{
    uint32_t n = choice->ring.host_count;
    size_t *last_out = rd_take(scratch, n, size_t), *last_in = rd_take(scratch, n, size_t);
    size_t *last_over = rd_take(scratch, 2 * (size_t)n, size_t);
    for (size_t i = 0; i < count; i++) {
        struct row *at = &row[i];
        bool backward = at->transfer.to != rd_ring_next(n, at->transfer.from);
        at->behind[0] = last_out[at->transfer.from];
        at->behind[1] = last_in[at->transfer.to];
        last_out[at->transfer.from] = last_in[at->transfer.to] = i + 1;
        last_over[2 * (size_t)at->transfer.to + backward] = i + 1;
    }
    for (size_t i = 0; i < count; i++) {
        bool backward = row[i].transfer.to != rd_ring_next(n, row[i].transfer.from);
        row[i].behind[2] = last_over[2 * (size_t)row[i].transfer.from + backward];
    }
}

/* Lists all rows, each behind those that it has to be.
 *
 * No rows wait for each other in a circle. A chain of rows, each behind the next, moves in two
 * ways: to an earlier row at the same port, or to the edge before, against the items. A circle has
 * a step of the second kind, as those of the first only go to earlier rows. Take the run of edges,
 * all with items one way, that has it: a chain never moves with the items inside a run, so it comes
 * back to where that step began only all round the ring, through every other run, and in the same
 * sense. It crosses the runs of that direction against their items, and all others with them, which
 * it can only do within one edge: each of the others is one edge long. But where rows have an
 * order, a run of each direction is longer (has_long_runs). Where they have none, no row is behind
 * another. So the stack holds rows that all differ. */
static void list_rows(const struct row *row, size_t count, struct rd_arena *arena,
                      struct rd_arena *scratch, struct rd_plan *plan)
{
    size_t *stack = rd_take(scratch, count, size_t), depth = 0;
    bool *listed = rd_take(scratch, count + 1, bool);
    listed[0] = true;
    for (size_t i = 1; i <= count; i++)
        for (stack[depth++] = i; depth > 0;) {
            const struct row *top = &row[stack[depth - 1] - 1];
            size_t before = 0;
            for (int k = 0; k < 3; k++)
                before = listed[top->behind[k]] ? before : top->behind[k];
            if (before > 0) {
                rd_assert(depth < count);
                stack[depth++] = before;
                continue;
            }
            if (!listed[stack[--depth]])
                rd_plan_add(plan, arena, top->transfer);
            listed[stack[depth]] = true;
        }
}

static void list_turns(const struct rd_instance *instance, const struct rd_ring_choice *choice,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    double most = count_messages(instance, choice);
    if (most == 0)
        return;
    uint32_t n = instance->topology.host_count;
    bool long_runs = has_long_runs(choice);
    struct row *row = rd_take(scratch, (size_t)most + 2 * (size_t)n, struct row), *end = row;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *over = &plan->transfer[i];
        uint32_t edge = over->to == rd_ring_next(n, over->from) ? over->from : over->to;
        if (is_listed(choice, edge, long_runs))
            end = list_messages(instance, over, instance->item_bytes == 0, scratch, end);
        else
            *end++ = (struct row){0, *over, {0}};
    }
    size_t count = (size_t)(end - row);
    qsort(row, count, sizeof *row, by_start);
    if (long_runs)
        find_order(choice, row, count, scratch);
    *plan = (struct rd_plan){0};
    list_rows(row, count, arena, scratch, plan);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_ring_choice choice = rd_ring_best_edges(instance, scratch);
    enum sends sends = instance->item_bytes > 0 ? ONE_BY_ONE : AS_HELD;
    write_flow(&choice.ring, choice.z, sends, arena, ret_plan);
    list_turns(instance, &choice, arena, scratch, ret_plan);
    if (rd_ring_sends_at_once(instance))
        return true;
    /* To wait and send all at once may be better: a message on its way stops the next. */
    int64_t z;
    double single_s = rd_ring_best_chain_s(instance, &choice.ring, &z);
    if (single_s < rd_referee_makespan_s(instance, ret_plan, arena, scratch)) {
        *ret_plan = (struct rd_plan){0};
        write_flow(&choice.ring, z, TOGETHER, arena, ret_plan);
    }
    return true;
}

static bool single_plan(RD_PLAN_PARAMETERS)
{
    struct rd_ring_choice choice = rd_ring_best_edges(instance, scratch);
    int64_t z;
    rd_ring_best_chain_s(instance, &choice.ring, &z);
    write_flow(&choice.ring, z, TOGETHER, arena, ret_plan);
    return true;
}

static double transfer_bound(const struct rd_instance *instance)
{
    double transfers = 2 * (double)instance->topology.host_count;
    if (instance->port_model != RD_K_PORTS)
        return transfers;
    rd_arena_own(work);
    struct rd_ring_choice choice = rd_ring_best_edges(instance, &work);
    return transfers + count_messages(instance, &choice);
}

const struct rd_algorithm ring_all_port = {
    .name = "ring-all-port",
    .summary = "ring of many ports: the flow of least time, what is held is sent at once",
    .source = "none: our own",
    .shape = RD_RING,
    .directions = RD_ONE_WAY | RD_TWO_WAY,
    .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_edges_are_reached,
    .accepts = accepts,
    .transfer_bound = transfer_bound,
    .schedules = RD_ITEM_BY_ITEM, /* but where items cost nothing by size */
    .plan = plan,
};

const struct rd_algorithm ring_all_port_single_send = {
    .name = "ring-all-port-single-send",
    .summary = "ring of many ports: one message an edge, the heaviest chain of waiting hosts least",
    .source = "none: our own, after the ring load distribution paper",
    .shape = RD_RING,
    .directions = RD_ONE_WAY | RD_TWO_WAY,
    .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .promises = rd_ring_chains_are_reached,
    .accepts = accepts_single,
    .schedules = RD_SINGLE_SEND_CLASS,
    .plan = single_plan,
};
