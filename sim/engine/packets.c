#include "packets.h"

#include <inttypes.h>

/* Do the dimensions in which a packet's hosts differ lie in its block? */
static bool leads_to_receiver(const struct rd_plan *plan, size_t packet)
{
    const struct rd_transfer *transfer = &plan->transfer[packet];
    uint32_t at = transfer->from, length = rd_dimension_range_length(plan->block[packet]);
    for (uint32_t k = 0; k < length; k++) {
        uint32_t bit = UINT32_C(1) << rd_dimension_range_at(plan->block[packet], k);
        at ^= (transfer->from ^ transfer->to) & bit;
    }
    return at == transfer->to;
}

static bool check_packet(const struct rd_replay_state *replay, const struct rd_plan *plan,
                         size_t index, struct rd_error *reterr)
{
    const struct rd_transfer *transfer = &plan->transfer[index];
    struct rd_dimension_range block = plan->block[index];
    uint32_t dimensions = replay->instance->topology.dimension_count;
    uint32_t hosts = replay->instance->topology.host_count;
    if (replay->instance->port_model != RD_PIPELINED_PORTS)
        return rd_failed(reterr, "transfer %zu: a packet: pipelined ports are needed", index);
    if (replay->instance->topology.shape != RD_HYPERCUBE || block.first >= dimensions ||
        block.last >= dimensions || transfer->from >= hosts || transfer->to >= hosts ||
        transfer->from == transfer->to || transfer->messages != 1)
        return rd_failed(reterr,
                         "transfer %zu: no packet of this hypercube: hosts, dimensions or amount",
                         index);
    if (index > 0 && transfer->round < plan->transfer[index - 1].round)
        return rd_failed(reterr, "transfer %zu: a round out of order: transfers come by round",
                         index);
    if (transfer->round >= plan->round_count ||
        rd_dimension_range_length(block) > plan->round_count - transfer->round)
        return rd_failed(reterr, "transfer %zu: the plan ends before its packet is accepted",
                         index);
    return true;
}

/* Does no host originate, or accept, two packets in a round? */
static bool check_ends(const struct rd_replay_state *replay, const struct rd_plan *plan,
                       struct rd_arena *arena, struct rd_error *reterr)
{
    uint32_t hosts = replay->instance->topology.host_count;
    uint32_t *left = rd_take(arena, hosts, uint32_t); /* one more than the last such round */
    uint32_t *arrived = rd_take(arena, hosts, uint32_t);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (left[transfer->from] == transfer->round + 1)
            return rd_failed(reterr, "round %" PRIu32 ": %s originates twice", transfer->round,
                             rd_label(replay->instance, transfer->from));
        left[transfer->from] = transfer->round + 1;
        uint32_t packet = replay->packets->accepted[i], to = plan->transfer[packet].to;
        uint32_t round = rd_last_round(plan, packet);
        if (arrived[to] == round + 1)
            return rd_failed(reterr, "round %" PRIu32 ": %s accepts twice", round,
                             rd_label(replay->instance, to));
        arrived[to] = round + 1;
    }
    return true;
}

/* Lists the hops of all packets, and the packets in the order in which they are accepted: by round,
 * and in a round by packet. */
static void list_hops(const struct rd_plan *plan, struct rd_arena *arena, struct rd_transfer *hop,
                      uint32_t *accepted)
{
    uint32_t *under_way = rd_take(arena, plan->transfer_count, uint32_t);
    uint32_t *at = rd_take(arena, plan->transfer_count, uint32_t);
    size_t next = 0, count = 0;
    for (uint32_t round = 0; next < plan->transfer_count || count > 0; round++) {
        if (count == 0)
            round = plan->transfer[next].round;
        for (; next < plan->transfer_count && plan->transfer[next].round == round; next++) {
            at[next] = plan->transfer[next].from;
            under_way[count++] = (uint32_t)next;
        }
        size_t left = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t packet = under_way[i];
            const struct rd_transfer *transfer = &plan->transfer[packet];
            uint32_t k = round - transfer->round;
            uint32_t bit = UINT32_C(1) << rd_dimension_range_at(plan->block[packet], k);
            if ((transfer->from ^ transfer->to) & bit) {
                *hop = *transfer;
                hop->round = round;
                hop->from = at[packet];
                hop++->to = at[packet] ^= bit;
            }
            if (k + 1 == rd_dimension_range_length(plan->block[packet]))
                *accepted++ = packet;
            else
                under_way[left++] = packet;
        }
        count = left;
    }
}

bool rd_unfold_packets(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_plan *plan = replay->plan;
    struct rd_arena *arena = &replay->arena;
    size_t hop_count = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        if (!check_packet(replay, plan, i, reterr))
            return false;
        if (!leads_to_receiver(plan, i))
            return rd_failed(reterr,
                             "transfer %zu: its dimension range does not lead to its receiver", i);
        hop_count += (size_t)__builtin_popcount(plan->transfer[i].from ^ plan->transfer[i].to);
    }
    struct rd_packet_replay *packets = rd_make(arena, struct rd_packet_replay, plan,
                                               rd_take(arena, plan->transfer_count, uint32_t),
                                               rd_take(arena, plan->transfer_count, double));
    struct rd_plan *hops =
        rd_make(arena, struct rd_plan, .timing = RD_LOCK_STEP, .step_s = plan->step_s,
                .round_count = plan->round_count, .transfer_count = hop_count,
                .transfer = rd_take(arena, hop_count, struct rd_transfer));
    list_hops(plan, arena, hops->transfer, packets->accepted);
    replay->packets = packets;
    replay->plan = hops;
    return check_ends(replay, plan, arena, reterr);
}
