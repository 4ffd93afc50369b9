/* A request in shared memory with all that it points to: measured, then written. */
#pragma once

#include "request.h"

struct rd_layout {
    struct rd_request *request; /* NULL: it is only measured, and nothing is written */
    size_t size;                /* so far */
    bool used;                  /* as in rd_shared_memory */
};

/* From measuring to writing: makes room in shared memory and copies the request there, without what
 * it points to.
 * In: layout, which has measured it; request [bytes]. Returns: the copy; or NULL, and the error. */
void *rd_layout_begin(struct rd_layout *layout, const void *request, size_t bytes,
                      struct rd_shared_memory *shared, struct rd_error *reterr);

/* Lets a pointer of the request point to room for `count` elements of `size` bytes, whatever is in
 * it. In: place: where the pointer lies. Returns: the room; NULL while measuring. */
void *rd_layout_leave_room(struct rd_layout *layout, void *place, size_t count, size_t size);

/* The same, all zero. */
void *rd_layout_reserve(struct rd_layout *layout, void *place, size_t count, size_t size);

/* The same, filled from an array of the program. In: source: NULL if there is none. */
void rd_layout_copy(struct rd_layout *layout, void *place, const void *source, size_t count,
                    size_t size);

/* The same for names. */
void rd_layout_copy_names(struct rd_layout *layout, const char *const **place,
                          const char *const *name, uint32_t count);

/* The same for what a topology points to. In: adjacency: room for it in the request. */
void rd_layout_copy_topology(struct rd_layout *layout, struct rd_topology *place,
                             struct rd_adjacency *adjacency, const struct rd_topology *topology);

/* Lets a pointer of the request point to a part of itself. */
void rd_layout_point(struct rd_layout *layout, void *place, const void *part);
