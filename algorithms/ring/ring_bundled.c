/* Rings with latency: messages of many items.
 *
 * A message pays its link's latency once, so that few messages are short; but a host that passes
 * items on waits for a whole message. The flow of least fixed-charge value is sought
 * (fixed_charge.h).
 *
 *     host i-1 <== backward: one message, when both ports are free == i == forward: one, from 0 ==>
 *
 * Where every host holds from the start what it sends under it, one message a link takes just that
 * value: forward messages start at 0, backward ones behind them. Else flows near the best are tried
 * with one message a link, and with messages of a common size to and from hosts that wait for
 * items, in several orders. The shortest is kept; nothing is promised of it. Source: none, our own;
 * docs/ring_two_way.md. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "fixed_charge.h"

#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <math.h>
#include <stdlib.h>

/* Messages that all plans that are tried have together, and those that each counts for besides. */
enum { MESSAGE_LIMIT = 1 << 21, PLAN_MESSAGES = 64 };

/* What comes first in its ports: what goes forward, or backward; what can start first; what is on
 * the way, of links one behind the other, that takes longest. */
enum order { FORWARD_FIRST, BACKWARD_FIRST, SOONEST_FIRST, LONGEST_FIRST, ORDERS };

/* What crosses an edge. */
struct row {
    uint32_t edge;
    bool backward;
    uint32_t number; /* behind the rows that bring its items */
    double first;    /* the least comes first; .. */
    double behind_s; /* .. of equal ones, that with the longest way behind it */
};

struct candidate {
    int64_t z;
    int64_t size; /* of messages to and from hosts that wait for items */
    enum order order;
};

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_ring_accepts_one_kind(instance, "a plan of messages of many items", reterr);
}

extern const struct rd_algorithm ring_bundled;

/* Does every host hold what it could be made to send, by any flow worth looking at? */
static bool promises(const struct rd_instance *instance)
{
    bool two_way = instance->topology.direction == RD_TWO_WAY;
    if (instance->topology.shape != RD_RING || instance->kind_count != 1 ||
        !rd_algorithm_suits(&ring_bundled, instance) || rd_ring_goal_is_open(instance))
        return false;
    struct rd_arena work;
    rd_arena_open(&work, 0);
    struct rd_ring ring = rd_ring_read(instance, &work);
    bool held = true;
    for (uint32_t host = 0; host < ring.host_count; host++) {
        int64_t before = ring.sum[rd_ring_previous(ring.host_count, host)];
        held = held && ring.sum[host] - ring.least_sum <= ring.load[host] &&
               (!two_way || ring.greatest_sum - before <= ring.load[host]);
    }
    rd_arena_close(&work);
    return held;
}

/* Items that a host sends over an edge, 0 if they go the other way. */
static int64_t sent(const struct rd_charged_ring *ring, uint32_t edge, bool backward, int64_t z)
{
    int64_t items = ring->ring.sum[edge] - z;
    return backward ? -items : items;
}

/* Is what crosses an edge sent by a host, or received by one, that sends more than it holds? */
static bool is_waited_for(const struct rd_charged_ring *ring, uint32_t edge, bool backward,
                          int64_t z)
{
    uint32_t n = ring->ring.host_count, next = rd_ring_next(n, edge);
    uint32_t sender = backward ? next : edge, receiver = backward ? edge : next;
    uint32_t onward = backward ? rd_ring_previous(n, edge) : next;
    return sent(ring, edge, backward, z) > ring->ring.load[sender] ||
           sent(ring, onward, backward, z) > ring->ring.load[receiver];
}

/* How many messages cross an edge. */
static int64_t message_count(const struct rd_charged_ring *ring, uint32_t edge, bool backward,
                             const struct candidate *candidate)
{
    int64_t items = sent(ring, edge, backward, candidate->z);
    if (items <= candidate->size || !is_waited_for(ring, edge, backward, candidate->z))
        return 1;
    return (items - 1) / candidate->size + 1;
}

/* Adds the rows of a way: edges one behind the other that carry items the same way, edge_count from
 * where it begins. Returns: the number of rows. */
