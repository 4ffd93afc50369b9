/* The commands of the program: one file cmd_<name>.c and one line of the table each. */
#ifndef REDIST_CLI_COMMANDS_H
#define REDIST_CLI_COMMANDS_H

#include <stdio.h>

struct rd_command {
    const char *name;
    const char *arguments; /* "SCENARIO.xml [OPTION...]" */
    const char *summary;
    /* In: argv[0] is "redist COMMAND". Returns: the exit status; what is wrong has been said. */
    int (*run)(int argc, char **argv);
};

/* The command of a name, or NULL. */
const struct rd_command *rd_command_named(const char *name);

/* The name nearest to a wrong one, or NULL. */
const char *rd_command_nearest(const char *name);

/* What `redist --help` and `redist --version` print. */
void rd_print_help(FILE *out);
void rd_print_version(FILE *out);

/* The commands themselves, as docs/commands.md describes them. */
int rd_cmd_list(int argc, char **argv);
int rd_cmd_check(int argc, char **argv);
int rd_cmd_plan(int argc, char **argv);
int rd_cmd_calibrate(int argc, char **argv);
int rd_cmd_execute(int argc, char **argv);
int rd_cmd_recommend(int argc, char **argv);
int rd_cmd_instance(int argc, char **argv);
int rd_cmd_run(int argc, char **argv);
int rd_cmd_explain(int argc, char **argv);
int rd_cmd_judge(int argc, char **argv);
int rd_cmd_draw(int argc, char **argv);
int rd_cmd_platform(int argc, char **argv);
int rd_cmd_figure(int argc, char **argv);
int rd_cmd_sweep(int argc, char **argv);
int rd_cmd_merge(int argc, char **argv);
int rd_cmd_compare(int argc, char **argv);
int rd_cmd_export(int argc, char **argv);
int rd_cmd_relabel(int argc, char **argv);
int rd_cmd_report(int argc, char **argv);

#endif
