/* Protocols in SimGrid: each host has an actor on which its handlers run, each link that is used
 * one at the host that sends and one at the host that receives, each processor that computes one.
 * They tell the conductor what has ended. It is the network: it knows who waits in line where and
 * what has ended at a date, tells hosts, and lets begin what they ask for; it runs no handler. */
#pragma once

#include "replay_state.h"

/* The precision for a run whose exact dates are known: what the event queue takes for one date is
 * one here. */
double rd_conductor_precision_s(const struct rd_replay_state *replay);

/* Runs a protocol. Fills the trace and the accounts that the request asks for.
 * In: a plan of timing RD_AS_RECORDED; hosts found. Errors: RD_ERROR_RUN, as rd_online_close. */
bool rd_conduct(struct rd_replay_state *replay, struct rd_error *reterr);
