#include "svg.h"

#include "utf8.h"

#include "sim/base/error.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void write(struct rd_svg *svg, const char *text)
{
    if (!svg->failed && fputs(text, svg->out) < 0)
        svg->failed = true;
}

const char *rd_svg_number_text(double value, char text[RD_SVG_NUMBER_SIZE])
{
    rd_assert(fabs(value) < 1e12);
    int64_t hundredths = llround(value * 100);
    uint64_t size = (uint64_t)(hundredths < 0 ? -hundredths : hundredths);
    int length = snprintf(text, RD_SVG_NUMBER_SIZE, "%s%" PRIu64 ".%02u", hundredths < 0 ? "-" : "",
                          size / 100, (unsigned)(size % 100));
    while (text[length - 1] == '0')
        length--;
    if (text[length - 1] == '.')
        length--;
    text[length] = '\0';
    return text;
}

/* May XML hold this letter at all? */
static bool is_allowed(uint32_t letter)
{
    return letter == '\t' || letter == '\n' || letter == '\r' ||
           (letter >= 0x20 && letter != 0xfffe && letter != 0xffff);
}

/* Writes text with what means something in XML escaped, and what it may not hold replaced. */
static void write_escaped(struct rd_svg *svg, const char *text)
{
    while (*text && !svg->failed) {
        const char *first = text;
        uint32_t letter = rd_utf8_next(&text);
        bool is_whole = letter < 0x80 || text - first > 1;
        switch (is_whole && is_allowed(letter) ? letter : 0xfffd) {
        case '<': write(svg, "&lt;"); break;
        case '>': write(svg, "&gt;"); break;
        case '&': write(svg, "&amp;"); break;
        case '"': write(svg, "&quot;"); break;
        case '\t': write(svg, "&#9;"); break;
        case '\n': write(svg, "&#10;"); break;
        case '\r': write(svg, "&#13;"); break;
        case 0xfffd: write(svg, "\xef\xbf\xbd"); break;
        default: {
            size_t size = (size_t)(text - first);
            if (fwrite(first, 1, size, svg->out) != size)
                svg->failed = true;
        }
        }
    }
}

static void end_tag(struct rd_svg *svg)
{
    if (svg->in_tag)
        write(svg, ">");
    svg->in_tag = false;
}

void rd_svg_begin(struct rd_svg *svg, const char *name)
{
    rd_assert(svg->depth < RD_SVG_DEPTH);
    end_tag(svg);
    /* A line for each element of a group; what is inside one of these stays beside it. */
    if (svg->depth <= 2)
        write(svg, "\n");
    write(svg, "<");
    write(svg, name);
    svg->element[svg->depth++] = name;
    svg->in_tag = true;
}

void rd_svg_attribute(struct rd_svg *svg, const char *name, const char *value)
{
    rd_assert(svg->in_tag);
    write(svg, " ");
    write(svg, name);
    write(svg, "=\"");
    write_escaped(svg, value);
    write(svg, "\"");
}

void rd_svg_number(struct rd_svg *svg, const char *name, double value)
{
    char text[RD_SVG_NUMBER_SIZE];
    rd_svg_attribute(svg, name, rd_svg_number_text(value, text));
}

/* "fill:#fff": an attribute of a rule. */
struct look {
    const char *name;
    size_t name_length;
    const char *value;
    size_t value_length;
};

enum { MOST_LOOKS = 16 };

/* Takes the attributes of a rule; those that were set before change. Returns: how many there are.
 */
static size_t take_looks(const char *body, struct look look[MOST_LOOKS], size_t count)
{
    while (*body) {
        struct look next = {.name = body, .name_length = strcspn(body, ":")};
        next.value = body + next.name_length + 1;
        next.value_length = strcspn(next.value, ";");
        body = next.value + next.value_length;
        body += *body == ';';
        size_t at = 0;
        while (at < count && (look[at].name_length != next.name_length ||
                              memcmp(look[at].name, next.name, next.name_length) != 0))
            at++;
        rd_assert(at < MOST_LOOKS);
        look[at] = next;
        count += at == count;
    }
    return count;
}

