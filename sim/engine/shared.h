/* Memory that the program, the child that holds the platform and the children that simulate have in
 * common: one memory file, sized for each request. Plans and traces travel in it, not in pipes. */
#ifndef REDIST_ENGINE_SHARED_H
#define REDIST_ENGINE_SHARED_H

#include "sim/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct rd_shared {
    int fd;
    unsigned char *base; /* NULL while nothing is mapped */
    size_t size;
};

/* A memory file of no bytes.
 * Errors: RD_ERROR_INTERRUPTED if the system has none. */
bool rd_shared_create(struct rd_shared *shared, struct rd_error *reterr);

/* Gives the file a size (what was in it is lost, all bytes are zero) and maps it.
 * Errors: RD_ERROR_INTERRUPTED. */
bool rd_shared_resize(struct rd_shared *shared, size_t size, struct rd_error *reterr);

/* Maps a file that another process has sized.
 * Errors: RD_ERROR_INTERRUPTED. */
bool rd_shared_map(struct rd_shared *shared, size_t size, struct rd_error *reterr);

/* Gives the mapping back. */
void rd_shared_unmap(struct rd_shared *shared);

/* Unmaps and gives the memory back to the system. */
void rd_shared_empty(struct rd_shared *shared);

/* Reserves a section of `count` elements of `size` bytes behind *end, aligned for anything.
 * Returns: its offset; *end moves behind it. Sizes that overflow are a broken invariant: every
 * count was held to a limit before. */
size_t rd_shared_section(size_t *end, size_t count, size_t size);

#endif
