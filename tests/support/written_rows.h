/* Rows of results as `redist run --format json` prints them, for scripts that check certificates.
 */
#ifndef REDIST_TESTS_SUPPORT_WRITTEN_ROWS_H
#define REDIST_TESTS_SUPPORT_WRITTEN_ROWS_H

#include "sim/base/rng.h"
#include "sim/run/result.h"

/* Draws a problem, and makes rows of it. In: number, how many were drawn before. Returns: how many
 * rows, most at the most; 0: none. */
typedef size_t written_rows(struct rd_rng *rng, size_t number, size_t most, struct rd_result *row,
                            struct rd_arena *arena, struct rd_arena *scratch);

/* The main function of a program that writes rows. Its arguments: how many, and a seed. */
int write_rows(int argument_count, char **argument, written_rows *draw);

#endif
