/* One actor of SimGrid that sends and receives, for a host of one port or for one of its links in
 * and out, where it can wait for both. */
#pragma once

#include "replay_state.h"

/* Can a plan of one port, or of lock-step, be played in pairs? Nothing may fail; and self-timed,
 * what a host sends may wait for nothing but what it receives, since nobody wakes an actor that
 * waits for messages.
 * Cost: O(transfers). */
bool rd_may_pair(const struct rd_replay_state *replay);

/* The code of an actor that plays a pair. In: two struct rd_actor, first what receives. */
void rd_run_pair(struct rd_actor *receiver);
