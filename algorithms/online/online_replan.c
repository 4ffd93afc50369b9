/* A plan that is made anew every so many seconds, from what is then known, by any planner.
 *
 * An epoch: hosts send what the plan says, in its order; at its end, or when they have nothing left
 * to send, they let what is under way arrive (a word over each link says that nothing comes behind
 * it) and tell everybody what they hold and what an item took on each of their links and on their
 * processor, as measured last in this epoch, else nominally. Every host passes on what it has not
 * heard before. One that has heard all plans the next epoch: all plan from the same numbers, and so
 * the same, which is worked out once. They stop at an empty plan. With `late`, a host ends an epoch
 * early, and everybody with it, when a message took so many times what was expected of its link.
 *
 * Where items are computed, a host computes one after the other of those that it has not to send,
 * and begins none between what it tells and the next plan. A star's master must not keep items: its
 * epoch ends when all workers' have and it has passed on what came, in the order of its plan; an
 * early end it says at once.
 *
 * It ends, and at its goal. An epoch is as long as the period, unless the plan that begins it moves
 * items over no fewer links in all (its work) than the least work so far did: then it is twice as
 * long as the one before, and nobody ends it early; and after SETTLED of these plans are made from
 * nominal costs. Works are whole numbers, so only finitely many epochs begin below the least so
 * far. Between two of these lengths double, and in the end plans depend on loads alone, so that
 * there are finitely many, and each takes a finite time if bandwidths stay above some number. So
 * some epoch is longer than its plan; at its end the goal is reached, and the next plan is empty;
 * or, where items are computed, there are ever fewer of them. No plan gets stuck: of its transfers
 * in the order in which they can be executed, the first that is left is the next of its host, its
 * items are there, and its ports will be free. And network-planner plans wherever links lead both
 * ways between all hosts.
 *
 * Links keep order, so that nothing of the next epoch comes before all of this one; what comes late
 * of the last one was known already, and is told by its number. Needs: the network, with its
 * nominal costs. */
#include "hypotheses.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"

#include <math.h>
#include <string.h>

enum { PLANNER, PERIOD_S, LATE }; /* parameters */

/* Words: a says what b is. A host's number: its load; that and a link's number, or that and all
 * links and a host's number: the bits of the seconds that an item takes there. LAST: is it early?
 * EARLY: nothing; a master asks to end. c is the epoch. */
#define LAST INT64_C(-1)
#define EARLY INT64_C(-2)

#define UNHEARD INT64_C(-1) /* bits of a time, and loads, are 0 or more */

enum { SETTLED = 8 };

/* Planners take 64 KiB with the rest of the program. */
enum { PLANNING_STACK_BYTES = 256 << 10 };

/* What is left to send of a transfer of the plan. */
struct order {
    uint32_t to;
    int64_t items, left; /* of a message, 0: as held; in all */
};

struct state {
    int64_t epoch;
    bool ends, has_told;       /* this epoch: it sends no more; it has told what it holds */
    bool stopped;              /* for good */
    int64_t least_work;        /* of the plans so far; 0: there is none */
    int longer;                /* this epoch is 2^this times the period */
    uint32_t lasts, under_way; /* neighbours that send no more; its own messages */
    int64_t *told_of;          /* [numbers]: as told, by a of the word; UNHEARD: not yet */
    uint64_t unheard;          /* numbers not told yet */
    bool computes, hurried;    /* a processor; a master has asked to end */
    double compute_item_s;     /* as measured last in this epoch, else nominal */
    int64_t to_send;           /* items that are left of all orders */
    struct order *order;       /* [order_count] */
    size_t order_count, next, order_capacity;
};

/* The last plan that was made, and from what: all hosts plan an epoch from the same numbers. */
struct planned {
    int64_t *number;              /* [numbers]; NULL: there is no plan */
    bool nominal;                 /* are times that were told forgotten? */
    int64_t work;                 /* items times links; 0: there is nothing to do */
    struct rd_transfer *transfer; /* [transfer_count] over links */
    size_t transfer_count, transfer_capacity;
};

