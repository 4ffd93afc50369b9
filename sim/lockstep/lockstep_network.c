#include "lockstep_network.h"

#include <inttypes.h>

/* Packets on their way through a pipelined hypercube: which links and which acceptances they have
 * booked, and who is accepted when. Part of the lock-step network (lockstep_network.h). */

/* One packet. */
struct packet_in_flight {
    struct rd_message message;
    uint32_t to;
    struct rd_dimension_range block;
    uint32_t next; /* accepted in the same round, + 1; 0: none */
};

struct rd_packets_in_flight;

/* What is in the way of a packet. */
struct packet_conflict {
    uint32_t round;
    uint32_t host; /* who would accept twice, or send two packets over a link */
    uint32_t to;   /* the link's other end; RD_NO_HOST: an acceptance */
};

/* Rounds are booked modulo this: a packet books less than 20 rounds ahead and is forgotten when it
 * is accepted, so that no two rounds in sight share a bit. */
enum { WINDOW = 64 };

struct rd_packets_in_flight {
    const struct rd_topology *topology;
    struct rd_arena *arena;
    uint64_t *in;                    /* [host_count] rounds in which something is accepted */
    uint64_t *link;                  /* [links] rounds in which something crosses */
    struct packet_in_flight *flight; /* [count] */
    uint32_t count;
    uint32_t free;             /* the first place that is free again, + 1 */
    uint32_t accepted[WINDOW]; /* the first that is accepted in a round, + 1 */
};

/* Nothing on its way. Cost: O(hosts + links). */
static struct rd_packets_in_flight *packets_in_flight_open(const struct rd_topology *topology,
                                                           struct rd_arena *arena)
{
    struct rd_packets_in_flight *flights = rd_take(arena, 1, struct rd_packets_in_flight);
    flights->topology = topology;
    flights->arena = arena;
    flights->in = rd_take(arena, topology->host_count, uint64_t);
    flights->link = rd_take(arena, rd_link_count(topology), uint64_t);
    return flights;
}

static uint64_t bit_of(uint32_t round)
{
    return UINT64_C(1) << (round % WINDOW);
}

/* Marks or unmarks the links that a packet crosses.
 * Returns: false at a link that is marked already, where it stops. */
static bool walk(struct rd_packets_in_flight *flights, uint32_t round,
                 const struct packet_in_flight *flight, bool mark,
                 struct packet_conflict *ret_obstacle)
{
    uint32_t at = flight->message.from, length = rd_dimension_range_length(flight->block);
    for (uint32_t k = 0; k < length; k++) {
        uint32_t next = at ^ (UINT32_C(1) << rd_dimension_range_at(flight->block, k));
        if (((at ^ next) & (flight->message.from ^ flight->to)) == 0)
            continue;
        uint64_t *link = &flights->link[rd_link_between(flights->topology, at, next)];
        if (mark && (*link & bit_of(round + k))) {
            *ret_obstacle = (struct packet_conflict){round + k, at, next};
            return false;
        }
        *link ^= bit_of(round + k);
        at = next;
    }
    return true;
}

/* Unmarks the links of a packet as far as a host on its way. */
static void walk_back(struct rd_packets_in_flight *flights, uint32_t round,
                      const struct packet_in_flight *flight, uint32_t host)
{
    struct packet_in_flight part = *flight;
    part.to = host;
    walk(flights, round, &part, false, NULL);
}

/* A place for a packet, + 1. */
static uint32_t place(struct rd_packets_in_flight *flights)
{
    uint32_t free = flights->free;
    if (free) {
        flights->free = flights->flight[free - 1].next;
        return free;
    }
    flights->flight =
        rd_arena_extend(flights->arena, flights->flight, flights->count, sizeof *flights->flight);
    return ++flights->count;
}

/* Books the links of a packet that is originated in this round, and its acceptance.
 * In: a block that holds all dimensions in which its two hosts differ. Returns: false, and what is
 * in the way, if something is; nothing is booked then. Cost: O(length of the block). */
