/* Work stealing with lifelines (Blumofe and Leiserson; Saraswat et al.), for items that have to be
 * computed. A host computes item by item. One that has nothing left asks a neighbour drawn at
 * random, then the next: whoever has items waiting gives half of them, rounded up; whoever has none
 * says so, and remembers who asked. What a host is given later it shares with those.
 *
 * It ends: an idle host asks each neighbour once, then waits to be given something; and what it is
 * given it begins to compute at once, so that it falls idle at most once an item.
 */
#include "algorithms/algorithm.h"

#include "algorithms/network/bounds.h"
#include "hypotheses.h"
#include "sim/online/event_queue.h"

enum { ASK, NONE }; /* words */

struct state {
    bool computes;
    bool asks;             /* and awaits an answer */
    uint32_t first, asked; /* where this round of asking began, and how many were asked */
};

struct neighbour_state {
    bool remembered; /* it asked when there was nothing */
};

static void ask_next(struct rd_host *host)
{
    struct state *state = host->state;
    if (state->asks || state->asked == host->neighbour_count)
        return;
    if (state->asked == 0)
        state->first = (uint32_t)rd_rng_below(&host->rng, host->neighbour_count);
    uint32_t next = (state->first + state->asked++) % host->neighbour_count;
    state->asks = true;
    rd_send_word(host, host->neighbour[next].host, (struct rd_word){.a = ASK});
}

/* Gives half of what waits. In: something does. */
static void give(struct rd_host *host, uint32_t index)
{
    struct neighbour_state *theirs = host->neighbour_state;
    theirs[index].remembered = false;
    rd_send_items(host, host->neighbour[index].host, 0, (host->held[0] + 1) / 2);
}

static void work(struct rd_host *host)
{
    struct state *state = host->state;
    if (state->computes)
        return;
    state->computes = host->held[0] > 0;
    if (state->computes)
        rd_compute(host, 0, 1);
    else
        ask_next(host);
}

static void computed(struct rd_host *host, const struct rd_act *computation)
{
    struct state *state = host->state;
    (void)computation;
    state->computes = false;
    work(host);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    uint32_t index = rd_neighbour_index(host, message->from);
    if (message->kind == RD_CONTROL && message->word.a == ASK) {
        theirs[index].remembered = host->held[0] == 0;
        if (host->held[0] > 0)
            give(host, index);
        else
            rd_send_word(host, message->from, (struct rd_word){.a = NONE});
        return;
    }
    uint32_t last = (state->first + state->asked + host->neighbour_count - 1);
    if (state->asked > 0 && index == last % host->neighbour_count)
        state->asks = false;
    if (message->kind != RD_CONTROL && !state->asks)
        state->asked = 0;
    work(host);
    for (uint32_t i = 0; i < host->neighbour_count && host->held[0] > 0; i++)
        if (theirs[i].remembered)
            give(host, i);
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .neighbour_bytes = sizeof(struct neighbour_state),
                                            .start = work,
                                            .received = received,
                                            .computed = computed};

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm online_work_stealing = {
    .name = "online-work-stealing",
    .summary = "protocol: a host without work asks its neighbours, who give half or remember it",
    .source = "[blumofe1999]; lifelines: [saraswat2011]",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .protocol = &protocol,
    .accepts = rd_protocol_accepts_both_ways,
    .bound = rd_network_bound,
    .plan = plan,
};