struct neighbour_state {
    double item_s;     /* as measured last in this epoch, else nominal */
    double expected_s; /* an item, when this epoch was planned */
    bool busy;         /* a message is under way there */
};

static void run_epoch(struct rd_host *host);

static uint64_t number_of_link(const struct rd_host *host, uint32_t neighbour)
{
    return rd_link_between(&host->instance->topology, host->number,
                           host->neighbour[neighbour].host);
}

/* How many numbers can be told. */
static uint64_t number_limit(const struct rd_host *host)
{
    const struct rd_topology *topology = &host->instance->topology;
    return rd_link_count(topology) + 2 * topology->host_count;
}

static bool relays(const struct rd_host *host)
{
    return host->number == rd_relay_host(&host->instance->topology);
}

static bool tells_speeds(const struct rd_host *host)
{
    return host->instance->goal == RD_FINISH;
}

/* Notes a number, and passes it on if it is news. */
static void hear(struct rd_host *host, uint32_t from, struct rd_word word)
{
    struct state *state = host->state;
    if (word.c != state->epoch || state->told_of[word.a] != UNHEARD)
        return;
    state->told_of[word.a] = word.b;
    state->unheard--;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (host->neighbour[i].host != from)
            rd_send_word(host, host->neighbour[i].host, word);
}

static void hear_time(struct rd_host *host, uint64_t number, double item_s)
{
    const struct state *state = host->state;
    struct rd_word word = {.a = (int64_t)number, .c = state->epoch};
    memcpy(&word.b, &item_s, sizeof word.b);
    hear(host, host->number, word);
}

/* Tells what it holds and measured, once nothing is under way to or from it. */
static void tell(struct rd_host *host)
{
    struct state *state = host->state;
    const struct neighbour_state *theirs = host->neighbour_state;
    uint32_t host_count = host->instance->topology.host_count;
    state->has_told = true;
    hear(host, host->number, (struct rd_word){host->number, host->held[0], state->epoch});
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        hear_time(host, host_count + number_of_link(host, i), theirs[i].item_s);
    if (tells_speeds(host))
        hear_time(host, host_count + rd_link_count(&host->instance->topology) + host->number,
                  state->compute_item_s);
}

/* A time that was told, if it was and is not to be forgotten; else `nominal_s`. */
static double known_s(const struct rd_host *host, uint64_t number, double nominal_s)
{
    const struct state *state = host->state;
    double item_s = nominal_s;
    if (state->longer < SETTLED && state->told_of[number] != UNHEARD)
        memcpy(&item_s, &state->told_of[number], sizeof item_s);
    return item_s;
}

/* The instance as it is known now. */
static struct rd_instance known_instance(const struct rd_host *host, struct rd_arena *arena)
{
    const struct state *state = host->state;
    struct rd_instance known = *host->instance;
    uint32_t host_count = known.topology.host_count;
    uint64_t link_count = rd_link_count(&known.topology);
    struct rd_link_cost *cost = rd_take(arena, link_count, struct rd_link_cost);
    double *speed = rd_take(arena, host_count, double);
    bool nominal = true;
    for (uint64_t link = 0; link < link_count; link++) {
        cost[link] = rd_link_cost(host->instance, link);
        double nominal_s = rd_message_duration_s(cost[link], known.item_bytes);
        double item_s = known_s(host, host_count + link, nominal_s);
        if (item_s == nominal_s)
            continue;
        nominal = false;
        cost[link].bandwidth_bytes_per_s = known.item_bytes / (item_s - cost[link].latency_s);
    }
    if (!nominal) {
        known.link_cost = cost;
        known.costs_equal = false;
    }
    for (uint32_t i = 0; i < host_count && tells_speeds(host); i++) {
        double nominal_s = rd_compute_item_s(host->instance, i);
        double item_s = known_s(host, host_count + link_count + i, nominal_s);
        speed[i] = host->instance->speed_flops_per_s[i];
        if (item_s != nominal_s && i != rd_relay_host(&known.topology))
            speed[i] = known.flops_per_item / item_s;
        known.speed_flops_per_s = speed;
    }
    known.load = state->told_of; /* the first of its numbers */
    return known;
}

