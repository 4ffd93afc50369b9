/* Stars whose master has several ports: loads to reach, or to balance, nothing computed.
 *
 *     workers with too many ==> master, k at a time ==> workers with too few
 *
 * With a port for every worker each link works alone: worker i's items reach the master at up_i, 2
 * up_i, .., and the l-th item from the last that worker j receives must leave l down_j before the
 * end. Items are alike, so the k-th arrival goes to the k-th most urgent of these places; the end
 * is the largest of a_k + b_k, arrivals a by time and places b by falling need, and no other is
 * earlier if nobody sends and receives. With fewer ports the end is also at least a k-th of one
 * port's longest way (star_order.c). What is planned is the best of some greedy orders: cheapest or
 * longest left in, dearest or longest left out, and the places above. Hypotheses: one kind; a
 * master that holds nothing before and after. */
#include "bounds.h"
#include "port_queues.h"

#include "algorithms/algorithm.h"
#include "sim/base/keyed_sort.h"
#include "algorithms/kernels/list_schedule.h"
#include "sim/base/heap.h"

#include <math.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_places_accepts(instance, reterr);
}

/* --- plans --- */

/* What is urgent: the cheapest in and the dearest out, or what has most left. */
struct rule {
    bool longest_in, longest_out;
};

struct search {
    const struct rd_instance *instance;
    struct rd_star_queues queues;
    struct rd_list_problem problem; /* links of senders, then of receivers */
    int64_t items;
    const struct rd_keyed *out; /* [items] what goes out, by rising need */
    struct rd_arena *scratch;
    struct rd_star_shortest shortest;
};

/* Links that wait, the most urgent first; or messages under way, the one that ends first. */
struct entry {
    double first, second;
    uint32_t link;
};

struct queue {
    struct entry *heap;
    size_t count;
};

static bool precedes(const struct queue *queue, struct entry a, struct entry b)
{
    (void)queue;
    if (a.first != b.first)
        return a.first < b.first;
    return a.second != b.second ? a.second < b.second : a.link < b.link;
}

RD_DEFINE_HEAP(struct queue, struct entry, heap, count, precedes, RD_HEAP_PUT)

static void put(struct queue *queue, struct entry entry)
{
    rd_heap_rise(queue, queue->count++, entry);
}

static void open_search(struct search *search)
{
    const struct rd_star_queues *queues = &search->queues;
    uint32_t m = search->instance->topology.host_count - 1;
    size_t links = queues->sender_count + queues->receiver_count;
    struct rd_list_link *link = rd_take(search->scratch, links, struct rd_list_link);
    int64_t *held = rd_take(search->scratch, (size_t)m + 1, int64_t);
    for (size_t i = 0; i < links; i++) {
        bool out = i >= queues->sender_count;
        struct rd_star_share share =
            out ? queues->receiver[i - queues->sender_count] : queues->sender[i];
        link[i] = (struct rd_list_link){.from = out ? m : share.worker,
                                        .to = out ? share.worker : m,
                                        .item_s = share.item_s,
                                        .items = share.items};
        held[share.worker] = out ? 0 : share.items;
    }
    search->problem = (struct rd_list_problem){
        .host_count = m + 1, .inventory = held, .link_count = links, .link = link};
    search->items = rd_star_queues_items(queues);
    search->out =
        rd_star_places(queues->receiver, queues->receiver_count, search->items, search->scratch);
}

static struct entry waiting(const struct search *search, struct rule rule, uint32_t link,
                            int64_t left)
{
    bool out = link >= search->queues.sender_count;
    double item_s = search->problem.link[link].item_s, left_s = item_s * (double)left;
    double cost = out ? -item_s : item_s;
    return (out ? rule.longest_out : rule.longest_in) ? (struct entry){-left_s, cost, link}
                                                      : (struct entry){cost, -left_s, link};
}

/* Whenever something ends, the most urgent links that have a port, and items, start. Returns the
 * link of each message, by start. O(items log m). */
