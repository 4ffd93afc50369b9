#include "flow_over_time.h"

#include "sim/base/integers.h"

#include <stdlib.h>

/* A network in time that is being built. */
struct builder {
    const struct rd_time_problem *problem;
    uint32_t hosts, steps;
    struct rd_flow_over_time *built;
    uint32_t *arc;
    uint32_t source, sink, common;
};

struct numbered_link {
    uint64_t number;
    uint32_t from, link;
};

RD_ORDERED_BY(by_sender, struct numbered_link, from, number)

const uint32_t *rd_time_links(const struct rd_network *network, struct rd_arena *arena)
{
    uint32_t count = network->link_count;
    uint32_t *order = rd_take(arena, count, uint32_t);
    rd_arena_borrow(arena);
    struct numbered_link *numbered = rd_take(arena, count, struct numbered_link);
    for (uint32_t link = 0; link < count; link++)
        numbered[link] = (struct numbered_link){network->number[link], network->from[link], link};
    qsort(numbered, count, sizeof *numbered, by_sender);
    for (uint32_t i = 0; i < count; i++)
        order[i] = numbered[i].link;
    return order;
}

uint64_t rd_flow_over_time_arcs(const struct rd_time_problem *problem, int64_t steps)
{
    uint64_t hosts = problem->network->host_count;
    uint64_t a_step = problem->network->link_count + hosts * (problem->pipelined ? 4 : 3);
    if ((uint64_t)steps > (UINT64_C(1) << 40) / a_step)
        return UINT64_MAX;
    return (uint64_t)steps * a_step + 3 * hosts + 1;
}

/* Holders first, then senders or travellers, then receivers. */
static uint32_t holder(const struct builder *builder, uint32_t t, uint32_t host)
{
    return t * builder->hosts + host;
}

static uint32_t second(const struct builder *builder, uint32_t t, uint32_t host)
{
    return (builder->steps + 1 + t) * builder->hosts + host;
}

static uint32_t receiver(const struct builder *builder, uint32_t t, uint32_t host)
{
    return (2 * builder->steps + 1 + t) * builder->hosts + host;
}

static void add_step(struct builder *builder, uint32_t t)
{
    struct rd_flow *flow = &builder->built->flow;
    const struct rd_network *network = builder->problem->network;
    uint32_t *arc = &builder->arc[(size_t)t * network->link_count];
    for (uint32_t host = 0; host < builder->hosts; host++) {
        int64_t ports = network->ports[host];
        rd_flow_add(flow, holder(builder, t, host), second(builder, t, host), ports);
        rd_flow_add(flow, receiver(builder, t, host), holder(builder, t + 1, host), ports);
        for (uint32_t i = network->out_first[host]; i < network->out_first[host + 1]; i++)
            arc[i] = rd_flow_add(flow, second(builder, t, host),
                                 receiver(builder, t, network->to[builder->problem->link[i]]), 1);
        /* Added last, found first: an item stays unless it has to go. */
        rd_flow_add(flow, holder(builder, t, host), holder(builder, t + 1, host),
                    RD_FLOW_UNBOUNDED);
    }
}

static void add_pipelined_step(struct builder *builder, uint32_t t)
{
    struct rd_flow *flow = &builder->built->flow;
    const struct rd_network *network = builder->problem->network;
    for (uint32_t host = 0; host < builder->hosts; host++) {
        uint32_t now = second(builder, t, host), next = second(builder, t + 1, host);
        rd_flow_add(flow, holder(builder, t, host), now, 1);
        rd_flow_add(flow, next, holder(builder, t + 1, host), 1);
        for (uint32_t i = network->out_first[host]; i < network->out_first[host + 1]; i++)
            rd_flow_add(flow, now, second(builder, t + 1, network->to[builder->problem->link[i]]),
                        1);
        rd_flow_add(flow, now, next, RD_FLOW_UNBOUNDED);
        rd_flow_add(flow, holder(builder, t, host), holder(builder, t + 1, host),
                    RD_FLOW_UNBOUNDED);
    }
}

/* Source and sink of a window. Returns: the items that are to arrive. */
static int64_t add_ends(struct builder *builder, int64_t window)
{
    const struct rd_time_problem *problem = builder->problem;
    struct rd_flow *flow = &builder->built->flow;
    int64_t total = 0, least = 0;
    for (uint32_t host = 0; host < builder->hosts; host++)
        total += problem->load[host];
    for (uint32_t host = 0; host < builder->hosts; host++) {
        uint32_t end = holder(builder, builder->steps, host);
        int64_t low = problem->least[host] + (host == problem->network->relay ? 0 : window);
        int64_t width = problem->most[host] - problem->least[host];
        rd_flow_add(flow, builder->source, holder(builder, 0, host), problem->load[host]);
        rd_flow_add(flow, end, builder->sink, low);
        rd_flow_add(flow, end, builder->common, width < total ? width : total);
        least += low;
    }
    rd_assert(least <= total);
    rd_flow_add(flow, builder->common, builder->sink, total - least);
    return total;
}

/* Returns: the items that are to arrive. */
static int64_t build(struct builder *builder, int64_t window, struct rd_arena *arena)
{
    bool pipelined = builder->problem->pipelined;
    uint32_t layers = builder->steps + 1 + (pipelined ? builder->steps + 1 : 2 * builder->steps);
    builder->source = layers * builder->hosts;
    builder->sink = builder->source + 1;
    builder->common = builder->source + 2;
    uint64_t arcs = rd_flow_over_time_arcs(builder->problem, builder->steps);
    rd_assert(arcs < UINT64_C(1) << 30);
    builder->built->flow = rd_flow_make(builder->source + 3, (uint32_t)arcs, arena);
    for (uint32_t t = 0; t < builder->steps; t++) {
        if (pipelined)
            add_pipelined_step(builder, t);
        else
            add_step(builder, t);
    }
    return add_ends(builder, window);
}

