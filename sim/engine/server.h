/* The child that holds a platform: it loads it once and forks a job for every request. */
#pragma once

#include "engine.h"

#include "sim/engine/process/shared_memory.h"

struct rd_server {
    const char *platform_path; /* what SimGrid reads */
    const char *folder; /* where files that the platform mentions are looked up, and nowhere else,
                           if its path is absolute; or NULL */
    struct rd_engine_settings settings;
    /* All rates are solved anew when one changes. SimGrid's lazy solver looks on from the first
     * link of a message that begins to flow, unless it has looked there at that date: of two
     * messages that leave by one link at once it does not see the other links of the second,
     * neither whom it slows down there, nor what they carry. */
    bool solves_all;
    struct rd_shared_memory shared;
    int socket; /* to the program; at its end when the program has closed the engine or died */
};

/* The whole life of the child. In: context: a struct rd_server. */
void rd_serve(void *context);
