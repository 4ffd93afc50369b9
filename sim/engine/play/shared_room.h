/* Shared links of a plan that keeps to them, in part or as a whole: their room, given out in the
 * order of the plan. What shares takes room, too, for those listed behind it, but waits for none.
 */
#pragma once

#include "replay_state.h"

/* Does a transfer begin at a date (the rehearsal, in actors.c)? O(1). */
bool rd_begins_at_date(const struct rd_replay_state *replay, uint32_t transfer);

/* Makes the queues of shared links, if any transfer keeps to them, and lets the first transfers in.
 * Cost: O(transfers * shared links of a route). */
void rd_prepare_shared_room(struct rd_replay_state *replay);

/* May a transfer start, as far as its shared links are concerned? Yes, if it does not keep to them,
 * or has room on all of them. O(1). */
bool rd_has_shared_room(const struct rd_replay_state *replay, uint32_t transfer);

/* Rehearsal: sleeps until the actor's transfer has room on all its shared links. */
void rd_wait_for_room(struct rd_actor *actor);

/* What is done when a transfer has got room on all its shared links. */
typedef void rd_got_room(struct rd_replay_state *replay, uint32_t transfer);

/* A transfer has ended: gives its room to those that are next. */
void rd_leave_shared_room(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                          rd_got_room *got_room);
