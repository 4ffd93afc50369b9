/* The program's side of an engine: the child that holds the platform, and what is asked of it. */
#ifndef REDIST_ENGINE_REQUESTS_H
#define REDIST_ENGINE_REQUESTS_H

#include "engine.h"
#include "child_process.h"
#include "protocol.h"
#include "shared.h"

struct rd_engine {
    struct rd_engine_settings settings;
    const char *platform;             /* its path, for messages; NULL if it has none */
    const char *folder;               /* where files that it mentions are looked up; or NULL */
    int text_fd;                      /* its text, or -1 */
    bool host_links;                  /* as in rd_platform_source */
    const struct rd_named_text *file; /* [file_count] profiles; on disk while it loads */
    size_t file_count;
    struct rd_child child;
    int socket; /* to the child */
    struct rd_shared shared;
    const char *shared_links; /* as rd_platform_costs.shared, of the last topology asked for */
};

/* Lets the child serve the request that lies in shared memory. A child that has died since the last
 * request is started anew.
 * Errors: what the child answers; RD_ERROR_RUN if it dies over it. */
bool rd_engine_exchange(struct rd_engine *engine, struct rd_error *reterr);

#endif
