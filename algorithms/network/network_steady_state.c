/* network-steady-state: any network, with a proved guarantee.
 *
 *     flow       the fractions of the port bound, rounded; without cycles; as ways from hosts that
 *                have too much to hosts that have too little
 *     periods    of a way's f items a share of f / M, rounded, enters in each of M periods, and
 *                moves one stage (a link, or a computation) in each period that follows
 *     colouring  of what a period may carry, in units of time: which links are busy when
 *
 *                  period 1   period 2   period 3   period 4        three periods, two stages
 *     first link   items 1-2  items 3-4  items 5-6
 *     second link             items 1-2  items 3-4  items 5-6
 *
 * Hypotheses: items of one size, which a period counts.
 * Guarantee. Let L be the load of the flow: the time of its busiest port (divided by its ports),
 * link, processor or bus. Let D be the most stages of a way, and P the most ways through one of
 * these. Of each way a period carries at most one item more than its share, so its load is at most
 * L / M + P c, where an item takes up to c. An edge colouring has just this length, and carries
 * each link in runs. A link sends in a run what its runs so far have time for, rounded up, in one
 * message a kind: at most d = c + kinds l seconds longer than the run, where l is the latency. If
 * time stands still for d seconds at each of the q dates on which runs begin, no message reaches
 * into a run that follows at its port. All items of a period lie at their senders when it begins.
 * So this is a schedule: M + D - 1 periods of at most L / M + K each, where K = P c + q d. What is
 * listed by start ends no later (docs/model.md), so that
 *
 *     time <= (M + D - 1) (L / M + K) <= L + 17/8 sqrt((D - 1) L K) + D K.
 *
 * The least of the former is taken, over M = 1, 2, .., each an eighth larger than the last; one of
 * them is between x and 9/8 x + 1, where x = sqrt((D - 1) L / K), which gives the latter. (This is
 * so as long as the plan stays within the limits below.) D, P, q and d do not grow with the loads:
 * time / L tends to 1. And L is at most the load of the fractions, with which the port bound is
 * proved, and (links + hosts) kinds c. q is at most four times the links that are used and twice
 * the hosts; the ways are at most as many as links, and thrice the hosts, by kinds. Twice as many
 * periods are tried for as long as the plan gets shorter. Source: docs/algorithms.md, "Any
 * network"; Beaumont et al., steady-state scheduling; the guarantee is ours. */
#include "planner.h"

#include "algorithms/algorithm.h"
#include "algorithms/flow/flow.h"
#include "algorithms/kernels/port_colouring.h"
#include "algorithms/kernels/spare_relays.h"
#include "algorithms/port_lp/certify.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The most transfers, the most links of all ways in all periods, and the most links times hosts (on
 * a bus, links times links), which is what a colouring takes. */
enum { ROW_LIMIT = 1 << 21, STAGE_LIMIT = 1 << 28, COLOURING_LIMIT = 1 << 28 };

/* A period's load is so many units of time, as a power of two. */
enum { UNIT_BITS = 38 };

/* Twice as many periods that gain less are the last. */
#define LEAST_GAIN 1e-3

/* Items of a kind that go one way: over links, and are computed at its end if that takes time. */
struct way {
    uint32_t kind;
    uint32_t end; /* host */
    uint32_t length;
    size_t first; /* into `hop` */
    int64_t items;
};

/* A link's busy time in a period, and the items that it sends then. */
struct run {
    uint32_t link;
    int64_t room;
    double start_s; /* in the period, at the latest */
};

/* Messages of a period. */
struct sending {
    double start_s; /* in the period, at the latest */
    size_t number;
    struct rd_transfer transfer;
};

struct steady {
    const struct rd_network *network;
    const struct rd_network_flow *flow;
    struct rd_arena *arena, *scratch;
    uint32_t *hop; /* [hop_count] links, way by way */
    struct way *way;
    size_t hop_count, way_count;
    uint32_t stages; /* D */
    uint64_t links;  /* that are used */
    double rest_s;   /* d */

