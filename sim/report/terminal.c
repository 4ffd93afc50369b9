#include "terminal.h"

#include "utf8.h"

#include "sim/base/clock.h"
#include "sim/base/error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct rd_terminal rd_terminal_of(FILE *out)
{
    struct rd_terminal terminal = {.width = SIZE_MAX};
    struct winsize size;
    int descriptor = fileno(out);
    if (descriptor < 0 || !isatty(descriptor))
        return terminal;
    if (ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        terminal.width = size.ws_col;
    const char *kind = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    terminal.colours = kind && strcmp(kind, "dumb") != 0 && *kind && !(no_colour && *no_colour);
    return terminal;
}

/* Does a number with its unit go on here, as in "2 s"? */
static bool is_unit(const char *blank, const char *start, const char *end)
{
    const char *next = blank + 1;
    while (next < end && isalpha((unsigned char)*next))
        next++;
    return blank > start && isdigit((unsigned char)blank[-1]) && next - blank > 1 &&
           next - blank <= 3 && (next == end || !isalnum((unsigned char)*next));
}

/* Writes the text up to `end`. */
static void write_folded(FILE *out, const char *text, const char *end, size_t indent)
{
    size_t width = rd_terminal_of(out).width, column = 0, start = 0;
    while (text < end) {
        const char *next = text;
        size_t wide = 0;
        while (next < end && (*next != ' ' || next == text || is_unit(next, text, end)))
            wide += rd_utf8_letter_width(rd_utf8_next(&next));
        if (column > start && column + wide > width) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = start = indent;
            wide -= *text == ' ';
            text += *text == ' ';
        }
        fwrite(text, 1, (size_t)(next - text), out);
        column += wide;
        text = next;
    }
    putc('\n', out);
}

void rd_terminal_write_line(FILE *out, const char *text)
{
    enum { INDENT = 4 };
    write_folded(out, text, text + strlen(text), INDENT);
}

void rd_terminal_fold(FILE *out, size_t indent, void (*write)(FILE *lines, const void *what),
                      const void *what)
{
    static const char purpose[] = "the lines for a terminal cannot be folded";
    char *text = NULL;
    size_t size = 0;
    if (rd_terminal_of(out).width == SIZE_MAX) {
        write(out, what);
        return;
    }
    FILE *lines = open_memstream(&text, &size);
    if (!lines)
        rd_out_of_memory(purpose);
    write(lines, what);
    if (fclose(lines) != 0 || !text) /* where memory ends it may succeed, and leave no text */
        rd_out_of_memory(purpose);
    for (const char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        write_folded(out, line, end, indent);
    free(text);
}

static const char wipe[] = "\r\033[K";

struct rd_progress rd_progress_open(void)
{
    double now_s = rd_now_s();
    return (struct rd_progress){isatty(STDERR_FILENO), now_s, now_s};
}

bool rd_progress_is_due(struct rd_progress *progress)
{
    static const double on_terminal_s = 0.25, elsewhere_s = 30;
    double now_s = rd_now_s();
    if (now_s - progress->shown_s < (progress->on_terminal ? on_terminal_s : elsewhere_s))
        return false;
    progress->shown_s = now_s;
    return true;
}

void rd_progress_write(const struct rd_progress *progress, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs(progress->on_terminal ? wipe : "redist: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs(progress->on_terminal ? "" : "\n", stderr);
    va_end(arguments);
    fflush(stderr);
}

void rd_progress_clear(const struct rd_progress *progress)
{
    if (progress->on_terminal)
        fputs(wipe, stderr);
    fflush(stderr);
}
