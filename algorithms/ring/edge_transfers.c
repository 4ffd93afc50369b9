#include "edge_transfers.h"

/* Writes the forward transfers of edges first..end-1. Returns: the place behind them. */
static struct rd_transfer *write_forward(struct rd_transfer *transfer, uint32_t host_count,
                                         uint32_t first, uint32_t end,
                                         const struct rd_edge_flow *flow)
{
    for (uint32_t edge = first; edge < end; edge++) {
        int64_t items = flow->forward[edge] - flow->forward_z;
        if (items > 0)
            *transfer++ = (struct rd_transfer){
                .from = edge, .to = rd_ring_next(host_count, edge), .items = 1, .messages = items};
    }
    return transfer;
}

/* The same backward, from edge end-1 down to first. */
static struct rd_transfer *write_backward(struct rd_transfer *transfer, uint32_t host_count,
                                          uint32_t first, uint32_t end,
                                          const struct rd_edge_flow *flow)
{
    for (uint32_t edge = end; edge-- > first;) {
        int64_t items = flow->backward_z - flow->backward[edge];
        if (items > 0)
            *transfer++ = (struct rd_transfer){
                .from = rd_ring_next(host_count, edge), .to = edge, .items = 1, .messages = items};
    }
    return transfer;
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
    rd_assert(ret_plan->transfer_count == 0);
    size_t transfer_count = forward_count + backward_count;
    if (transfer_count == 0)
        return;
    /* Written here, and not by rd_plan_add: transfers are most of what planning a large ring costs.
     */
    rd_plan_reserve(ret_plan, arena, transfer_count);
    struct rd_transfer *transfer = ret_plan->transfer;
    if (forward_count > 0) {
        uint32_t idle = 0;
        while (flow->forward[idle] > flow->forward_z)
            idle++;
        transfer = write_forward(transfer, host_count, idle, host_count, flow);
        transfer = write_forward(transfer, host_count, 0, idle, flow);
    }
    if (backward_count > 0) {
        uint32_t idle = 0;
        while (flow->backward[idle] < flow->backward_z)
            idle++;
        transfer = write_backward(transfer, host_count, 0, idle, flow);
        transfer = write_backward(transfer, host_count, idle, host_count, flow);
    }
    rd_assert(transfer == ret_plan->transfer + transfer_count);
    ret_plan->transfer_count = transfer_count;
    ret_plan->round_count = 1;
}

void rd_ring_plan_net_flow(const struct rd_ring *ring, int64_t z, struct rd_arena *arena,
                           struct rd_plan *ret_plan)
{
    struct rd_edge_flow flow = {ring->sum, z, ring->sum, z};
    rd_ring_plan_edges(ring->host_count, &flow, arena, ret_plan);
}
