/* An algorithm of one's own: it moves as few items as it can, whatever the time.
 * Round a ring, S_x - z items cross edge x, for one z that can be chosen: least of them in all if z
 * is a median of S_0 .. S_(n-1). */
#include "algorithms/algorithm.h"
#include "algorithms/ring/bounds.h"
#include "algorithms/ring/edge_transfers.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_ring_accepts_one_kind(instance, "ring-fewest-items", reterr);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    struct rd_ring ring = rd_ring_read(instance, scratch);
    int64_t *sorted = rd_take(scratch, ring.host_count, int64_t);
    memcpy(sorted, ring.sum, ring.host_count * sizeof *sorted);
    qsort(sorted, ring.host_count, sizeof *sorted, compare);
    rd_ring_plan_net_flow(&ring, sorted[ring.host_count / 2], arena, ret_plan);
    return true;
}

const struct rd_algorithm ring_fewest_items = {
    RD_ONE_PORT_RING(RD_TWO_WAY),
    .name = "ring-fewest-items",
    .summary = "two-way ring: the fewest items over all links",
    .source = "none: an example",
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
    .schedules = RD_ITEM_BY_ITEM,
    .plan = plan,
};
