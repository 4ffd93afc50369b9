/* Files that are whole or not there: written beside their place, moved into it at the end. */
#pragma once

#include "sim/base/error.h"

#include <stdio.h>
#include <sys/types.h>

struct rd_output_file {
    struct rd_output_file *next; /* of those that are open */
    const char *place;           /* however its path is written */
    pid_t owner;
    FILE *stream;
    char path[RD_PATH_SIZE];
    char temporary[RD_PATH_SIZE + 32];
};

/* Opens a file to be written, which is committed or abandoned before *file goes away. If the
 * program exits in between, as where memory ends, nothing is left behind either. What is at the
 * path stays as it is until rd_output_commit; a symbolic link is followed; a device or a pipe is
 * written to directly.
 * Errors: RD_ERROR_FILE `PATH: cannot be written: what the system said`: a folder, one that is not
 * there or lets nobody write, a file that its owner protects. And a file that this program has
 * read, or writes already, however it is called. */
bool rd_output_open(struct rd_output_file *file, const char *path, struct rd_error *reterr);

/* Flushes, syncs and moves the file into place; on failure nothing is left behind, and what was at
 * the path is still there. Errors: RD_ERROR_FILE, also for a write that failed before, or if the
 * file was read since it was opened. */
bool rd_output_commit(struct rd_output_file *file, struct rd_error *reterr);

/* Throws away what was written. */
void rd_output_discard(struct rd_output_file *file);

/* Notes a folder that was made for files: an interruption that comes before there are any removes
 * it. */
void rd_output_note_folder(const char *path);

/* Writes one file whole: `write` fills the stream; on failure, and at an interruption
 * (sim/run/interrupt.h), nothing is left behind. In: path "-" is standard output. */
bool rd_write_whole_file(const char *path,
                         bool (*write)(FILE *out, const void *context, struct rd_error *reterr),
                         const void *context, struct rd_error *reterr);

/* Makes a folder unless it is there. Errors: RD_ERROR_FILE with its path. */
bool rd_make_folder(const char *path, struct rd_error *reterr);

/* Can files be written to a folder, if need be after making it? Leaves everything as it was.
 * Errors: RD_ERROR_FILE with its path. */
bool rd_check_folder(const char *path, struct rd_error *reterr);
