/* Pipelined packets: each is played hop by hop, and held only where it goes. */
#pragma once

#include "replay_state.h"

/* Turns a stage's plan of packets into the lock-step plan of their hops.
 * Errors: RD_ERROR_RUN: a block that does not lead to the receiver, or not in time, a host that
 *     sends or accepts two packets in a round, by transfer.
 * Cost: O(dimensions that packets cross). */
bool rd_unfold_packets(struct rd_replay_state *replay, struct rd_error *reterr);
