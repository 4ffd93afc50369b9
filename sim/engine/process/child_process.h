/* A job in a process of its own: forked, limited, listened to, and ended. */
#pragma once

#include "sim/base/error.h"

#include <sys/types.h>

/* Is this compiled under address sanitizer? It wants stacks of its own kind and maps terabytes. */
#if defined(__SANITIZE_ADDRESS__)
#define RD_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RD_ADDRESS_SANITIZER
#endif
#endif

/* The first words that a child printed, on either of its outputs. */
struct rd_child_output {
    size_t length;
    char text[4096]; /* ends in a zero */
};

struct rd_child {
    pid_t pid;    /* -1: none */
    int words_fd; /* what it prints; at its end when the child has ended */
    struct rd_child_output words;
};

/* Forks a child that runs a job and exits. It starts with default signal handlers, but may ignore
 * SIGINT from the first moment on; with no input, its outputs captured, no open file but those it
 * is given, and without core dumps; it dies with its parent.
 * In: keep [keep_count]: file descriptors that the child needs.
 * Errors: RD_ERROR_INTERRUPTED if no process can be had. */
bool rd_child_start(struct rd_child *child, void (*job)(void *), void *context,
                    bool ignores_interrupts, const int *keep, size_t keep_count,
                    struct rd_error *reterr);

enum rd_child_event { RD_CHILD_ENDED, RD_CHILD_TIMED_OUT, RD_CHILD_OTHER_READY };

/* Listens to a child until it ends, until other_fd (-1: none) has something to read or is at its
 * end, or until time_limit_s (0: none) have passed. An event of other_fd goes first. */
enum rd_child_event rd_child_listen(struct rd_child *child, int other_fd, double time_limit_s);

/* Ends a child that may still run, and waits for it.
 * Returns: its status, as waitpid gives it; -1 if the system does not know it any more. */
int rd_child_end(struct rd_child *child);

/* Ends the child that was started last, if it may still run: before files that it writes are
 * removed. A handler of signals that ends the process may call it. */
void rd_child_end_latest(void);

/* From here on this process may take `bytes` more of address space (0: without a limit). Under
 * address sanitizer, which maps terabytes of shadow, there is no limit. */
void rd_limit_memory(size_t bytes);

/* From here on memory that this process gives back stays with it, up to 8 MiB: the next run or
 * point wants as much. */
void rd_keep_memory(void);

/* Do its words say that a child gave up for want of memory? */
bool rd_child_lacked_memory(const struct rd_child_output *words);

/* The error of a child that ended without having said what it did: by which signal or status, and
 * its first words, without the decoration of SimGrid's logs.
 * In: what: "the simulation"; limit_bytes: of its memory, 0 for none.
 * Returns: false, always. Errors: `code`; but RD_ERROR_INTERRUPTED where the child could not even
 * begin, and where no input (RD_ERROR_INPUT), but the want of memory was to blame; RD_ERROR_RUN
 * where its memory has a limit, or SimGrid crashed while it read its input. */
bool rd_fail_of_child(struct rd_error *reterr, enum rd_error_code code, const char *path,
                      const char *what, int status, size_t limit_bytes,
                      const struct rd_child_output *words);
