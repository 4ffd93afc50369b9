/* From a plan's transfers to what actors walk along. */
#pragma once

#include "replay_state.h"

/* Checks that no transfer leads outside the instance (the referee has judged the rest), and builds
 * queues, pairs, accounts, promises and knowledge.
 * In: a stage with instance, plan and arena.
 * Errors: RD_ERROR_RUN, by transfer. RD_ERROR_REFUSED for messages whose bytes SimGrid cannot
 * count. Cost: O(transfers + links + hosts * kinds). */
bool rd_prepare_replay(struct rd_replay_state *replay, struct rd_error *reterr);
