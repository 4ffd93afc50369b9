/* Diffusion of the first order on any network (Cybenko; Boillat), in whole items. In a round every
 * host tells its neighbours what it holds, and across a link the one of x items sends the one of y
 *
 *     floor((x - y) / (1 + the greater number of links of the two))   items.
 *
 * Both ends know what goes, so that a host goes on when it has heard all its neighbours and has
 * what they owe it: no common clock. With sum x^2 as potential, f items across each link lower it
 * by at least 2 sum f^2, so that it stalls; then neighbours u, v are at most max(d_u, d_v) apart,
 * and any two hosts at most the diameter times the greatest degree.
 *
 * Who may stop? A host's quiet count is 0 after a round in which it moved anything, else 1 + the
 * least quiet count of it and its neighbours, which are told along. A count above the diameter says
 * that there was a round in which nobody moved anything, and then nothing will ever move; all hosts
 * come to n counts in the same round. Needs: how many hosts there are.
 */
#include "algorithms/algorithm.h"

#include "algorithms/network/bounds.h"
#include "hypotheses.h"
#include "sim/online/event_queue.h"

#include <inttypes.h>

struct state {
    int64_t holds; /* at the start of the round */
    int64_t quiet;
    uint32_t unheard, due; /* neighbours; messages of items */
    bool moved, stopped;
};

struct neighbour_state {
    uint32_t heard; /* words of rounds that are not over: 0 to 2 */
    struct rd_word word[2];
};

static void tell_all(struct rd_host *host)
{
    struct state *state = host->state;
    state->holds = host->held[0];
    state->moved = false;
    state->unheard = host->neighbour_count;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        rd_send_word(host, host->neighbour[i].host,
                     (struct rd_word){state->holds, state->quiet, host->neighbour_count});
}

/* Has heard a neighbour in this round: what goes between them? */
static void exchange(struct rd_host *host, uint32_t index)
{
    struct state *state = host->state;
    const struct neighbour_state *theirs = host->neighbour_state;
    const struct rd_word *word = &theirs[index].word[0];
    int64_t links = host->neighbour_count > word->c ? host->neighbour_count : word->c;
    int64_t items = (state->holds - word->a) / (1 + links);
    state->unheard--;
    state->moved |= items != 0;
    if (items > 0)
        rd_send_items(host, host->neighbour[index].host, 0, items);
    state->due += items < 0;
}

static bool is_over(const struct state *state)
{
    return state->unheard == 0 && state->due == 0;
}

/* The round is over: begins the next, for which some neighbours may have been heard. */
static void end_round(struct rd_host *host)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    int64_t least = state->quiet;
    for (uint32_t i = 0; i < host->neighbour_count; i++) {
        least = theirs[i].word[0].b < least ? theirs[i].word[0].b : least;
        theirs[i].word[0] = theirs[i].word[1];
        theirs[i].heard--;
    }
    state->quiet = state->moved ? 0 : 1 + least;
    state->stopped = state->quiet >= host->host_count;
    if (state->stopped)
        return;
    tell_all(host);
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (theirs[i].heard > 0)
            exchange(host, i);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    uint32_t index = rd_neighbour_index(host, message->from);
    struct neighbour_state *theirs = host->neighbour_state;
    theirs += index;
    if (message->kind != RD_CONTROL) {
        state->due--;
    } else {
        theirs->word[theirs->heard++] = message->word;
        if (theirs->heard == 1)
            exchange(host, index);
    }
    while (is_over(state) && !state->stopped)
        end_round(host);
}

static uint32_t waits_for(const struct rd_host *host)
{
    const struct state *state = host->state;
    const struct neighbour_state *theirs = host->neighbour_state;
    for (uint32_t i = 0; i < host->neighbour_count && !state->stopped; i++)
        if (theirs[i].heard == 0 || state->unheard == 0)
            return host->neighbour[i].host;
    return RD_NO_HOST;
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .neighbour_bytes = sizeof(struct neighbour_state),
                                            .knows = RD_KNOWS_HOST_COUNT,
                                            .start = tell_all,
                                            .received = received,
                                            .waits_for = waits_for};

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    int64_t least;
    if (!rd_protocol_accepts_one_kind(instance, reterr) ||
        !rd_protocol_accepts_both_ways(instance, reterr) ||
        !rd_protocol_stall_error(instance, &least, reterr))
        return false;
    if (instance->balance_error >= least)
        return true;
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "an error of %" PRId64 ": diffusion may stall at %" PRId64
                   " here, the diameter times the greatest degree, and that or more is accepted",
                   instance->balance_error, least);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm online_diffusion = {
    .name = "online-diffusion",
    .summary = "protocol: rounds in which neighbours even out a part of what they are apart",
    .source = "[cybenko1989]; [boillat1990]",
    .shape = RD_ANY_SHAPE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .protocol = &protocol,
    .accepts = accepts,
    .bound = rd_network_bound,
    .plan = plan,
};