/* Keeps what the plan moves over links. */
static void keep_plan(const struct rd_host *host, const struct rd_plan *plan,
                      struct planned *planned)
{
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (transfer->to == RD_NO_HOST || transfer->kind == RD_CONTROL)
            continue;
        planned->work += transfer->items * (transfer->messages + (transfer->messages == 0));
        planned->transfer =
            rd_arena_room(rd_host_arena(host), planned->transfer, planned->transfer_count,
                          &planned->transfer_capacity, sizeof *planned->transfer);
        planned->transfer[planned->transfer_count++] = *transfer;
    }
}

/* Plans with the planner, or where it refuses with the one for any network. */
static void make_plan(const struct rd_host *host, struct planned *planned)
{
    rd_arena_own(arena);
    rd_arena_own(scratch);
    const struct state *state = host->state;
    const struct rd_algorithm *planner[] = {rd_algorithms[(size_t)host->parameter[PLANNER]],
                                            rd_algorithm_named("network-planner")};
    struct rd_instance known = known_instance(host, &arena);
    struct rd_plan plan = {0};
    bool is_made = false;
    for (int i = 0; i < 2 && !is_made; i++) {
        struct rd_options options = {.spec = planner[i]->options, .seed = 1};
        plan = (struct rd_plan){0};
        is_made = rd_algorithm_accepts(planner[i], &known, &options, NULL) &&
                  planner[i]->plan(planner[i], &known, &options, &arena, &scratch, &plan, NULL);
    }
    if (!planned->number)
        planned->number = rd_take(rd_host_arena(host), number_limit(host), int64_t);
    memcpy(planned->number, state->told_of, number_limit(host) * sizeof *planned->number);
    planned->nominal = state->longer >= SETTLED;
    planned->work = 0;
    planned->transfer_count = 0;
    if (is_made)
        keep_plan(host, &plan, planned);
}

/* Is a plan made from what this host knows? */
static bool is_of(const struct planned *planned, const struct rd_host *host)
{
    const struct state *state = host->state;
    return planned->number && planned->nominal == (state->longer >= SETTLED) &&
           memcmp(planned->number, state->told_of, number_limit(host) * sizeof *planned->number) ==
               0;
}

/* Plans, and keeps what this host has to send. Returns: the work; 0 if there is nothing to do. */
static int64_t plan_epoch(struct rd_host *host)
{
    struct state *state = host->state;
    struct planned *planned = host->worked_out;
    if (!is_of(planned, host))
        make_plan(host, planned);
    state->order_count = state->next = 0;
    state->to_send = 0;
    for (size_t i = 0; i < planned->transfer_count; i++) {
        const struct rd_transfer *transfer = &planned->transfer[i];
        if (transfer->from != host->number)
            continue;
        state->order = rd_arena_room(rd_host_arena(host), state->order, state->order_count,
                                     &state->order_capacity, sizeof *state->order);
        state->order[state->order_count++] =
            transfer->messages == 0 ? (struct order){transfer->to, 0, transfer->items}
                                    : (struct order){transfer->to, transfer->items,
                                                     transfer->items * transfer->messages};
        state->to_send += state->order[state->order_count - 1].left;
    }
    return planned->work;
}

/* Forgets what was told, and measured: a link that plans avoid would stay slow for ever. */
static void forget(struct rd_host *host)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    for (uint32_t i = 0; i < host->neighbour_count; i++) {
        theirs[i].expected_s = theirs[i].item_s;
        theirs[i].item_s = rd_message_duration_s(host->neighbour[i].cost, host->item_bytes);
    }
    state->compute_item_s = host->compute_item_s;
    const struct rd_topology *topology = &host->instance->topology;
    uint32_t host_count = topology->host_count;
    uint64_t link_count = rd_link_count(topology);
    state->unheard = host_count * (tells_speeds(host) ? 2 : 1);
    for (uint64_t i = 0; i < number_limit(host); i++)
        state->told_of[i] = UNHEARD;
    for (uint64_t link = 0; link < link_count; link++) {
        uint32_t from, to;
        state->unheard +=
            rd_link_ends(topology, link, &from, &to) && rd_link_between(topology, from, to) == link;
    }
}

