/* What the messages of a trace ask of the links that routes share. For the referee only. */
#pragma once

#include "referee_state.h"

/* Does each shared link carry what a trace says it carried? A message takes it between the end of
 * its latency and its end; one that lasts as long as alone takes its part of it all the time. Too
 * much is what such messages take at a date, or the bytes of all messages that start and end within
 * a stretch of time. Nothing that a network can do is found to be too much.
 * In: a trace of one link a message, each of which lasts its cost or longer; referee->tolerance_s:
 * by how much a duration, or the distance of two dates, may be off.
 * Returns: false, and the verdict, of the first shared link that does not.
 * Cost: O(messages log messages), for each shared link on their routes. */
bool rd_referee_shared_load(struct rd_referee *referee, const struct rd_trace *trace);
