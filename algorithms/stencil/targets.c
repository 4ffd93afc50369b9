/* The algorithms before a stencil: each chooses a target, and the rest is the same for all.
 *
 *     ring  0 2 2 1 0 1 ...        redistribution: to the target   K times: exchange words, compute
 *
 * stencil-keep: every item stays where it is. Best where iterations are few, or items already lie
 * in runs.
 *
 * stencil-full-block: item i of N is in component floor(i P / N), each on the host that makes
 * moving cheapest. Among targets that load all hosts alike no other has fewer words an iteration;
 * where communication is dear, a target on fewer hosts may be better, and where iterations are few,
 * one that moves less.
 *
 * stencil-search: between these two. Where iterations are few it fixes the ring in places only, and
 * where words are dear it uses fewer hosts. The neighbourhood is written down in local_search.h.
 *
 *     in place  \
 *     one host   >  the 6 best  --- runs, items, hosts and pairs of items move ---  the best of 6
 *     k blocks  /
 *
 * stencil-exact: the best of all targets, of small rings. Finding it is NP-complete, by
 * 3-Partition. All are tried, or, for the volume metric, a dynamic program goes round the ring
 * (exact.h), whichever is less work. It refuses beyond 2^30 steps: a few seconds. */
#include "algorithms/algorithm.h"

#include "blocks.h"
#include "bounds.h"
#include "exact.h"
#include "local_search.h"
#include "phases.h"

#include <inttypes.h>

static bool accepts(RD_ACCEPTS_PARAMETERS)
{
    return rd_stencil_accepts(instance, reterr);
}

static bool accepts_search(RD_ACCEPTS_PARAMETERS)
{
    if (instance->topology.host_count > RD_STENCIL_SEARCH_HOSTS ||
        instance->kind_count > RD_STENCIL_SEARCH_ITEMS)
        return rd_refuse(reterr,
                         "%" PRIu32 " items on %" PRIu32
                         " hosts to search: up to %d items and %d hosts are supported",
                         instance->kind_count, instance->topology.host_count,
                         RD_STENCIL_SEARCH_ITEMS, RD_STENCIL_SEARCH_HOSTS);
    return accepts(instance, options, reterr);
}

static bool accepts_exact(RD_ACCEPTS_PARAMETERS)
{
    if (!accepts(instance, options, reterr))
        return false;
    if (instance->stencil_overlap)
        return rd_refuse(reterr, "words and work may overlap: all targets are compared by their "
                                 "phases, one after the other");
    struct rd_stencil stencil = {.host_count = instance->topology.host_count,
                                 .item_count = instance->kind_count,
                                 .metric = instance->stencil_metric};
    double work = rd_stencil_exact_work(&stencil);
    if (work > RD_STENCIL_EXACT_LIMIT)
        return rd_refuse(
            reterr,
            "%" PRIu32 " items on %" PRIu32
            " hosts take %.3g steps to compare all targets: at most %.3g are supported",
            stencil.item_count, stencil.host_count, work, RD_STENCIL_EXACT_LIMIT);
    return true;
}

/* Chooses a target: fills owner [item_count]. */
typedef void choice(const struct rd_stencil *stencil, const struct rd_options *options,
                    uint32_t *owner, struct rd_arena *scratch);

static void keep(const struct rd_stencil *stencil, RD_UNUSED const struct rd_options *options,
                 uint32_t *owner, RD_UNUSED struct rd_arena *scratch)
{
    for (uint32_t item = 0; item < stencil->item_count; item++)
        owner[item] = stencil->home[item];
}

static void full_block(const struct rd_stencil *stencil, RD_UNUSED const struct rd_options *options,
                       uint32_t *owner, struct rd_arena *scratch)
{
    rd_stencil_blocks(stencil, stencil->host_count, 0, owner);
    rd_stencil_map(stencil, owner, owner, scratch);
}

static void search(const struct rd_stencil *stencil, const struct rd_options *options,
                   uint32_t *owner, struct rd_arena *scratch)
{
    rd_stencil_search(stencil, rd_option_integer(options, "moves"), owner, scratch);
}

static void exact(const struct rd_stencil *stencil, RD_UNUSED const struct rd_options *options,
                  uint32_t *owner, struct rd_arena *scratch)
{
    rd_stencil_exact(stencil, owner, scratch);
}

enum { KEEP, FULL_BLOCK, SEARCH, EXACT };

static bool plan(RD_PLAN_PARAMETERS)
{
    static choice *const choose[] = {keep, full_block, search, exact};
    struct rd_stencil stencil = rd_stencil_read(instance, scratch);
    uint32_t *owner = rd_take(scratch, stencil.item_count, uint32_t);
    choose[self->variant](&stencil, options, owner, scratch);
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, scratch);
    if (!rd_stencil_plan(&target, arena, scratch, ret_plan, reterr))
        return false;
    ret_plan->searched_all = self->variant == EXACT;
    return true;
}

static const struct rd_option_spec search_options[] = {
    {"moves", "integer 0 10000000000", "10000000", "moves that the search looks at in all"},
    {NULL, NULL, NULL, NULL},
};

/* The search compares targets by their phases; overlapping, another target may take less. */
static bool in_phases(const struct rd_instance *instance)
{
    return !instance->stencil_overlap;
}

/* Both are starts, and it takes the best of all starts or better. */
static const struct rd_baseline search_baselines[] = {
    {"stencil-keep", in_phases}, {"stencil-full-block", in_phases}, {NULL, NULL}};

#define TARGET(WHICH)                                                                              \
    .shape = RD_SWITCH, .ports = RD_BIT(RD_ONE_PORT), .goals = RD_BIT(RD_STENCIL),                 \
    .schedules = RD_PHASED_ONE_AT_A_TIME, .plan = plan, .variant = WHICH

const struct rd_algorithm stencil_keep = {
    .name = "stencil-keep",
    .summary = "iterate on the items where they are: what redistributing is measured against",
    .source = "none: a baseline",
    .is_baseline = true,
    TARGET(KEEP),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
};

const struct rd_algorithm stencil_full_block = {
    .name = "stencil-full-block",
    .summary = "an equal block of the ring for each host, mapped with the least volume or steps",
    .source = "[herrmann2014], the stencil's full block with Algorithms 1 and 2",
    TARGET(FULL_BLOCK),
    .guarantee = RD_HEURISTIC,
    .accepts = accepts,
};

const struct rd_algorithm stencil_search = {
    .name = "stencil-search",
    .summary = "keep some, move some: the best target that a local search finds",
    .source = "none: a local search (the problem is NP-complete)",
    TARGET(SEARCH),
    .guarantee = RD_HEURISTIC,
    .options = search_options,
    .baselines = search_baselines,
    .accepts = accepts_search,
};

const struct rd_algorithm stencil_exact = {
    .name = "stencil-exact",
    .summary = "small rings: the best of all targets",
    .source = "none: all targets, or a dynamic program round the ring",
    TARGET(EXACT),
    .guarantee = RD_EXACT,
    .accepts = accepts_exact,
};
