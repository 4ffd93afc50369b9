#include "edge_rows.h"

static void add_row(struct rd_plan *plan, struct rd_arena *arena, uint32_t from, uint32_t to,
                    int64_t messages)
{
    rd_plan_add(plan, arena,
                (struct rd_row){.from = from, .to = to, .items = 1, .messages = messages});
}

void rd_ring_add_forward_rows(struct rd_plan *plan, struct rd_arena *arena, uint32_t host_count,
                              const int64_t *level, int64_t z)
{
    uint32_t idle_edge = 0;
    while (level[idle_edge] > z) {
        idle_edge++;
        rd_assert(idle_edge < host_count);
    }
    uint32_t edge = idle_edge;
    for (uint32_t left = host_count; left > 0; left--) {
        uint32_t next = rd_ring_next(host_count, edge);
        if (level[edge] > z)
            add_row(plan, arena, edge, next, level[edge] - z);
        edge = next;
    }
}

void rd_ring_add_backward_rows(struct rd_plan *plan, struct rd_arena *arena, uint32_t host_count,
                               const int64_t *level, int64_t z)
{
    uint32_t idle_edge = 0;
    while (level[idle_edge] < z) {
        idle_edge++;
        rd_assert(idle_edge < host_count);
    }
    uint32_t edge = idle_edge;
    for (uint32_t left = host_count; left > 0; left--) {
        if (level[edge] < z)
            add_row(plan, arena, rd_ring_next(host_count, edge), edge, z - level[edge]);
        edge = rd_ring_previous(host_count, edge);
    }
}

void rd_ring_plan_net_flow(const struct rd_ring *ring, int64_t z, struct rd_arena *arena,
                           struct rd_plan *ret_plan)
{
    size_t row_count = 0;
    for (uint32_t edge = 0; edge < ring->host_count; edge++)
        row_count += ring->sum[edge] != z;
    rd_plan_reserve(ret_plan, arena, row_count);
    rd_ring_add_forward_rows(ret_plan, arena, ring->host_count, ring->sum, z);
    rd_ring_add_backward_rows(ret_plan, arena, ring->host_count, ring->sum, z);
}