/* Computes the next item, unless all that it holds is to be sent, or was told of. */
static void compute(struct rd_host *host)
{
    struct state *state = host->state;
    int64_t kept = host->held[0] - (state->ends ? 0 : state->to_send);
    if (!tells_speeds(host) || relays(host) || state->computes || kept <= 0 ||
        (state->has_told && !state->stopped))
        return;
    state->computes = true;
    rd_compute(host, 0, 1);
}

/* Goes as far as it can without another message. */
static void go_on(struct rd_host *host)
{
    struct state *state = host->state;
    if (!state->ends && !state->stopped)
        run_epoch(host);
    compute(host);
    if (state->stopped)
        return;
    if (state->ends && !state->has_told && state->under_way == 0 &&
        state->lasts == host->neighbour_count)
        tell(host);
    if (!state->has_told || state->unheard > 0)
        return;
    int64_t work = plan_epoch(host);
    state->stopped = work == 0;
    if (state->stopped) {
        compute(host);
        return;
    }
    bool less = state->least_work == 0 || work < state->least_work;
    state->least_work = less ? work : state->least_work;
    state->longer = less ? 0 : state->longer + 1;
    state->epoch++;
    state->ends = state->has_told = false;
    state->lasts = 0;
    state->hurried = false;
    forget(host);
    rd_set_timer(host, ldexp(host->parameter[PERIOD_S], state->longer), state->epoch);
    run_epoch(host);
    compute(host);
}

/* Says that nothing comes behind this. */
static void end_epoch(struct rd_host *host, bool early)
{
    struct state *state = host->state;
    state->ends = true;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        rd_send_word(host, host->neighbour[i].host, (struct rd_word){LAST, early, state->epoch});
}

/* Ends an epoch before the plan does; a master lets its workers end theirs. */
static void end_early(struct rd_host *host)
{
    struct state *state = host->state;
    if (!relays(host)) {
        end_epoch(host, true);
        return;
    }
    for (uint32_t i = 0; i < host->neighbour_count && !state->hurried; i++)
        rd_send_word(host, host->neighbour[i].host, (struct rd_word){EARLY, 0, state->epoch});
    state->hurried = true;
}

/* Sends in the order of the plan, one message to a neighbour and as many as there are ports. */
static void run_epoch(struct rd_host *host)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    uint32_t ports = rd_host_ports(host->instance, host->number);
    bool nothing_comes = relays(host) && state->lasts == host->neighbour_count;
    while (state->next < state->order_count && state->under_way < ports) {
        struct order *order = &state->order[state->next];
        uint32_t index = rd_neighbour_index(host, order->to);
        int64_t as_held = order->left < host->held[0] ? order->left : host->held[0];
        int64_t items = order->items > 0 && !nothing_comes ? order->items : as_held;
        if (theirs[index].busy || items > host->held[0] || items == 0)
            break;
        theirs[index].busy = true;
        state->under_way++;
        rd_send_items(host, order->to, 0, items);
        order->left -= items;
        state->to_send -= items;
        state->next += order->left == 0;
    }
    bool empty = nothing_comes && host->held[0] == 0;
    if ((state->next == state->order_count || empty) && state->under_way == 0)
        end_epoch(host, false);
}

static void start(struct rd_host *host)
{
    struct state *state = host->state;
    state->told_of = rd_take(rd_host_arena(host), number_limit(host), int64_t);
    forget(host);
    compute(host);
    end_epoch(host, false);
    go_on(host);
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    if (message->kind == RD_CONTROL && message->word.a == LAST) {
        state->lasts++;
        if (message->word.b && !state->ends)
            end_early(host);
    } else if (message->kind == RD_CONTROL && message->word.a == EARLY) {
        if (message->word.c == state->epoch && !state->ends)
            end_early(host);
    } else if (message->kind == RD_CONTROL) {
        hear(host, message->from, message->word);
    }
    go_on(host);
}

