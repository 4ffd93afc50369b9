/* Equal blocks of the ring, one a host, each on the host that makes moving cheapest.
 *
 *     component  0 0 0 1 1 1 2 2 2        Algorithm 1 or 2: component -> host
 *     ring       2 0 2 0 0 1 1 1 2        0 -> 2, 1 -> 0, 2 -> 1
 *
 * Item i of N is in component floor(i P / N). Among targets that load all hosts alike no other has
 * fewer words an iteration; where communication is dear, a target on fewer hosts may be better, and
 * where iterations are few, one that moves less.
 */
#include "algorithms/algorithm.h"

#include "blocks.h"
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
    uint32_t *owner = rd_take(scratch, stencil.item_count, uint32_t);
    rd_stencil_blocks(&stencil, stencil.host_count, 0, owner);
    rd_stencil_map(&stencil, owner, owner, scratch);
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, scratch);
    return rd_stencil_plan(&target, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm stencil_full_block = {
    .name = "stencil-full-block",
    .summary = "an equal block of the ring for each host, mapped with the least volume or steps",
    .source = "[herrmann2014], the stencil's full block with Algorithms 1 and 2",
    .shape = RD_SWITCH,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_STENCIL),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
    .bound = rd_stencil_bound,
    .plan = plan,
};
