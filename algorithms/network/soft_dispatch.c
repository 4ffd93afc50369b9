#include "soft_dispatch.h"

#include "algorithms/flow/remaining_flow.h"
#include "algorithms/kernels/list_schedule.h"
#include "sim/base/guard.h"
#include "sim/base/heap.h"
#include "sim/base/integers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A message under way. */
struct message {
    double end_s;
    uint32_t entry;
    uint32_t items;
};

struct candidate {
    double urgency_s;
    uint32_t entry;
};

struct dispatch {
    const struct rd_network *network;
    struct rd_soft_rule rule;
    int64_t message_items;
    struct rd_rest rest;
    int64_t *held;      /* [hosts * kinds] */
    int64_t *sent;      /* [links * kinds] */
    double *tail_s;     /* [hosts * kinds] what items take on average behind a host */
    uint32_t *free_out; /* [hosts] messages that may start; UINT32_MAX: any */
    uint32_t *free_in;  /* [hosts] */
    struct message *heap;
    size_t heap_count;
    uint64_t *listed; /* [links * kinds] a candidate of the event of this number */
    uint64_t event;
    struct candidate *candidate;
    size_t candidate_count;
    double now_s;
};

static bool ends_before(const struct dispatch *dispatch, struct message a, struct message b)
{
    (void)dispatch;
    return a.end_s < b.end_s || (a.end_s == b.end_s && a.entry < b.entry);
}

RD_DEFINE_HEAP(struct dispatch, struct message, heap, heap_count, ends_before, RD_HEAP_PUT)

bool rd_soft_dispatch_takes(const struct rd_network *network, const struct rd_network_goal *goal)
{
    return !network->has_latency && network->shared_count == 0 && !goal->computes &&
           network->instance->sends != RD_SINGLE_SEND &&
           network->instance->topology.shape != RD_BUS;
}

struct rd_soft_schedule rd_soft_schedule_make(size_t capacity, int64_t message_items,
                                              struct rd_arena *arena)
{
    return (struct rd_soft_schedule){
        .makespan_s = INFINITY,
        .message_items = message_items,
        .entry = rd_take(arena, capacity, uint32_t),
        .items = message_items > 1 ? rd_take(arena, capacity, int64_t) : NULL,
        .capacity = capacity,
    };
}

static struct dispatch open_dispatch(const struct rd_network_flow *flow, struct rd_soft_rule rule,
                                     int64_t message_items, struct rd_arena *scratch)
{
    const struct rd_network *network = flow->network;
    size_t n = network->host_count, kinds = network->kind_count;
    size_t links = network->link_count, entries = links * kinds;
    struct rd_network_flow *left = rd_take(scratch, 1, struct rd_network_flow);
    *left = rd_network_flow_open(network, flow->goal, NULL, RD_PATH_PORTS, flow->time_s, scratch);
    rd_network_flow_copy(left, flow);
    struct dispatch dispatch = {
        .network = network,
        .rule = rule,
        .message_items = message_items,
        .rest = rd_rest_open(left, scratch),
        .held = rd_take(scratch, n * kinds, int64_t),
        .sent = rd_take(scratch, entries, int64_t),
        .tail_s = rd_take(scratch, n * kinds, double),
        .free_out = rd_take(scratch, n, uint32_t),
        .free_in = rd_take(scratch, n, uint32_t),
        .heap = rd_take(scratch, links, struct message),
        .listed = rd_take(scratch, entries, uint64_t),
        .candidate = rd_take(scratch, entries, struct candidate),
    };
    memcpy(dispatch.held, network->instance->load, n * kinds * sizeof *dispatch.held);
    memcpy(dispatch.free_out, network->ports, n * sizeof *dispatch.free_out);
    memcpy(dispatch.free_in, network->ports, n * sizeof *dispatch.free_in);
    return dispatch;
}

static bool may_start(const struct dispatch *dispatch, uint32_t entry)
{
    const struct rd_network *network = dispatch->network;
    uint32_t link = entry / network->kind_count, kind = entry % network->kind_count;
    return dispatch->rest.flow->items[entry] > 0 && dispatch->free_out[network->from[link]] > 0 &&
           dispatch->free_in[network->to[link]] > 0 &&
           dispatch->rest.running[2 * network->host_count + link] == 0 &&
           dispatch->held[(size_t)network->from[link] * network->kind_count + kind] > 0;
}

static double by_ports(const struct rd_network *network, uint32_t host, double seconds)
{
    return network->ports[host] == UINT32_MAX ? 0 : seconds / network->ports[host];
}

