/* A good target by local search, between keeping everything and full blocks.
 *
 *     in place  \
 *     one host   >  the 6 best  --- runs, items, hosts and pairs of items move ---  the best of 6
 *     k blocks  /
 *
 * It moves what pays: where iterations are few it fixes the ring in places only, and where words
 * are dear it uses fewer hosts. The neighbourhood is written down in local_search.h.
 */
#include "algorithms/algorithm.h"

#include "bounds.h"
#include "local_search.h"
#include "phases.h"

#include <inttypes.h>

static bool accepts(const struct rd_instance *instance, const struct rd_options *options,
                    struct rd_error *reterr)
{
    (void)options;
    if (instance->topology.host_count > RD_STENCIL_SEARCH_HOSTS ||
        instance->kind_count > RD_STENCIL_SEARCH_ITEMS)
        return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                       "%" PRIu32 " items on %" PRIu32
                       " hosts to search: up to %d items and %d hosts are supported",
                       instance->kind_count, instance->topology.host_count, RD_STENCIL_SEARCH_ITEMS,
                       RD_STENCIL_SEARCH_HOSTS);
    return rd_stencil_accepts(instance, reterr);
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_stencil stencil = rd_stencil_read(instance, scratch);
    uint32_t *owner = rd_take(scratch, stencil.item_count, uint32_t);
    rd_stencil_search(&stencil, rd_option_integer(options, "moves"), owner, scratch);
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, scratch);
    return rd_stencil_plan(&target, arena, scratch, ret_plan, reterr);
}

static const struct rd_option_spec option_specs[] = {
    {"moves", "integer 0 10000000000", "10000000", "moves that the search looks at in all"},
    {NULL, NULL, NULL, NULL},
};

/* The search compares targets by their phases; overlapping, another target may take less. */
static bool in_phases(const struct rd_instance *instance)
{
    return !instance->stencil_overlap;
}

/* Both are starts, and it takes the best of all starts or better. */
static const struct rd_baseline baselines[] = {
    {"stencil-keep", in_phases}, {"stencil-full-block", in_phases}, {NULL, NULL}};

const struct rd_algorithm stencil_search = {
    .name = "stencil-search",
    .summary = "keep some, move some: the best target that a local search finds",
    .source = "none: a local search (the problem is NP-complete)",
    .shape = RD_SWITCH,
    .ports = RD_BIT(RD_ONE_PORT),
    .goals = RD_BIT(RD_STENCIL),
    .guarantee = RD_HEURISTIC,
    .options = option_specs,
    .baselines = baselines,
    .accepts = accepts,
    .bound = rd_stencil_bound,
    .plan = plan,
};
