/* Pieces of named kinds as they are listed, line by line, before they become copies. */
#pragma once

#include "load_rows.h"

#include "sim/generators/copy_layouts.h"
#include "sim/generators/load_generators.h"

/* What a list says of a piece, as text. */
struct rd_copy_text {
    struct rd_load_place place;
    const char *kind, *held, *wanted;
    int64_t items;
};

struct rd_copy_row {
    uint32_t kind; /* of the names */
    int64_t items;
    uint32_t held, held_count; /* where its holders lie among the hosts */
    uint32_t wanted, wanted_count;
};

/* Pieces that were read, in their order. */
struct rd_copy_rows {
    struct rd_names kinds;
    struct rd_copy_row *row; /* [count] */
    size_t count;
    int64_t items;  /* of all of them, up to RD_ITEM_LIMIT */
    uint32_t *host; /* [host_count], of each list rising */
    size_t host_count;
};

/* Takes a piece, or reports what is wrong with it. */
void rd_copy_rows_add(struct rd_reader *reader, struct rd_copy_rows *rows,
                      const struct rd_copy_text *text);

/* Reads the pieces of a CSV file. Header: kind, items, held and wanted, in any order. */
void rd_copy_rows_read_csv(struct rd_reader *reader, const char *path, const char *text,
                           size_t size, struct rd_copy_rows *rows);

/* Makes copies of the rows: pieces by kind, those of a kind in their order. In: one row or more;
 * kinds before first_kind are counted. Cost: O(rows + hosts). */
struct rd_copies *rd_copy_rows_arrange(const struct rd_copy_rows *rows, uint32_t first_kind,
                                       struct rd_arena *arena);

/* Reads <kind bytes=/> of <items>, with name= or number=. */
void rd_read_kind_sizes(struct rd_reader *reader, const xmlNode *items);

/* Does <loads> list pieces, or should it? */
bool rd_lists_copies(const struct rd_reader *reader, const xmlNode *loads);

/* Reads the pieces of <loads>, and the loads of counted kinds beside them. */
void rd_read_copies(struct rd_reader *reader, const xmlNode *loads);

/* Lets a generator make copies. */
void rd_make_copies(struct rd_reader *reader, const xmlNode *loads,
                    const struct rd_load_generator *generator, struct rd_options *attributes);

/* Reads the layouts that attributes of a generator name. Degrees become attributes, of parts there
 * are layouts; *ret_layouts stays as it was if there are none. Returns: false if anything is wrong,
 * which was reported. */
bool rd_read_layouts(struct rd_reader *reader, const xmlNode *loads, struct rd_options *attributes,
                     struct rd_layouts *ret_layouts);

/* Lists the pieces in <loads> itself; where a generator made them also their sizes, in <items>. */
void rd_write_copies(struct rd_reader *reader, xmlNode *loads);
