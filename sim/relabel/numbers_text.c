#include "numbers_text.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <string.h>

static bool is_between(char letter)
{
    return letter != '\0' && strchr(" \t\r,", letter) != NULL;
}

static bool read_word(const char *word, size_t length, int64_t low, int64_t high,
                      const char *letters, int64_t *ret_value)
{
    const char *letter = length == 1 && *word ? strchr(letters, *word) : NULL;
    if (letter)
        *ret_value = -1 - (letter - letters);
    return letter || rd_integer_parse(word, length, low, high, ret_value);
}

bool rd_number_lines_read(const struct rd_input_text *text, int64_t low, int64_t high,
                          const char *letters, struct rd_arena *arena,
                          struct rd_number_lines *ret_lines, struct rd_error *reterr)
{
    const char *at = text->text, *end = text->text + text->size;
    size_t *first = NULL, line_count = 0, value_count = 0;
    int *number = NULL;
    int64_t *value = NULL;
    size_t number_count = 0;
    for (int line = 1; at < end; line++) {
        size_t before = value_count;
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end ? line_end : end;
        while (at < line_end) {
            if (is_between(*at)) {
                at++;
                continue;
            }
            if (*at == '#' || *at == '%')
                break;
            const char *word = at;
            while (at < line_end && !is_between(*at))
                at++;
            int64_t read = 0;
            int shown = at - word > 40 ? 40 : (int)(at - word);
            if (!read_word(word, (size_t)(at - word), low, high, letters, &read))
                return rd_fail(reterr, RD_ERROR_INPUT, text->path, line,
                               "\"%.*s\": a whole number from %" PRId64 " to %" PRId64
                               " is accepted",
                               shown, word, low, high);
            rd_arena_add(arena, value, value_count, read);
        }
        if (value_count > before) {
            rd_arena_add(arena, first, line_count, before);
            rd_arena_add(arena, number, number_count, line);
        }
        at = line_end + 1;
    }
    size_t lines = line_count;
    rd_arena_add(arena, first, line_count, value_count);
    *ret_lines = (struct rd_number_lines){lines, first, number, value};
    return true;
}
