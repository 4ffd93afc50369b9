#include "error.h"

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

/* Whatever a file holds, it neither begins a line of its own nor commands a terminal. */
static void print_text(FILE *out, const char *text)
{
    for (; *text; text++)
        putc((unsigned char)*text < ' ' || *text == 0x7f ? '?' : *text, out);
}

void rd_error_print(FILE *out, const struct rd_error *error)
{
    print_text(out, error->path[0] ? error->path : "redist");
    if (error->path[0] && error->line > 0)
        fprintf(out, ":%d", error->line);
    fputs(": ", out);
    print_text(out, error->message);
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
    exit(rd_error_exit_status(RD_ERROR_INTERRUPTED));
}

_Noreturn void rd_broken_invariant(const char *condition, const char *file, int line)
{
    fprintf(stderr, "redist: broken invariant at %s:%d: %s\n", file, line, condition);
    abort();
}
