/* How finely SimGrid has to tell dates apart. */
#pragma once

#include "replay_state.h"

/* SimGrid takes what happens within its precision for one date, and lets no actor sleep for less.
 */
#define RD_DEFAULT_PRECISION_S 1e-9

/* The precision for a stage's plan. Messages of some bytes on a quick network last
 * nanoseconds, and dates that are merged there put the clock out by more than 1e-9 of the
 * makespan. And where a clock has come to some million seconds its dates are coarser than the
 * default, so that what is left of a message may be too little to change the date, and too
 * much to be nothing: it never ends. One after the other all messages and computations last
 * the sum of their costs, and no plan lasts longer in the exact model: not where links are
 * shared either, because what shares a full link moves together as much as one alone. So 1e-13
 * of that sum is well above the rounding of every date, 2e-16 of it, and below 1e-9 of the
 * makespan for up to thousands of hosts.
 * In: a prepared stage whose request asks for exact dates. Cost: O(transfers). */
double rd_precision_s(const struct rd_replay_state *replay);

/* How finely SimGrid divides bandwidths: what it takes for nothing, of a link that is left and of
 * the sum of the weights, 1 / latency, of messages that are on it. Where messages slow each other
 * down the default is too coarse: SimGrid forgets a link of which messages at their own rates leave
 * less, and others move on it as if it were theirs. But when the last message has gone, the sum is
 * off 0 by the rounding of all that went in and out; a finer precision takes it for a message's
 * weight, looks for the message, and SimGrid ends.
 * In: as above, or of a protocol. Cost: O(transfers). */
double rd_bandwidth_precision(const struct rd_replay_state *replay);
