#include "cube_flow.h"

#include "cube_cuts.h"
#include "cut_matching.h"

/* A network in time that is being built. */
struct builder {
    const struct rd_cube_goal *goal;
    uint32_t kind, p, steps, degree;
    bool pipelined;
    struct rd_cube_flow *built;
    uint32_t source, sink, common;
};

static bool is_pipelined(const struct rd_cube_goal *goal)
{
    return goal->instance->port_model == RD_PIPELINED_PORTS;
}

uint64_t rd_cube_flow_arcs(const struct rd_cube_goal *goal, int64_t steps)
{
    uint64_t p = goal->host_count, degree = rd_cube_degree(&goal->instance->topology);
    uint64_t a_step = degree + (is_pipelined(goal) ? 4 : 3);
    if ((uint64_t)steps > (UINT64_C(1) << 40) / p)
        return UINT64_MAX;
    return p * ((uint64_t)steps * a_step + 3) + 1;
}

/* Holders first, then senders or travellers, then receivers. */
static uint32_t holder(const struct builder *builder, uint32_t t, uint32_t host)
{
    return t * builder->p + host;
}

static uint32_t second(const struct builder *builder, uint32_t t, uint32_t host)
{
    return (builder->steps + 1 + t) * builder->p + host;
}

static uint32_t receiver(const struct builder *builder, uint32_t t, uint32_t host)
{
    return (2 * builder->steps + 2 + t) * builder->p + host;
}

static void add_one_port_step(struct builder *builder, uint32_t t)
{
    struct rd_flow *flow = &builder->built->flow;
    const struct rd_topology *topology = &builder->goal->instance->topology;
    for (uint32_t host = 0; host < builder->p; host++) {
        rd_flow_add(flow, holder(builder, t, host), second(builder, t, host), 1);
        rd_flow_add(flow, receiver(builder, t, host), holder(builder, t + 1, host), 1);
        uint32_t *hop = &builder->built->hop[((size_t)t * builder->p + host) * builder->degree];
        for (uint32_t k = 0; k < builder->degree; k++) {
            uint32_t other = rd_cube_neighbour(topology, host, k);
            hop[k] = other == host ? RD_NO_HOST
                                   : rd_flow_add(flow, second(builder, t, host),
                                                 receiver(builder, t, other), 1);
        }
        /* Added last, found first: an item stays unless it has to go. */
        rd_flow_add(flow, holder(builder, t, host), holder(builder, t + 1, host),
                    RD_FLOW_UNBOUNDED);
    }
}

static void add_pipelined_step(struct builder *builder, uint32_t t)
{
    struct rd_flow *flow = &builder->built->flow;
    const struct rd_topology *topology = &builder->goal->instance->topology;
    for (uint32_t host = 0; host < builder->p; host++) {
        uint32_t now = second(builder, t, host), next = second(builder, t + 1, host);
        rd_flow_add(flow, holder(builder, t, host), now, 1);
        rd_flow_add(flow, next, holder(builder, t + 1, host), 1);
        for (uint32_t k = 0; k < builder->degree; k++)
            rd_flow_add(flow, now, second(builder, t + 1, rd_cube_neighbour(topology, host, k)), 1);
        rd_flow_add(flow, now, next, RD_FLOW_UNBOUNDED);
        rd_flow_add(flow, holder(builder, t, host), holder(builder, t + 1, host),
                    RD_FLOW_UNBOUNDED);
    }
}

/* Source and sink. */
static void add_ends(struct builder *builder, int64_t low)
{
    const struct rd_cube_goal *goal = builder->goal;
    struct rd_flow *flow = &builder->built->flow;
    for (uint32_t host = 0; host < builder->p; host++) {
        uint32_t end = holder(builder, builder->steps, host);
        rd_flow_add(flow, builder->source, holder(builder, 0, host),
                    rd_load(goal->instance, host, builder->kind));
        rd_flow_add(flow, end, builder->sink, low);
        int64_t error = goal->error[builder->kind], total = goal->total[builder->kind];
        rd_flow_add(flow, end, builder->common, error < total ? error : total);
    }
    rd_flow_add(flow, builder->common, builder->sink,
                goal->total[builder->kind] - low * (int64_t)builder->p);
}

