/* How late plans end if some links are slow: `redist sensitivity --robust G` of one plan, and
 * `redist recommend --robust G`, which looks for the plan of least worst case. */
#pragma once

#include "sim/report/sheet.h"
#include "sim/run/run_context.h"

struct rd_robust_request {
    int64_t most;            /* links that may be slow together */
    const char *slower_path; /* a CSV of link and factor; NULL: the scenario's <slower> */
    const char *plan_path;   /* a plan file; NULL: the shortest plan that is found */
    const char *out_path;    /* where the plan that is recommended is written; NULL: nowhere */
    bool dated;              /* it is written as a trace */
    double within_s;         /* of wall clock, to plan */
    enum rd_format format;
};

/* Writes the worst case of one plan with 0, 1, .. slow links, each beside the bound of all plans.
 * Returns: the exit status; what is wrong has been said. */
int rd_write_worst_cases(struct rd_run_context *context, const struct rd_robust_request *request);

/* Says in words which plan has the least worst case that is found. The same. */
int rd_recommend_robust(struct rd_run_context *context, const struct rd_robust_request *request);
