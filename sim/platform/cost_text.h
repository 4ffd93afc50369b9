/* Costs as users write them: "2", "uniform 1 10", "real 0.5 2", "list 1 2 3", and the costs of a
 * star that a 3-Partition problem becomes: "three-partition 1 1 2 1 1 2". */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

/* The least cost that is not 0, and the largest, in seconds. */
#define RD_COST_LOWEST 1e-18
#define RD_COST_LIMIT 1e15

/* Is a value, in seconds, one that a link or a host may have? */
bool rd_is_cost(double value);

/* The values of one quantity, drawn one after the other from a stream of its own. */
struct rd_costs {
    const char *name, *text; /* for messages */
    enum { RD_COST_ONE, RD_COST_UNIFORM, RD_COST_REAL, RD_COST_LIST } form;
    double low, high; /* RD_COST_ONE: low; the others: both included, but for RD_COST_REAL's high */
    const double *list; /* [list_count] */
    uint32_t list_count;
    uint32_t drawn;
    struct rd_rng rng;
};

/* Reads a text. In: name, what the values are ("cost"), for messages; stream, for rd_rng_seeded.
 * Errors: RD_ERROR_INPUT, without path, for what is no such text, for values that are no
 * rd_is_cost. Cost: O(length). */
bool rd_costs_read(const char *name, const char *text, uint64_t seed, uint64_t stream,
                   struct rd_arena *arena, struct rd_costs *ret_costs, struct rd_error *reterr);

/* Do the values of such a text depend on the seed? */
bool rd_costs_are_drawn(const char *text);

/* Is a list as long as `count`? Every other form is. Errors: RD_ERROR_INPUT, without path. */
bool rd_costs_fit(const struct rd_costs *costs, uint32_t count, const char *counted,
                  struct rd_error *reterr);

/* The next value. Not more than rd_costs_fit was asked for. O(1). */
double rd_costs_next(struct rd_costs *costs);
