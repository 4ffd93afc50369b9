/* `redist sensitivity --curve`: makespans over the speed of one part of the network. */
#pragma once

#include "sim/report/sheet.h"
#include "sim/run/run_context.h"

struct rd_curve_request {
    const char *what;     /* a link, cluster or direction of a host */
    const char *out_path; /* of the picture; NULL: none */
    double within_s;      /* of wall clock, for plans */
    enum rd_format format;
    void (*progress)(void *context, size_t done, size_t count);
    void *context;
};

/* Finds the curve, draws it, and writes its points on standard output. Returns: the exit status;
 * what is wrong has been said. */
int rd_write_curve(struct rd_run_context *context, const struct rd_curve_request *request);