static bool packets_in_flight_book(struct rd_packets_in_flight *flights, uint32_t round,
                                   const struct packet_in_flight *flight,
                                   struct packet_conflict *ret_obstacle)
{
    uint32_t last = round + rd_dimension_range_length(flight->block) - 1;
    if (!walk(flights, round, flight, true, ret_obstacle)) {
        walk_back(flights, round, flight, ret_obstacle->host);
        return false;
    }
    if (flights->in[flight->to] & bit_of(last)) {
        walk_back(flights, round, flight, flight->to);
        *ret_obstacle = (struct packet_conflict){last, flight->to, RD_NO_HOST};
        return false;
    }
    flights->in[flight->to] |= bit_of(last);
    uint32_t index = place(flights);
    flights->flight[index - 1] = *flight;
    flights->flight[index - 1].next = flights->accepted[last % WINDOW];
    flights->accepted[last % WINDOW] = index;
    return true;
}

/* Those accepted at the end of a round, each once, the last booked first; NULL when there are no
 * more. Rounds must be asked for in turn, and each to its end. O(length of the block). */
static const struct packet_in_flight *
packets_in_flight_next_accepted(struct rd_packets_in_flight *flights, uint32_t round)
{
    uint32_t index = flights->accepted[round % WINDOW];
    if (index == 0)
        return NULL;
    struct packet_in_flight *flight = &flights->flight[index - 1];
    flights->accepted[round % WINDOW] = flight->next;
    flights->in[flight->to] &= ~bit_of(round);
    walk(flights, round + 1 - rd_dimension_range_length(flight->block), flight, false, NULL);
    flight->next = flights->free;
    flights->free = index;
    return flight;
}

/* What a host was sent in one round. Rounds are marked by their number + 1, so that 0 stands for no
 * round yet. */
struct inbox {
    uint32_t mark;  /* the round */
    uint32_t count; /* messages */
    uint32_t first; /* in `delivered`, once the round has ended */
};

struct host_state {
    uint32_t send_mark;    /* the last round in which it sent */
    uint32_t send_count;   /* messages of that round */
    struct inbox inbox[2]; /* of the last round and of this one: by the round's parity */
};

struct rd_lockstep_network_state {
    struct host_state *host;      /* [host_count] */
    int64_t *held;                /* [host_count * kind_count] at the start, less what was sent */
    uint32_t *link_mark;          /* [links] the last round that used it; NULL with one port */
    uint32_t bus_mark;            /* the last round that used the bus */
    uint32_t sent_count;          /* in this round */
    bool items_sent;              /* among them */
    struct rd_message *sent;      /* [message_capacity] this round's, in the order of sending */
    uint32_t *sent_to;            /* [message_capacity] to whom */
    struct rd_message *delivered; /* [message_capacity] the last round's, by receiver */
    size_t message_capacity;
    struct rd_packets_in_flight
        *flights; /* packets under way; NULL where ports are not pipelined */
};

void rd_lockstep_open(struct rd_lockstep_network *network, const struct rd_instance *instance,
                      double step_s, struct rd_arena *arena, struct rd_plan *plan)
{
    bool pipelined = instance->port_model == RD_PIPELINED_PORTS;
    uint32_t host_count = instance->topology.host_count;
    size_t entries = (size_t)host_count * instance->kind_count;
    struct rd_lockstep_network_state *state = rd_take(arena, 1, struct rd_lockstep_network_state);
    state->host = rd_take(arena, host_count, struct host_state);
    state->held = rd_take(arena, entries, int64_t);
    for (size_t i = 0; i < entries; i++)
        state->held[i] = instance->load[i];
    if (pipelined)
        state->flights = packets_in_flight_open(&instance->topology, arena);
    else if (instance->port_count > 1)
        state->link_mark = rd_take(arena, rd_link_count(&instance->topology), uint32_t);
    /* With one port, and one origination and acceptance, no round has more messages than hosts. */
    state->message_capacity = host_count;
    state->sent = rd_take(arena, state->message_capacity, struct rd_message);
    state->sent_to = rd_take(arena, state->message_capacity, uint32_t);
    state->delivered = rd_take(arena, state->message_capacity, struct rd_message);
    *plan = (struct rd_plan){.timing = RD_LOCK_STEP, .step_s = step_s, .reader = plan->reader};
    *network = (struct rd_lockstep_network){
        .instance = instance, .arena = arena, .plan = plan, .state = state};
}

