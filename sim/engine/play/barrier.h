/* Lock-step: the barrier between one round and the next. */
#pragma once

#include "replay_state.h"

/* Checks that no two transfers of a round need the same port, link or processor.
 * Errors: RD_ERROR_RUN, by transfer. */
bool rd_check_rounds(struct rd_replay_state *replay, struct rd_error *reterr);

/* The code of the actor that opens the rounds, each when the one before has ended and has lasted
 * its step, and sees to it that what a round's transfers take is held when it starts. */
void rd_run_coordinator(struct rd_actor *coordinator);

/* Waits until a transfer's round starts: whoever sends or computes one of it, and who starts it. */
void rd_pass_gate(struct rd_replay_state *replay, size_t transfer);

/* A transfer of the open round has ended. */
void rd_end_in_round(struct rd_replay_state *replay);
