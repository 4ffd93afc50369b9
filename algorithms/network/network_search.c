#include "network_search.h"

#include "sim/base/guard.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"

#include <math.h>
#include <string.h>

/* The most messages of one item; the least, which never take long; and what is scheduled and judged
 * in a second, carefully. */
#define MESSAGE_LIMIT (INT64_C(1) << 19)
#define LEAST_MESSAGES (INT64_C(1) << 13)
#define MESSAGES_PER_SECOND 2e5

/* How many messages of a soft flow are started in a second, carefully: one that is stopped is no
 * schedule. */
#define SOFT_MESSAGES_PER_SECOND 4e6

int64_t rd_network_message_limit(double seconds)
{
    double messages = seconds * MESSAGES_PER_SECOND;
    return messages >= MESSAGE_LIMIT    ? MESSAGE_LIMIT
           : messages <= LEAST_MESSAGES ? LEAST_MESSAGES
                                        : (int64_t)messages;
}

static const struct rd_dispatch_rule rules[] = {
    {1, 1, false, 0}, {1, 0.3, false, 0}, {0.3, 1, false, 0}, {0, 1, false, 0}, {0, 0, true, 0}};
enum { BUNDLE_RULE_COUNT = sizeof rules / sizeof *rules, RULE_COUNT = 4, PASSES = 3 };

/* The last rule is for messages of many items. */
static int rule_count(const struct rd_message_size *size)
{
    return size->bundling == RD_BUNDLE_ALIKE ? RULE_COUNT : BUNDLE_RULE_COUNT;
}

struct rd_network_search rd_network_search_open(const struct rd_network *network,
                                                const struct rd_network_goal *goal, double enough_s,
                                                uint64_t seed, struct rd_arena *arena)
{
    return (struct rd_network_search){
        .network = network,
        .goal = goal,
        .enough_s = enough_s,
        .seed = seed,
        .best_s = INFINITY,
        .message_limit = rd_network_message_limit(rd_time_left_s()),
        .soft = {.makespan_s = INFINITY},
        .best_flow = rd_network_flow_open(network, goal, NULL, RD_PATH_PORTS, 1, arena),
        .arena = arena,
    };
}

static int64_t items_of(const struct rd_network_flow *flow)
{
    int64_t items = 0;
    for (size_t i = 0; i < (size_t)flow->network->link_count * flow->network->kind_count; i++)
        items += flow->items[i];
    return items;
}

static bool is_good_enough(const struct rd_network_search *search)
{
    return rd_time_meets(search->best_s, search->enough_s);
}

static void keep(struct rd_network_search *search, const struct rd_network_flow *flow,
                 struct rd_message_size size, struct rd_dispatch_rule rule,
                 const struct rd_dispatched *dispatched)
{
    size_t count = dispatched->record.count;
    if (search->best.capacity <= count)
        search->best = rd_dispatched_make(2 * count + 1, search->arena);
    struct rd_dispatched *best = &search->best;
    memcpy(best->order, dispatched->order, count * sizeof *best->order);
    memcpy(best->record.items, dispatched->record.items, count * sizeof *best->record.items);
    memcpy(best->record.end_s, dispatched->record.end_s, count * sizeof *best->record.end_s);
    best->record.count = count;
    best->makespan_s = search->best_s = dispatched->makespan_s;
    search->best_items = items_of(flow);
    search->best_size = size;
    search->best_rule = rule;
    rd_time_tell(search->network->instance, search->best_s);
    if (flow != &search->best_flow)
        rd_network_flow_copy(&search->best_flow, flow);
}

void rd_network_search_keep(struct rd_network_search *search, const struct rd_network_search *other)
{
    keep(search, &other->best_flow, other->best_size, other->best_rule, &other->best);
}

/* Is there work left, and time? */
static bool has_work(const struct rd_network_search *search)
{
    return search->work_items > 0 && !rd_time_is_up();
}

/* Schedules a flow by one rule. Returns: does it end before give_up_s? */
static bool ends_before(struct rd_network_search *search, struct rd_dispatch *dispatch,
                        struct rd_dispatch_rule rule, double give_up_s,
                        struct rd_dispatched *dispatched, struct rd_arena *scratch)
{
    rd_dispatch_by_rule(dispatch, rule, give_up_s, dispatched, scratch);
    search->work_items -= (int64_t)dispatched->record.count;
    return dispatched->makespan_s < give_up_s;
}

