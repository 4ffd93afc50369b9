/* Small random lists on disks so full that often no order of the objects exists, and whether one
 * does, by all orders. */
#pragma once

#include "object_optimum.h"

#include "sim/base/rng.h"

/* Draws a list of 2 to 6 objects on 2 to 4 hosts whose last placement fits: of several sources,
 * dropped elsewhere or by nobody, hosts without a limit, stops allowed, each in some. */
void no_order_draw(struct object_case *of, struct rd_rng *rng);

/* Can the objects be moved one by one, each straight? In: more [hosts], bytes that are free
 * besides; NULL: none. */
bool has_order(const struct object_case *of, const int64_t *more);
