#include "joint.h"

#include "occupancy.h"

#include "sim/base/guard.h"
#include "sim/base/heap.h"
#include "sim/base/integers.h"
#include "sim/base/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

struct rd_joint_node {
    uint32_t link; /* NONE: no message */
    int32_t kind;  /* of the instance */
    int64_t first, items;
    double lasts_s;
};

/* --- two plans taken apart ------------------------------------------------------------------ */

/* A node waits for another. */
struct wait {
    uint32_t node, on;
};

/* What has come to a host of a counted kind, in the order of the plan. */
struct stock {
    int64_t held;         /* at the start, less what has left so far */
    int64_t arrived;      /* up to the node `here` */
    uint32_t here;        /* the node of all that came up to some message; NONE: of nothing */
    uint32_t first, last; /* the nodes of what came first, and of all that came */
};

struct opening {
    const struct rd_multicast *multicast;
    const struct rd_instance *instance;
    struct rd_arena *arena, *scratch;
    struct rd_joint *joint;
    struct wait *wait; /* [wait_count] */
    size_t node_count, wait_count;
    struct stock *stock; /* [hosts * counted kinds] */
    uint32_t *behind;    /* [nodes] the next node of all that came to the same host; NONE */
    int64_t *brings;     /* [nodes] items that it adds to the one before */
    size_t behind_count, brings_count;
    uint64_t item_count;  /* of named kinds */
    uint64_t *first_item; /* [named kinds] among them */
    uint32_t *brought_by; /* [hosts * items] a node; NONE: it is held at the start, or nowhere */
};

static uint32_t add_node(struct opening *opening, struct rd_joint_node node)
{
    uint32_t number = (uint32_t)opening->node_count;
    rd_arena_add(opening->arena, opening->joint->node, opening->node_count, node);
    rd_arena_add(opening->scratch, opening->behind, opening->behind_count, NONE);
    rd_arena_add(opening->scratch, opening->brings, opening->brings_count, node.items);
    return number;
}

static void add_wait(struct opening *opening, uint32_t node, uint32_t on)
{
    rd_arena_add(opening->scratch, opening->wait, opening->wait_count, (struct wait){node, on});
}

/* A message waits for those that bring its items, and is the first to bring them where it goes. */
static void add_copied(struct opening *opening, const struct rd_transfer *transfer, uint32_t node)
{
    const struct rd_copies *copies = opening->instance->copies;
    const struct rd_joint_node *message = &opening->joint->node[node];
    uint32_t kind = (uint32_t)message->kind, last = NONE;
    uint64_t n = opening->item_count;
    uint64_t first = opening->first_item[kind - copies->first_kind] + (uint64_t)message->first;
    for (uint64_t item = 0; item < (uint64_t)message->items; item++) {
        uint32_t by = opening->brought_by[transfer->from * n + first + item];
        uint32_t *at = &opening->brought_by[transfer->to * n + first + item];
        uint32_t piece = rd_piece_of(copies, kind, message->first + (int64_t)item);
        if (by != NONE && by != last && !rd_piece_is_held(copies, piece, transfer->from))
            add_wait(opening, node, last = by);
        if (*at == NONE)
            *at = node;
    }
}

/* A message waits until all has come that leaves its host up to it, and adds to what comes. */
static void add_counted(struct opening *opening, const struct rd_transfer *transfer, uint32_t node)
{
    uint32_t kinds = opening->instance->copies->first_kind;
    struct rd_joint_node message = opening->joint->node[node];
    struct stock *from = &opening->stock[(size_t)transfer->from * kinds + (size_t)message.kind];
    struct stock *to = &opening->stock[(size_t)transfer->to * kinds + (size_t)message.kind];
    from->held -= message.items;
    while (from->held + from->arrived < 0) {
        uint32_t next = from->here == NONE ? from->first : opening->behind[from->here];
        rd_assert(next != NONE);
        from->here = next;
        from->arrived += opening->brings[next];
    }
    if (from->here != NONE)
        add_wait(opening, node, from->here);
    uint32_t all = add_node(opening, (struct rd_joint_node){.link = NONE, .items = message.items});
    add_wait(opening, all, node);
    if (to->last != NONE) {
        add_wait(opening, all, to->last);
        opening->behind[to->last] = all;
    } else {
        to->first = all;
    }
    to->last = all;
}

