/* The entry of the program: finds the command and calls it. */
#include "commands.h"

#include "sim/base/error.h"
#include "sim/engine/process/child_process.h"
#include "sim/engine/process/temporary_files.h"
#include "sim/run/interrupt.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pid_t guarded_process;

/* A closed or full standard output ends the program with the exit status for files, whatever it had
 * to say. */
static void check_standard_output(void)
{
    /* A forked child leaves the parent's output alone. */
    if (getpid() != guarded_process)
        return;
    errno = 0;
    bool failed = fflush(stdout) != 0;
    int reason = errno;
    if (!failed && !ferror(stdout))
        return;
    /* It failed earlier, while something was printed, and the reason is gone: what is written is
     * cut short already, so try once more and see. */
    if (reason == 0) {
        clearerr(stdout);
        if (fputc('\n', stdout) == EOF || fflush(stdout) != 0)
            reason = errno;
    }
    fprintf(stderr, "redist: standard output: %s\n",
            reason ? strerror(reason) : "cannot be written");
    _exit(rd_error_exit_status(RD_ERROR_FILE));
}

/* Keeps files that are opened later away from descriptors 0 to 2 should these be closed. */
static void guard_standard_streams(void)
{
    /* What is open in the wrong direction fails when used, as what is closed would. */
    for (int descriptor = 0; descriptor <= 2; descriptor++)
        if (fcntl(descriptor, F_GETFD) < 0)
            open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
    /* What cannot be written is an error of the call: the file is removed, and words say why. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    guarded_process = getpid();
    atexit(check_standard_output);
    at_quick_exit(check_standard_output);
}

static void print_version(FILE *out, RD_UNUSED struct argp_state *state)
{
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
    guard_standard_streams();
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
