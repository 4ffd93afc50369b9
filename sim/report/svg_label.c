#include "svg_label.h"

#include "utf8.h"

#include <string.h>

/* The width of a letter, of its size, in a font that runs wide. */
static double letter_width(uint32_t letter)
{
    if (letter >= 0x80)
        return 0.7 * (double)rd_utf8_letter_width(letter);
    if (letter != 0 && strchr(" !'(),./:;I[]fijlrt|", (int)letter))
        return 0.38;
    if (letter != 0 && strchr("%+<=>@GMOQWmw", (int)letter))
        return 0.88;
    return letter >= 'A' && letter <= 'Z' ? 0.7 : 0.62;
}

double rd_label_width(const char *text, double size_px)
{
    double width = 0;
    for (uint32_t letter; (letter = rd_utf8_next(&text)) != 0;)
        width += letter_width(letter) * size_px;
    return width;
}

/* The first letter of the longest end of a text that is at most width_px wide. In: text_px, the
 * text's own width. */
static const char *end_that_fits(const char *text, double size_px, double text_px, double width_px)
{
    while (*text && text_px > width_px)
        text_px -= letter_width(rd_utf8_next(&text)) * size_px;
    return text;
}

/* The byte behind the longest beginning of a text that is at most width_px wide. */
static const char *beginning_that_fits(const char *text, double size_px, double width_px)
{
    const char *next = text;
    for (double width = 0; *next; text = next) {
        width += letter_width(rd_utf8_next(&next)) * size_px;
        if (width > width_px)
            break;
    }
    return text;
}

const char *rd_label_fit(const char *text, double size_px, double width_px, struct rd_arena *arena)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    double text_px = rd_label_width(text, size_px);
    if (text_px <= width_px)
        return text;
    double half = (width_px - rd_label_width(ellipsis, size_px)) / 2;
    if (half < size_px)
        return "";
    return rd_arena_print(arena, "%.*s%s%s", (int)(beginning_that_fits(text, size_px, half) - text),
                          text, ellipsis, end_that_fits(text, size_px, text_px, half));
}
