#include "commands.h"

#include "sim/model/options.h"
#include "sim/engine/engine.h"
#include "sim/scenario/libxml2_version.h"

#include <string.h>

/* In the order of `redist --help`; ends with a NULL name. */
static const struct rd_command commands[] = {
    {"list", "[WHAT]", "list algorithms, figures, parameters", rd_cmd_list},
    {"check", "SCENARIO.xml", "validate and describe a scenario", rd_cmd_check},
    {"plan", "SCENARIO.xml", "plan and judge, without a simulation", rd_cmd_plan},
    {"run", "SCENARIO.xml", "plan, judge, simulate, compare with the bound", rd_cmd_run},
    {"execute", "SCENARIO.xml", "run plans by MPI, on real items", rd_cmd_execute},
    {"calibrate", "--launcher COMMAND --hosts N", "measure a network by MPI", rd_cmd_calibrate},
    {"recommend", "SCENARIO.xml", "which algorithm to use, how good it is, why", rd_cmd_recommend},
    {"explain", "SCENARIO.xml", "bottleneck of the bound, critical path", rd_cmd_explain},
    {"judge", "SCENARIO.xml TRACE.csv|PLAN.csv", "check a schedule against the rules",
     rd_cmd_judge},
    {"draw", "TRACE.csv --out FILE.svg", "draw a trace as a Gantt chart", rd_cmd_draw},
    {"platform", "KIND --hosts N", "write a SimGrid platform file", rd_cmd_platform},
    {"instance", "SCENARIO.xml", "write what a scenario generates", rd_cmd_instance},
    {"relabel", "FORMAT OLD NEW", "who gets which part of a new placement", rd_cmd_relabel},
    {"sweep", "SCENARIO.xml --results FILE", "run all points of <sweep>; resume", rd_cmd_sweep},
    {"merge", "OUT IN...", "merge the results of shards", rd_cmd_merge},
    {"export", "RESULTS", "write the runs of a sweep, CSV or JSON", rd_cmd_export},
    {"compare", "RESULTS", "performance by parameter; crossovers", rd_cmd_compare},
    {"report", "RESULTS --out FILE.html", "write an interactive report of a sweep", rd_cmd_report},
    {"figure", "NAME|all", "reproduce a figure of a paper", rd_cmd_figure},
    {NULL, NULL, NULL, NULL},
};

const struct rd_command *rd_command_named(const char *name)
{
    for (const struct rd_command *command = commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

const char *rd_command_nearest(const char *name)
{
    enum { COMMAND_COUNT = sizeof commands / sizeof *commands - 1 };
    const char *names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = commands[i].name;
    return rd_nearest_name(name, names, COMMAND_COUNT);
}

void rd_print_help(FILE *out)
{
    fputs("Usage: redist COMMAND [ARGUMENT...]\n"
          "Simulates algorithms that redistribute data and balance load between processors, and\n"
          "compares the time of each with a proved lower bound.\n\n",
          out);
    for (const struct rd_command *command = commands; command->name; command++)
        fprintf(out, "  %-9s %-33s %s\n", command->name, command->arguments, command->summary);
    fputs("\n"
          "  redist COMMAND --help   the options of a command, with examples\n"
          "  redist --version        versions of redist, SimGrid and libxml2\n"
          "\n"
          "Examples:\n"
          "  redist run scenarios/ring_one_way_unequal.xml\n"
          "  redist run scenarios/ring_two_way_equal.xml --format json\n"
          "  redist explain scenarios/ring_two_way_equal.xml\n"
          "  redist platform ring --hosts 8 --cost \"uniform 1 10\" > ring.xml\n"
          "\n"
          "Exit status: 0 success, 1 a run failed, 2 wrong usage, 3 invalid input, 4 interrupted,\n"
          "5 a file cannot be read or written.\n",
          out);
}

void rd_print_version(FILE *out)
{
    char libxml2[RD_LIBXML2_VERSION_SIZE];
    fprintf(out, "redist %s\nSimGrid %s\nlibxml2 %s\n", REDIST_VERSION, rd_engine_version(),
            rd_libxml2_version(libxml2));
}
