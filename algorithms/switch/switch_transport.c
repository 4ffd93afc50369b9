/* Behind a switch, loads to reach or to balance: each item straight from who has it too many to who
 * has it too few.
 *
 *     delta  +5  +2 | -3 -4          host 0 gives 3 and 2, host 1 gives 2: in 5 steps, by colouring
 *
 * With one port and links alike, any such transport has a busiest port of max |delta| items, and an
 * edge colouring takes just so many steps (Koenig): no schedule takes fewer. On a bus, times add
 * up, and no fewer items can move. With k ports a step carries k messages of a host, but one of a
 * pair: so transports are sought in which no pair carries much, level by level (Gale and Ryser, for
 * pairs of equal capacity); not always is there one for the bound's steps, and items could take a
 * way round. Where links differ, the cheapest carry first, or with several ports all alike, and
 * messages are listed greedily.
 * Balance: the window and the final loads that the bound leaves.
 * Several kinds: a transport of each, and one colouring of what pairs carry of all kinds together;
 * what the busiest port must send, or receive, of all kinds is then its steps. Hypotheses: one
 * kind; or loads to reach with one port, without latency, shared links and single sends. */
#include "algorithms/algorithm.h"

#include "final_loads.h"
#include "schedule.h"

#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    if (instance->kind_count == 1)
        return true;
    bool one_by_one = instance->topology.shape == RD_BUS || rd_switch_is_one_port(instance);
    return (instance->goal == RD_REACH && one_by_one && !rd_has_latency(instance) &&
            !instance->shared && instance->sends != RD_SINGLE_SEND) ||
           rd_refuse(reterr,
                     "%" PRIu32 " kinds of items: one kind is accepted, or loads to reach with one "
                     "port, no latency, no shared links and no single sends",
                     instance->kind_count);
}

/* --- who gives to whom --- */

struct party {
    uint32_t host;
    int64_t items;
};

static uint32_t list_parties(const struct rd_switch_finals *finals, bool receive,
                             struct party *party)
{
    uint32_t count = 0;
    for (uint32_t host = 0; host < finals->n; host++) {
        int64_t items =
            receive ? -rd_switch_surplus(finals, host) : rd_switch_surplus(finals, host);
        if (items > 0)
            party[count++] = (struct party){host, items};
    }
    return count;
}

static void give(struct party *giver, struct party *receiver, struct rd_transfers *transfers)
{
    int64_t items = giver->items < receiver->items ? giver->items : receiver->items;
    if (items > 0)
        transfers->edge[transfers->count++] =
            (struct rd_multi_edge){giver->host, receiver->host, items};
    giver->items -= items;
    receiver->items -= items;
}

struct pair {
    double item_s;
    uint32_t giver, receiver; /* parties */
};

/* The cheapest first; of equal ones the first. */
RD_ORDERED_BY(by_cost, struct pair, item_s, giver, receiver)

/* Over the cheapest links first, as much as there is. */
static void give_cheaply(const struct rd_instance *instance, struct party *giver,
                         uint32_t giver_count, struct party *receiver, uint32_t receiver_count,
                         struct rd_arena *scratch, struct rd_transfers *transfers)
{
    size_t count = (size_t)giver_count * receiver_count;
    struct pair *pair = rd_take(scratch, count, struct pair), *at = pair;
    for (uint32_t from = 0; from < giver_count; from++)
        for (uint32_t to = 0; to < receiver_count; to++)
            *at++ =
                (struct pair){rd_item_s(instance, giver[from].host, receiver[to].host), from, to};
    qsort(pair, count, sizeof *pair, by_cost);
    for (size_t i = 0; i < count; i++)
        give(&giver[pair[i].giver], &receiver[pair[i].receiver], transfers);
}