static double urgency_s(const struct dispatch *dispatch, uint32_t entry)
{
    const struct rd_network *network = dispatch->network;
    const struct rd_network_flow *flow = dispatch->rest.flow;
    uint32_t link = entry / network->kind_count, kind = entry % network->kind_count;
    uint32_t from = network->from[link], to = network->to[link];
    double out_s = by_ports(network, from, flow->out_s[from]);
    double in_s = by_ports(network, to, flow->in_s[to]);
    double pace_s = fmax(out_s, in_s);
    if (dispatch->rest.links_are_rows)
        pace_s = fmax(pace_s, flow->link_s[link]);
    pace_s += 1e-4 * (out_s + in_s);
    pace_s += dispatch->rule.tail * dispatch->tail_s[(size_t)to * network->kind_count + kind];
    double left = (double)flow->items[entry], sent = (double)dispatch->sent[entry];
    return pace_s * (1 + dispatch->rule.lambda * (left - 0.5) / (left + sent));
}

static void look_at(struct dispatch *dispatch, uint32_t entry)
{
    if (dispatch->listed[entry] == dispatch->event || !may_start(dispatch, entry))
        return;
    dispatch->listed[entry] = dispatch->event;
    dispatch->candidate[dispatch->candidate_count++] =
        (struct candidate){urgency_s(dispatch, entry), entry};
}

static void look_at_port(struct dispatch *dispatch, uint32_t host, bool receives)
{
    const struct rd_network *network = dispatch->network;
    if ((receives ? dispatch->free_in : dispatch->free_out)[host] == 0)
        return;
    struct rd_port_links port = rd_port_links_of(network, host, receives);
    for (uint32_t i = 0; i < port.count; i++)
        for (uint32_t kind = 0; kind < network->kind_count; kind++)
            look_at(dispatch, rd_port_link(&port, i) * network->kind_count + kind);
}

static void look_at_all(struct dispatch *dispatch)
{
    dispatch->event++;
    dispatch->candidate_count = 0;
    for (uint32_t host = 0; host < dispatch->network->host_count; host++)
        look_at_port(dispatch, host, false);
}

static int by_falling_urgency(const void *a, const void *b)
{
    const struct candidate *one = a, *other = b;
    if (one->urgency_s != other->urgency_s)
        return one->urgency_s > other->urgency_s ? -1 : 1;
    return one->entry < other->entry ? -1 : one->entry > other->entry;
}

static void take_port(uint32_t *port)
{
    *port -= *port != UINT32_MAX;
}

static void free_port(uint32_t *port)
{
    *port += *port != UINT32_MAX;
}

/* Returns: how many items the message has. */
static int64_t start(struct dispatch *dispatch, uint32_t entry)
{
    const struct rd_network *network = dispatch->network;
    uint32_t link = entry / network->kind_count, kind = entry % network->kind_count;
    int64_t *held = &dispatch->held[(size_t)network->from[link] * network->kind_count + kind];
    int64_t left = dispatch->rest.flow->items[entry];
    int64_t items = rd_least(dispatch->message_items, rd_least(left, *held));
    double item_s = rd_network_item_s(network, link, kind);
    struct message message = {dispatch->now_s + (double)items * item_s, entry, (uint32_t)items};
    *held -= items;
    dispatch->sent[entry] += items;
    take_port(&dispatch->free_out[network->from[link]]);
    take_port(&dispatch->free_in[network->to[link]]);
    rd_rest_start(&dispatch->rest, link, kind, items, message.end_s);
    rd_heap_rise(dispatch, dispatch->heap_count++, message);
    return items;
}

/* Starts what can start, the most urgent first. Returns: false if there is no more room. */
static bool start_candidates(struct dispatch *dispatch, struct rd_soft_schedule *schedule)
{
    if (dispatch->candidate_count > 1)
        qsort(dispatch->candidate, dispatch->candidate_count, sizeof *dispatch->candidate,
              by_falling_urgency);
    for (size_t i = 0; i < dispatch->candidate_count; i++) {
        uint32_t entry = dispatch->candidate[i].entry;
        if (!may_start(dispatch, entry))
            continue;
        if (schedule->count == schedule->capacity)
            return false;
        int64_t items = start(dispatch, entry);
        if (schedule->items)
            schedule->items[schedule->count] = items;
        schedule->entry[schedule->count++] = entry;
    }
    return true;
}