/* Is a word one of those of a text? */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text; text += strcspn(text, " "), text += strspn(text, " "))
        if (strcspn(text, " ") == length && memcmp(text, word, length) == 0)
            return true;
    return false;
}

void rd_svg_class(struct rd_svg *svg, const char *class)
{
    struct look look[MOST_LOOKS];
    size_t count = 0;
    rd_svg_attribute(svg, "class", class);
    for (size_t i = 0; i < svg->rule_count; i++)
        if (has_word(class, svg->rule[i].name))
            count = take_looks(svg->rule[i].body, look, count);
    for (size_t i = 0; i < count && !svg->failed; i++)
        svg->failed = fprintf(svg->out, " %.*s=\"%.*s\"", (int)look[i].name_length, look[i].name,
                              (int)look[i].value_length, look[i].value) < 0;
}

void rd_svg_text(struct rd_svg *svg, const char *text)
{
    end_tag(svg);
    write_escaped(svg, text);
}

void rd_svg_end(struct rd_svg *svg)
{
    rd_assert(svg->depth > 0);
    const char *name = svg->element[--svg->depth];
    if (svg->in_tag) {
        write(svg, "/>");
        svg->in_tag = false;
        return;
    }
    if (strcmp(name, "svg") == 0 || strcmp(name, "g") == 0)
        write(svg, "\n");
    write(svg, "</");
    write(svg, name);
    write(svg, ">");
}

void rd_svg_text_element(struct rd_svg *svg, const char *name, const char *text)
{
    rd_svg_begin(svg, name);
    rd_svg_text(svg, text);
    rd_svg_end(svg);
}

void rd_svg_open(struct rd_svg *svg, FILE *out, const char *id, double width, double height)
{
    *svg = (struct rd_svg){.out = out};
    char wide[RD_SVG_NUMBER_SIZE], high[RD_SVG_NUMBER_SIZE];
    char view[2 * RD_SVG_NUMBER_SIZE + 8];
    snprintf(view, sizeof view, "0 0 %s %s", rd_svg_number_text(width, wide),
             rd_svg_number_text(height, high));
    if (!id)
        write(svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
    rd_svg_begin(svg, "svg");
    if (id)
        rd_svg_attribute(svg, "id", id);
    rd_svg_attribute(svg, "xmlns", "http://www.w3.org/2000/svg");
    rd_svg_number(svg, "width", width);
    rd_svg_number(svg, "height", height);
    rd_svg_attribute(svg, "viewBox", view);
    /* As everywhere; but ImageMagick's own renderer draws the outlines of letters otherwise. */
    rd_svg_attribute(svg, "stroke", "none");
}

bool rd_svg_close(struct rd_svg *svg)
{
    rd_svg_end(svg);
    rd_assert(svg->depth == 0);
    write(svg, "\n");
    return !svg->failed;
}

void rd_svg_put_text(struct rd_svg *svg, const char *class, const char *anchor, double x, double y,
                     const char *text)
{
    rd_svg_begin(svg, "text");
    rd_svg_class(svg, class);
    if (anchor)
        rd_svg_attribute(svg, "text-anchor", anchor);
    rd_svg_number(svg, "x", x);
    rd_svg_number(svg, "y", y);
    rd_svg_text(svg, text);
    rd_svg_end(svg);
}

static void put_shape(struct rd_svg *svg, const char *element, const char *class,
                      const char *const name[4], const double number[4])
{
    rd_svg_begin(svg, element);
    rd_svg_class(svg, class);
    for (int i = 0; i < 4; i++)
        rd_svg_number(svg, name[i], number[i]);
    rd_svg_end(svg);
}

void rd_svg_put_box(struct rd_svg *svg, const char *class, double x, double y, double width,
                    double height)
{
    static const char *const name[] = {"x", "y", "width", "height"};
    put_shape(svg, "rect", class, name, (const double[]){x, y, width, height});
}

void rd_svg_put_line(struct rd_svg *svg, const char *class, double x1, double y1, double x2,
                     double y2)
{
    static const char *const name[] = {"x1", "y1", "x2", "y2"};
    put_shape(svg, "line", class, name, (const double[]){x1, y1, x2, y2});
}

/* --- how wide letters are ------------------------------------------------------------------ */

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
