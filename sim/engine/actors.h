/* What one actor does: sends the messages of its lane, receives them, or computes. */
#ifndef REDIST_ENGINE_ACTORS_H
#define REDIST_ENGINE_ACTORS_H

#include "stage.h"

/* The code of the three kinds of actors; each finds its struct rd_actor in its own data. */
void rd_send_lane(int argument_count, char **argument);
void rd_receive_lane(int argument_count, char **argument);
void rd_compute_lane(int argument_count, char **argument);

/* What an actor does first. Returns: itself. */
struct rd_actor *rd_begin(void);

/* Sleeps until woken. What is waited for must be looked at again afterwards. */
void rd_sleep(struct rd_actor *actor);

/* Wakes an actor that sleeps; else does nothing. */
void rd_wake(struct rd_actor *actor);

/* Wakes those who wait at a host and may now go on. */
void rd_wake_host(struct rd_stage *stage, uint32_t host);

/* Stops the whole run. Actors have small stacks: the words are found afterwards. */
_Noreturn void rd_break(struct rd_stage *stage, enum rd_failure_kind kind, size_t row,
                        uint32_t host, int64_t amount);

/* Records what has ended now, if a trace is wanted, and counts it. */
void rd_record(struct rd_stage *stage, size_t row, double start_s, int64_t items);

#endif
