/* Who reaches whom in the zones of a platform file. */
#pragma once

#include "platform_names.h"

/* Reports a zone that looks for shortest paths where there is none between two of the hosts or
 * zones in it: SimGrid looks for it for ever, or gives up. In: a <zone>, whose children have been
 * walked. Cost: O(what is in it). */
void rd_platform_check_paths(struct rd_platform_walk *walk, const xmlNode *zone);

/* Why a platform has no route from a host, which is declared at a line, to another one. Returns:
 * NULL if it is not seen. Cost: O(what is in the platform), for messages only. */
const char *rd_platform_explain_route(const xmlNode *root, const char *from, int from_line,
                                      const char *to, int to_line, struct rd_arena *arena);
