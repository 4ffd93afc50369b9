/* The boxes of a Gantt chart: what was sent, received and computed. */
#pragma once

#include "gantt_colours.h"
#include "gantt_layout.h"
#include "sim/report/svg.h"

/* Draws every box, from top_px down, each with what it is as its tooltip, and with the partner's
 * name where there is room. */
void rd_gantt_draw_marks(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                         const struct rd_gantt_colours *colours, double top_px,
                         struct rd_arena *arena);

/* Draws how much later each box may end, as a line behind it. */
void rd_gantt_draw_slack(struct rd_svg *svg, const struct rd_gantt_layout *layout, double top_px);

/* Draws the critical path over them: an outline round each of its boxes, and a line from one to the
 * next where that is in another lane. */
void rd_gantt_draw_critical_path(struct rd_svg *svg, const struct rd_gantt_layout *layout,
                                 double top_px);
