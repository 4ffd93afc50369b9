#include "port_queues.h"

#include "bounds.h"

#include "algorithms/graph/goal.h"
#include "sim/base/keyed_sort.h"
#include "sim/base/integers.h"
#include "sim/referee/referee.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void rd_star_shares_sort(struct rd_star_share *share, size_t count, bool cheapest_first,
                         struct rd_arena *scratch)
{
    size_t in_order = 1; /* links that cost the same are */
    while (in_order < count &&
           (cheapest_first ? share[in_order - 1].item_s <= share[in_order].item_s
                           : share[in_order - 1].item_s >= share[in_order].item_s))
        in_order++;
    if (in_order >= count)
        return;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_keyed *keyed = rd_take(scratch, count, struct rd_keyed);
    struct rd_star_share *before = rd_take(scratch, count, struct rd_star_share);
    memcpy(before, share, count * sizeof *share);
    for (size_t i = 0; i < count; i++) {
        int64_t key = rd_cost_key(share[i].item_s);
        keyed[i] = (struct rd_keyed){cheapest_first ? key : -key, (uint32_t)i};
    }
    rd_sort_keyed(keyed, count, scratch);
    for (size_t i = 0; i < count; i++)
        share[i] = before[keyed[i].number];
    rd_arena_rewind(scratch, mark);
}

bool rd_star_queues_accepts(const struct rd_instance *instance, const char *what,
                            struct rd_error *reterr)
{
    uint32_t master = instance->topology.host_count - 1;
    char label[RD_LABEL_SIZE];
    if (!rd_star_accepts_one_kind(instance, what, reterr))
        return false;
    if (instance->goal != RD_REACH || rd_target(instance, master, 0) == 0)
        return true;
    return rd_refuse(reterr,
                     "the master, %s, is to end with %" PRId64 " items: a star's master keeps none",
                     rd_host_label(instance, master, label), rd_target(instance, master, 0));
}

int64_t rd_star_queues_items(const struct rd_star_queues *queues)
{
    int64_t items = 0;
    for (size_t i = 0; i < queues->sender_count; i++)
        items += queues->sender[i].items;
    return items;
}

bool rd_star_instance_links_are_equal(const struct rd_instance *instance)
{
    uint32_t m = instance->topology.host_count - 1;
    for (uint32_t worker = 1; worker < m; worker++)
        for (int up = 0; up < 2; up++)
            if (!rd_same_cost(rd_star_item_s(instance, worker, up),
                              rd_star_item_s(instance, 0, up)))
                return false;
    return true;
}

double rd_star_longest_way(const struct rd_star_queues *queues)
{
    double in = 0, out = 0, longest = 0;
    for (size_t i = 0; i < queues->receiver_count; i++)
        out += queues->receiver[i].item_s * (double)queues->receiver[i].items;
    size_t to = 0;
    int64_t got = 0;
    for (size_t from = 0; from < queues->sender_count; from++) {
        double a = queues->sender[from].item_s;
        for (int64_t left = queues->sender[from].items; left > 0;) {
            double b = queues->receiver[to].item_s;
            int64_t room = queues->receiver[to].items - got;
            int64_t both = left < room ? left : room;
            double first = in + a + out;
            double last = in + a * (double)both + out - b * (double)(both - 1);
            longest = first > longest ? first : longest;
            longest = last > longest ? last : longest;
            in += a * (double)both;
            out -= b * (double)both;
            left -= both;
            got += both;
            if (both == room) {
                to++;
                got = 0;
            }
        }
    }
    return longest;
}

/* In: what workers are to send (above 0) or receive (below 0); NULL: what their loads are above
 * those that they are to reach. */
static struct rd_star_queues queues_of(const struct rd_instance *instance, const int64_t *change,
                                       struct rd_arena *arena)
{
    uint32_t m = instance->topology.host_count - 1;
    /* Each share goes into both, where the next overwrites what does not belong: who sends is as
     * good as random, and processors would guess wrong. */
    struct rd_star_queues queues = {.sender = rd_take(arena, (size_t)m + 1, struct rd_star_share),
                                    .receiver = rd_take(arena, (size_t)m + 1, struct rd_star_share),
                                    .best = true};
    for (uint32_t worker = 0; worker < m; worker++) {
        int64_t over =
            change ? change[worker] : rd_load(instance, worker, 0) - rd_target(instance, worker, 0);
        bool sends = over > 0;
        struct rd_star_share share = {rd_star_item_s(instance, worker, sends), llabs(over), worker};
        queues.sender[queues.sender_count] = queues.receiver[queues.receiver_count] = share;
        queues.sender_count += sends;
        queues.receiver_count += over < 0;
    }
    rd_star_shares_sort(queues.sender, queues.sender_count, true, arena);
    rd_star_shares_sort(queues.receiver, queues.receiver_count, false, arena);
    return queues;
}

/* What workers must send and receive to be in a window. Returns: how many more are sent than
 * received. */
static int64_t set_least(const struct rd_instance *instance, int64_t low, int64_t error,
                         int64_t *change)
{
    int64_t over = 0;
    for (uint32_t worker = 0; worker + 1 < instance->topology.host_count; worker++) {
        int64_t load = rd_load(instance, worker, 0), high = low + error;
        change[worker] = load > high ? load - high : load < low ? load - low : 0;
        over += change[worker];
    }
    return over;
}

