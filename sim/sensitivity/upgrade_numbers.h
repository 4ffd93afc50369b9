/* Numbers of links, as a file says: what they cost, or how slow they may be. */
#pragma once

#include "sim/run/upgrades.h"

/* Reads a CSV with the columns link and `column`: a link of the platform, a cluster or a direction
 * of a host, and a number above `above`. Returns: [upgrades->count], NAN where the file names none.
 * Errors: RD_ERROR_FILE; RD_ERROR_INPUT with the line: a name that is none, or there twice; a
 * number that is none of these. */
bool rd_upgrade_numbers_read(const char *path, const char *column, double above,
                             const struct rd_upgrades *upgrades, struct rd_arena *arena,
                             const double **ret_number, struct rd_error *reterr);
