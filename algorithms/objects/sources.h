/* Which source each object is copied from. */
#pragma once

#include "object_list.h"

/* First the objects that have one source; then, the longest first, each from the source whose port,
 * and whose link, is busy least; then moved one by one to another source while the busier of the
 * two gets less busy. Returns: [count] numbers of ways, from the arena. Cost: O(sources log
 * objects) a pass, few passes. */
uint32_t *rd_choose_sources(const struct rd_object_list *copies, struct rd_arena *arena,
                            struct rd_arena *scratch);
