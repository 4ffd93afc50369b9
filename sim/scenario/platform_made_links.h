/* Links that SimGrid makes of its own, by names that no element of a file declares. */
#pragma once

#include "platform_names.h"

/* Makes SimGrid a link of this name, and has it done so before it reads an element?
 * In: elements before it have been walked. Returns: in *ret_duplex, whether it is SPLITDUPLEX.
 * Those of fat trees, tori and dragonflies are not counted: their numbers are SimGrid's own.
 * Cost: O(clusters). */
bool rd_platform_makes_link(const struct rd_platform_walk *walk, const xmlNode *element,
                            const char *name, bool *ret_duplex);

/* Is an element within another one, or the same? O(depth). */
bool rd_platform_holds(const xmlNode *outer, const xmlNode *element);