/* Down to which level a giver's items lower what receivers lack, no pair by more than `most`. */
static int64_t level_of(const struct party *receiver, uint32_t count, int64_t items, int64_t most)
{
    int64_t low = 0, high = INT64_MAX / 2;
    while (low < high) { /* the greatest level at which they do not suffice, + 1 */
        int64_t middle = low + (high - low) / 2, taken = 0;
        for (uint32_t i = 0; i < count && taken <= items; i++) {
            int64_t over = receiver[i].items - middle;
            taken += over < 0 ? 0 : over < most ? over : most;
        }
        if (taken <= items)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* Gives in turn, each to those who lack most, no pair more than `most`. Writes edges if there is
 * room. Returns: false if that fails. */
static bool give_level(const struct party *giver, uint32_t giver_count, struct party *receiver,
                       uint32_t receiver_count, int64_t most, struct rd_transfers *transfers)
{
    for (uint32_t from = 0; from < giver_count; from++) {
        int64_t left = giver[from].items;
        int64_t level = level_of(receiver, receiver_count, left, most);
        for (uint32_t to = 0; to < receiver_count; to++) {
            int64_t over = receiver[to].items - level;
            left -= over < 0 ? 0 : over < most ? over : most;
        }
        for (uint32_t to = 0; to < receiver_count; to++) {
            int64_t over = receiver[to].items - level;
            int64_t given = over < 0 ? 0 : over < most ? over : most;
            if (left > 0 && over >= 0 && level > 0 && given < most) {
                given++;
                left--;
            }
            receiver[to].items -= given;
            if (given > 0 && transfers->edge)
                transfers->edge[transfers->count++] =
                    (struct rd_multi_edge){giver[from].host, receiver[to].host, given};
        }
        if (left > 0)
            return false;
    }
    return true;
}

/* The first giver gives to the first receiver, and so on: fewest pairs. */
static void give_in_turn(struct party *giver, uint32_t giver_count, struct party *receiver,
                         struct rd_transfers *transfers)
{
    for (uint32_t from = 0, to = 0; from < giver_count;) {
        give(&giver[from], &receiver[to], transfers);
        to += receiver[to].items == 0;
        from += giver[from].items == 0;
    }
}

/* The transport in which the fullest pair carries least. */
static void give_evenly(const struct party *giver, uint32_t giver_count,
                        const struct party *receiver, uint32_t receiver_count,
                        struct rd_arena *scratch, struct rd_transfers *transfers)
{
    struct party *lack = rd_take(scratch, receiver_count, struct party);
    int64_t low = 1, high = 1;
    for (uint32_t i = 0; i < giver_count; i++)
        high = giver[i].items > high ? giver[i].items : high;
    struct rd_multi_edge *edge =
        rd_take(scratch, (size_t)giver_count * receiver_count, struct rd_multi_edge);
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        memcpy(lack, receiver, receiver_count * sizeof *lack);
        if (give_level(giver, giver_count, lack, receiver_count, middle, transfers))
            high = middle;
        else
            low = middle + 1;
    }
    memcpy(lack, receiver, receiver_count * sizeof *lack);
    transfers->edge = edge;
    bool given = give_level(giver, giver_count, lack, receiver_count, high, transfers);
    rd_assert(given);
}

enum how { IN_TURN, CHEAPLY, EVENLY };

/* Chooses who gives to whom, and schedules that. */
static bool plan_how(const struct rd_switch_finals *finals, enum how how,
                     const struct rd_options *options, struct rd_arena *arena,
                     struct rd_arena *scratch, struct rd_plan *plan, struct rd_error *reterr)
{
    struct rd_transfers transfers = {.instance = finals->instance};
    struct party *giver = rd_take(scratch, finals->n, struct party);
    struct party *receiver = rd_take(scratch, finals->n, struct party);
    uint32_t giver_count = list_parties(finals, false, giver);
    uint32_t receiver_count = list_parties(finals, true, receiver);
    if (giver_count == 0)
        return true;
    if (how == EVENLY) {
        give_evenly(giver, giver_count, receiver, receiver_count, scratch, &transfers);
        return rd_switch_schedule_transfers(&transfers, options, arena, scratch, plan, reterr);
    }
    transfers.edge = rd_take(scratch, (size_t)giver_count + receiver_count, struct rd_multi_edge);
    if (how == CHEAPLY)
        give_cheaply(finals->instance, giver, giver_count, receiver, receiver_count, scratch,
                     &transfers);
    else
        give_in_turn(giver, giver_count, receiver, &transfers);
    return rd_switch_schedule_transfers(&transfers, options, arena, scratch, plan, reterr);
}

/* --- several kinds --- */

/* What a pair carries of a kind. */
struct part {
    uint32_t from, to, kind;
    int64_t items;
};

RD_ORDERED_BY(by_pair, struct part, from, to, kind)

static uint32_t list_kind(const struct rd_instance *instance, uint32_t kind, bool receive,
                          struct party *party)
{
    uint32_t count = 0;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        size_t entry = (size_t)host * instance->kind_count + kind;
        int64_t items = instance->load[entry] - instance->target[entry];
        items = receive ? -items : items;
        if (items > 0)
            party[count++] = (struct party){host, items};
    }
    return count;
}

