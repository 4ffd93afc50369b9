/* What stands between a program that links the library and the end of the process: while a guard
 * runs, memory that is refused and a broken invariant end the call instead, and all memory that
 * the call took is given back, also that of arenas which nobody closed on the way out. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct rd_arena_chunk;

enum rd_guard_end {
    RD_GUARD_RETURNED, /* the body returned */
    RD_GUARD_MEMORY,   /* memory was refused, by the limit or by the system */
    RD_GUARD_INVARIANT /* an rd_assert did not hold: a mistake of ours */
};

enum { RD_GUARD_MESSAGE_SIZE = 512 };

/* What all arenas of a guarded call take together, and what ended it. */
struct rd_guard {
    size_t limit_bytes;
    size_t taken_bytes;
    struct rd_arena_chunk *chunk;        /* every chunk that the call took and holds */
    char message[RD_GUARD_MESSAGE_SIZE]; /* unless the body returned */
    void *place;                         /* where to go back to: a jmp_buf */
};

/* Runs body(context), which may call anything that takes arenas. Guards do not nest.
 * In: limit_bytes, for the chunks of all arenas together. Returns: how it ended, with words in
 * guard->message. If the body returned true, what its arenas hold stays theirs; else all of it was
 * given back. *ret_done, unless NULL, is what the body returned. */
enum rd_guard_end rd_guard_run(struct rd_guard *guard, size_t limit_bytes,
                               bool (*body)(void *context), void *context, bool *ret_done);

/* The guard that this thread runs under, or NULL. O(1). */
struct rd_guard *rd_guard_current(void);

/* Ends the guarded call of this thread, if there is one; else returns. In: as for printf. */
void rd_guard_stop(enum rd_guard_end end, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
