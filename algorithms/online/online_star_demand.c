/* A star whose workers ask when they run low, for items that have to be computed. At the start each
 * worker tells the master how many items it holds and how long it computes one. One that has fewer
 * than `low` items waiting asks for one more. The master believes of each worker when it will have
 * computed all it holds, and fetches from the one with the latest such date; it moves an item only
 * if that is computed earlier where it goes: date + up + down + one computation.
 *
 * Whom does it serve first? In demand-driven order, who asked first; bandwidth-centric (Beaumont,
 * Carter, Ferrante, Legrand, Robert), who has the fastest link.
 *
 * Or nobody asks: best-balance (BBA), decided as it goes. When an item has come in, the master
 * fetches the next one from who ends last, for who would end first with one more, as ports are by
 * then; it stops when that is no earlier. It fetches from a worker no more often than that had
 * items at the start; so it ends.
 *
 * Elsewhere an item moves at most once, because a worker that was given one has at most `low`
 * waiting and gives only above that; so it ends. */
#include "hypotheses.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/online/event_queue.h"

#include <math.h>
#include <string.h>

enum { LOW, FIRST };                 /* parameters; low is 0 where nobody asks */
enum { ASKED, FASTEST, BBA };        /* values of FIRST */
enum { HELLO, ASK, FETCH, NOTHING }; /* words */

struct worker_state {
    bool computes, asks;
};

/* What the master believes of a worker. */
struct neighbour_state {
    double until_s;     /* when it will have computed all it holds */
    double item_s;      /* how long it computes one */
    int64_t asked;      /* 0: it does not ask; else the how manieth to ask */
    int64_t left;       /* items that it began with and nobody fetched */
    uint32_t fetch_for; /* one more than the worker for whom an item is fetched here; 0: none */
    bool empty;         /* it had nothing to give */
    uint32_t next;      /* one more than who is served after it; 0: nobody */
};

struct master_state {
    int64_t asked;
    uint32_t heard; /* workers */
    uint32_t first; /* one more than who is served first of those that ask; 0: nobody */
    double out_s;   /* BBA: when all that was sent has arrived, as believed */
};

static bool is_master(const struct rd_host *host)
{
    return host->number == host->host_count - 1;
}

static double link_item_s(const struct rd_host *host, uint32_t worker)
{
    return rd_message_duration_s(host->neighbour[worker].cost, host->item_bytes);
}

static bool is_served_before(const struct rd_host *host, uint32_t a, uint32_t b)
{
    const struct neighbour_state *worker = host->neighbour_state;
    double a_s = link_item_s(host, a), b_s = link_item_s(host, b);
    if (host->parameter[FIRST] == FASTEST && !rd_same_cost(a_s, b_s))
        return a_s < b_s;
    return worker[a].asked < worker[b].asked;
}

/* A worker asks, and takes its place among the others that do. */
static void line_up(struct rd_host *host, uint32_t asker)
{
    struct neighbour_state *worker = host->neighbour_state;
    struct master_state *master = host->state;
    worker[asker].asked = ++master->asked;
    uint32_t *place = &master->first;
    while (*place > 0 && is_served_before(host, *place - 1, asker))
        place = &worker[*place - 1].next;
    worker[asker].next = *place;
    *place = asker + 1;
}

/* The two that may give with the latest dates; UINT32_MAX: none. */
struct givers {
    uint32_t latest, second;
};

static struct givers find_givers(const struct rd_host *host)
{
    const struct neighbour_state *worker = host->neighbour_state;
    struct givers givers = {UINT32_MAX, UINT32_MAX};
    for (uint32_t i = 0; i < host->neighbour_count; i++) {
        if (worker[i].empty || worker[i].fetch_for)
            continue;
        if (givers.latest == UINT32_MAX || worker[i].until_s > worker[givers.latest].until_s)
            givers = (struct givers){i, givers.latest};
        else if (givers.second == UINT32_MAX || worker[i].until_s > worker[givers.second].until_s)
            givers.second = i;
    }
    return givers;
}

/* Is an item computed earlier by a worker than by who gives it? */
static bool pays(const struct rd_host *host, uint32_t giver, uint32_t to)
{
    const struct neighbour_state *worker = host->neighbour_state;
    double at_s = host->now_s + link_item_s(host, giver) + link_item_s(host, to);
    double begins_s = worker[to].until_s > at_s ? worker[to].until_s : at_s;
    return begins_s + worker[to].item_s < worker[giver].until_s;
}

static void fetch(struct rd_host *host, uint32_t giver, uint32_t to)
{
    struct neighbour_state *worker = host->neighbour_state;
    worker[to].asked = 0;
    worker[giver].fetch_for = to + 1;
    worker[giver].left--;
    rd_send_word(host, giver, (struct rd_word){.a = FETCH});
}

/* When a worker would have computed one item more that is at the master at a date, as believed. */
static double ends_s(const struct rd_host *host, uint32_t to, double at_s)
{
    const struct neighbour_state *worker = host->neighbour_state;
    const struct master_state *master = host->state;
    return fmax(worker[to].until_s, fmax(at_s, master->out_s) + link_item_s(host, to)) +
           worker[to].item_s;
}

/* Is a before b in BBA's order of those that end at these dates? */
static bool comes_first(const struct rd_host *host, double a_s, uint32_t a, double b_s, uint32_t b)
{
    return rd_same_cost(a_s, b_s) ? link_item_s(host, a) < link_item_s(host, b) : a_s < b_s;
}