static void build(struct builder *builder, int64_t low, struct rd_arena *arena)
{
    uint32_t layers = 2 * builder->steps + 2 + (builder->pipelined ? 0 : builder->steps);
    builder->source = layers * builder->p;
    builder->sink = builder->source + 1;
    builder->common = builder->source + 2;
    uint64_t arcs = rd_cube_flow_arcs(builder->goal, builder->steps);
    rd_assert(arcs < UINT64_C(1) << 30);
    builder->built->flow = rd_flow_make(builder->source + 3, (uint32_t)arcs, arena);
    for (uint32_t t = 0; t < builder->steps; t++) {
        if (builder->pipelined)
            add_pipelined_step(builder, t);
        else
            add_one_port_step(builder, t);
    }
    add_ends(builder, low);
}

/* Is there a flow that reaches the goal in `steps` steps?
 *   one port:  (v,t) -> (v,t+1) unbounded; (v,t) -> send (v,t) -> receive (u,t) -> (u,t+1), each 1
 *   pipelined: a layer of holders P and one of travellers R, both -> t+1 unbounded; P -> R and
 *              R -> P 1 a host and step; R (v,t) -> R (u,t+1) 1 an edge. A relaxation: packets
 *              need not cross their block in order.
 *   both:      source -> (v,0) the load; (v,T) -> sink `low`, and `error` into a common node, which
 *              passes on what low * p leaves
 * for every `low`, the least final load, that the goal allows, until one is found.
 * In: a hypercube or shuffle-exchange, ports one or pipelined (hypercube), rd_cube_flow_arcs below
 * 2^30. Returns: the last flow, in the arena. */
static struct rd_cube_flow flow_in(const struct rd_cube_goal *goal, uint32_t kind, int64_t steps,
                                   struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_cube_flow built = {.steps = steps};
    struct builder builder = {
        .goal = goal,
        .kind = kind,
        .p = goal->host_count,
        .steps = (uint32_t)steps,
        .degree = rd_cube_degree(&goal->instance->topology),
        .pipelined = is_pipelined(goal),
        .built = &built,
    };
    size_t hops = builder.pipelined ? 0 : (size_t)steps * builder.p * builder.degree;
    built.hop = rd_take(arena, hops, uint32_t);
    struct rd_arena_mark mark = rd_arena_mark(arena);
    int64_t low, count = rd_cube_low_loads(goal, kind, &low);
    for (int64_t i = 0; i < count && !built.complete; i++) {
        rd_arena_rewind(arena, mark);
        build(&builder, low + i, arena);
        int64_t carried = rd_flow_maximize(&built.flow, builder.source, builder.sink, scratch);
        built.missing = goal->total[kind] - carried;
        built.complete = built.missing == 0;
    }
    return built;
}

/* The smallest matching of the hosts near the source at one time of a one-port flow that is not
 * complete. They are more and more, for what they hold stays near. */
static int64_t smallest_matching(const struct rd_cube_goal *goal, const struct rd_cube_flow *failed,
                                 struct rd_arena *scratch)
{
    struct rd_cut cut = rd_cut_make(&goal->instance->topology, scratch);
    uint32_t least = UINT32_MAX;
    for (int64_t t = 0; t <= failed->steps; t++) {
        uint32_t before = cut.member_count;
        for (uint32_t host = 0; host < goal->host_count; host++)
            if (!cut.inside[host] &&
                rd_flow_is_near(&failed->flow, (uint32_t)t * goal->host_count + host))
                rd_cut_add(&cut, host);
        if (cut.member_count == before)
            continue;
        uint32_t width = rd_cut_match(&cut);
        least = width < least ? width : least;
    }
    rd_assert(least > 0);
    return least;
}

bool rd_cube_least_flow(const struct rd_cube_goal *goal, uint32_t kind, int64_t from,
                        uint64_t arc_limit, struct rd_cube_flow *ret_flow, struct rd_arena *arena,
                        struct rd_arena *scratch)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    int64_t low;
    bool jumps = !is_pipelined(goal) && rd_cube_low_loads(goal, kind, &low) == 1;
    struct rd_cube_flow failed = {0};
    int64_t steps = from;
    while (rd_cube_flow_arcs(goal, steps) <= arc_limit) {
        rd_arena_rewind(arena, mark);
        struct rd_cube_flow found = flow_in(goal, kind, steps, arena, scratch);
        if (!found.complete) {
            failed.failed_steps = steps;
            failed.failed_missing = found.missing;
            failed.failed_width = jumps ? smallest_matching(goal, &found, scratch) : 0;
            steps += jumps ? rd_cube_steps(found.missing, failed.failed_width) : 1;
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
