/* Plans of packets: the pipelined hypercube, in lock-step.
 *
 * A packet of round r whose block has L dimensions crosses, or passes over, its k-th dimension in
 * round r + k. It takes the out-port of its origin in round r, the in-port of its destination in
 * round r + L - 1, each link that it crosses in that dimension's round, and no port in between; its
 * items are held from round r + L on. L is at most 20, so that 32 rounds are in sight at a time:
 * what is booked for them is a mask of bits per link and port, and a ring of 32 rounds. Packets are
 * kept while they are under way; a place that is free again goes to the next. */
#include "form.h"
#include "parts.h"
#include "ports.h"

#include <inttypes.h>

enum { RING = RD_ROUNDS_AHEAD };

/* A round in sight. */
struct round {
    double start_s;
    double length_s;   /* so far */
    uint32_t accepted; /* the first packet that is accepted in it, + 1; 0: none */
};

/* A packet under way. */
struct packet {
    size_t index; /* of its transfer */
    int64_t items;
    uint32_t from, to;
    int32_t kind;
    struct rd_dimension_range block;
    uint32_t next; /* accepted in the same round, or free, + 1; 0: none */
};

struct rd_packet_referee {
    struct rd_referee *referee;
    struct rd_bookings *link; /* [links] */
    struct rd_bookings *in;   /* [host_count] */
    struct rd_bookings *out;  /* [host_count] */
    int64_t *held;            /* [host_count * kind_count] */
    struct packet *packet;    /* [packet_count] that were ever used */
    uint32_t packet_count;
    uint32_t free;       /* the first place that is free again, + 1 */
    uint32_t last_round; /* in which one of them is accepted */
    struct round ring[RING];
    struct rd_round_clock clock;
    uint32_t round; /* under way */
};

static bool blame(struct rd_packet_referee *packets, size_t index, uint32_t round, uint32_t host,
                  const char *what)
{
    char label[RD_LABEL_SIZE];
    return rd_referee_fail(packets->referee, RD_VIOLATION_PACKET, index, host,
                           "round %" PRIu32 ": %s %s", round,
                           rd_host_label(packets->referee->instance, host, label), what);
}

/* Is a packet accepted before the plan ends? */
static bool check_end(struct rd_referee *referee, size_t index)
{
    const struct rd_transfer *transfer = rd_plan_transfer(referee->plan, index);
    uint32_t rounds_left = referee->round_count - transfer->round;
    uint32_t length = rd_dimension_range_length(rd_plan_dimension_range(referee->plan, index));
    if (length <= rounds_left)
        return true;
    return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, index, transfer->from,
                           "transfer %zu: a packet of %" PRIu32
                           " rounds, of which the plan has %" PRIu32 " left",
                           index, length, rounds_left);
}

/* Lists a packet that is accepted at the end of this round. */
static bool list_packet(struct rd_packet_referee *packets, const struct packet *packet,
                        double end_s)
{
    struct rd_referee *referee = packets->referee;
    if ((int64_t)referee->trace->transfer_count == referee->limits->trace_transfers)
        return rd_referee_too_long(referee, packet->index, referee->limits->trace_transfers,
                                   "the trace would have transfers");
    uint32_t first = packets->round + 1 - rd_dimension_range_length(packet->block);
    rd_trace_add_packet(referee->trace, referee->arena,
                        (struct rd_timed_transfer){packets->ring[first % RING].start_s, end_s,
                                                   packet->from, packet->to, packet->kind,
                                                   packet->items},
                        packet->block);
    return true;
}

/* Ends the round under way: what it accepts is held from the next on. */
static bool end_round(struct rd_packet_referee *packets)
{
    struct rd_referee *referee = packets->referee;
    struct round *round = &packets->ring[packets->round % RING];
    rd_round_pass(&packets->clock, rd_latest_of(round->length_s, referee->plan->step_s), 1);
    double end_s = rd_round_start_s(&packets->clock);
    for (uint32_t place = round->accepted, next; place; place = next) {
        struct packet *packet = &packets->packet[place - 1];
        if (packet->kind >= 0)
            packets->held[rd_inventory_index(referee, packet->to, packet->kind)] += packet->items;
        if (referee->trace && !list_packet(packets, packet, end_s))
            return false;
        next = packet->next;
        packet->next = packets->free;
        packets->free = place;
    }
    round->length_s = 0;
    round->accepted = 0;
    packets->round++;
    packets->ring[packets->round % RING].start_s = end_s;
    return true;
}

/* Ends the rounds before `round`. Beyond what is in sight they are idle. */
static bool advance(struct rd_packet_referee *packets, uint32_t round)
{
    for (uint32_t ended = 0; packets->round < round && ended < RING; ended++)
        if (!end_round(packets))
            return false;
    if (packets->round == round)
        return true;
    packets->clock.count += round - packets->round; /* they last as long as those just ended */
    packets->round = round;
    packets->ring[round % RING].start_s = rd_round_start_s(&packets->clock);
    return true;
}

