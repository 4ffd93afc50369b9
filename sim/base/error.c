#include "error.h"

#include "guard.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

bool rd_fail(struct rd_error *reterr, enum rd_error_code code, const char *path, int line,
             const char *format, ...)
{
    if (!reterr)
        return false;
    reterr->code = code;
    reterr->line = line;
    snprintf(reterr->path, sizeof reterr->path, "%s", path ? path : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reterr->message, sizeof reterr->message, format, arguments);
    va_end(arguments);
    return false;
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
    while (*text) {
        size_t length = rd_command_length(text);
        if (putc(length > 0 ? '?' : *text, out) < 0)
            return false;
        text += length > 0 ? length : 1;
    }
    return true;
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