/* Did what began before take so much of the time left that the rest is for what gains more? */
static bool is_long(double before_s)
{
    enum { TIMES = 16 };
    double left_s = rd_time_left_s();
    return left_s < TIMES * (before_s - left_s);
}

static void try_size(struct rd_network_search *search, const struct rd_network_flow *flow,
                     struct rd_message_size size, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_dispatch dispatch = rd_dispatch_open(flow, size, scratch);
    size_t messages = dispatch.first_message[dispatch.problem.link_count];
    bool afforded = size.bundling == RD_BUNDLE_ALIKE || isinf(search->best_s) ||
                    (int64_t)messages <= search->work_items;
    struct rd_dispatched dispatched = rd_dispatched_make(afforded ? messages : 0, scratch);
    int64_t items = items_of(flow);
    /* Without work left, only what is needed to have a plan at all. */
    for (int i = 0; afforded && i < rule_count(&size); i++) {
        bool moves_less = isfinite(search->best_s) && items < search->best_items;
        if ((is_good_enough(search) && !moves_less) ||
            (isfinite(search->best_s) && !has_work(search)))
            break;
        double give_up_s = moves_less ? search->best_s * (1 + 1e-12) : search->best_s;
        double before_s = rd_time_left_s();
        if (ends_before(search, &dispatch, rules[i], give_up_s, &dispatched, scratch))
            keep(search, flow, size, rules[i], &dispatched);
        if (is_long(before_s))
            break;
    }
}

/* The items over all links, and the most over one. */
static int64_t count_items(const struct rd_network_flow *flow, int64_t *ret_most)
{
    int64_t items = 0;
    *ret_most = 1;
    size_t kinds = flow->network->kind_count;
    for (size_t i = 0; i < flow->network->link_count * kinds; i++) {
        items += flow->items[i];
        *ret_most = flow->items[i] > *ret_most ? flow->items[i] : *ret_most;
    }
    for (size_t i = 0; flow->goal->computes && i < flow->network->host_count * kinds; i++)
        items += flow->final[i];
    return items;
}

void rd_network_search_flow(struct rd_network_search *search, struct rd_network_flow *flow,
                            struct rd_arena *scratch)
{
    rd_network_flow_cancel_cycles(flow, scratch);
    int64_t most, items = count_items(flow, &most);
    struct rd_message_size size = {.items = (items - 1) / search->message_limit + 1};
    bool whole = flow->network->instance->sends == RD_SINGLE_SEND;
    if (items == 0)
        size.items = 1;
    if (most < size.items) /* few items cross links, and many are computed */
        most = size.items;
    if (!whole)
        try_size(search, flow, size, scratch);
    for (; flow->network->has_latency && !whole && size.items < most;) {
        size.items *= 2;
        try_size(search, flow, size, scratch);
    }
    if (whole || flow->network->has_latency)
        try_size(search, flow, (struct rd_message_size){.items = most}, scratch);
    if (flow->network->has_latency && !whole && items <= search->message_limit)
        try_size(search, flow, (struct rd_message_size){.items = 1, .as_held = true}, scratch);
}

/* Messages of a link differ by an item: the larger ones first, and the smaller ones first. */
static void try_both_orders(struct rd_network_search *search, const struct rd_network_flow *flow,
                            enum rd_bundling bundling, int64_t items, struct rd_arena *scratch)
{
    struct rd_message_size size = {.items = items, .bundling = bundling};
    try_size(search, flow, size, scratch);
    size.smaller_first = true;
    try_size(search, flow, size, scratch);
}

void rd_network_search_bundles(struct rd_network_search *search, struct rd_network_flow *flow,
                               struct rd_arena *scratch)
{
    static const int64_t small_sizes[] = {1, 2, 3, 4, 6, 8, 12};
    static const int64_t counts[] = {2, 3, 4, 6, 8}, eighths[] = {4, 8, 16};
    rd_network_flow_cancel_cycles(flow, scratch);
    if (rd_network_flow_load_s(flow) >= search->best_s)
        return;
    int64_t most, items = count_items(flow, &most);
    try_size(search, flow, (struct rd_message_size){.items = 1, .bundling = RD_BUNDLE_COUNT},
             scratch);
    if (flow->network->instance->sends == RD_SINGLE_SEND)
        return;
    /* Where latencies are small, messages all alike. */
    for (int64_t size = 1; size < most && size <= 4; size *= 2)
        if (items / size <= search->work_items / 16)
            try_size(search, flow, (struct rd_message_size){.items = size}, scratch);
    for (size_t i = 0; i < sizeof eighths / sizeof *eighths; i++)
        try_both_orders(search, flow, RD_BUNDLE_ROOT, eighths[i], scratch);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        try_both_orders(search, flow, RD_BUNDLE_COUNT, counts[i], scratch);
    for (int64_t size = most / 2; size > 12; size -= size / 3)
        try_both_orders(search, flow, RD_BUNDLE_CHUNKS, size, scratch);
    for (size_t i = sizeof small_sizes / sizeof *small_sizes; i-- > 0;)
        if (small_sizes[i] < most)
            try_both_orders(search, flow, RD_BUNDLE_CHUNKS, small_sizes[i], scratch);
}

