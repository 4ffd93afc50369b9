#include "prepare.h"

#include "barrier.h"
#include "copies.h"
#include "duplex_actors.h"
#include "free_order.h"
#include "objects.h"
#include "replay_state.h"
#include "shared_room.h"

#include "sim/base/groups.h"
#include "sim/engine/simgrid/hosts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Pipelined packets: each is played hop by hop, and held only where it goes. */

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

/* Turns a stage's plan of packets into the lock-step plan of their hops.
 * Errors: RD_ERROR_RUN: a block that does not lead to the receiver, or not in time, a host that
 *     sends or accepts two packets in a round, by transfer.
 * Cost: O(dimensions that packets cross). */
static bool unfold_packets(struct rd_replay_state *replay, struct rd_error *reterr)
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

/* SimGrid takes a message's size as a whole number; a double counts them up to here. */
#define BYTE_LIMIT 9007199254740992.0

static bool bad_transfer(struct rd_error *reterr, size_t transfer, const char *wrong)
{
    return rd_failed(reterr, "transfer %zu: %s", transfer, wrong);
}

/* The link that a transfer crosses; RD_NO_LINK if it is a computation, or none joins its hosts. */
static uint64_t link_of(const struct rd_instance *instance, const struct rd_transfer *transfer)
{
    return transfer->to == RD_NO_HOST
               ? RD_NO_LINK
               : rd_link_between(&instance->topology, transfer->from, transfer->to);
}

/* May actors follow a transfer without leaving the instance? */
static bool check_transfer(const struct rd_replay_state *replay, size_t index, uint64_t link,
                           uint32_t round_before, struct rd_error *reterr)
{
    const struct rd_instance *instance = replay->instance;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    int64_t product;
    if (transfer->round < round_before || transfer->round >= replay->plan->round_count)
        return bad_transfer(reterr, index, "a round out of order: transfers come by round");
    if (transfer->from >= instance->topology.host_count ||
        (transfer->to != RD_NO_HOST && link == RD_NO_LINK))
        return bad_transfer(reterr, index, "no link joins its hosts");
    if (transfer->kind < RD_CONTROL || transfer->kind >= (int64_t)instance->kind_count)
        return bad_transfer(reterr, index, "a kind that the instance does not have");
    if (transfer->to == RD_NO_HOST && instance->topology.shape == RD_STAR &&
        transfer->from + 1 == instance->topology.host_count)
        return bad_transfer(reterr, index,
                            "a computation on the master: a star's master only relays");
    bool held = transfer->kind >= 0 || transfer->to == RD_NO_HOST;
    if (transfer->items < 0 || transfer->messages < 0 || (!held && transfer->items > 0) ||
        (transfer->kind == RD_CONTROL && transfer->messages == 0) ||
        __builtin_mul_overflow(transfer->items, transfer->messages, &product) ||
        product > RD_ITEM_LIMIT || transfer->items > RD_ITEM_LIMIT)
        return bad_transfer(reterr, index, "an amount of items that cannot be");
    if (instance->objects &&
        (transfer->kind < 0 || transfer->to == RD_NO_HOST || transfer->messages != 1))
        return bad_transfer(reterr, index, "not one message of an object");
    return true;
}

static bool check_bytes(const struct rd_replay_state *replay, size_t index, struct rd_error *reterr)
{
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    if (transfer->to == RD_NO_HOST)
        return true;
    /* Any number of items may be in a message of a transfer that is sent as held. */
    int64_t items = transfer->messages == 0 ? 1 : transfer->items;
    double own = replay->instance->message_bytes;
    double bytes = own + rd_content_bytes(replay->instance, transfer->kind, items);
    double most = own + rd_content_bytes(replay->instance, transfer->kind, transfer->items);
    return (bytes == floor(bytes) && most <= BYTE_LIMIT) ||
           rd_refuse(reterr,
                     "transfer %zu: a message of %g bytes: SimGrid counts whole bytes, up to 2^53",
                     index, bytes == floor(bytes) ? most : bytes);
}

