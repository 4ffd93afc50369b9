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
 * items, the largest first and from coarse to fine, in several orders. The shortest is kept;
 * nothing is promised of it. Source: none, our own; docs/ring_two_way.md. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "fixed_charge.h"

#include "sim/base/guard.h"
#include "sim/model/trace.h"
#include "sim/referee/referee.h"

#include <math.h>
#include <stdlib.h>

/* What all plans that are tried may cost together: so much, and so much a host. */
enum { WORK = 1 << 21, HOST_WORK = 128 };

/* What a plan counts for besides its hosts, and how many messages as much as a host: most of those
 * of one size are timed as one. */
enum { PLAN_WORK = 64, RUN = 8 };

/* What comes first in its ports: what goes forward, or backward; what can start first; what is on
 * the way, of links one behind the other, that takes longest. */
enum order { FORWARD_FIRST, BACKWARD_FIRST, SOONEST_FIRST, LONGEST_FIRST, ORDERS };

/* The messages of an edge: of the size, and a smaller one behind them, or before; or of equal
 * sizes, the larger first where they differ by an item. */
enum cut { REST_LAST, REST_FIRST, EQUAL, CUTS };

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
    int64_t size; /* of messages to and from hosts that wait for items, at most */
    enum order order;
    enum cut cut;
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
    rd_arena_own(work);
    struct rd_ring ring = rd_ring_read(instance, &work);
    for (uint32_t host = 0; host < ring.host_count; host++) {
        int64_t before = ring.sum[rd_ring_previous(ring.host_count, host)];
        if (ring.sum[host] - ring.least_sum > ring.load[host] ||
            (two_way && ring.greatest_sum - before > ring.load[host]))
            return false;
    }
    return true;
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

static void add_messages(struct rd_transfer transfer, int64_t items, int64_t messages,
                         struct rd_arena *arena, struct rd_plan *plan)
{
    if (items == 0 || messages == 0)
        return;
    transfer.items = items;
    transfer.messages = messages;
    rd_plan_add(plan, arena, transfer);
}

static void write_edge(const struct rd_charged_ring *ring, uint32_t edge, bool backward,
                       const struct candidate *candidate, struct rd_arena *arena,
                       struct rd_plan *plan)
{
    uint32_t next = rd_ring_next(ring->ring.host_count, edge);
    int64_t items = sent(ring, edge, backward, candidate->z);
    int64_t messages = message_count(ring, edge, backward, candidate);
    int64_t size = candidate->cut == EQUAL || messages == 1 ? items / messages : candidate->size;
    struct rd_transfer transfer = {.from = backward ? next : edge, .to = backward ? edge : next};
    int64_t rest = items - size * messages; /* below 0: the smaller one lacks as many */
    if (rest >= 0)
        add_messages(transfer, size + 1, rest, arena, plan);
    else if (candidate->cut == REST_FIRST)
        add_messages(transfer, size + rest, 1, arena, plan);
    add_messages(transfer, size, rest >= 0 ? messages - rest : messages - 1, arena, plan);
    if (rest < 0 && candidate->cut == REST_LAST)
        add_messages(transfer, size + rest, 1, arena, plan);
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
    int64_t work_left;
    double enough_s; /* nothing is shorter than this */
    double best_s;   /* INFINITY: nothing was found */
    struct candidate best;
};

/* What the busiest port takes if nobody waits for items: no plan of a flow whose messages are
 * smaller takes less. In ret_messages, how many there are. */
static double ports_s(const struct rd_charged_ring *ring, const struct candidate *candidate,
                      int64_t *ret_messages)
{
    uint32_t n = ring->ring.host_count;
    int64_t messages = 0;
    double busiest_s = 0, before_s[2] = {0, 0};
    for (uint64_t i = 0; i <= n; i++) {
        uint32_t edge = (uint32_t)(i % n);
        bool backward = ring->ring.sum[edge] < candidate->z;
        int64_t items = sent(ring, edge, backward, candidate->z);
        struct rd_charge charge = backward ? ring->backward[edge] : ring->forward[edge];
        int64_t count = items > 0 ? message_count(ring, edge, backward, candidate) : 0;
        double seconds = charge.latency_s * (double)count + charge.item_s * (double)items;
        double both_s = i > 0 ? seconds + before_s[!backward] : seconds;
        busiest_s = fmax(busiest_s, both_s);
        before_s[backward] = seconds;
        before_s[!backward] = 0;
        messages += i > 0 ? count : 0;
    }
    *ret_messages = messages;
    return busiest_s;
}

