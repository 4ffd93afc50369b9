/* How long an object is under way at the least. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/instance.h"

/* Seconds from each source of each object, as objects->source lists them, from the arena. Where
 * objects make no stop: what the message lasts, INFINITY where no link joins the two. Where they
 * may: a message that leaves the source lasts as long at least, and so does one that comes to where
 * the object is wanted. Cost: O(objects + sources), and O(links) with stops. */
double *rd_object_ways_s(const struct rd_instance *instance, bool stops, struct rd_arena *arena,
                         struct rd_arena *scratch);
