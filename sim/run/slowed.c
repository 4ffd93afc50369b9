#include "slowed.h"

size_t rd_count_slowed(const struct rd_instance *instance, const struct rd_trace *trace,
                       double makespan_s)
{
    size_t slowed = 0;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&instance->topology, transfer->from, transfer->to);
        if (link == RD_NO_LINK || !rd_may_slow(instance, link))
            continue;
        double alone_s =
            rd_message_duration_s(rd_link_cost(instance, link),
                                  rd_content_bytes(instance, transfer->kind, transfer->items));
        double lasts_s = transfer->end_s - transfer->start_s;
        slowed += lasts_s - alone_s > RD_TIME_TOLERANCE * makespan_s;
    }
    return slowed;
}