static int64_t *held_of(const struct rd_lockstep_network *network, uint32_t host, int32_t kind)
{
    size_t kind_count = network->instance->kind_count;
    return &network->state->held[host * kind_count + (uint32_t)kind];
}

static bool refuse(struct rd_lockstep_network *network, uint32_t host, const char *what,
                   struct rd_error *reterr)
{
    network->broken = true;
    return rd_failed(reterr, "round %" PRIu32 ": %s %s", network->round,
                     rd_label(network->instance, host), what);
}

static bool refuse_receiver(struct rd_lockstep_network *network, uint32_t from, uint32_t to,
                            const char *what, struct rd_error *reterr)
{
    char words[RD_LABEL_SIZE + 64];
    snprintf(words, sizeof words, "sends to %s%s", rd_label(network->instance, to), what);
    return refuse(network, from, words, reterr);
}

static bool refuse_items(struct rd_lockstep_network *network, uint32_t from, int32_t kind,
                         int64_t items, struct rd_error *reterr)
{
    const struct rd_instance *instance = network->instance;
    char words[128], of_kind[32] = "";
    if (kind < RD_CONTROL || (kind >= 0 && (uint32_t)kind >= instance->kind_count)) {
        snprintf(words, sizeof words, "sends kind %" PRId32 ": kinds are 0 to %" PRIu32, kind,
                 instance->kind_count - 1);
        return refuse(network, from, words, reterr);
    }
    if (kind == RD_CONTROL || items < 1) {
        snprintf(words, sizeof words, "sends %s of %" PRId64 " items: %s",
                 kind == RD_CONTROL ? "a control word" : "a message", items,
                 kind == RD_CONTROL ? "it has 0" : "at least 1 is needed");
        return refuse(network, from, words, reterr);
    }
    if (instance->kind_count > 1)
        snprintf(of_kind, sizeof of_kind, " of kind %" PRId32, kind);
    snprintf(words, sizeof words, "sends %" PRId64 " items%s and holds %" PRId64, items, of_kind,
             *held_of(network, from, kind));
    return refuse(network, from, words, reterr);
}

static bool refuse_port(struct rd_lockstep_network *network, uint32_t host, const char *verb,
                        struct rd_error *reterr)
{
    char words[64];
    uint32_t ports = rd_host_ports(network->instance, host);
    if (ports == 1)
        snprintf(words, sizeof words, "%s twice", verb);
    else
        snprintf(words, sizeof words, "%s %" PRIu64 " times at %" PRIu32 " ports", verb,
                 (uint64_t)ports + 1, ports);
    return refuse(network, host, words, reterr);
}

/* Makes room for one message more, where hosts have several ports. */
static void make_room(struct rd_lockstep_network *network)
{
    struct rd_lockstep_network_state *state = network->state;
    size_t old_capacity = state->message_capacity;
    if (state->sent_count < old_capacity)
        return;
    state->message_capacity = 2 * old_capacity;
    state->sent = rd_arena_grow(network->arena, state->sent, old_capacity, state->message_capacity,
                                sizeof *state->sent);
    state->sent_to = rd_arena_grow(network->arena, state->sent_to, old_capacity,
                                   state->message_capacity, sizeof *state->sent_to);
    state->delivered = rd_arena_grow(network->arena, state->delivered, old_capacity,
                                     state->message_capacity, sizeof *state->delivered);
}

/* Marks the ports, the link and the bus that a message takes, and puts it into the inbox.
 * Returns: false, and the error, if one of them is taken. */
