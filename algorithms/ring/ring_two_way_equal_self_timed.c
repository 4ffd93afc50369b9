/* Two-way ring, equal links: Algorithm 3 as printed, each message as soon as it can start.
 *
 *     step 1   step 2   step 3              the order of messages at each port is the printed one;
 *     3 > 0    3 > 0    3 > 0      h3       who lacks an item waits for it, and is on time all the
 *              2 > 3    2 > 3      h2 h3    same
 *
 * A port keeps the order of the printed steps and no dates. No message then ends after its printed
 * step, whatever hosts hold, so the plan takes Lemma 6's time: docs/ring_theorems.md, A.
 * Hypotheses: equal links; every host holds at least one item before and after. */
#include "algorithm_3.h"
#include "bounds.h"
#include "ring_two_way_equal.h"

#include "algorithms/kernels/port_order.h"

/* Links as rd_list_plan wants them: 2 x forward over edge x, 2 x + 1 backward. */
static bool count_items(const struct rd_instance *instance, struct rd_arena *scratch,
                        struct rd_list_link *link, struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    struct rd_algorithm_3 steps;
    if (!rd_algorithm_3_open(instance, scratch, &steps, reterr))
        return false;
    for (uint32_t edge = 0; edge < n; edge++) {
        uint32_t next = rd_ring_next(n, edge);
        link[2 * (size_t)edge] = (struct rd_list_link){.from = edge, .to = next};
        link[2 * (size_t)edge + 1] = (struct rd_list_link){.from = next, .to = edge};
    }
    while (rd_algorithm_3_step(&steps))
        for (uint32_t edge = 0; edge < n; edge++) {
            link[2 * (size_t)edge].items += steps.forward[edge];
            link[2 * (size_t)edge + 1].items += steps.backward[edge];
        }
    return true;
}

/* Adds a message to the orders of both its ports. */
static void add_message(struct rd_port_orders *orders, uint32_t link)
{
    rd_port_orders_add(orders, orders->problem->link[link].from, false, link, 1);
    rd_port_orders_add(orders, orders->problem->link[link].to, true, link, 1);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    uint32_t n = instance->topology.host_count;
    struct rd_list_link *link = rd_take(scratch, 2 * (size_t)n, struct rd_list_link);
    if (!count_items(instance, scratch, link, reterr))
        return false;
    struct rd_list_problem problem = {.host_count = n,
                                      .port_count = 1,
                                      .inventory = instance->load,
                                      .link_count = 2 * (size_t)n,
                                      .link = link};
    struct rd_port_orders orders = rd_port_orders_open(&problem, scratch);
    struct rd_algorithm_3 steps;
    bool opened = rd_algorithm_3_open(instance, scratch, &steps, NULL);
    rd_assert(opened);
    while (rd_algorithm_3_step(&steps))
        for (uint32_t edge = 0; edge < n; edge++) {
            if (steps.forward[edge])
                add_message(&orders, 2 * edge);
            if (steps.backward[edge])
                add_message(&orders, 2 * edge + 1);
        }
    size_t item_count = (size_t)rd_list_item_count(&problem);
    uint32_t *order = rd_take(scratch, item_count, uint32_t);
    size_t listed = rd_port_orders_list(&orders, order, scratch);
    rd_assert(listed == item_count); /* no port waits for ever: Theorem A */
    rd_list_plan(&problem, order, item_count, arena, scratch, ret_plan);
    return true;
}

const struct rd_algorithm ring_two_way_equal_self_timed = {
    .name = "ring-two-way-equal-self-timed",
    .summary = "two-way ring with equal links: Algorithm 3 as printed, who lacks an item waits",
    .source = "[renard2004], Algorithm 3; Lemma 6",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_OPTIMAL,
    .accepts = rd_ring_two_way_equal_accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
