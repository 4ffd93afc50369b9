/* Ring load distribution: each algorithm chooses h, and plans Linear - h with single-send and with
 * multi-send.
 *
 * ring-load-linear: host by host round the ring, what is above the average moves on and what is
 * missing comes back; edge n-1 (from host n-1 to host 0) carries nothing. Option h takes h items
 * off every edge, which is how every other schedule is written: with it each schedule of the paper
 * can be run, also those that deadlock.
 *
 *     0 -> 1 -> 2 -> .. -> n-1
 *
 * ring-load-traffic: the fewest items times hops. Taking h off every edge changes the traffic by
 * (edges going counter-clockwise) - (edges going clockwise) items, so the median of Linear is the
 * least. Linear itself is kept where it already is.
 *
 *     edges' items in decreasing order:  5 4 3 | 3 2 0   h = the median: half the edges each way
 *
 * ring-load-traffic-plus: the fastest of the schedules of least traffic, least h on ties. The paper
 * names it and never defines it; this reading gives the values that it states.
 *
 * ring-load-window: the paper's search of a window (window.h).
 *
 * ring-load-optimal: the fastest schedule, and of these the one of least traffic. No protocol beats
 * it (multi-send), or no single-send protocol (single-send): its time equals the bound. Where the
 * paper searches a window, optimum.h has closed forms.
 *
 *     optimal h:        [--------]
 *     least-traffic h:      [--------]     take one in both, else the end that is nearest
 *
 * Hypotheses of all: the hosts divide the items; links of one latency. */
#include "algorithms/algorithm.h"

#include "optimum.h"
#include "window.h"

#include "algorithms/ring/ring.h"

#include <inttypes.h>
#include <string.h>

/* The steps that a search of a window may take: about a minute. */
#define WORK_LIMIT (INT64_C(1) << 36)

/* The model of the paper: one kind of item, which the hosts divide; items of 0 bytes, links of one
 * latency above 0; the network's `sends` not set or as asked for. */
static bool accepts(const struct rd_instance *instance, bool multi_send, struct rd_error *reterr)
{
    if (instance->sends == (multi_send ? RD_SINGLE_SEND : RD_MULTI_SEND))
        return rd_refuse(reterr, multi_send ? "the network's sends are single: multi is accepted"
                                            : "the network's sends are multi: single is accepted");
    return rd_ring_load_accepts(instance, reterr);
}

/* One message, or one transfer as held, over an edge; items < 0 go counter-clockwise. */
static struct rd_transfer edge_transfer(const struct rd_ring_loads *ring, uint32_t edge,
                                        int64_t items, bool as_held)
{
    uint32_t next = edge + 1 == ring->host_count ? 0 : edge + 1;
    return (struct rd_transfer){.from = items > 0 ? edge : next,
                                .to = items > 0 ? next : edge,
                                .items = items > 0 ? items : -items,
                                .messages = as_held ? 0 : 1};
}

/* Two hosts have one link each way, which both edges share: what goes the same way goes together.
 */
static void plan_two_hosts(const struct rd_ring_loads *ring, int64_t h, bool multi_send,
                           struct rd_arena *arena, struct rd_plan *plan)
{
    int64_t items[2] = {ring->linear[0] - h, ring->linear[1] - h};
    int64_t from_0 = (items[0] > 0 ? items[0] : 0) - (items[1] < 0 ? items[1] : 0);
    int64_t from_1 = (items[1] > 0 ? items[1] : 0) - (items[0] < 0 ? items[0] : 0);
    /* The host that holds what it owes goes first. */
    int64_t owed[2] = {from_0, -from_1};
    bool second_first = from_0 > ring->load[0];
    for (int k = 0; k < 2; k++) {
        int64_t amount = owed[second_first ? 1 - k : k];
        if (amount != 0)
            rd_plan_add(plan, arena, edge_transfer(ring, 0, amount, multi_send));
    }
}

/* The transfers of every edge that goes one way (sign 1: clockwise), downstream from `first`. */
static void add_downstream(const struct rd_ring_loads *ring, int64_t h, int64_t sign,
                           uint32_t first, bool multi_send, struct rd_arena *arena,
                           struct rd_plan *plan)
{
    uint32_t n = ring->host_count;
    for (uint32_t k = 0; k < n; k++) {
        uint32_t edge = sign > 0 ? (first + k) % n : (first + n - k) % n;
        int64_t items = ring->linear[edge] - h;
        if (sign * items > 0)
            rd_plan_add(plan, arena, edge_transfer(ring, edge, items, multi_send));
    }
}

/* An edge of this direction whose sender holds all it owes over it from the start, so that what is
 * listed downstream of it is listed behind its suppliers. host_count if there is none. */