void rd_network_search_passes(struct rd_network_search *search, struct rd_arena *scratch)
{
    if (search->best_size.as_held || !has_work(search))
        return;
    rd_arena_borrow(scratch);
    struct rd_dispatch dispatch = rd_dispatch_open(&search->best_flow, search->best_size, scratch);
    struct rd_dispatched one = rd_dispatched_make(search->best.record.count, scratch);
    struct rd_dispatched other = rd_dispatched_make(search->best.record.count, scratch);
    const struct rd_dispatched *example = &search->best;
    for (int pass = 0; pass < PASSES && has_work(search) && !is_good_enough(search); pass++) {
        struct rd_dispatched *next = example == &one ? &other : &one;
        rd_dispatch_by_example(&dispatch, example, next, scratch);
        search->work_items -= 2 * (int64_t)next->record.count;
        if (next->makespan_s < search->best_s)
            keep(search, &search->best_flow, search->best_size, search->best_rule, next);
        else if (next->makespan_s > search->best_s)
            break;
        example = next;
    }
}

/* A search among flows: a walk from the best to others that end no later. */
struct trial {
    struct rd_network_search *search;
    bool stays_lean;               /* not to those that end as soon and cross more links */
    struct rd_network_search lean; /* its best: of schedules that end as soon as the walk's, that of
                                      the fewest items; INT64_MAX: the walk's own */
    struct rd_network_flow flow;
    struct rd_dispatch dispatch; /* of the best flow */
    struct rd_rng rng;
    uint32_t *busy; /* [busy_count] used links of the problem at ports of nearly the most load */
    size_t busy_count;
    uint32_t last; /* the link of the problem that ends last */
};

/* The load of a link's busiest place, as parts of the makespan. */
static double load_of(const struct rd_network_flow *flow, const struct rd_list_link *link)
{
    const struct rd_network *network = flow->network;
    if (link->to == RD_NO_HOST)
        return flow->compute_s[link->from];
    double load_s = flow->link_s[link->lane];
    if (network->ports[link->from] != UINT32_MAX)
        load_s = fmax(load_s, flow->out_s[link->from] / network->ports[link->from]);
    if (network->ports[link->to] != UINT32_MAX)
        load_s = fmax(load_s, flow->in_s[link->to] / network->ports[link->to]);
    for (uint32_t i = 0; i < link->share_count; i++)
        load_s = fmax(load_s, flow->shared_s[link->share[i].shared]);
    return load_s;
}

/* Looks at the best schedule: which links matter. */
static void look_at_best(struct trial *trial, struct rd_arena *scratch)
{
    struct rd_network_search *search = trial->search;
    trial->dispatch = rd_dispatch_open(&search->best_flow, search->best_size, scratch);
    size_t links = trial->dispatch.problem.link_count;
    trial->busy = rd_take(scratch, links, uint32_t);
    trial->busy_count = 0;
    double most_s = 0, last_s = -1;
    for (size_t i = 0; i < links; i++)
        most_s = fmax(most_s, load_of(&search->best_flow, &trial->dispatch.link[i]));
    for (size_t i = 0; i < links; i++)
        if (load_of(&search->best_flow, &trial->dispatch.link[i]) >= 0.9 * most_s)
            trial->busy[trial->busy_count++] = (uint32_t)i;
    for (size_t i = 0; i < search->best.record.count; i++)
        if (search->best.record.end_s[i] > last_s) {
            last_s = search->best.record.end_s[i];
            trial->last = search->best.order[i];
        }
}

