/* Ctrl-C while a call of libredist works: Python's own handler only notes it for later, when the
 * call has returned; so the call is told, too. */
#pragma once

#include <signal.h>
#include <stdbool.h>

static int interrupted; /* rd_problem.stop of the call of the main thread */
static struct sigaction callers;

static void note_interrupt(int number)
{
    __atomic_store_n(&interrupted, 1, __ATOMIC_RELAXED);
    callers.sa_handler(number);
}

/* Sets the handler. In: the main thread calls. Returns: where it will say that the call is to end;
 * NULL if nobody in this process handles Ctrl-C: then nothing is set. */
static const int *watch_interrupts(void)
{
    struct sigaction own = {.sa_handler = note_interrupt, .sa_flags = SA_ONSTACK};
    interrupted = 0;
    if (sigaction(SIGINT, NULL, &callers) || callers.sa_handler == SIG_DFL ||
        callers.sa_handler == SIG_IGN || (callers.sa_flags & SA_SIGINFO) ||
        sigaction(SIGINT, &own, NULL))
        return NULL;
    return &interrupted;
}

/* Sets the caller's handler again. */
static void leave_interrupts(void)
{
    sigaction(SIGINT, &callers, NULL);
}
