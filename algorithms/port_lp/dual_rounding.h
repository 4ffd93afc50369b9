/* From a solver's prices and potentials, which are nearly right, to whole numbers that are. */
#pragma once

#include "port_lp.h"

#include "sim/model/certificates/price_certificate.h"

/* The capacities for which the linear programme is solved, in ticks: the least lambda such that a
 * flow exists whose items take at most lambda times the capacity of each row. */
struct rd_port_stage {
    /* RD_FAR: the plain programme, capacities servers * size: its optimum, lambda * size, is the
     * port bound. Else capacities are what rows can take until then, links that are not usable
     * carry nothing, and no schedule ends by then if lambda > 1. */
    int64_t until;
    double size;            /* ticks: what times are measured in */
    const double *capacity; /* [row_count]; 0 where there is no such row */
};

/* The stage of a date, or the plain one of a size. */
struct rd_port_stage rd_port_stage_until(const struct rd_port_lp *problem, int64_t until,
                                         struct rd_arena *arena);
struct rd_port_stage rd_port_stage_plain(const struct rd_port_lp *problem, double size,
                                         struct rd_arena *arena);

/* Prices of a tick, by row, and potentials: a solver's. */
struct rd_real_prices {
    const double *row;                 /* [row_count] */
    const double *potential;           /* [host_count * commodity_count] */
    double most_price, most_potential; /* the greatest, in size */
};

/* What a solver found, with the greatest of it. O(rows + hosts * commodities). */
struct rd_real_prices rd_real_prices(const struct rd_port_lp *problem, const double *row,
                                     const double *potential);

/* The same in whole numbers, such that potentials nowhere fall by more than an item pays. */
struct rd_prices {
    int64_t *row;       /* [row_count] */
    int64_t *potential; /* [host_count * commodity_count] */
    double needed;      /* at least, by every flow, at these prices */
};

/* Prices and potentials of 0, from the arena. O(links + hosts * commodities). */
struct rd_prices rd_prices_take(const struct rd_port_lp *problem, struct rd_arena *arena);

/* Makes prices the same as others of the problem. */
void rd_prices_copy(const struct rd_port_lp *problem, const struct rd_prices *from,
                    struct rd_prices *to);

/* Rounds prices so that the most expensive is `most`, and fixes the potentials in two ways: lowers
 * them to what links allow, or raises prices to what they ask for; the better one counts. In:
 * fine: where prices are few, such that the most expensive is a little less, and all are
 * nearest to whole numbers; horizon, a date until which they shall hold: links that are not usable
 * until then are left out. `ret_prices` of rd_prices_take. Returns: needed / offered at the stage's
 * capacities, a lower bound on lambda; at most 0 if there is none. Cost: O((links log hosts + hosts
 * log hosts) * commodities). */
double rd_prices_round(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                       const struct rd_real_prices *real, double most, bool fine, int64_t horizon,
                       struct rd_arena *scratch, struct rd_prices *ret_prices);

/* Sets what is needed at the prices. O((links + hosts log hosts) * commodities). */
void rd_prices_weigh(const struct rd_port_lp *problem, struct rd_arena *scratch,
                     struct rd_prices *prices);

/* The latest date within `horizon`, a multiple of the grid and at least `from`, of which the prices
 * show that no schedule ends by then, in floating point. Returns: -1 if `from` is not shown.
 * Cost: O(links log(horizon)). */
int64_t rd_prices_latest(const struct rd_port_lp *problem, const struct rd_prices *prices,
                         int64_t from, int64_t horizon);

/* The prices as the referee reads them, with the claim that no schedule ends before `ticks`. It
 * points to arrays of the problem and of the prices. O(links). */
struct rd_price_certificate *rd_prices_certificate(const struct rd_port_lp *problem,
                                                   const struct rd_prices *prices, int64_t ticks,
                                                   struct rd_arena *arena);
