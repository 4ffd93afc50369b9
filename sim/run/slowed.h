/* Messages that others slowed down. */
#pragma once

#include "sim/model/instance.h"
#include "sim/model/trace.h"

/* How many messages of a simulation lasted longer than alone, because others were on their links.
 * O(messages). */
size_t rd_count_slowed(const struct rd_instance *instance, const struct rd_trace *trace,
                       double makespan_s);