static void add_plan(struct opening *opening, const struct rd_plan *plan, bool named)
{
    const struct rd_network *network = &opening->multicast->network;
    const struct rd_instance *instance = opening->instance;
    uint32_t shift = named ? instance->copies->first_kind : 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        rd_assert(transfer->kind >= 0 && transfer->messages > 0 && transfer->to != RD_NO_HOST);
        uint32_t link = rd_network_link_between(network, transfer->from, transfer->to);
        uint32_t kind = (uint32_t)transfer->kind + shift;
        double bytes = (double)transfer->items * rd_kind_bytes(instance, kind);
        struct rd_joint_node message = {
            .link = link,
            .kind = (int32_t)kind,
            .first = rd_plan_first_item(plan, i),
            .items = transfer->items,
            .lasts_s = rd_message_duration_s(rd_link_cost(instance, network->number[link]), bytes)};
        for (int64_t k = 0; k < transfer->messages; k++) {
            uint32_t node = add_node(opening, message);
            opening->joint->message_count++;
            (named ? add_copied : add_counted)(opening, transfer, node);
            message.first += named ? message.items : 0;
        }
    }
}

/* Lists of one side of all waits. */
static void list_waits(const struct opening *opening, bool of_waiting, uint32_t **ret_first,
                       uint32_t **ret_list)
{
    uint32_t *first = rd_take(opening->arena, opening->node_count + 1, uint32_t);
    uint32_t *list = rd_take(opening->arena, opening->wait_count, uint32_t);
    for (size_t i = 0; i < opening->wait_count; i++)
        first[(of_waiting ? opening->wait[i].node : opening->wait[i].on) + 1]++;
    for (size_t node = 0; node < opening->node_count; node++)
        first[node + 1] += first[node];
    for (size_t i = opening->wait_count; i-- > 0;) {
        const struct wait *wait = &opening->wait[i];
        uint32_t end = --first[(of_waiting ? wait->node : wait->on) + 1];
        list[end] = of_waiting ? wait->on : wait->node;
    }
    /* Each first[node + 1] is where the list of node begins now. */
    memmove(first, first + 1, opening->node_count * sizeof *first);
    first[opening->node_count] = (uint32_t)opening->wait_count;
    *ret_first = first;
    *ret_list = list;
}

static void open_stocks(struct opening *opening)
{
    const struct rd_instance *instance = opening->instance;
    uint32_t hosts = instance->topology.host_count, kinds = instance->copies->first_kind;
    opening->stock = rd_take(opening->scratch, (size_t)hosts * kinds, struct stock);
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            opening->stock[(size_t)host * kinds + kind] =
                (struct stock){rd_load(instance, host, kind), 0, NONE, NONE, NONE};
}

bool rd_joint_open(const struct rd_multicast *multicast, const struct rd_instance *instance,
                   const struct rd_plan *named, const struct rd_plan *counted,
                   struct rd_arena *arena, struct rd_joint *ret_joint)
{
    const struct rd_copies *copies = instance->copies;
    rd_arena_own(scratch);
    struct rd_joint joint = {.multicast = multicast};
    struct opening opening = {.multicast = multicast,
                              .instance = instance,
                              .arena = arena,
                              .scratch = &scratch,
                              .joint = &joint,
                              .first_item = rd_take(&scratch, copies->count, uint64_t)};
    uint64_t messages = (uint64_t)rd_plan_messages(named) + (uint64_t)rd_plan_messages(counted);
    for (uint32_t kind = 0; kind < copies->count; kind++) {
        opening.first_item[kind] = opening.item_count;
        opening.item_count += (uint64_t)rd_copy_items(copies, copies->first_kind + kind);
    }
    uint64_t hosts = instance->topology.host_count;
    if (messages > RD_JOINT_LIMIT || opening.item_count > RD_JOINT_ITEM_LIMIT / hosts)
        return false;
    opening.brought_by = rd_take(&scratch, hosts * opening.item_count, uint32_t);
    for (uint64_t i = 0; i < hosts * opening.item_count; i++)
        opening.brought_by[i] = NONE;
    open_stocks(&opening);
    add_plan(&opening, named, true);
    add_plan(&opening, counted, false);
    joint.node_count = (uint32_t)opening.node_count;
    list_waits(&opening, false, &joint.next_first, &joint.next);
    list_waits(&opening, true, &joint.past_first, &joint.past);
    *ret_joint = joint;
    return true;
}

