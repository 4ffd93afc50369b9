/* The question "can all end by T?" on a star, drawn: who must send, and by when items must come. */
#ifndef REDIST_CLI_STAR_PICTURE_H
#define REDIST_CLI_STAR_PICTURE_H

#include "sim/base/arena.h"
#include "sim/model/instance.h"

#include <stdio.h>

/* A line of the master, on which each item that must be sent is marked where it can be there at the
 * earliest, and a line of each worker, on which each item that it may receive is marked where it
 * must have come. Nothing where the instance is no star whose items are to be computed. Cost: O(m
 * log m + items), arrays from the scratch. */
void rd_draw_star_deadlines(FILE *out, const struct rd_instance *instance, double by_s,
                            struct rd_arena *scratch);

#endif
