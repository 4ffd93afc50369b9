#include "interrupt.h"

#include "sim/base/error.h"

#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_SIGNAL_COUNT = sizeof ending_signals / sizeof *ending_signals };

static pid_t interrupted_process;
static void (*clean_up[2])(void);
static int holders;

/* Whoever plans is asked for an end once; only the next time all ends. */
static int asked;
static const int *volatile softened;

/* Children have asked the kernel to end with their parent, so ending is enough. */
static void end(int number)
{
    if (getpid() != interrupted_process)
        _exit(128 + number);
    if (number == SIGINT && softened && !asked) {
        static const char soft[] = "redist: ending with what was found so far; interrupt again to "
                                   "end at once\n";
        asked = 1;
        ssize_t said = write(STDERR_FILENO, soft, sizeof soft - 1);
        (void)said;
        return;
    }
    for (size_t i = 0; i < sizeof clean_up / sizeof *clean_up; i++)
        if (clean_up[i])
            clean_up[i]();
    static const char words[] = "redist: interrupted\n";
    ssize_t written = write(STDERR_FILENO, words, sizeof words - 1);
    (void)written;
    _exit(rd_error_exit_status(RD_ERROR_INTERRUPTED));
}

void rd_interrupt_install(void)
{
    interrupted_process = getpid();
    struct sigaction action = {.sa_handler = end};
    sigfillset(&action.sa_mask);
    for (int i = 0; i < ENDING_SIGNAL_COUNT; i++) {
        struct sigaction before;
        /* What the caller ignores (nohup) stays ignored. */
        if (sigaction(ending_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
    }
}

static sigset_t ending_set(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ENDING_SIGNAL_COUNT; i++)
        sigaddset(&set, ending_signals[i]);
    return set;
}

static void mask_ending_signals(int how)
{
    sigset_t set = ending_set();
    sigprocmask(how, &set, NULL);
}

void rd_interrupt_hold(void)
{
    if (holders++ == 0)
        mask_ending_signals(SIG_BLOCK);
}

void rd_interrupt_release(void)
{
    if (--holders == 0)
        mask_ending_signals(SIG_UNBLOCK);
}

void rd_interrupt_clean_with(void (*clean)(void))
{
    clean_up[clean_up[0] != NULL] = clean;
}

int rd_interrupt_listen(void)
{
    sigset_t set = ending_set();
    rd_interrupt_hold();
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void rd_interrupt_unlisten(int descriptor)
{
    struct signalfd_siginfo heard;
    while (descriptor >= 0 && read(descriptor, &heard, sizeof heard) == (ssize_t)sizeof heard)
        continue;
    if (descriptor >= 0)
        close(descriptor);
    rd_interrupt_release();
}

const int *rd_interrupt_asked(void)
{
    return &asked;
}

void rd_interrupt_soften(const int *listener)
{
    softened = listener;
}
