#include "error.h"

#include "time_limit.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

static _Thread_local struct rd_guard *current_guard;

bool rd_vfail(struct rd_error *reterr, enum rd_error_code code, const char *path, int line,
              const char *format, va_list arguments)
{
    if (!reterr)
        return false;
    reterr->code = code;
    reterr->line = line;
    snprintf(reterr->path, sizeof reterr->path, "%s", path ? path : "");
    vsnprintf(reterr->message, sizeof reterr->message, format, arguments);
    return false;
}

bool rd_fail(struct rd_error *reterr, enum rd_error_code code, const char *path, int line,
             const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    rd_vfail(reterr, code, path, line, format, arguments);
    va_end(arguments);
    return false;
}

/* The bytes of the letter that a text starts with, in UTF-8. Returns: 0 if they are none. */
static size_t letter_length(const char *text)
{
    unsigned char first = (unsigned char)*text;
    size_t length = first < 0x80   ? 1
                    : first < 0xc2 ? 0
                    : first < 0xe0 ? 2
                    : first < 0xf0 ? 3
                    : first < 0xf5 ? 4
                                   : 0;
    for (size_t i = 1; i < length; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

size_t rd_command_length(const char *text)
{
    /* In UTF-8: U+0080 to U+009F, U+202A to U+202E, U+2066 to U+2069. */
    static const struct {
        const char *before;
        unsigned char low, high;
    } commands[] = {
        {"", 0x01, 0x1f},         {"", 0x7f, 0x7f},         {"\xc2", 0x80, 0x9f},
        {"\xe2\x80", 0xaa, 0xae}, {"\xe2\x81", 0xa6, 0xa9},
    };
    if (*text >= ' ' && *text <= '~') /* most texts have no others */
        return 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t length = strlen(commands[i].before);
        if (strncmp(text, commands[i].before, length) != 0)
            continue;
        unsigned char last = (unsigned char)text[length];
        if (last >= commands[i].low && last <= commands[i].high)
            return length + 1;
    }
    return 0;
}

bool rd_print_shown(FILE *out, const char *text)
{
    const char *shown = text; /* up to `text`, and not written yet */
    while (*text) {
        size_t letter = letter_length(text), command = rd_command_length(text);
        if (letter == 0) /* to a terminal of bytes 0x9b is what ESC [ is */
            command = 1;
        if (command > 0) {
            fwrite(shown, 1, (size_t)(text - shown), out);
            putc('?', out);
            shown = text + command;
        }
        text += command > 0 ? command : letter;
    }
    fwrite(shown, 1, (size_t)(text - shown), out);
    return !ferror(out);
}

void rd_make_shown(char *text)
{
    char *end = text;
    while (*text) {
        size_t letter = letter_length(text), taken = letter > 0 ? letter : 1;
        size_t command = *text == '\n' ? 0 : rd_command_length(text);
        if (command > 0 || letter == 0) {
            *end++ = '?';
            taken = command > 0 ? command : taken;
        } else {
            memmove(end, text, letter);
            end += letter;
        }
        text += taken;
    }
    *end = '\0';
}

void rd_error_print(FILE *out, const struct rd_error *error)
{
    rd_print_shown(out, error->path[0] ? error->path : "redist");
    if (error->path[0] && error->line > 0)
        fprintf(out, ":%d", error->line);
    fputs(": ", out);
    rd_print_shown(out, error->message);
    putc('\n', out);
}

int rd_error_exit_status(enum rd_error_code code)
{
    switch (code) {
    case RD_ERROR_NONE: return 0;
    case RD_ERROR_REFUSED:
    case RD_ERROR_RUN: return 1;
    case RD_ERROR_USAGE: return 2;
    case RD_ERROR_INPUT: return 3;
    case RD_ERROR_INTERRUPTED: return 4;
    case RD_ERROR_FILE: return 5;
    }
    rd_assert(!"an error code that has no exit status");
    return 1;
}

_Noreturn void rd_out_of_memory(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("redist: out of memory: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    fflush(stdout);
    quick_exit(rd_error_exit_status(RD_ERROR_INTERRUPTED));
}

_Noreturn void rd_broken_invariant(const char *condition, const char *file, int line)
{
    rd_guard_stop(RD_GUARD_INVARIANT, "broken invariant at %s:%d: %s", file, line, condition);
    fprintf(stderr, "redist: broken invariant at %s:%d: %s\n", file, line, condition);
    abort();
}

struct rd_guard *rd_guard_current(void)
{
    return current_guard;
}

void rd_guard_set(struct rd_guard *guard)
{
    current_guard = guard;
}

void rd_guard_stop(enum rd_guard_end end, const char *format, ...)
{
    if (!current_guard)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(current_guard->message, sizeof current_guard->message, format, arguments);
    va_end(arguments);
    longjmp(*(jmp_buf *)current_guard->place, (int)end);
}

void rd_guard_look(void)
{
    const struct rd_guard *guard = current_guard; /* looked up once: arenas look at every piece */
    if (guard && guard->stop && __atomic_load_n(guard->stop, __ATOMIC_RELAXED))
        rd_guard_stop(RD_GUARD_STOPPED, "the caller asked for an end");
    if (guard && guard->limit && rd_time_limit_is_past(guard->limit))
        rd_guard_stop(RD_GUARD_STOPPED, "no time was left");
}