/* Sends some items of one link another way. Returns: is there one, without a cycle? */
static bool change_flow(struct trial *trial, struct rd_arena *scratch)
{
    struct rd_network_search *search = trial->search;
    struct rd_network_flow *flow = &trial->flow;
    uint64_t choice = rd_rng_below(&trial->rng, 4);
    uint32_t chosen = choice == 0 ? trial->last
                      : choice <= 2
                          ? trial->busy[rd_rng_below(&trial->rng, trial->busy_count)]
                          : (uint32_t)rd_rng_below(&trial->rng, trial->dispatch.problem.link_count);
    const struct rd_list_link *link = &trial->dispatch.link[chosen];
    bool alike = search->best_size.bundling == RD_BUNDLE_ALIKE;
    int64_t items = search->best_size.as_held ? 1 : search->best_size.items;
    if (!alike && rd_rng_below(&trial->rng, 2) == 0)
        items = link->items;
    if (rd_rng_below(&trial->rng, 4) == 0)
        items += (int64_t)rd_rng_below(&trial->rng, (uint64_t)(link->items / 4 + 1));
    items = items < link->items ? items : link->items;
    rd_network_flow_copy(flow, &search->best_flow);
    flow->salt = rd_rng_next(&trial->rng) | 1;
    flow->banned = link->lane;
    if (link->to == RD_NO_HOST)
        rd_network_flow_withdraw_end(flow, link->from, link->kind, items);
    else
        rd_network_flow_withdraw(flow, link->lane, link->kind, items);
    if (!rd_network_flow_complete(flow))
        return false;
    rd_arena_borrow(scratch);
    double *tail_s =
        rd_take(scratch, (size_t)flow->network->host_count * flow->network->kind_count, double);
    return rd_network_flow_tails(flow, tail_s, scratch);
}

/* Walks on to a schedule that ends no later. */
static void walk_to(struct trial *trial, const struct rd_dispatch *dispatch,
                    struct rd_dispatch_rule rule, const struct rd_dispatched *dispatched)
{
    struct rd_network_search *search = trial->search, *lean = &trial->lean;
    if (dispatched->makespan_s < search->best_s * (1 - 1e-12))
        lean->best_items = INT64_MAX;
    else if (search->best_items < lean->best_items && search->best_items < items_of(dispatch->flow))
        rd_network_search_keep(lean, search);
    keep(search, dispatch->flow, dispatch->size, rule, dispatched);
}

/* May messages all alike be larger, or smaller? */
static bool has_sizes(const struct trial *trial)
{
    const struct rd_network_search *search = trial->search;
    return search->draws_sizes && search->network->has_latency && !search->bundles &&
           search->network->instance->sends != RD_SINGLE_SEND;
}

/* As many items as are held, or 1 to 32. */
static struct rd_message_size draw_size(struct trial *trial)
{
    enum { SIZES = 6 };
    uint64_t choice = rd_rng_below(&trial->rng, SIZES + 1);
    return (struct rd_message_size){.items = INT64_C(1) << choice % SIZES,
                                    .as_held = choice == SIZES};
}

/* Schedules the changed flow, by a rule that may be disturbed. Returns: is it the best now? */
static bool try_flow(struct trial *trial, bool disturbed, struct rd_arena *scratch)
{
    struct rd_network_search *search = trial->search;
    bool as_late = !trial->stays_lean || items_of(&trial->flow) <= search->best_items;
    double not_worse_s = search->best_s * (as_late ? 1 + 1e-12 : 1);
    if (rd_network_flow_load_s(&trial->flow) > not_worse_s)
        return false;
    rd_arena_borrow(scratch);
    struct rd_message_size size = search->best_size;
    /* A flow under which nobody waits for items is best in one message a link. */
    if (search->bundles && rd_rng_below(&trial->rng, 3) == 0)
        size = (struct rd_message_size){.items = 1, .bundling = RD_BUNDLE_COUNT};
    if (has_sizes(trial) && rd_rng_below(&trial->rng, 4) == 0)
        size = draw_size(trial);
    struct rd_dispatch dispatch = rd_dispatch_open(&trial->flow, size, scratch);
    struct rd_dispatched dispatched =
        rd_dispatched_make(dispatch.first_message[dispatch.problem.link_count], scratch);
    uint64_t rule_limit = (uint64_t)rule_count(&size);
    struct rd_dispatch_rule rule = rd_rng_below(&trial->rng, 4) == 0
                                       ? rules[rd_rng_below(&trial->rng, rule_limit)]
                                       : search->best_rule;
    rule.salt = disturbed ? rd_rng_next(&trial->rng) | 1 : 0;
    if (!ends_before(search, &dispatch, rule, not_worse_s, &dispatched, scratch))
        return false;
    walk_to(trial, &dispatch, rule, &dispatched);
    return true;
}

