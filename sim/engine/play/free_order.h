/* Free order: everything is posted as soon as it is there, and the network arbitrates. */
#pragma once

#include "replay_state.h"

/* Gets a stage ready for free order. In: a stage whose transfers are numbered by pair.
 * Errors: RD_ERROR_REFUSED for transfers that are sent as held, and for computations, which SimGrid
 * delays until the network is idle where its concurrency is limited. */
bool rd_prepare_free_order(struct rd_replay_state *replay, struct rd_error *reterr);

/* The code of actors: a host's sender posts its messages in the order of the plan, each as soon as
 * its items are there, and waits for none; a link's receiver expects all of its messages at once,
 * before any is sent. */
void rd_run_post_queue(struct rd_actor *actor);
void rd_run_expect_queue(struct rd_actor *actor);
