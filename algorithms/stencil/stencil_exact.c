/* Small rings: the best of all targets.
 *
 *     P^N targets          0 0 0 .. 0    1 0 0 .. 0    ...    P-1 .. P-1
 *     volume, N >= 3       (o_0 o_1) o_2 --- loads, last two owners --- ... --- back to (o_0 o_1)
 *
 * Finding it is NP-complete, by 3-Partition. All targets are tried, or, for the volume metric, a
 * dynamic program goes round the ring (exact.h), whichever is less work. It refuses beyond 2^30
 * steps: a few seconds.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "exact.h"
#include "phases.h"

#include <inttypes.h>

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    if (!rd_stencil_accepts(instance, reterr))
        return false;
    if (instance->stencil_overlap)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "words and work may overlap: all targets are compared by their phases, one "
                       "after the other");
    struct rd_stencil stencil = {.host_count = instance->topology.host_count,
                                 .item_count = instance->kind_count,
                                 .metric = instance->stencil_metric};
    double work = rd_stencil_exact_work(&stencil);
    if (work > RD_STENCIL_EXACT_LIMIT)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRIu32 " items on %" PRIu32
                       " hosts take %.3g steps to compare all targets: at most %.3g are supported",
                       stencil.item_count, stencil.host_count, work, RD_STENCIL_EXACT_LIMIT);
    return true;
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    (void)options;
    struct rd_stencil stencil = rd_stencil_read(instance, scratch);
    uint32_t *owner = rd_take(scratch, stencil.item_count, uint32_t);
    rd_stencil_exact(&stencil, owner, scratch);
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, scratch);
    if (!rd_stencil_plan(&target, arena, scratch, ret_plan, reterr))
        return false;
    ret_plan->proved_optimal = true;
    return true;
}

const struct rd_algorithm stencil_exact = {
    .name = "stencil-exact",
    .summary = "small rings: the best of all targets",
    .source = "none: all targets, or a dynamic program round the ring",
    .shape = RD_SWITCH,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_STENCIL),
    .guarantee = RD_EXACT,
    .accepts = accepts,
    .bound = rd_stencil_bound,
    .plan = plan,
};
