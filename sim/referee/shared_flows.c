#include "shared_flows.h"

#include "sim/base/heap.h"
#include "sim/model/shared_links.h"

/* A sum from which so much was taken is added up anew, before rounding shows: weights may be a
 * million times apart. */
static const double MUCH = 1e-3;

static bool comes_first(const struct rd_fair_rates *rates, struct rd_rate_candidate a,
                        struct rd_rate_candidate b)
{
    (void)rates;
    return a.level < b.level;
}

RD_DEFINE_HEAP(struct rd_fair_rates, struct rd_rate_candidate, heap, heap_count, comes_first,
               RD_HEAP_PUT)

/* Can a link not give all of its flows their own rates? O(1). */
static bool is_short(const struct rd_flow_link *link)
{
    return link->demand > (rd_demand)RD_SHARED_ROOM;
}

static void push(struct rd_fair_rates *rates, struct rd_rate_candidate candidate)
{
    rates->heap = rd_arena_room(rates->scratch, rates->heap, rates->heap_count,
                                &rates->heap_capacity, sizeof *rates->heap);
    rd_heap_rise(rates, rates->heap_count++, candidate);
}

static void collect_link(struct rd_fair_rates *rates, uint32_t number)
{
    struct rd_flow_link *link = &rates->link[number];
    if (link->seen == rates->round)
        return;
    link->seen = rates->round;
    rates->narrow[rates->narrow_count++] = number;
}

static void collect_flow(struct rd_fair_rates *rates, uint32_t number)
{
    struct rd_flow *flow = &rates->flow[number];
    if (flow->seen == rates->round)
        return;
    flow->seen = rates->round;
    rates->member[rates->member_count++] = number;
    const struct rd_flow_use *use = &rates->use[flow->first_use];
    for (uint32_t i = 0; i < flow->use_count; i++)
        if (is_short(&rates->link[use[i].shared]))
            collect_link(rates, use[i].shared);
}

/* Links that have enough for all make no flow depend on another. */
static void collect(struct rd_fair_rates *rates, struct rd_flow_numbers changed,
                    struct rd_flow_numbers fresh)
{
    rates->round++;
    rates->member_count = rates->narrow_count = 0;
    for (size_t i = 0; i < fresh.count; i++)
        collect_flow(rates, fresh.number[i]);
    for (size_t i = 0; i < changed.count; i++) {
        const struct rd_flow_link *link = &rates->link[changed.number[i]];
        if (is_short(link))
            collect_link(rates, changed.number[i]);
        else if (link->was_short)
            for (uint32_t at = link->first_use; at != RD_NO_FLOW; at = rates->use[at].next)
                collect_flow(rates, rates->use[at].flow);
    }
    for (size_t i = 0; i < rates->narrow_count; i++) {
        const struct rd_flow_link *link = &rates->link[rates->narrow[i]];
        for (uint32_t at = link->first_use; at != RD_NO_FLOW; at = rates->use[at].next)
            collect_flow(rates, rates->use[at].flow);
    }
}

/* Adds up the weights of a link's flows whose rates are not known. */
static void add_weights(const struct rd_fair_rates *rates, struct rd_flow_link *link)
{
    link->weight = 0;
    for (uint32_t at = link->first_use; at != RD_NO_FLOW; at = rates->use[at].next) {
        const struct rd_flow *flow = &rates->flow[rates->use[at].flow];
        if (flow->fixed != rates->round)
            link->weight += rates->use[at].s_per_byte * flow->weight;
    }
    link->added_weight = link->weight;
}

/* The rate of a flow is known: what it takes of its links is not there for others. */
static void fix(struct rd_fair_rates *rates, uint32_t number, double rate)
{
    struct rd_flow *flow = &rates->flow[number];
    flow->fixed = rates->round;
    flow->found = rate;
    const struct rd_flow_use *use = &rates->use[flow->first_use];
    for (uint32_t i = 0; i < flow->use_count; i++) {
        struct rd_flow_link *link = &rates->link[use[i].shared];
        if (link->seen != rates->round)
            continue;
        link->left -= use[i].s_per_byte * rate;
        link->weight -= use[i].s_per_byte * flow->weight;
        link->open--;
        if (link->open > 0 && link->weight < MUCH * link->added_weight)
            add_weights(rates, link);
    }
}