/* Lists the links that are in use, once transfers have their numbers. */
static void list_active_links(struct rd_replay_state *replay)
{
    const sg_mailbox_t *mailbox = rd_mailboxes(replay->active_link_count);
    uint32_t listed = 0;
    replay->active_link = rd_take(&replay->arena, replay->active_link_count, struct rd_active_link);
    for (size_t i = 0; listed < replay->active_link_count; i++) {
        if (replay->active_link_number[i] != listed)
            continue;
        replay->active_link[listed].link = link_of(replay->instance, &replay->plan->transfer[i]);
        replay->active_link[listed].mailbox = mailbox[listed];
        listed++;
    }
}

/* Where messages keep to shared links, what is sent as held looks for those that are to arrive. */
static void list_links_into_hosts(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    bool as_held = false;
    for (size_t i = 0; i < plan->transfer_count && !as_held; i++)
        as_held = rd_is_split(replay, &plan->transfer[i]);
    if (!as_held || !replay->instance->shared || !replay->request->exact_dates ||
        rd_plan_has_room(plan, RD_ROOM_SHARE))
        return;
    replay->into =
        rd_take(&replay->arena, replay->instance->topology.host_count, struct rd_active_link *);
    for (uint32_t i = 0; i < replay->active_link_count; i++) {
        struct rd_active_link *active_link = &replay->active_link[i];
        uint32_t from, to;
        rd_assert(rd_link_ends(&replay->instance->topology, active_link->link, &from, &to));
        active_link->next_into = replay->into[to];
        replay->into[to] = active_link;
    }
}

/* Where a link carries several messages at a time, each has a mailbox of its own. */
static bool many_a_pair(const struct rd_replay_state *replay)
{
    return replay->instance->objects && replay->instance->objects->many_a_pair;
}

/* Numbers the links that transfers use, by first use. */
static bool read_transfers(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_plan *plan = replay->plan;
    if (plan->transfer_count >= UINT32_MAX)
        return rd_refuse(reterr, "%zu transfers: fewer than 2^32 - 1 are needed",
                         plan->transfer_count);
    /* One more than a link's number among those in use; 0: not used yet. */
    uint32_t *active =
        rd_take(&replay->arena, rd_link_count(&replay->instance->topology), uint32_t);
    replay->active_link_number = rd_take(&replay->arena, plan->transfer_count, uint32_t);
    uint32_t round = 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        uint64_t link = link_of(replay->instance, &plan->transfer[i]);
        if (!check_transfer(replay, i, link, round, reterr) || !check_bytes(replay, i, reterr))
            return false;
        round = plan->transfer[i].round;
        if (link != RD_NO_LINK && (active[link] == 0 || many_a_pair(replay)))
            active[link] = ++replay->active_link_count;
        replay->active_link_number[i] = link == RD_NO_LINK ? UINT32_MAX : active[link] - 1;
    }
    list_active_links(replay);
    list_links_into_hosts(replay);
    return true;
}

/* By what transfers are put into queues, and where their actors live: a link's at its sender, or at
 * its receiver. */
enum lane_key { BY_SENDER, BY_RECEIVER, BY_LINK, BY_LINK_IN, BY_PROCESSOR };

static uint32_t lane_of(const struct rd_replay_state *replay, size_t index, enum lane_key key)
{
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    if ((transfer->to == RD_NO_HOST) != (key == BY_PROCESSOR))
        return RD_NO_GROUP;
    if (key == BY_RECEIVER)
        return transfer->to;
    if (key == BY_SENDER || key == BY_PROCESSOR)
        return transfer->from;
    return replay->active_link_number[index];
}

/* At a port of k no more than k messages are under way, nor more than there are. */
static uint32_t lane_width(const struct rd_replay_state *replay, const struct rd_port_queue *queue,
                           uint32_t ports)
{
    int64_t messages = 0;
    for (uint32_t i = 0; i < queue->transfer_count && messages < ports; i++) {
        int64_t more = replay->plan->transfer[queue->transfer[i]].messages;
        messages += more < ports ? more + (more == 0) : ports;
    }
    return messages < ports ? (uint32_t)messages : ports;
}

