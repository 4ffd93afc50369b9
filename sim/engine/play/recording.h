/* What is told of a run: its messages and computations, one after the other. */
#pragma once

#include "replay_state.h"

/* Records what has ended now, if a trace is wanted, and counts it. */
void rd_record(struct rd_replay_state *replay, const struct rd_transfer *transfer, double start_s,
               int64_t items);
