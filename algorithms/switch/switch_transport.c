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
 * Balance: the window and the final loads that the bound leaves. Hypotheses: one kind. */
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
    return instance->kind_count == 1 ||
           rd_refuse(reterr, "%" PRIu32 " kinds of items: a transport of one kind is planned",
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

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_bound busiest = {0};
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

/* The busiest port counts no latency, and of shared links only full uplinks. */
static bool asks_dear_bounds(const struct rd_instance *instance)
{
    return rd_has_latency(instance) || (instance->shared && !rd_switch_promises_time(instance));
}

/* Items one by one in a colouring: a transfer each at the worst. */
static double transfer_bound(const struct rd_instance *instance)
{
    double hosts = instance->topology.host_count;
    return 2 * hosts * hosts + (double)rd_item_count(instance, 0);
}

const struct rd_algorithm switch_transport = {
    .name = "switch-transport",
    .summary = "loads to reach or to balance: each item straight to its host, by edge colouring",
    .source = "none: our own; Koenig (1916), de Werra (1971) for the colouring",
    .shape = RD_SWITCH,
    .ports = RD_SWITCH_PORTS,
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_time,
    .accepts = accepts,
    .transfer_bound = transfer_bound,
    .asks_dear_bounds = asks_dear_bounds,
    .plan = plan,
};
