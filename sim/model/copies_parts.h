/* An instance with copies in two parts: its named kinds alone, and its counted kinds alone. What a
 * schedule of the whole does for one part is a schedule of that part, so what bounds a part bounds
 * the whole. */
#pragma once

#include "instance.h"

/* Has it both? O(1). In: an instance with copies. */
static inline bool rd_has_two_parts(const struct rd_instance *instance)
{
    return instance->copies->first_kind > 0;
}

/* Has it named kinds alone? Errors: RD_ERROR_REFUSED. O(1). */
bool rd_has_named_part_alone(const struct rd_instance *instance, struct rd_error *reterr);

/* The part, which is good for as long as the instance; kind i of the named part is kind first_kind
 * + i of the instance, and the counted part has the goal after. From the arena.
 * O(hosts kinds). In: an instance with two parts. */
struct rd_instance rd_named_part(const struct rd_instance *instance, struct rd_arena *arena);
struct rd_instance rd_counted_part(const struct rd_instance *instance, struct rd_arena *arena);
