#include "common.h"

#include "algorithms/ring/ring.h"
#include "optimum.h"

#include <inttypes.h>

static bool accepts_model(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    if (instance->kind_count != 1)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRIu32 " kinds of items: one kind is needed", instance->kind_count);
    if (instance->item_bytes != 0)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "items of %g bytes: a message of any amount takes one step, which is "
                       "<items bytes=\"0\"/> on links with a latency",
                       instance->item_bytes);
    if (!rd_ring_links_are_equal(instance))
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "links of different costs: one latency for all links is needed");
    if (n > 1 && !(rd_link_cost(instance, 0).latency_s > 0))
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "links without latency: a message takes one step, a latency above 0");
    if (instance->balance_error > 1)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "a balance within %" PRId64
                       ": loads that are all equal are planned, a balance within 0 or 1 "
                       "(ring-all-port takes any)",
                       instance->balance_error);
    int64_t total = 0;
    for (uint32_t host = 0; host < n; host++)
        total += rd_load(instance, host, 0);
    if (total % n != 0)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRId64 " items on %" PRIu32
                       " hosts: a load that the hosts divide is needed (ring-all-port takes any)",
                       total, n);
    return true;
}

static bool accepts_sends(const struct rd_instance *instance, enum rd_sends other,
                          const char *accepted, struct rd_error *reterr)
{
    if (instance->sends == other)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "the network's sends are %s: %s is accepted",
                       other == RD_SINGLE_SEND ? "single" : "multi", accepted);
    return accepts_model(instance, reterr);
}

bool rd_ring_load_accepts_single_send(const struct rd_instance *instance,
                                      const struct rd_options *options, struct rd_error *reterr)
{
    (void)options;
    return accepts_sends(instance, RD_MULTI_SEND, "single", reterr);
}

bool rd_ring_load_accepts_multi_send(const struct rd_instance *instance,
                                     const struct rd_options *options, struct rd_error *reterr)
{
    (void)options;
    return accepts_sends(instance, RD_SINGLE_SEND, "multi", reterr);
}

static double step_s(const struct rd_instance *instance)
{
    return instance->topology.host_count > 1 ? rd_link_cost(instance, 0).latency_s : 0;
}

static struct rd_bound bound_of(const struct rd_instance *instance, struct rd_arena *arena,
                                struct rd_ring_optimum optimum, const char *name,
                                const char *against, const char *schedule_class)
{
    return (struct rd_bound){
        .seconds = (double)optimum.steps * step_s(instance),
        .name = name,
        .why =
            rd_arena_print(arena,
                           "no %s needs fewer than %" PRId64
                           " steps; Linear - h takes just these for h from %" PRId64 " to %" PRId64,
                           against, optimum.steps, optimum.shifts.low, optimum.shifts.high),
        .tight = true,
        .schedule_class = schedule_class,
    };
}

bool rd_ring_load_single_send_bound(const struct rd_instance *instance, struct rd_arena *arena,
                                    struct rd_arena *scratch, struct rd_bound *ret_bound,
                                    struct rd_error *reterr)
{
    if (!accepts_model(instance, reterr))
        return false;
    struct rd_ring_loads ring = rd_ring_loads_read(instance, scratch);
    *ret_bound = bound_of(instance, arena, rd_single_send_optimum(&ring, scratch),
                          "single-send optimum", "single-send protocol", "single-send");
    return true;
}

bool rd_ring_load_multi_send_bound(const struct rd_instance *instance, struct rd_arena *arena,
                                   struct rd_arena *scratch, struct rd_bound *ret_bound,
                                   struct rd_error *reterr)
{
    if (!accepts_model(instance, reterr))
        return false;
    struct rd_ring_loads ring = rd_ring_loads_read(instance, scratch);
    *ret_bound = bound_of(instance, arena, rd_multi_send_optimum(&ring), "multi-send optimum",
                          "protocol whatever", NULL);
    return true;
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

void rd_ring_load_plan(const struct rd_ring_loads *ring, int64_t h, bool multi_send,
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

bool rd_ring_load_plan_by(rd_ring_load_choice *choose, const struct rd_instance *instance,
                          const struct rd_options *given, bool multi_send, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_plan *ret_plan,
                          struct rd_error *reterr)
{
    struct rd_ring_loads ring = rd_ring_loads_read(instance, scratch);
    int64_t h = 0;
    if (!choose(&ring, given, multi_send, scratch, &h, reterr))
        return false;
    rd_ring_load_plan(&ring, h, multi_send, arena, ret_plan);
    return true;
}
