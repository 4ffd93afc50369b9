/* Links that SimGrid makes of its own for clusters, cabinets and peers, by names that no element of
 * a file declares: a file may refer to some of them, and may give their names to none of its
 * own. */
#pragma once

#include "platform_names.h"

/* Makes SimGrid a link of this name, and has it done so before it reads an element?
 * In: elements before it have been walked. Returns: in *ret_duplex, whether it is SPLITDUPLEX.
 * Those of fat trees, tori and dragonflies are not counted: their numbers are SimGrid's own.
 * Cost: O(name). */
bool rd_platform_makes_link(const struct rd_platform_walk *walk, const xmlNode *element,
                            const char *name, bool *ret_duplex);

/* Reports links of the file with names that SimGrid gives to links of its own: it would end there.
 * Of a topology all names of their form are refused, whatever their numbers.
 * In: all elements have been walked. Cost: O(links). */
void rd_platform_check_link_names(struct rd_platform_walk *walk);
