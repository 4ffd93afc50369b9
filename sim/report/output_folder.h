/* Folders that outputs are written to. */
#pragma once

#include "sim/base/error.h"

/* Makes a folder unless it is there. Errors: RD_ERROR_FILE with its path. */
bool rd_make_folder(const char *path, struct rd_error *reterr);

/* Can files be written to a folder, if need be after making it? Leaves everything as it was.
 * Errors: RD_ERROR_FILE with its path. */
bool rd_check_folder(const char *path, struct rd_error *reterr);
