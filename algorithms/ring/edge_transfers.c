#include "edge_transfers.h"

static int64_t items_over(const struct rd_edge_flow *flow, uint32_t edge, bool backward)
{
    return backward ? flow->backward_z - flow->backward[edge]
                    : flow->forward[edge] - flow->forward_z;
}

/* Writes the transfers of a direction. Returns: the place behind them. */
static struct rd_transfer *write_way(struct rd_transfer *transfer, uint32_t host_count,
                                     const struct rd_edge_flow *flow, bool backward)
{
    uint32_t edge = 0;
    while (items_over(flow, edge, backward) > 0)
        edge++;
    for (uint32_t i = 0; i < host_count; i++) {
        int64_t items = items_over(flow, edge, backward);
        uint32_t next = rd_ring_next(host_count, edge);
        if (items > 0)
            *transfer++ = (struct rd_transfer){.from = backward ? next : edge,
                                               .to = backward ? edge : next,
                                               .items = 1,
                                               .messages = items};
        edge = backward ? rd_ring_previous(host_count, edge) : next;
    }
    return transfer;
}

void rd_ring_plan_edges(uint32_t host_count, const struct rd_edge_flow *flow,
                        struct rd_arena *arena, struct rd_plan *ret_plan)
{
    size_t count[2] = {0, 0};
    for (uint32_t edge = 0; edge < host_count; edge++)
        for (int backward = 0; backward < 2; backward++)
            count[backward] += items_over(flow, edge, backward) > 0;
    rd_assert(count[0] < host_count && count[1] < host_count);
    rd_assert(ret_plan->transfer_count == 0);
    if (count[0] + count[1] == 0)
        return;
    /* Written here, and not by rd_plan_add: transfers are most of what planning a large ring costs.
     */
    rd_plan_reserve(ret_plan, arena, count[0] + count[1]);
    struct rd_transfer *transfer = ret_plan->transfer;
    for (int backward = 0; backward < 2; backward++)
        if (count[backward] > 0)
            transfer = write_way(transfer, host_count, flow, backward);
    ret_plan->transfer_count = count[0] + count[1];
    rd_assert(transfer == ret_plan->transfer + ret_plan->transfer_count);
    ret_plan->round_count = 1;
}

void rd_ring_plan_net_flow(const struct rd_ring *ring, int64_t z, struct rd_arena *arena,
                           struct rd_plan *ret_plan)
{
    struct rd_edge_flow flow = {ring->sum, z, ring->sum, z};
    rd_ring_plan_edges(ring->host_count, &flow, arena, ret_plan);
}
