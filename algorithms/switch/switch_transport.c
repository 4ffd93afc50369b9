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

#include "algorithms/network/bounds.h"
#include "algorithms/network/goal.h"
#include "bounds.h"
#include "schedule.h"

#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What hosts may end with, and how quickly. */
struct problem {
    const struct rd_instance *instance;
    uint32_t n;
    double *send_s, *receive_s;       /* [n] an item over the host's quickest link */
    uint32_t *width;                  /* [n] messages at a time */
    int64_t low, error, window_count; /* balance: finals in low + i .. low + i + error */
    int64_t total;
    int64_t *least, *most; /* [n] finals by a date */
    int64_t *final;        /* [n] */
};

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return instance->kind_count == 1 ||
           rd_refuse(reterr, "%" PRIu32 " kinds of items: a transport of one kind is planned",
                     instance->kind_count);
}

static bool is_bus(const struct problem *problem)
{
    return problem->instance->topology.shape == RD_BUS;
}

static struct problem read_problem(const struct rd_instance *instance, struct rd_arena *scratch)
{
    uint32_t n = instance->topology.host_count;
    struct rd_switch_quickest quickest = rd_switch_quickest(instance, RD_NO_HOST, scratch);
    struct problem problem = {
        .instance = instance,
        .n = n,
        .send_s = quickest.send_item_s,
        .receive_s = quickest.receive_item_s,
        .width = rd_switch_widths(instance, scratch),
        .total = rd_item_count(instance, 0),
        .least = rd_take(scratch, n, int64_t),
        .most = rd_take(scratch, n, int64_t),
        .final = rd_take(scratch, n, int64_t),
    };
    struct rd_network network = {.instance = instance, .host_count = n, .relay = RD_NO_HOST};
    if (instance->goal == RD_BALANCE)
        problem.window_count =
            rd_network_balance_windows(&network, 0, &problem.low, &problem.error);
    return problem;
}

/* --- final loads --- */

/* Items that a port carries by a date. */
static int64_t carried(double date_s, double cost_s, uint32_t width)
{
    double items = floor(date_s * (1 + 1e-12) / cost_s) * width;
    return cost_s > 0 && items < (double)RD_ITEM_LIMIT ? (int64_t)items : RD_ITEM_LIMIT;
}

/* Sets the finals that are possible by a date, in a window. Returns: below 0 if the window is too
 * low for what hosts cannot send in time, or for all items; above 0 if it is too high for what they
 * cannot receive; 0 if there are such finals. */
static int set_finals(struct problem *problem, int64_t low, double date_s)
{
    int64_t least = 0, most = 0;
    bool too_low = false, too_high = false;
    for (uint32_t host = 0; host < problem->n; host++) {
        int64_t load = rd_load(problem->instance, host, 0);
        bool reach = problem->instance->goal == RD_REACH;
        int64_t bottom = reach ? rd_target(problem->instance, host, 0) : low;
        int64_t top = reach ? bottom : low + problem->error;
        int64_t kept = load - carried(date_s, problem->send_s[host], problem->width[host]);
        int64_t held = load + carried(date_s, problem->receive_s[host], problem->width[host]);
        too_low |= kept > top;
        too_high |= held < bottom;
        problem->least[host] = kept > bottom ? kept : bottom;
        problem->most[host] = held < top ? held : top;
        least += problem->least[host];
        most += problem->most[host];
    }
    if (too_low || most < problem->total)
        return -1;
    return too_high || least > problem->total;
}

/* Is a date late enough? The lowest window that is not too low is the one to try. */
static bool is_enough(struct problem *problem, double date_s)
{
    int64_t low = problem->low, high = low + problem->window_count - 1;
    RD_FIND_FIRST(low, high, i, set_finals(problem, i, date_s) >= 0);
    return set_finals(problem, low, date_s) == 0;
}

