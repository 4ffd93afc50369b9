/* How a sweep gets on: a line that is rewritten on a terminal, a plain one now and then elsewhere.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct rd_progress {
    FILE *out;
    bool on_terminal;
    int64_t total;  /* points to do */
    int64_t points; /* done */
    int64_t runs;   /* in them */
    int64_t failed; /* of the runs */
    double start_s;
    double shown_s;
};

/* Starts counting. */
void rd_progress_open(struct rd_progress *progress, FILE *out, int64_t total);

/* Shows where it stands, if it is time to. */
void rd_progress_show(struct rd_progress *progress);

/* Wipes the line from a terminal. */
void rd_progress_clear(const struct rd_progress *progress);

/* "12 s", "5 min", "3.2 h": a length of time to the digits that matter. */
enum { RD_DURATION_SIZE = 32 };
const char *rd_duration_text(double seconds, char text[RD_DURATION_SIZE]);
