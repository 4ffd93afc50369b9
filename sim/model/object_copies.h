/* Objects that other hosts may relay, as copies (docs/model.md): each is a named kind of one item,
 * which its sources hold and one host wants. A chain of messages that brings an object brings the
 * item, in the same time, and of messages that bring the item some are such a chain. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"

/* The same problem with the goal copies, from the arena; what the instance has is shared with it.
 * Ports of a host that are combined are two there, and of a pair of hosts one message goes at a
 * time, also with pair="many". O(objects + sources). */
struct rd_instance rd_objects_as_copies(const struct rd_instance *instance, struct rd_arena *arena);
