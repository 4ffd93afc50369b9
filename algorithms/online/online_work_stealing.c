/* Work stealing with lifelines (Blumofe and Leiserson; Saraswat et al.), for items that have to be
 * computed. A host computes item by item. One that has nothing left asks `random` hosts, each drawn
 * from all others that compute, then its neighbours in turn from one drawn at random: whoever has
 * items waiting gives half of them, rounded up; whoever has none says so, and remembers a neighbour
 * that asked. What a host is given later it shares with those.
 *
 * Questions, answers and items go along ways of least hops. Hosts between pass them on at once; a
 * word before items says whom they are for, if not who receives them. (Links keep order.)
 *
 * It ends: an idle host asks each neighbour once, and others a number of times, then waits to be
 * given something; and what it is given it begins to compute at once, so that it falls idle at most
 * once an item. */
#include "hypotheses.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"

#include <string.h>

enum { RANDOM, COMPUTING }; /* parameters: how many are asked at random; hosts that compute */
enum { ASK, NONE, ITEMS };  /* words: a; b: whom it, or what comes behind it, is for; c: who asks */

/* Who asked when there was nothing; or where items go that are to come from a host. */
struct notes {
    struct note {
        uint32_t host, to;
    } * note; /* [count] */
    size_t count, capacity;
};

struct state {
    int64_t waiting; /* items of its own, that are not computed yet */
    bool computes;
    bool asks;      /* and awaits an answer */
    uint32_t asked; /* hosts, since it fell idle */
    uint32_t first; /* neighbour that is asked */
    struct notes idle, relayed;
};

/* Sends items, with a word before them if they are not for the next host. */
static void send_items(struct rd_host *host, uint32_t to, int64_t items)
{
    uint32_t next = rd_next_hop(host, to);
    if (next != to)
        rd_send_word(host, next, (struct rd_word){.a = ITEMS, .b = to});
    rd_send_items(host, next, 0, items);
}

static void send_word(struct rd_host *host, struct rd_word word)
{
    rd_send_word(host, rd_next_hop(host, (uint32_t)word.b), word);
}

/* Whom it asks next; its own number: nobody is left. */
static uint32_t next_asked(struct rd_host *host)
{
    struct state *state = host->state;
    uint32_t computing = (uint32_t)host->parameter[COMPUTING];
    uint32_t random = computing > 1 ? (uint32_t)host->parameter[RANDOM] : 0;
    if (state->asked < random) {
        state->asked++;
        uint32_t other = (uint32_t)rd_rng_below(&host->rng, computing - 1);
        return other + (other >= host->number);
    }
    if (state->asked == random && host->neighbour_count > 0)
        state->first = (uint32_t)rd_rng_below(&host->rng, host->neighbour_count);
    while (state->asked < random + host->neighbour_count) {
        uint32_t next = (state->first + state->asked++ - random) % host->neighbour_count;
        if (host->neighbour[next].host < computing) /* no master, which only relays */
            return host->neighbour[next].host;
    }
    return host->number;
}

static void work(struct rd_host *host)
{
    struct state *state = host->state;
    if (state->computes || (double)host->number >= host->parameter[COMPUTING])
        return;
    state->computes = state->waiting > 0;
    if (state->computes) {
        state->waiting--;
        rd_compute(host, 0, 1);
    } else if (!state->asks) {
        uint32_t asked = next_asked(host);
        state->asks = asked != host->number;
        if (state->asks)
            send_word(host, (struct rd_word){ASK, asked, host->number});
    }
}

static void start(struct rd_host *host)
{
    struct state *state = host->state;
    state->waiting = host->held[0];
    work(host);
}

static void computed(struct rd_host *host, RD_UNUSED const struct rd_act *computation)
{
    struct state *state = host->state;
    state->computes = false;
    work(host);
}

static void add_note(struct rd_host *host, struct notes *notes, struct note note)
{
    notes->note = rd_arena_room(rd_host_arena(host), notes->note, notes->count, &notes->capacity,
                                sizeof note);
    notes->note[notes->count++] = note;
}

/* Takes out the first note about a host, if there is one. */
static bool take_note(struct notes *notes, uint32_t host, uint32_t *ret_to)
{
    size_t at = 0;
    while (at < notes->count && notes->note[at].host != host)
        at++;
    if (at == notes->count)
        return false;
    *ret_to = notes->note[at].to;
    memmove(&notes->note[at], &notes->note[at + 1], (--notes->count - at) * sizeof *notes->note);
    return true;
}

/* Gives half of what waits. In: something does. */
static void give(struct rd_host *host, uint32_t to)
{
    struct state *state = host->state;
    int64_t half = (state->waiting + 1) / 2;
    state->waiting -= half;
    send_items(host, to, half);
}

static void answer(struct rd_host *host, uint32_t to, bool is_neighbour)
{
    struct state *state = host->state;
    uint32_t same;
    take_note(&state->idle, to, &same); /* it may have asked before */
    if (state->waiting > 0) {
        give(host, to);
        return;
    }
    if (is_neighbour)
        add_note(host, &state->idle, (struct note){to, to});
    send_word(host, (struct rd_word){NONE, to, to});
}

/* Is given items, or nothing. */
static void take(struct rd_host *host, int64_t items)
{
    struct state *state = host->state;
    state->asks = false;
    state->waiting += items;
    state->asked = items > 0 ? 0 : state->asked;
    work(host);
    uint32_t idle;
    while (state->waiting > 0 && state->idle.count > 0 &&
           take_note(&state->idle, state->idle.note[0].host, &idle))
        give(host, idle);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    const struct rd_word *word = &message->word;
    uint32_t to = host->number;
    if (message->kind != RD_CONTROL) {
        take_note(&state->relayed, message->from, &to);
        if (to == host->number)
            take(host, message->items);
        else
            send_items(host, to, message->items);
    } else if (word->a == ITEMS) {
        add_note(host, &state->relayed, (struct note){message->from, (uint32_t)word->b});
    } else if (word->b != host->number) {
        send_word(host, *word);
    } else if (word->a == ASK) {
        answer(host, (uint32_t)word->c, word->c == message->from);
    } else {
        take(host, 0);
    }
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .knows = RD_KNOWS_WAYS,
                                            .start = start,
                                            .received = received,
                                            .computed = computed};

/* Where only neighbours are asked, they can answer. */
static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    struct rd_reach reach;
    if (rd_option_integer(options, "random") == 0)
        return rd_protocol_accepts_holders(instance, options, reterr);
    return rd_protocol_accepts_one_kind(instance, options, reterr) &&
           rd_protocol_reach(instance, &reach, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    run.parameter[RANDOM] = (double)rd_option_integer(options, "random");
    run.parameter[COMPUTING] = rd_computing_host_count(&instance->topology);
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"random", "integer 0 1000", "0",
     "hosts, drawn from all and reached along shortest ways, that are asked before neighbours"},
    {0},
};

const struct rd_algorithm online_work_stealing = {
    .name = "online-work-stealing",
    .summary = "protocol: a host without work asks others, who give half, or remember neighbours",
    .source = "[blumofe1999]; lifelines: [saraswat2011]",
    .shape = RD_ANY_SHAPE,
    .goals = RD_BIT(RD_FINISH),
    RD_PROTOCOL,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
};