/* The link is full at this level. */
static void fill(struct rd_fair_rates *rates, const struct rd_flow_link *link, double level)
{
    for (uint32_t at = link->first_use; at != RD_NO_FLOW; at = rates->use[at].next) {
        uint32_t number = rates->use[at].flow;
        const struct rd_flow *flow = &rates->flow[number];
        double rate = level * flow->weight;
        if (flow->fixed != rates->round)
            fix(rates, number, rate < flow->own_rate ? rate : flow->own_rate);
    }
}

static void open_links(struct rd_fair_rates *rates)
{
    for (size_t i = 0; i < rates->narrow_count; i++) {
        struct rd_flow_link *link = &rates->link[rates->narrow[i]];
        link->left = 1;
        link->open = 0;
        for (uint32_t at = link->first_use; at != RD_NO_FLOW; at = rates->use[at].next)
            link->open++;
        add_weights(rates, link);
        push(rates, (struct rd_rate_candidate){1 / link->weight, rates->narrow[i], true});
    }
}

/* Finds the new rates of all flows that changes may concern: those that came, those on links that
 * are or were short, and whatever they share a short link with.
 * In: changed: links on which flows came or went; fresh: the flows that came.
 * Returns: in member, and in `found` of each; rates stay as they were.
 * Cost: O(n log n) for the uses of these flows. */
static void find_rates(struct rd_fair_rates *rates, struct rd_flow_numbers changed,
                       struct rd_flow_numbers fresh)
{
    collect(rates, changed, fresh);
    rates->heap_count = 0;
    open_links(rates);
    size_t narrow_left = rates->narrow_count;
    for (size_t i = 0; narrow_left > 0 && i < rates->member_count; i++) {
        const struct rd_flow *flow = &rates->flow[rates->member[i]];
        push(rates,
             (struct rd_rate_candidate){flow->own_rate / flow->weight, rates->member[i], false});
    }
    double level = 0;
    while (narrow_left > 0) {
        struct rd_rate_candidate next = rd_heap_pop(rates);
        level = next.level > level ? next.level : level; /* rounding may lower it */
        if (!next.is_link) {
            if (rates->flow[next.number].fixed != rates->round)
                fix(rates, next.number, rates->flow[next.number].own_rate);
            continue;
        }
        /* Flows whose rates became known since take less of it than their weights: it is full
         * later, if ever. */
        struct rd_flow_link *link = &rates->link[next.number];
        double full = link->open > 0 ? link->left / link->weight : 0;
        if (link->open > 0 && full > level) {
            push(rates, (struct rd_rate_candidate){full, next.number, true});
            continue;
        }
        fill(rates, link, level);
        narrow_left--;
    }
    for (size_t i = 0; i < rates->member_count; i++)
        if (rates->flow[rates->member[i]].fixed != rates->round)
            fix(rates, rates->member[i], rates->flow[rates->member[i]].own_rate);
}

static struct rd_flow *flow_at(const struct rd_shared_flows *flows, size_t place)
{
    return &flows->rates.flow[flows->heap[place]];
}

static void put(struct rd_shared_flows *flows, size_t place, uint32_t number)
{
    flows->heap[place] = number;
    flows->rates.flow[number].place = (uint32_t)place;
}

/* Lets a flow fall from a place that is free to where its end belongs. */
static void sink(struct rd_shared_flows *flows, size_t place, uint32_t number)
{
    double end_s = flows->rates.flow[number].end_s;
    for (size_t child; (child = 2 * place + 1) < flows->heap_count; place = child) {
        if (child + 1 < flows->heap_count &&
            flow_at(flows, child + 1)->end_s < flow_at(flows, child)->end_s)
            child++;
        if (end_s <= flow_at(flows, child)->end_s)
            break;
        put(flows, place, flows->heap[child]);
    }
    put(flows, place, number);
}