/* In: lane_count: numbers that lane_of may give; ports: the width of a queue, at most that of its
 * host's ports. */
static struct rd_port_queues make_lanes(struct rd_replay_state *replay, enum lane_key key,
                                        uint32_t lane_count, uint32_t ports)
{
    const struct rd_plan *plan = replay->plan;
    uint32_t *lane = rd_take(&replay->arena, plan->transfer_count, uint32_t);
    for (size_t i = 0; i < plan->transfer_count; i++)
        lane[i] = lane_of(replay, i, key);
    struct rd_groups lanes = rd_group(lane, plan->transfer_count, lane_count, &replay->arena);
    struct rd_port_queues queues = {lane_count,
                                    rd_take(&replay->arena, lane_count, struct rd_port_queue)};
    for (uint32_t i = 0; i < lane_count; i++) {
        struct rd_port_queue *queue = &queues.queue[i];
        queue->transfer = lanes.member + lanes.first[i];
        queue->transfer_count = lanes.first[i + 1] - lanes.first[i];
        if (queue->transfer_count == 0)
            continue;
        const struct rd_transfer *first = &plan->transfer[queue->transfer[0]];
        queue->host = key == BY_RECEIVER || key == BY_LINK_IN ? first->to : first->from;
        uint32_t own = rd_host_ports(replay->instance, queue->host);
        queue->width = ports == 1 ? 1 : lane_width(replay, queue, own < ports ? own : ports);
    }
    return queues;
}

/* Both ports of a host as one queue, each transfer in that of its sender and of its receiver. */
static struct rd_port_queues make_combined_lanes(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    uint32_t host_count = replay->instance->topology.host_count;
    uint32_t *lane = rd_take(&replay->arena, 2 * plan->transfer_count, uint32_t);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        lane[2 * i] = plan->transfer[i].from;
        lane[2 * i + 1] = plan->transfer[i].to;
    }
    struct rd_groups lanes =
        rd_group(lane, 2 * (uint32_t)plan->transfer_count, host_count, &replay->arena);
    struct rd_port_queues queues = {host_count,
                                    rd_take(&replay->arena, host_count, struct rd_port_queue)};
    for (uint32_t i = 0; i < 2 * plan->transfer_count; i++)
        lanes.member[i] /= 2;
    for (uint32_t host = 0; host < host_count; host++) {
        struct rd_port_queue *queue = &queues.queue[host];
        queue->transfer = lanes.member + lanes.first[host];
        queue->transfer_count = lanes.first[host + 1] - lanes.first[host];
        queue->host = host;
        queue->width = lane_width(replay, queue, rd_host_ports(replay->instance, host));
    }
    return queues;
}

/* Windows: a queue for each port, or, where ports never make a message wait, for each link. */
static void make_all_lanes(struct rd_replay_state *replay)
{
    const struct rd_instance *instance = replay->instance;
    uint32_t host_count = instance->topology.host_count, ports = instance->port_count;
    if (instance->port_model == RD_PIPELINED_PORTS && !replay->packets)
        ports = 1;
    replay->computing = make_lanes(replay, BY_PROCESSOR, host_count, 1);
    if (replay->free_order) {
        replay->sending = make_lanes(replay, BY_SENDER, host_count, 1);
        replay->receiving = make_lanes(replay, BY_LINK_IN, replay->active_link_count, 1);
        return;
    }
    replay->locks_links = ports > 1 && ports != UINT32_MAX && !replay->lock_step;
    replay->combined =
        instance->objects && instance->objects->combined_ports && ports != UINT32_MAX;
    if (replay->combined) {
        replay->receiving = make_combined_lanes(replay);
        return;
    }
    bool by_host = ports == 1 || replay->locks_links;
    replay->in_pairs = ports == 1 || replay->lock_step;
    uint32_t lane_count = by_host ? host_count : replay->active_link_count;
    uint32_t width = by_host ? ports : 1;
    replay->sending = make_lanes(replay, by_host ? BY_SENDER : BY_LINK, lane_count, width);
    replay->receiving = make_lanes(replay, by_host ? BY_RECEIVER : BY_LINK_IN, lane_count, width);
}

