/* A Gantt chart of a trace as SVG: hosts down, time across, lanes for sending, receiving and
 * computing, the bound as a line, the critical path outlined, slowed messages hatched. */
#pragma once

#include "gantt_chart.h"

#include <stdio.h>

enum { RD_GANTT_HOST_LIMIT = 2000 };

/* Writes the chart. Errors: RD_ERROR_INPUT for more than RD_GANTT_HOST_LIMIT hosts; RD_ERROR_FILE
 * if writing fails. */
bool rd_gantt_write(FILE *out, const struct rd_gantt *gantt, struct rd_error *reterr);
