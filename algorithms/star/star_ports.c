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
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "shares.h"

#include "algorithms/kernels/list_schedule.h"

#include <inttypes.h>
#include <math.h>

/* The most items, and items times links that greedy orders may look at. */
enum { ITEM_LIMIT = 20000000 };
#define LOOK_LIMIT INT64_C(4000000000)

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    int64_t items = rd_item_count(instance, 0);
    uint32_t m = instance->topology.host_count - 1;
    if (!rd_star_queues_accepts(instance, "a plan for several ports", reterr))
        return false;
    return (items <= ITEM_LIMIT && items * m <= LOOK_LIMIT) ||
           rd_refuse(reterr,
                     "%" PRId64 " items on %" PRIu32
                     " workers: a plan for several ports takes up to %d items, and %" PRId64
                     " items times workers",
                     items, m, ITEM_LIMIT, LOOK_LIMIT);
}

/* --- places --- */

/* The items one by one, by the date when each arrives, if its link works alone; or by how long
 * before the end it must leave. */
static struct rd_star_share *list_places(const struct rd_star_share *share, size_t count,
                                         int64_t items, struct rd_arena *arena)
{
    struct rd_star_share *place = rd_take(arena, (size_t)items, struct rd_star_share), *at = place;
    for (size_t i = 0; i < count; i++)
        for (int64_t item = 1; item <= share[i].items; item++)
            *at++ = (struct rd_star_share){share[i].item_s * (double)item, 1, share[i].worker};
    rd_star_shares_sort(place, (size_t)items, true);
    return place;
}

/* The end where each link works alone. */
static double alone_s(const struct rd_star_queues *queues, struct rd_arena *scratch)
{
    int64_t items = rd_star_queues_items(queues);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct rd_star_share *in = list_places(queues->sender, queues->sender_count, items, scratch);
    struct rd_star_share *out =
        list_places(queues->receiver, queues->receiver_count, items, scratch);
    double end_s = 0;
    for (int64_t i = 0; i < items; i++)
        end_s = fmax(end_s, in[i].item_s + out[items - 1 - i].item_s);
    rd_arena_rewind(scratch, mark);
    return end_s;
}

static bool bound(RD_BOUND_PARAMETERS)
{
    struct rd_star_queues queues;
    if (!accepts(instance, NULL, reterr) ||
        !rd_star_queues_best(instance, scratch, &queues, reterr))
        return false;
    struct rd_bound found = {.name = "the master's ports",
                             .why = "Every worker holds what it is to end with: nothing moves.",
                             .tight = true};
    double shared_s = rd_star_longest_way(&queues) / rd_star_width(instance);
    /* Which workers keep an item more matters to their links alone, and is chosen otherwise. */
    double lone_s = instance->goal == RD_REACH ? alone_s(&queues, scratch) : 0;
    if (queues.sender_count > 0) {
        found.seconds = fmax(shared_s, lone_s);
        found.tight = instance->goal == RD_REACH &&
                      rd_star_width(instance) == instance->topology.host_count - 1;
        rd_star_pass_master(instance, &found);
        found.why = rd_arena_print(
            arena,
            "%" PRId64 " items pass the master: over its workers' links, each alone, not before "
            "%.10g s, and through its %" PRIu32
            " ports together not before %.10g s. Workers only send what they have too many, and "
            "only receive what they lack.",
            rd_star_queues_items(&queues), lone_s, rd_star_width(instance), shared_s);
    }
    *ret_bound = found;
    return true;
}

/* --- plans --- */

/* What is urgent: the cheapest in and the dearest out, or what has most left. */
struct rule {
    bool longest_in, longest_out;
};

struct search {
    const struct rd_instance *instance;
    struct rd_star_queues queues;
    struct rd_list_link *link; /* senders, then receivers */
    size_t link_count;
    uint32_t *ports; /* [hosts] */
    int64_t items;
    struct rd_arena *scratch;
    struct rd_star_shortest shortest;
    struct rule rule;
};

static struct rd_list_priority priority(void *context, size_t link, int64_t left,
                                        const int64_t held[2])
{
    (void)held;
    const struct search *search = context;
    double item_s = search->link[link].item_s, left_s = item_s * (double)left;
    if (link < search->queues.sender_count)
        return search->rule.longest_in ? (struct rd_list_priority){left_s, -item_s}
                                       : (struct rd_list_priority){-item_s, left_s};
    return search->rule.longest_out ? (struct rd_list_priority){left_s, item_s}
                                    : (struct rd_list_priority){item_s, left_s};
}

static void open_search(struct search *search)
{
    const struct rd_star_queues *queues = &search->queues;
    uint32_t m = search->instance->topology.host_count - 1;
    search->items = rd_star_queues_items(queues);
    search->link_count = queues->sender_count + queues->receiver_count;
    search->link = rd_take(search->scratch, search->link_count, struct rd_list_link);
    search->ports = rd_take(search->scratch, (size_t)m + 1, uint32_t);
    for (uint32_t host = 0; host <= m; host++)
        search->ports[host] = host == m ? rd_star_width(search->instance) : 1;
    struct rd_list_link *link = search->link;
    for (size_t i = 0; i < queues->sender_count; i++)
        *link++ = (struct rd_list_link){.from = queues->sender[i].worker,
                                        .to = m,
                                        .item_s = queues->sender[i].item_s,
                                        .items = queues->sender[i].items};
    for (size_t i = 0; i < queues->receiver_count; i++)
        *link++ = (struct rd_list_link){.from = m,
                                        .to = queues->receiver[i].worker,
                                        .item_s = queues->receiver[i].item_s,
                                        .items = queues->receiver[i].items};
}

/* All that comes in, in the order of a list schedule, and what goes out by place. */
static void try_places(struct search *search, const uint32_t *order)
{
    const struct rd_star star = {.worker_count = search->instance->topology.host_count - 1};
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    struct rd_star_share *out = list_places(search->queues.receiver, search->queues.receiver_count,
                                            search->items, search->scratch);
    struct rd_star_moves moves = rd_star_moves_make(search->items, search->scratch);
    uint32_t *sender = moves.sender;
    for (int64_t i = 0; i < 2 * search->items; i++)
        if (search->link[order[i]].to == star.worker_count)
            *sender++ = search->link[order[i]].from;
    for (int64_t i = 0; i < search->items; i++)
        moves.receiver[i] = out[search->items - 1 - i].worker;
    rd_star_keep_shorter(&search->shortest, &star, &moves);
    rd_arena_rewind(search->scratch, mark);
}

static void try_rule(struct search *search, struct rule rule)
{
    struct rd_arena_mark mark = rd_arena_mark(search->scratch);
    size_t messages = 2 * (size_t)search->items;
    uint32_t *order = rd_take(search->scratch, messages, uint32_t);
    int64_t *held = rd_take(search->scratch, search->instance->topology.host_count, int64_t);
    for (size_t i = 0; i < search->queues.sender_count; i++)
        held[search->queues.sender[i].worker] = search->queues.sender[i].items;
    struct rd_list_problem problem = {
        .host_count = search->instance->topology.host_count,
        .ports = search->ports,
        .inventory = held,
        .link_count = search->link_count,
        .link = search->link,
        .priority = priority,
        .context = search,
    };
    search->rule = rule;
    rd_list_schedule(&problem, INFINITY, order, search->scratch);
    struct rd_plan plan = {0};
    rd_list_plan(&problem, order, messages, search->shortest.arena, search->scratch, &plan);
    rd_star_keep_plan(&search->shortest, plan);
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
    .bound = bound,
    .plan = plan,
};
