/* A writer of SVG: elements, attributes and texts, escaped and well-formed whatever they hold. */
#pragma once

#include "sim/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { RD_SVG_DEPTH = 8, RD_SVG_NUMBER_SIZE = 32 };

/* How what has a class looks: "fill:#fff;stroke-width:2", of attributes. */
struct rd_svg_rule {
    const char *name, *body;
};

struct rd_svg {
    FILE *out;
    const struct rd_svg_rule *rule; /* [rule_count], or NULL: a page's style sheet says it */
    size_t rule_count;
    size_t depth;
    const char *element[RD_SVG_DEPTH]; /* [depth] open, outermost first */
    bool in_tag;                       /* attributes may follow */
    bool failed;                       /* writing did; errno says why */
};

/* Begins a picture of width x height pixels, which scales. In: its id in the page that it is a part
 * of; NULL: it is a file of its own. */
void rd_svg_open(struct rd_svg *svg, FILE *out, const char *id, double width, double height);

/* Begins an element inside the one that is open. In: a name that lives until its end. */
void rd_svg_begin(struct rd_svg *svg, const char *name);

/* Adds an attribute to the element just begun. */
void rd_svg_attribute(struct rd_svg *svg, const char *name, const char *value);

/* Adds an attribute that is a number: hundredths at the finest. */
void rd_svg_number(struct rd_svg *svg, const char *name, double value);

/* Adds a class, or several with spaces between, to the element just begun, and how it looks: as
 * attributes, which also programs without style sheets read, and which a page's style sheet
 * overrides. Where rules set the same, the last one holds. Cost: O(rules). */
void rd_svg_class(struct rd_svg *svg, const char *class);

/* Adds text to the open element. */
void rd_svg_text(struct rd_svg *svg, const char *text);

/* Ends the element that is open. */
void rd_svg_end(struct rd_svg *svg);

/* An element that holds text and nothing else: a title, a style. */
void rd_svg_text_element(struct rd_svg *svg, const char *name, const char *text);

/* A line of text on the base y, with its class of the style sheet, as below. In: anchor "end" or
 * "middle"; NULL: it starts at x. */
void rd_svg_put_text(struct rd_svg *svg, const char *class, const char *anchor, double x, double y,
                     const char *text);

/* A rectangle from its upper left corner. */
void rd_svg_put_box(struct rd_svg *svg, const char *class, double x, double y, double width,
                    double height);

/* A line from one point to another. */
void rd_svg_put_line(struct rd_svg *svg, const char *class, double x1, double y1, double x2,
                     double y2);

/* Ends the picture. Returns: false if writing failed (errno says why). */
bool rd_svg_close(struct rd_svg *svg);

/* A coordinate as SVG spells it: 12, 0.5, -3.25. Returns: text. */
const char *rd_svg_number_text(double value, char text[RD_SVG_NUMBER_SIZE]);

/* The width of a text in a sans-serif font of size_px, rather too much than too little. */
double rd_label_width(const char *text, double size_px);

/* A text that is at most width_px wide: its middle gives way to an ellipsis, because the names of
 * hosts differ at their ends. Returns: `text` itself if it fits, else a copy in the arena. Cost:
 * O(letters). */
const char *rd_label_fit(const char *text, double size_px, double width_px, struct rd_arena *arena);
