/* A bare SimGrid program, the yardstick of the player: on every host one actor that puts and one
 * that gets, blocking, and no plan, promise or account. */
#ifndef REDIST_TESTS_BENCH_BARE_H
#define REDIST_TESTS_BENCH_BARE_H

#include "sim/engine/engine.h"

/* Makes `messages` transfers of one byte from each of the hosts 0..sender_count-1 to the next one
 * (of host_count, round the ring), in a process of its own.
 * Returns: the wall clock of creating actors and running, in ms; it stops the program if it
 * cannot. */
double bare_run_ms(struct rd_platform_source platform, uint32_t host_count, uint32_t sender_count,
                   uint32_t messages);

#endif
