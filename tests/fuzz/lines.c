#include "lines.h"

#include <stdlib.h>
#include <string.h>

void lines_open(struct lines *lines, const uint8_t *data, size_t size)
{
    *lines = (struct lines){.text = strndup((const char *)data, size)};
    rd_assert(lines->text);
    char *rest = lines->text;
    while (rest && lines->count < LINES_LIMIT)
        lines->line[lines->count++] = strsep(&rest, "\n");
}

void lines_close(struct lines *lines)
{
    free(lines->text);
}

size_t lines_options(struct lines *lines, size_t first, struct rd_option option[LINES_LIMIT])
{
    size_t count = 0;
    for (size_t i = first; i < lines->count; i++) {
        char *value = lines->line[i], *name = strsep(&value, "=");
        if (value)
            option[count++] = (struct rd_option){name, value};
    }
    return count;
}
