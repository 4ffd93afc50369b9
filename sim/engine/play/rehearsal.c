#include "rehearsal.h"

#include "shared_room.h"
#include "waits.h"
#include "sim/engine/simgrid/library.h"

static void sleep_for(double seconds)
{
    if (seconds > 0)
        rd_simgrid.sg_actor_sleep_for(seconds);
}

void rd_wait_for_date(struct rd_actor *actor)
{
    const struct rd_replay_state *replay = actor->replay;
    if (actor->message == 0 && rd_begins_at_date(replay, actor->transfer))
        sleep_for(replay->request->begin_s[actor->transfer] - rd_simgrid.simgrid_get_clock());
}

void rd_rehearse_sending(struct rd_actor *actor, const struct rd_transfer *transfer,
                         struct rd_active_link *active_link, int64_t items)
{
    struct rd_replay_state *replay = actor->replay;
    double latency_s = rd_simgrid.sg_host_get_route_latency(replay->host[transfer->from],
                                                            replay->host[transfer->to]);
    struct rd_link_cost cost = rd_link_cost(replay->instance, active_link->link);
    double bytes = (double)rd_message_bytes(replay, transfer, items);
    rd_take_items(replay, transfer, items);
    sleep_for(latency_s);
    if (actor->message == 0) {
        rd_wait_for_room(actor);
        replay->request->begin_s[actor->transfer] = rd_simgrid.simgrid_get_clock() - latency_s;
    }
    actor->parity ^= 1;
    struct rd_payload *payload = &actor->payload[actor->parity];
    *payload = (struct rd_payload){actor->transfer, items,
                                   rd_simgrid.simgrid_get_clock() - latency_s, false};
    sleep_for(bytes > 0 ? bytes / cost.bandwidth_bytes_per_s : 0);
    struct rd_actor *receiver = active_link->expecting;
    active_link->expecting = receiver->waiter;
    receiver->received = payload;
    rd_actor_wake(receiver);
}

void rd_rehearse_receiving(struct rd_actor *actor, const struct rd_transfer *transfer,
                           struct rd_active_link *active_link)
{
    struct rd_actor **last = &active_link->expecting;
    while (*last)
        last = &(*last)->waiter;
    actor->waiter = NULL;
    *last = actor;
    actor->ready_s = rd_simgrid.simgrid_get_clock();
    rd_wake_host(actor->replay, transfer->from);
    rd_actor_sleep(actor);
}
