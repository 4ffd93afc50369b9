/* A run that stopped before its end: who waits for whom. */
#pragma once

#include "replay_state.h"

/* Has every transfer ended?
 * Errors: RD_ERROR_RUN: the cycle of transfers that wait for each other, from the first that has
 * not ended; or the transfer that never ends. Cost: O(actors); O(transfers) if not. */
bool rd_check_finished(struct rd_replay_state *replay, struct rd_error *reterr);
