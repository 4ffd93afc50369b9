/* A scenario as its author wrote it, checked: what docs/scenario_format.md describes. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/named_text.h"
#include "sim/base/names.h"
#include "sim/input/error_list.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"
#include "sim/model/placed_objects.h"

/* What a run must come to; NAN and NULL where the author does not say. */
struct rd_expectation {
    bool given;
    int line;
    const char *status;  /* "ok", "refused", "failed" */
    const char *optimal; /* "proved", "proved*", "no", "unknown" */
    const char *message; /* a part of the row's message */
    double time;         /* simulated seconds (planned, if nothing is simulated) */
    double bound;        /* seconds */
    double class_bound;  /* seconds; of a class of schedules */
    double ratio;
};

/* One <run>. */
struct rd_scenario_run {
    int line;
    const char *algorithm; /* a name as written, or "all" */
    const struct rd_option *option;
    size_t option_count;
    const int *option_line; /* [option_count] */
    uint64_t seed;
    struct rd_expectation expect;
};

/* One <case>: parameters that are set together. */
struct rd_case {
    const struct rd_option *set; /* [set_count], sorted by name */
    size_t set_count;
};

/* One <vary>: a parameter (attributes.h) and the values that it takes, or its <case> elements. */
struct rd_vary {
    const char *parameter;    /* of the first <case>: "hosts, cost" */
    const char *const *value; /* [value_count]; NULL where there are <case> elements */
    const struct rd_case *at; /* [value_count]; NULL where there are values */
    size_t value_count;
    int line;
};

/* Which seed repetition k has: one drawn from k, the same at all points; one drawn from k and the
 * point; or the sweep's seed + k - 1. */
enum rd_seeds { RD_SHARED_SEEDS, RD_INDEPENDENT_SEEDS, RD_COUNTED_SEEDS };

/* <sweep>: the cross product of what is varied, each point repeated with other seeds. */
struct rd_sweep {
    int line;                   /* 0: there is none */
    const struct rd_vary *vary; /* [vary_count] */
    size_t vary_count;
    int64_t repeat_count; /* 0: no <repeat>, each point once with the seeds as written */
    uint64_t seed;
    enum rd_seeds seeds;
    int64_t simulate_every; /* repetitions 1, 1 + n, 1 + 2n, ...; 1: all; 0: none */
};

/* Does a <vary> set a parameter, in one of its values at least? */
bool rd_vary_sets(const struct rd_vary *vary, const char *parameter);

/* The most points, repetitions counted, that a sweep may have. */
#define RD_SWEEP_LIMIT ((int64_t)10000000)

/* <slower>: links that may be slower than the platform says. */
struct rd_slower {
    int line;
    struct rd_names links;
    double factor; /* at most so many times as long their bytes take */
};

/* The scenario as one that generates nothing. */
struct rd_self_contained {
    const char *text;           /* of the scenario; NULL: nobody asked for it */
    struct rd_named_text *file; /* [file_count] of the folder that it names */
    size_t file_count;
};

struct rd_scenario {
    const char *path;
    const char *name;

    const char *platform_path; /* resolved; NULL if the platform is generated */
    const char *platform_text; /* generated, or as read from platform_path */
    size_t platform_text_size;
    const char *simgrid_text; /* what SimGrid gets: generated, or what was checked, written anew */
    size_t simgrid_text_size;
    const char *left_off; /* settings in the platform's file that SimGrid does not get; or NULL */
    const struct rd_even_platform *even_platform; /* a generated platform that SimGrid does not get,
                                                     nor simulate: platform_text only names it; else
                                                     NULL */
    const char *edges_text; /* [edges_text_size]: of the file that a generated graph is made from,
                               or NULL */
    size_t edges_text_size;
    const struct rd_link_cost *link_cost; /* what SimGrid will read, as a generated platform knows
                                             (struct rd_generated_platform), or NULL */
    bool costs_equal;
    bool platform_host_links; /* a route is known to cross the sender's own link and the receiver's
                               */
    const struct rd_named_text *profile_file; /* [profile_file_count] that simgrid_text names */
    size_t profile_file_count;
    bool varies;            /* bandwidths, or what else a platform file has profiles of */
    double greatest_factor; /* that bandwidths reach, of the nominal ones, and no other cost is ever
                               below its nominal one; 0: not known */
    int platform_line;      /* of <platform> in the scenario */

