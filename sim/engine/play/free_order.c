#include "free_order.h"

#include "recording.h"
#include "waits.h"

#include "sim/engine/simgrid/releases.h"
#include "sim/engine/simgrid/library.h"

#include <string.h>

/* What a port, or the bus, carries, and the links that all of it crosses: only on one of these can
 * SimGrid tell that the port is taken. */
struct common {
    sg_link_t *link; /* [link_count] */
    size_t link_count, transfer_count;
};

/* One more route. */
static void intersect(struct common *common, const struct rd_route *route, struct rd_arena *arena)
{
    size_t kept = 0;
    if (common->transfer_count++ == 0) {
        common->link = rd_take(arena, route->link_count, sg_link_t);
        common->link_count = route->link_count;
        if (route->link_count > 0)
            memcpy(common->link, route->link, route->link_count * sizeof *route->link);
        return;
    }
    for (size_t i = 0; i < common->link_count; i++)
        for (size_t j = 0; j < route->link_count; j++)
            if (common->link[i] == route->link[j]) {
                common->link[kept++] = common->link[i];
                break;
            }
    common->link_count = kept;
}

static bool check_port(const struct common *common, const struct rd_instance *instance,
                       uint32_t host, const char *does, struct rd_error *reterr)
{
    if (common->transfer_count <= instance->port_count || common->link_count > 0)
        return true;
    return rd_refuse(
        reterr,
        "%s %s over routes that have no link in common, on which SimGrid would keep %s "
        "in free order: links of the hosts themselves, as behind a switch, are accepted",
        host == RD_NO_HOST ? "the bus" : rd_label(instance, host), does,
        host == RD_NO_HOST ? "it" : "the port");
}

static bool check_ports(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_instance *instance = replay->instance;
    uint32_t hosts = instance->topology.host_count;
    struct rd_route route = {0};
    struct common bus = {0}, *out = rd_take(&replay->arena, hosts, struct common),
                  *in = rd_take(&replay->arena, hosts, struct common);
    for (size_t i = 0; i < replay->plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &replay->plan->transfer[i];
        rd_route_read(&route, replay->host[transfer->from], replay->host[transfer->to],
                      &replay->arena);
        intersect(&out[transfer->from], &route, &replay->arena);
        intersect(&in[transfer->to], &route, &replay->arena);
        if (instance->topology.shape == RD_BUS)
            intersect(&bus, &route, &replay->arena);
    }
    for (uint32_t host = 0; host < hosts; host++)
        if (!check_port(&out[host], instance, host, "sends", reterr) ||
            !check_port(&in[host], instance, host, "receives", reterr))
            return false;
    return check_port(&bus, instance, RD_NO_HOST, "carries messages", reterr);
}

bool rd_prepare_free_order(struct rd_replay_state *replay, struct rd_error *reterr)
{
    const struct rd_instance *instance = replay->instance;
    for (size_t i = 0; i < replay->plan->transfer_count; i++) {
        if (replay->plan->transfer[i].to == RD_NO_HOST)
            return rd_refuse(reterr,
                             "transfer %zu: a computation in free order: SimGrid's limit of "
                             "transfers a link delays it",
                             i);
        if (replay->plan->transfer[i].messages == 0)
            return rd_refuse(reterr,
                             "transfer %zu: as held in free order: how many messages it makes is "
                             "not known when everything is posted",
                             i);
    }
    if (instance->port_count != UINT32_MAX && !check_ports(replay, reterr))
        return false;
    struct rd_free_order *order = rd_take(&replay->arena, 1, struct rd_free_order);
    order->link_s = rd_take(&replay->arena, replay->active_link_count, double);
    order->unposted = replay->active_link_count;
    if (instance->port_count != UINT32_MAX) {
        order->ports = instance->port_count;
        size_t count = (size_t)instance->topology.host_count * order->ports;
        order->out_s = rd_take(&replay->arena, count, double);
        order->in_s = rd_take(&replay->arena, count, double);
    }
    replay->free_order = order;
    return true;
}

