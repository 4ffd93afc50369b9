#include "slowed.h"

#include "sim/model/slowing.h"

size_t rd_count_slowed(const struct rd_instance *instance, const struct rd_trace *trace,
                       double makespan_s)
{
    size_t slowed = 0;
    for (size_t i = 0; i < trace->transfer_count; i++) {
        const struct rd_timed_transfer *transfer = &trace->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&instance->topology, transfer->from, transfer->to);
        slowed += link != RD_NO_LINK && rd_may_slow(instance, link) &&
                  rd_lost_s(instance, transfer) > RD_TIME_TOLERANCE * makespan_s;
    }
    return slowed;
}
