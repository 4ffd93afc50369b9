/* Traffic+: the fastest of the schedules of least traffic.
 *
 *     least-traffic h:  [middle value below, middle value above]   take the fastest, least h on
 * ties
 *
 * The paper names it and never defines it; this reading gives the values that it states.
 * Hypotheses: the hosts divide the items; links of one latency. */
#include "common.h"
#include "optimum.h"

static bool choose(const struct rd_ring_loads *ring, const struct rd_options *given,
                   bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                   struct rd_error *reterr)
{
    (void)given;
    (void)reterr;
    *ret_h = rd_best_shift_within(ring, rd_least_traffic_shifts(ring, scratch), multi_send);
    return true;
}

/* Traffic's h is one of those of least traffic. */
static const struct rd_baseline single[] = {{"ring-load-traffic-single-send", NULL}, {NULL, NULL}};
static const struct rd_baseline multi[] = {{"ring-load-traffic-multi-send", NULL}, {NULL, NULL}};

RD_RING_LOAD_ALGORITHMS(ring_load_traffic_plus, "ring-load-traffic-plus",
                        "fastest of the schedules of least traffic", "Traffic+, our reading",
                        RD_HEURISTIC, NULL, single, multi, choose)