/* --- schedules ------------------------------------------------------------------------------ */

struct run {
    const struct rd_joint *joint;
    const struct rd_network *network;
    bool backward;
    double now_s;
    double *rank, *start_s, *end_s; /* [nodes]; of equal ranks the lower node */
    uint32_t *waits;                /* [nodes] for how many it waits */
    uint32_t *ready, *aside;        /* [nodes] messages that wait for ports, by rank */
    size_t ready_count;
    uint32_t *stack; /* [nodes] that end without having lasted */
    struct rd_occupancy occupancy;
    uint32_t *heap; /* [nodes] those under way, by end */
    size_t count;
};

static bool ends_before(const struct run *run, uint32_t a, uint32_t b)
{
    return run->end_s[a] < run->end_s[b];
}

RD_DEFINE_HEAP(struct run, uint32_t, heap, count, ends_before, RD_HEAP_PUT)

static bool is_urgent(const struct run *run, uint32_t a, uint32_t b)
{
    return run->rank[a] != run->rank[b] ? run->rank[a] < run->rank[b] : a < b;
}

static void make_ready(struct run *run, uint32_t node)
{
    size_t low = 0, high = run->ready_count;
    RD_FIND_FIRST(low, high, place, !is_urgent(run, run->ready[place], node))
    memmove(run->ready + low + 1, run->ready + low, (run->ready_count - low) * sizeof *run->ready);
    run->ready[low] = node;
    run->ready_count++;
}

/* A node waits for nothing, or for less: those that take no time end at once. */
static void release(struct run *run, uint32_t node)
{
    const struct rd_joint *joint = run->joint;
    const uint32_t *first = run->backward ? joint->past_first : joint->next_first;
    const uint32_t *list = run->backward ? joint->past : joint->next;
    size_t count = 0;
    run->stack[count++] = node;
    while (count > 0) {
        uint32_t ended = run->stack[--count];
        for (uint32_t i = first[ended]; i < first[ended + 1]; i++) {
            uint32_t freed = list[i];
            if (--run->waits[freed] > 0)
                continue;
            run->start_s[freed] = run->end_s[freed] = run->now_s;
            if (joint->node[freed].link == NONE)
                run->stack[count++] = freed;
            else
                make_ready(run, freed);
        }
    }
}

static void start(struct run *run, uint32_t node)
{
    const struct rd_joint_node *message = &run->joint->node[node];
    run->start_s[node] = run->now_s;
    run->end_s[node] = run->now_s + message->lasts_s;
    rd_occupancy_start(&run->occupancy, message->link);
    rd_heap_rise(run, run->count++, node);
}

/* Starts what may start, the most urgent first. */
static void start_all(struct run *run)
{
    size_t left = 0;
    for (size_t i = 0; i < run->ready_count; i++) {
        uint32_t node = run->ready[i];
        if (rd_occupancy_is_free(&run->occupancy, run->joint->node[node].link))
            start(run, node);
        else
            run->ready[left++] = node;
    }
    run->ready_count = left;
}

