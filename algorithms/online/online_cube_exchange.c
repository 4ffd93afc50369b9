/* Dimension exchange on a hypercube (Cybenko): across dimension 0, then 1, .., two neighbours tell
 * each other what they hold, and the one that holds more sends half of the difference, rounded
 * down. Nobody keeps step with more than one neighbour at a time: a host goes on to the next
 * dimension when it has what its neighbour owes it. Afterwards no two hosts are more than d apart
 * (Plaxton, Lemma 2.3, which needs no common clock: each exchange is of what two hosts hold). */
#include "algorithms/algorithm.h"

#include "algorithms/network/bounds.h"
#include "hypotheses.h"
#include "sim/online/event_queue.h"

#include <inttypes.h>

struct state {
    uint32_t dimension; /* across which it exchanges */
    bool told;          /* its neighbour there what it holds */
    bool due;           /* items are to come */
};

struct neighbour_state {
    bool heard;
    int64_t holds; /* as it said */
};

static uint32_t partner(const struct rd_host *host)
{
    const struct state *state = host->state;
    return host->number ^ UINT32_C(1) << state->dimension;
}

/* Goes as far as it can without another message. */
static void go_on(struct rd_host *host)
{
    struct state *state = host->state;
    while (state->dimension < host->neighbour_count && !state->due) {
        uint32_t with = partner(host);
        const struct neighbour_state *theirs = host->neighbour_state;
        theirs += rd_neighbour_index(host, with);
        int64_t mine = host->held[0];
        if (!state->told)
            rd_send_word(host, with, (struct rd_word){.a = mine});
        state->told = true;
        if (!theirs->heard)
            break;
        if (mine - theirs->holds > 1)
            rd_send_items(host, with, 0, (mine - theirs->holds) / 2);
        state->due = theirs->holds - mine > 1;
        if (!state->due) {
            state->dimension++;
            state->told = false;
        }
    }
}

static uint32_t waits_for(const struct rd_host *host)
{
    const struct state *state = host->state;
    return state->dimension < host->neighbour_count ? partner(host) : RD_NO_HOST;
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    if (message->kind == RD_CONTROL) {
        theirs[rd_neighbour_index(host, message->from)] =
            (struct neighbour_state){true, message->word.a};
    } else {
        *state = (struct state){.dimension = state->dimension + 1};
    }
    go_on(host);
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .neighbour_bytes = sizeof(struct neighbour_state),
                                            .start = go_on,
                                            .received = received,
                                            .waits_for = waits_for};

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    uint32_t d = instance->topology.dimension_count;
    if (d > 1 && instance->balance_error < d)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "an error of %" PRId64 ": on %" PRIu32 " dimensions one of %" PRIu32
                       " or more is accepted",
                       instance->balance_error, d, d);
    return rd_protocol_accepts_one_kind(instance, reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm online_cube_exchange = {
    .name = "online-cube-exchange",
    .summary = "protocol: dimension exchange, two neighbours after the other: error at most d",
    .source = "[cybenko1989]; [plaxton1989], Lemma 2.3",
    .shape = RD_HYPERCUBE,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .protocol = &protocol,
    .accepts = accepts,
    .bound = rd_network_bound,
    .plan = plan,
};
