/* Files that a scenario names: where they may lie, and their text. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"

/* The most bytes that are read of a file of each kind. */
#define RD_SCENARIO_BYTES_LIMIT ((size_t)16 << 20)
#define RD_PLATFORM_BYTES_LIMIT ((size_t)64 << 20)
#define RD_LOADS_BYTES_LIMIT ((size_t)64 << 20)
#define RD_EDGES_BYTES_LIMIT ((size_t)256 << 20)

/* The text of a file that was read. */
struct rd_input_text {
    const char *path; /* NULL: not given */
    const char *text;
    size_t size;
    size_t start; /* what is read begins here: 0, but in a tool's output */
};

/* Reads a regular file whole, and puts a NUL behind it.
 * Errors: RD_ERROR_FILE: it cannot be opened or read, or is no regular file; RD_ERROR_INPUT: it is
 * longer than the limit. The error names no path: the caller knows who asked. */
bool rd_file_text(const char *path, size_t limit_bytes, struct rd_arena *arena,
                  const char **ret_text, size_t *ret_size, struct rd_error *reterr);

/* Finds the file that a scenario names relative to its own folder. It must lie, all symbolic links
 * followed, within the parent of that folder or within allowed_folder (NULL: none).
 * Returns: in *ret_path the path as a user would type it.
 * Errors: RD_ERROR_FILE if there is no such file, RD_ERROR_INPUT if it lies elsewhere; both without
 * a path. */
bool rd_file_near(const char *scenario_path, const char *file, const char *allowed_folder,
                  struct rd_arena *arena, const char **ret_path, struct rd_error *reterr);
