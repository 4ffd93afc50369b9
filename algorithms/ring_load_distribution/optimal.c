/* The fastest schedule, and of these the one of least traffic.
 *
 *     optimal h:        [--------]
 *     least-traffic h:      [--------]     take one in both, else the end that is nearest
 *
 * No protocol beats it (multi-send), or no single-send protocol (single-send): its time equals the
 * bound. Where the paper searches a window, optimum.h has closed forms.
 * Hypotheses: the hosts divide the items; links of one latency. */
#include "common.h"
#include "optimum.h"

static bool choose(const struct rd_ring_loads *ring, const struct rd_options *given,
                   bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                   struct rd_error *reterr)
{
    (void)given;
    (void)reterr;
    struct rd_ring_optimum optimum =
        multi_send ? rd_multi_send_optimum(ring) : rd_single_send_optimum(ring, scratch);
    *ret_h = rd_least_traffic_within(optimum.shifts, rd_least_traffic_shifts(ring, scratch));
    return true;
}

RD_RING_LOAD_ALGORITHMS(ring_load_optimal, "ring-load-optimal",
                        "fastest schedule, of these the one of least traffic",
                        "optimum in closed form", RD_OPTIMAL, NULL, NULL, NULL, choose)
