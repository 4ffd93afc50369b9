/* What is written to a terminal: within its width, and in colour where it has colours. Files and
 * pipes get the plain text. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct rd_terminal {
    size_t width; /* columns; SIZE_MAX where `out` is no terminal */
    bool colours; /* none where NO_COLOR is set, nor on TERM=dumb */
};

/* What a stream is written to. Cost: one call of the system or two. */
struct rd_terminal rd_terminal_of(FILE *out);

/* Writes a line and its end. On a terminal that is too narrow it goes on below, four columns in;
 * words are not broken. Cost: O(bytes). */
void rd_terminal_write_line(FILE *out, const char *text);

/* The same for all lines that `write` writes, which go on below so many columns in. Its stream is
 * `out` where that is no terminal, else in memory. */
void rd_terminal_fold(FILE *out, size_t indent, void (*write)(FILE *lines, const void *what),
                      const void *what);
