/* Relabellings by what they count, and then a schedule (schedule.h): which host keeps which kind.
 * Each takes at most as many kinds as hosts. */
#include "bounds.h"
#include "relabelling.h"
#include "schedule.h"
#include "switch.h"

/* What all of them are. */
#define RELABELLING                                                                                \
    .shape = RD_SWITCH, .ports = RD_SWITCH_PORTS, .goals = RD_BIT(RD_GATHER),                      \
    .options = rd_switch_options, .accepts = rd_switch_accepts

/* Kind j goes to host j: the redistribution as the program that needs it numbered it.
 *
 *     kind 0 --> host 0     kind 1 --> host 1     kind 2 --> host 2 ..
 *
 * The baseline that a relabelling is measured against, and what redistribution libraries do unless
 * they are asked to relabel. */
static bool plan_canonical(RD_PLAN_PARAMETERS)
{
    struct rd_switch of = rd_switch_read(instance, scratch);
    uint32_t *host_of_kind = rd_switch_canonical(of.n, scratch);
    return rd_switch_plan_any(&of, host_of_kind, options, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm switch_canonical = {
    .name = "switch-canonical",
    .summary = "kind j goes to host j: the baseline",
    .source = "none: the baseline",
    .is_baseline = true,
    RELABELLING,
    .guarantee = RD_HEURISTIC,
    .plan = plan_canonical,
};

/* Pairs of hosts swap what the canonical relabelling gives them, the greatest gain first.
 *
 *            kind 0  kind 1
 *     host 0    0      7        gain of 0 <-> 1: 7 + 7 - 0 - 0 = 14 items stay
 *     host 1    7      0
 *
 * The idea of COSTA's relabelling: of all pairs i < j with a gain q_ij + q_ji - q_ii - q_jj above
 * 0, by falling gain and then by (i, j), a pair swaps if neither host has swapped. Nobody takes
 * part in two swaps, so a cycle of more than two kinds, such as a cyclic shift, is never set right.
 */
static bool plan_greedy_swaps(RD_PLAN_PARAMETERS)
{
    struct rd_switch of = rd_switch_read(instance, scratch);
    const uint32_t *host_of_kind = rd_switch_greedy_swaps(&of, scratch, arena);
    return rd_switch_plan_any(&of, host_of_kind, options, arena, scratch, ret_plan, reterr);
}

const struct rd_algorithm switch_greedy_swaps = {
    .name = "switch-greedy-swaps",
    .summary = "pairs of hosts swap their kinds, the greatest gain first",
    .source = "the idea of [costa2021], with ties in a written order",
    RELABELLING,
    .guarantee = RD_HEURISTIC,
    /* A swap with a gain leaves more items where they are, and a bus takes the volume. */
    .baselines = (const struct rd_baseline[]){{"switch-canonical", rd_switch_promises_volume}, {0}},
    .plan = plan_greedy_swaps,
};

static bool plan_best(RD_PLAN_PARAMETERS)
{
    return rd_switch_plan_best(instance, self->variant, options, arena, scratch, ret_plan, reterr);
}

/* The relabelling that moves the fewest items.
 *
 *            kind 0  kind 1
 *     host 0   10      9         keep 9 + 9 = 18 of 28 items: move 10
 *     host 1    9      0         (who takes the most first keeps 10 + 0)
 *
 * Host i that keeps kind j receives c_j - q_ij items: the least sum over a permutation is an
 * assignment, and its duals prove it. On a bus, where one message travels at a time, it is the
 * shortest redistribution; on a switch it is not the shortest in general.
 * Optimal on a bus whose links are alike. */
const struct rd_algorithm switch_volume = {
    .name = "switch-volume",
    .summary = "the relabelling that moves the fewest items",
    .source = "[herrmann2014], Algorithm 1",
    RELABELLING,
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_volume,
    .plan = plan_best,
    .variant = RD_LEAST_VOLUME,
};

/* The relabelling whose busiest port carries the fewest items.
 *
 *            kind 0  kind 1
 *     host 0   10      9    19   swapped, host 0 sends 10; in place both carry 9
 *     host 1    9      0     9
 *              19      9
 *
 * Host i that keeps kind j sends l_i - q_ij items and receives c_j - q_ij: the least maximum over a
 * permutation is a bottleneck assignment, and hosts that too few kinds would do for prove it
 * (Hall). A colouring of the transfers then takes just as many steps (Koenig), so that on a
 * one-port switch it is the shortest redistribution. The paper drops the most expensive pairs one
 * by one; a threshold search finds the same value sooner. Optimal on a switch whose links are
 * alike. */
const struct rd_algorithm switch_steps = {
    .name = "switch-steps",
    .summary = "the relabelling whose busiest port carries the fewest items",
    .source = "[herrmann2014], Algorithm 2",
    RELABELLING,
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_steps,
    .plan = plan_best,
    .variant = RD_FEWEST_STEPS,
};

/* Of the relabellings that move the fewest items, one whose busiest port carries the fewest.
 *
 *     all pairs --> pairs that an optimal dual makes tight --> the bottleneck among these
 *
 * A relabelling has the least volume if and only if every pair of it is tight, u_i + v_j = w_ij,
 * for any one optimal dual. So Algorithm 2 on the tight pairs alone finds the fewest steps, and
 * Hall proves them as there. Optimal on a bus whose
 * links are alike. */
const struct rd_algorithm switch_volume_then_steps = {
    .name = "switch-volume-then-steps",
    .summary = "of the relabellings that move the fewest items, one of fewest steps",
    .source = "[herrmann2014], Algorithms 1 and 2 together",
    RELABELLING,
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_volume,
    /* The time of links alike is the steps, and of the relabellings of least volume it takes one of
     * the fewest. */
    .baselines = (const struct rd_baseline[]){{"switch-volume", rd_switch_promises_steps}, {0}},
    .plan = plan_best,
    .variant = RD_LEAST_VOLUME_THEN_FEWEST_STEPS,
};

/* Of the relabellings whose busiest port carries the fewest items, one that moves the fewest.
 *
 *     all pairs --> T, the fewest steps --> pairs of at most T --> the assignment among these
 *
 * A relabelling takes at most T steps if and only if every pair of it does, so Algorithm 1 on those
 * pairs alone finds the least volume; its duals need to hold for them only.
 * Optimal on a switch whose links are alike. */
const struct rd_algorithm switch_steps_then_volume = {
    .name = "switch-steps-then-volume",
    .summary = "of the relabellings of fewest steps, one that moves the fewest items",
    .source = "[herrmann2014], Algorithms 2 and 1 together",
    RELABELLING,
    .guarantee = RD_OPTIMAL,
    .promises = rd_switch_promises_steps,
    /* Both take the fewest steps. */
    .baselines = (const struct rd_baseline[]){{"switch-steps", rd_switch_promises_steps}, {0}},
    .plan = plan_best,
    .variant = RD_FEWEST_STEPS_THEN_LEAST_VOLUME,
};
