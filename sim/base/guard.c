#include "guard.h"

#include "arena.h"
#include "error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

static _Thread_local struct rd_guard *current;

struct rd_guard *rd_guard_current(void)
{
    return current;
}

enum rd_guard_end rd_guard_run(struct rd_guard *guard, size_t limit_bytes,
                               bool (*body)(void *context), void *context, bool *ret_done)
{
    rd_assert(!current);
    jmp_buf place;
    *guard = (struct rd_guard){.limit_bytes = limit_bytes, .place = &place};
    current = guard;
    enum rd_guard_end end = RD_GUARD_RETURNED;
    switch (setjmp(place)) {
    case RD_GUARD_RETURNED: {
        bool done = body(context);
        current = NULL;
        rd_arena_leave_guard(guard, done);
        if (ret_done)
            *ret_done = done;
        return end;
    }
    case RD_GUARD_MEMORY: end = RD_GUARD_MEMORY; break;
    default: end = RD_GUARD_INVARIANT; break;
    }
    current = NULL;
    rd_arena_leave_guard(guard, false);
    return end;
}

void rd_guard_stop(enum rd_guard_end end, const char *format, ...)
{
    if (!current)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(current->message, sizeof current->message, format, arguments);
    va_end(arguments);
    longjmp(*(jmp_buf *)current->place, (int)end);
}
