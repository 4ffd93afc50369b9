#include "fair_rates.h"

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

bool rd_flow_link_is_short(const struct rd_flow_link *link)
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
        if (rd_flow_link_is_short(&rates->link[use[i].shared]))
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
        if (rd_flow_link_is_short(link))
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

void rd_fair_rates_find(struct rd_fair_rates *rates, struct rd_flow_numbers changed,
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
