/* Comma-separated text: splitting it into fields without copying, and writing fields. What plan_csv
 * and trace_csv share, with the messages that they have in common. Lines end in LF or CRLF; a field
 * may stand in quotes, which are doubled inside it; lines that start with # are comments, empty
 * lines are skipped. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/names.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdio.h>

enum { RD_CSV_FIELD_LIMIT = 16, RD_CSV_SHOWN_SIZE = 64 };

struct rd_csv_field {
    const char *text; /* not ended by a zero; quotes around it left out */
    size_t length;
    bool quoted; /* each quote inside is doubled */
};

enum rd_csv_line { RD_CSV_END, RD_CSV_COMMENT, RD_CSV_RECORD, RD_CSV_WRONG };

struct rd_csv {
    const char *path;
    const char *next; /* what is not read yet */
    const char *end;
    int line;          /* of what was read last, from 1 */
    int next_line;     /* of *next */
    const char *spent; /* up to here memory was given back; NULL: the text is kept */
    struct rd_csv_field field[RD_CSV_FIELD_LIMIT];
    size_t field_count;
};

/* A cursor before the first line; a byte order mark is skipped. */
void rd_csv_open(struct rd_csv *csv, const char *path, const char *text, size_t size);

/* Reads up to the end of the next comment (field[0]: what stands behind the #, without spaces
 * around it) or record. Never reads past the text.
 * Returns: what was read; RD_CSV_WRONG with *reterr for quotes that do not fit or too many fields.
 * Cost: O(bytes of the line). */
enum rd_csv_line rd_csv_read(struct rd_csv *csv, struct rd_error *reterr);

/* Where each column that a reader knows stands in the records. */
struct rd_csv_columns {
    const char *const *name; /* [count], `needed` of them first */
    size_t count;
    size_t needed;
    size_t at[RD_CSV_FIELD_LIMIT]; /* [count]: index of the field; SIZE_MAX if it is not there */
    size_t field_count;            /* of every record */
};

/* Takes the record just read as the header.
 * Errors: RD_ERROR_INPUT for a column that is unknown, there twice, or needed and not there. */
bool rd_csv_take_header(const struct rd_csv *csv, struct rd_csv_columns *columns,
                        struct rd_error *reterr);

/* Does the record have as many fields as the header? Errors: RD_ERROR_INPUT. */
bool rd_csv_check_count(const struct rd_csv *csv, const struct rd_csv_columns *columns,
                        struct rd_error *reterr);

/* The text has ended without a header. Returns: false, with *reterr. */
bool rd_csv_fail_no_header(const struct rd_csv *csv, const struct rd_csv_columns *columns,
                           struct rd_error *reterr);

/* Reads up to the end of the next record below the header, which comes first and is taken; comments
 * are skipped. In: columns without fields, before the first call.
 * Returns: RD_CSV_RECORD; RD_CSV_END; RD_CSV_WRONG with *reterr, also for a text without a header.
 */
enum rd_csv_line rd_csv_next(struct rd_csv *csv, struct rd_csv_columns *columns,
                             struct rd_error *reterr);

/* What a field stands for, from the arena: of doubled quotes, one. */
const char *rd_csv_field_text(const struct rd_csv_field *field, struct rd_arena *arena);

/* The number of the name that a field holds, or RD_NO_NAME. O(length). */
uint32_t rd_csv_find_name(const struct rd_csv_field *field, const struct rd_names *names,
                          struct rd_arena *scratch);

/* Is a field this text? */
bool rd_csv_field_is(const struct rd_csv_field *field, const char *text);

/* A field for a message: cut to some forty bytes, what cannot be printed as '?'. Returns: shown. */
const char *rd_csv_show(const struct rd_csv_field *field, char shown[RD_CSV_SHOWN_SIZE]);

/* `NAME "FIELD": ACCEPTED` at the record's line. Returns: false. */
bool rd_csv_fail_field(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                       struct rd_error *reterr, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The whole number of a field, from low to high. Errors: RD_ERROR_INPUT, named for the column. */
bool rd_csv_integer(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                    int64_t low, int64_t high, int64_t *ret_value, struct rd_error *reterr);

/* The seconds of a field, 0 or more. Errors: RD_ERROR_INPUT, named for the column. */
bool rd_csv_seconds(const struct rd_csv *csv, const char *name, const struct rd_csv_field *field,
                    double *ret_seconds, struct rd_error *reterr);

/* The block of dimensions of a field: 0-3 or 3-0, each dimension up to `last`.
 * Errors: RD_ERROR_INPUT. */
bool rd_csv_dimension_range(const struct rd_csv *csv, const struct rd_csv_field *field,
                            uint32_t last, struct rd_dimension_range *ret_block,
                            struct rd_error *reterr);

/* The last dimension that a block may name: the topology's, or what the type holds if the topology
 * has none or is not known (instance NULL). */
uint32_t rd_csv_last_dimension(const struct rd_instance *instance);

/* A field without its mark. Texts that begin with = + - @, which spreadsheets would compute, are
 * written with a ' before them, and so are those that begin like that. */
struct rd_csv_field rd_csv_unmarked(const struct rd_csv_field *field);

/* Writes a text that may come from anywhere, in quotes if it needs them: marked where a spreadsheet
 * would compute it, unless it is a number; what would command a terminal (rd_command_length), line
 * ends apart, as '?'. Returns: false if writing failed. */
bool rd_csv_write_foreign(FILE *out, const char *text);

/* The same of a name, which is marked also where it is a number. */
bool rd_csv_write_name(FILE *out, const char *name);