/* A place for a packet, + 1. */
static uint32_t find_place(struct rd_packet_referee *packets)
{
    uint32_t free = packets->free;
    if (free) {
        packets->free = packets->packet[free - 1].next;
        return free;
    }
    rd_arena_add(packets->referee->scratch, packets->packet, packets->packet_count,
                 (struct packet){0});
    return packets->packet_count;
}

/* Books the links of a packet, hop by hop. */
static bool cross(struct rd_packet_referee *packets, size_t index)
{
    const struct rd_referee *referee = packets->referee;
    const struct rd_transfer *transfer = rd_plan_transfer(referee->plan, index);
    struct rd_dimension_range block = rd_plan_dimension_range(referee->plan, index);
    uint32_t at = transfer->from, length = rd_dimension_range_length(block);
    for (uint32_t k = 0; k < length; k++) {
        uint32_t bit = UINT32_C(1) << rd_dimension_range_at(block, k);
        if (!((transfer->from ^ transfer->to) & bit))
            continue;
        uint64_t link = rd_link_between(&referee->instance->topology, at, at ^ bit);
        if (!rd_book(&packets->link[link], transfer->round, transfer->round + k)) {
            char to[RD_LABEL_SIZE], what[RD_LABEL_SIZE + 32];
            snprintf(what, sizeof what, "sends two packets to %s",
                     rd_host_label(referee->instance, at ^ bit, to));
            return blame(packets, index, transfer->round + k, at, what);
        }
        struct round *round = &packets->ring[(transfer->round + k) % RING];
        round->length_s = rd_latest_of(
            round->length_s, rd_message_s(referee->instance, transfer, link, transfer->items));
        at ^= bit;
    }
    uint32_t last = transfer->round + length - 1;
    if (!rd_book(&packets->in[transfer->to], transfer->round, last))
        return blame(packets, index, last, transfer->to, "accepts twice");
    if (packets->last_round < last)
        packets->last_round = last;
    uint32_t place = find_place(packets);
    packets->packet[place - 1] = (struct packet){index,
                                                 transfer->items,
                                                 transfer->from,
                                                 transfer->to,
                                                 transfer->kind,
                                                 block,
                                                 packets->ring[last % RING].accepted};
    packets->ring[last % RING].accepted = place;
    return true;
}

static bool play(void *context, size_t index, const struct rd_transfer *transfer, int64_t items)
{
    struct rd_packet_referee *packets = context;
    struct rd_referee *referee = packets->referee;
    if (!rd_referee_dimension_range(referee, index) || !check_end(referee, index) ||
        !advance(packets, transfer->round))
        return false;
    if (!rd_book(&packets->out[transfer->from], transfer->round, transfer->round))
        return blame(packets, index, transfer->round, transfer->from, "originates twice");
    if (transfer->kind >= 0) {
        int64_t *held = &packets->held[rd_inventory_index(referee, transfer->from, transfer->kind)];
        if (*held < items)
            return rd_referee_not_held(referee, index, items, *held);
        *held -= items;
    }
    return cross(packets, index);
}

struct rd_packet_referee *rd_packet_referee_open(struct rd_referee *referee)
{
    struct rd_arena *scratch = referee->scratch;
    struct rd_packet_referee *packets = rd_take(scratch, 1, struct rd_packet_referee);
    size_t entries = (size_t)referee->host_count * referee->kind_count;
    packets->referee = referee;
    packets->link =
        rd_take(scratch, rd_link_count(&referee->instance->topology), struct rd_bookings);
    packets->in = rd_take(scratch, referee->host_count, struct rd_bookings);
    packets->out = rd_take(scratch, referee->host_count, struct rd_bookings);
    packets->held = rd_take(referee->arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        packets->held[i] = referee->instance->load[i];
    return packets;
}

bool rd_packet_referee_read(struct rd_packet_referee *packets)
{
    return rd_referee_each_transfer(packets->referee, packets, play);
}

bool rd_packet_referee_close(struct rd_packet_referee *packets)
{
    struct rd_referee *referee = packets->referee;
    if (packets->last_round >= referee->round_count) /* when they were judged it was not known */
        return rd_referee_fail(referee, RD_VIOLATION_TRANSFER, SIZE_MAX, RD_NO_HOST,
                               "a packet is accepted in round %" PRIu32 " of a plan of %" PRIu32
                               " rounds",
                               packets->last_round, referee->round_count);
    if (!advance(packets, referee->round_count))
        return false;
    referee->makespan_s = rd_round_start_s(&packets->clock);
    referee->steps = referee->round_count;
    referee->final = packets->held;
    return true;
}
