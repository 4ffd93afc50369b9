/* A star whose workers ask when they run low, for items that have to be computed. At the start each
 * worker tells the master how many items it holds and how long it computes one. One that has fewer
 * than `low` items waiting asks for one more. The master believes of each worker when it will have
 * computed all it holds, and fetches from the one with the latest such date; it moves an item only
 * if that is computed earlier where it goes: date + up + down + one computation.
 *
 * Whom does it serve first? In demand-driven order, who asked first; bandwidth-centric (Beaumont,
 * Carter, Ferrante, Legrand, Robert), who has the fastest link.
 *
 * An item moves at most once, because a worker that was given one has at most `low` waiting and
 * gives only above that; so it ends.
 */
#include "algorithms/algorithm.h"

#include "algorithms/network/bounds.h"
#include "algorithms/star/bounds.h"
#include "hypotheses.h"
#include "sim/online/event_queue.h"

#include <string.h>

enum { LOW, BANDWIDTH_CENTRIC };     /* parameters */
enum { HELLO, ASK, FETCH, NOTHING }; /* words */

struct worker_state {
    bool computes, asks;
};

/* What the master believes of a worker. */
struct neighbour_state {
    double until_s;     /* when it will have computed all it holds */
    double item_s;      /* how long it computes one */
    int64_t asked;      /* 0: it does not ask; else the how manieth to ask */
    uint32_t fetch_for; /* one more than the worker for whom an item is fetched here; 0: none */
    bool empty;         /* it had nothing to give */
};

struct master_state {
    int64_t asked;
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
    if (host->parameter[BANDWIDTH_CENTRIC] > 0 && !rd_same_cost(a_s, b_s))
        return a_s < b_s;
    return worker[a].asked < worker[b].asked;
}

/* The worker that is served next; UINT32_MAX: none. In: after, the one tried before; or none. */
static uint32_t next_asker(const struct rd_host *host, uint32_t after)
{
    const struct neighbour_state *worker = host->neighbour_state;
    uint32_t next = UINT32_MAX;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (worker[i].asked && (after == UINT32_MAX || is_served_before(host, after, i)) &&
            (next == UINT32_MAX || is_served_before(host, i, next)))
            next = i;
    return next;
}

/* Who gives to a worker; UINT32_MAX: nobody, so that the item is computed earlier. */
static uint32_t giver_for(const struct rd_host *host, uint32_t to)
{
    const struct neighbour_state *worker = host->neighbour_state;
    uint32_t giver = UINT32_MAX;
    for (uint32_t i = 0; i < host->neighbour_count; i++)
        if (i != to && !worker[i].empty && !worker[i].fetch_for &&
            (giver == UINT32_MAX || worker[i].until_s > worker[giver].until_s))
            giver = i;
    if (giver == UINT32_MAX)
        return giver;
    double at_s = host->now_s + link_item_s(host, giver) + link_item_s(host, to);
    double begins_s = worker[to].until_s > at_s ? worker[to].until_s : at_s;
    bool pays = begins_s + worker[to].item_s < worker[giver].until_s;
    return pays ? giver : UINT32_MAX;
}

static void serve(struct rd_host *host)
{
    struct neighbour_state *worker = host->neighbour_state;
    uint32_t to = UINT32_MAX;
    while ((to = next_asker(host, to)) != UINT32_MAX) {
        uint32_t giver = giver_for(host, to);
        if (giver == UINT32_MAX)
            continue;
        worker[to].asked = 0;
        worker[giver].fetch_for = to + 1;
        rd_send_word(host, giver, (struct rd_word){.a = FETCH});
    }
}

static void received_by_master(struct rd_host *host, const struct rd_act *message)
{
    struct neighbour_state *worker = host->neighbour_state, *from = &worker[message->from];
    struct master_state *master = host->state;
    uint32_t to = from->fetch_for - 1;
    if (message->kind != RD_CONTROL) {
        from->fetch_for = 0;
        from->until_s -= from->item_s;
        double begins_s = worker[to].until_s > host->now_s ? worker[to].until_s : host->now_s;
        worker[to].until_s = begins_s + worker[to].item_s;
        worker[to].empty = false;
        rd_send_items(host, to, 0, 1);
    } else if (message->word.a == HELLO) {
        memcpy(&from->item_s, &message->word.c, sizeof from->item_s);
        from->until_s = host->now_s + (double)message->word.b * from->item_s;
    } else if (message->word.a == ASK) {
        from->asked = ++master->asked;
    } else {
        from->fetch_for = 0;
        from->empty = true;
        worker[to].asked = ++master->asked;
    }
    serve(host);
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

static void computed(struct rd_host *host, const struct rd_act *computation)
{
    struct worker_state *state = host->state;
    (void)computation;
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

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_protocol_accepts_one_kind(instance, reterr);
}

/* That of stars is about one port. */
static bool bound(const struct rd_instance *instance, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_bound *ret_bound, struct rd_error *reterr)
{
    return instance->port_model == RD_ONE_PORT
               ? rd_star_bound(instance, arena, scratch, ret_bound, reterr)
               : rd_network_bound(instance, arena, scratch, ret_bound, reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_protocol_run run = {.protocol = &protocol, .seed = options->seed};
    run.parameter[LOW] = (double)rd_option_integer(options, "low");
    run.parameter[BANDWIDTH_CENTRIC] = rd_option_text(options, "first")[0] == 'f';
    return rd_protocol_plan(instance, &run, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec options[] = {
    {"first", "asked|fastest", "asked",
     "whom the master serves first: who asked first, or who has the fastest link"},
    {"low", "integer 1 1000000", "1", "ask when fewer items than this wait to be computed"},
    {0},
};

const struct rd_algorithm online_star_demand = {
    .name = "online-star-demand",
    .summary = "protocol: workers ask when they run low, the master fetches from the most loaded",
    .source = "demand-driven; bandwidth-centric: [beaumont2002]",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT) | RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_FINISH),
    .guarantee = RD_HEURISTIC,
    .protocol = &protocol,
    .options = options,
    .accepts = accepts,
    .bound = bound,
    .plan = plan,
};
