/* What actors do: the steps that all kinds of them share, and the three that play a plan in order.
 * Actors have small stacks: nothing here prints or formats. */
#pragma once

#include "replay_state.h"

/* The code of actors: send the messages of a queue, receive them, do either, compute. */
void rd_run_send_queue(struct rd_actor *actor);
void rd_run_receive_queue(struct rd_actor *actor);
void rd_run_combined_queue(struct rd_actor *actor);
void rd_run_compute_queue(struct rd_actor *actor);

/* Sends a message. In: waits: until it has ended, in the same call of SimGrid; only where nothing
 * fails. Returns: what is left to wait for; NULL if nothing. */
sg_comm_t rd_actor_post(struct rd_actor *actor, const struct rd_transfer *transfer,
                        struct rd_active_link *active_link, int64_t items, bool waits);

/* Starts to expect a message. */
sg_comm_t rd_actor_expect(struct rd_actor *actor, struct rd_active_link *active_link);

/* What was expected has arrived: it is recorded, and its items are held. Returns: how many. */
int64_t rd_actor_take(struct rd_actor *actor, const struct rd_transfer *transfer);

/* The last message of what a receiver has drawn has arrived, and others may go on. */
void rd_actor_close(struct rd_actor *actor, const struct rd_transfer *transfer);
