/* How the parts of a Gantt chart look. */
#ifndef REDIST_REPORT_GANTT_STYLE_H
#define REDIST_REPORT_GANTT_STYLE_H

#include "gantt_colours.h"
#include "svg.h"

/* Adds the style sheet of a chart. In: the id of the picture in a page, so that the rules hold for
 * it alone; NULL: a picture of its own. */
void rd_gantt_draw_style(struct rd_svg *svg, const struct rd_gantt_colours *colours, const char *id,
                         struct rd_arena *arena);

#endif
