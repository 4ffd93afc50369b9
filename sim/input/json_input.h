/* JSON of other programs. */
#pragma once

#include "file_text.h"

#include <jansson.h>

/* Reads the value of a text, an object or an array; what stands before it, such as the lines that
 * Kafka's tools print, is left out. Nothing but blanks may stand behind it.
 * Returns: the value, to be given back (json_decref); NULL with RD_ERROR_INPUT and the line. */
json_t *rd_json_input(const struct rd_input_text *text, struct rd_error *reterr);

/* The line where a value begins. In: a text that rd_json_input read; the keys and numbers of
 * elements that lead to the value, such as partitions/3/replicas, printed by the format.
 * Returns: the line; that of the value that would have it, if there is none. O(size). */
int rd_json_line(const struct rd_input_text *text, const char *path_format, ...)
    __attribute__((format(printf, 2, 3)));

/* The lines where the elements of an array begin. In: the keys that lead to it, its count. Returns:
 * lines [count], from the arena. O(size). */
int *rd_json_lines(const struct rd_input_text *text, const char *path, size_t count,
                   struct rd_arena *arena);
