/* Actors of SimGrid that outlive a run and play the next one: where many small runs follow each
 * other in one process, to create and to end them takes longer than what they do. */
#pragma once

#include "library.h"

#include <stdint.h>

/* Has the actor that is kept on a host do this in the run to come, or a new one that is kept from
 * now on. In: a process in which rd_actors_run plays every run. */
void rd_actor_pool_play(sg_host_t host, void (*play)(void *), void *data);

/* SimGrid wants stacks of zeros. The C library clears what it had in store, and does not touch what
 * it asks the system for: where it keeps no store, only the end of a stack that is used takes
 * memory. A few stacks are cleared sooner than they are asked for. In: how many actors are made
 * next; 0: memory is for all again. */
void rd_actors_take_untouched_memory(uint32_t actor_count);

/* Plays until nothing happens any more, as simgrid_run does, which would end kept actors as if they
 * were stuck. Where there are any, the clock stands at 0 afterwards. */
void rd_actors_run(void);
