#include "recording.h"

#include "copies.h"
#include "sim/engine/simgrid/library.h"

void rd_record(struct rd_replay_state *replay, const struct rd_transfer *transfer, double start_s,
               int64_t items)
{
    struct rd_simulate_request *request = replay->request;
    if (++replay->message_count > request->message_limit)
        rd_replay_break(replay, (struct rd_failure){.kind = RD_FAILURE_MESSAGE_LIMIT,
                                                    .amount = request->message_limit});
    if (request->trace && request->trace_first_item)
        request->trace_first_item[request->trace_count] =
            rd_replay_copies_next_item(replay, (size_t)(transfer - replay->plan->transfer));
    if (request->trace)
        request->trace[request->trace_count++] = (struct rd_timed_transfer){
            start_s, rd_simgrid.simgrid_get_clock(), transfer->from, transfer->to, transfer->kind,
            items};
}
