/* The charts of a report, as files. */
#pragma once

#include "sim/report/page.h"

/* Writes the charts of a page into a folder: MEASURE.PARAMETER of each curve, gantt.N, the number
 * of its chart on the page, and map.N below it; as rd_write_picture_forms does.
 * Errors: RD_ERROR_FILE. */
bool rd_write_report_charts(const char *folder, const struct rd_page *page,
                            struct rd_error *reterr);