/* Is there a flow of `steps` steps that ends in some window? Returns: the last flow. */
static struct rd_flow_over_time flow_in(const struct rd_time_problem *problem, int64_t steps,
                                        struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_flow_over_time built = {.steps = steps};
    struct builder builder = {
        .problem = problem,
        .hosts = problem->network->host_count,
        .steps = (uint32_t)steps,
        .built = &built,
    };
    size_t arcs = problem->pipelined ? 0 : (size_t)steps * problem->network->link_count;
    built.arc = builder.arc = rd_take(arena, arcs, uint32_t);
    struct rd_arena_mark mark = rd_arena_mark(arena);
    for (int64_t window = 0; window < problem->window_count && !built.complete; window++) {
        rd_arena_rewind(arena, mark);
        int64_t total = build(&builder, window, arena);
        built.missing =
            total - rd_flow_maximize(&built.flow, builder.source, builder.sink, scratch);
        built.complete = built.missing == 0;
    }
    return built;
}

/* How many items can leave a set of hosts in a step. */
static int64_t width_of(const struct rd_time_problem *problem, const bool *inside,
                        struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t hosts = network->host_count;
    rd_arena_borrow(scratch);
    struct rd_flow flow = rd_flow_make(hosts + 2, hosts + network->link_count, scratch);
    for (uint32_t host = 0; host < hosts; host++)
        rd_flow_add(&flow, inside[host] ? hosts : host, inside[host] ? host : hosts + 1,
                    network->ports[host]);
    for (uint32_t link = 0; link < network->link_count; link++)
        if (inside[network->from[link]] && !inside[network->to[link]])
            rd_flow_add(&flow, network->from[link], network->to[link], 1);
    return rd_flow_maximize(&flow, hosts, hosts + 1, scratch);
}

/* The least width of the hosts near the source at one time of a flow that is not complete. They are
 * more and more, for what they hold stays near. */
static int64_t least_width(const struct rd_time_problem *problem,
                           const struct rd_flow_over_time *failed, struct rd_arena *scratch)
{
    uint32_t hosts = problem->network->host_count;
    rd_arena_borrow(scratch);
    bool *inside = rd_take(scratch, hosts, bool);
    int64_t least = INT64_MAX;
    for (int64_t t = 0; t <= failed->steps; t++) {
        bool grown = false;
        for (uint32_t host = 0; host < hosts; host++)
            if (!inside[host] && rd_flow_is_near(&failed->flow, (uint32_t)t * hosts + host))
                inside[host] = grown = true;
        int64_t width = grown ? width_of(problem, inside, scratch) : INT64_MAX;
        least = width < least ? width : least;
    }
    rd_assert(least > 0 && least < INT64_MAX);
    return least;
}

bool rd_flow_over_time_least(const struct rd_time_problem *problem, int64_t from,
                             uint64_t arc_limit, struct rd_flow_over_time *ret_flow,
                             struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    bool jumps = !problem->pipelined && problem->window_count == 1;
    struct rd_flow_over_time failed = {0};
    int64_t steps = from;
    while (rd_flow_over_time_arcs(problem, steps) <= arc_limit) {
        rd_arena_rewind(arena, mark);
        struct rd_flow_over_time found = flow_in(problem, steps, arena, scratch);
        if (!found.complete) {
            failed.failed_steps = steps;
            failed.failed_missing = found.missing;
            int64_t more = 1;
            if (jumps) {
                failed.failed_width = least_width(problem, &found, scratch);
                more = (found.missing - 1) / failed.failed_width + 1;
            }
            steps += more;
            continue;
        }
        found.failed_steps = failed.failed_steps;
        found.failed_missing = failed.failed_missing;
        found.failed_width = failed.failed_width;
        *ret_flow = found;
        return true;
    }
    failed.steps = steps;
    *ret_flow = failed;
    return false;
}

/* Where among the links of the problem that of two hosts is; UINT32_MAX if there is none. */
static uint32_t place_of(const struct rd_time_problem *problem, uint32_t from, uint32_t to)
{
    const struct rd_network *network = problem->network;
    for (uint32_t i = network->out_first[from]; i < network->out_first[from + 1]; i++)
        if (network->to[problem->link[i]] == to)
            return i;
    return UINT32_MAX;
}

void rd_flow_over_time_write(const struct rd_time_problem *problem,
                             const struct rd_flow_over_time *found, struct rd_arena *arena,
                             struct rd_plan *plan)
{
    const struct rd_network *network = problem->network;
    for (uint32_t step = 0; step < found->steps; step++) {
        const uint32_t *arc = &found->arc[(size_t)step * network->link_count];
        for (uint32_t i = 0; i < network->link_count; i++) {
            uint32_t from = network->from[problem->link[i]], to = network->to[problem->link[i]];
            if (rd_flow_on(&found->flow, arc[i]) == 0)
                continue;
            uint32_t back = place_of(problem, to, from);
            if (back == UINT32_MAX || rd_flow_on(&found->flow, arc[back]) == 0)
                rd_plan_add(plan, arena,
                            (struct rd_transfer){.round = plan->timing == RD_LOCK_STEP ? step : 0,
                                                 .from = from,
                                                 .to = to,
                                                 .items = 1,
                                                 .messages = 1});
        }
    }
}