/* Who gives whom what, kind by kind, over the cheapest links first where they differ. Returns: how
 * many parts, by pair; they are from scratch. */
static size_t list_parts(const struct rd_instance *instance, struct part **ret_part,
                         struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    size_t entries = (size_t)n * instance->kind_count, room = 0, count = 0;
    for (size_t i = 0; i < entries; i++)
        room += instance->load[i] != instance->target[i];
    struct part *part = rd_take(scratch, room, struct part);
    struct party *giver = rd_take(scratch, n, struct party);
    struct party *receiver = rd_take(scratch, n, struct party);
    struct rd_transfers of_kind = {.instance = instance,
                                   .edge = rd_take(scratch, 2 * (size_t)n, struct rd_multi_edge)};
    for (uint32_t kind = 0; kind < instance->kind_count; kind++) {
        rd_arena_borrow(scratch);
        uint32_t givers = list_kind(instance, kind, false, giver);
        uint32_t receivers = list_kind(instance, kind, true, receiver);
        of_kind.count = 0;
        if (rd_switch_counts_steps(instance))
            give_in_turn(giver, givers, receiver, &of_kind);
        else
            give_cheaply(instance, giver, givers, receiver, receivers, scratch, &of_kind);
        for (size_t i = 0; i < of_kind.count; i++) {
            struct rd_multi_edge edge = of_kind.edge[i];
            part[count++] = (struct part){edge.row, edge.column, kind, edge.count};
        }
    }
    if (count > 0)
        qsort(part, count, sizeof *part, by_pair);
    *ret_part = part;
    return count;
}

/* The parts of a pair together: [.count] edges, and in ret_first the first part of each. */
static struct rd_transfers join_pairs(const struct rd_instance *instance, const struct part *part,
                                      size_t count, size_t *ret_first, struct rd_arena *scratch)
{
    struct rd_transfers pairs = {.instance = instance,
                                 .edge = rd_take(scratch, count, struct rd_multi_edge)};
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || part[i].from != part[i - 1].from || part[i].to != part[i - 1].to) {
            ret_first[pairs.count] = i;
            pairs.edge[pairs.count++] = (struct rd_multi_edge){part[i].from, part[i].to, 0};
        }
        pairs.edge[pairs.count - 1].count += part[i].items;
    }
    return pairs;
}

static int by_ends(const void *left, const void *right)
{
    const struct rd_multi_edge *a = left, *b = right;
    return a->row != b->row ? rd_order(a->row, b->row) : rd_order(a->column, b->column);
}

/* Appends a pair's transfer, kind after kind: a message that has several becomes one of each, one
 * after the other. In: *part, the first of the pair that is not used up; moved on. */
static void add_parts(const struct rd_transfer *transfer, struct part **part,
                      struct rd_arena *arena, struct rd_plan *plan)
{
    int64_t left = transfer->items * transfer->messages;
    while (left > 0) {
        int64_t items = (*part)->items < left ? (*part)->items : left;
        struct rd_transfer of_kind = *transfer;
        of_kind.kind = (int32_t)(*part)->kind;
        of_kind.items = transfer->items == 1 ? 1 : items;
        of_kind.messages = items / of_kind.items;
        rd_plan_add(plan, arena, of_kind);
        left -= items;
        (*part)->items -= items;
        *part += (*part)->items == 0;
    }
}