/* Items that leave hosts that hold more than a window has room for, or lack in others. */
static int64_t moved(const struct problem *problem, int64_t low, bool lacks)
{
    int64_t items = 0;
    for (uint32_t host = 0; host < problem->n; host++) {
        int64_t load = rd_load(problem->instance, host, 0);
        int64_t over = lacks ? low - load : load - low - problem->error;
        items += over > 0 ? over : 0;
    }
    return items;
}

/* On a bus: the window in which fewest items move. */
static void set_finals_on_bus(struct problem *problem)
{
    int64_t low = problem->low, high = low + problem->window_count - 1;
    RD_FIND_FIRST(low, high, i, moved(problem, i, true) >= moved(problem, i, false));
    if (low > problem->low && moved(problem, low - 1, false) < moved(problem, low, true))
        low--;
    int found = set_finals(problem, low, INFINITY);
    rd_assert(found == 0);
}

/* Moves as few items as the ranges permit: each host keeps what it may, then from the first on
 * hosts give, or take, what is over. */
static void choose_finals(struct problem *problem)
{
    int64_t over = -problem->total;
    for (uint32_t host = 0; host < problem->n; host++) {
        int64_t load = rd_load(problem->instance, host, 0);
        int64_t final = load < problem->least[host]  ? problem->least[host]
                        : load > problem->most[host] ? problem->most[host]
                                                     : load;
        problem->final[host] = final;
        over += final;
    }
    for (uint32_t host = 0; host < problem->n; host++) {
        int64_t least = problem->least[host] - problem->final[host];
        int64_t most = problem->most[host] - problem->final[host];
        int64_t change = -over < least ? least : -over > most ? most : -over;
        problem->final[host] += change;
        over += change;
    }
    rd_assert(over == 0);
}

static int64_t surplus(const struct problem *problem, uint32_t host)
{
    return rd_load(problem->instance, host, 0) - problem->final[host];
}

/* What the finals make a host's port, or the bus, do. Returns: seconds; whose port, in ret_bound.
 */
static double busiest_s(const struct problem *problem, struct rd_bound *ret_bound)
{
    double most_s = 0, least_item_s = INFINITY;
    int64_t items = 0;
    struct rd_bound_port port = {0, false};
    for (uint32_t host = 0; host < problem->n; host++) {
        int64_t over = surplus(problem, host);
        bool receives = over < 0;
        double port_s = receives ? problem->receive_s[host] : problem->send_s[host];
        least_item_s = fmin(least_item_s, problem->send_s[host]);
        items += receives ? 0 : over;
        if (over == 0)
            continue;
        int64_t width = problem->width[host];
        double busy_s = (double)((llabs(over) + width - 1) / width) * port_s;
        if (busy_s > most_s) {
            most_s = busy_s;
            port = (struct rd_bound_port){host, receives};
        }
    }
    ret_bound->bottleneck = RD_BOTTLENECK_NONE;
    ret_bound->port_count = 0;
    if (is_bus(problem)) {
        ret_bound->bottleneck = RD_BOTTLENECK_BUS;
        return items > 0 ? (double)items * least_item_s : 0;
    }
    if (most_s > 0)
        rd_bound_add_bottleneck_port(ret_bound, port.host, port.receives);
    return most_s;
}

/* Chooses the finals that need least time. Returns: that time, below which no schedule ends. */
static double choose(struct problem *problem, struct rd_bound *ret_bound)
{
    if (is_bus(problem)) {
        set_finals_on_bus(problem);
        choose_finals(problem);
        return busiest_s(problem, ret_bound);
    }
    bool enough = is_enough(problem, INFINITY);
    rd_assert(enough);
    choose_finals(problem);
    double late_s = busiest_s(problem, ret_bound), early_s = 0;
    if (is_enough(problem, 0))
        late_s = 0;
    while (early_s < late_s * (1 - 1e-12)) {
        double middle_s = early_s + (late_s - early_s) / 2;
        if (is_enough(problem, middle_s)) {
            choose_finals(problem);
            late_s = fmin(middle_s, busiest_s(problem, ret_bound));
        } else {
            early_s = middle_s;
        }
    }
    enough = is_enough(problem, late_s);
    rd_assert(enough);
    choose_finals(problem);
    return busiest_s(problem, ret_bound);
}

