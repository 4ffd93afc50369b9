/* The least makespan of a small network, by trying every schedule. It knows what a plan means and
 * nothing else: no bound, no flow, no distance. */
#ifndef REDIST_TESTS_NETWORK_NETWORK_OPTIMUM_H
#define REDIST_TESTS_NETWORK_NETWORK_OPTIMUM_H

#include "small_network.h"

#include "sim/base/arena.h"

/* When schedules may start something. */
enum starts {
    STARTS_EVERY_SECOND, /* at every whole second */
    STARTS_AT_ENDS       /* at 0 and when something ends */
};

/* The least makespan in seconds, over all schedules.
 * Idea: a state is what each host holds and how long each message and computation under way still
 * takes. In each state every set of messages and computations that ports, links, processors and
 * holdings allow may start, none among them. States are visited by time, each once.
 * Starts at ends only lose nothing: in any schedule, take what starts in order of time and start
 * it earlier until something that it waits for ends; all else can stay or come earlier too. With
 * whole costs those dates are whole seconds.
 * Messages of one item lose nothing either: without latency a message of m items is m messages
 * of one, in the same ports for the same time.
 * In: links and computing hosts together at most 16; at most two kinds; at most state_limit
 * states.
 * Returns: false if the states ran out. */
bool network_optimum_s(const struct small_network *network, enum starts starts, size_t state_limit,
                       struct rd_arena *scratch, int *ret_optimum_s);

#endif
