#include "packets.h"

#include <inttypes.h>
#include <stdlib.h>

/* Something of a packet, and the round in which it happens. */
struct event {
    uint32_t round;
    uint32_t packet;
    struct rd_row hop;
};

static int compare_events(const void *left, const void *right)
{
    const struct event *a = left, *b = right;
    int order = (a->round > b->round) - (a->round < b->round);
    return order ? order : (a->packet > b->packet) - (a->packet < b->packet);
}

/* The hops of a packet. Returns: how many they are; -1 if they do not lead to its receiver. */
static int hops_of(const struct rd_plan *plan, uint32_t packet, struct event *ret_hop)
{
    const struct rd_row *row = &plan->row[packet];
    uint32_t at = row->from, length = rd_block_length(plan->block[packet]);
    int count = 0;
    for (uint32_t k = 0; k < length; k++) {
        uint32_t bit = UINT32_C(1) << rd_block_dimension(plan->block[packet], k);
        if (!((row->from ^ row->to) & bit))
            continue;
        struct event *event = &ret_hop[count++];
        *event = (struct event){row->round + k, packet, *row};
        event->hop.round = event->round;
        event->hop.from = at;
        event->hop.to = at ^= bit;
    }
    return at == row->to ? count : -1;
}

static bool check_packet(const struct rd_stage *stage, const struct rd_plan *plan, size_t index,
                         struct rd_error *reterr)
{
    const struct rd_row *row = &plan->row[index];
    struct rd_block block = plan->block[index];
    uint32_t dimensions = stage->instance->topology.dimension_count;
    uint32_t hosts = stage->instance->topology.host_count;
    if (stage->instance->topology.shape != RD_HYPERCUBE || block.first >= dimensions ||
        block.last >= dimensions || row->from >= hosts || row->to >= hosts ||
        row->from == row->to || row->messages != 1)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "row %zu: no packet of this hypercube: hosts, dimensions or amount", index);
    if (index > 0 && row->round < plan->row[index - 1].round)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "row %zu: a round out of order: rows come by round", index);
    if (row->round >= plan->round_count || rd_block_length(block) > plan->round_count - row->round)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "row %zu: the plan ends before its packet is accepted", index);
    return true;
}

/* Does no host originate, or accept, two packets in a round? In: acceptance [row_count] by round.
 */
static bool check_ends(const struct rd_stage *stage, const struct rd_plan *plan,
                       const struct event *acceptance, struct rd_arena *arena,
                       struct rd_error *reterr)
{
    uint32_t hosts = stage->instance->topology.host_count;
    uint32_t *left = rd_take(arena, hosts, uint32_t); /* one more than the last such round */
    uint32_t *accepted = rd_take(arena, hosts, uint32_t);
    for (size_t i = 0; i < plan->row_count; i++) {
        const struct rd_row *row = &plan->row[i];
        if (left[row->from] == row->round + 1)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                           "round %" PRIu32 ": host %" PRIu32 " originates twice", row->round,
                           row->from);
        left[row->from] = row->round + 1;
        uint32_t to = plan->row[acceptance[i].packet].to;
        if (accepted[to] == acceptance[i].round + 1)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                           "round %" PRIu32 ": host %" PRIu32 " accepts twice", acceptance[i].round,
                           to);
        accepted[to] = acceptance[i].round + 1;
    }
    return true;
}

bool rd_unfold_packets(struct rd_stage *stage, struct rd_error *reterr)
{
    const struct rd_plan *plan = stage->plan;
    struct rd_arena *arena = &stage->arena;
    struct event *hop =
        rd_take(arena, plan->row_count * stage->instance->topology.dimension_count, struct event);
    struct event *acceptance = rd_take(arena, plan->row_count, struct event);
    size_t hop_count = 0;
    for (uint32_t i = 0; i < plan->row_count; i++) {
        if (!check_packet(stage, plan, i, reterr))
            return false;
        int count = hops_of(plan, i, hop + hop_count);
        if (count < 0)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                           "row %" PRIu32 ": its block does not lead to its receiver", i);
        hop_count += (size_t)count;
        acceptance[i] = (struct event){.round = rd_last_round(plan, i), .packet = i};
    }
    qsort(hop, hop_count, sizeof *hop, compare_events);
    qsort(acceptance, plan->row_count, sizeof *acceptance, compare_events);
    if (!check_ends(stage, plan, acceptance, arena, reterr))
        return false;
    struct rd_packets *packets = rd_take(arena, 1, struct rd_packets);
    *packets = (struct rd_packets){plan, rd_take(arena, plan->row_count, uint32_t),
                                   rd_take(arena, plan->row_count, double)};
    for (size_t i = 0; i < plan->row_count; i++)
        packets->accepted[i] = acceptance[i].packet;
    struct rd_plan *hops = rd_take(arena, 1, struct rd_plan);
    *hops = (struct rd_plan){.timing = RD_LOCK_STEP,
                             .step_s = plan->step_s,
                             .round_count = plan->round_count,
                             .row_count = hop_count,
                             .row = rd_take(arena, hop_count, struct rd_row)};
    for (size_t i = 0; i < hop_count; i++)
        hops->row[i] = hop[i].hop;
    stage->packets = packets;
    stage->plan = hops;
    return true;
}