/* To the next date at which messages end. */
static void advance(struct run *run)
{
    run->now_s = run->end_s[run->heap[0]];
    double together_s = run->now_s * (1 + 1e-12);
    while (run->count > 0 && run->end_s[run->heap[0]] <= together_s) {
        uint32_t ended = rd_heap_pop(run);
        rd_occupancy_end(&run->occupancy, run->joint->node[ended].link);
        release(run, ended);
    }
}

/* A schedule by rank, or one backwards in time. Returns: its end. */
static double pass(struct run *run, bool backward)
{
    const struct rd_joint *joint = run->joint;
    const uint32_t *first = backward ? joint->next_first : joint->past_first;
    size_t count = 0;
    run->backward = backward;
    run->now_s = 0;
    for (uint32_t node = 0; node < joint->node_count; node++)
        run->waits[node] = first[node + 1] - first[node];
    for (uint32_t node = 0; node < joint->node_count; node++)
        if (first[node + 1] == first[node])
            run->aside[count++] = node;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = run->aside[i];
        run->start_s[node] = run->end_s[node] = 0;
        if (joint->node[node].link == NONE)
            release(run, node);
        else
            make_ready(run, node);
    }
    start_all(run);
    while (run->count > 0) {
        advance(run);
        start_all(run);
    }
    return run->now_s;
}

/* What is behind each node on the longest way, itself included, as it would be with all ports free.
 * In: nodes wait for lower ones but for those of what came, which are behind their message. */
static void find_tails(struct run *run, double *tail_s)
{
    const struct rd_joint *joint = run->joint;
    size_t count = 0;
    for (uint32_t node = 0; node < joint->node_count; node++) {
        run->waits[node] = joint->next_first[node + 1] - joint->next_first[node];
        tail_s[node] = 0;
        if (run->waits[node] == 0)
            run->stack[count++] = node;
    }
    while (count > 0) {
        uint32_t node = run->stack[--count];
        tail_s[node] += joint->node[node].lasts_s;
        for (uint32_t i = joint->past_first[node]; i < joint->past_first[node + 1]; i++) {
            uint32_t past = joint->past[i];
            tail_s[past] = fmax(tail_s[past], tail_s[node]);
            if (--run->waits[past] == 0)
                run->stack[count++] = past;
        }
    }
}

/* How long the busier port of each message is busy in all, over its places. */
static void find_port_work(struct run *run, double *work_s, struct rd_arena *scratch)
{
    const struct rd_joint *joint = run->joint;
    const struct rd_network *network = run->network;
    double *out_s = rd_take(scratch, network->host_count, double);
    double *in_s = rd_take(scratch, network->host_count, double);
    for (uint32_t i = 0; i < joint->node_count; i++) {
        const struct rd_joint_node *node = &joint->node[i];
        if (node->link == NONE)
            continue;
        uint32_t from = network->from[node->link], to = network->to[node->link];
        out_s[from] += node->lasts_s / rd_multicast_ports(joint->multicast, from, false);
        in_s[to] += node->lasts_s / rd_multicast_ports(joint->multicast, to, true);
    }
    for (uint32_t i = 0; i < joint->node_count; i++) {
        uint32_t link = joint->node[i].link;
        work_s[i] = link == NONE ? 0 : fmax(out_s[network->from[link]], in_s[network->to[link]]);
    }
}

/* The messages by start, for sorting. */
struct started {
    double start_s, rank;
    uint32_t node;
};

RD_ORDERED_BY(by_start, struct started, start_s, rank, node)

static void keep_order(const struct run *run, struct rd_arena *scratch, uint32_t *order)
{
    rd_arena_borrow(scratch);
    const struct rd_joint *joint = run->joint;
    struct started *started = rd_take(scratch, joint->message_count, struct started);
    size_t count = 0;
    for (uint32_t node = 0; node < joint->node_count; node++)
        if (joint->node[node].link != NONE)
            started[count++] = (struct started){run->start_s[node], run->rank[node], node};
    if (count > 0)
        qsort(started, count, sizeof *started, by_start);
    for (size_t i = 0; i < count; i++)
        order[i] = started[i].node;
}

