/* From the bottleneck of a bound to the prices that prove it. */
#pragma once

#include "sim/model/bound.h"

/* Gives a bound that has no certificate the one that its bottleneck stands for, if the referee's
 * check says that it proves the bound. A slice or a set of hosts is a cut: the links out of it have
 * prices, or, where ports are limited and the bottleneck is a set, a least number of ports that all
 * of these links need. A lone port has a price, and so have processors.
 * In: a bound of the instance, for one kind; another is left alone. Its time may become less by
 *     rounding, 1e-9 of it at most. Scratch is rewound.
 * Cost: O(links + hosts log hosts); of a set, a matching of the links out of it.
 * Source: König (1931) for the ports of a set. */
void rd_price_bottleneck(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_bound *bound);
