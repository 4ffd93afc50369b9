#include "terminal.h"

#include "utf8.h"

#include <stdint.h>
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

void rd_terminal_write_line(FILE *out, const char *text)
{
    static const char indent[] = "    ";
    size_t width = rd_terminal_of(out).width, column = 0, start = 0;
    while (*text) {
        const char *next = text;
        size_t wide = 0;
        while (*next && (*next != ' ' || next == text))
            wide += rd_utf8_letter_width(rd_utf8_next(&next));
        if (column > start && column + wide > width) {
            fprintf(out, "\n%s", indent);
            column = start = strlen(indent);
            wide -= *text == ' ';
            text += *text == ' ';
        }
        fwrite(text, 1, (size_t)(next - text), out);
        column += wide;
        text = next;
    }
    putc('\n', out);
}
