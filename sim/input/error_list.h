/* All errors of one pass over a file: whoever fixes a scenario wants to see them together. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"

struct rd_error_list {
    struct rd_arena *arena;
    struct rd_error *error; /* [rd_error_list_kept] */
    size_t count;           /* of all that were added */
};

enum { RD_ERROR_LIST_LIMIT = 100 };

/* Adds an error; after RD_ERROR_LIST_LIMIT it only counts. Returns: false, as rd_fail does. */
bool rd_error_list_add(struct rd_error_list *errors, enum rd_error_code code, const char *path,
                       int line, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Adds what another part found wrong, with its place. Returns: false. */
bool rd_error_list_add_error(struct rd_error_list *errors, const struct rd_error *error);

/* How many of them are in `error`: count, up to the limit. */
size_t rd_error_list_kept(const struct rd_error_list *errors);

/* Sorts them by file and line; of one line, in the order in which they were found. */
void rd_error_list_sort(struct rd_error_list *errors);

/* Prints them in their order, and how many more there are. */
void rd_error_list_print(FILE *out, const struct rd_error_list *errors);

/* The exit status of the worst: file, then input, then usage. 0 if empty. */
int rd_error_list_exit_status(const struct rd_error_list *errors);
