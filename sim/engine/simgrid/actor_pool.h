/* Actors of SimGrid that outlive a run and play the next one: where many small runs follow each
 * other in one process, to create and to end them takes longer than what they do. */
#pragma once

#include <simgrid/host.h>

/* Has the actor that is kept on a host do this in the run to come, or a new one that is kept from
 * now on. In: a process in which rd_actors_run plays every run. */
void rd_actor_pool_play(sg_host_t host, void (*play)(void *), void *data);

/* Plays until nothing happens any more, as simgrid_run does, which would end kept actors as if they
 * were stuck. Where there are any, the clock stands at 0 afterwards. */
void rd_actors_run(void);
