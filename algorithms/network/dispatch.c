#include "dispatch.h"

#include <math.h>
#include <string.h>

/* What priorities are computed from: the seconds of messages that have not been started. */
struct rd_dispatch_state {
    struct rd_dispatch_rule rule;
    double *out_s;       /* [hosts] at its out-port, all kinds, divided by its ports */
    double *in_s;        /* [hosts] */
    double *lane_s;      /* [lanes] */
    double *shared_s;    /* [shared links] by the parts that messages take */
    double *behind_s;    /* [hosts * kinds] that it sends of a kind, divided by its ports */
    double *longest_s;   /* [hosts * kinds] the longest of its links of a kind; -1: to be found */
    double *tail_s;      /* [hosts * kinds] */
    double *left_s;      /* [links] */
    size_t *first_out;   /* [hosts + 1] links by sender; computations are behind all links */
    size_t *computation; /* [hosts * kinds] its computation; SIZE_MAX if there is none */
    const double *example_s; /* [messages by link] ends of an earlier schedule */
    size_t *started;         /* [links] messages */
    const bool *passes_on;   /* [hosts * kinds] does it send, or compute, more than it has? */
};

/* What an item takes on a link, with its share of the messages' latencies. */
static double item_s(const struct rd_dispatch *dispatch, const struct rd_list_link *link)
{
    if (link->messages > 0)
        return link->item_s + link->latency_s * (double)link->messages / (double)link->items;
    int64_t size = dispatch->size.as_held ? link->items : dispatch->size.items;
    size = size < link->items ? size : link->items;
    return link->item_s + (link->latency_s > 0 ? link->latency_s / (double)size : 0);
}

static int64_t message_count(const struct rd_dispatch *dispatch, const struct rd_list_link *link,
                             int64_t left)
{
    if (link->messages > 0)
        return rd_list_bundles_left(link, left);
    return dispatch->size.as_held ? left : (left - 1) / dispatch->size.items + 1;
}

/* In how many messages a link's items cross it; 0: in such as the size says. In: entry, of links
 * and kinds. */
static int64_t bundles_of(const struct rd_message_size *size, const struct rd_list_link *link,
                          size_t entry, bool waited_for)
{
    enum { MOST_PORTIONS = 64, EIGHTHS = 8 };
    double bundles = 1;
    if (size->bundling == RD_BUNDLE_ALIKE)
        return 0;
    if (link->to == RD_NO_HOST)
        bundles = MOST_PORTIONS;
    else if (size->bundling == RD_BUNDLE_GIVEN)
        bundles = (double)size->messages[entry];
    else if (waited_for && size->bundling == RD_BUNDLE_COUNT)
        bundles = (double)size->items;
    else if (waited_for && size->bundling == RD_BUNDLE_CHUNKS)
        bundles = (double)((link->items - 1) / size->items + 1);
    else if (waited_for && link->latency_s > 0)
        bundles = round(sqrt(link->item_s * (double)link->items / link->latency_s) *
                        (double)size->items / EIGHTHS);
    else if (waited_for)
        bundles = (double)link->items;
    return (int64_t)fmin(fmax(bundles, 1), (double)link->items);
}

/* Adds a link that is used. In: entry, of the links and kinds, or of the hosts and kinds. */
static void add_link(struct rd_dispatch *dispatch, struct rd_list_link link, size_t entry)
{
    const struct rd_dispatch_state *state = dispatch->state;
    size_t at = dispatch->problem.link_count++, kinds = dispatch->problem.kind_count;
    bool computes = link.to == RD_NO_HOST;
    bool waited_for = state->passes_on[link.from * kinds + link.kind] ||
                      (!computes && state->passes_on[link.to * kinds + link.kind]);
    link.messages = bundles_of(&dispatch->size, &link, entry, waited_for);
    link.smaller_first = dispatch->size.smaller_first;
    dispatch->link[at] = link;
    dispatch->waited_for[at] = waited_for && !computes;
    dispatch->first_message[at + 1] =
        dispatch->first_message[at] + (size_t)message_count(dispatch, &link, link.items);
}

