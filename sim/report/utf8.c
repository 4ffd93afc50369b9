#include "utf8.h"

#include <string.h>

enum { REPLACEMENT = 0xfffd };

uint32_t rd_utf8_next(const char **text)
{
    const unsigned char *byte = (const unsigned char *)*text;
    if (byte[0] == 0)
        return 0;
    if (byte[0] < 0x80) {
        *text += 1;
        return byte[0];
    }
    size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint32_t letter = byte[0] & (0x7fu >> length);
    bool right = byte[0] >= 0xc2 && byte[0] <= 0xf4;
    for (size_t i = 1; right && i < length; i++) {
        right = (byte[i] & 0xc0) == 0x80;
        letter = letter << 6 | (byte[i] & 0x3fu);
    }
    if (!right || letter < least[length] || letter > 0x10ffff ||
        (letter >= 0xd800 && letter <= 0xdfff)) {
        *text += 1;
        return REPLACEMENT;
    }
    *text += length;
    return letter;
}

struct range {
    uint32_t first, last;
};

static bool is_in(uint32_t letter, const struct range *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (letter >= ranges[i].first && letter <= ranges[i].last)
            return true;
    return false;
}

size_t rd_utf8_letter_width(uint32_t letter)
{
    static const struct range nothing[] = {
        {0x0300, 0x036f}, {0x200b, 0x200f}, {0x2060, 0x2064}, {0x20d0, 0x20ff},
        {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
    };
    static const struct range wide[] = {
        {0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},   {0xac00, 0xd7a3},
        {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
        {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
    };
    if (letter < nothing[0].first) /* most texts have no others */
        return 1;
    if (is_in(letter, nothing, sizeof nothing / sizeof *nothing))
        return 0;
    return is_in(letter, wide, sizeof wide / sizeof *wide) ? 2 : 1;
}

size_t rd_utf8_width(const char *text)
{
    size_t width = 0;
    for (uint32_t letter; (letter = rd_utf8_next(&text)) != 0;)
        width += rd_utf8_letter_width(letter);
    return width;
}

/* Copies a text into `copy`, which may be NULL, with wrong bytes replaced. Returns: its length. */
static size_t copy_clean(const char *text, char *copy)
{
    static const char replacement[] = "\xef\xbf\xbd";
    size_t length = 0;
    while (*text) {
        const char *first = text;
        uint32_t letter = rd_utf8_next(&text);
        size_t bytes = (size_t)(text - first);
        if (letter == REPLACEMENT) {
            first = replacement;
            bytes = sizeof replacement - 1;
        }
        if (copy)
            memcpy(copy + length, first, bytes);
        length += bytes;
    }
    return length;
}

const char *rd_utf8_clean(const char *text, struct rd_arena *arena)
{
    bool right = true;
    for (const char *next = text; right && *next;) {
        const char *first = next;
        right = rd_utf8_next(&next) != REPLACEMENT || next - first == 3;
    }
    if (right)
        return text;
    char *copy = rd_take(arena, copy_clean(text, NULL) + 1, char);
    copy_clean(text, copy);
    return copy;
}
