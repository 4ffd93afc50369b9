/* Items of named kinds, as the player counts them: who has which, and which messages bring them. */
#pragma once

#include "replay_state.h"

/* Is a transfer of a named kind? O(1). */
static inline bool rd_is_of_copies(const struct rd_replay_state *replay,
                                   const struct rd_transfer *transfer)
{
    return rd_is_named_kind(replay->instance->copies, transfer->kind);
}

/* Reads off the plan which messages bring the items of each transfer. In: transfers that were
 * checked otherwise. Errors: RD_ERROR_RUN for one of a named kind that says no items of it, or
 * items that none before it brings. */
bool rd_prepare_copies(struct rd_replay_state *replay, struct rd_error *reterr);

/* How many of the first items of a transfer its host has; of the message of a self-timed plan that
 * ends with item number `needed_items` of the transfer: have those arrived that bring them? */
int64_t rd_replay_copies_there(const struct rd_replay_state *replay, size_t index);
bool rd_replay_copies_may_leave(const struct rd_replay_state *replay, size_t index,
                                int64_t needed_items);

/* The first item of the transfer's next message that arrives; RD_NO_ITEM of counted kinds. */
int64_t rd_replay_copies_next_item(const struct rd_replay_state *replay, size_t index);

/* It has arrived: the messages of a transfer do in their order. */
void rd_replay_copies_arrive(struct rd_replay_state *replay, size_t index);