/* Which hosts send, or compute, more of a kind than they hold at the start. */
static const bool *find_passing(const struct rd_network_flow *flow, struct rd_arena *arena)
{
    const struct rd_network *network = flow->network;
    size_t kinds = network->kind_count, entries = network->host_count * kinds;
    bool *passes_on = rd_take(arena, entries, bool);
    rd_arena_borrow(arena);
    int64_t *sent = rd_take(arena, entries, int64_t);
    for (size_t link = 0; link < network->link_count; link++)
        for (size_t kind = 0; kind < kinds; kind++)
            sent[network->from[link] * kinds + kind] += flow->items[link * kinds + kind];
    for (size_t i = 0; i < entries; i++)
        passes_on[i] =
            sent[i] + (flow->goal->computes ? flow->final[i] : 0) > network->instance->load[i];
    return passes_on;
}

static size_t used_links(const struct rd_network_flow *flow)
{
    const struct rd_network *network = flow->network;
    size_t count = 0, kinds = network->kind_count;
    for (size_t i = 0; i < network->link_count * kinds; i++)
        count += flow->items[i] > 0;
    for (size_t i = 0; flow->goal->computes && i < network->host_count * kinds; i++)
        count += flow->final[i] > 0;
    return count;
}

static void add_links(struct rd_dispatch *dispatch)
{
    const struct rd_network_flow *flow = dispatch->flow;
    const struct rd_network *network = flow->network;
    size_t kinds = network->kind_count;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            if (flow->items[link * kinds + kind] > 0)
                add_link(
                    dispatch,
                    (struct rd_list_link){
                        .from = network->from[link],
                        .to = network->to[link],
                        .item_s = rd_network_item_s(network, link, kind),
                        .items = flow->items[link * kinds + kind],
                        .latency_s = network->latency_s[link],
                        .kind = kind,
                        .lane = link,
                        .share_count = network->share_first[link + 1] - network->share_first[link],
                        .share = network->share + network->share_first[link],
                    },
                    link * kinds + kind);
    for (uint32_t host = 0; flow->goal->computes && host < network->host_count; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            if (flow->final[host * kinds + kind] > 0) {
                dispatch->state->computation[host * kinds + kind] = dispatch->problem.link_count;
                add_link(dispatch,
                         (struct rd_list_link){
                             .from = host,
                             .to = RD_NO_HOST,
                             .item_s = network->compute_item_s[host],
                             .items = flow->final[host * kinds + kind],
                             .kind = kind,
                             .lane = network->link_count + host,
                         },
                         host * kinds + kind);
            }
}

static void index_senders(struct rd_dispatch *dispatch)
{
    size_t *first = dispatch->state->first_out, link = 0;
    uint32_t n = dispatch->problem.host_count;
    for (uint32_t host = 0; host < n; host++) {
        first[host] = link;
        while (link < dispatch->problem.link_count && dispatch->link[link].to != RD_NO_HOST &&
               dispatch->link[link].from == host)
            link++;
    }
    first[n] = link;
}

static void open_state(struct rd_dispatch *dispatch, size_t links, struct rd_arena *arena)
{
    const struct rd_network *network = dispatch->flow->network;
    size_t n = network->host_count, entries = n * network->kind_count;
    struct rd_dispatch_state *state = rd_take(arena, 1, struct rd_dispatch_state);
    state->out_s = rd_take(arena, n, double);
    state->in_s = rd_take(arena, n, double);
    state->lane_s = rd_take(arena, dispatch->problem.lane_count, double);
    state->shared_s = rd_take(arena, network->shared_count, double);
    state->behind_s = rd_take(arena, entries, double);
    state->longest_s = rd_take(arena, entries, double);
    state->tail_s = rd_take(arena, entries, double);
    state->left_s = rd_take(arena, links, double);
    state->first_out = rd_take(arena, n + 1, size_t);
    state->computation = rd_take(arena, entries, size_t);
    state->started = rd_take(arena, links, size_t);
    state->passes_on = find_passing(dispatch->flow, arena);
    for (size_t i = 0; i < entries; i++)
        state->computation[i] = SIZE_MAX;
    dispatch->state = state;
}

struct rd_dispatch rd_dispatch_open(const struct rd_network_flow *flow, struct rd_message_size size,
                                    struct rd_arena *arena)
{
    const struct rd_network *network = flow->network;
    size_t links = used_links(flow);
    struct rd_dispatch dispatch = {
        .flow = flow,
        .size = size,
        .link = rd_take(arena, links, struct rd_list_link),
        .waited_for = rd_take(arena, links, bool),
        .first_message = rd_take(arena, links + 1, size_t),
    };
    dispatch.problem = (struct rd_list_problem){
        .host_count = network->host_count,
        .ports = network->ports,
        .bus = network->instance->topology.shape == RD_BUS,
        .kind_count = network->kind_count,
        .inventory = network->instance->load,
        .link = dispatch.link,
        .lane_count = network->link_count + network->host_count,
        .shared_count = network->shared_count,
        .message_items = size.items,
        .as_held = size.as_held,
    };
    open_state(&dispatch, links, arena);
    add_links(&dispatch);
    index_senders(&dispatch);
    bool acyclic = rd_network_flow_tails(flow, dispatch.state->tail_s, arena);
    rd_assert(acyclic);
    dispatch.item_count = rd_list_item_count(&dispatch.problem);
    return dispatch;
}

struct rd_dispatched rd_dispatched_make(size_t capacity, struct rd_arena *arena)
{
    return (struct rd_dispatched){
        .makespan_s = INFINITY,
        .order = rd_take(arena, capacity, uint32_t),
        .record = {.items = rd_take(arena, capacity, int64_t),
                   .end_s = rd_take(arena, capacity, double)},
        .capacity = capacity,
    };
}

static double by_ports(const struct rd_dispatch *dispatch, uint32_t host, double seconds)
{
    uint32_t ports = dispatch->problem.ports[host];
    return ports == UINT32_MAX ? 0 : seconds / ports;
}

static size_t entry_of(const struct rd_dispatch *dispatch, uint32_t host, uint32_t kind)
{
    return (size_t)host * dispatch->problem.kind_count + kind;
}

/* Counts a link's seconds in, or some of them out. */
static void count_seconds(struct rd_dispatch *dispatch, size_t link, double seconds)
{
    struct rd_dispatch_state *state = dispatch->state;
    const struct rd_list_link *ends = &dispatch->link[link];
    size_t entry = entry_of(dispatch, ends->from, ends->kind);
    state->lane_s[ends->lane] += seconds;
    state->longest_s[entry] = -1;
    if (ends->to == RD_NO_HOST)
        return;
    state->out_s[ends->from] += by_ports(dispatch, ends->from, seconds);
    state->in_s[ends->to] += by_ports(dispatch, ends->to, seconds);
    state->behind_s[entry] += by_ports(dispatch, ends->from, seconds);
    for (uint32_t i = 0; i < ends->share_count; i++)
        state->shared_s[ends->share[i].shared] += seconds * rd_share_fraction(&ends->share[i]);
}

static void started(void *context, size_t link, int64_t left)
{
    struct rd_dispatch *dispatch = context;
    double left_s = (double)left * item_s(dispatch, &dispatch->link[link]);
    count_seconds(dispatch, link, left_s - dispatch->state->left_s[link]);
    dispatch->state->left_s[link] = left_s;
}

static void reset_state(struct rd_dispatch *dispatch)
{
    struct rd_dispatch_state *state = dispatch->state;
    size_t n = dispatch->problem.host_count, entries = n * dispatch->problem.kind_count;
    memset(state->out_s, 0, n * sizeof *state->out_s);
    memset(state->in_s, 0, n * sizeof *state->in_s);
    memset(state->lane_s, 0, dispatch->problem.lane_count * sizeof *state->lane_s);
    memset(state->shared_s, 0, dispatch->problem.shared_count * sizeof *state->shared_s);
    memset(state->behind_s, 0, entries * sizeof *state->behind_s);
    memset(state->left_s, 0, dispatch->problem.link_count * sizeof *state->left_s);
    for (size_t link = 0; link < dispatch->problem.link_count; link++)
        started(dispatch, link, dispatch->link[link].items);
}

/* The longest of what a host has still to send over a link of a kind, or to compute of it. */
static double longest_s(const struct rd_dispatch *dispatch, uint32_t host, uint32_t kind)
{
    const struct rd_dispatch_state *state = dispatch->state;
    size_t entry = entry_of(dispatch, host, kind);
    if (state->longest_s[entry] >= 0)
        return state->longest_s[entry];
    double longest = 0;
    for (size_t link = state->first_out[host]; link < state->first_out[host + 1]; link++)
        if (dispatch->link[link].kind == kind && state->left_s[link] > longest)
            longest = state->left_s[link];
    if (state->computation[entry] != SIZE_MAX)
        longest = fmax(longest, state->left_s[state->computation[entry]]);
    return state->longest_s[entry] = longest;
}

/* As for a pipeline of two stages: what comes soon first, then what takes long behind it. */
static struct rd_list_priority by_cost(const struct rd_dispatch *dispatch, size_t link)
{
    const struct rd_list_link *ends = &dispatch->link[link];
    size_t kinds = dispatch->problem.kind_count;
    double cost_s = item_s(dispatch, ends);
    bool first =
        ends->to != RD_NO_HOST && dispatch->state->passes_on[ends->to * kinds + ends->kind];
    return (struct rd_list_priority){first, first ? -cost_s : cost_s};
}

static struct rd_list_priority by_rule(void *context, size_t link, int64_t left,
                                       const int64_t held[2])
{
    const struct rd_dispatch *dispatch = context;
    const struct rd_dispatch_state *state = dispatch->state;
    const struct rd_list_link *ends = &dispatch->link[link];
    if (state->rule.by_cost)
        return by_cost(dispatch, link);
    double pace_s = state->lane_s[ends->lane];
    double need_s = 0;
    if (ends->to != RD_NO_HOST) {
        double out_s = state->out_s[ends->from], in_s = state->in_s[ends->to];
        for (uint32_t i = 0; i < ends->share_count; i++)
            pace_s = fmax(pace_s, state->shared_s[ends->share[i].shared]);
        pace_s = fmax(pace_s, fmax(out_s, in_s)) + 1e-4 * (out_s + in_s);
        size_t entry = entry_of(dispatch, ends->to, ends->kind);
        double behind_s = fmax(state->behind_s[entry], longest_s(dispatch, ends->to, ends->kind));
        if (behind_s > 0)
            need_s = (behind_s + state->tail_s[entry]) / (double)(1 + held[1]);
    }
    double sent = (double)(ends->items - left) + 0.5;
    double late = 1 - sent / (double)ends->items;
    double urgency_s = pace_s * (1 + state->rule.lambda * late) + state->rule.mu * need_s;
    if (state->rule.salt != 0)
        urgency_s *= rd_network_disturbance(state->rule.salt, (link << 32) ^ (uint64_t)left);
    return (struct rd_list_priority){urgency_s, 0};
}

void rd_dispatch_by_rule(struct rd_dispatch *dispatch, struct rd_dispatch_rule rule,
                         double give_up_s, struct rd_dispatched *ret, struct rd_arena *scratch)
{
    rd_assert(dispatch->first_message[dispatch->problem.link_count] <= ret->capacity);
    dispatch->state->rule = rule;
    reset_state(dispatch);
    struct rd_list_problem problem = dispatch->problem;
    problem.priority = by_rule;
    problem.started = started;
    problem.context = dispatch;
    problem.record = &ret->record;
    ret->makespan_s = rd_list_schedule(&problem, give_up_s, ret->order, scratch);
}

/* Ends, of each link's messages in their order. */
static void sort_ends(struct rd_dispatch *dispatch, const struct rd_dispatched *dispatched,
                      double *end_s)
{
    size_t *count = dispatch->state->started;
    memset(count, 0, dispatch->problem.link_count * sizeof *count);
    for (size_t i = 0; i < dispatched->record.count; i++) {
        uint32_t link = dispatched->order[i];
        end_s[dispatch->first_message[link] + count[link]++] = dispatched->record.end_s[i];
    }
}

/* The later the message from the other end of time ended, the sooner this one goes. */
static struct rd_list_priority by_example(void *context, size_t link, int64_t left,
                                          RD_UNUSED const int64_t held[2])
{
    const struct rd_dispatch *dispatch = context;
    size_t messages = (size_t)message_count(dispatch, &dispatch->link[link], left);
    return (struct rd_list_priority){
        dispatch->state->example_s[dispatch->first_message[link] + messages - 1], 0};
}

/* The same problem with time reversed: links lead back, and what was there at the end is there at
 * the start. */
static struct rd_list_problem reversed(const struct rd_dispatch *dispatch, struct rd_arena *scratch)
{
    struct rd_list_problem problem = dispatch->problem;
    size_t entries = (size_t)problem.host_count * problem.kind_count;
    struct rd_list_link *link = rd_take(scratch, problem.link_count, struct rd_list_link);
    int64_t *inventory = rd_take(scratch, entries, int64_t);
    for (size_t i = 0; i < entries && !dispatch->flow->goal->computes; i++)
        inventory[i] = dispatch->flow->final[i];
    for (size_t i = 0; i < problem.link_count; i++) {
        link[i] = dispatch->link[i];
        link[i].from = dispatch->link[i].to;
        link[i].to = dispatch->link[i].from;
    }
    problem.link = link;
    problem.inventory = inventory;
    return problem;
}

static void schedule_by_example(struct rd_dispatch *dispatch, struct rd_list_problem *problem,
                                const struct rd_dispatched *example, struct rd_dispatched *ret,
                                struct rd_arena *scratch)
{
    size_t messages = dispatch->first_message[dispatch->problem.link_count];
    double *end_s = rd_take(scratch, messages, double);
    sort_ends(dispatch, example, end_s);
    dispatch->state->example_s = end_s;
    problem->priority = by_example;
    problem->context = dispatch;
    problem->record = &ret->record;
    ret->makespan_s = rd_list_schedule(problem, INFINITY, ret->order, scratch);
}

void rd_dispatch_by_example(struct rd_dispatch *dispatch, const struct rd_dispatched *example,
                            struct rd_dispatched *ret, struct rd_arena *scratch)
{
    rd_assert(!dispatch->size.as_held && ret != example);
    rd_assert(dispatch->first_message[dispatch->problem.link_count] <= ret->capacity);
    rd_arena_borrow(scratch);
    struct rd_list_problem backward = reversed(dispatch, scratch), forward = dispatch->problem;
    schedule_by_example(dispatch, &backward, example, ret, scratch);
    schedule_by_example(dispatch, &forward, ret, ret, scratch);
}

/* Without latency a message costs no more than its items, and what comes item by item can be passed
 * on sooner. So many items are judged one by one; with one port all of a message's at once. */
static void split_messages(const struct rd_dispatch *dispatch, struct rd_plan *plan, size_t first)
{
    enum { MANY = 1 << 22 };
    const struct rd_network *network = dispatch->flow->network;
    const struct rd_instance *instance = network->instance;
    bool is_quick = instance->port_model == RD_ONE_PORT && !instance->shared;
    if (network->has_latency || dispatch->size.as_held || instance->sends == RD_SINGLE_SEND ||
        (!is_quick && dispatch->item_count > MANY))
        return;
    for (size_t i = first; i < plan->transfer_count; i++) {
        plan->transfer[i].messages *= plan->transfer[i].items;
        plan->transfer[i].items = 1;
    }
}

void rd_dispatch_write(const struct rd_dispatch *dispatch, const struct rd_dispatched *dispatched,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    struct rd_list_problem problem = dispatch->problem;
    struct rd_list_record record = dispatched->record;
    size_t before = plan->transfer_count;
    problem.record = &record;
    plan->timing = RD_SELF_TIMED;
    rd_list_plan(&problem, dispatched->order, record.count, arena, scratch, plan);
    split_messages(dispatch, plan, before);
}
