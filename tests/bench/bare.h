/* A bare SimGrid program, the yardstick of the player: at every link one actor that puts and one
 * that gets, blocking, and no plan, round, promise or account. */
#ifndef REDIST_TESTS_BENCH_BARE_H
#define REDIST_TESTS_BENCH_BARE_H

#include "sim/engine/engine.h"

/* `messages` transfers of one byte from each of the hosts 0..sender_count-1 to the next one (of
 * host_count, round the ring), or, if there are dimensions, to each of its neighbours on a
 * hypercube, so many times, one after the other. */
struct bare_work {
    uint32_t host_count, sender_count, messages, runs, dimensions;
};

/* Does it in a process of its own.
 * Returns: the processor time of creating actors and running, in ms; it stops the program if it
 * cannot. */
double bare_run_ms(struct rd_platform_source platform, const struct bare_work *work);

#endif
