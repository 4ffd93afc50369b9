/* The entry of the program: finds the command and calls it. */
#include "sim/run/interrupt.h"
#include "standard_streams.h"
#include "arguments.h"
#include "commands.h"

#include "sim/base/error.h"
#include "sim/engine/child_process.h"
#include "sim/engine/temporary_files.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_version(FILE *out, struct argp_state *state)
{
    (void)state;
    rd_print_version(out);
}

static int report_wrong_usage(const char *word)
{
    if (!word) {
        fputs("redist: no command is given\n\n", stderr);
        rd_print_help(stderr);
        return rd_error_exit_status(RD_ERROR_USAGE);
    }
    if (word[0] == '-')
        return rd_complain(RD_ERROR_USAGE,
                           "redist: option \"%s\": --help, --version or a command is accepted",
                           word);
    const char *nearest = rd_command_nearest(word);
    return rd_complain(RD_ERROR_USAGE, "redist: unknown command \"%s\": %s%s%s", word,
                       nearest ? "did you mean \"" : "redist --help lists all commands",
                       nearest ? nearest : "", nearest ? "\"?" : "");
}

/* Without the destructors of SimGrid's libraries, which take 2 ms: what redist does at its end is
 * registered with at_quick_exit. Address sanitizer looks for leaks at an ordinary end. */
static _Noreturn void leave(int status)
{
#if defined(RD_ADDRESS_SANITIZER)
    exit(status);
#else
    quick_exit(status);
#endif
}

int main(int argc, char **argv)
{
    rd_standard_streams_guard();
    rd_interrupt_install();
    rd_interrupt_clean_with(rd_temporary_files_clean_up);
    argp_program_version_hook = print_version;
    argp_err_exit_status = rd_error_exit_status(RD_ERROR_USAGE);

    const char *word = argc > 1 ? argv[1] : NULL;
    if (word && (strcmp(word, "--help") == 0 || strcmp(word, "-?") == 0)) {
        rd_print_help(stdout);
        return 0;
    }
    if (word && (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0)) {
        rd_print_version(stdout);
        return 0;
    }
    const struct rd_command *command = word ? rd_command_named(word) : NULL;
    if (!command)
        return report_wrong_usage(word);
    char name[32];
    snprintf(name, sizeof name, "redist %s", command->name);
    argv[1] = name;
    leave(command->run(argc - 1, argv + 1));
}