static uint32_t add_way(const struct rd_charged_ring *ring, const struct candidate *candidate,
                        uint32_t begin, uint32_t edge_count, bool backward, uint32_t count,
                        struct row *row)
{
    uint32_t n = ring->ring.host_count, step = backward ? n - 1 : 1;
    const struct rd_charge *charge = backward ? ring->backward : ring->forward;
    uint64_t edge = begin;
    double behind_s = 0, starts_s = 0;
    for (uint32_t i = 0; i < edge_count; i++, edge = (edge + step) % n)
        behind_s +=
            charge[edge].latency_s +
            charge[edge].item_s * (double)sent(ring, (uint32_t)edge, backward, candidate->z);
    double way_s = behind_s;
    edge = begin;
    for (uint32_t i = 0; i < edge_count; i++, edge = (edge + step) % n) {
        int64_t items = sent(ring, (uint32_t)edge, backward, candidate->z);
        int64_t messages = message_count(ring, (uint32_t)edge, backward, candidate);
        const double first[ORDERS] = {[FORWARD_FIRST] = backward,
                                      [BACKWARD_FIRST] = !backward,
                                      [SOONEST_FIRST] = starts_s,
                                      [LONGEST_FIRST] = -way_s};
        row[count] =
            (struct row){(uint32_t)edge, backward, count, first[candidate->order], behind_s};
        count++;
        starts_s +=
            charge[edge].latency_s + charge[edge].item_s * (double)((items - 1) / messages + 1);
        behind_s -= charge[edge].latency_s + charge[edge].item_s * (double)items;
    }
    return count;
}

