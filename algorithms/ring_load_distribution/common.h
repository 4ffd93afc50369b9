/* What the algorithms of ring load distribution share: hypotheses, bounds, and the plan of a net
 * schedule. An algorithm only chooses h. */
#ifndef REDIST_ALGORITHMS_RING_LOAD_DISTRIBUTION_COMMON_H
#define REDIST_ALGORITHMS_RING_LOAD_DISTRIBUTION_COMMON_H

#include "algorithms/algorithm.h"
#include "schedule.h"

/* The model of the paper: one kind of item, which the hosts divide; items of 0 bytes, links of one
 * latency above 0; the network's `sends` not set or this one.
 * Errors: RD_ERROR_REFUSED, naming what is not so. */
bool rd_ring_load_accepts_single_send(const struct rd_instance *instance,
                                      const struct rd_options *options, struct rd_error *reterr);
bool rd_ring_load_accepts_multi_send(const struct rd_instance *instance,
                                     const struct rd_options *options, struct rd_error *reterr);

/* T_s* or T_m* in seconds.
 * Errors: RD_ERROR_REFUSED where the model does not hold. Cost: as in optimum.h. */
bool rd_ring_load_single_send_bound(const struct rd_instance *instance, struct rd_arena *arena,
                                    struct rd_arena *scratch, struct rd_bound *ret_bound,
                                    struct rd_error *reterr);
bool rd_ring_load_multi_send_bound(const struct rd_instance *instance, struct rd_arena *arena,
                                   struct rd_arena *scratch, struct rd_bound *ret_bound,
                                   struct rd_error *reterr);

/* The plan of Linear - h: one transfer per edge in use, listed downstream from a host that need not
 * wait. Single-send: a message of all that is owed. Multi-send: as held; where every host waits for
 * the one before it there is no such order, and the transfers are listed step by step instead.
 * Cost: O(n); O(n T_m) in that last case. */
void rd_ring_load_plan(const struct rd_ring_loads *ring, int64_t h, bool multi_send,
                       struct rd_arena *arena, struct rd_plan *ret_plan);

/* An algorithm chooses h, or refuses to; the rest is the same for all. */
typedef bool rd_ring_load_choice(const struct rd_ring_loads *ring, const struct rd_options *given,
                                 bool multi_send, struct rd_arena *scratch, int64_t *ret_h,
                                 struct rd_error *reterr);

/* The plan of the h that is chosen. Errors: those of the choice. Cost: that and rd_ring_load_plan.
 */
bool rd_ring_load_plan_by(rd_ring_load_choice *choose, const struct rd_instance *instance,
                          const struct rd_options *given, bool multi_send, struct rd_arena *arena,
                          struct rd_arena *scratch, struct rd_plan *ret_plan,
                          struct rd_error *reterr);

/* Defines both algorithms of a choice, the constants <stem>_single_send and <stem>_multi_send,
 * named <name>-single-send and -multi-send; SINGLE and MULTI are their baselines. */
#define RD_RING_LOAD_ALGORITHMS(STEM, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, SINGLE, MULTI,    \
                                CHOOSE)                                                            \
    RD_RING_LOAD_ALGORITHM(STEM, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, SINGLE, CHOOSE,        \
                           single, false)                                                          \
    RD_RING_LOAD_ALGORITHM(STEM, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, MULTI, CHOOSE, multi,  \
                           true)

#define RD_RING_LOAD_ALGORITHM(STEM, NAME, SUMMARY, SOURCE, GUARANTEE, OPTIONS, BASELINES, CHOOSE, \
                               MODE, MULTI_SEND)                                                   \
    static bool plan_##MODE(const struct rd_instance *instance, const struct rd_options *given,    \
                            struct rd_arena *arena, struct rd_arena *scratch,                      \
                            struct rd_plan *ret_plan, struct rd_error *reterr)                     \
    {                                                                                              \
        return rd_ring_load_plan_by(CHOOSE, instance, given, MULTI_SEND, arena, scratch, ret_plan, \
                                    reterr);                                                       \
    }                                                                                              \
    const struct rd_algorithm STEM##_##MODE##_send = {                                             \
        .name = NAME "-" #MODE "-send",                                                            \
        .summary = SUMMARY ", " #MODE "-send",                                                     \
        .source = "[lau2002], " SOURCE ", " #MODE "-send",                                         \
        .shape = RD_RING,                                                                          \
        .directions = RD_TWO_WAY,                                                                  \
        .ports = RD_BIT(RD_ALL_PORTS),                                                             \
        .goals = RD_BIT(RD_BALANCE),                                                               \
        .guarantee = GUARANTEE,                                                                    \
        .options = OPTIONS,                                                                        \
        .baselines = BASELINES,                                                                    \
        .accepts = rd_ring_load_accepts_##MODE##_send,                                             \
        .bound = rd_ring_load_##MODE##_send_bound,                                                 \
        .plan = plan_##MODE,                                                                       \
    };

#endif