void rd_run_post_queue(struct rd_actor *actor)
{
    struct rd_replay_state *replay = actor->replay;
    const struct rd_transfer *transfer;
    while ((transfer = rd_actor_draw(actor))) {
        rd_wait_for_items(actor);
        rd_take_items(replay, transfer, transfer->items);
        struct rd_active_link *active_link = rd_active_link_of(replay, actor->transfer);
        sg_comm_t comm = rd_simgrid.sg_mailbox_put_init(
            active_link->mailbox, &replay->plan->transfer[actor->transfer],
            rd_message_bytes(replay, transfer, transfer->items));
        rd_simgrid.sg_comm_detach(comm, NULL);
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
static double start_of(struct rd_replay_state *replay, const struct rd_transfer *transfer)
{
    struct rd_free_order *order = replay->free_order;
    const struct rd_active_link *active_link =
        rd_active_link_of(replay, (size_t)(transfer - replay->plan->transfer));
    double now_s = rd_simgrid.simgrid_get_clock();
    if (!replay->request->tcp) {
        const struct rd_instance *instance = replay->instance;
        struct rd_link_cost cost = rd_link_cost(instance, active_link->link);
        return now_s - rd_message_duration_s(
                           cost, (double)rd_message_bytes(replay, transfer, transfer->items));
    }
    double *link_s = &order->link_s[active_link - replay->active_link];
    double start_s = *link_s;
    *link_s = now_s;
    if (order->ports > 0) {
        double *out_s = freest(order->out_s, order->ports, transfer->from);
        double *in_s = freest(order->in_s, order->ports, transfer->to);
        start_s = later(start_s, later(*out_s, *in_s));
        *out_s = *in_s = now_s;
    }
    return start_s;
}

/* A message that a receiver expects. */
struct expected {
    sg_comm_t comm;
    const struct rd_transfer *transfer;
    bool ends_transfer;
    void *payload;
};

/* Expects all messages of the queue. Returns: how many they are. */
static size_t expect_all(struct rd_actor *actor, struct expected **ret_expected)
{
    struct rd_replay_state *replay = actor->replay;
    size_t count = 0;
    for (uint32_t i = 0; i < actor->queue->transfer_count; i++)
        count += (size_t)replay->plan->transfer[actor->queue->transfer[i]].messages;
    struct expected *expected = rd_take(&replay->arena, count, struct expected);
    const struct rd_transfer *transfer;
    for (size_t i = 0; (transfer = rd_actor_draw(actor)); i++) {
        expected[i].transfer = transfer;
        expected[i].ends_transfer = actor->message + 1 == transfer->messages;
        expected[i].comm = rd_simgrid.sg_mailbox_get_async(
            rd_active_link_of(replay, actor->transfer)->mailbox, &expected[i].payload);
    }
    actor->queue->next = 0; /* from here on it counts the transfers that have ended */
    *ret_expected = expected;
    return count;
}

void rd_run_expect_queue(struct rd_actor *actor)
{
    struct rd_replay_state *replay = actor->replay;
    struct expected *expected;
    size_t count = expect_all(actor, &expected);
    if (--replay->free_order->unposted == 0)
        for (uint32_t host = 0; host < replay->instance->topology.host_count; host++)
            rd_wake_host(replay, host);
    actor->idle = false;
    for (size_t i = 0; i < count; i++) {
        const struct rd_transfer *transfer = expected[i].transfer;
        actor->transfer = (uint32_t)(transfer - replay->plan->transfer);
        if (rd_simgrid.sg_comm_wait(expected[i].comm) != SG_OK)
            rd_replay_break_at_transfer(replay, transfer);
        if (expected[i].payload != transfer)
            rd_replay_break(replay, (struct rd_failure){
                                        .kind = RD_FAILURE_OTHER_TRANSFER,
                                        .to = transfer->to,
                                        .transfer = actor->transfer,
                                        .amount = (const struct rd_transfer *)expected[i].payload -
                                                  replay->plan->transfer});
        rd_record(replay, transfer, start_of(replay, transfer), transfer->items);
        rd_give_items(replay, transfer, transfer->items);
        if (expected[i].ends_transfer) {
            actor->queue->next++;
            rd_end_transfer(replay, transfer);
        }
        rd_wake_host(replay, transfer->to);
    }
    actor->idle = true;
}