    int64_t periods; /* M */
    int64_t *room;   /* [link_count] items that a period carries at the most, of all kinds */
    double *out_s, *in_s, *compute_s; /* [host_count] what that takes */
    struct run *run;                  /* [run_count] by start */
    size_t run_count;
    double period_s;
};

static bool is_bus(const struct steady *steady)
{
    return steady->network->instance->topology.shape == RD_BUS;
}

static void add_way(struct steady *steady, struct way way)
{
    uint32_t stages = way.length + steady->flow->goal->computes;
    rd_arena_add(steady->scratch, steady->way, steady->way_count, way);
    steady->stages = stages > steady->stages ? stages : steady->stages;
}

/* Takes one way out of what is left of the flow, from a host that has too much to the first that
 * has too little. In: next, the first link of each host that has something left. */
static void take_way(struct steady *steady, uint32_t host, uint32_t kind, int64_t *left,
                     int64_t *surplus, uint32_t *next)
{
    const struct rd_network *network = steady->network;
    uint32_t kinds = network->kind_count, at = host;
    struct way way = {.kind = kind, .first = steady->hop_count};
    way.items = surplus[(size_t)host * kinds + kind];
    for (; surplus[(size_t)at * kinds + kind] >= 0; way.length++) {
        while (left[(size_t)next[at] * kinds + kind] == 0)
            next[at]++;
        rd_assert(next[at] < network->out_first[at + 1]);
        way.items = rd_least(way.items, left[(size_t)next[at] * kinds + kind]);
        rd_arena_add(steady->scratch, steady->hop, steady->hop_count, next[at]);
        at = network->to[next[at]];
    }
    way.end = at;
    way.items = rd_least(way.items, -surplus[(size_t)at * kinds + kind]);
    for (uint32_t i = 0; i < way.length; i++)
        left[(size_t)steady->hop[way.first + i] * kinds + kind] -= way.items;
    surplus[(size_t)host * kinds + kind] -= way.items;
    surplus[(size_t)at * kinds + kind] += way.items;
    add_way(steady, way);
}

/* The flow as ways; what is computed where it lies is a way, too. */
static void take_ways(struct steady *steady)
{
    const struct rd_network *network = steady->network;
    uint32_t n = network->host_count, kinds = network->kind_count;
    size_t entries = (size_t)n * kinds, links = (size_t)network->link_count * kinds;
    int64_t *left = rd_take(steady->scratch, links, int64_t);
    int64_t *surplus = rd_take(steady->scratch, entries, int64_t);
    uint32_t *next = rd_take(steady->scratch, n, uint32_t);
    memcpy(left, steady->flow->items, links * sizeof *left);
    for (size_t i = 0; i < entries; i++) {
        int64_t load = network->instance->load[i], final = steady->flow->final[i];
        surplus[i] = load - final;
        if (steady->flow->goal->computes && rd_least(load, final) > 0)
            add_way(steady, (struct way){.kind = (uint32_t)(i % kinds),
                                         .end = (uint32_t)(i / kinds),
                                         .items = rd_least(load, final)});
    }
    for (uint32_t kind = 0; kind < kinds; kind++) {
        memcpy(next, network->out_first, n * sizeof *next);
        for (uint32_t host = 0; host < n; host++)
            while (surplus[(size_t)host * kinds + kind] > 0 && steady->hop_count <= ROW_LIMIT)
                take_way(steady, host, kind, left, surplus, next);
    }
}

/* Of `items` those that enter in the first so many periods. */
static int64_t entered(const struct steady *steady, int64_t items, int64_t periods)
{
    return items / steady->periods * periods + items % steady->periods * periods / steady->periods;
}

/* Counts what a period carries at the most. Returns: the load of its busiest port, link, processor
 * or bus. */