/* Lets the workers of cheapest links send, or receive, the rest: `cheap` has them in this order. */
static void set_change(const struct rd_instance *instance, int64_t low, int64_t error,
                       const struct rd_star_share *cheap_up, const struct rd_star_share *cheap_down,
                       int64_t *change)
{
    uint32_t m = instance->topology.host_count - 1;
    int64_t over = set_least(instance, low, error, change);
    for (uint32_t i = 0; i < m && over != 0; i++) {
        uint32_t worker = over < 0 ? cheap_up[i].worker : cheap_down[i].worker;
        int64_t held = rd_load(instance, worker, 0) - change[worker];
        int64_t room = over < 0 ? held - low : low + error - held;
        int64_t more = room < llabs(over) ? room : llabs(over);
        /* Who must receive does not send besides, nor the other way round. */
        if (over < 0 ? change[worker] < 0 : change[worker] > 0)
            continue;
        change[worker] += over < 0 ? more : -more;
        over += over < 0 ? more : -more;
    }
    rd_assert(over == 0);
}

static struct rd_star_queues read_balance(const struct rd_instance *instance,
                                          struct rd_arena *arena)
{
    uint32_t m = instance->topology.host_count - 1;
    struct rd_network network = {.instance = instance, .host_count = m + 1, .relay = m};
    int64_t least, error, *change = rd_take(arena, m, int64_t);
    int64_t count = rd_network_balance_windows(&network, 0, &least, &error);
    struct rd_star_share *up = rd_take(arena, m, struct rd_star_share);
    struct rd_star_share *down = rd_take(arena, m, struct rd_star_share);
    for (uint32_t worker = 0; worker < m; worker++) {
        up[worker] = (struct rd_star_share){rd_star_item_s(instance, worker, true), 0, worker};
        down[worker] = (struct rd_star_share){rd_star_item_s(instance, worker, false), 0, worker};
    }
    rd_star_shares_sort(up, m, true, arena);
    rd_star_shares_sort(down, m, true, arena);
    int64_t low = least, high = least + count - 1;
    /* The lowest window that lacks as many as it sends, or more. */
    RD_FIND_FIRST(low, high, i, set_least(instance, i, error, change) <= 0);
    int64_t first = low - RD_STAR_WINDOWS / 2 < least ? least : low - RD_STAR_WINDOWS / 2;
    if (count <= RD_STAR_WINDOWS)
        first = least;
    struct rd_star_queues best = {0};
    double best_s = 0;
    for (int64_t i = first; i < least + count && i < first + RD_STAR_WINDOWS; i++) {
        set_change(instance, i, error, up, down, change);
        struct rd_star_queues queues = queues_of(instance, change, arena);
        double way_s = rd_star_longest_way(&queues);
        if (i == first || way_s < best_s) {
            best = queues;
            best_s = way_s;
        }
    }
    best.best = count <= RD_STAR_WINDOWS;
    return best;
}

bool rd_star_queues_best(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_star_queues *ret_queues, struct rd_error *reterr)
{
    *ret_queues = rd_star_queues_read(instance, arena);
    return ret_queues->best ||
           rd_refuse(reterr,
                     "a balance within %" PRId64
                     ": the least time of all final loads is computed within up to %d",
                     instance->balance_error, RD_STAR_WINDOWS);
}

void rd_star_pass_master(const struct rd_instance *instance, struct rd_bound *bound)
{
    rd_star_add_master_bottleneck(instance->topology.host_count - 1, bound);
    bound->schedule_class = rd_class_on(instance, RD_ITEM_BY_ITEM ", " RD_EXCHANGE_FREE);
}

double rd_star_keep_plan(struct rd_star_shortest *shortest, struct rd_plan plan)
{
    double seconds =
        rd_referee_makespan_s(shortest->instance, &plan, shortest->arena, shortest->scratch);
    if (seconds < shortest->seconds) {
        shortest->seconds = seconds;
        shortest->plan = plan;
    }
    return seconds;
}

double rd_star_keep_shorter(struct rd_star_shortest *shortest, const struct rd_star *star,
                            const struct rd_star_moves *moves)
{
    struct rd_plan plan = {0};
    rd_star_plan(star, moves, shortest->arena, &plan);
    return rd_star_keep_plan(shortest, plan);
}

struct rd_star_queues rd_star_queues_read(const struct rd_instance *instance,
                                          struct rd_arena *arena)
{
    bool balances = instance->goal == RD_BALANCE && instance->topology.host_count > 1;
    return balances ? read_balance(instance, arena) : queues_of(instance, NULL, arena);
}

/* Items that are told apart. */
enum { PLACE_LIMIT = 20000000 };

bool rd_star_places_accepts(const struct rd_instance *instance, struct rd_error *reterr)
{
    int64_t items = rd_item_count(instance, 0);
    if (!rd_star_queues_accepts(instance, "a plan for several ports", reterr))
        return false;
    return items <= PLACE_LIMIT ||
           rd_refuse(reterr, "%" PRId64 " items: a plan for several ports takes up to %d", items,
                     PLACE_LIMIT);
}

struct rd_keyed *rd_star_places(const struct rd_star_share *share, size_t count, int64_t items,
                                struct rd_arena *arena)
{
    struct rd_keyed *place = rd_take(arena, (size_t)items, struct rd_keyed), *at = place;
    for (size_t i = 0; i < count; i++)
        for (int64_t item = 1; item <= share[i].items; item++)
            *at++ = (struct rd_keyed){rd_cost_key(share[i].item_s * (double)item), share[i].worker};
    rd_sort_keyed(place, (size_t)items, arena);
    return place;
}