/* What is held at the start, and what each transfer may not touch because earlier transfers take
 * it. */
static bool make_accounts(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_instance *instance = replay->instance;
    replay->waiting = rd_take(&replay->arena, instance->topology.host_count, struct rd_actor *);
    if (instance->objects) {
        rd_prepare_objects(replay);
        return true;
    }
    size_t count = (size_t)instance->topology.host_count * instance->kind_count;
    replay->held = rd_arena_copy(&replay->arena, instance->load, count, sizeof *replay->held);
    replay->parted = rd_take(&replay->arena, count, int64_t);
    if (instance->copies && !rd_prepare_copies(replay, reterr))
        return false;
    if (replay->lock_step)
        return true;
    replay->reserved = rd_take(&replay->arena, replay->plan->transfer_count, int64_t);
    int64_t *taken = rd_take(&replay->arena, count, int64_t);
    for (size_t i = 0; i < replay->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &replay->plan->transfer[i];
        if (transfer->kind < 0 || rd_is_of_copies(replay, transfer))
            continue;
        int64_t *total = &taken[rd_holding_index(replay, transfer->from, transfer->kind)];
        replay->reserved[i] = *total;
        *total += transfer->items * (transfer->messages + (transfer->messages == 0));
        if (*total > RD_ITEM_LIMIT)
            return bad_transfer(reterr, i,
                                "more items than there can be, with the transfers before it");
    }
    return true;
}

/* Who learns from a transfer: its receiver, or the host that computes. */
static uint32_t learner(const struct rd_transfer *transfer)
{
    return transfer->to == RD_NO_HOST ? transfer->from : transfer->to;
}

/* For every host, the rounds in which it receives or computes, and how many transfers there are. */
static void make_round_dependencies(struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    if (replay->lock_step || plan->transfer_count == 0 ||
        plan->transfer[0].round == plan->transfer[plan->transfer_count - 1].round)
        return;
    uint32_t host_count = replay->instance->topology.host_count;
    uint32_t *end = rd_take(&replay->arena, host_count, uint32_t);
    uint32_t *last_round = rd_take(&replay->arena, host_count, uint32_t);
    /* First the parts' sizes, then, a part starting where the one before ends, their contents. */
    for (size_t i = 0; i < plan->transfer_count; i++) {
        uint32_t host = learner(&plan->transfer[i]);
        end[host] += last_round[host] != plan->transfer[i].round + 1;
        last_round[host] = plan->transfer[i].round + 1;
    }
    uint32_t total = 0;
    replay->unknown = rd_take(&replay->arena, host_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++) {
        uint32_t size = end[host];
        replay->unknown[host] = end[host] = total;
        total += size;
    }
    replay->round_dependency = rd_take(&replay->arena, total, struct rd_round_dependency);
    for (size_t i = 0; i < plan->transfer_count; i++) {
        uint32_t host = learner(&plan->transfer[i]);
        if (end[host] == replay->unknown[host] ||
            replay->round_dependency[end[host] - 1].round != plan->transfer[i].round)
            replay->round_dependency[end[host]++].round = plan->transfer[i].round;
        replay->round_dependency[end[host] - 1].transfers_left++;
    }
    replay->round_dependency_end = end;
}

bool rd_prepare_replay(struct rd_replay_state *replay, struct rd_error *reterr)
{
    bool packets = replay->plan->block && replay->plan->transfer_count > 0;
    if ((packets && !unfold_packets(replay, reterr)) || !read_transfers(replay, reterr) ||
        !make_accounts(replay, reterr))
        return false;
    if (replay->plan->timing == RD_FREE_ORDER && !rd_prepare_free_order(replay, reterr))
        return false;
    make_all_lanes(replay);
    make_round_dependencies(replay);
    rd_prepare_shared_room(replay);
    replay->in_pairs = replay->in_pairs && rd_may_pair(replay);
    while (replay->bus_turn < replay->plan->transfer_count &&
           replay->plan->transfer[replay->bus_turn].to == RD_NO_HOST)
        replay->bus_turn++;
    return !replay->lock_step || rd_check_rounds(replay, reterr);
}