static double count_period(struct steady *steady, int64_t periods)
{
    const struct rd_network *network = steady->network;
    double busiest_s = 0, bus_s = 0;
    size_t hosts = network->host_count * sizeof(double);
    steady->periods = periods;
    steady->links = 0;
    memset(steady->room, 0, network->link_count * sizeof *steady->room);
    memset(steady->out_s, 0, hosts);
    memset(steady->in_s, 0, hosts);
    memset(steady->compute_s, 0, hosts);
    for (size_t i = 0; i < steady->way_count; i++) {
        const struct way *way = &steady->way[i];
        int64_t share = (way->items - 1) / periods + 1;
        for (uint32_t hop = 0; hop < way->length; hop++)
            steady->room[steady->hop[way->first + hop]] += share;
        if (steady->flow->goal->computes)
            steady->compute_s[way->end] += (double)share * network->compute_item_s[way->end];
    }
    for (uint32_t link = 0; link < network->link_count; link++) {
        double link_s = (double)steady->room[link] * network->item_s[link];
        steady->out_s[network->from[link]] += link_s;
        steady->in_s[network->to[link]] += link_s;
        bus_s += link_s;
        if (steady->room[link] == 0)
            continue;
        steady->links++;
        steady->rest_s = fmax(steady->rest_s, network->item_s[link] +
                                                  network->kind_count * network->latency_s[link]);
        busiest_s = fmax(busiest_s, link_s);
    }
    for (uint32_t host = 0; host < network->host_count; host++) {
        double port_s = fmax(steady->out_s[host], steady->in_s[host]) / network->ports[host];
        busiest_s = fmax(busiest_s, fmax(port_s, steady->compute_s[host]));
    }
    return is_bus(steady) ? fmax(busiest_s, bus_s) : busiest_s;
}

