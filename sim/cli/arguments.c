#include "arguments.h"

#include "sim/base/number_text.h"
#include "sim/run/run_context_open.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Keys for options without a short name. */
enum {
    KEY_ARGPS = 255, /* argp's own, refused */
    KEY_SET,
    KEY_ALLOW,
    KEY_ALGORITHM,
    KEY_IGNORE_EXPECT,
    KEY_MEMORY_LIMIT,
    KEY_OWN /* from here on a verb's own, in the order of its table */
};

static const struct argp_option scenario_options[] = {
    {"set", KEY_SET, "NAME=VALUE", 0,
     "Change a parameter of the scenario (repeatable; redist list parameters)", 10},
    {"algorithm", KEY_ALGORITHM, "NAME", 0,
     "Only the <run> elements of this algorithm, or this one if the scenario has none", 10},
    {"ignore-expect", KEY_IGNORE_EXPECT, NULL, 0,
     "Do not check <expect>, for instance when --set changes the scenario", 10},
    {"allow", KEY_ALLOW, "DIR", 0,
     "Files that the scenario names may also lie in DIR, not only below the parent of its folder",
     10},
    {"memory-limit", KEY_MEMORY_LIMIT, "MIB", 0,
     "SimGrid, and a worker of a sweep, fails beyond MIB mebibytes of memory (default 4096)", 10},
    {0},
};

enum { MEMORY_DEFAULT_MIB = 4096, MEMORY_LIMIT_MIB = 1 << 24 };

static void take_set(struct argp_state *state, char *argument)
{
    struct rd_run_context_settings *settings = state->input;
    char *sign = strchr(argument, '=');
    if (!sign || sign == argument) {
        argp_error(state, "--set %s: NAME=VALUE is accepted", argument);
        return;
    }
    if (settings->set_count == RD_SET_LIMIT) {
        argp_error(state, "--set %s: at most %d are supported", argument, RD_SET_LIMIT);
        return;
    }
    *sign = '\0';
    settings->set[settings->set_count++] = (struct rd_option){argument, sign + 1};
}

