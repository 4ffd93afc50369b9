/* A scenario made ready: read, its platform loaded, its costs known, its runs named. Every verb
 * that takes a scenario starts here. */
#ifndef REDIST_SESSION_H
#define REDIST_SESSION_H

#include "algorithms/algorithm.h"
#include "sim/core/arena.h"
#include "sim/core/instance.h"
#include "sim/engine/engine.h"
#include "sim/scenario/scenario.h"

#include <stdbool.h>
#include <stddef.h>

enum { RD_SET_LIMIT = 64 };

/* What the command line says of a scenario. */
struct rd_session_settings {
    const char *scenario_path;
    struct rd_option set[RD_SET_LIMIT];
    size_t set_count;
    const char *allowed_folder; /* or NULL */
    const char *algorithm;      /* only the runs of this one; NULL: all of them */
    bool ignore_expectations;   /* every <expect> is as if it were not there */
    double time_limit_s;        /* of wall clock for one simulation; 0: none */
    bool runs_optional;         /* the verb runs nothing: a scenario without a <run> will do */
};

/* One algorithm to run: a <run>, or a part of one that says "all". */
struct rd_job {
    const struct rd_scenario_run *run;
    const struct rd_algorithm *algorithm;
};

struct rd_session {
    struct rd_arena arena;     /* what lives as long as the session */
    struct rd_arena job_arena; /* what the next job forgets */
    struct rd_arena scratch;
    struct rd_session_settings settings;
    struct rd_scenario scenario;
    struct rd_instance instance; /* whole, and checked */
    struct rd_platform_costs costs;
    struct rd_engine *engine;
    struct rd_engine *free_order_engine; /* opened by the first plan that needs it; or NULL */
    struct rd_job *job;                  /* [job_count] */
    size_t job_count;
};

/* Reads a scenario, loads its platform and finds its algorithms.
 * Returns: 0, or the exit status of what is wrong, all of which has been printed on standard error.
 *     rd_session_close is due in both cases. */
int rd_session_open(const struct rd_session_settings *settings, struct rd_session *session);

/* Ends the engines' processes and gives the memory back. */
void rd_session_close(struct rd_session *session);

/* The engine that plays plans of a timing. A free order needs links that arbitrate, which is a
 * setting of a whole SimGrid process: it has an engine of its own.
 * Errors: as rd_engine_open and rd_engine_read_costs. */
bool rd_session_engine(struct rd_session *session, enum rd_timing timing,
                       struct rd_engine **ret_engine, struct rd_error *reterr);

/* "exact" or "tcp". */
const char *rd_session_model(const struct rd_session *session);

#endif