/* Rounding is no change of a bandwidth, and must not change a plan. */
static double snapped(double item_s, double nominal_s)
{
    return fabs(item_s - nominal_s) <= 1e-6 * nominal_s ? nominal_s : item_s;
}

static void sent(struct rd_host *host, const struct rd_act *message)
{
    struct state *state = host->state;
    struct neighbour_state *theirs = host->neighbour_state;
    uint32_t index = rd_neighbour_index(host, message->to);
    struct rd_link_cost cost = host->neighbour[index].cost;
    if (message->kind == RD_CONTROL)
        return;
    double nominal_s = rd_message_duration_s(cost, host->item_bytes);
    double item_s = cost.latency_s + (message->lasts_s - cost.latency_s) / (double)message->items;
    /* A latency says nothing of a bandwidth. */
    if (host->item_bytes > 0 && item_s > cost.latency_s)
        theirs[index].item_s = snapped(item_s, nominal_s);
    theirs[index].busy = false;
    state->under_way--;
    bool late = host->parameter[LATE] > 0 && state->longer == 0 &&
                theirs[index].item_s > host->parameter[LATE] * theirs[index].expected_s;
    if (late && !state->ends && state->order_count > state->next)
        end_early(host);
    go_on(host);
}

static void computed(struct rd_host *host, const struct rd_act *computation)
{
    struct state *state = host->state;
    state->computes = false;
    state->compute_item_s = snapped(computation->lasts_s, host->compute_item_s);
    compute(host);
}

static void timer(struct rd_host *host, int64_t epoch)
{
    struct state *state = host->state;
    if (state->epoch != epoch || state->ends || state->stopped || relays(host))
        return;
    end_epoch(host, false);
    go_on(host);
}

static uint32_t waits_for(const struct rd_host *host)
{
    const struct state *state = host->state;
    return state->stopped || host->neighbour_count == 0 ? RD_NO_HOST : host->neighbour[0].host;
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(struct state),
                                            .neighbour_bytes = sizeof(struct neighbour_state),
                                            .worked_out_bytes = sizeof(struct planned),
                                            .knows = RD_KNOWS_NETWORK,
                                            .stack_bytes = PLANNING_STACK_BYTES,
                                            .start = start,
                                            .received = received,
                                            .sent = sent,
                                            .computed = computed,
                                            .timer = timer,
                                            .waits_for = waits_for};

static const struct rd_algorithm *planner_of(const struct rd_options *options)
{
    return rd_algorithm_named(rd_option_text(options, "planner"));
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    const struct rd_algorithm *planner = planner_of(options);
    struct rd_options theirs = {.spec = planner->options, .seed = 1};
    return rd_protocol_accepts_one_piece(instance, options, reterr) &&
           rd_algorithm_accepts(planner, instance, &theirs, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    const struct rd_algorithm *planner = planner_of(options);
    while (rd_algorithms[(size_t)run.parameter[PLANNER]] != planner)
        run.parameter[PLANNER]++;
    run.parameter[PERIOD_S] = rd_option_number(options, "period");
    run.parameter[LATE] = rd_option_number(options, "late");
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"planner",
     "network-planner|network-portfolio|network-steady-state|ring-shorter-way|ring-one-way|"
     "ring-two-way-list|star-portfolio|star-ports-finish",
     "network-planner", "who plans; network-planner where it refuses what is left"},
    {"period", "number 1e-9 1e15", "10",
     "seconds after which hosts let messages arrive and plan anew"},
    {"late", "number 0 1e15", "0",
     "plan anew when a message took this many times what was expected of its link; 0: never"},
    {0},
};

const struct rd_algorithm online_replan = {
    .name = "online-replan",
    .summary = "protocol: all tell all what they hold and measured, and plan anew every period",
    .source = "none: our own",
    .shape = RD_ANY_SHAPE,
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE) | RD_BIT(RD_FINISH),
    RD_PROTOCOL,
    .accepts = accepts,
    .asks_dear_bounds = rd_on_every_instance,
};
