/* The chain of transfers that makes a makespan: the critical path of a trace. */
#ifndef REDIST_CORE_CHAIN_H
#define REDIST_CORE_CHAIN_H

#include "instance.h"
#include "trace.h"

/* Why a link of the chain could not start earlier. */
enum rd_chain_reason {
    RD_CHAIN_START,     /* it starts at 0 */
    RD_CHAIN_SEND_PORT, /* its sender was sending the link before */
    RD_CHAIN_RECEIVE_PORT,
    RD_CHAIN_LINK,      /* the directed link was busy with it */
    RD_CHAIN_ITEM,      /* it brought the item to the sender, or to the processor */
    RD_CHAIN_PROCESSOR, /* the processor was computing it */
    RD_CHAIN_BUS,
    RD_CHAIN_WAIT /* nothing ended then: an idle round, knowledge, or waiting on purpose */
};

struct rd_chain_link {
    size_t row; /* of the trace */
    enum rd_chain_reason reason;
};

/* Walks back from a row that ends last to one that starts at 0, at each step to a row that ends
 * when this one starts (within the tolerance), items before ports, ties to the smaller row.
 * Returns: the number of links, first to last in *ret_link (arena). 0 for an empty trace.
 * Cost: O(rows log rows). */
size_t rd_chain_of_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                         struct rd_arena *arena, struct rd_chain_link **ret_link);

/* "sends after", "receives after", ...: how a table words a reason. */
const char *rd_chain_reason_name(enum rd_chain_reason reason);

#endif
