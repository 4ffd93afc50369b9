#include "packets.h"

#include <inttypes.h>
#include <stdlib.h>

/* Something of a packet, and the round in which it happens. */
struct event {
    uint32_t round;
    uint32_t packet;
    struct rd_transfer hop;
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
    const struct rd_transfer *transfer = &plan->transfer[packet];
    uint32_t at = transfer->from, length = rd_dimension_range_length(plan->block[packet]);
    int count = 0;
    for (uint32_t k = 0; k < length; k++) {
        uint32_t bit = UINT32_C(1) << rd_dimension_range_at(plan->block[packet], k);
        if (!((transfer->from ^ transfer->to) & bit))
            continue;
        struct event *event = &ret_hop[count++];
        *event = (struct event){transfer->round + k, packet, *transfer};
        event->hop.round = event->round;
        event->hop.from = at;
        event->hop.to = at ^= bit;
    }
    return at == transfer->to ? count : -1;
}

static bool check_packet(const struct rd_replay_state *replay, const struct rd_plan *plan,
                         size_t index, struct rd_error *reterr)
{
    const struct rd_transfer *transfer = &plan->transfer[index];
    struct rd_dimension_range block = plan->block[index];
    uint32_t dimensions = replay->instance->topology.dimension_count;
    uint32_t hosts = replay->instance->topology.host_count;
    if (replay->instance->topology.shape != RD_HYPERCUBE || block.first >= dimensions ||
        block.last >= dimensions || transfer->from >= hosts || transfer->to >= hosts ||
        transfer->from == transfer->to || transfer->messages != 1)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "transfer %zu: no packet of this hypercube: hosts, dimensions or amount",
                       index);
    if (index > 0 && transfer->round < plan->transfer[index - 1].round)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "transfer %zu: a round out of order: transfers come by round", index);
    if (transfer->round >= plan->round_count ||
        rd_dimension_range_length(block) > plan->round_count - transfer->round)
        return rd_fail(reterr, RD_ERROR_RUN, NULL, 0,
                       "transfer %zu: the plan ends before its packet is accepted", index);
    return true;
}

/* Does no host originate, or accept, two packets in a round? In: acceptance [transfer_count] by
 * round.
 */
static bool check_ends(const struct rd_replay_state *replay, const struct rd_plan *plan,
                       const struct event *acceptance, struct rd_arena *arena,
                       struct rd_error *reterr)
{
    uint32_t hosts = replay->instance->topology.host_count;
    uint32_t *left = rd_take(arena, hosts, uint32_t); /* one more than the last such round */
    uint32_t *accepted = rd_take(arena, hosts, uint32_t);
    char label[RD_LABEL_SIZE];
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (left[transfer->from] == transfer->round + 1)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "round %" PRIu32 ": %s originates twice",
                           transfer->round, rd_host_label(replay->instance, transfer->from, label));
        left[transfer->from] = transfer->round + 1;
        uint32_t to = plan->transfer[acceptance[i].packet].to;
        if (accepted[to] == acceptance[i].round + 1)
            return rd_fail(reterr, RD_ERROR_RUN, NULL, 0, "round %" PRIu32 ": %s accepts twice",
                           acceptance[i].round, rd_host_label(replay->instance, to, label));
        accepted[to] = acceptance[i].round + 1;
    }
    return true;
}

bool rd_unfold_packets(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_plan *plan = replay->plan;
    struct rd_arena *arena = &replay->arena;
    struct event *hop = rd_take(
        arena, plan->transfer_count * replay->instance->topology.dimension_count, struct event);
    struct event *acceptance = rd_take(arena, plan->transfer_count, struct event);
    size_t hop_count = 0;
    for (uint32_t i = 0; i < plan->transfer_count; i++) {
        if (!check_packet(replay, plan, i, reterr))
            return false;
        int count = hops_of(plan, i, hop + hop_count);
        if (count < 0)
            return rd_fail(
                reterr, RD_ERROR_RUN, NULL, 0,
                "transfer %" PRIu32 ": its dimension range does not lead to its receiver", i);
        hop_count += (size_t)count;
        acceptance[i] = (struct event){.round = rd_last_round(plan, i), .packet = i};
    }
    qsort(hop, hop_count, sizeof *hop, compare_events);
    qsort(acceptance, plan->transfer_count, sizeof *acceptance, compare_events);
    if (!check_ends(replay, plan, acceptance, arena, reterr))
        return false;
    struct rd_packet_replay *packets = rd_take(arena, 1, struct rd_packet_replay);
    *packets = (struct rd_packet_replay){plan, rd_take(arena, plan->transfer_count, uint32_t),
                                         rd_take(arena, plan->transfer_count, double)};
    for (size_t i = 0; i < plan->transfer_count; i++)
        packets->accepted[i] = acceptance[i].packet;
    struct rd_plan *hops = rd_take(arena, 1, struct rd_plan);
    *hops = (struct rd_plan){.timing = RD_LOCK_STEP,
                             .step_s = plan->step_s,
                             .round_count = plan->round_count,
                             .transfer_count = hop_count,
                             .transfer = rd_take(arena, hop_count, struct rd_transfer)};
    for (size_t i = 0; i < hop_count; i++)
        hops->transfer[i] = hop[i].hop;
    replay->packets = packets;
    replay->plan = hops;
    return true;
}
