#include "schedule.h"

#include "sim/base/integers.h"

#include <inttypes.h>
#include <stdlib.h>

/* Does every message take time? */
static bool take_time(const struct rd_multicast *multicast, struct rd_error *reterr)
{
    const struct rd_network *network = &multicast->network;
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t length = 0; length < multicast->length_count; length++)
            if (!(rd_multicast_message_s(multicast, length, link, 1) > 0))
                return rd_refuse(reterr,
                                 "an item from %s to %s takes no time: planners of copies accept "
                                 "more than 0 s",
                                 rd_label(network->instance, network->from[link]),
                                 rd_label(network->instance, network->to[link]));
    return true;
}

bool rd_copies_can_be_scheduled(const struct rd_multicast *multicast, struct rd_error *reterr)
{
    uint64_t hosts = multicast->network.host_count;
    if (!take_time(multicast, reterr))
        return false;
    if (multicast->item_count > RD_SCHEDULE_ITEM_LIMIT / hosts)
        return rd_refuse(reterr,
                         "%" PRIu64 " items, %" PRIu64 " hosts: plans of copies are made of at "
                         "most %" PRIu64 " items times hosts; larger items are fewer",
                         multicast->item_count, hosts, RD_SCHEDULE_ITEM_LIMIT);
    return multicast->deliveries <= RD_SCHEDULE_DELIVERY_LIMIT ||
           rd_refuse(reterr,
                     "%" PRIu64 " items have to come to hosts: plans of copies bring at most "
                     "%" PRIu64 "; larger items are fewer",
                     multicast->deliveries, RD_SCHEDULE_DELIVERY_LIMIT);
}

RD_ORDERED_BY(by_start, struct rd_copy_message, start_s, link)

void rd_sort_messages(struct rd_copy_schedule *schedule)
{
    if (schedule->count > 0)
        qsort(schedule->message, schedule->count, sizeof *schedule->message, by_start);
}

void rd_plan_multicast(const struct rd_multicast *multicast,
                       const struct rd_copy_schedule *schedule, struct rd_arena *arena,
                       struct rd_plan *plan)
{
    plan->timing = RD_SELF_TIMED;
    for (size_t i = 0; i < schedule->count; i++) {
        const struct rd_copy_message *message = &schedule->message[i];
        const struct rd_multicast_piece *piece = &multicast->piece[message->piece];
        struct rd_transfer transfer = {
            .from = multicast->network.from[message->link],
            .to = multicast->network.to[message->link],
            .kind = (int32_t)piece->kind,
            .items = message->items,
            .messages = 1,
        };
        rd_plan_add_copies(plan, arena, transfer,
                           piece->first_item + (int64_t)(message->item - piece->first));
    }
}
