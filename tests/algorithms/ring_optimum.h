/* The least time of any schedule on a tiny one-port ring, by trying all of them. It shares nothing
 * with the algorithms: no sums, no flows, no bounds. */
#ifndef REDIST_TESTS_ALGORITHMS_RING_OPTIMUM_H
#define REDIST_TESTS_ALGORITHMS_RING_OPTIMUM_H

#include "sim/model/instance.h"

/* The least makespan in seconds.
 * Idea: with whole costs some optimal schedule starts every transfer at 0 or when another ends
 * (what can start earlier does, without harm). So a state is what each host holds and how long each
 * transfer under way still takes; in each state every set of transfers that ports and items allow
 * may start, none among them; states are visited by time until one holds what is wanted.
 * In: a ring of up to 6 hosts with goal RD_REACH, up to 15 items in all, an item taking a whole
 *     number of seconds from 1 to 7 over each link. Items travel one by one.
 * Cost: exponential; about 10 us for 3 hosts, some ms for 4 hosts and 8 items. */
int64_t ring_optimum_s(const struct rd_instance *instance, struct rd_arena *scratch);

#endif
