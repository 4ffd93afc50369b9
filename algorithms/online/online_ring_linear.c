/* Balance on a ring whose hosts know their own loads only, and how many they are.
 *
 *     lap 1   v0 -> v1 -> .. -> v0    the sum of the loads so far
 *     lap 2   v0 -> v1 -> .. -> v0    the total; the least and the most that an edge owes
 *     lap 3   v0 -> v1 -> ..          the shift h
 *
 * With T(i) what hosts 0 .. i shall hold together, edge i owes s_i = l_0 + .. + l_i - T(i), which
 * is Linear, and s_i - h for any shift h: forward if it is above 0, else back. Linear itself has h
 * = 0 and needs no third lap; h in the middle of least and most is best where a message of any size
 * takes one time (T_m optimal); on a one-way ring h is the least. A host sends what it owes as soon
 * as it holds it, all in one message where messages have a latency, else item by item; where the
 * network is of single sends, once it holds all. */
#include "hypotheses.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"

enum { FORWARD, BACK, WAYS };
enum { MIDDLE, SINGLE, ONE_WAY }; /* parameters */

struct state {
    int64_t before, load; /* the hosts before it; its own */
    int64_t s_before, s;  /* what its two edges owe at h = 0 */
    int64_t owed[WAYS];
    bool busy[WAYS];
    bool scheduled;
    int lap;
};

static uint32_t next_host(const struct rd_host *host)
{
    return (host->number + 1) % host->host_count;
}

static uint32_t host_before(const struct rd_host *host)
{
    return (host->number + host->host_count - 1) % host->host_count;
}

/* The first i hosts of n together, of a total: floor(i total / n). */
static int64_t share(int64_t total, uint32_t i, uint32_t n)
{
    return total / n * i + total % n * i / n;
}

static bool learns_shift(const struct rd_host *host)
{
    return host->parameter[ONE_WAY] > 0 || (host->parameter[MIDDLE] > 0 && host->host_count > 2);
}

/* Sends what is owed and held. */
static void send_owed(struct rd_host *host)
{
    struct state *state = host->state;
    const uint32_t to[WAYS] = {next_host(host), host_before(host)};
    bool single = host->parameter[SINGLE] > 0;
    bool waits = single && host->held[0] < state->owed[FORWARD] + state->owed[BACK];
    for (int way = 0; way < WAYS; way++) {
        if (state->owed[way] == 0 || state->busy[way] || host->held[0] == 0 || waits)
            continue;
        bool whole =
            single || host->neighbour[rd_neighbour_index(host, to[way])].cost.latency_s > 0;
        int64_t items = state->owed[way] < host->held[0] ? state->owed[way] : host->held[0];
        items = whole ? items : 1;
        state->busy[way] = true;
        state->owed[way] -= items;
        rd_send_items(host, to[way], 0, items);
    }
}

static uint32_t waits_for(const struct rd_host *host)
{
    const struct state *state = host->state;
    bool learns = host->host_count > 1 && !state->scheduled;
    if (learns || state->owed[FORWARD] > 0)
        return host_before(host);
    return state->owed[BACK] > 0 ? next_host(host) : RD_NO_HOST;
}

static void schedule(struct rd_host *host, int64_t h)
{
    struct state *state = host->state;
    state->scheduled = true;
    state->owed[FORWARD] = state->s > h ? state->s - h : 0;
    state->owed[BACK] = state->s_before < h ? h - state->s_before : 0;
    send_owed(host);
}

static void start(struct rd_host *host)
{
    struct state *state = host->state;
    state->load = host->held[0];
    if (host->host_count < 2)
        return;
    if (host->number == 0)
        rd_send_word(host, next_host(host), (struct rd_word){.a = state->load});
}

static void learn_total(struct rd_host *host, int64_t total)
{
    struct state *state = host->state;
    uint32_t i = host->number, n = host->host_count;
    state->s_before = state->before - share(total, i, n);
    state->s = state->before + state->load - share(total, i + 1, n);
}

/* Host 0 begins each lap when the one before has come round. */
static void begin_lap(struct rd_host *host, struct rd_word word)
{
    struct state *state = host->state;
    if (state->lap == 1) {
        learn_total(host, word.a);
        rd_send_word(host, next_host(host), (struct rd_word){word.a, state->s, state->s});
        if (!learns_shift(host))
            schedule(host, 0);
    } else {
        bool one_way = host->parameter[ONE_WAY] > 0;
        int64_t h = one_way ? word.b : word.b + (word.c - word.b) / 2;
        rd_send_word(host, next_host(host), (struct rd_word){.a = h});
        schedule(host, h);
    }
}

static void pass_on(struct rd_host *host, struct rd_word word)
{
    struct state *state = host->state;
    bool last = next_host(host) == 0, shifts = learns_shift(host);
    if (state->lap == 1) {
        state->before = word.a;
        word.a += state->load;
    } else if (state->lap == 2) {
        learn_total(host, word.a);
        word.b = state->s < word.b ? state->s : word.b;
        word.c = state->s > word.c ? state->s : word.c;
    }
    if (!last || state->lap == 1 || (state->lap == 2 && shifts))
        rd_send_word(host, next_host(host), word);
    if (state->lap == 2 && !shifts)
        schedule(host, 0);
    if (state->lap == 3)
        schedule(host, word.a);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    if (message->kind != RD_CONTROL) {
        send_owed(host);
        return;
    }
    state->lap++;
    if (host->number == 0)
        begin_lap(host, message->word);
    else
        pass_on(host, message->word);
}

static void sent(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    if (message->kind == RD_CONTROL)
        return;
    /* Two hosts are each other's next and before, and use one way. */
    bool forward = message->to == next_host(host) && state->busy[FORWARD];
    state->busy[forward ? FORWARD : BACK] = false;
    send_owed(host);
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .knows = RD_KNOWS_HOST_COUNT,
                                            .start = start,
                                            .received = received,
                                            .sent = sent,
                                            .waits_for = waits_for};

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    run.parameter[MIDDLE] = rd_option_text(options, "shift")[0] == 'm';
    run.parameter[SINGLE] = instance->sends == RD_SINGLE_SEND;
    run.parameter[ONE_WAY] = instance->topology.direction == RD_ONE_WAY;
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"shift", "linear|middle", "linear",
     "two-way: send as Linear does, or less the middle of what edges owe, for a third lap"},
    {0},
};

const struct rd_algorithm online_ring_linear = {
    .name = "online-ring-linear",
    .summary = "protocol: prefix sums round the ring, then each host sends what it owes",
    .source = "[lau2002], Linear and multi-send; the laps are our own",
    .shape = RD_RING,
    .directions = RD_ONE_WAY | RD_TWO_WAY,
    .goals = RD_BIT(RD_BALANCE),
    RD_PROTOCOL,
    .accepts = rd_protocol_accepts_one_kind,
    .asks_dear_bounds = rd_on_every_instance,
};