static bool take_ports(struct rd_lockstep_network *network, uint32_t from, uint32_t to,
                       uint64_t link, struct rd_error *reterr)
{
    struct rd_lockstep_network_state *state = network->state;
    struct host_state *sender = &state->host[from];
    struct inbox *inbox = &state->host[to].inbox[network->round & 1];
    uint32_t mark = network->round + 1;
    uint32_t send_count = sender->send_mark == mark ? sender->send_count : 0;
    uint32_t receive_count = inbox->mark == mark ? inbox->count : 0;
    if (send_count >= rd_host_ports(network->instance, from))
        return refuse_port(network, from, "sends", reterr);
    if (receive_count >= rd_host_ports(network->instance, to))
        return refuse_port(network, to, "receives", reterr);
    if (state->link_mark) {
        if (state->link_mark[link] == mark)
            return refuse_receiver(network, from, to, " twice", reterr);
        state->link_mark[link] = mark;
    }
    if (network->instance->topology.shape == RD_BUS) {
        if (state->bus_mark == mark)
            return refuse_receiver(network, from, to, ": the bus carries one message a round",
                                   reterr);
        state->bus_mark = mark;
    }
    sender->send_mark = mark;
    sender->send_count = send_count + 1;
    inbox->mark = mark;
    inbox->count = receive_count + 1;
    /* Right where hosts have one port; otherwise end_round sorts. */
    inbox->first = state->sent_count;
    return true;
}

/* Could a host part with this much? */
static bool has_items(const struct rd_lockstep_network *network, uint32_t from, int32_t kind,
                      int64_t items)
{
    if (kind == RD_CONTROL)
        return items == 0;
    return kind >= 0 && (uint32_t)kind < network->instance->kind_count && items >= 1 &&
           items <= *held_of(network, from, kind);
}

bool rd_lockstep_send(struct rd_lockstep_network *network, uint32_t from, uint32_t to, int32_t kind,
                      int64_t items, int64_t word, struct rd_error *reterr)
{
    struct rd_lockstep_network_state *state = network->state;
    const struct rd_instance *instance = network->instance;
    rd_assert(from < instance->topology.host_count);
    uint64_t link = rd_link_between(&instance->topology, from, to);
    if (link == RD_NO_LINK)
        return refuse_receiver(network, from, to, ": no link joins them", reterr);
    if (state->flights) {
        uint8_t dimension = (uint8_t)__builtin_ctz(from ^ to);
        return rd_lockstep_send_packet(network, from, to,
                                       (struct rd_dimension_range){dimension, dimension}, kind,
                                       items, word, reterr);
    }
    if (!has_items(network, from, kind, items))
        return refuse_items(network, from, kind, items, reterr);
    if (!take_ports(network, from, to, link, reterr))
        return false;
    if (kind != RD_CONTROL) {
        *held_of(network, from, kind) -= items;
        state->items_sent = true;
    }
    make_room(network);
    state->sent_to[state->sent_count] = to;
    state->sent[state->sent_count++] = (struct rd_message){from, kind, items, word};
    rd_plan_add(network->plan, network->arena,
                (struct rd_transfer){network->round, from, to, kind, items, 1});
    return true;
}

/* What keeps a packet from being sent, in the referee's words. */
static bool refuse_packet(struct rd_lockstep_network *network,
                          const struct packet_conflict *obstacle, struct rd_error *reterr)
{
    network->broken = true;
    const char *label = rd_label(network->instance, obstacle->host);
    if (obstacle->to == RD_NO_HOST)
        return rd_failed(reterr, "round %" PRIu32 ": %s accepts twice", obstacle->round, label);
    return rd_failed(reterr, "round %" PRIu32 ": %s sends two packets to %s", obstacle->round,
                     label, rd_label(network->instance, obstacle->to));
}

