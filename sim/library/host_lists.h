/* Lists of hosts, one behind the other in one array. */
#pragma once

#include "call.h"

/* Where the lists of `count` things begin, in the call's problem arena. In: first [count + 1], host
 * [first[count]], either of which may be NULL; what things they are, and of which of their hosts:
 * "piece", "held". Returns: [count + 1], or NULL if they do not rise from 0 on.
 * Errors: RD_ERROR_INPUT. Cost: O(count). */
const uint32_t *rd_host_lists_read(const size_t *first, const uint32_t *host, size_t count,
                                   const char *thing, const char *name, struct rd_call *call);
