/* The critical path of a trace: the transfers that determine its makespan. */
#pragma once

#include "instance.h"
#include "trace.h"

/* Why a transfer of the path could not start earlier; "the one before" is its predecessor. */
enum rd_critical_reason {
    RD_CRITICAL_START,     /* it starts at 0 */
    RD_CRITICAL_SEND_PORT, /* its sender was sending the one before */
    RD_CRITICAL_RECEIVE_PORT,
    RD_CRITICAL_LINK,      /* the directed link was busy with it */
    RD_CRITICAL_ITEM,      /* it brought the item to the sender, or to the processor */
    RD_CRITICAL_PROCESSOR, /* the processor was computing it */
    RD_CRITICAL_BUS,
    RD_CRITICAL_SPACE,  /* it gave up the bytes that the object takes at its receiver */
    RD_CRITICAL_SHARED, /* it was on a link of the platform that both routes share */
    RD_CRITICAL_WAIT    /* nothing ended then: an idle round, a causal dependency, or waiting on
                           purpose */
};

struct rd_critical_transfer {
    size_t transfer; /* of the trace */
    enum rd_critical_reason reason;
};

/* Walks back from a transfer that ends last to one that starts at 0, at each step to a transfer
 * that ends when this one starts (within the tolerance), items before ports, ties to the smaller
 * transfer. Returns: the number of transfers, first to last in *ret_link (arena). 0 for an empty
 * trace. Cost: O(transfers log transfers). */
size_t rd_critical_path_of_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                                 struct rd_arena *arena, struct rd_critical_transfer **ret_path);

/* "sends after", "receives after", ...: how a table words a reason. */
const char *rd_critical_reason_name(enum rd_critical_reason reason);
