#include "verbs.h"

#include "sim/base/error.h"
#include "sim/model/options.h"
#include "sim/engine/engine.h"
#include "sim/scenario/libxml2_version.h"

#include <string.h>

/* In the order of `redist --help`; ends with a NULL name. */
static const struct rd_verb verbs[] = {
    {"list", "[WHAT]", "algorithms, figures, generators, parameters", rd_cmd_list},
    {"check", "SCENARIO.xml", "explain a scenario, and which algorithms accept it", rd_cmd_check},
    {"plan", "SCENARIO.xml", "plan and judge, without simulating", rd_cmd_plan},
    {"run", "SCENARIO.xml", "plan, judge, simulate, compare with the bound", rd_cmd_run},
    {"explain", "SCENARIO.xml", "what makes the bound, and what makes the makespan",
     rd_cmd_explain},
    {"judge", "SCENARIO.xml TRACE.csv|PLAN.csv", "hold any schedule against the rules",
     rd_cmd_judge},
    {"draw", "TRACE.csv --out FILE.svg", "a Gantt chart of a trace", rd_cmd_draw},
    {"platform", "SHAPE --hosts N", "write a SimGrid platform file", rd_cmd_platform},
    {"sweep", "SCENARIO.xml --results FILE", "run everything that <sweep> varies; go on",
     rd_cmd_sweep},
    {"merge", "OUT IN...", "bring the results of shards together", rd_cmd_merge},
    {"export", "RESULTS", "the runs of a sweep, as CSV or JSON", rd_cmd_export},
    {"compare", "RESULTS", "who is better where, and who overtakes whom", rd_cmd_compare},
    {"report", "RESULTS --out FILE.html", "a sweep as one page to look into", rd_cmd_report},
    {"figure", "NAME|all", "make a figure of a paper again, and judge it", rd_cmd_figure},
    {NULL, NULL, NULL, NULL},
};

const struct rd_verb *rd_verb_named(const char *name)
{
    for (const struct rd_verb *verb = verbs; verb->name; verb++)
        if (strcmp(verb->name, name) == 0)
            return verb;
    return NULL;
}

const char *rd_verb_nearest(const char *name)
{
    enum { VERB_COUNT = sizeof verbs / sizeof *verbs - 1 };
    const char *names[VERB_COUNT];
    for (size_t i = 0; i < VERB_COUNT; i++)
        names[i] = verbs[i].name;
    return rd_nearest_name(name, names, VERB_COUNT);
}

void rd_print_help(FILE *out)
{
    fputs(
        "Usage: redist VERB [ARGUMENT...]\n"
        "Simulates algorithms that move data between processors, and holds each against a proved\n"
        "lower bound.\n\n",
        out);
    for (const struct rd_verb *verb = verbs; verb->name; verb++)
        fprintf(out, "  %-9s %-33s %s\n", verb->name, verb->arguments, verb->summary);
    fputs(
        "\n"
        "  redist VERB --help    the options of a verb, with examples\n"
        "  redist --version      versions of redist, SimGrid and libxml2\n"
        "\n"
        "Examples:\n"
        "  redist run scenarios/ring_one_way_unequal.xml\n"
        "  redist run scenarios/ring_two_way_equal.xml --format json\n"
        "  redist explain scenarios/ring_two_way_equal.xml\n"
        "  redist platform ring --hosts 8 --cost \"uniform 1 10\" > ring.xml\n"
        "\n"
        "Exit status: 0 all well, 1 a run failed, 2 wrong usage, 3 invalid input, 4 interrupted,\n"
        "5 a file that cannot be read or written.\n",
        out);
}

void rd_print_version(FILE *out)
{
    char libxml2[RD_LIBXML2_VERSION_SIZE];
    fprintf(out, "redist %s\nSimGrid %s\nlibxml2 %s\n", REDIST_VERSION, rd_engine_version(),
            rd_libxml2_version(libxml2));
}
