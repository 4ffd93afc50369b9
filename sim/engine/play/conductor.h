/* Protocols in SimGrid: each link that is used has an actor that sends and one that receives, each
 * host that computes one that computes. They tell the conductor what has ended; it calls the
 * handlers of all hosts, at the date of the simulation, and so decides what begins. */
#pragma once

#include "replay_state.h"

/* The precision for a run whose exact dates are known: what the event queue takes for one date is
 * one here. */
double rd_conductor_precision_s(const struct rd_replay_state *replay);

/* Runs a protocol. Fills the trace and the accounts that the request asks for.
 * In: a plan of timing RD_AS_RECORDED; hosts found. Errors: RD_ERROR_RUN, as rd_online_close. */
bool rd_conduct(struct rd_replay_state *replay, struct rd_error *reterr);
