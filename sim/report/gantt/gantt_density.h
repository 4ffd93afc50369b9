/* How busy the lanes of a Gantt chart are, where there are more messages than can be told apart. */
#pragma once

#include "gantt_layout.h"
#include "sim/report/svg.h"

/* What is drawn of a lane has one of so many classes, "busy1" to "busy4": up to a quarter of the
 * time, up to a half, .. */
enum { RD_BUSY_LEVELS = 4 };

/* Fills every lane, from top_px down, with how busy it is from one stretch of time to the next; of
 * a lane that does several things at once, beside the most that it does. What takes no time does
 * not show. The stretches are so long that the picture stays small. Cost: O(rows + lanes *
 * stretches). */
void rd_gantt_draw_density(struct rd_svg *svg, const struct rd_gantt_layout *layout, double top_px,
                           struct rd_arena *arena);