static uint32_t first_green_edge(const struct rd_ring_loads *ring, int64_t h, int64_t sign)
{
    uint32_t n = ring->host_count;
    for (uint32_t edge = 0; edge < n; edge++) {
        uint32_t upstream = sign > 0 ? (edge + n - 1) % n : (edge + 1) % n;
        if (sign * (ring->linear[upstream] - h) <= ring->average)
            return edge;
    }
    return n;
}

/* Every host is red: with multi-send each passes on, step by step, what it held at the start of the
 * step. */
static void add_steps(const struct rd_ring_loads *ring, int64_t h, struct rd_arena *arena,
                      struct rd_plan *plan)
{
    uint32_t n = ring->host_count;
    int64_t *held = rd_take(arena, n, int64_t);
    int64_t *owed = rd_take(arena, n, int64_t);
    int64_t *sent = rd_take(arena, n, int64_t);
    bool clockwise = ring->linear[0] > h;
    for (uint32_t edge = 0; edge < n; edge++) {
        /* Indexed by sender: all edges go the same way. */
        uint32_t sender = clockwise ? edge : (edge + 1) % n;
        held[sender] = ring->load[sender];
        owed[sender] = clockwise ? ring->linear[edge] - h : h - ring->linear[edge];
    }
    int64_t steps = rd_multi_send_steps(ring, h);
    for (int64_t step = 0; step < steps; step++) {
        for (uint32_t host = 0; host < n; host++) {
            sent[host] = held[host] < owed[host] ? held[host] : owed[host];
            if (sent[host] > 0)
                rd_plan_add(
                    plan, arena,
                    (struct rd_transfer){.from = host,
                                         .to = clockwise ? (host + 1) % n : (host + n - 1) % n,
                                         .items = sent[host],
                                         .messages = 1});
        }
        for (uint32_t host = 0; host < n; host++) {
            held[host] -= sent[host];
            owed[host] -= sent[host];
            held[clockwise ? (host + 1) % n : (host + n - 1) % n] += sent[host];
        }
    }
}

/* The plan of Linear - h: one transfer per edge in use, listed downstream from a host that need not
 * wait. Single-send: a message of all that is owed. Multi-send: as held; where every host waits for
 * the one before it there is no such order, and the transfers are listed step by step instead.
 * O(n); O(n T_m) in that last case. */
static void write_plan(const struct rd_ring_loads *ring, int64_t h, bool multi_send,
                       struct rd_arena *arena, struct rd_plan *ret_plan)
{
    uint32_t n = ring->host_count;
    ret_plan->timing = RD_SELF_TIMED;
    if (n == 1)
        return;
    if (n == 2) {
        plan_two_hosts(ring, h, multi_send, arena, ret_plan);
        return;
    }
    uint32_t clockwise = first_green_edge(ring, h, 1), counter = first_green_edge(ring, h, -1);
    if (multi_send && ring->average > 0 && (clockwise == n || counter == n)) {
        add_steps(ring, h, arena, ret_plan);
        return;
    }
    rd_plan_reserve(ret_plan, arena, n);
    add_downstream(ring, h, 1, clockwise % n, multi_send, arena, ret_plan);
    add_downstream(ring, h, -1, counter % n, multi_send, arena, ret_plan);
}

/* An algorithm chooses h, or refuses to. */
#define CHOICE_PARAMETERS                                                                          \
    const struct rd_ring_loads *ring, RD_UNUSED const struct rd_options *given,                    \
        RD_UNUSED bool multi_send, RD_UNUSED struct rd_arena *scratch, int64_t *ret_h,             \
        RD_UNUSED struct rd_error *reterr
typedef bool choice(CHOICE_PARAMETERS);

static const struct rd_option_spec linear_options[] = {
    {"h", "integer -4503599627370496 4503599627370496", "0",
     "items taken off every edge: the schedule Linear - h"},
    {0},
};

static bool linear(CHOICE_PARAMETERS)
{
    int64_t h = rd_option_integer(given, "h");
    if (h != 0 && ring->host_count == 1)
        return rd_refuse(reterr,
                         "option h on a ring of one host, which has no edge: 0 is accepted");
    *ret_h = h;
    return true;
}

static bool traffic(CHOICE_PARAMETERS)
{
    *ret_h = rd_traffic_shift(ring, scratch);
    return true;
}

static bool traffic_plus(CHOICE_PARAMETERS)
{
    *ret_h = rd_best_shift_within(ring, rd_least_traffic_shifts(ring, scratch), multi_send);
    return true;
}

/* Traffic's h is one of those of least traffic. */
static const struct rd_baseline plus_single[] = {{"ring-load-traffic-single-send", NULL},
                                                 {NULL, NULL}};
static const struct rd_baseline plus_multi[] = {{"ring-load-traffic-multi-send", NULL},
                                                {NULL, NULL}};

static const struct rd_option_spec window_options[] = {
    {"first-line", "yes|no", "yes", "keep h = 0, with which Figure 9 begins, as a candidate"},
    {NULL, NULL, NULL, NULL},
};

