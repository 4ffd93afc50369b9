/* What SimGrid reads of a profile, from a file or from a <trace>: how a bandwidth, a latency, a
 * speed or a state goes on as time passes. */
#pragma once

#include "sim/base/error.h"

#define RD_PROFILE_BYTES_LIMIT ((size_t)16 << 20)

/* Checks a profile: a line "DATE VALUE" for each event, in the order of their dates; PERIODICITY P
 * or LOOPAFTER D, if it begins again; and with STOCHASTIC or STOCHASTIC LOOP laws in place of
 * numbers. In: period_s, what a <trace> says of its own text, 0: it does not begin again;
 * zero_accepted as a value, which SimGrid does not bear in a bandwidth. Errors: RD_ERROR_INPUT with
 * the first line that SimGrid aborts at, hangs on or takes for something else, without a path.
 * Cost: O(size). */
bool rd_profile_text_check(const char *text, size_t size, double period_s, bool zero_accepted,
                           struct rd_error *reterr);
