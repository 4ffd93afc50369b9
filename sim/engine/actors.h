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

/* Has an actor of SimGrid do what it does in a run, which has not ended before that. */
void rd_actor_play(struct rd_actor *actor);

/* The next message of the actor's queue; a transfer that is sent as held is drawn whole. Sleeps
 * while the queue is closed. Returns: NULL if nothing is left. */
const struct rd_transfer *rd_actor_draw(struct rd_actor *actor);

/* Is a transfer's amount cut into messages by what is there? In lock-step it is one message. */
bool rd_is_split(const struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* The last message of a transfer that is sent as held is cut: at k ports, what stands behind it at
 * both of its ports may be drawn. */
void rd_end_split(struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* Sleeps until woken. What is waited for must be looked at again afterwards. */
void rd_actor_sleep(struct rd_actor *actor);

/* Wakes an actor that sleeps; else does nothing. */
void rd_actor_wake(struct rd_actor *actor);

/* What a host must have held before it sends or computes a message of a transfer that is not cut:
 * self-timed only. In: message: its number in the transfer. */
int64_t rd_needed_items(const struct rd_replay_state *replay, uint32_t transfer, int64_t message);

/* May a message, or computation, start as far as its host is concerned? Once it may, it always may.
 */
bool rd_may_start(const struct rd_replay_state *replay, uint32_t index, int64_t needed_items);

/* Waits until the actor's message may start, as far as its host is concerned; what it needs is
 * noted in it. */
void rd_wait_to_start(struct rd_actor *actor);

/* Waits until a message or computation of a transfer that is not cut may start, as far as its host
 * is concerned: its items are there, earlier rounds are known, its round is open. */
void rd_wait_for_items(struct rd_actor *actor);

/* Wakes those who wait at a host and may now go on. */
void rd_wake_host(struct rd_replay_state *replay, uint32_t host);

/* Takes items out of a host's account, unless its round has done so. */
void rd_take_items(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                   int64_t items);

/* A message has arrived: its items are held. */
void rd_give_items(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                   int64_t items);

/* A transfer has ended: what its host learns from it, and whose turn it is on a bus. */
void rd_end_transfer(struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* Records what has ended now, if a trace is wanted, and counts it. */
void rd_record(struct rd_replay_state *replay, const struct rd_transfer *transfer, double start_s,
               int64_t items);

/* The size of a message. */
long rd_message_bytes(const struct rd_replay_state *replay, const struct rd_transfer *transfer,
                      int64_t items);

/* Stops the whole run: the words are found afterwards. */
_Noreturn void rd_replay_break(struct rd_replay_state *replay, struct rd_failure failure);

/* Stops the run because the network dropped a message of a transfer. */
_Noreturn void rd_replay_break_at_transfer(struct rd_replay_state *replay,
                                           const struct rd_transfer *transfer);
