/* The program's side of an engine: the child that holds the platform, and what is asked of it. */
#pragma once

#include "engine.h"

#include "sim/engine/process/child_process.h"
#include "sim/engine/process/request.h"
#include "sim/engine/process/shared_memory.h"

struct rd_engine {
    struct rd_engine_settings settings;
    const char *platform; /* its path, for messages; NULL if it has none */
    const char *folder;   /* where files that it mentions are looked up; or NULL */
    int text_fd;          /* its text, or -1 */
    char *text; /* the same, newer than in the file, where runs share a process; else NULL */
    size_t text_capacity;
    bool links_changed;               /* the child has loaded the text that was there before */
    int shared_runs;                  /* that the child has played in its own process */
    bool host_links;                  /* as in rd_platform_source */
    const struct rd_named_text *file; /* [file_count] profiles; on disk while it loads */
    size_t file_count;
    bool lets_meet;  /* messages of two pairs of neighbours may be on one link at a time */
    bool solves_all; /* as in rd_server */
    struct rd_child child;
    int processor; /* that the child stays on; or RD_ANY_PROCESSOR */
    int socket;    /* to the child */
    int wait_ms;   /* how long that waits to receive; 0: as long as it takes */
    struct rd_shared_memory shared;
};

/* From now on the child solves all rates anew whenever one changes, or does not. One that does the
 * other is ended, and started anew for the next request: dates may differ in their last digits. */
void rd_engine_solve_all(struct rd_engine *engine, bool wanted);

/* Lets the child serve the request that lies in shared memory. A child that has died since the last
 * request is started anew.
 * In: alone: in a process of its own; else in that of the child, which then ends if it fails.
 * Errors: what the child answers; RD_ERROR_RUN if it dies over it. If not alone, any: the request
 *     is to be put and served again. */
bool rd_engine_exchange(struct rd_engine *engine, bool alone, struct rd_error *reterr);
