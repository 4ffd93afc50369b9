/* Pairs of hosts swap what the canonical relabelling gives them, the greatest gain first.
 *
 *            kind 0  kind 1
 *     host 0    0      7        gain of 0 <-> 1: 7 + 7 - 0 - 0 = 14 items stay
 *     host 1    7      0
 *
 * The idea of COSTA's relabelling: of all pairs i < j with a gain q_ij + q_ji - q_ii - q_jj above
 * 0, by falling gain and then by (i, j), a pair swaps if neither host has swapped. Nobody takes
 * part in two swaps, so a cycle of more than two kinds, such as a cyclic shift, is never set right.
 * Hypotheses: at most as many kinds as hosts.
 */
#include "bounds.h"
#include "schedule.h"
#include "switch.h"

#include <stdlib.h>

struct swap {
    int64_t gain;
    uint32_t i, j; /* i < j */
};

static int compare(const void *left, const void *right)
{
    const struct swap *a = left, *b = right;
    if (a->gain != b->gain)
        return a->gain > b->gain ? -1 : 1;
    if (a->i != b->i)
        return a->i < b->i ? -1 : 1;
    return (a->j > b->j) - (a->j < b->j);
}

/* The swaps that gain anything: where one of two hosts holds what the other is to keep. */
static size_t list_swaps(const struct rd_switch *of, struct swap *swap)
{
    size_t count = 0;
    for (uint32_t host = 0; host < of->n; host++) {
        for (uint64_t k = of->held.row_start[host]; k < of->held.row_start[host + 1]; k++) {
            uint32_t other = of->held.column[k], i = host < other ? host : other,
                     j = host < other ? other : host;
            int64_t back = rd_switch_kept(of, other, host);
            int64_t gain = of->held.value[k] + back - rd_switch_kept(of, host, host) -
                           rd_switch_kept(of, other, other);
            /* Both may list the pair: then the lower one does. */
            if (host == other || gain <= 0 || (back > 0 && other < host))
                continue;
            swap[count++] = (struct swap){gain, i, j};
        }
    }
    return count;
}

static bool plan(const struct rd_instance *instance, const struct rd_options *options,
                 struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *ret_plan,
                 struct rd_error *reterr)
{
    struct rd_switch of = rd_switch_read(instance, scratch);
    struct swap *swap = rd_take(scratch, of.held.row_start[of.n], struct swap);
    size_t count = list_swaps(&of, swap);
    qsort(swap, count, sizeof *swap, compare);
    uint32_t *host_of_kind = rd_switch_canonical(of.n, scratch);
    for (size_t k = 0; k < count; k++) {
        uint32_t i = swap[k].i, j = swap[k].j;
        if (host_of_kind[i] != i || host_of_kind[j] != j)
            continue;
        host_of_kind[i] = j;
        host_of_kind[j] = i;
    }
    return rd_switch_plan_any(&of, host_of_kind, options, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm switch_greedy_swaps = {
    .name = "switch-greedy-swaps",
    .summary = "pairs of hosts swap their kinds, the greatest gain first",
    .source = "the idea of COSTA's relabelling, with ties in a written order",
    .shape = RD_SWITCH,
    .ports = RD_ONE_PORT,
    .goal = RD_GATHER,
    .guarantee = RD_HEURISTIC,
    .options = rd_switch_options,
    .accepts = rd_switch_accepts,
    .bound = rd_switch_bound,
    .plan = plan,
};
