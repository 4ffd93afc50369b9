#include "edge_rows.h"

/* Writes the forward rows of edges first..end-1. Returns: the place behind them. */
static struct rd_row *write_forward(struct rd_row *row, uint32_t host_count, uint32_t first,
                                    uint32_t end, const struct rd_edge_flow *flow)
{
    for (uint32_t edge = first; edge < end; edge++) {
        int64_t items = flow->forward[edge] - flow->forward_z;
        if (items > 0)
            *row++ = (struct rd_row){
                .from = edge, .to = rd_ring_next(host_count, edge), .items = 1, .messages = items};
    }
    return row;
}

/* The same backward, from edge end-1 down to first. */
static struct rd_row *write_backward(struct rd_row *row, uint32_t host_count, uint32_t first,
                                     uint32_t end, const struct rd_edge_flow *flow)
{
    for (uint32_t edge = end; edge-- > first;) {
        int64_t items = flow->backward_z - flow->backward[edge];
        if (items > 0)
            *row++ = (struct rd_row){
                .from = rd_ring_next(host_count, edge), .to = edge, .items = 1, .messages = items};
    }
    return row;
}

void rd_ring_plan_edges(uint32_t host_count, const struct rd_edge_flow *flow,
                        struct rd_arena *arena, struct rd_plan *ret_plan)
{
    size_t forward_count = 0, backward_count = 0;
    for (uint32_t edge = 0; edge < host_count; edge++) {
        forward_count += flow->forward[edge] > flow->forward_z;
        backward_count += flow->backward[edge] < flow->backward_z;
    }
    rd_assert(forward_count < host_count && backward_count < host_count);
    rd_assert(ret_plan->row_count == 0);
    size_t row_count = forward_count + backward_count;
    if (row_count == 0)
        return;
    /* Written here, and not by rd_plan_add: rows are most of what planning a large ring costs. */
    rd_plan_reserve(ret_plan, arena, row_count);
    struct rd_row *row = ret_plan->row;
    if (forward_count > 0) {
        uint32_t idle = 0;
        while (flow->forward[idle] > flow->forward_z)
            idle++;
        row = write_forward(row, host_count, idle, host_count, flow);
        row = write_forward(row, host_count, 0, idle, flow);
    }
    if (backward_count > 0) {
        uint32_t idle = 0;
        while (flow->backward[idle] < flow->backward_z)
            idle++;
        row = write_backward(row, host_count, 0, idle, flow);
        row = write_backward(row, host_count, idle, host_count, flow);
    }
    rd_assert(row == ret_plan->row + row_count);
    ret_plan->row_count = row_count;
    ret_plan->round_count = 1;
}

void rd_ring_plan_net_flow(const struct rd_ring *ring, int64_t z, struct rd_arena *arena,
                           struct rd_plan *ret_plan)
{
    struct rd_edge_flow flow = {ring->sum, z, ring->sum, z};
    rd_ring_plan_edges(ring->host_count, &flow, arena, ret_plan);
}