void rd_network_search_flows(struct rd_network_search *search, bool stays_lean,
                             struct rd_arena *scratch)
{
    const struct rd_network *network = search->network;
    if (search->best.record.count == 0 || !has_work(search))
        return;
    /* Loads are measured by what no schedule is shorter than, if it is known. */
    double time_s = search->enough_s > 0 ? search->enough_s : search->best_s;
    rd_arena_borrow(scratch);
    struct trial trial = {
        .search = search,
        .stays_lean = stays_lean,
        .lean = rd_network_search_open(network, search->goal, 0, 0, search->arena),
        .flow = rd_network_flow_open(network, search->goal, NULL, RD_PATH_PORTS,
                                     fmax(time_s, 1e-300), scratch),
        .rng = rd_rng_seeded(search->seed, 0),
    };
    trial.lean.best_items = INT64_MAX;
    struct rd_arena_mark looked = rd_arena_mark(scratch);
    look_at_best(&trial, scratch);
    int64_t links = (int64_t)trial.dispatch.problem.link_count, patience = 400 + 8 * links;
    /* What a try costs besides its messages: to copy the flow, and to look at every link. */
    int64_t overhead = 1 + ((int64_t)network->link_count + network->host_count) / 16;
    for (int64_t vain = 0; vain < patience && has_work(search) && !is_good_enough(search); vain++) {
        double best_s = search->best_s;
        search->work_items -= overhead;
        /* Where there is no other way, or now and then: the same flow in another order. */
        bool same = rd_rng_below(&trial.rng, 4) == 0 || !change_flow(&trial, scratch);
        if (same)
            rd_network_flow_copy(&trial.flow, &search->best_flow);
        if (!try_flow(&trial, same, scratch))
            continue;
        if (search->best_s < best_s)
            vain = 0;
        rd_arena_rewind(scratch, looked);
        look_at_best(&trial, scratch);
    }
    if (trial.lean.best_items < search->best_items)
        rd_network_search_keep(search, &trial.lean);
}

/* A schedule's numbers of messages, by link and kind. */
static int64_t *list_counts(const struct rd_network_search *search,
                            const struct rd_dispatch *dispatch)
{
    size_t kinds = search->network->kind_count;
    int64_t *count = rd_take(search->arena, search->network->link_count * kinds, int64_t);
    for (size_t i = 0; i < dispatch->problem.link_count; i++) {
        const struct rd_list_link *link = &dispatch->link[i];
        if (link->to != RD_NO_HOST)
            count[link->lane * kinds + link->kind] = link->messages;
    }
    return count;
}

/* Schedules the best flow with one link's number of messages changed. Returns: is it better? */
static bool try_count(struct rd_network_search *search, int64_t *count, size_t entry,
                      int64_t messages, struct rd_arena *scratch)
{
    int64_t before = count[entry];
    if (messages < 1 || messages > search->best_flow.items[entry] || messages == before)
        return false;
    double best_s = search->best_s;
    struct rd_message_size size = search->best_size;
    size.bundling = RD_BUNDLE_GIVEN;
    size.messages = count;
    count[entry] = messages;
    try_size(search, &search->best_flow, size, scratch);
    bool better = search->best_s < best_s;
    if (!better)
        count[entry] = before;
    return better;
}

/* Changes one link after the other. In: count, from which to start. */
static void descend(struct rd_network_search *search, int64_t *count, struct rd_arena *scratch)
{
    size_t entries = (size_t)search->network->link_count * search->network->kind_count;
    bool better = true;
    while (better && has_work(search) && !is_good_enough(search)) {
        better = false;
        for (size_t i = 0; i < entries && has_work(search); i++)
            if (search->best_flow.items[i] > 1)
                better |= try_count(search, count, i, count[i] + 1, scratch) ||
                          try_count(search, count, i, count[i] - 1, scratch) ||
                          try_count(search, count, i, 2 * count[i], scratch) ||
                          try_count(search, count, i, count[i] / 2, scratch);
    }
}

