/* Who waits for what before it starts: queues of ports, accounts of items, and their turns. Actors
 * have small stacks: nothing here prints or formats. */
#pragma once

#include "replay_state.h"

/* Has an actor of SimGrid do what it does in a run, which has not ended before that. */
void rd_actor_play(struct rd_actor *actor);

/* The next message of the actor's queue; a transfer that is sent as held is drawn whole. Sleeps
 * while the queue is closed. Returns: NULL if nothing is left. */
const struct rd_transfer *rd_actor_draw(struct rd_actor *actor);

/* The last message of a transfer that is sent as held is cut: at k ports, what stands behind it at
 * both of its ports may be drawn. */
void rd_end_split(struct rd_replay_state *replay, const struct rd_transfer *transfer);

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

/* Have the items come that a message takes? In: needed_items: as rd_needed_items says. */
bool rd_items_are_there(const struct rd_replay_state *replay, uint32_t index, int64_t needed_items);

/* A message has arrived: its items are held. */
void rd_give_items(struct rd_replay_state *replay, const struct rd_transfer *transfer,
                   int64_t items);

/* Is a message of a kind under way to a host that is to end at this date? Where SimGrid solves all
 * rates anew whenever one changes, ends of one date come one after the other, as they are rounded.
 * In: a plan in which messages that share links are not slowed; else false. Cost: O(links that lead
 * to the host). */
bool rd_is_about_to_arrive(const struct rd_replay_state *replay, uint32_t host, int32_t kind);

/* A transfer has ended: what its host learns from it, and whose turn it is on a bus. */
void rd_end_transfer(struct rd_replay_state *replay, const struct rd_transfer *transfer);

/* Wakes those who may go on because a host has more space. */
void rd_wake_for_space(struct rd_replay_state *replay);
