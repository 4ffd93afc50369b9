/* The baseline: every item stays where it is.
 *
 *     ring  0 2 2 1 0 1 ...        redistribution: nothing        K times: exchange words, compute
 *
 * Best where iterations are few, or items already lie in runs.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "phases.h"

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    return rd_stencil_accepts(instance, reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    struct rd_stencil stencil = rd_stencil_read(instance, scratch);
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, stencil.home, scratch);
    return rd_stencil_plan(&target, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm stencil_keep = {
    .name = "stencil-keep",
    .summary = "iterate on the items where they are: what redistributing is measured against",
    .source = "none: a baseline",
    .shape = RD_SWITCH,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_STENCIL),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
    .bound = rd_stencil_bound,
    .plan = plan,
};
