/* Objects as they are listed, line by line, before they become arrays. */
#pragma once

#include "placed_rows.h"

#include "sim/generators/load_generators.h"

/* What a list says of an object, as text; NULL where it says nothing. */
struct rd_object_text {
    struct rd_load_place place;
    const char *name, *from, *to, *drop, *frees;
    int64_t bytes;
};

/* Objects that were read. */
struct rd_object_rows {
    struct rd_names names;
    int *line;      /* [names.count] */
    int64_t *bytes; /* likewise, as what follows */
    uint32_t *to;
    uint32_t *drop;
    uint32_t *first; /* where the sources of each begin */
    size_t line_count, byte_count, to_count, drop_count, first_count;
    uint32_t *source; /* [source_count], of each object rising */
    size_t source_count;
};

/* Takes an object, or reports what is wrong with it. */
void rd_object_rows_add(struct rd_reader *reader, struct rd_object_rows *rows,
                        const struct rd_object_text *text);

/* Reads the objects of a CSV file. Header: name, bytes, from, to and, if wanted, drop and frees, in
 * any order; or name, bytes, at and, if wanted, group, of objects that are to be placed. */
void rd_object_rows_read_csv(struct rd_reader *reader, const char *path, const char *text,
                             size_t size, struct rd_object_rows *rows,
                             struct rd_placed_rows *placed);

/* Does <loads> list objects, here or in a file? */
bool rd_lists_objects(const xmlNode *loads);

/* Reads the objects and the space of hosts of <loads>. */
void rd_read_objects(struct rd_reader *reader, const xmlNode *loads);

/* Lets a generator make objects, and the space of hosts. */
void rd_make_objects(struct rd_reader *reader, const xmlNode *loads,
                     const struct rd_load_generator *generator,
                     const struct rd_options *attributes);

/* Lists objects that were read from a file, or made, in <loads> itself. */
void rd_write_objects(struct rd_reader *reader, xmlNode *loads);