/* The same, up or down. */
static void settle(struct rd_shared_flows *flows, size_t place, uint32_t number)
{
    double end_s = flows->rates.flow[number].end_s;
    while (place > 0 && end_s < flow_at(flows, (place - 1) / 2)->end_s) {
        put(flows, place, flows->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    sink(flows, place, number);
}

/* Numbers the directed links that transfers use, if they share links. In: number_of [links] zeros.
 * Returns: how many they are, and their uses. */
static uint32_t number_flows(struct rd_shared_flows *flows, uint32_t *number_of,
                             size_t *ret_use_count)
{
    const struct rd_instance *instance = flows->referee->instance;
    const struct rd_plan *plan = flows->referee->plan;
    uint32_t count = 0;
    *ret_use_count = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        flows->flow_of[i] = RD_NO_FLOW;
        if (transfer->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&instance->topology, transfer->from, transfer->to);
        const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
        if (use == end)
            continue;
        if (!number_of[link]) {
            number_of[link] = ++count;
            *ret_use_count += (size_t)(end - use);
        }
        flows->flow_of[i] = number_of[link] - 1;
    }
    return count;
}

/* What a flow is as long as its link is. Returns: the first use behind its own. */
static uint32_t describe(struct rd_shared_flows *flows, uint32_t number, uint64_t link,
                         uint32_t first_use)
{
    const struct rd_instance *instance = flows->referee->instance;
    struct rd_link_cost cost = rd_link_cost(instance, link);
    double silence_s = rd_link_silence_s(instance, cost);
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    flows->rates.flow[number] = (struct rd_flow){
        .first_use = first_use,
        .use_count = (uint32_t)(end - use),
        .place = RD_NO_FLOW,
        .weight = silence_s > 0 ? 1 / silence_s : 1,
        .own_rate = cost.bandwidth_bytes_per_s,
    };
    for (; use < end; use++)
        flows->rates.use[first_use++] = (struct rd_flow_use){
            .flow = number,
            .shared = use->shared,
            .s_per_byte = use->times / instance->shared->bandwidth_bytes_per_s[use->shared],
            .part = rd_link_part(instance, link, use)};
    return first_use;
}

void rd_shared_flows_open(struct rd_shared_flows *flows, struct rd_referee *referee)
{
    const struct rd_instance *instance = referee->instance;
    const struct rd_plan *plan = referee->plan;
    struct rd_arena *scratch = referee->scratch;
    uint32_t shared_count = instance->shared->count;
    size_t use_count;
    *flows =
        (struct rd_shared_flows){.referee = referee, .steps_left = referee->limits->single_steps};
    flows->flow_of = rd_take(scratch, plan->transfer_count, uint32_t);
    uint32_t *number_of = rd_take(scratch, rd_link_count(&instance->topology), uint32_t);
    uint32_t flow_count = number_flows(flows, number_of, &use_count);
    flows->rates =
        (struct rd_fair_rates){.scratch = scratch,
                               .flow = rd_take(scratch, flow_count, struct rd_flow),
                               .use = rd_take(scratch, use_count, struct rd_flow_use),
                               .link = rd_take(scratch, shared_count, struct rd_flow_link),
                               .member = rd_take(scratch, flow_count, uint32_t),
                               .narrow = rd_take(scratch, shared_count, uint32_t)};
    flows->heap = rd_take(scratch, flow_count, uint32_t);
    flows->fresh.number = rd_take(scratch, flow_count, uint32_t);
    flows->changed.number = rd_take(scratch, shared_count, uint32_t);
    for (uint32_t i = 0; i < shared_count; i++)
        flows->rates.link[i].first_use = RD_NO_FLOW;
    uint32_t described = 0, next_use = 0;
    for (size_t i = 0; i < plan->transfer_count; i++)
        if (flows->flow_of[i] == described) /* in the order in which they were numbered */
            next_use = describe(
                flows, described++,
                rd_link_between(&instance->topology, plan->transfer[i].from, plan->transfer[i].to),
                next_use);
}

static void note_change(struct rd_shared_flows *flows, uint32_t shared, double at_s)
{
    struct rd_flow_link *link = &flows->rates.link[shared];
    if (flows->changed.count == 0 || at_s < flows->changed_s)
        flows->changed_s = at_s;
    if (!link->changed)
        flows->changed.number[flows->changed.count++] = shared;
    link->changed = true;
}

void rd_shared_flows_add(struct rd_shared_flows *flows, uint32_t transfer, double bytes,
                         double now_s)
{
    struct rd_fair_rates *rates = &flows->rates;
    uint32_t number = flows->flow_of[transfer];
    struct rd_flow *flow = &rates->flow[number];
    flow->transfer = transfer;
    flow->left_bytes = bytes;
    flow->since_s = now_s;
    flow->rate = 0;
    flow->end_s = INFINITY;
    for (uint32_t at = flow->first_use; at < flow->first_use + flow->use_count; at++) {
        struct rd_flow_use *use = &rates->use[at];
        struct rd_flow_link *link = &rates->link[use->shared];
        use->before = RD_NO_FLOW;
        use->next = link->first_use;
        if (use->next != RD_NO_FLOW)
            rates->use[use->next].before = at;
        link->first_use = at;
        link->demand += (rd_demand)use->part;
        note_change(flows, use->shared, now_s);
    }
    flows->fresh.number[flows->fresh.count++] = number;
    settle(flows, flows->heap_count++, number);
}

/* Gives a flow the rate that was found for it. Returns: whether it ends at another date. */
static bool take_rate(const struct rd_shared_flows *flows, struct rd_flow *flow)
{
    if (flow->found == flow->rate)
        return false;
    if (flow->rate > 0) {
        double at_s = rd_latest_of(flow->since_s, flows->changed_s);
        flow->left_bytes = fmax(0, flow->left_bytes - flow->rate * (at_s - flow->since_s));
        flow->since_s = at_s;
    }
    flow->rate = flow->found;
    flow->end_s = flow->since_s + flow->left_bytes / flow->rate;
    return true;
}

bool rd_shared_flows_refresh(struct rd_shared_flows *flows)
{
    enum { FEW = 4 }; /* of the flows under way, one in so many */
    struct rd_fair_rates *rates = &flows->rates;
    find_rates(rates, flows->changed, flows->fresh);
    for (size_t i = 0; i < flows->changed.count; i++) {
        struct rd_flow_link *link = &rates->link[flows->changed.number[i]];
        link->was_short = is_short(link);
        link->changed = false;
    }
    flows->changed.count = flows->fresh.count = 0;
    bool many = FEW * rates->member_count > flows->heap_count;
    for (size_t i = 0; i < rates->member_count; i++) {
        uint32_t number = rates->member[i];
        if (take_rate(flows, &rates->flow[number]) && !many)
            settle(flows, rates->flow[number].place, number);
    }
    for (size_t place = many ? flows->heap_count / 2 : 0; place-- > 0;)
        sink(flows, place, flows->heap[place]);
    flows->steps_left -= (int64_t)rates->member_count;
    return flows->steps_left >= 0 ||
           rd_referee_too_long(flows->referee, flow_at(flows, 0)->transfer,
                               flows->referee->limits->single_steps,
                               "rates of messages to be found one by one");
}

double rd_shared_flows_first_s(const struct rd_shared_flows *flows)
{
    return flows->heap_count > 0 ? flow_at(flows, 0)->end_s : INFINITY;
}

uint32_t rd_shared_flows_end(struct rd_shared_flows *flows)
{
    struct rd_fair_rates *rates = &flows->rates;
    struct rd_flow *flow = flow_at(flows, 0);
    for (uint32_t at = flow->first_use; at < flow->first_use + flow->use_count; at++) {
        const struct rd_flow_use *use = &rates->use[at];
        struct rd_flow_link *link = &rates->link[use->shared];
        if (use->next != RD_NO_FLOW)
            rates->use[use->next].before = use->before;
        if (use->before != RD_NO_FLOW)
            rates->use[use->before].next = use->next;
        else
            link->first_use = use->next;
        link->demand -= (rd_demand)use->part;
        note_change(flows, use->shared, flow->end_s);
    }
    flow->place = RD_NO_FLOW;
    uint32_t last = flows->heap[--flows->heap_count];
    if (flows->heap_count > 0)
        settle(flows, 0, last);
    return flow->transfer;
}
