/* A part of time of a Gantt chart. */
#pragma once

#include "gantt_chart.h"

#include "sim/base/arena.h"

/* Leaves of a chart the rows that are under way between two dates, and what it says of them. In:
 * from_s < to_s. Cost: O(rows + critical path). */
void rd_gantt_cut(struct rd_gantt *gantt, double from_s, double to_s, struct rd_arena *arena);
