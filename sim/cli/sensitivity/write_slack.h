/* `redist sensitivity --slack`: how much slower each part of the network may get under a plan. */
#pragma once

#include "sim/report/sheet.h"
#include "sim/model/plan.h"
#include "sim/run/run_context.h"
#include "sim/sensitivity/slack_table.h"

struct rd_slack_request {
    const char *plan_path; /* a plan file; NULL: the shortest plan that is found */
    double within_s;       /* of wall clock, to find it */
    enum rd_format format;
    const char *gantt_path; /* of a chart; or NULL */
    struct rd_slack_progress progress;
};

/* The plan of a file, or, if path is NULL, the shortest that is found; and what to call it. Errors:
 * of the file; RD_ERROR_REFUSED: there is no plan. */
bool rd_plan_of_request(struct rd_run_context *context, const char *path, double within_s,
                        struct rd_plan *plan, const char **ret_whose, struct rd_error *reterr);

/* Finds and writes the table on standard output. Returns: the exit status; what is wrong has been
 * said. */
int rd_write_slack(struct rd_run_context *context, const struct rd_slack_request *request);
