/* Cuts: what has to leave a set of hosts, against what the links out of it can carry. */
#pragma once

#include "dual_rounding.h"

/* Can the links carry one commodity by a date, ports left aside, where a link carries what fits
 * between the first and the last date at which it is of use, and nothing where that is too late? If
 * not, the least cut becomes prices: of the links out of it, and of its processors.
 * In: `ret_prices` of rd_prices_take, left alone on success. A balance is tried with the greatest
 *     least load: where others are possible the prices may show less than the cut.
 * Returns: false if they cannot. Cost: a maximum flow. */
bool rd_links_can_carry(const struct rd_port_lp *problem, uint32_t commodity, int64_t until,
                        struct rd_arena *scratch, struct rd_prices *ret_prices);

/* The prices of a cut: of the links out of it that can be of use by a date, and of its processors,
 * each a common multiple of their costs over its own.
 * In: inside [host_count], the hosts of the cut; prices of rd_prices_take. Cost: O(links). */
void rd_cut_prices(const struct rd_port_lp *problem, uint32_t commodity, int64_t until,
                   const bool *inside, struct rd_prices *prices);
