/* Two kinds of wrong. A mistake in the input travels up as false and an rd_error that names the
 * place, what was found and what is accepted. A broken invariant is ours: rd_assert stops the
 * program at once, in every build. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Before a parameter that a function is given and does not need. */
#define RD_UNUSED __attribute__((unused))

enum rd_error_code {
    RD_ERROR_NONE = 0,
    RD_ERROR_REFUSED,     /* a hypothesis of the algorithm does not hold: the row says so */
    RD_ERROR_RUN,         /* a run failed: illegal plan, deadlock, clocks that disagree */
    RD_ERROR_USAGE,       /* the command line is wrong */
    RD_ERROR_INPUT,       /* a file that was read is wrong */
    RD_ERROR_INTERRUPTED, /* stopped before the end, or memory or time ran out */
    RD_ERROR_FILE         /* a file cannot be read or written */
};

enum { RD_PATH_SIZE = 1024, RD_MESSAGE_SIZE = 1280 };

struct rd_error {
    enum rd_error_code code;
    int line;                      /* in path, from 1; 0 if no line can be named */
    char path[RD_PATH_SIZE];       /* "" if no file is to blame */
    char message[RD_MESSAGE_SIZE]; /* "what was found: what is accepted" */
};

/* Fills *reterr and returns false, so that a failing function ends in `return rd_fail(...)`.
 * In: reterr may be NULL (the caller does not want to know why); path may be NULL; line 0 for none;
 * format and what follows as for printf, cut to RD_MESSAGE_SIZE.
 * Returns: false, always. Cost: one vsnprintf. */
bool rd_fail(struct rd_error *reterr, enum rd_error_code code, const char *path, int line,
             const char *format, ...) __attribute__((format(printf, 5, 6)));

/* Refuses an instance, calls an input wrong, or a run failed: no file is to blame. */
#define rd_refuse(reterr, ...) rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0, __VA_ARGS__)
#define rd_wrong(reterr, ...) rd_fail(reterr, RD_ERROR_INPUT, NULL, 0, __VA_ARGS__)
#define rd_failed(reterr, ...) rd_fail(reterr, RD_ERROR_RUN, NULL, 0, __VA_ARGS__)

/* rd_fail of a list of arguments. */
bool rd_vfail(struct rd_error *reterr, enum rd_error_code code, const char *path, int line,
              const char *format, va_list arguments) __attribute__((format(printf, 5, 0)));

/* How many bytes at the start of a text command a terminal instead of being shown: a control
 * character, of ASCII or U+0080 to U+009F, or one that turns the direction of writing round, so
 * that a line reads as another one. Returns: 0 if the first letter is shown. */
size_t rd_command_length(const char *text);

/* Prints a text that may come from anywhere, each such character, and each byte that
 * is no UTF-8, as '?'. Returns: false if writing
 * failed. */
bool rd_print_shown(FILE *out, const char *text);

/* Puts '?' in the place of the same in a text of several lines, whose ends stay. */
void rd_make_shown(char *text);

/* Prints "PATH:LINE: message" and a newline; leaves out what the error does not name. What would
 * command a terminal, which can only come from what the user gave, is printed as '?'. */
void rd_error_print(FILE *out, const struct rd_error *error);

/* The exit status of the program for an error, as docs/commands.md lists them:
 * 0 none, 1 refused or failed run, 2 usage, 3 input, 4 interrupted, 5 file. */
int rd_error_exit_status(enum rd_error_code code);

/* Stops the program, in every build, if the condition does not hold: a mistake of ours. Under a
 * guard (guard.h) it ends the call of the library. */
#define rd_assert(condition)                                                                       \
    ((condition) ? (void)0 : rd_broken_invariant(#condition, __FILE__, __LINE__))

/* Says "redist: out of memory: ..." and ends the program with the status for it. Where memory ends
 * nothing is left to be done: every file is either whole or not there. Libraries are not told, for
 * one of them may have asked for the memory and hold a lock: what has to be done at an end is
 * registered with at_quick_exit, too. In: as for printf. */
_Noreturn void rd_out_of_memory(const char *format, ...) __attribute__((format(printf, 1, 2)));

_Noreturn void rd_broken_invariant(const char *condition, const char *file, int line);

struct rd_arena_chunk;
struct rd_time_limit;

enum rd_guard_end {
    RD_GUARD_RETURNED, /* the body returned */
    RD_GUARD_MEMORY,   /* memory was refused, by the limit or by the system */
    RD_GUARD_STOPPED,  /* the caller asked for an end, or its time limit was past */
    RD_GUARD_INVARIANT /* an rd_assert did not hold: a mistake of ours */
};

enum { RD_GUARD_MESSAGE_SIZE = 512 };

/* What all arenas of a guarded call take together, and what ended it. */
struct rd_guard {
    size_t limit_bytes;
    size_t taken_bytes;
    const int *stop;              /* NULL, or where another thread says that the call is to end */
    struct rd_time_limit *limit;  /* NULL, or when it is cut off (time_limit.h) */
    struct rd_arena_chunk *chunk; /* every chunk that the call took and holds */
    char message[RD_GUARD_MESSAGE_SIZE]; /* unless the body returned */
    void *place;                         /* where to go back to: a jmp_buf */
};

/* The guard that this thread runs under, or NULL. O(1). */
struct rd_guard *rd_guard_current(void);

/* Sets it; NULL: none. */
void rd_guard_set(struct rd_guard *guard);

/* Ends the guarded call of this thread if its caller has asked for that, or its time limit is past;
 * else returns. All that takes memory asks; a loop that works long without does, too. A few
 * instructions. */
void rd_guard_look(void);

/* Ends the guarded call of this thread, if there is one; else returns. In: as for printf. */
void rd_guard_stop(enum rd_guard_end end, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
