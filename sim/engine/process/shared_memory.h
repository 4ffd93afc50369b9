/* Memory that the program, the child that holds the platform and the children that simulate have in
 * common: one memory file. Plans and traces travel in it, not in pipes. A small file stays mapped
 * from one request to the next; a large one is sized for each, and given back. */
#pragma once

#include "sim/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct rd_shared_memory {
    int fd;
    unsigned char *base; /* NULL while nothing is mapped */
    size_t size;
    bool used; /* what is mapped holds something of an earlier request: it is not all zero */
};

/* A memory file of no bytes.
 * Errors: RD_ERROR_INTERRUPTED if the system has none. */
bool rd_shared_memory_create(struct rd_shared_memory *shared, struct rd_error *reterr);

/* Gives the file at least a size, and maps it. What was in it is lost: all bytes are zero unless it
 * is used.
 * Errors: RD_ERROR_INTERRUPTED. */
bool rd_shared_memory_resize(struct rd_shared_memory *shared, size_t size, struct rd_error *reterr);

/* Maps a file that another process has sized, unless as much of it is mapped.
 * Errors: RD_ERROR_INTERRUPTED. */
bool rd_shared_memory_map(struct rd_shared_memory *shared, size_t size, struct rd_error *reterr);

/* Gives the mapping back. */
void rd_shared_memory_unmap(struct rd_shared_memory *shared);

/* A request is served, for who only maps the file: gives a large mapping back. */
void rd_shared_memory_leave(struct rd_shared_memory *shared);

/* The same for who sizes it: gives the memory of a large one back to the system. */
void rd_shared_memory_empty(struct rd_shared_memory *shared);

/* Reserves a section of `count` elements of `size` bytes behind *end, aligned for anything.
 * Returns: its offset; *end moves behind it. Sizes that overflow are a broken invariant: every
 * count was held to a limit before. */
size_t rd_shared_memory_section(size_t *end, size_t count, size_t size);
