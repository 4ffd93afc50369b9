#include "svg_shapes.h"

void rd_svg_put_text(struct rd_svg *svg, const char *class, const char *anchor, double x, double y,
                     const char *text)
{
    rd_svg_begin(svg, "text");
    rd_svg_attribute(svg, "class", class);
    if (anchor)
        rd_svg_attribute(svg, "text-anchor", anchor);
    rd_svg_number(svg, "x", x);
    rd_svg_number(svg, "y", y);
    rd_svg_text(svg, text);
    rd_svg_end(svg);
}

void rd_svg_put_box(struct rd_svg *svg, const char *class, double x, double y, double width,
                    double height)
{
    rd_svg_begin(svg, "rect");
    rd_svg_attribute(svg, "class", class);
    rd_svg_number(svg, "x", x);
    rd_svg_number(svg, "y", y);
    rd_svg_number(svg, "width", width);
    rd_svg_number(svg, "height", height);
    rd_svg_end(svg);
}

void rd_svg_put_line(struct rd_svg *svg, const char *class, double x, double top, double bottom)
{
    rd_svg_begin(svg, "line");
    rd_svg_attribute(svg, "class", class);
    rd_svg_number(svg, "x1", x);
    rd_svg_number(svg, "y1", top);
    rd_svg_number(svg, "x2", x);
    rd_svg_number(svg, "y2", bottom);
    rd_svg_end(svg);
}
