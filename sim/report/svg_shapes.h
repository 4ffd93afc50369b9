/* The few shapes that pictures are made of, each with its class of the style sheet. */
#ifndef REDIST_REPORT_SVG_SHAPES_H
#define REDIST_REPORT_SVG_SHAPES_H

#include "svg.h"

/* A line of text on the base y. In: anchor "end" or "middle"; NULL: it starts at x. */
void rd_svg_put_text(struct rd_svg *svg, const char *class, const char *anchor, double x, double y,
                     const char *text);

/* A rectangle from its upper left corner. */
void rd_svg_put_box(struct rd_svg *svg, const char *class, double x, double y, double width,
                    double height);

/* A vertical line. */
void rd_svg_put_line(struct rd_svg *svg, const char *class, double x, double top, double bottom);

#endif
