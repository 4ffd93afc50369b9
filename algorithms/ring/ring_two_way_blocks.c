/* Two-way ring, any links: each flow in blocks, at most 5/4 of System 6.
 *
 *     ==> ==> ==> | <== | ==> ==>      a pipeline, a direct run, a pipeline: the direct run sends
 *      pipeline    direct  pipeline    its items in one block, early or late in its ports
 *
 * A pipeline must start early at its source and may end late at its sink, so a direct run next to a
 * source goes late and one next to a sink early. Of a chain of direct runs between two pipelines
 * one end does not fit, and its block goes into the pipeline, where it delays least; both choices
 * of that end are tried, and one greedy pass. Where no such chain is, System 6 is met. The first
 * flow is one of System 6; others follow while their busiest port is less busy than the best plan.
 * Hypotheses: every host holds at least one item before and after; every link takes some time. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "flow_search.h"

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_net_flow_accepts(instance, "a block schedule", reterr) &&
           rd_flow_search_has_theorem(instance, "Theorem B", reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (ring.flow.ring.least_sum == ring.flow.ring.greatest_sum)
        return true;
    struct rd_flow_search_settings settings = {
        .blocks = true, .pass_count = 1, .seed = options->seed};
    return rd_flow_search(instance, &ring, &settings, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm ring_two_way_blocks = {
    .name = "ring-two-way-blocks",
    .summary = "any two-way ring: flows in blocks and one greedy pass, at most 5/4 of System 6",
    .source = "docs/ring_theorems.md, Theorem B, for section 6.2.2 of [renard2004]",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_REACH),
    .guarantee = RD_RATIO,
    .ratio = 1.25,
    .accepts = accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
