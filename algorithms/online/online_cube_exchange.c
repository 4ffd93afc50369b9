/* Dimension exchange on a hypercube (Cybenko): across one dimension after the other, two neighbours
 * tell each other what they hold, and the one that holds more sends half of the difference, rounded
 * down. Nobody keeps step with more than one neighbour at a time: a host goes on to the next
 * dimension when it has what its neighbour owes it. Afterwards no two hosts are more than d apart
 * (Plaxton, Lemma 2.3, which needs no common clock: each exchange is of what two hosts hold).
 *
 * In which order? Ascending; or as in Balance (Plaxton), by the loads at the start. There an
 * l-cube, l = d .. 1, finds of each of its dimensions by how much the two sides differ: across one
 * dimension after the other two neighbours tell each other the sum over the cube that is known to
 * them, and the differences, add them up, and have one difference more. The least difference
 * (of equals, the least dimension) splits it into two (l-1)-cubes, and comes l-th in the order. */
#include "hypotheses.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"

#include <inttypes.h>
#include <string.h>

enum { ADAPTIVE }; /* a parameter */

/* The most dimensions (2^20 hosts), and numbers of a neighbour that are still to be read: what it
 * says across a dimension, and what it says there next. It never says more before they are read: it
 * says something for the third time when it has read what was said to it for the second time, and
 * that was said when all that it had said first was read. Each time it is one sum and a difference
 * of at most all other dimensions. */
enum { DIMENSIONS = 20, UNREAD = 2 * (DIMENSIONS + 1) };

struct state {
    uint32_t chosen; /* dimensions, as bits, that are in the order */
    uint32_t summed; /* of the others, those whose differences are known */
    int64_t load, sum, difference[DIMENSIONS];
    uint32_t order[DIMENSIONS]; /* the last first, until all are chosen */
    uint32_t exchanged;         /* dimensions */
    bool told;                  /* its neighbour, what it has to say across a dimension */
    bool due;                   /* items are to come */
};

struct neighbour_state {
    uint32_t count;
    int64_t number[UNREAD];
};

static bool chooses(const struct rd_host *host)
{
    const struct state *state = host->state;
    return state->chosen != (UINT32_C(1) << host->neighbour_count) - 1;
}

/* The dimension across which it talks. In: some are left. */
static uint32_t dimension(const struct rd_host *host)
{
    const struct state *state = host->state;
    if (chooses(host))
        return (uint32_t)__builtin_ctz(~(state->chosen | state->summed));
    return state->order[host->neighbour_count - 1 - state->exchanged];
}

static uint32_t partner(const struct rd_host *host)
{
    return host->number ^ UINT32_C(1) << dimension(host);
}

/* Tells the neighbour across its dimension `count` numbers, once, and takes as many from it.
 * Returns: false if they have not come yet. */
static bool swap(struct rd_host *host, int64_t *number, uint32_t count)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    theirs += rd_neighbour_index(host, partner(host));
    for (uint32_t i = 0; i < count && !state->told; i++)
        rd_send_word(host, partner(host), (struct rd_word){.a = number[i]});
    state->told = theirs->count < count;
    if (state->told)
        return false;
    memcpy(number, theirs->number, count * sizeof *number);
    theirs->count -= count;
    memmove(theirs->number, theirs->number + count, theirs->count * sizeof *number);
    return true;
}

/* All differences of its cube are known: splits it. */
static void choose(struct rd_host *host)
{
    struct state *state = host->state;
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (state->summed >> i & 1 && (best == UINT32_MAX || imaxabs(state->difference[i]) <
                                                                 imaxabs(state->difference[best])))
            best = i;
    state->order[__builtin_popcount(state->chosen)] = best;
    state->chosen |= UINT32_C(1) << best;
    state->summed = 0;
    state->sum = state->load;
}

/* Learns the difference across one dimension more. Returns: false if it has to wait. */
static bool sum_up(struct rd_host *host)
{
    struct state *state = host->state;
    int64_t number[DIMENSIONS + 1];
    uint32_t count = 0, across = dimension(host);
    for (uint32_t i = 0; i < across; i++)
        if (state->summed >> i & 1)
            number[count++] = state->difference[i];
    number[count++] = state->sum;
    if (!swap(host, number, count))
        return false;
    uint32_t read = 0;
    for (uint32_t i = 0; i < across; i++)
        if (state->summed >> i & 1)
            state->difference[i] += number[read++];
    bool upper = host->number >> across & 1;
    state->difference[across] = upper ? state->sum - number[read] : number[read] - state->sum;
    state->sum += number[read];
    state->summed |= UINT32_C(1) << across;
    if ((state->chosen | state->summed) == (UINT32_C(1) << host->neighbour_count) - 1)
        choose(host);
    return true;
}

/* Evens out with one neighbour more. Returns: false if it has to wait. */
static bool exchange(struct rd_host *host)
{
    struct state *state = host->state;
    int64_t mine = host->held[0], theirs = mine;
    if (state->due || state->exchanged == host->neighbour_count || !swap(host, &theirs, 1))
        return false;
    if (mine - theirs > 1)
        rd_send_items(host, partner(host), 0, (mine - theirs) / 2);
    state->due = theirs - mine > 1;
    state->exchanged += !state->due;
    return true;
}

/* Goes as far as it can without another message. */
static void go_on(struct rd_host *host)
{
    while (chooses(host) ? sum_up(host) : exchange(host))
        ;
}

static void start(struct rd_host *host)
{
    struct state *state = host->state;
    uint32_t d = host->neighbour_count;
    state->load = state->sum = host->held[0];
    for (uint32_t i = 0; i < d && host->parameter[ADAPTIVE] == 0; i++) {
        state->order[d - 1 - i] = i;
        state->chosen |= UINT32_C(1) << i;
    }
    go_on(host);
}

static uint32_t waits_for(const struct rd_host *host)
{
    const struct state *state = host->state;
    return state->exchanged < host->neighbour_count ? partner(host) : RD_NO_HOST;
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    theirs += rd_neighbour_index(host, message->from);
    if (message->kind == RD_CONTROL) {
        rd_assert(theirs->count < UNREAD);
        theirs->number[theirs->count++] = message->word.a;
    } else {
        state->due = false;
        state->exchanged++;
    }
    go_on(host);
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .neighbour_bytes = sizeof(struct neighbour_state),
                                            .start = start,
                                            .received = received,
                                            .waits_for = waits_for};

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    uint32_t d = instance->topology.dimension_count;
    if (d > 1 && instance->balance_error < d)
        return rd_refuse(reterr,
                         "an error of %" PRId64 ": on %" PRIu32 " dimensions one of %" PRIu32
                         " or more is accepted",
                         instance->balance_error, d, d);
    return rd_protocol_accepts_one_kind(instance, options, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    run.parameter[ADAPTIVE] = rd_option_text(options, "order")[0] == 'b';
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"order", "ascending|balance", "ascending",
     "of dimensions; balance: as in algorithm Balance, by the loads, which an all-reduce finds"},
    {0},
};

const struct rd_algorithm online_cube_exchange = {
    .name = "online-cube-exchange",
    .summary = "protocol: dimension exchange, two neighbours after the other: error at most d",
    .source = "[cybenko1989]; [plaxton1989], Lemma 2.3 and Balance",
    .shape = RD_HYPERCUBE,
    .goals = RD_BIT(RD_BALANCE),
    RD_PROTOCOL,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
};
