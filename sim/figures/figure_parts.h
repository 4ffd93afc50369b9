/* A figure in parts, each of which takes long: processes make several at a time, and each part is
 * kept in the figure's folder until that is made, so that one that was stopped can go on. One that
 * is not as it was written is made anew. */
#pragma once

#include "figure.h"

#include <stdio.h>

struct rd_figure_part {
    const char *name;  /* for who watches */
    const char *given; /* all that it depends on, besides versions */
    const char *text;  /* what was written of it, once it is made */
};

struct rd_figure_parts {
    const char *figure;
    struct rd_figure_part *part; /* [count] */
    size_t count;
    /* Writes the text of a part. Called in a process of its own. */
    bool (*write)(FILE *out, const void *context, size_t number, struct rd_error *reterr);
    const void *context;
};

/* Makes all parts, settings->worker_count at a time, in their order; with settings->goes_on those
 * only that are not kept. Says how far it is: by settings->progress, or else on standard error.
 * Errors: those of a part, which ends the others; RD_ERROR_FILE; RD_ERROR_INTERRUPTED if no process
 * can be had. The texts are from the arena. */
bool rd_figure_parts_make(const struct rd_figure_settings *settings,
                          const struct rd_figure_parts *parts, struct rd_arena *arena,
                          struct rd_error *reterr);

/* Removes what is kept of a figure in a folder: once it is made, or before it is made anew. */
void rd_figure_parts_remove(const char *folder, const char *figure, struct rd_arena *arena);
