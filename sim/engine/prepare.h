/* From a plan's rows to what actors walk along. */
#ifndef REDIST_ENGINE_PREPARE_H
#define REDIST_ENGINE_PREPARE_H

#include "stage.h"

/* Checks that no row leads outside the instance (the referee has judged the rest), and builds
 * lanes, pairs, accounts, promises and knowledge.
 * In: a stage with instance, plan and arena.
 * Errors: RD_ERROR_RUN, by row. RD_ERROR_REFUSED for messages whose bytes SimGrid cannot count.
 * Cost: O(rows + links + hosts * kinds). */
bool rd_prepare_stage(struct rd_stage *stage, struct rd_error *reterr);

#endif
