/* Any text as a list of names with ranges: refused with a message, or names that are all different
 * and, written out, read the same. */
#include "sim/platform/host_names.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIMIT = 500, MOST_BYTES = 2000 };

/* Writes a name so that it reads as it is: in single quotes, single quotes in double ones.
 * Returns: the end of it. */
static char *write_quoted(const char *name, char *to)
{
    for (; *name; name++) {
        char quote = *name == '\'' ? '"' : '\'';
        *to++ = quote;
        *to++ = *name;
        *to++ = quote;
    }
    *to++ = ' ';
    return to;
}

static void check_names(const struct rd_names *names, struct rd_arena *arena)
{
    struct rd_names again = {0};
    size_t length = 1;
    for (uint32_t i = 0; i < names->count; i++)
        length += 3 * strlen(names->name[i]) + 1;
    char *list = rd_take(arena, length, char), *end = list;
    for (uint32_t i = 0; i < names->count; i++) {
        const char *name = names->name[i];
        rd_assert(*name && rd_names_find(names, name) == i);
        end = write_quoted(name, end);
    }
    rd_assert(rd_names_read(list, LIMIT, arena, &again, NULL) && again.count == names->count);
    for (uint32_t i = 0; i < names->count; i++)
        rd_assert(strcmp(again.name[i], names->name[i]) == 0);
    if (names->count > 0) {
        struct rd_names less = {0};
        rd_assert(!rd_names_read(list, names->count - 1, arena, &less, NULL));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = strndup((const char *)data, size < MOST_BYTES ? size : MOST_BYTES);
    char accepted[RD_NAMES_ACCEPTED_SIZE];
    struct rd_arena arena;
    struct rd_names names = {0};
    struct rd_error error = {0};
    rd_assert(text);
    rd_arena_open(&arena, 0);
    if (rd_names_read(text, LIMIT, &arena, &names, &error)) {
        rd_assert(names.count <= LIMIT);
        check_names(&names, &arena);
    } else {
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
    }
    rd_assert(rd_names_find(&names, text) != RD_NO_NAME ||
              *rd_names_accepted(&names, text, accepted));
    rd_arena_close(&arena);
    free(text);
    return 0;
}