static bool is_over(const struct search *search)
{
    if (isinf(search->best_s))
        return false;
    return search->work_left <= 0 || rd_time_is_up() ||
           rd_time_meets(search->best_s, search->enough_s);
}

/* Times a plan, unless its ports alone take as long as the best. Returns: is there any sense in
 * smaller messages? */
static bool try(struct search *search, struct candidate candidate)
{
    int64_t messages;
    double least_s = ports_s(search->ring, &candidate, &messages);
    search->work_left -= search->ring->ring.host_count;
    if (least_s >= search->best_s || is_over(search))
        return false;
    search->work_left -= PLAN_WORK + messages / RUN;
    rd_arena_borrow(search->arena);
    rd_arena_borrow(search->scratch);
    struct rd_plan plan = {0};
    write_plan(search->ring, &candidate, search->arena, search->scratch, &plan);
    double planned_s =
        rd_referee_makespan_s(search->instance, &plan, search->arena, search->scratch);
    if (planned_s < search->best_s) {
        search->best_s = planned_s;
        search->best = candidate;
    }
    return true;
}

/* The other ways of writing down the best flow and size. On a one-way ring no port has two rows. */
static void try_ways(struct search *search)
{
    struct candidate best = search->best;
    for (int order = 0; order < (search->ring->two_way ? ORDERS : 1); order++)
        for (int cut = 0; cut < CUTS; cut++)
            if (order != (int)best.order || cut != (int)best.cut)
                try(search, (struct candidate){best.z, best.size, order, cut});
}

/* The most items that cross an edge under a flow. */
static int64_t most_items(const struct rd_ring *ring, int64_t z)
{
    int64_t below = z - ring->least_sum, above = ring->greatest_sum - z;
    return below > above ? below : above;
}

/* Tries messages of a flow, whole ones first, then of half the size before. In: as the others are
 * written down. */
static void try_sizes(struct search *search, struct candidate candidate)
{
    search->work_left -= search->ring->ring.host_count;
    if (rd_charged_ring_value(search->ring, candidate.z).seconds >= search->best_s)
        return;
    candidate.size = most_items(&search->ring->ring, candidate.z);
    while (try(search, candidate) && candidate.size > 1)
        candidate.size -= candidate.size / 2;
}

static void try_size(struct search *search, int64_t size)
{
    struct candidate candidate = search->best;
    candidate.size = size;
    if (size > 0 && size != search->best.size)
        try(search, candidate);
}

/* The fullest edge in more messages, and in fewer, than the best; then larger and smaller ones, by
 * less and less. */
static void refine(struct search *search)
{
    enum { NUMBERS = 64 };
    int64_t items = most_items(&search->ring->ring, search->best.z);
    int64_t best = (items - 1) / search->best.size + 1, least = best - best / 3;
    int64_t most = best + best / 2 + 1, step = (most - least) / NUMBERS + 1;
    for (int64_t i = least; i <= most && !is_over(search); i += step)
        try_size(search, (items - 1) / i + 1);
    for (step = search->best.size / 2; step > 0 && !is_over(search); step /= 2) {
        try_size(search, search->best.size - step);
        try_size(search, search->best.size + step);
    }
}

static void try_flow(struct search *search, int64_t z)
{
    for (int order = 0; order < (search->ring->two_way ? ORDERS : 1); order++)
        for (int cut = 0; cut < CUTS && !is_over(search); cut++)
            try_sizes(search, (struct candidate){.z = z, .order = order, .cut = cut});
}

/* The best flow, coarsely; then all, outward from it, the farther the fewer. */
static void try_flows(struct search *search, int64_t z)
{
    struct rd_interval all = search->ring->z;
    try_sizes(search, (struct candidate){.z = z});
    try_ways(search);
    refine(search);
    try_ways(search);
    try_flow(search, z);
    for (int64_t far = 1; !is_over(search); far += 1 + far / 4) {
        bool below = z - all.first >= far, above = all.last - z >= far;
        if (!below && !above)
            break;
        if (below)
            try_flow(search, z - far);
        if (above)
            try_flow(search, z + far);
    }
    refine(search);
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
        .work_left = WORK + HOST_WORK * (int64_t)ring.ring.host_count,
        .enough_s = optimum.least_s,
        .best_s = optimum.light.seconds,
        .best = {.z = optimum.light.z, .size = most_items(&ring.ring, optimum.light.z)},
    };
    if (!is_over(&search))
        try_flows(&search, optimum.best.z);
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
    .plan = plan,
};
