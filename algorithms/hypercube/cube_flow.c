#include "cube_flow.h"

bool rd_cube_time_problem(const struct rd_cube_goal *goal, uint32_t kind, struct rd_arena *arena,
                          struct rd_time_problem *ret_problem, struct rd_error *reterr)
{
    uint32_t p = goal->host_count;
    struct rd_network *network = rd_take(arena, 1, struct rd_network);
    if (!rd_network_read(goal->instance, arena, arena, network, reterr))
        return false;
    int64_t *load = rd_take(arena, p, int64_t);
    int64_t *least = rd_take(arena, p, int64_t), *most = rd_take(arena, p, int64_t);
    int64_t low, windows = rd_cube_low_loads(goal, kind, &low);
    for (uint32_t host = 0; host < p; host++) {
        load[host] = rd_load(goal->instance, host, kind);
        least[host] = low;
        most[host] =
            low + (goal->error[kind] < goal->total[kind] ? goal->error[kind] : goal->total[kind]);
    }
    *ret_problem = (struct rd_time_problem){
        .network = network,
        .link = rd_time_links(network, arena),
        .load = load,
        .least = least,
        .most = most,
        .window_count = windows,
        .pipelined = goal->instance->port_model == RD_PIPELINED_PORTS,
    };
    return true;
}

bool rd_cube_least_flow(const struct rd_cube_goal *goal, uint32_t kind, int64_t from,
                        uint64_t arc_limit, struct rd_flow_over_time *ret_flow,
                        struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_time_problem problem;
    *ret_flow = (struct rd_flow_over_time){.steps = from};
    /* The arcs of hosts alone may be too many: then nobody reads the links of a large cube. */
    if ((uint64_t)from >= arc_limit / (3 * (uint64_t)goal->host_count))
        return false;
    return rd_cube_time_problem(goal, kind, arena, &problem, NULL) &&
           rd_flow_over_time_least(&problem, from, arc_limit, ret_flow, arena, scratch);
}
