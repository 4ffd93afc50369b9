/* Lock-step: the gate between one round and the next. */
#ifndef REDIST_ENGINE_GATE_H
#define REDIST_ENGINE_GATE_H

#include "stage.h"

/* Checks that no two rows of a round need the same port, link or processor.
 * Errors: RD_ERROR_RUN, by row. */
bool rd_check_rounds(struct rd_stage *stage, struct rd_error *reterr);

/* The code of the actor that opens the rounds, each when the one before has ended and has lasted
 * its step, and sees to it that what a round's rows take is held when it starts. */
void rd_keep_gate(int argument_count, char **argument);

/* A row of the open round has ended. */
void rd_end_in_round(struct rd_stage *stage);

#endif