/* BBA: fetches the next item, if that pays. In: all have been heard and none is on its way in. */
static void fetch_next(struct rd_host *host)
{
    const struct neighbour_state *worker = host->neighbour_state;
    uint32_t giver = UINT32_MAX, to = UINT32_MAX;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (!worker[i].empty && worker[i].left > 0 &&
            (giver == UINT32_MAX ||
             comes_first(host, -worker[i].until_s, i, -worker[giver].until_s, giver)))
            giver = i;
    if (giver == UINT32_MAX)
        return;
    double at_s = host->now_s + link_item_s(host, giver);
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (i != giver && (to == UINT32_MAX ||
                           comes_first(host, ends_s(host, i, at_s), i, ends_s(host, to, at_s), to)))
            to = i;
    if (to != UINT32_MAX && ends_s(host, to, at_s) < worker[giver].until_s)
        fetch(host, giver, to);
}

/* Whoever has been served no longer asks; then those that it was not served after are tried again,
 * for whom another giver is left. O(workers) a fetch. */
static void serve(struct rd_host *host)
{
    struct neighbour_state *worker = host->neighbour_state;
    struct master_state *master = host->state;
    struct givers givers = find_givers(host);
    for (uint32_t *place = &master->first; *place > 0;) {
        uint32_t to = *place - 1;
        uint32_t giver = givers.latest == to ? givers.second : givers.latest;
        if (giver == UINT32_MAX || !pays(host, giver, to)) {
            place = &worker[to].next;
            continue;
        }
        *place = worker[to].next;
        fetch(host, giver, to);
        givers = find_givers(host);
        place = &master->first;
        while (*place > 0 && !is_served_before(host, to, *place - 1))
            place = &worker[*place - 1].next;
    }
}

static void received_by_master(struct rd_host *host, const struct rd_act *message)
{
    struct neighbour_state *worker = host->neighbour_state, *from = &worker[message->from];
    struct master_state *master = host->state;
    uint32_t to = from->fetch_for - 1;
    bool bba = host->parameter[FIRST] == BBA;
    if (message->kind != RD_CONTROL) {
        from->fetch_for = 0;
        from->until_s -= from->item_s;
        if (bba)
            worker[to].until_s = ends_s(host, to, host->now_s);
        else
            worker[to].until_s = fmax(worker[to].until_s, host->now_s) + worker[to].item_s;
        master->out_s = fmax(master->out_s, host->now_s) + link_item_s(host, to);
        worker[to].empty = false;
        rd_send_items(host, to, 0, 1);
    } else if (message->word.a == HELLO) {
        memcpy(&from->item_s, &message->word.c, sizeof from->item_s);
        from->until_s = host->now_s + (double)message->word.b * from->item_s;
        from->left = message->word.b;
        master->heard++;
    } else if (message->word.a == ASK) {
        line_up(host, message->from);
    } else {
        from->fetch_for = 0;
        from->empty = true;
        from->left = 0;
        if (!bba)
            line_up(host, to);
    }
    if (!bba)
        serve(host);
    else if (master->heard == host->neighbour_count)
        fetch_next(host);
}

/* Computes if it does not, and asks if it runs low. */
static void work(struct rd_host *host)
{
    struct worker_state *state = host->state;
    if (!state->computes && host->held[0] > 0) {
        state->computes = true;
        rd_compute(host, 0, 1);
    }
    if (!state->asks && (double)host->held[0] < host->parameter[LOW]) {
        state->asks = true;
        rd_send_word(host, host->neighbour[0].host, (struct rd_word){.a = ASK});
    }
}

static void received(struct rd_host *host, const struct rd_act *message)
{
    struct worker_state *state = host->state;
    if (is_master(host)) {
        received_by_master(host, message);
        return;
    }
    if (message->kind != RD_CONTROL) {
        state->asks = false;
        work(host);
    } else if ((double)host->held[0] > host->parameter[LOW]) {
        rd_send_items(host, message->from, 0, 1);
    } else {
        rd_send_word(host, message->from, (struct rd_word){.a = NOTHING});
    }
}

static void computed(struct rd_host *host, RD_UNUSED const struct rd_act *computation)
{
    struct worker_state *state = host->state;
    state->computes = false;
    work(host);
}

static void start(struct rd_host *host)
{
    if (is_master(host))
        return;
    struct rd_word hello = {HELLO, host->held[0], 0};
    memcpy(&hello.c, &host->compute_item_s, sizeof hello.c);
    rd_send_word(host, host->neighbour[0].host, hello);
    work(host);
}

static const struct rd_protocol protocol = {.state_bytes = sizeof(union {
                                                struct worker_state worker;
                                                struct master_state master;
                                            }),
                                            .neighbour_bytes = sizeof(struct neighbour_state),
                                            .knows = RD_KNOWS_HOST_COUNT,
                                            .start = start,
                                            .received = received,
                                            .computed = computed};

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    const char *first = rd_option_text(options, "first");
    run.parameter[FIRST] = first[0] == 'a' ? ASKED : first[0] == 'f' ? FASTEST : BBA;
    if (run.parameter[FIRST] != BBA)
        run.parameter[LOW] = (double)rd_option_integer(options, "low");
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"first", "asked|fastest|bba", "asked",
     "whom the master serves first: who asked first, or who has the fastest link; bba: nobody "
     "asks, who would end first"},
    {"low", "integer 1 1000000", "1", "ask when fewer items than this wait to be computed"},
    {0},
};

const struct rd_algorithm online_star_demand = {
    .name = "online-star-demand",
    .summary = "protocol: workers ask when they run low, the master fetches from the most loaded",
    .source = "demand-driven; bandwidth-centric: [beaumont2002]; BBA: [marchal2007], Fig. 5",
    .shape = RD_STAR,
    .goals = RD_BIT(RD_FINISH),
    RD_PROTOCOL,
    .accepts = rd_protocol_accepts_one_kind,
    .asks_dear_bounds = rd_on_every_instance,
};