static error_t parse_scenario(int key, char *argument, struct argp_state *state)
{
    struct rd_run_context_settings *settings = state->input;
    switch (key) {
    case ARGP_KEY_INIT: settings->memory_limit_bytes = (size_t)MEMORY_DEFAULT_MIB << 20; return 0;
    case KEY_MEMORY_LIMIT:
        settings->memory_limit_bytes =
            (size_t)rd_take_integer(state, "--memory-limit", argument, 1, MEMORY_LIMIT_MIB) << 20;
        return 0;
    case KEY_SET: take_set(state, argument); return 0;
    case KEY_ALLOW: settings->allowed_folder = argument; return 0;
    case KEY_ALGORITHM:
        if (settings->algorithm)
            argp_error(state, "--algorithm %s: one is accepted, and %s is given", argument,
                       settings->algorithm);
        settings->algorithm = argument;
        return 0;
    case KEY_IGNORE_EXPECT: settings->ignore_expectations = true; return 0;
    case ARGP_KEY_ARG: rd_take_only(state, argument, &settings->scenario_path); return 0;
    case ARGP_KEY_END: rd_need_argument(state, settings->scenario_path, "SCENARIO.xml"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp scenario_argp = {.options = scenario_options, .parser = parse_scenario};

static const struct argp_child scenario_arguments[] = {{&scenario_argp, 0, NULL, 0}, {0}};

void rd_refuse_argument(struct argp_state *state, const char *argument)
{
    argp_error(state, "unexpected argument \"%s\"", argument);
}

void rd_take_only(struct argp_state *state, const char *argument, const char **place)
{
    if (*place)
        rd_refuse_argument(state, argument);
    *place = argument;
}

error_t rd_take_second(struct argp_state *state, const char *argument, const char *first,
                       const char **place)
{
    if (!first)
        return ARGP_ERR_UNKNOWN;
    rd_take_only(state, argument, place);
    return 0;
}

void rd_need_argument(struct argp_state *state, const char *argument, const char *name)
{
    if (!argument)
        argp_error(state, "%s is missing", name);
}

int64_t rd_take_integer(struct argp_state *state, const char *option, const char *text, int64_t low,
                        int64_t high)
{
    int64_t value = low;
    if (!rd_integer_parse(text, strlen(text), low, high, &value))
        argp_error(state, "%s %s: a whole number from %" PRId64 " to %" PRId64 " is accepted",
                   option, text, low, high);
    return value;
}

static double take_seconds(struct argp_state *state, const char *option, const char *text)
{
    double seconds = 0;
    if (!rd_number_parse(text, strlen(text), &seconds) || seconds <= 0)
        argp_error(state, "%s %s: a number of seconds from %g to %g is accepted", option, text,
                   RD_NUMBER_LEAST, RD_NUMBER_MOST);
    return seconds;
}

/* The place of a word in a list; one that is not there ends the program. */
static unsigned take_listed(struct argp_state *state, const char *option, const char *text,
                            const char *const *words)
{
    char accepted[128];
    size_t length = 0;
    unsigned place = 0;
    while (words[place] && strcmp(words[place], text) != 0)
        place++;
    if (words[place])
        return place;
    for (size_t i = 0; words[i]; i++)
        length += (size_t)snprintf(accepted + length, sizeof accepted - length, "%s%s",
                                   i == 0         ? ""
                                   : words[i + 1] ? ", "
                                                  : " or ",
                                   words[i]);
    rd_assert(length < sizeof accepted);
    argp_error(state, "%s %s: %s is accepted", option, text, accepted);
    return 0;
}

/* --- verbs ------------------------------------------------------------------------------------ */

enum { ARGUMENT_LIMIT = 32 };

/* A verb whose arguments are being read. */
struct parsing {
    const struct rd_verb *verb;
    char *arguments;
};

static bool is_last(const struct rd_argument *argument)
{
    return !argument || (!argument->name && !argument->help);
}

static error_t take(struct argp_state *state, const struct rd_argument *argument, char *text)
{
    const struct parsing *parsing = state->input;
    char option[64];
    void *at = parsing->arguments + argument->at;
    snprintf(option, sizeof option, "--%s", argument->name ? argument->name : "");
    switch (argument->takes) {
    case RD_TAKES_TEXT:
        if (argument->words)
            take_listed(state, option, text, argument->words);
        *(const char **)at = text;
        break;
    case RD_TAKES_FLAG: *(bool *)at = true; break;
    case RD_TAKES_SECONDS: *(double *)at = take_seconds(state, option, text); break;
    case RD_TAKES_INTEGER:
        *(int64_t *)at = rd_take_integer(state, option, text, argument->low, argument->high);
        break;
    case RD_TAKES_WORD: *(unsigned *)at = take_listed(state, option, text, argument->words); break;
    case RD_TAKES_OWN: return argument->take(state, parsing->arguments, option, text);
    }
    return 0;
}

/* Gives a word to the first that has none yet. */
static error_t take_word(struct argp_state *state, char *text)
{
    const struct parsing *parsing = state->input;
    const struct rd_argument *argument = parsing->verb->argument;
    bool takes_words = false;
    for (; !is_last(argument); argument++) {
        if (argument->name)
            continue;
        takes_words = true;
        if (argument->takes == RD_TAKES_OWN || !*(const char **)(parsing->arguments + argument->at))
            return take(state, argument, text);
    }
    if (takes_words)
        rd_refuse_argument(state, text);
    return ARGP_ERR_UNKNOWN;
}

static void finish(struct argp_state *state)
{
    const struct parsing *parsing = state->input;
    const struct rd_argument *argument = parsing->verb->argument;
    for (; !is_last(argument); argument++)
        if (argument->needed && !*(const char **)(parsing->arguments + argument->at))
            argp_error(state, "%s%s%s%s is missing", argument->name ? "--" : "",
                       argument->name ? argument->name : "", argument->name ? " " : "",
                       argument->word);
    if (parsing->verb->finish)
        parsing->verb->finish(state, parsing->arguments);
}

/* getopt takes an option without a name for the beginning of all of them, and lists those that argp
 * hides. Its errors have no name of the program yet. */
static void refuse_nameless_options(struct argp_state *state)
{
    state->name = state->argv[0];
    for (int i = 1; i < state->argc && strcmp(state->argv[i], "--") != 0; i++)
        if (strncmp(state->argv[i], "--=", 3) == 0)
            argp_error(state, "option '%s' has no name: --NAME=VALUE is accepted", state->argv[i]);
}

static error_t parse_verb(int key, char *text, struct argp_state *state)
{
    const struct parsing *parsing = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        refuse_nameless_options(state);
        if (parsing->verb->takes_scenario)
            state->child_inputs[0] = parsing->arguments + parsing->verb->scenario_at;
        return 0;
    case ARGP_KEY_ARG: return take_word(state, text);
    case ARGP_KEY_END: finish(state); return 0;
    case KEY_ARGPS:
        argp_error(state, "unrecognized option '%s'", state->argv[state->next - 1]);
        return ARGP_ERR_UNKNOWN;
    default:
        return key >= KEY_OWN && key < KEY_OWN + ARGUMENT_LIMIT
                   ? take(state, &parsing->verb->argument[key - KEY_OWN], text)
                   : ARGP_ERR_UNKNOWN;
    }
}

/* Writes to a stream what a terminal may get, and what ends a line. It takes no memory: that there
 * is none may be what is written. */
static ssize_t show(void *stream, const char *text, size_t size)
{
    /* argp folds its own hint, which repeats no word of the user's. */
    static const char hint[] = "Try `";
    bool is_hint = size > sizeof hint && memcmp(text, hint, sizeof hint - 1) == 0;
    char piece[1 << 13];
    for (size_t done = 0; done < size;) {
        size_t length = size - done < sizeof piece ? size - done : sizeof piece - 1;
        const char *fold = is_hint ? memchr(text + done, '\n', length) : NULL;
        length = fold ? (size_t)(fold + 1 - (text + done)) : length;
        bool ends = text[done + length - 1] == '\n';
        memcpy(piece, text + done, length - ends);
        piece[length - ends] = '\0';
        if (!rd_print_shown(stream, piece) || (ends && putc('\n', stream) == EOF))
            return 0;
        done += length;
    }
    return (ssize_t)size;
}

void rd_verb_parse(const struct rd_verb *verb, int argc, char **argv, void *arguments)
{
    /* First those that argp would add unseen: one of them sleeps for an hour. */
    struct argp_option options[ARGUMENT_LIMIT + 3] = {
        {.name = "HANG", .key = KEY_ARGPS, .arg = "", .flags = OPTION_HIDDEN | OPTION_ARG_OPTIONAL},
        {.name = "program-name",
         .key = KEY_ARGPS,
         .arg = "",
         .flags = OPTION_HIDDEN | OPTION_ARG_OPTIONAL}};
    size_t option_count = 2;
    for (int i = 0; verb->argument && !is_last(&verb->argument[i]); i++) {
        rd_assert(i < ARGUMENT_LIMIT);
        if (verb->argument[i].name)
            options[option_count++] = (struct argp_option){.name = verb->argument[i].name,
                                                           .key = KEY_OWN + i,
                                                           .arg = verb->argument[i].word,
                                                           .doc = verb->argument[i].help};
    }
    struct argp argp = {.options = options,
                        .parser = parse_verb,
                        .args_doc = verb->args_doc,
                        .doc = verb->doc,
                        .children = verb->takes_scenario ? scenario_arguments : NULL};
    struct parsing parsing = {verb, arguments};
    FILE *raw = stderr, *shown = fopencookie(raw, "w", (cookie_io_functions_t){.write = show});
    if (shown) {
        setvbuf(shown, NULL, _IONBF, 0);
        stderr = shown; /* to which argp and getopt repeat the words that they take for wrong */
    }
    /* What is wrong with the arguments has ended the program. */
    if (argp_parse(&argp, argc, argv, 0, NULL, &parsing) != 0)
        rd_out_of_memory("the arguments cannot be read");
    stderr = raw;
    if (shown)
        fclose(shown);
}

int rd_complain(enum rd_error_code code, const char *format, ...)
{
    char text[1 << 16];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    rd_print_shown(stderr, text);
    putc('\n', stderr);
    return rd_error_exit_status(code);
}

int rd_give_up(const struct rd_error *error)
{
    rd_error_print(stderr, error);
    return rd_error_exit_status(error->code);
}

int rd_with_run_context(const struct rd_run_context_settings *settings,
                        int (*use)(struct rd_run_context *context, const void *arguments),
                        const void *arguments)
{
    struct rd_run_context context;
    int status = rd_run_context_open(settings, &context);
    if (status == 0)
        status = use(&context, arguments);
    rd_run_context_close(&context);
    return status;
}

int rd_with_results(const char *path, const struct rd_columns *columns,
                    int (*use)(struct rd_results *results, struct rd_results_table *table,
                               const void *arguments, struct rd_arena *arena),
                    const void *arguments)
{
    struct rd_error error;
    struct rd_results *results = NULL;
    struct rd_results_table table;
    rd_arena_own(arena);
    int status = rd_results_open(path, &arena, &results, &error) &&
                         rd_results_table_read(results, columns, &arena, &table, &error)
                     ? use(results, &table, arguments, &arena)
                     : rd_give_up(&error);
    rd_results_close(results);
    return status;
}
