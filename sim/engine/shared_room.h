/* Shared links of a plan that keeps to them: their room, given out in the order of the plan. */
#pragma once

#include "replay_state.h"

/* Makes the queues of shared links, if the plan keeps to them, and lets the first transfers in.
 * Cost: O(transfers * shared links of a route). */
void rd_prepare_shared_room(struct rd_replay_state *replay);

/* Has a transfer room on all its shared links? O(1). */
bool rd_has_shared_room(const struct rd_replay_state *replay, uint32_t transfer);

/* A transfer has ended: gives its room to those that are next, and wakes their senders. */
void rd_leave_shared_room(struct rd_replay_state *replay, const struct rd_transfer *transfer);
