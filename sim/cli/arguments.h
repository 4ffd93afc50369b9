/* Arguments that several commands read in the same way. A mistake in them ends the program
 * with a message and the status for wrong usage: that is argp's way. */
#pragma once

#include "sim/run/job_queue.h"
#include "sim/run/run_context.h"

#include "sim/report/results_table.h"

#include <argp.h>

/* The most bytes that a trace or a plan may have. */
#define RD_SCHEDULE_BYTES_LIMIT ((size_t)4 << 30)

/* How an option or a word is read, and into what. */
enum rd_takes {
    RD_TAKES_TEXT,    /* const char *; one of `words`, if there are some */
    RD_TAKES_FLAG,    /* bool */
    RD_TAKES_WORD,    /* an enumeration: the place of the word in `words` */
    RD_TAKES_SECONDS, /* double above 0 */
    RD_TAKES_INTEGER, /* int64_t from low to high */
    RD_TAKES_OWN      /* as `take` says */
};

/* An argument of a verb: an option, or a word that stands alone. */
struct rd_argument {
    const char *name; /* of the option, without dashes; NULL: a word */
    const char *word; /* "FILE"; NULL: a flag */
    const char *help;
    enum rd_takes takes;
    bool needed;
    size_t at; /* in the verb's arguments */
    int64_t low, high;
    /* In: option, as the user writes it. Returns: 0; ARGP_ERR_UNKNOWN to leave the word to the
     * scenario's arguments. */
    error_t (*take)(struct argp_state *state, void *arguments, const char *option, char *text);
    const char *const *words; /* ends with NULL */
};

/* Lines of a verb's table; each verb keeps its arguments in a `struct arguments`. */
#define RD_AT(member) offsetof(struct arguments, member)
#define RD_TEXT(name, word, member, help)                                                          \
    name, word, help, RD_TAKES_TEXT, false, RD_AT(member), 0, 0, NULL, NULL
#define RD_NEEDED(name, word, member, help)                                                        \
    name, word, help, RD_TAKES_TEXT, true, RD_AT(member), 0, 0, NULL, NULL
#define RD_FLAG(name, member, help)                                                                \
    name, NULL, help, RD_TAKES_FLAG, false, RD_AT(member), 0, 0, NULL, NULL
#define RD_WORD(name, word, member, words, help)                                                   \
    name, word, help, RD_TAKES_WORD, false, RD_AT(member), 0, 0, NULL, words
#define RD_FORMAT(member)                                                                          \
    RD_WORD("format", "FORMAT", member, rd_format_names,                                           \
            "table (default), json, csv, markdown or latex")
#define RD_SECONDS(name, word, member, help)                                                       \
    name, word, help, RD_TAKES_SECONDS, false, RD_AT(member), 0, 0, NULL, NULL
#define RD_WITHIN(member)                                                                          \
    RD_SECONDS("within", "S", member,                                                              \
               "Stop planning and bounding after S seconds of wall clock, with the best plan and " \
               "bound so far (Ctrl-C: at once)")
#define RD_INTEGER(name, word, member, low, high, help)                                            \
    name, word, help, RD_TAKES_INTEGER, false, RD_AT(member), low, high, NULL, NULL
#define RD_JOBS(member)                                                                            \
    RD_INTEGER("jobs", "N", member, 1, RD_JOBS_LIMIT,                                              \
               "Number of runs that are done at a time (default: 1)")
#define RD_OWN(name, word, take, help) name, word, help, RD_TAKES_OWN, false, 0, 0, 0, take, NULL
#define RD_END NULL, NULL, NULL, RD_TAKES_OWN, false, 0, 0, 0, NULL, NULL

/* What `redist VERB` accepts. */
struct rd_verb {
    const char *args_doc, *doc;
    const struct rd_argument *argument; /* ends with RD_END; NULL: none of its own */
    /* SCENARIO.xml, --set, --allow, --algorithm and others, too: into the struct
     * rd_run_context_settings at `scenario_at` of the arguments. */
    bool takes_scenario;
    size_t scenario_at;
    /* What only all arguments together can show; or NULL. */
    void (*finish)(struct argp_state *state, void *arguments);
};

/* Of a verb that takes the arguments of a scenario: the member that they go into. */
#define RD_SCENARIO_AT(member) .takes_scenario = true, .scenario_at = RD_AT(member)

/* Reads a verb's arguments into its struct. Returns only if they are right. */
void rd_verb_parse(const struct rd_verb *verb, int argc, char **argv, void *arguments);

/* Prints what is wrong. Returns: the exit status. */
int rd_give_up(const struct rd_error *error);

/* Prints what is wrong as a line of its own, in which nothing commands a terminal. Returns: the
 * exit status. */
int rd_complain(enum rd_error_code code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Opens a run context, uses it, closes it. Returns: the exit status. */
int rd_with_run_context(const struct rd_run_context_settings *settings,
                        int (*use)(struct rd_run_context *context, const void *arguments),
                        const void *arguments);

/* Reads a results file with some columns, beside those that a table goes by, uses it, closes it.
 * Returns: the exit status. */
int rd_with_results(const char *path, const struct rd_columns *columns,
                    int (*use)(struct rd_results *results, struct rd_results_table *table,
                               const void *arguments, struct rd_arena *arena),
                    const void *arguments);

/* For an unexpected positional argument. */
void rd_refuse_argument(struct argp_state *state, const char *argument);

/* For the one positional argument of a command: keeps it, and refuses a second. */
void rd_take_only(struct argp_state *state, const char *argument, const char **place);

/* The same of the argument behind the scenario. In: first, the scenario; NULL: it comes now.
 * Returns: ARGP_ERR_UNKNOWN in this case. */
error_t rd_take_second(struct argp_state *state, const char *argument, const char *first,
                       const char **place);

/* At the end of the arguments: wrong usage if one is missing. */
void rd_need_argument(struct argp_state *state, const char *argument, const char *name);

/* A whole number within bounds; `option` as the user writes it. */
int64_t rd_take_integer(struct argp_state *state, const char *option, const char *text, int64_t low,
                        int64_t high);
