/* Heads and tails of objects: when each starts at the earliest, and how long something goes on
 * after it has ended, as space makes them wait. Only for this folder. */
#pragma once

#include "object_examination.h"

/* Does each head, or backwards each tail, follow from the others? In: head, [objects], or NULL: all
 * are 0. Errors: RD_ERROR_RUN, with the object whose does not. */
bool rd_object_heads_check(struct rd_object_examination *check, const int64_t *head,
                           bool backwards);

/* Lowers heads, or backwards tails, to what follows from them. Returns: true once nothing changes.
 */
bool rd_object_heads_lower(struct rd_object_examination *check, int64_t *head, bool backwards);
