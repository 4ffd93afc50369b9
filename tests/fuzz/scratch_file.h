/* A file for readers that want a path. */
#ifndef REDIST_TESTS_FUZZ_SCRATCH_FILE_H
#define REDIST_TESTS_FUZZ_SCRATCH_FILE_H

#include <stddef.h>
#include <stdint.h>

/* Writes bytes into a file of this process, in a folder of its own that is removed at the end.
 * Returns: its path; the same for the same name. */
const char *scratch_file(const char *name, const uint8_t *data, size_t size);

#endif
