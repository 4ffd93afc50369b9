/* Loads as they are listed, line by line, before they become a table of hosts and kinds. */
#pragma once

#include "reader.h"

struct rd_csv;
struct rd_csv_columns;

struct rd_load_row {
    uint32_t host, kind;
    int line;
    int64_t items;
    int64_t after; /* RD_NO_AFTER where the author does not say */
};

#define RD_NO_AFTER INT64_C(-1)

struct rd_load_rows {
    const char *path;        /* of the file that lists them */
    struct rd_load_row *row; /* [count]; rd_arena_add adds one */
    size_t count;
    uint32_t named_kinds; /* kinds behind those of the rows, of which there are then 0 or more */
};

/* Where the parts of a row stand, for messages. */
struct rd_load_place {
    const char *path;
    int line;
};

/* The number of a host that a row names; RD_NO_NAME, with a message, if the topology lacks it, and
 * without one where the topology's hosts could not be read. */
uint32_t rd_listed_host(struct rd_reader *reader, struct rd_load_place place, const char *name);

/* The same of a host that may hold items: not a star's master. */
uint32_t rd_load_host(struct rd_reader *reader, struct rd_load_place place, const char *name);

/* Reads a number that an element gives a host that may hold items, once; what is wrong is reported.
 * In: attribute, that of the number; line [hosts]: that of a host's element, 0 if it has none yet.
 * Returns: number [hosts], of the host. */
void rd_load_host_number(struct rd_reader *reader, const xmlNode *element, const char *attribute,
                         int *line, int64_t *number);

/* Puts the hosts of a list, such as "h[0-3] m", behind others, rising. `what` names the list in
 * messages. Returns: false, with a message, if it is none. Of rd_load_hosts none is a star's
 * master. Cost: O(letters + hosts log hosts). */
bool rd_listed_hosts(struct rd_reader *reader, struct rd_load_place place, const char *what,
                     const char *list, uint32_t **host, size_t *host_count);
bool rd_load_hosts(struct rd_reader *reader, struct rd_load_place place, const char *what,
                   const char *list, uint32_t **host, size_t *host_count);

/* Hosts as such a list, in quotes: their names may have blanks. From the arena. */
const char *rd_host_list(struct rd_reader *reader, const uint32_t *host, uint32_t count);

/* May the topology's hosts have so many kinds? Returns: false, with a message, beyond
 * RD_LOAD_ENTRY_LIMIT. In: a topology that was read. */
bool rd_load_entries_fit(struct rd_reader *reader, const xmlNode *element, uint32_t kind_count);

/* Turns rows into load and target of the instance; reports a host and kind listed twice, missing
 * `after`, too many entries. In: line, that of <loads>. */
void rd_load_rows_apply(struct rd_reader *reader, struct rd_load_rows *rows,
                        const xmlNode *element);

/* Reads the <load> elements of <loads>. */
void rd_load_rows_read_elements(struct rd_reader *reader, const xmlNode *loads,
                                struct rd_load_rows *rows);

/* The text of a column of the record just read, without the quotes round it; NULL where it is empty
 * and not needed, or there is no such column. Returns: false, with a message, if it is no name. */
bool rd_listed_text(struct rd_reader *reader, const struct rd_csv *csv,
                    const struct rd_csv_columns *columns, size_t column, const char **ret_text);

/* Reads the rows of a CSV file. Header: host, items and, if wanted, kind and after, in any order.
 */
void rd_load_rows_read_csv(struct rd_reader *reader, const char *path, const char *text,
                           size_t size, struct rd_load_rows *rows);