/* What a period carries, as a multigraph of units of time. On a bus all have one end in common. */
static struct rd_edge_colouring colour(const struct steady *steady, double unit_s,
                                       struct rd_multi_edge *edge)
{
    const struct rd_network *network = steady->network;
    uint32_t links = network->link_count, hosts = network->host_count;
    uint32_t n = is_bus(steady) ? links : hosts;
    uint32_t *ports = rd_take(steady->scratch, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        ports[i] = is_bus(steady) ? 1 : (uint32_t)rd_least(network->ports[i], hosts);
    for (uint32_t link = 0; link < links; link++) {
        double link_s = (double)steady->room[link] * network->item_s[link];
        int64_t units = unit_s > 0 ? (int64_t)ceil(link_s / unit_s) : 0;
        edge[link] = (struct rd_multi_edge){is_bus(steady) ? 0 : network->from[link],
                                            is_bus(steady) ? link : network->to[link],
                                            steady->room[link] > 0 && units == 0 ? 1 : units};
    }
    struct rd_multigraph graph = {n, links, edge};
    return rd_port_colour(&graph, ports, steady->scratch, steady->arena);
}

/* The items that some units of a link's time in a period have room for, rounded up. */
static int64_t room_of(int64_t items, int64_t units, int64_t all)
{
    return units == all ? items : (int64_t)ceil((double)items * ((double)units / (double)all));
}

/* Colours a period, and gives each run its items. Sets how long the period lasts. */
static void colour_period(struct steady *steady, double load_s)
{
    uint32_t links = steady->network->link_count;
    struct rd_multi_edge *edge = rd_take(steady->scratch, links, struct rd_multi_edge);
    int64_t *sent = rd_take(steady->scratch, links, int64_t); /* units */
    double unit_s = ldexp(load_s, -UNIT_BITS);
    struct rd_edge_colouring colouring = colour(steady, unit_s, edge);
    uint64_t starts = 0;
    steady->run_count = colouring.run_count;
    steady->run = rd_take(steady->scratch, colouring.run_count, struct run);
    for (size_t i = 0; i < colouring.run_count; i++) {
        const struct rd_colour_run *run = &colouring.run[i];
        int64_t items = steady->room[run->edge], all = edge[run->edge].count;
        int64_t before = room_of(items, sent[run->edge], all);
        starts += i == 0 || run->first > colouring.run[i - 1].first;
        sent[run->edge] += run->count;
        steady->run[i] =
            (struct run){run->edge, room_of(items, sent[run->edge], all) - before,
                         (double)run->first * unit_s + (double)(starts - 1) * steady->rest_s};
    }
    steady->period_s = (double)colouring.colour_count * unit_s + (double)starts * steady->rest_s;
    for (uint32_t host = 0; host < steady->network->host_count; host++)
        steady->period_s = fmax(steady->period_s, steady->compute_s[host]);
}

/* The transfers of so many periods at the most. */
static uint64_t count_rows(const struct steady *steady, int64_t periods)
{
    uint64_t rows = 0;
    for (size_t i = 0; i < steady->way_count; i++)
        rows += (steady->way[i].length + UINT64_C(1)) *
                (uint64_t)rd_least(steady->way[i].items, periods);
    return rows;
}

/* May a plan have so many periods? */
static bool is_allowed(const struct steady *steady, int64_t periods)
{
    uint64_t all = (uint64_t)periods + steady->stages - 1;
    return count_rows(steady, periods) <= ROW_LIMIT && all * steady->hop_count <= STAGE_LIMIT;
}

/* Chooses M by what all periods take at the most, whatever the colouring. Returns: the most items
 * of a way. */
static int64_t choose_periods(struct steady *steady)
{
    int64_t most = 1, best = 1;
    double best_s = INFINITY;
    for (size_t i = 0; i < steady->way_count; i++)
        most = steady->way[i].items > most ? steady->way[i].items : most;
    for (int64_t periods = 1, last = 0; periods > last && is_allowed(steady, periods);
         last = periods, periods = rd_least(periods + periods / 8 + 1, most)) {
        double load_s = count_period(steady, periods);
        uint64_t starts = 4 * steady->links + 2 * steady->network->host_count;
        double end_s =
            (double)(periods + steady->stages - 1) * (load_s + (double)starts * steady->rest_s);
        if (end_s < best_s) {
            best_s = end_s;
            best = periods;
        }
    }
    steady->periods = best;
    return most;
}

/* What moves in a period: by link and kind, and what is computed, by host and kind. */
static void count_moves(const struct steady *steady, int64_t period, int64_t *move,
                        int64_t *compute)
{
    const struct rd_network *network = steady->network;
    size_t kinds = network->kind_count;
    memset(move, 0, network->link_count * kinds * sizeof *move);
    memset(compute, 0, network->host_count * kinds * sizeof *compute);
    for (size_t i = 0; i < steady->way_count; i++) {
        const struct way *way = &steady->way[i];
        uint32_t stages = way->length + steady->flow->goal->computes;
        for (uint32_t stage = 0; stage < stages && stage <= period; stage++) {
            int64_t since = period - stage;
            if (since >= steady->periods)
                continue;
            int64_t items =
                entered(steady, way->items, since + 1) - entered(steady, way->items, since);
            if (stage < way->length)
                move[steady->hop[way->first + stage] * kinds + way->kind] += items;
            else
                compute[way->end * kinds + way->kind] += items;
        }
    }
}

/* Lists the messages of a run: one a kind, or items one by one. Returns: how many there are now. */
static size_t list_run(const struct steady *steady, const struct run *run, int64_t *move,
                       bool one_by_one, struct sending *sending, size_t count)
{
    const struct rd_network *network = steady->network;
    size_t kinds = network->kind_count;
    double start_s = run->start_s;
    int64_t room = run->room;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        int64_t items = rd_least(room, move[run->link * kinds + kind]);
        if (items == 0)
            continue;
        sending[count] = (struct sending){start_s,
                                          count,
                                          {.from = network->from[run->link],
                                           .to = network->to[run->link],
                                           .kind = (int32_t)kind,
                                           .items = one_by_one ? 1 : items,
                                           .messages = one_by_one ? items : 1}};
        count++;
        start_s += network->latency_s[run->link] + (double)items * network->item_s[run->link];
        move[run->link * kinds + kind] -= items;
        room -= items;
    }
    return count;
}

