/* Any two-way ring, any loads: net flows of least g, list-scheduled item by item.
 *
 * Where no optimal flow is light, some host waits for the items that it passes on, and which item
 * starts first matters:
 *
 *     i-2 <== i-1 <== i ==> i+1 ==> i+2      of what may start now: the link with the longest
 *      :       :                     :        pipeline behind it, then the one at the busier port
 *
 * For each z by growing g(z), until g(z) is no less than the best schedule so far: one greedy pass
 * with these priorities, then passes with the priorities disturbed at random. What a plain plan of
 * the flow takes (forward before backward; Lemma 9's for the best light flow) is to be beaten
 * first, and is the answer where items are too many to go through one by one.
 * Hypotheses: one kind of item. A schedule that never idles takes less than twice the time of the
 * busiest port of its flow, whatever its priorities (docs/ring_theorems.md, C), where every host
 * holds an item before and after; 1.006 times the optimum on average was seen on small rings. */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "flow_search.h"

#include <string.h>

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_net_flow_accepts(instance, "list scheduling", reterr);
}

/* Theorem C's hypotheses, final loads that are given, and that a pass over the first flow is made.
 */
static bool promises(const struct rd_instance *instance)
{
    return instance->goal == RD_REACH &&
           rd_flow_search_has_theorem(instance, "list scheduling", NULL) &&
           rd_flow_search_is_short(instance);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_two_way ring = rd_two_way_read(instance, scratch);
    if (ring.flow.ring.least_sum == ring.flow.ring.greatest_sum)
        return true;
    struct rd_flow_search_settings settings = {
        .skip_plain = strcmp(rd_option_text(options, "plain"), "no") == 0,
        .pass_count = rd_option_integer(options, "passes"),
        .seed = options->seed};
    return rd_flow_search(instance, &ring, &settings, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec option_specs[] = {
    {"passes", "integer 1 1000", "20", "greedy passes over each flow, all but one disturbed"},
    {"plain", "yes|no", "yes", "compare with the plain plan, forward before backward"},
    {NULL, NULL, NULL, NULL},
};

/* Its plan is the first to be beaten. */
static const struct rd_baseline baselines[] = {{"ring-two-way-system8", NULL}, {NULL, NULL}};

const struct rd_algorithm ring_two_way_list = {
    .name = "ring-two-way-list",
    .summary = "any two-way ring: greedy list scheduling of the flows with the least busy ports",
    .source = "none: a heuristic for section 6.2.2 of [renard2004]",
    .shape = RD_RING,
    .directions = RD_TWO_WAY,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_RING_GOALS,
    .guarantee = RD_RATIO,
    .ratio = 2,
    .promises = promises,
    .options = option_specs,
    .baselines = baselines,
    .accepts = accepts,
    .bound = rd_ring_bound,
    .plan = plan,
};
