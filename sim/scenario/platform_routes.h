/* Who reaches whom in the zones of a platform file. */
#pragma once

#include "platform_names.h"

/* Reports a zone that looks for shortest paths where there is none between two of the hosts or
 * zones in it: SimGrid looks for it for ever, or gives up. In: a <zone>, whose children have been
 * walked. Cost: O(what is in it). */
void rd_platform_check_paths(struct rd_platform_walk *walk, const xmlNode *zone);
