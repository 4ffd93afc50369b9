/* Transfers that take room on shared links in the time of their bytes (RD_ROOM_BYTES) start a
 * latency before there is room. Room comes when transfers listed before end, some of which may not
 * have started yet: when a message has to start, nobody knows the date. But nothing waits for its
 * start, only for its end. So such a plan is played twice. In the rehearsal the latency passes,
 * then the transfer waits for room, and its bytes pass in the time that they take alone: nothing
 * goes over the network, where nothing would slow them down, or be slowed. This yields the dates at
 * which they begin. In the run each of their messages goes over the network, and the first starts
 * at its date. */
#pragma once

#include "replay_state.h"

/* Waits until the date of an actor's transfer, if it is about to send its first message. */
void rd_wait_for_date(struct rd_actor *actor);

/* Rehearsal: sends a message, until it has ended. */
void rd_rehearse_sending(struct rd_actor *actor, const struct rd_transfer *transfer,
                         struct rd_active_link *active_link, int64_t items);

/* Rehearsal: waits until a message that an actor has drawn has ended: rd_actor_take is next. */
void rd_rehearse_receiving(struct rd_actor *actor, const struct rd_transfer *transfer,
                           struct rd_active_link *active_link);