static uint32_t *dispatch(const struct search *search, struct rule rule)
{
    const struct rd_list_problem *problem = &search->problem;
    size_t messages = 2 * (size_t)search->items, started = 0;
    uint32_t *order = rd_take(search->scratch, messages, uint32_t);
    int64_t *left = rd_take(search->scratch, problem->link_count, int64_t), held = 0;
    uint32_t width = rd_star_width(search->instance), room[2] = {width, width};
    struct queue ending = {rd_take(search->scratch, problem->link_count, struct entry), 0}, way[2];
    for (int out = 0; out < 2; out++)
        way[out] = (struct queue){rd_take(search->scratch, problem->link_count, struct entry), 0};
    for (uint32_t link = 0; link < problem->link_count; link++) {
        left[link] = problem->link[link].items;
        put(&way[link >= search->queues.sender_count],
            waiting(search, rule, link, problem->link[link].items));
    }
    for (double now_s = 0; started < messages;) {
        for (int out = 0; out < 2; out++)
            for (; room[out] > 0 && way[out].count > 0 && (!out || held > 0); room[out]--) {
                uint32_t link = rd_heap_pop(&way[out]).link;
                held -= out;
                left[link]--;
                put(&ending, (struct entry){now_s + problem->link[link].item_s, 0, link});
                order[started++] = link;
            }
        now_s = ending.heap[0].first;
        while (ending.count > 0 && ending.heap[0].first == now_s) {
            uint32_t link = rd_heap_pop(&ending).link;
            int out = link >= search->queues.sender_count;
            room[out]++;
            held += !out;
            if (left[link] > 0)
                put(&way[out], waiting(search, rule, link, left[link]));
        }
    }
    return order;
}

/* Forgets a plan that is not kept. */
static void forget_longer(struct search *search, double seconds, struct rd_arena_mark before)
{
    if (seconds > search->shortest.seconds)
        rd_arena_rewind(search->shortest.arena, before);
}

/* All that comes in, in the order of a list schedule, and what goes out by place. */
static void try_places(struct search *search, const uint32_t *order)
{
    struct rd_arena_mark before = rd_arena_mark(search->shortest.arena);
    const struct rd_star star = {.worker_count = search->instance->topology.host_count - 1};
    struct rd_star_moves moves = rd_star_moves_make(search->items, search->scratch);
    uint32_t *sender = moves.sender;
    for (int64_t i = 0; i < 2 * search->items; i++)
        if (order[i] < search->queues.sender_count)
            *sender++ = search->problem.link[order[i]].from;
    for (int64_t i = 0; i < search->items; i++)
        moves.receiver[i] = search->out[search->items - 1 - i].number;
    forget_longer(search, rd_star_keep_shorter(&search->shortest, &star, &moves), before);
}

static void try_rule(struct search *search, struct rule rule)
{
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    struct rd_arena_mark before = rd_arena_mark(search->shortest.arena);
    uint32_t *order = dispatch(search, rule);
    struct rd_plan plan = {0};
    rd_list_plan(&search->problem, order, 2 * (size_t)search->items, search->shortest.arena,
                 search->scratch, &plan);
    forget_longer(search, rd_star_keep_plan(&search->shortest, plan), before);
    if (!rule.longest_out) /* what comes in does not depend on it */
        try_places(search, order);
    rd_arena_rewind(search->scratch, mark);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct search search = {.instance = instance,
                            .queues = rd_star_queues_read(instance, scratch),
                            .scratch = scratch,
                            .shortest = {instance, arena, scratch, INFINITY, {0}}};
    if (search.queues.sender_count == 0)
        return true;
    open_search(&search);
    for (unsigned rule = 0; rule < 4; rule++)
        try_rule(&search, (struct rule){rule & 1, rule & 2});
    *ret_plan = search.shortest.plan;
    return true;
}

static bool promises(const struct rd_instance *instance)
{
    return instance->topology.shape == RD_STAR && instance->goal == RD_REACH &&
           rd_star_width(instance) == instance->topology.host_count - 1 &&
           rd_star_instance_links_are_equal(instance);
}

const struct rd_algorithm star_ports = {
    .name = "star-ports",
    .summary = "a master of several ports, loads to reach or balance: the best of greedy orders",
    .source = "none: our own",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_K_PORTS) | RD_BIT(RD_ALL_PORTS),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_OPTIMAL,
    .promises = promises,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM ", " RD_EXCHANGE_FREE,
    .plan = plan,
};
