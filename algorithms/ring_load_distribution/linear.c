/* Linear, and any shift of it.
 *
 *     0 -> 1 -> 2 -> .. -> n-1        edge n-1 (from host n-1 to host 0) carries nothing
 *
 * Host by host round the ring, what is above the average moves on and what is missing comes back.
 * Option h takes h items off every edge, which is how every other schedule is written: with it each
 * schedule of the paper can be run, also those that deadlock.
 * Hypotheses: the hosts divide the items; links of one latency. */
#include "common.h"

static const struct rd_option_spec options[] = {
    {"h", "integer -4503599627370496 4503599627370496", "0",
     "items taken off every edge: the schedule Linear - h"},
    {0},
};

static bool choose(const struct rd_ring_loads *ring, const struct rd_options *given,
                   bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                   struct rd_error *reterr)
{
    (void)multi_send;
    (void)scratch;
    int64_t h = rd_option_integer(given, "h");
    if (h != 0 && ring->host_count == 1)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "option h on a ring of one host, which has no edge: 0 is accepted");
    *ret_h = h;
    return true;
}

RD_RING_LOAD_ALGORITHMS(ring_load_linear, "ring-load-linear", "host by host round the ring",
                        "algorithm Linear", RD_HEURISTIC, options, NULL, NULL, choose)
