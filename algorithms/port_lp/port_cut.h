/* Sets of hosts that have too much, against what their ports and links out of them can carry. */
#pragma once

#include "dual_rounding.h"

/* Prices that a set of hosts shows: at them each item that has to leave it pays once, at the port
 * of its sender or, if that shows more, of its receiver; at links instead, where a host has so many
 * ports that these limit it. Tried are the hosts that give more than they take and, unless
 * potential is NULL, [commodity_count][host_count], those above some levels of each. Returns: the
 * ticks before which they show no end, and in ret_prices, from the arena, those of the best set; 0:
 * none shows anything. Cost: O(links + hosts * commodities) a set. */
double rd_port_cut_find(const struct rd_port_lp *problem, const double *potential,
                        struct rd_arena *arena, struct rd_real_prices *ret_prices);
