/* Tables of named columns: filled cell by cell, and written for people (text, Markdown, LaTeX) or
 * for programs (CSV, JSON). */
#pragma once

#include "json.h"

#include "sim/base/arena.h"

#include <stdio.h>

enum rd_format {
    RD_FORMAT_TABLE,
    RD_FORMAT_JSON,
    RD_FORMAT_CSV,
    RD_FORMAT_MARKDOWN,
    RD_FORMAT_LATEX,
    RD_FORMAT_COUNT
};

/* "table", "json", "csv", "markdown", "latex"; ends with NULL. */
extern const char *const rd_format_names[];

/* Where a column stands, and how. */
enum {
    RD_IN_TABLE = 1, /* in text, Markdown and LaTeX */
    RD_IN_CSV = 2,
    RD_IN_JSON = 4,
    RD_IN_DATA = RD_IN_CSV | RD_IN_JSON,
    RD_IN_ALL = RD_IN_TABLE | RD_IN_DATA,
    RD_RIGHT = 8,     /* aligned to the right, as numbers are */
    RD_RAW = 16,      /* its cells are JSON values: a number, a truth, an array */
    RD_OPTIONAL = 32, /* JSON leaves a member out where there is no cell */
    RD_AS_IT_IS = 64, /* the heading is not put in capitals */
    RD_COLOURED = 128 /* words that say well or badly have a colour on a terminal that has some */
};

struct rd_sheet_column {
    const char *key; /* the CSV column, the JSON member; the heading, in a text table in capitals */
    unsigned flags;
};

struct rd_sheet {
    const struct rd_sheet_column *column; /* [column_count] */
    size_t column_count;
    const char **cell; /* [cell_count] by row; NULL: nothing: empty, null, or "-" */
    size_t cell_count;
    struct rd_arena *arena;
    size_t naming; /* the columns up to this one name a row; 0 unless set */
};

/* An empty sheet with room for one row. In: columns that outlive it. */
struct rd_sheet rd_sheet_open(const struct rd_sheet_column *column, size_t column_count,
                              struct rd_arena *arena);

/* Adds a cell, row by row; NULL for nothing. The text is not copied. Cost: O(1) amortized. */
void rd_sheet_text(struct rd_sheet *sheet, const char *text);

/* Adds several such cells. */
#define rd_sheet_texts(sheet, ...)                                                                 \
    rd_sheet_add((sheet), (const char *[]){__VA_ARGS__},                                           \
                 sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *))
void rd_sheet_add(struct rd_sheet *sheet, const char *const *text, size_t count);

/* Adds a cell, printed. */
void rd_sheet_print(struct rd_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a number in the fewest digits that read back the same; nothing unless it is finite. */
void rd_sheet_number(struct rd_sheet *sheet, double value);

/* Adds a whole number; nothing where it is not known. */
void rd_sheet_count(struct rd_sheet *sheet, int64_t value, bool known);

/* Adds a whole number, or "true" or "false". */
void rd_sheet_integer(struct rd_sheet *sheet, int64_t value);
void rd_sheet_truth(struct rd_sheet *sheet, bool value);

/* How many rows there are. */
size_t rd_sheet_rows(const struct rd_sheet *sheet);

/* The heading of a column in a text table. */
const char *rd_sheet_heading(const struct rd_sheet *sheet, size_t column);

/* Writes it all. A text table aligns: two spaces between columns, no space at the end of a line;
 * what would break a line is shown as '?'. On a terminal that is too narrow, the columns that do
 * not fit follow in tables of their own, with the columns that name a row again; one name wider
 * than half of the terminal has a line of its own; a last text goes on below its row.
 * Returns: false if writing failed (errno says why).
 * Cost: O(bytes of all cells). */
bool rd_sheet_write(FILE *out, enum rd_format format, const struct rd_sheet *sheet);

/* CSV or JSON that is written bit by bit. */
struct rd_sheet_stream {
    enum rd_format format;
    struct rd_json json; /* of JSON, also to add other objects */
};

/* Begins: the header of a CSV, the array of JSON. */
void rd_sheet_begin(struct rd_sheet_stream *stream, FILE *out, enum rd_format format,
                    const struct rd_sheet *sheet);

/* Writes the rows that there are, and empties the sheet. */
void rd_sheet_flush(struct rd_sheet_stream *stream, struct rd_sheet *sheet);

/* Ends. Returns: false if writing failed (errno says why). */
bool rd_sheet_end(struct rd_sheet_stream *stream);
