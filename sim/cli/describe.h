/* A scenario in words. */
#pragma once

#include "sim/run/run_context.h"

#include <stdio.h>

/* Where what is said of each thing begins, in columns. */
enum { RD_DESCRIBED_AT = 11 };

/* Writes what a scenario means, a line a thing: platform, hosts, links, loads, goal.
 * Cost: O(links + hosts * kinds). */
void rd_describe_run_context(FILE *out, const struct rd_run_context *context);
