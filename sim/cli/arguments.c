#include "arguments.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

static const struct argp_option scenario_options[] = {
    {"set", RD_KEY_SET, "NAME=VALUE", 0,
     "Change a parameter of the scenario (repeatable; redist list parameters)", 10},
    {"algorithm", RD_KEY_ALGORITHM, "NAME", 0, "Only the runs of this algorithm", 10},
    {"ignore-expect", RD_KEY_IGNORE_EXPECT, NULL, 0,
     "Do not check <expect>, for instance when --set changes the scenario", 10},
    {"allow", RD_KEY_ALLOW, "DIR", 0,
     "Files that the scenario names may also lie in DIR, not only below the parent of its folder",
     10},
    {"memory-limit", RD_KEY_MEMORY_LIMIT, "MIB", 0,
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
    case RD_KEY_MEMORY_LIMIT:
        settings->memory_limit_bytes =
            (size_t)rd_take_integer(state, "--memory-limit", argument, 1, MEMORY_LIMIT_MIB) << 20;
        return 0;
    case RD_KEY_SET: take_set(state, argument); return 0;
    case RD_KEY_ALLOW: settings->allowed_folder = argument; return 0;
    case RD_KEY_ALGORITHM: settings->algorithm = argument; return 0;
    case RD_KEY_IGNORE_EXPECT: settings->ignore_expectations = true; return 0;
    case ARGP_KEY_ARG: rd_take_only(state, argument, &settings->scenario_path); return 0;
    case ARGP_KEY_END: rd_need_argument(state, settings->scenario_path, "SCENARIO.xml"); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp scenario_argp = {.options = scenario_options, .parser = parse_scenario};

const struct argp_child rd_scenario_arguments[] = {{&scenario_argp, 0, NULL, 0}, {0}};

void rd_parse_arguments(const struct argp *argp, int argc, char **argv, void *input)
{
    /* What is wrong with the arguments has ended the program. */
    if (argp_parse(argp, argc, argv, 0, NULL, input) != 0)
        rd_out_of_memory("the arguments cannot be read");
}

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

void rd_need_argument(struct argp_state *state, const char *argument, const char *name)
{
    if (!argument)
        argp_error(state, "%s is missing", name);
}

enum rd_format rd_take_format(struct argp_state *state, const char *name)
{
    enum rd_format format = RD_FORMAT_TABLE;
    if (!rd_format_of_name(name, &format))
        argp_error(state, "--format %s: table, json or csv is accepted", name);
    return format;
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

double rd_take_seconds(struct argp_state *state, const char *option, const char *text)
{
    double seconds = 0;
    if (!rd_number_parse(text, strlen(text), &seconds) || seconds <= 0)
        argp_error(state, "%s %s: a number of seconds above 0 is accepted", option, text);
    return seconds;
}
