/* One-way ring, equal links: Algorithm 1.
 *
 *     start --F--> start+1 --F--> ... --F--> start-1      nothing from start-1 to start
 *
 * The flow is Algorithm 2's (ring_one_way.c). The paper has host i send one item in each of the
 * first F_i steps of one item's time; as soon as possible, without steps, ends at the same time, so
 * the plan is Algorithm 2's as well.
 * Hypotheses: equal links; every host holds at least one item before and after. */
#include "bounds.h"
#include "ring_one_way.h"

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_ring_accepts(instance, "Theorem 1", reterr) &&
           rd_ring_accepts_equal(instance, reterr);
}

const struct rd_algorithm ring_one_way_equal = {
    .name = "ring-one-way-equal",
    .summary = "one-way ring with equal links: every host passes the surplus behind it on",
    .source = "[renard2004], Algorithm 1, Theorem 1",
    .shape = RD_RING,
    .directions = RD_ONE_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_OPTIMAL,
    .accepts = accepts,
    .bound = rd_ring_bound,
    .plan = rd_ring_one_way_plan,
};
