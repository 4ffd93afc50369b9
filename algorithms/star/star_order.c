/* Loads to reach on a star, nothing computed: the order of sends and receptions (Theorem 2).
 *
 *     senders, cheapest link first --> master --> receivers, most expensive link first
 *
 * A two-machine flow shop whose second operations may be assigned to any first ones: short first
 * operations feed the out-port early, long second operations must not come last. Worker i sends or
 * receives just what it has too many or too few; then the end is the largest of
 * a_1 + .. + a_k + b_k + .. + b_N over k, a and b the times of single items in these orders, and
 * no other order ends earlier. The paper's proof ends with receivers the other way round, which is
 * wrong: star-order-reversed shows it. Workers that also pass items to each other can be faster.
 * Hypotheses: one kind; a master that holds nothing before and after. Links may take longer one way
 * than the other, since each is used one way only.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* What one worker gives to its port. */
struct share {
    double item_s;
    int64_t items;
    uint32_t worker;
};

static int cheapest_first(const void *left, const void *right)
{
    const struct share *a = left, *b = right;
    if (a->item_s != b->item_s)
        return a->item_s < b->item_s ? -1 : 1;
    return (a->worker > b->worker) - (a->worker < b->worker);
}

static int dearest_first(const void *left, const void *right)
{
    const struct share *a = left, *b = right;
    if (a->item_s != b->item_s)
        return a->item_s > b->item_s ? -1 : 1;
    return (a->worker > b->worker) - (a->worker < b->worker);
}

/* The two ports' queues. */
struct queues {
    size_t sender_count;
    size_t receiver_count;
    struct share *sender;   /* [sender_count] */
    struct share *receiver; /* [receiver_count] */
};

static struct queues read_queues(const struct rd_instance *instance, bool senders_reversed,
                                 bool receivers_reversed, struct rd_arena *arena)
{
    uint32_t m = instance->topology.host_count - 1;
    struct queues queues = {.sender = rd_take(arena, m, struct share),
                            .receiver = rd_take(arena, m, struct share)};
    for (uint32_t worker = 0; worker < m; worker++) {
        int64_t delta = rd_load(instance, worker, 0) - rd_target(instance, worker, 0);
        if (delta > 0)
            queues.sender[queues.sender_count++] =
                (struct share){rd_item_s(instance, worker, m), delta, worker};
        else if (delta < 0)
            queues.receiver[queues.receiver_count++] =
                (struct share){rd_item_s(instance, m, worker), -delta, worker};
    }
    qsort(queues.sender, queues.sender_count, sizeof *queues.sender,
          senders_reversed ? dearest_first : cheapest_first);
    qsort(queues.receiver, queues.receiver_count, sizeof *queues.receiver,
          receivers_reversed ? cheapest_first : dearest_first);
    return queues;
}

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    uint32_t master = instance->topology.host_count - 1;
    char label[RD_LABEL_SIZE];
    if (!rd_star_accepts_one_kind(instance, "Theorem 2", reterr))
        return false;
    if (rd_target(instance, master, 0) == 0)
        return true;
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "the master, %s, is to end with %" PRId64 " items: a star's master keeps none",
                   rd_host_label(instance, master, label), rd_target(instance, master, 0));
}

static void add_queues(const struct rd_instance *instance, const struct queues *queues,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t m = instance->topology.host_count - 1;
    for (size_t i = 0; i < queues->sender_count; i++)
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = queues->sender[i].worker,
                                         .to = m,
                                         .items = 1,
                                         .messages = queues->sender[i].items});
    for (size_t i = 0; i < queues->receiver_count; i++)
        rd_plan_add(plan, arena,
                    (struct rd_transfer){.from = m,
                                         .to = queues->receiver[i].worker,
                                         .items = 1,
                                         .messages = queues->receiver[i].items});
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options, (void)reterr;
    struct queues queues = read_queues(instance, false, false, scratch);
    add_queues(instance, &queues, arena, ret_plan);
    return true;
}

static bool plan_reversed(const struct rd_instance *instance, const struct rd_options *options,
                          struct rd_arena *arena, struct rd_arena *scratch,
                          struct rd_plan *ret_plan, struct rd_error *reterr)
{
    (void)reterr;
    const char *reversed = rd_option_text(options, "reversed");
    struct queues queues = read_queues(instance, strcmp(reversed, "receivers") != 0,
                                       strcmp(reversed, "senders") != 0, scratch);
    add_queues(instance, &queues, arena, ret_plan);
    return true;
}

/* The largest of a_1 + .. + a_k + b_k + .. + b_N. While k runs through the items of one sender and
 * one receiver, the sum is linear in k: its ends are enough. */
static double longest_way(const struct queues *queues)
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

static bool bound(const struct rd_instance *instance, struct rd_arena *arena,
                  struct rd_arena *scratch, struct rd_bound *ret_bound, struct rd_error *reterr)
{
    if (!accepts(instance, NULL, reterr))
        return false;
    struct queues queues = read_queues(instance, false, false, scratch);
    int64_t items = 0;
    for (size_t i = 0; i < queues.sender_count; i++)
        items += queues.sender[i].items;
    struct rd_bound found = {
        .seconds = longest_way(&queues),
        .name = "Theorem 2",
        .why = "Every worker holds what it is to end with: nothing moves.",
        .tight = true,
    };
    if (items > 0) {
        rd_star_add_master_bottleneck(instance->topology.host_count - 1, &found);
        found.schedule_class =
            rd_star_has_latency(instance) ? "item-by-item, exchange-free" : "exchange-free";
        found.why = rd_arena_print(
            arena,
            "%" PRId64
            " item%s must pass the master, from cheap links first and to expensive links "
            "first; the longest way through its two ports takes %.10g s. Workers only send what "
            "they have too many, and only receive what they lack.",
            items, items == 1 ? "" : "s", found.seconds);
    }
    *ret_bound = found;
    return true;
}

static const struct rd_option_spec reversed_specs[] = {
    {"reversed", "receivers|senders|both", "receivers",
     "whose order is reversed; receivers is what the proof's last lines say"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_order = {
    .name = "star-order",
    .summary = "loads to reach: cheapest senders first, most expensive receivers first",
    .source = "[marchal2007], Theorem 2, its proof fixed",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .bound = bound,
    .plan = plan,
};

const struct rd_algorithm star_order_reversed = {
    .name = "star-order-reversed",
    .summary = "loads to reach: receivers, or senders, the other way round",
    .source = "[marchal2007], Theorem 2, the last lines of its proof",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_HEURISTIC,
    .options = reversed_specs,
    .accepts = accepts,
    .bound = bound,
    .plan = plan_reversed,
};
