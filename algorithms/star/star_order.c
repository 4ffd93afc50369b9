/* Loads to reach, or to balance, on a star, nothing computed: the order of sends and receptions
 * (Theorem 2).
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
#include "bounds.h"
#include "port_queues.h"

#include "algorithms/algorithm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_star_queues_accepts(instance, "Theorem 2", reterr);
}

static struct rd_transfer row_of(uint32_t from, uint32_t to, int64_t items)
{
    return (struct rd_transfer){.from = from, .to = to, .items = 1, .messages = items};
}

static void add_queues(const struct rd_instance *instance, const struct rd_star_queues *queues,
                       struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t m = instance->topology.host_count - 1;
    rd_plan_reserve(plan, arena, queues->sender_count + queues->receiver_count);
    for (size_t i = 0; i < queues->sender_count; i++)
        rd_plan_add(plan, arena, row_of(queues->sender[i].worker, m, queues->sender[i].items));
    for (size_t i = 0; i < queues->receiver_count; i++)
        rd_plan_add(plan, arena, row_of(m, queues->receiver[i].worker, queues->receiver[i].items));
}

/* Loads to reach over links that cost the same: in every order workers come by their numbers. Each
 * gets the next row of its side without a branch, as who sends is as good as random; what does not
 * belong there is overwritten, or lies behind the last row. */
static void add_by_number(const struct rd_instance *instance, struct rd_arena *arena,
                          struct rd_plan *plan)
{
    uint32_t m = instance->topology.host_count - 1;
    size_t senders = 0, receivers = 0;
    for (uint32_t worker = 0; worker < m; worker++) {
        senders += instance->load[worker] > instance->target[worker];
        receivers += instance->load[worker] < instance->target[worker];
    }
    rd_plan_reserve(plan, arena, senders + receivers + 1);
    struct rd_transfer *row = plan->transfer;
    size_t sent = 0, received = senders;
    for (uint32_t worker = 0; worker < m; worker++) {
        int64_t over = instance->load[worker] - instance->target[worker];
        bool sends = over > 0;
        /* Field by field: as rd_plan_append. Round and kind are 0 in new memory. */
        struct rd_transfer *own = row + (sends ? sent : received);
        own->from = sends ? worker : m;
        own->to = sends ? m : worker;
        own->items = 1;
        own->messages = llabs(over);
        sent += sends;
        received += over < 0;
    }
    plan->transfer_count = received;
    plan->round_count = received > 0;
}

static void add_sorted(const struct rd_instance *instance, const char *reversed,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan)
{
    if (instance->goal == RD_REACH && instance->costs_equal) {
        add_by_number(instance, arena, plan);
        return;
    }
    struct rd_star_queues queues = rd_star_queues_read(instance, scratch);
    if (reversed && strcmp(reversed, "receivers") != 0)
        rd_star_shares_sort(queues.sender, queues.sender_count, false, scratch);
    if (reversed && strcmp(reversed, "senders") != 0)
        rd_star_shares_sort(queues.receiver, queues.receiver_count, true, scratch);
    add_queues(instance, &queues, arena, plan);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    add_sorted(instance, NULL, arena, scratch, ret_plan);
    return true;
}

static bool plan_reversed(RD_PLAN_PARAMETERS)
{
    add_sorted(instance, rd_option_text(options, "reversed"), arena, scratch, ret_plan);
    return true;
}

/* Balance: where links are equal, so that exchanges between workers cannot help. */
static bool promises(const struct rd_instance *instance)
{
    return instance->goal == RD_REACH ||
           (instance->topology.shape == RD_STAR && instance->balance_error <= RD_STAR_WINDOWS &&
            rd_star_instance_links_are_equal(instance));
}

static const struct rd_option_spec reversed_specs[] = {
    {"reversed", "receivers|senders|both", "receivers",
     "whose order is reversed; receivers is what the proof's last lines say"},
    {NULL, NULL, NULL, NULL},
};

const struct rd_algorithm star_order = {
    .name = "star-order",
    .summary = "loads to reach or balance: cheapest senders first, most expensive receivers first",
    .source = "[marchal2007], Theorem 2, its proof fixed",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_OPTIMAL,
    .promises = promises,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM ", " RD_EXCHANGE_FREE,
    .plan = plan,
};

const struct rd_algorithm star_order_reversed = {
    .name = "star-order-reversed",
    .summary = "loads to reach or balance: receivers, or senders, the other way round",
    .source = "[marchal2007], Theorem 2, the last lines of its proof",
    .shape = RD_STAR,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH) | RD_BIT(RD_BALANCE),
    .guarantee = RD_HEURISTIC,
    .options = reversed_specs,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM ", " RD_EXCHANGE_FREE,
    .plan = plan_reversed,
};