static bool bound(RD_BOUND_PARAMETERS)
{
    if (!accepts(instance, NULL, reterr))
        return false;
    struct problem problem = read_problem(instance, scratch);
    struct rd_bound found = {.name = is_bus(&problem) ? "fewest items" : "busiest port"};
    found.seconds = choose(&problem, &found);
    found.tight = rd_switch_promises_time(instance);
    found.why = found.seconds == 0
                    ? "Hosts may keep what they hold, or items take no time."
                    : rd_arena_print(
                          arena, "What must move takes %s %.10g s over quickest links%s.",
                          is_bus(&problem) ? "the bus" : "one port", found.seconds,
                          instance->goal == RD_BALANCE ? ", whatever final loads are chosen" : "");
    /* That counts no latency and no shared link but full uplinks; a bound of any network does. */
    struct rd_bound any;
    bool counts_less = rd_has_latency(instance) || (instance->shared && !found.tight);
    if (counts_less && rd_network_bound(instance, arena, scratch, &any, NULL) &&
        any.seconds >= found.seconds)
        found = any;
    *ret_bound = found;
    return true;
}

/* --- who gives to whom --- */

struct party {
    uint32_t host;
    int64_t items;
};

static uint32_t list_parties(const struct problem *problem, bool receive, struct party *party)
{
    uint32_t count = 0;
    for (uint32_t host = 0; host < problem->n; host++) {
        int64_t items = receive ? -surplus(problem, host) : surplus(problem, host);
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
static bool plan_how(const struct problem *problem, enum how how, const struct rd_options *options,
                     struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan,
                     struct rd_error *reterr)
{
    struct rd_transfers transfers = {.instance = problem->instance};
    struct party *giver = rd_take(scratch, problem->n, struct party);
    struct party *receiver = rd_take(scratch, problem->n, struct party);
    uint32_t giver_count = list_parties(problem, false, giver);
    uint32_t receiver_count = list_parties(problem, true, receiver);
    if (giver_count == 0)
        return true;
    if (how == EVENLY) {
        give_evenly(giver, giver_count, receiver, receiver_count, scratch, &transfers);
        return rd_switch_schedule_transfers(&transfers, options, arena, scratch, plan, reterr);
    }
    transfers.edge = rd_take(scratch, (size_t)giver_count + receiver_count, struct rd_multi_edge);
    if (how == CHEAPLY)
        give_cheaply(problem->instance, giver, giver_count, receiver, receiver_count, scratch,
                     &transfers);
    else
        give_in_turn(giver, giver_count, receiver, &transfers);
    return rd_switch_schedule_transfers(&transfers, options, arena, scratch, plan, reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_bound busiest = {0};
    struct problem problem = read_problem(instance, scratch);
    choose(&problem, &busiest);
    bool alike = rd_switch_counts_steps(instance);
    bool one_by_one = is_bus(&problem) || rd_switch_is_one_port(instance);
    enum how how = !alike ? CHEAPLY : one_by_one ? IN_TURN : EVENLY;
    if (!plan_how(&problem, how, options, arena, scratch, ret_plan, reterr))
        return false;
    struct rd_plan even = {0};
    if (how != CHEAPLY || one_by_one ||
        !plan_how(&problem, EVENLY, options, arena, scratch, &even, NULL))
        return true;
    /* Few pairs leave ports idle, and many use dear links. */
    if (rd_referee_makespan_s(instance, &even, arena, scratch) <
        rd_referee_makespan_s(instance, ret_plan, arena, scratch))
        *ret_plan = even;
    return true;
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
    .bound = bound,
    .plan = plan,
};