/* Plans as if all items were of one kind, and tells kinds apart afterwards: givers have all that
 * they give from the start, so the order of kinds is free. */
static bool plan_kinds(const struct rd_instance *instance, const struct rd_options *options,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan,
                       struct rd_error *reterr)
{
    struct part *part;
    size_t count = list_parts(instance, &part, scratch);
    size_t *first = rd_take(scratch, count, size_t);
    struct rd_transfers pairs = join_pairs(instance, part, count, first, scratch);
    struct part **next = rd_take(scratch, pairs.count, struct part *);
    for (size_t i = 0; i < pairs.count; i++)
        next[i] = &part[first[i]];
    struct rd_plan joined = {0};
    if (!rd_switch_schedule_transfers(&pairs, options, arena, scratch, &joined, reterr))
        return false;
    plan->timing = joined.timing;
    plan->round_count = joined.round_count;
    for (size_t i = 0; i < joined.transfer_count; i++) {
        const struct rd_transfer *transfer = &joined.transfer[i];
        struct rd_multi_edge ends = {transfer->from, transfer->to, 0};
        const struct rd_multi_edge *edge =
            bsearch(&ends, pairs.edge, pairs.count, sizeof ends, by_ends);
        add_parts(transfer, &next[edge - pairs.edge], arena, plan);
    }
    return true;
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_bound busiest = {0};
    if (instance->kind_count > 1)
        return plan_kinds(instance, options, arena, scratch, ret_plan, reterr);
    struct rd_switch_finals finals = rd_switch_finals_read(instance, scratch);
    rd_switch_finals_choose(&finals, &busiest);
    bool alike = rd_switch_counts_steps(instance);
    bool one_by_one = instance->topology.shape == RD_BUS || rd_switch_is_one_port(instance);
    enum how how = !alike ? CHEAPLY : one_by_one ? IN_TURN : EVENLY;
    if (!plan_how(&finals, how, options, arena, scratch, ret_plan, reterr))
        return false;
    struct rd_plan even = {0};
    if (how != CHEAPLY || one_by_one ||
        !plan_how(&finals, EVENLY, options, arena, scratch, &even, NULL))
        return true;
    /* Few pairs leave ports idle, and many use dear links. */
    if (rd_referee_makespan_s(instance, &even, arena, scratch) <
        rd_referee_makespan_s(instance, ret_plan, arena, scratch))
        *ret_plan = even;
    return true;
}

/* Of several kinds no theorem here says what is least: the port bound does. */
static bool promises(const struct rd_instance *instance)
{
    return instance->kind_count == 1 && rd_switch_promises_time(instance);
}

/* The busiest port counts one kind, no latency, and of shared links only full uplinks; a bus takes
 * each item over its quickest link. */
static bool asks_dear_bounds(const struct rd_instance *instance)
{
    bool carries_more = instance->shared || instance->topology.shape == RD_BUS;
    return instance->kind_count > 1 || rd_has_latency(instance) ||
           (carries_more && !rd_switch_promises_time(instance));
}

/* Items one by one in a colouring: a transfer each at the worst. */
static double transfer_bound(const struct rd_instance *instance)
{
    double hosts = instance->topology.host_count, items = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        items += (double)rd_item_count(instance, kind);
    return 2 * hosts * hosts + items;
}

const struct rd_algorithm switch_transport = {
    .name = "switch-transport",
    .summary = "loads to reach or to balance: each item straight to its host, by edge colouring",
    .source = "none: our own; Koenig (1916), de Werra (1971) for the colouring",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_OPTIMAL,
    .promises = promises,
    .accepts = accepts,
    .transfer_bound = transfer_bound,
    .asks_dear_bounds = asks_dear_bounds,
    .plan = plan,
};
