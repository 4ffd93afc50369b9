/* The certificate of a bound in words, for redist explain. */
#ifndef REDIST_CLI_EXPLAIN_PRICES_H
#define REDIST_CLI_EXPLAIN_PRICES_H

#include "sim/base/arena.h"
#include "sim/model/bound.h"

#include <stdbool.h>
#include <stdio.h>

/* Prints the prices, the potentials, and what is needed against what is offered.
 * In: a bound with a certificate; full, all of them; else the first of many. Nothing is printed of
 * a certificate that is false: its run has failed and says why. */
void rd_explain_prices(FILE *out, const struct rd_instance *instance, const struct rd_bound *bound,
                       bool full, struct rd_arena *arena);

#endif
