#include "free_order.h"

#include "actors.h"

#include <simgrid/comm.h>
#include <simgrid/engine.h>

bool rd_prepare_free_order(struct rd_stage *stage, struct rd_error *reterr)
{
    const struct rd_instance *instance = stage->instance;
    for (size_t i = 0; i < stage->plan->row_count; i++) {
        if (stage->plan->row[i].to == RD_NO_HOST)
            return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                           "row %zu: a computation in free order: SimGrid's limit of transfers a "
                           "link delays it",
                           i);
        if (stage->plan->row[i].messages == 0)
            return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                           "row %zu: as held in free order: how many messages it makes is not "
                           "known when everything is posted",
                           i);
    }
    struct rd_free_order *order = rd_take(&stage->arena, 1, struct rd_free_order);
    order->link_s = rd_take(&stage->arena, stage->pair_count, double);
    order->unposted = stage->pair_count;
    if (instance->port_count != UINT32_MAX) {
        order->ports = instance->port_count;
        size_t count = (size_t)instance->topology.host_count * order->ports;
        order->out_s = rd_take(&stage->arena, count, double);
        order->in_s = rd_take(&stage->arena, count, double);
    }
    stage->free_order = order;
    return true;
}

void rd_post_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    const struct rd_row *row;
    while ((row = rd_draw(actor))) {
        rd_wait_for_items(actor, row);
        rd_take_items(stage, row, row->items);
        struct rd_pair *pair = rd_pair_between(stage, row->from, row->to);
        sg_comm_t comm = sg_mailbox_put_init(rd_mailbox(pair, row), &stage->plan->row[actor->row],
                                             rd_message_bytes(stage, row, row->items));
        sg_comm_detach(comm, NULL);
    }
}

/* Of a port's slots, the one that has been free for longest. */
static double *freest(double *slot_s, uint32_t ports, uint32_t host)
{
    double *first = slot_s + (size_t)host * ports, *best = first;
    for (uint32_t i = 1; i < ports; i++)
        if (first[i] < *best)
            best = &first[i];
    return best;
}

static double later(double a_s, double b_s)
{
    return a_s > b_s ? a_s : b_s;
}

/* When did a message start that ends now? SimGrid does not say when its queue let it go: in the
 * exact model its cost tells; else it was not before its link and its ports were left. */
static double start_of(struct rd_stage *stage, const struct rd_row *row)
{
    struct rd_free_order *order = stage->free_order;
    double now_s = simgrid_get_clock();
    if (stage->request->model == RD_EXACT_MODEL) {
        const struct rd_instance *instance = stage->instance;
        struct rd_link_cost cost =
            rd_link_cost(instance, rd_link_between(&instance->topology, row->from, row->to));
        return now_s - rd_transfer_s(cost, (double)rd_message_bytes(stage, row, row->items));
    }
    double *link_s = &order->link_s[rd_pair_between(stage, row->from, row->to) - stage->pair];
    double start_s = *link_s;
    *link_s = now_s;
    if (order->ports > 0) {
        double *out_s = freest(order->out_s, order->ports, row->from);
        double *in_s = freest(order->in_s, order->ports, row->to);
        start_s = later(start_s, later(*out_s, *in_s));
        *out_s = *in_s = now_s;
    }
    return start_s;
}

/* A message that a receiver expects. */
struct expected {
    sg_comm_t comm;
    const struct rd_row *row;
    bool ends_row;
    void *payload;
};

/* Expects all messages of the lane. Returns: how many they are. */
static size_t expect_all(struct rd_actor *actor, struct expected **ret_expected)
{
    struct rd_stage *stage = actor->stage;
    size_t count = 0;
    for (uint32_t i = 0; i < actor->lane->row_count; i++)
        count += (size_t)stage->plan->row[actor->lane->row[i]].messages;
    struct expected *expected = rd_take(&stage->arena, count, struct expected);
    const struct rd_row *row;
    for (size_t i = 0; (row = rd_draw(actor)); i++) {
        expected[i].row = row;
        expected[i].ends_row = actor->message + 1 == row->messages;
        expected[i].comm = sg_mailbox_get_async(
            rd_mailbox(rd_pair_between(stage, row->from, row->to), row), &expected[i].payload);
    }
    actor->lane->next = 0; /* from here on it counts the rows that have ended */
    *ret_expected = expected;
    return count;
}

void rd_expect_lane(int argument_count, char **argument)
{
    (void)argument_count, (void)argument;
    struct rd_actor *actor = rd_begin();
    struct rd_stage *stage = actor->stage;
    struct expected *expected;
    size_t count = expect_all(actor, &expected);
    if (--stage->free_order->unposted == 0)
        for (uint32_t host = 0; host < stage->instance->topology.host_count; host++)
            rd_wake_host(stage, host);
    actor->idle = false;
    for (size_t i = 0; i < count; i++) {
        const struct rd_row *row = expected[i].row;
        actor->row = (uint32_t)(row - stage->plan->row);
        if (sg_comm_wait(expected[i].comm) != SG_OK)
            rd_break_at_transfer(stage, row);
        if (expected[i].payload != row)
            rd_break(stage,
                     (struct rd_failure){.kind = RD_FAILURE_OTHER_ROW,
                                         .to = row->to,
                                         .row = actor->row,
                                         .amount = (const struct rd_row *)expected[i].payload -
                                                   stage->plan->row});
        rd_record(stage, row, start_of(stage, row), row->items);
        rd_give_items(stage, row, row->items);
        if (expected[i].ends_row) {
            actor->lane->next++;
            rd_end_row(stage, row);
        }
        rd_wake_host(stage, row->to);
    }
    actor->idle = true;
}
