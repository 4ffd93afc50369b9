/* Arguments out of arbitrary bytes: one a line, NAME=VALUE where a harness wants both. */
#ifndef REDIST_TESTS_FUZZ_LINES_H
#define REDIST_TESTS_FUZZ_LINES_H

#include "sim/model/options.h"

#include <stdint.h>

enum { LINES_LIMIT = 16 };

struct lines {
    char *text; /* which the lines are parts of */
    char *line[LINES_LIMIT];
    size_t count;
};

/* Splits bytes at their newlines; a zero ends them. What is beyond the limit is left out. */
void lines_open(struct lines *lines, const uint8_t *data, size_t size);
void lines_close(struct lines *lines);

/* Splits the lines from `first` on at their first '='; lines without one are left out.
 * Returns: how many options there are. */
size_t lines_options(struct lines *lines, size_t first, struct rd_option option[LINES_LIMIT]);

#endif