    struct rd_topology topology;
    bool shape_known; /* with its direction, whatever else is wrong */
    int topology_line;
    enum rd_edge_source edge_source; /* of a graph */
    const char *const *host_name;    /* [topology.host_count], the star's master last */

    const struct rd_slower *slower; /* [slower_count] */
    size_t slower_count;
    bool tcp_model;        /* else exact */
    bool gives_word_bytes; /* else words have as many as items */
    /* Everything that the scenario says; costs and speeds are missing until a platform is read. */
    struct rd_instance instance;
    int goal_line;
    int loads_line;
    bool generates_copies; /* whose items have piece_bytes at the most; 0: a part is one item */
    int64_t piece_bytes;
    /* Objects that are to be placed; or NULL. Then the objects of the instance are none yet, and
     * only say what is free and how they may travel. */
    const struct rd_placed_objects *placed;

    size_t run_count;
    const struct rd_scenario_run *run; /* [run_count] */

    struct rd_sweep sweep;
    struct rd_self_contained alone; /* empty unless the settings ask for it */
};

/* Must a simulation last what was planned? In the exact model, where nothing varies. */
static inline bool rd_scenario_is_exact(const struct rd_scenario *scenario)
{
    return !scenario->tcp_model && !scenario->varies;
}

/* What the command line says about reading. */
struct rd_scenario_settings {
    /* Or NULL. On an error: the scenario's name, shape and runs, if the shape is known. */
    struct rd_scenario *ret_known;
    const struct rd_option *set; /* [set_count], --set NAME=VALUE; see attributes.h */
    size_t set_count;
    const char *allowed_folder; /* --allow DIR, or NULL: files must lie in the scenario's parent
                                   folder, or in this one */

    /* Adds what else is wrong with a <run>, for whoever knows the algorithms; NULL: nobody does. */
    void (*check_run)(void *context, const struct rd_scenario_run *run,
                      struct rd_error_list *errors);
    void *check_context;
    bool runs_optional;         /* a scenario without a <run> is whole */
    const char *only_algorithm; /* runs a scenario that has no <run>; or NULL */
    bool places_objects;        /* objects may say only where they are */
    bool plans_only;        /* nothing is simulated: a generated platform is drawn, not written */
    bool tells_of_switches; /* of one with a switch also which links are shared, and what SimGrid
                               takes in free order */

    struct rd_document_cache *kept; /* readings of one text share a document; or NULL */

    const char *alone_folder;  /* what the files of a scenario that stands alone lie in, as seen
                                  from it; NULL: none is asked for */
    bool alone_without_expect; /* it has no <expect> elements */
};

/* Reads, checks and explains a scenario, its platform file and its load files.
 * Returns: false if any error was found; *errors then lists them all, in the order of the file.
 * Errors: RD_ERROR_INPUT with file and line; RD_ERROR_FILE for what cannot be read; RD_ERROR_USAGE
 * for a --set that names no parameter of this scenario. Everything is taken from the arena. */
bool rd_scenario_read(const char *path, const struct rd_scenario_settings *settings,
                      struct rd_arena *arena, struct rd_scenario *ret_scenario,
                      struct rd_error_list *errors);

/* The same of a text in memory, which `path` names in messages and for the files near it. */
bool rd_scenario_read_text(const char *path, const char *text, size_t size,
                           const struct rd_scenario_settings *settings, struct rd_arena *arena,
                           struct rd_scenario *ret_scenario, struct rd_error_list *errors);

/* What a scenario's file says, whatever its <sweep>, its comments and the order of attributes: the
 * SHA-256 of its canonical XML without them, as hexadecimal digits.
 * In: a text that rd_scenario_read_text has read. Cost: O(bytes). */
const char *rd_scenario_digest(const char *text, size_t size, struct rd_arena *arena);
