/* The files that this program has read, so that no output replaces one. A file is told by the
 * numbers that the system gives it, however it is called. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Notes a file that is read. In: its device, and its number there. Cost: O(1) amortised. */
void rd_note_file_read(uint64_t device, uint64_t inode);

/* Was it read? O(1). */
bool rd_file_was_read(uint64_t device, uint64_t inode);