/* Ends all that ends next, and lists what may start because of it. */
static void end_next(struct dispatch *dispatch)
{
    const struct rd_network *network = dispatch->network;
    size_t ended = dispatch->network->link_count; /* the heap's end is free for what has ended */
    dispatch->now_s = dispatch->heap[0].end_s;
    while (dispatch->heap_count > 0 && dispatch->heap[0].end_s == dispatch->now_s) {
        struct message message = rd_heap_pop(dispatch);
        uint32_t link = message.entry / network->kind_count;
        uint32_t kind = message.entry % network->kind_count;
        rd_rest_end(&dispatch->rest, link, message.end_s);
        dispatch->held[(size_t)network->to[link] * network->kind_count + kind] += message.items;
        free_port(&dispatch->free_out[network->from[link]]);
        free_port(&dispatch->free_in[network->to[link]]);
        dispatch->heap[--ended] = message;
    }
    dispatch->event++;
    dispatch->candidate_count = 0;
    for (; ended < network->link_count; ended++) {
        uint32_t link = dispatch->heap[ended].entry / network->kind_count;
        look_at_port(dispatch, network->from[link], false);
        look_at_port(dispatch, network->to[link], true);
        look_at_port(dispatch, network->to[link], false);
    }
}

/* Moves what is left to other ways, and looks at what is behind hosts anew. Returns: how long the
 * busiest port is still busy. */
static double rebalance(struct dispatch *dispatch, struct rd_arena *scratch)
{
    double left_s = dispatch->rule.rebalances
                        ? rd_rest_rebalance(&dispatch->rest, dispatch->now_s, scratch)
                        : rd_rest_load_s(&dispatch->rest, dispatch->now_s);
    if (dispatch->rule.tail > 0)
        rd_network_flow_mean_tails(dispatch->rest.flow, dispatch->held, dispatch->tail_s, scratch);
    look_at_all(dispatch);
    return left_s;
}

static bool is_done(const struct dispatch *dispatch)
{
    const struct rd_network *network = dispatch->network;
    for (size_t i = 0; i < (size_t)network->link_count * network->kind_count; i++)
        if (dispatch->rest.flow->items[i] > 0)
            return false;
    return true;
}

void rd_soft_dispatch(const struct rd_network_flow *flow, struct rd_soft_rule rule,
                      double give_up_s, struct rd_soft_schedule *ret, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct dispatch dispatch = open_dispatch(flow, rule, ret->message_items, scratch);
    /* Of what is left at the busiest port some may still take other ways. */
    double sure_part = rule.rebalances ? 0.9 : 1, least_s = 2 * dispatch.rest.longest_item_s;
    double left_s = rebalance(&dispatch, scratch), next_s = fmax(rule.part * left_s, least_s);
    ret->count = 0;
    ret->makespan_s = INFINITY;
    while (start_candidates(&dispatch, ret)) {
        if (dispatch.heap_count == 0) {
            rd_assert(is_done(&dispatch)); /* nobody waits in a circle */
            ret->makespan_s = dispatch.now_s;
            return;
        }
        end_next(&dispatch);
        if (rd_time_is_up())
            return;
        if (dispatch.now_s < next_s)
            continue;
        left_s = rebalance(&dispatch, scratch);
        next_s = dispatch.now_s + fmax(rule.part * left_s, least_s);
        if (dispatch.now_s + sure_part * left_s >= give_up_s)
            return;
    }
}

void rd_soft_dispatch_write(const struct rd_network *network,
                            const struct rd_soft_schedule *schedule, struct rd_arena *arena,
                            struct rd_arena *scratch, struct rd_plan *plan)
{
    rd_arena_borrow(scratch);
    size_t kinds = network->kind_count, entries = network->link_count * kinds;
    struct rd_list_link *link = rd_take(scratch, entries, struct rd_list_link);
    for (size_t i = 0; i < entries; i++)
        link[i] = (struct rd_list_link){.from = network->from[i / kinds],
                                        .to = network->to[i / kinds],
                                        .kind = (uint32_t)(i % kinds)};
    struct rd_list_record record = {.count = schedule->count, .items = schedule->items};
    struct rd_list_problem problem = {.host_count = network->host_count,
                                      .kind_count = network->kind_count,
                                      .inventory = network->instance->load,
                                      .link_count = entries,
                                      .link = link,
                                      .record = &record};
    plan->timing = RD_SELF_TIMED;
    rd_list_plan(&problem, schedule->entry, schedule->count, arena, scratch, plan);
}
