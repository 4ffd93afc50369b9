/* What the elements of a platform file refer to: SimGrid ends at a name that nobody declared, or
 * that stands in another zone. */
#pragma once

#include "platform_names.h"

/* Reports what an element refers to and nobody declared, or not where it is looked for, and hosts
 * that a zone leaves unconnected.
 * In: an element whose attributes are good; its children have been walked. */
void rd_platform_refer(struct rd_platform_walk *walk, xmlNode *element);