static bool window(CHOICE_PARAMETERS)
{
    struct rd_shifts window = rd_deficit_window(ring, rd_traffic_shift(ring, scratch));
    int64_t values = window.low <= window.high ? window.high - window.low + 1 : 0;
    int64_t work_per_value = multi_send ? 1 : ring->host_count;
    if (values > WORK_LIMIT / work_per_value)
        return rd_refuse(reterr,
                         "a window of %" PRId64 " values of h: hosts times values up to 2^36 are "
                         "searched (the ring-load-optimal algorithms need no search)",
                         values);
    int64_t traffic = rd_traffic_shift(ring, scratch);
    *ret_h = rd_window_search(ring, multi_send, scratch);
    if (strcmp(rd_option_text(given, "first-line"), "yes") == 0 &&
        rd_ring_load_steps(ring, multi_send, traffic) <=
            rd_ring_load_steps(ring, multi_send, *ret_h))
        *ret_h = traffic;
    return true;
}

static bool optimal(CHOICE_PARAMETERS)
{
    struct rd_ring_optimum optimum =
        multi_send ? rd_multi_send_optimum(ring) : rd_single_send_optimum(ring);
    *ret_h = rd_least_traffic_within(optimum.shifts, rd_least_traffic_shifts(ring, scratch));
    return true;
}

/* --- the algorithms: each choice, twice --- */

enum { LINEAR, TRAFFIC, TRAFFIC_PLUS, WINDOW, OPTIMAL, MULTI = 8 };

static bool plan(RD_PLAN_PARAMETERS)
{
    static choice *const choose[] = {linear, traffic, traffic_plus, window, optimal};
    struct rd_ring_loads ring = rd_ring_loads_read(instance, scratch);
    bool multi_send = self->variant & MULTI;
    int64_t h = 0;
    if (!choose[self->variant % MULTI](&ring, options, multi_send, scratch, &h, reterr))
        return false;
    write_plan(&ring, h, multi_send, arena, ret_plan);
    struct rd_shifts range = rd_deficit_window(&ring, h); /* that Figure 9 would search from h */
    rd_plan_count(ret_plan, arena, "window",
                  range.low <= range.high ? (double)(range.high - range.low + 1) : 0);
    return true;
}

static bool accepts_single(RD_ACCEPTS_PARAMETERS)
{
    return accepts(instance, false, reterr);
}

static bool accepts_multi(RD_ACCEPTS_PARAMETERS)
{
    return accepts(instance, true, reterr);
}

/* The two algorithms of a choice, and the baselines of each. */
#define ALGORITHMS(STEM, WHICH, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, OF_SINGLE, OF_MULTI)    \
    ALGORITHM(STEM, WHICH, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, OF_SINGLE, single)           \
    ALGORITHM(STEM, WHICH + MULTI, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, OF_MULTI, multi)

#define CLASS_single RD_SINGLE_SEND_CLASS
#define CLASS_multi NULL

#define ALGORITHM(STEM, WHICH, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, BASELINES, MODE)         \
    const struct rd_algorithm ring_load_##STEM##_##MODE##_send = {                                 \
        .name = "ring-load-" NAME "-" #MODE "-send",                                               \
        .summary = SUMMARY ", " #MODE "-send",                                                     \
        .source = "[lau2002], " SOURCE ", " #MODE "-send",                                         \
        .shape = RD_RING,                                                                          \
        .directions = RD_TWO_WAY,                                                                  \
        .ports = RD_BIT(RD_ALL_PORTS),                                                             \
        .goals = RD_BIT(RD_BALANCE),                                                               \
        .guarantee = GUARANTEE,                                                                    \
        .options = OPTIONS,                                                                        \
        .baselines = BASELINES,                                                                    \
        .accepts = accepts_##MODE,                                                                 \
        .schedules = CLASS_##MODE,                                                                 \
        .plan = plan,                                                                              \
        .variant = WHICH,                                                                          \
    };

ALGORITHMS(linear, LINEAR, "linear", "host by host round the ring", "algorithm Linear",
           RD_HEURISTIC, linear_options, NULL, NULL)
ALGORITHMS(traffic, TRAFFIC, "traffic", "fewest items times hops", "algorithm Traffic",
           RD_HEURISTIC, NULL, NULL, NULL)
ALGORITHMS(traffic_plus, TRAFFIC_PLUS, "traffic-plus", "fastest of the schedules of least traffic",
           "Traffic+, our reading", RD_HEURISTIC, NULL, plus_single, plus_multi)
ALGORITHMS(window, WINDOW, "window", "search of the window of Traffic's deficits", "Figure 9",
           RD_OPTIMAL, window_options, NULL, NULL)
ALGORITHMS(optimal, OPTIMAL, "optimal", "fastest schedule, of these the one of least traffic",
           "optimum in closed form", RD_OPTIMAL, NULL, NULL, NULL)
