/* Arguments that several commands read in the same way. A mistake in them ends the program
 * with a message and the status for wrong usage: that is argp's way. */
#ifndef REDIST_CLI_ARGUMENTS_H
#define REDIST_CLI_ARGUMENTS_H

#include "sim/run/run_context.h"

#include "sim/report/tables.h"

#include <argp.h>

/* SCENARIO.xml, --set, --allow, --algorithm and --ignore-expect. The parser of a command gives it
 * a struct rd_run_context_settings, and every argument that the command does not know. */
extern const struct argp_child rd_scenario_arguments[];

/* The most bytes that a trace or a plan may have. */
#define RD_SCHEDULE_BYTES_LIMIT ((size_t)4 << 30)

/* Keys for options without a short name. */
enum {
    RD_KEY_SET = 256,
    RD_KEY_ALLOW,
    RD_KEY_ALGORITHM,
    RD_KEY_IGNORE_EXPECT,
    RD_KEY_MEMORY_LIMIT,
    RD_KEY_OWN /* from here on a command's own */
};

/* Reads a command's arguments into `input` with its parser. Returns only if they are right. */
void rd_parse_arguments(const struct argp *argp, int argc, char **argv, void *input);

/* For an unexpected positional argument. */
void rd_refuse_argument(struct argp_state *state, const char *argument);

/* For the one positional argument of a command: keeps it, and refuses a second. */
void rd_take_only(struct argp_state *state, const char *argument, const char **place);

/* At the end of the arguments: wrong usage if one is missing. */
void rd_need_argument(struct argp_state *state, const char *argument, const char *name);

/* What --format names. */
enum rd_format rd_take_format(struct argp_state *state, const char *name);

/* A whole number within bounds; `option` as the user writes it. */
int64_t rd_take_integer(struct argp_state *state, const char *option, const char *text, int64_t low,
                        int64_t high);

/* A number of seconds above 0; `option` as the user writes it. */
double rd_take_seconds(struct argp_state *state, const char *option, const char *text);

#endif
