/* Objects that say where they are and not where they go, as they are listed, with what hosts should
 * hold of them: <object name= bytes= at= group=>, <target host= weight=>, <rack name= hosts=>. */
#pragma once

#include "load_rows.h"

/* What a list says of an object, as text; NULL where it says nothing. */
struct rd_placed_text {
    struct rd_load_place place;
    const char *name, *at, *group;
    int64_t bytes;
};

/* Objects that were read. */
struct rd_placed_rows {
    struct rd_names names, groups;
    int *line;      /* [names.count] */
    int64_t *bytes; /* likewise, as what follows */
    uint32_t *at;
    uint32_t *group;
    size_t line_count, byte_count, at_count, group_count;
};

/* Takes an object, or reports what is wrong with it. */
void rd_placed_rows_add(struct rd_reader *reader, struct rd_placed_rows *rows,
                        const struct rd_placed_text *text);

/* Reads the <target> and <rack> elements of <loads>, and makes all of it the scenario's placed
 * objects, which its readers accept only where the settings say so.
 * In: at least one object; space [hosts], or NULL. */
void rd_placed_rows_take(struct rd_reader *reader, const xmlNode *loads,
                         const struct rd_placed_rows *rows, const int64_t *space);
