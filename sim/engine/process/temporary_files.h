/* Files that are on disk for a moment only, because SimGrid reads them by name. */
#pragma once

#include "sim/base/error.h"
#include "sim/base/named_text.h"

struct rd_temporary_files {
    char folder[RD_PATH_SIZE]; /* "": there is none */
};

/* Writes files [count] into a new folder below $TMPDIR, or /tmp, that nobody else may read.
 * Errors: RD_ERROR_FILE, RD_ERROR_INTERRUPTED where memory or descriptors end;
 * rd_temporary_files_remove is due in both cases. */
bool rd_temporary_files_write(struct rd_temporary_files *files, const struct rd_named_text *file,
                              size_t count, struct rd_error *reterr);

/* Removes the same files and the folder. */
void rd_temporary_files_remove(const struct rd_temporary_files *files,
                               const struct rd_named_text *file, size_t count);

/* Removes the folder of this process, if there is one, with all that is in it. A handler of signals
 * may call it. */
void rd_temporary_files_clean_up(void);

/* Has the children that are started from now on make their folders in one of this process, since
 * they may be killed while they have them; then removes it with what they left. If it cannot be
 * made they make theirs as this process would, and say why not. */
void rd_temporary_files_shelter(void);
void rd_temporary_files_unshelter(void);
