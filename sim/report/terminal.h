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

/* How far something is, on standard error: a line that is written over on a terminal, and gone at
 * the end; a plain one now and then elsewhere. */
struct rd_progress {
    bool on_terminal;
    double start_s, shown_s; /* dates of rd_now_s */
};

/* Of what starts now. */
struct rd_progress rd_progress_open(void);

/* Is it time to show it again? It takes a yes for done: every quarter of a second on a terminal,
 * every half minute elsewhere. */
bool rd_progress_is_due(struct rd_progress *progress);

/* Shows it. In: as for printf, without an end of the line. */
void rd_progress_write(const struct rd_progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Wipes it from a terminal. */
void rd_progress_clear(const struct rd_progress *progress);
