/* A scenario's document, kept from one reading to the next: points of a sweep are read from one
 * text, and most differ in numbers alone. Zeroed: none is kept. */
#pragma once

#include "sim/base/arena.h"
#include "sim/model/options.h"

struct _xmlDoc;

struct rd_document_cache {
    struct _xmlDoc *doc; /* with its parameters written into it; NULL: none */
    struct rd_arena arena;
    struct rd_option *set; /* [set_count] these */
    size_t set_count;
};

/* Takes the document, if what these parameters make of it has the form that has been accepted: all
 * were set before, in this order, and what differs are numbers.
 * Returns: the document, the caller's now; or NULL. */
struct _xmlDoc *rd_document_cache_take(struct rd_document_cache *kept, const struct rd_option *set,
                                       size_t set_count);

/* Keeps a document that was accepted with these parameters. */
void rd_document_cache_keep(struct rd_document_cache *kept, struct _xmlDoc *doc,
                            const struct rd_option *set, size_t set_count);

/* Frees what is kept, if anything is. */
void rd_document_cache_close(struct rd_document_cache *kept);