RD_ORDERED_BY(compare_starts, struct sending, start_s, number)

/* Where several messages of a row would hold the places of others at a port, items share one. */
static bool sends_one_by_one(const struct steady *steady)
{
    const struct rd_network *network = steady->network;
    return !network->has_latency && (rd_has_one_port(network->instance) || network->all_ports);
}

static void write_periods(const struct steady *steady, struct rd_plan *plan)
{
    const struct rd_network *network = steady->network;
    size_t kinds = network->kind_count;
    int64_t *move = rd_take(steady->scratch, network->link_count * kinds, int64_t);
    int64_t *compute = rd_take(steady->scratch, network->host_count * kinds, int64_t);
    struct sending *sending = rd_take(steady->scratch, steady->run_count * kinds, struct sending);
    bool one_by_one = sends_one_by_one(steady);
    for (int64_t period = 0; period < steady->periods + steady->stages - 1; period++) {
        count_moves(steady, period, move, compute);
        for (size_t i = 0; i < network->host_count * kinds; i++)
            if (compute[i] > 0)
                rd_plan_add(plan, steady->arena,
                            (struct rd_transfer){.from = (uint32_t)(i / kinds),
                                                 .to = RD_NO_HOST,
                                                 .kind = (int32_t)(i % kinds),
                                                 .items = 1,
                                                 .messages = compute[i]});
        size_t count = 0;
        for (size_t i = 0; i < steady->run_count; i++)
            count = list_run(steady, &steady->run[i], move, one_by_one, sending, count);
        qsort(sending, count, sizeof *sending, compare_starts);
        for (size_t i = 0; i < count; i++)
            rd_plan_add(plan, steady->arena, sending[i].transfer);
    }
}

/* The flow of the port bound, as whole items: those of the fractions that are whole, then the rest
 * over the cheapest paths. Where there is no such bound, all over the cheapest paths. */
static struct rd_network_flow make_flow(const struct rd_network *network,
                                        const struct rd_network_goal *goal, struct rd_arena *arena,
                                        struct rd_arena *scratch)
{
    static const struct rd_port_settings settings = {
        .gap = 1e-4, .small_gap = 1e-4, .work = 20000000, .steps = 2000};
    struct rd_port_bound bound;
    if (!rd_port_bound_find(network, &settings, arena, scratch, &bound, NULL))
        bound = (struct rd_port_bound){0};
    double time_s = bound.seconds > 0 ? bound.seconds : rd_network_host_s(network, goal, scratch);
    bool usable = bound.flow && bound.commodity_count == network->kind_count;
    struct rd_network_flow flow = rd_network_flow_open(
        network, goal, usable ? bound.flow : NULL, RD_PATH_PORTS, time_s > 0 ? time_s : 1, arena);
    if (rd_network_is_large(network->instance))
        rd_network_flow_place_together(&flow);
    bool complete = rd_network_flow_complete(&flow);
    rd_assert(complete); /* the goal can be reached: the network was read */
    rd_network_flow_cancel_cycles(&flow, scratch);
    return flow;
}

/* A plan of so many periods. Returns: its time; infinite where the referee finds it too large. */
static double plan_periods(struct steady *steady, int64_t periods, struct rd_plan *ret_plan)
{
    const struct rd_instance *instance = steady->network->instance;
    rd_arena_borrow(steady->scratch);
    *ret_plan = (struct rd_plan){.timing = RD_SELF_TIMED, .keeps_shared = instance->shared};
    colour_period(steady, count_period(steady, periods));
    write_periods(steady, ret_plan);
    return rd_referee_makespan_s(instance, ret_plan, steady->arena, steady->scratch);
}