static int by_order(const void *a, const void *b)
{
    const struct row *one = a, *other = b;
    if (one->first != other->first)
        return one->first < other->first ? -1 : 1;
    if (one->behind_s != other->behind_s)
        return one->behind_s > other->behind_s ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

/* The edges that carry items under a flow, each way from where it begins, in order. Returns: how
 * many; *ret_row from the arena. */
static uint32_t find_rows(const struct rd_charged_ring *ring, const struct candidate *candidate,
                          struct rd_arena *arena, struct row **ret_row)
{
    uint32_t n = ring->ring.host_count, count = 0, start = 0;
    int64_t z = candidate->z;
    struct row *row = rd_take(arena, n, struct row);
    /* Some edge carries nothing, or there are edges of both directions: from here no way goes on.
     */
    while (ring->ring.sum[start] > z)
        start++;
    while (ring->ring.sum[start] < z)
        start = rd_ring_next(n, start);
    for (uint32_t i = 0; i < n;) {
        uint32_t begin = (start + i) % n, length = 0, end = begin;
        bool backward = ring->ring.sum[begin] < z;
        while (i + length < n && sent(ring, (begin + length) % n, backward, z) > 0)
            end = (begin + length++) % n;
        if (length > 0)
            count = add_way(ring, candidate, backward ? end : begin, length, backward, count, row);
        i += length > 0 ? length : 1;
    }
    qsort(row, count, sizeof *row, by_order);
    *ret_row = row;
    return count;
}

/* One message, or several that differ by one item, the larger first. */
static void write_edge(const struct rd_charged_ring *ring, uint32_t edge, bool backward,
                       const struct candidate *candidate, struct rd_arena *arena,
                       struct rd_plan *plan)
{
    uint32_t next = rd_ring_next(ring->ring.host_count, edge);
    int64_t items = sent(ring, edge, backward, candidate->z);
    int64_t messages = message_count(ring, edge, backward, candidate);
    int64_t larger = items % messages;
    struct rd_transfer transfer = {.from = backward ? next : edge, .to = backward ? edge : next};
    transfer.items = items / messages + 1;
    transfer.messages = larger;
    if (larger > 0)
        rd_plan_add(plan, arena, transfer);
    transfer.items--;
    transfer.messages = messages - larger;
    rd_plan_add(plan, arena, transfer);
}

static void write_plan(const struct rd_charged_ring *ring, const struct candidate *candidate,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    struct row *row;
    uint32_t count = find_rows(ring, candidate, scratch, &row);
    for (uint32_t i = 0; i < count; i++)
        write_edge(ring, row[i].edge, row[i].backward, candidate, arena, plan);
}

struct search {
    const struct rd_instance *instance;
    const struct rd_charged_ring *ring;
    struct rd_arena *arena, *scratch;
    int64_t messages_left;
    double enough_s; /* nothing is shorter than this */
    double best_s;   /* INFINITY: nothing was found */
    struct candidate best;
};

static int64_t messages_of(const struct rd_charged_ring *ring, const struct candidate *candidate)
{
    int64_t messages = PLAN_MESSAGES;
    for (uint32_t edge = 0; edge < ring->ring.host_count && messages < MESSAGE_LIMIT; edge++)
        messages += message_count(ring, edge, ring->ring.sum[edge] < candidate->z, candidate);
    return messages;
}

/* Times a plan. */
static void try(struct search *search, struct candidate candidate)
{
    struct rd_arena_mark mark = rd_arena_mark(search->arena);
    struct rd_arena_mark scratch_mark = rd_arena_mark(search->scratch);
    struct rd_plan plan = {0};
    write_plan(search->ring, &candidate, search->arena, search->scratch, &plan);
    double planned_s =
        rd_referee_makespan_s(search->instance, &plan, search->arena, search->scratch);
    if (planned_s < search->best_s) {
        search->best_s = planned_s;
        search->best = candidate;
    }
    rd_arena_rewind(search->scratch, scratch_mark);
    rd_arena_rewind(search->arena, mark);
}

static bool is_over(const struct search *search)
{
    if (isinf(search->best_s))
        return false;
    return search->messages_left <= 0 ||
           rd_times_agree(search->best_s, search->enough_s, search->best_s);
}

/* Tries one flow: whole messages, then smaller ones by a third each. */
static void try_flow(struct search *search, int64_t z)
{
    const struct rd_ring *ring = &search->ring->ring;
    int64_t size = 1;
    search->messages_left -= ring->host_count;
    if (rd_charged_ring_value(search->ring, z).seconds >= search->best_s)
        return;
    for (uint32_t edge = 0; edge < ring->host_count; edge++)
        size = llabs(ring->sum[edge] - z) > size ? llabs(ring->sum[edge] - z) : size;
    for (;;) {
        struct candidate candidate = {.z = z, .size = size};
        int64_t messages = messages_of(search->ring, &candidate);
        if (!isinf(search->best_s) && messages > search->messages_left)
            return;
        for (; candidate.order < ORDERS && !is_over(search); candidate.order++) {
            search->messages_left -= messages;
            try(search, candidate);
        }
        if (size == 1 || is_over(search))
            return;
        size -= size < 3 ? 1 : size / 3;
    }
}

/* Flows outward from the best. */
static void try_flows(struct search *search, int64_t z)
{
    struct rd_interval all = search->ring->z;
    try_flow(search, z);
    for (int64_t step = 1; !is_over(search); step++) {
        bool below = z - all.first >= step, above = all.last - z >= step;
        if (!below && !above)
            return;
        if (below)
            try_flow(search, z - step);
        if (above && !is_over(search))
            try_flow(search, z + step);
    }
}

/* Tries sizes between those that were tried around the best one. */
static void refine(struct search *search)
{
    enum { TRIALS = 64 };
    int64_t size = search->best.size;
    if (size < 2 || size == INT64_MAX)
        return;
    int64_t most = size + size / 2, least = size - size / 3, step = (most - least) / TRIALS + 1;
    for (int64_t i = most; i >= least && !is_over(search); i -= step) {
        struct candidate candidate = search->best;
        candidate.size = i;
        int64_t messages = messages_of(search->ring, &candidate);
        if (messages > search->messages_left)
            return;
        search->messages_left -= messages;
        try(search, candidate);
    }
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_charged_ring ring = rd_charged_ring_read(instance, scratch);
    if (ring.ring.least_sum == ring.ring.greatest_sum)
        return true;
    struct rd_charged_optimum optimum = rd_charged_ring_optimum(&ring, scratch);
    struct search search = {
        .instance = instance,
        .ring = &ring,
        .arena = arena,
        .scratch = scratch,
        .messages_left = MESSAGE_LIMIT,
        .enough_s = optimum.least_s,
        .best_s = optimum.light.seconds,
        .best = {.z = optimum.light.z, .size = INT64_MAX},
    };
    if (!is_over(&search))
        try_flows(&search, optimum.best.z);
    refine(&search);
    write_plan(&ring, &search.best, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm ring_bundled = {
    RD_ONE_PORT_RING(RD_ONE_WAY | RD_TWO_WAY),
    .name = "ring-bundled",
    .summary = "links with latency: messages of many items, one a link where hosts hold what they "
               "send",
    .source = "none: our own",
    .guarantee = RD_OPTIMAL,
    .promises = promises,
    .accepts = accepts,
    .bound = rd_ring_fixed_charge_bound,
    .plan = plan,
};