/* What a search has come to. */
struct found {
    double best_s;
    uint32_t *order;
    int64_t left;      /* messages that it may start */
    int64_t schedules; /* made so far */
};

/* Who ended last comes first, the other way round in time. */
static void rank_by_end(struct run *run)
{
    for (uint32_t node = 0; node < run->joint->node_count; node++)
        run->rank[node] = -run->end_s[node];
}

/* Makes a schedule by the ranks, and better ones of it, backwards and forwards. */
static void improve(struct run *run, struct found *found, struct rd_arena *scratch)
{
    for (double last_s = INFINITY;;) {
        double end_s = pass(run, false);
        found->schedules++;
        found->left -= run->joint->message_count;
        if (end_s < found->best_s * (1 - 1e-12)) {
            found->best_s = end_s;
            keep_order(run, scratch, found->order);
        }
        if (!(end_s < last_s * (1 - 1e-12)) || found->left <= 0 || rd_time_is_up())
            return;
        last_s = end_s;
        rank_by_end(run);
        pass(run, true);
        rank_by_end(run);
    }
}

double rd_joint_schedule(const struct rd_joint *joint, const struct rd_copy_effort *effort,
                         struct rd_arena *scratch, uint32_t *ret_order, int64_t *ret_schedules)
{
    rd_arena_borrow(scratch);
    static const double port_weight[] = {0, 0.5, 2};
    enum { RULES = sizeof port_weight / sizeof *port_weight };
    uint32_t nodes = joint->node_count;
    struct run run = {.joint = joint,
                      .network = &joint->multicast->network,
                      .rank = rd_take(scratch, nodes, double),
                      .start_s = rd_take(scratch, nodes, double),
                      .end_s = rd_take(scratch, nodes, double),
                      .waits = rd_take(scratch, nodes, uint32_t),
                      .ready = rd_take(scratch, nodes, uint32_t),
                      .aside = rd_take(scratch, nodes, uint32_t),
                      .stack = rd_take(scratch, nodes, uint32_t),
                      .heap = rd_take(scratch, nodes, uint32_t),
                      .occupancy = rd_occupancy_open(joint->multicast, scratch)};
    double *tail_s = rd_take(scratch, nodes, double), *work_s = rd_take(scratch, nodes, double);
    struct rd_rng rng = rd_rng_seeded(effort->seed, 0);
    struct found found = {INFINITY, ret_order, effort->messages, 0};
    find_tails(&run, tail_s);
    find_port_work(&run, work_s, scratch);
    for (int rule = 0;
         rule == 0 ||
         (found.left > 0 && found.best_s > effort->bound_s * (1 + 1e-9) && !rd_time_is_up());
         rule++) {
        double weight = port_weight[rule % RULES], noise = rule < RULES ? 0 : 1;
        for (uint32_t node = 0; node < nodes; node++)
            run.rank[node] =
                -(tail_s[node] + weight * work_s[node]) * (1 + noise * (rd_rng_unit(&rng) - 0.5));
        improve(&run, &found, scratch);
    }
    *ret_schedules = found.schedules;
    return found.best_s;
}

void rd_joint_plan(const struct rd_joint *joint, const uint32_t *order, struct rd_arena *arena,
                   struct rd_plan *plan)
{
    const struct rd_network *network = &joint->multicast->network;
    plan->timing = RD_SELF_TIMED;
    for (uint32_t i = 0; i < joint->message_count; i++) {
        const struct rd_joint_node *message = &joint->node[order[i]];
        struct rd_transfer transfer = {.from = network->from[message->link],
                                       .to = network->to[message->link],
                                       .kind = message->kind,
                                       .items = message->items,
                                       .messages = 1};
        if (message->first == RD_NO_ITEM)
            rd_plan_add(plan, arena, transfer);
        else
            rd_plan_add_copies(plan, arena, transfer, message->first);
    }
}