void rd_network_search_counts(struct rd_network_search *search, struct rd_arena *scratch)
{
    if (search->best.record.count == 0 || search->network->instance->sends == RD_SINGLE_SEND ||
        !has_work(search))
        return;
    rd_arena_borrow(scratch);
    static const struct rd_message_size whole = {.items = 1, .bundling = RD_BUNDLE_COUNT};
    if (search->best_size.bundling != RD_BUNDLE_ALIKE) {
        struct rd_dispatch best = rd_dispatch_open(&search->best_flow, search->best_size, scratch);
        descend(search, list_counts(search, &best), scratch);
    }
    struct rd_dispatch dispatch = rd_dispatch_open(&search->best_flow, whole, scratch);
    descend(search, list_counts(search, &dispatch), scratch);
}

/* Keeps a schedule as the best soft one. */
static void keep_soft(struct rd_network_search *search, const struct rd_soft_schedule *schedule)
{
    struct rd_soft_schedule *soft = &search->soft;
    memcpy(soft->entry, schedule->entry, schedule->count * sizeof *soft->entry);
    if (soft->items)
        memcpy(soft->items, schedule->items, schedule->count * sizeof *soft->items);
    soft->count = schedule->count;
    soft->makespan_s = schedule->makespan_s;
}

void rd_network_search_soft(struct rd_network_search *search, struct rd_arena *scratch)
{
    enum { MOST_MESSAGES = 1 << 22, FEW_MESSAGES = 1 << 17 };
    enum { MOST_ENTRIES = 1 << 16, FEW_ENTRIES = 1 << 12, RULES_OF_MANY = 5 };
    static const struct rd_soft_rule soft_rules[] = {
        {0.3, 1, 0.2, false}, {0.3, 1, 0.2, true}, {0, 1, 0.2, true},    {0.3, 2, 0.2, true},
        {0, 2, 0.2, true},    {0.3, 1, 0.1, true}, {0.3, 1, 0.05, true}, {0, 1, 0.1, true}};
    int64_t most, items = count_items(&search->best_flow, &most);
    int64_t room = items + items / 4 + 64; /* ways may get longer */
    int64_t message_items = (room - 1) / MOST_MESSAGES + 1;
    size_t entries = (size_t)search->network->link_count * search->network->kind_count;
    if (search->soft.capacity > 0 || isinf(search->best_s) || items == 0 ||
        is_good_enough(search) || rd_time_is_up() ||
        (double)(items / message_items) / SOFT_MESSAGES_PER_SECOND > rd_time_left_s() ||
        !rd_soft_dispatch_takes(search->network, search->goal))
        return;
    size_t capacity = (size_t)(room < MOST_MESSAGES ? room : MOST_MESSAGES);
    search->soft = rd_soft_schedule_make(capacity, message_items, search->arena);
    rd_arena_borrow(scratch);
    struct rd_soft_schedule trial = rd_soft_schedule_make(capacity, message_items, scratch);
    bool is_quick = items <= FEW_MESSAGES && entries <= FEW_ENTRIES;
    size_t rules_tried = is_quick ? sizeof soft_rules / sizeof *soft_rules : RULES_OF_MANY;
    for (size_t i = 0; i < rules_tried; i++) {
        double give_up_s = fmin(search->best_s, search->soft.makespan_s);
        if (rd_time_meets(give_up_s, search->enough_s))
            break;
        if (entries > MOST_ENTRIES && soft_rules[i].rebalances) /* it would take minutes */
            continue;
        rd_soft_dispatch(&search->best_flow, soft_rules[i], give_up_s, &trial, scratch);
        if (trial.makespan_s < give_up_s)
            keep_soft(search, &trial);
    }
}

void rd_network_search_write(const struct rd_network_search *search, struct rd_arena *arena,
                             struct rd_arena *scratch, struct rd_plan *plan)
{
    if (search->soft.makespan_s < search->best_s * (1 - 1e-12)) {
        rd_soft_dispatch_write(search->network, &search->soft, arena, scratch, plan);
        return;
    }
    rd_arena_borrow(scratch);
    struct rd_dispatch dispatch = rd_dispatch_open(&search->best_flow, search->best_size, scratch);
    if (!search->rooms) {
        rd_dispatch_write(&dispatch, &search->best, arena, scratch, plan);
        return;
    }
    struct rd_plan kept = {0};
    rd_dispatch_write(&dispatch, &search->best, arena, scratch, &kept);
    rd_room_search_plan(search->rooms, &kept, scratch);
    rd_room_search_moves(search->rooms, scratch);
    double kept_s = rd_referee_makespan_s(search->network->instance, &kept, search->arena, scratch);
    if (search->rooms->best_s < kept_s * (1 - 1e-12))
        rd_room_search_write(search->rooms, arena, scratch, plan);
    else
        *plan = kept;
}