/* As many periods as the guarantee wants; and then twice as many, as long as that gains: what it
 * fears of the dates on which runs begin hardly ever happens.
 * Errors: RD_ERROR_REFUSED if there are too many messages to judge. */
static bool plan_best(struct steady *steady, struct rd_plan *ret_plan, struct rd_error *reterr)
{
    int64_t most = choose_periods(steady), periods = steady->periods, best = periods;
    double best_s = plan_periods(steady, periods, ret_plan);
    if (isinf(best_s))
        return rd_refuse(reterr, "items one by one are more messages than can be judged");
    int64_t all = periods + steady->stages - 1;
    /* Periods are made for ports and links, not for shared links. */
    const char *claim =
        steady->network->instance->shared ? "where no link is shared, at most" : "at most";
    const char *stated =
        rd_arena_print(steady->arena,
                       "%s %.10g s: %" PRId64 " periods of %.10g s, ways of up to %" PRIu32
                       " stages, a flow of %.10g s",
                       claim, (double)all * steady->period_s, all, steady->period_s, steady->stages,
                       rd_network_flow_load_s(steady->flow));
    while (periods < most && is_allowed(steady, 2 * periods)) {
        struct rd_plan finer;
        periods *= 2;
        double finer_s = plan_periods(steady, periods, &finer);
        if (finer_s < best_s) {
            best = periods;
            *ret_plan = finer;
        }
        if (finer_s > best_s * (1 - LEAST_GAIN))
            break;
        best_s = finer_s;
    }
    ret_plan->note = rd_arena_print(steady->arena, "%s; items enter in %" PRId64 " period%s",
                                    stated, best, best == 1 ? "" : "s");
    return true;
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    uint64_t links = rd_link_count(&instance->topology);
    bool bus = instance->topology.shape == RD_BUS;
    if (!rd_network_planner_accepts(instance, options, reterr))
        return false;
    if (instance->sends == RD_SINGLE_SEND)
        return rd_refuse(reterr,
                         "sends=\"single\": hosts that may send several times are accepted");
    return links <= COLOURING_LIMIT / (bus ? links : instance->topology.host_count) ||
           rd_refuse(
               reterr,
               "%" PRIu64 " links between %" PRIu32 " hosts: links times %s of at most %d are "
               "accepted, since a colouring takes so many steps",
               links, instance->topology.host_count, bus ? "links" : "hosts", COLOURING_LIMIT);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_network network;
    if (!rd_network_read(instance, arena, scratch, &network, reterr))
        return false;
    struct rd_network_goal goal = rd_network_goal_of(&network, arena);
    struct rd_network_flow flow = make_flow(&network, &goal, arena, scratch);
    struct steady steady = {
        .network = &network,
        .flow = &flow,
        .arena = arena,
        .scratch = scratch,
        .room = rd_take(scratch, network.link_count, int64_t),
        .out_s = rd_take(scratch, network.host_count, double),
        .in_s = rd_take(scratch, network.host_count, double),
        .compute_s = rd_take(scratch, network.host_count, double),
    };
    take_ways(&steady);
    if (steady.stages == 0)
        return true;
    if (!is_allowed(&steady, 1))
        return rd_refuse(reterr,
                         "ways of more than %zu links and %" PRIu32 " stages: at most %d transfers "
                         "are planned",
                         steady.hop_count, steady.stages, ROW_LIMIT);
    if (!plan_best(&steady, ret_plan, reterr))
        return false;
    rd_spare_relays(instance, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm network_steady_state = {
    .name = "network-steady-state",
    .summary = "any network: a flow in periods; at most the bound and what does not grow as fast",
    .source = "[beaumont2005]; the guarantee is ours",
    RD_NETWORK_ALGORITHM,
    .accepts = accepts,
    .plan = plan,
};
