/* A scenario made ready: read, its platform loaded, its costs known, its runs named. Every verb
 * that takes a scenario starts with one (run_context_open.h). */
#pragma once

#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"
#include "sim/base/arena.h"
#include "sim/digest/sha256.h"
#include "sim/engine/engine.h"
#include "sim/model/instance.h"
#include "sim/scenario/scenario.h"

enum { RD_SET_LIMIT = 64 };

/* A platform that stays loaded from one run context to the next, as long as it is the same but for
 * what its links cost. Zeroed: none is loaded. */
struct rd_loaded_platform {
    struct rd_arena arena, costs_arena;
    char key[RD_SHA256_TEXT_SIZE]; /* of the platform, the hosts and the model */
    struct rd_engine *engine;
    struct rd_topology topology; /* a graph whose links the platform told */
    struct rd_platform_costs costs;
    /* [links] room for the costs of platforms that differ by these only, where SimGrid read those
     * that the generator knew: then it need not be asked again. Else NULL. */
    struct rd_link_cost *known_cost;
};

/* What the command line says of a scenario. */
struct rd_run_context_settings {
    const char *scenario_path;
    const char *scenario_text; /* [scenario_size]; NULL: it is read from its path */
    size_t scenario_size;
    struct rd_option set[RD_SET_LIMIT];
    size_t set_count;
    const char *allowed_folder;     /* or NULL */
    const char *algorithm;          /* only the runs of this one; NULL: all of them */
    const char *bound;              /* the name of the one that counts alone; NULL: all of them */
    bool all_bounds;                /* each bound that applies is wanted, however dear */
    bool ignore_expectations;       /* every <expect> is as if it were not there */
    double time_limit_s;            /* of wall clock for one simulation; 0: none */
    size_t memory_limit_bytes;      /* of a simulation; 0: none */
    bool plans_only;                /* nothing is simulated */
    bool tells_of_switches;         /* as in struct rd_scenario_settings */
    const char *alone_folder;       /* as in struct rd_scenario_settings */
    bool runs_optional;             /* the verb runs nothing: a scenario without a <run> will do */
    bool places_objects;            /* the verb finds where objects go that do not say it */
    struct rd_document_cache *kept; /* as in struct rd_scenario_settings */
    struct rd_loaded_platform
        *loaded; /* where engines are lent from; NULL: the run context's own */
};

/* One algorithm to run: a <run>, or a part of one that says "all". */
struct rd_run_entry {
    const struct rd_scenario_run *run;
    const struct rd_algorithm *algorithm;
};

struct rd_run_context {
    struct rd_arena arena;     /* what lives as long as the run context */
    struct rd_arena run_arena; /* what the next job forgets */
    struct rd_arena scratch;
    struct rd_run_context_settings settings;
    double opened_s;             /* the date of rd_now_s at which it began to be read */
    struct rd_scenario scenario; /* as it was read; its topology is whole once it is loaded */
    struct rd_instance instance; /* whole, and checked */
    struct rd_platform_costs costs;
    struct rd_engine *engine; /* the run context's own, or lent by settings.loaded; NULL on a
                                 platform that is not simulated (even_platform) */
    struct rd_engine *free_order_engine; /* opened by the first plan that needs it; or NULL */
    struct rd_run_entry *entry;          /* [job_count] */
    size_t entry_count;
    const struct rd_problem_bound *only_bound; /* settings.bound */
    struct rd_found_bounds *bounds;            /* of the instance; NULL before they are asked for */
    enum rd_bound_effort effort;               /* how far they are looked for */
    char platform_digest[RD_SHA256_TEXT_SIZE]; /* of the platform's text, if settings.loaded */
};

/* Loads the platform of a run context that was read, and completes its instance, but for objects
 * that are still to be placed (rd_run_context_take_objects).
 * Errors: a list of all that is wrong, in the run context's arena. */
bool rd_run_context_load(struct rd_run_context *context, struct rd_error_list *errors);

/* Gives the instance of a run context the costs of a platform, which must outlive it; bounds of
 * other costs are forgotten. */
void rd_run_context_take_costs(struct rd_run_context *context,
                               const struct rd_platform_costs *costs);

/* Gives the instance of a run context the objects of which nobody had said where they go.
 * Errors: as rd_instance_check. */
bool rd_run_context_take_objects(struct rd_run_context *context, const struct rd_objects *objects,
                                 struct rd_error *reterr);

/* Ends the processes of the run context's own engines: nothing is simulated any more. */
void rd_run_context_close_engines(struct rd_run_context *context);

/* The same, and gives the memory back. */
void rd_run_context_close(struct rd_run_context *context);

/* Ends the process of a platform that stayed loaded. */
void rd_loaded_platform_close(struct rd_loaded_platform *loaded);

/* The engine that plays plans of a timing. A free order needs links that arbitrate, which is a
 * setting of a whole SimGrid process: it has an engine of its own.
 * Errors: as rd_engine_open and rd_engine_read_costs. */
bool rd_run_context_engine(struct rd_run_context *context, enum rd_timing timing,
                           struct rd_engine **ret_engine, struct rd_error *reterr);

/* "exact" or "tcp"; "exact varying" or "tcp varying" where the platform has profiles. */
const char *rd_run_context_model(const struct rd_run_context *context);
