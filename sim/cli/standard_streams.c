#include "standard_streams.h"

#include "sim/base/error.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pid_t guarded_process;

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

void rd_standard_streams_guard(void)
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
