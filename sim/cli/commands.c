#include "commands.h"

#include "sim/engine/engine.h"
#include "sim/input/libxml2_version.h"
#include "sim/model/options.h"

#include <string.h>

#define ENTRY(name, ...) {#name, __VA_ARGS__, rd_cmd_##name},
static const struct rd_command commands[] = {RD_COMMANDS(ENTRY){0}};

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
