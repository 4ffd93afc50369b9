/* Greedy order of whole messages behind a switch whose links cost unlike. */
#ifndef REDIST_ALGORITHMS_SWITCH_LIST_H
#define REDIST_ALGORITHMS_SWITCH_LIST_H

#include "transfers.h"

#include <stdbool.h>

/* Links that may be looked at while a list is scheduled: some seconds of work. */
#define RD_SWITCH_LOOK_LIMIT INT64_C(10000000000)

/* One message for each pair; whenever a port comes free, of the pairs that could start now the one
 * with the busiest port left to serve (by what it may do at a time), then the one whose other port
 * is busiest. The last message waits only while all places of one of its two ports are taken, so
 * the end is at most its own time and what its ports have besides, by their places: below twice
 * the busiest port's time with one port.
 * Errors: RD_ERROR_REFUSED above RD_SWITCH_LOOK_LIMIT.
 * Cost: O(pairs * hosts) at the worst.
 * Source: Racsmany, in Barany and Fiala (1982), for open shops: below twice the largest load. */
bool rd_switch_list(const struct rd_transfers *transfers, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_plan *plan, struct rd_error *reterr);

#endif