bool rd_lockstep_send_packet(struct rd_lockstep_network *network, uint32_t from, uint32_t to,
                             struct rd_dimension_range block, int32_t kind, int64_t items,
                             int64_t word, struct rd_error *reterr)
{
    struct rd_lockstep_network_state *state = network->state;
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t low = block.first < block.last ? block.first : block.last;
    uint32_t high = block.first < block.last ? block.last : block.first;
    rd_assert(state->flights && from < topology->host_count && to < topology->host_count);
    rd_assert(from != to && high < topology->dimension_count);
    rd_assert((from ^ to) >> low << low == (from ^ to) && (from ^ to) >> high <= 1);
    struct host_state *sender = &state->host[from];
    if (sender->send_mark == network->round + 1)
        return refuse(network, from, "originates twice", reterr);
    if (!has_items(network, from, kind, items))
        return refuse_items(network, from, kind, items, reterr);
    struct packet_in_flight flight = {{from, kind, items, word}, to, block, 0};
    struct packet_conflict obstacle;
    if (!packets_in_flight_book(state->flights, network->round, &flight, &obstacle))
        return refuse_packet(network, &obstacle, reterr);
    sender->send_mark = network->round + 1;
    if (kind != RD_CONTROL)
        *held_of(network, from, kind) -= items;
    rd_plan_add_packet(network->plan, network->arena,
                       (struct rd_transfer){network->round, from, to, kind, items, 1}, block);
    return true;
}

/* Delivers the packets that are accepted at the end of this round. */
static void deliver_packets(struct rd_lockstep_network *network)
{
    struct rd_lockstep_network_state *state = network->state;
    uint32_t count = 0;
    const struct packet_in_flight *flight;
    while ((flight = packets_in_flight_next_accepted(state->flights, network->round)) != NULL) {
        const struct rd_message *message = &flight->message;
        if (message->kind != RD_CONTROL)
            *held_of(network, flight->to, message->kind) += message->items;
        state->host[flight->to].inbox[network->round & 1] =
            (struct inbox){network->round + 1, 1, count};
        state->delivered[count++] = *message;
    }
}

/* Sorts this round's messages by receiver into `delivered`: receivers by their first message, the
 * messages of one in the order in which they were sent. */
static void deliver_sorted(struct rd_lockstep_network *network)
{
    struct rd_lockstep_network_state *state = network->state;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < state->sent_count; i++)
        state->host[state->sent_to[i]].inbox[network->round & 1].first = UINT32_MAX;
    for (uint32_t i = 0; i < state->sent_count; i++) {
        struct inbox *inbox = &state->host[state->sent_to[i]].inbox[network->round & 1];
        if (inbox->first == UINT32_MAX) {
            inbox->first = taken;
            taken += inbox->count;
            inbox->count = 0;
        }
        state->delivered[inbox->first + inbox->count++] = state->sent[i];
    }
}

void rd_lockstep_end_round(struct rd_lockstep_network *network)
{
    struct rd_lockstep_network_state *state = network->state;
    struct rd_plan *plan = network->plan;
    rd_assert(network->round < UINT32_MAX - 1);
    for (uint32_t i = 0; state->items_sent && i < state->sent_count; i++)
        if (state->sent[i].kind != RD_CONTROL)
            *held_of(network, state->sent_to[i], state->sent[i].kind) += state->sent[i].items;
    if (state->flights) {
        deliver_packets(network);
    } else if (rd_has_one_port(network->instance)) {
        struct rd_message *delivered = state->delivered;
        state->delivered = state->sent;
        state->sent = delivered;
    } else {
        deliver_sorted(network);
    }
    state->items_sent = false;
    state->sent_count = 0;
    network->round++;
    if (plan->round_count < network->round) /* packets may be under way */
        plan->round_count = network->round;
}

const struct rd_message *rd_lockstep_inbox(const struct rd_lockstep_network *network, uint32_t host,
                                           uint32_t *ret_count)
{
    rd_assert(host < network->instance->topology.host_count);
    /* The round that ended last has this round's number as its mark. */
    const struct inbox *inbox = &network->state->host[host].inbox[(network->round & 1) ^ 1];
    if (network->round == 0 || inbox->mark != network->round) {
        *ret_count = 0;
        return NULL;
    }
    *ret_count = inbox->count;
    return &network->state->delivered[inbox->first];
}

int64_t rd_lockstep_held(const struct rd_lockstep_network *network, uint32_t host, uint32_t kind)
{
    rd_assert(host < network->instance->topology.host_count &&
              kind < network->instance->kind_count);
    return *held_of(network, host, (int32_t)kind);
}
