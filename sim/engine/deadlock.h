/* A run that stopped before its end: who waits for whom. */
#ifndef REDIST_ENGINE_DEADLOCK_H
#define REDIST_ENGINE_DEADLOCK_H

#include "stage.h"

/* Has every row ended?
 * Errors: RD_ERROR_RUN: the cycle of rows that wait for each other, from the first that has not
 * ended; or the transfer that never ends. Cost: O(actors); O(rows) if not. */
bool rd_check_finished(struct rd_stage *stage, struct rd_error *reterr);

#endif
