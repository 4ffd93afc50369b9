/* Why no other relabelling is better: what a planner that claims so has to show, and the referee's
 * own check of it, which knows nothing of how it was found. A relabelling puts kind j on a host of
 * its own; kinds beyond kind_count are empty, so that there are as many as hosts. */
#pragma once

#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

/* Host i that keeps kind j has to receive w_ij = c_j - q_ij items and to send l_i - q_ij: q_ij is
 * what it holds of j, l_i what it holds in all, c_j the items of kind j. If it may send k_i items
 * at a time, and receive as many, that takes w'_ij = ceil((max(l_i, c_j) - q_ij) / k_i) steps. The
 * volume is the sum of w_ij over the pairs, the steps are the greatest w'_ij. */
enum rd_claim {
    RD_LEAST_VOLUME,
    RD_FEWEST_STEPS,
    RD_LEAST_VOLUME_THEN_FEWEST_STEPS, /* fewest steps among relabellings of least volume */
    RD_FEWEST_STEPS_THEN_LEAST_VOLUME
};

struct rd_certificate {
    enum rd_claim claim;
    const uint32_t *host_of_kind; /* [host_count], a permutation */
    int64_t volume;
    int64_t steps;

    /* Claims of volume: host_price[i] + kind_price[j] <= w_ij, and all prices sum to the volume.
     * Fewest steps first: only pairs with w'_ij <= steps need it. */
    const int64_t *host_price; /* [host_count] */
    const int64_t *kind_price; /* [host_count] */

    /* Claims of steps: hosts that pairs with w'_ij < steps join to fewer kinds than they are.
     * Least volume first: only pairs with host_price[i] + kind_price[j] = w_ij count. */
    const uint32_t *hall_host; /* [hall_host_count], increasing */
    uint32_t hall_host_count;

    const char *words; /* all this in words, for who asks why; NULL if nobody does */
};

static inline bool rd_claims_volume(enum rd_claim claim)
{
    return claim != RD_FEWEST_STEPS;
}

static inline bool rd_claims_steps(enum rd_claim claim)
{
    return claim != RD_LEAST_VOLUME;
}

/* Does a certificate prove what it claims of an instance?
 * Errors: RD_ERROR_RUN, with the first thing that is wrong. Cost: O(hosts^2). */
bool rd_certificate_check(const struct rd_instance *instance,
                          const struct rd_certificate *certificate, struct rd_arena *scratch,
                          struct rd_error *reterr);

/* Is it a certificate of this plan: every row but words takes its kind home, once, and the plan
 * moves the volume, and no host sends or receives more than the steps? Errors: RD_ERROR_RUN. Cost:
 * O(rows + hosts). */
bool rd_certificate_fits_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                              const struct rd_certificate *certificate, struct rd_arena *scratch,
                              struct rd_error *reterr);
