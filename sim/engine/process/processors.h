/* On which processors processes run. Two processes that wait for each other by turns change places
 * on one processor in a fifth of the time: none has to be woken from its sleep. Where the system
 * refuses, they are only slower. */
#pragma once

#include <sys/types.h>

enum { RD_ANY_PROCESSOR = -1 };

/* From here on this process, and whom it starts, stays on the processor that it is on. */
void rd_processor_stay(void);

/* Undoes that. */
void rd_processor_roam(void);

/* Returns: the processor that this process stays on, or RD_ANY_PROCESSOR. */
int rd_processor_kept(void);

/* Lets another process run where this one may. */
void rd_processor_bring(pid_t pid);
