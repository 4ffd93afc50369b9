/* Diffusion on any network (Cybenko; Boillat), in whole items. In a round every host tells its
 * neighbours what it holds, and across a link the one of x items sends the one of y
 *
 *     floor((x - y) / (1 + the greater number of links of the two))   items.
 *
 * Both ends know what goes, so that a host goes on when it has heard all its neighbours and has
 * what they owe it: no common clock. With sum x^2 as potential, f items across each link lower it
 * by at least 2 sum f^2, so that it stalls; then neighbours u, v are at most max(d_u, d_v) apart,
 * and any two hosts at most the diameter times the greatest degree.
 *
 * Before that there may be rounds with the parameters that are optimal for divisible loads. With s
 * and l the least eigenvalue above 0 and the greatest of the network's Laplacian matrix, the first
 * order sends alpha (x - y), alpha = 2 / (s + l), and what is apart shrinks by mu = (l - s) / (l +
 * s) a round; the second order (Muthukrishnan, Ghosh and Schultz) sends
 *
 *     beta alpha (x - y) + (beta - 1) times what it sent there in the round before,
 *
 * beta = 2 / (1 + sqrt(1 - mu^2)), and it shrinks by sqrt(beta - 1). Amounts are rounded down, and
 * a host sends no more than it holds. These rounds are as many as make a millionth of what is
 * apart.
 *
 * Who may stop? A host's quiet count is 0 after a round in which it moved anything, else 1 + the
 * least quiet count of it and its neighbours, which are told along. A count above the diameter says
 * that there was a round in which nobody moved anything, and then nothing will ever move; all hosts
 * come to n counts in the same round. Needs: how many hosts there are. */
#include "hypotheses.h"

#include "algorithms/algorithm.h"
#include "algorithms/graph/network.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"

#include <inttypes.h>
#include <math.h>

enum { ALPHA, BETA, ROUNDS }; /* parameters */

struct state {
    int64_t holds; /* at the start of the round */
    int64_t quiet;
    int64_t round;
    uint32_t unheard, due; /* neighbours; messages of items */
    bool moved, stopped;
};

/* Words: what it holds, its quiet count, its number of links. Or zeros: it has nothing to send. */
struct neighbour_state {
    int64_t flow;   /* what it sent there last, less what it was sent */
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

static bool is_fast(const struct rd_host *host)
{
    const struct state *state = host->state;
    return (double)state->round < host->parameter[ROUNDS];
}

/* What goes to a neighbour that was heard in this round; below 0: from it. */
static int64_t flow_to(const struct rd_host *host, const struct neighbour_state *theirs)
{
    const struct state *state = host->state;
    int64_t apart = state->holds - theirs->word[0].a, links = theirs->word[0].c;
    double beta = host->parameter[BETA];
    if (is_fast(host))
        return (int64_t)(beta * host->parameter[ALPHA] * (double)apart +
                         (beta - 1) * (double)theirs->flow);
    return apart / (1 + (host->neighbour_count > links ? host->neighbour_count : links));
}

/* Has heard a neighbour in this round: sends, or expects. */
static void exchange(struct rd_host *host, uint32_t index)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    int64_t flow = flow_to(host, &theirs[index]);
    uint32_t to = host->neighbour[index].host;
    state->unheard--;
    state->moved |= flow != 0;
    state->due += flow < 0;
    theirs[index].flow = flow < host->held[0] ? flow : host->held[0];
    if (flow > 0 && theirs[index].flow == 0)
        rd_send_word(host, to, (struct rd_word){0});
    else if (flow > 0)
        rd_send_items(host, to, 0, theirs[index].flow);
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
    state->quiet = state->moved || is_fast(host) ? 0 : 1 + least;
    state->round++;
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
    if (message->kind != RD_CONTROL || message->word.c == 0) {
        theirs->flow = -message->items;
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

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    struct rd_reach reach;
    if (!rd_protocol_accepts_holders(instance, options, reterr) ||
        !rd_protocol_reach(instance, &reach, reterr))
        return false;
    int64_t least = (int64_t)reach.diameter * reach.degree;
    if (instance->balance_error >= least)
        return true;
    return rd_refuse(reterr,
                     "an error of %" PRId64 ": diffusion may stall at %" PRId64
                     " here, the diameter times the greatest degree, and that or more is accepted",
                     instance->balance_error, least);
}

/* x becomes shift x - L x for the Laplacian matrix L of a network, less its mean, of length 1.
 * Returns: the length before. */
static double step(const struct rd_network *network, double shift, double *x, double *y)
{
    uint32_t n = network->host_count;
    double mean = 0, square = 0;
    for (uint32_t u = 0; u < n; u++) {
        y[u] = shift * x[u];
        for (uint32_t link = network->out_first[u]; link < network->out_first[u + 1]; link++)
            y[u] -= x[u] - x[network->to[link]];
        mean += y[u] / n;
    }
    for (uint32_t u = 0; u < n; u++) {
        y[u] -= mean;
        square += y[u] * y[u];
    }
    double length = sqrt(square) < 1e-12 * n ? 0 : sqrt(square); /* rounding */
    for (uint32_t u = 0; u < n; u++)
        x[u] = length > 0 ? y[u] / length : 0;
    return length;
}

/* The greatest absolute eigenvalue of shift I - L on vectors of mean 0, by the power method. */
static double greatest_eigenvalue(const struct rd_network *network, double shift,
                                  struct rd_arena *arena)
{
    enum { STEPS = 2000 };
    double *x = rd_take(arena, network->host_count, double), value = 0;
    double *y = rd_take(arena, network->host_count, double);
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (uint32_t u = 0; u < network->host_count; u++)
        x[u] = rd_rng_unit(&rng);
    for (int i = 0; i < STEPS; i++)
        value = step(network, shift, x, y);
    return value;
}

/* The parameters that are optimal for divisible loads. */
static bool set_parameters(const struct rd_instance *instance, bool second, struct rd_arena *arena,
                           double *parameter, struct rd_error *reterr)
{
    struct rd_network network;
    if (instance->topology.host_count < 2)
        return true;
    if (!rd_network_read(instance, arena, arena, &network, reterr))
        return false;
    double most = greatest_eigenvalue(&network, 0, arena);
    double least = most - greatest_eigenvalue(&network, most, arena);
    double mu = (most - least) / (most + least);
    double beta = second ? 2 / (1 + sqrt(1 - mu * mu)) : 1, rate = second ? sqrt(beta - 1) : mu;
    parameter[ALPHA] = 2 / (most + least);
    parameter[BETA] = beta;
    parameter[ROUNDS] = fmax(1, ceil(log(1e-6) / log(rate)));
    return true;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    const char *order = rd_option_text(options, "order");
    if (order[0] != 'l' &&
        !set_parameters(instance, order[0] == 's', scratch, run.parameter, reterr))
        return false;
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"order", "local|first|second", "local",
     "first: before the rounds that end it, rounds with the parameter optimal for divisible loads; "
     "second: the same of the second order"},
    {0},
};

const struct rd_algorithm online_diffusion = {
    .name = "online-diffusion",
    .summary = "protocol: rounds in which neighbours even out a part of what they are apart",
    .source = "[cybenko1989]; [boillat1990]; second order: [muthukrishnan1998]",
    .shape = RD_ANY_SHAPE,
    .goals = RD_BIT(RD_BALANCE),
    RD_PROTOCOL,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
};
