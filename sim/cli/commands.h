/* The commands of the program: one file cmd_<name>.c and one line of the list each. */
#pragma once

#include "arguments.h"

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

/* The commands, as docs/commands.md describes them, in the order of `redist --help`. */
#define RD_COMMANDS(COMMAND)                                                                       \
    COMMAND(list, "[WHAT]", "list algorithms, figures, parameters")                                \
    COMMAND(check, "SCENARIO.xml", "validate and describe a scenario")                             \
    COMMAND(plan, "SCENARIO.xml", "plan and judge, without a simulation")                          \
    COMMAND(run, "SCENARIO.xml", "plan, judge, simulate, compare with the bound")                  \
    COMMAND(execute, "SCENARIO.xml", "run plans by MPI, on real items")                            \
    COMMAND(calibrate, "--launcher COMMAND --hosts N", "measure a network by MPI")                 \
    COMMAND(recommend, "SCENARIO.xml", "which algorithm to use, how good it is, why")              \
    COMMAND(explain, "SCENARIO.xml", "bottleneck of the bound, critical path")                     \
    COMMAND(sensitivity, "SCENARIO.xml", "which link limits, what a faster one would be worth")    \
    COMMAND(judge, "SCENARIO.xml TRACE.csv|PLAN.csv", "check a schedule against the rules")        \
    COMMAND(draw, "TRACE.csv --out FILE.svg", "draw a trace as a Gantt chart")                     \
    COMMAND(map, "SCENARIO.xml [SCHEDULE] --out FILE",                                             \
            "draw a network, its loads and what is busy")                                          \
    COMMAND(platform, "KIND --hosts N", "write a SimGrid platform file")                           \
    COMMAND(instance, "SCENARIO.xml", "write what a scenario generates")                           \
    COMMAND(relabel, "FORMAT OLD [NEW]", "who gets which part of a new placement")                 \
    COMMAND(rebalance, "SCENARIO.xml --tolerance X", "which objects move, so that hosts balance")  \
    COMMAND(sweep, "SCENARIO.xml --results FILE", "run all points of <sweep>; resume")             \
    COMMAND(merge, "OUT IN...", "merge the results of shards")                                     \
    COMMAND(export, "RESULTS", "write the runs of a sweep, CSV or JSON")                           \
    COMMAND(compare, "RESULTS", "performance by parameter; crossovers")                            \
    COMMAND(report, "RESULTS --out FILE.html", "write an interactive report of a sweep")           \
    COMMAND(figure, "NAME|all", "reproduce a figure of a paper")

#define RD_DECLARE_COMMAND(name, ...) int rd_cmd_##name(int argc, char **argv);
RD_COMMANDS(RD_DECLARE_COMMAND)
