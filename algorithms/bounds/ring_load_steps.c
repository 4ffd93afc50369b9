/* Ring load distribution, where a message of any amount takes one step: the steps of the best
 * multi-send schedule, which no protocol beats, and of the best single-send one. Source: the ring
 * load distribution paper; docs/ring_load_distribution.md. Cost: as optimum.h. */
#include "problem_bound.h"

#include "algorithms/ring_load_distribution/optimum.h"

#include <inttypes.h>

static double step_s(const struct rd_instance *instance)
{
    return instance->topology.host_count > 1 ? rd_link_cost(instance, 0).latency_s : 0;
}

/* T_s* or T_m* in seconds. */
static bool compute(const struct rd_instance *instance, bool multi_send, struct rd_arena *arena,
                    struct rd_arena *scratch, struct rd_bound *ret_bound, struct rd_error *reterr)
{
    if (!rd_ring_load_accepts(instance, reterr))
        return false;
    struct rd_ring_loads ring = rd_ring_loads_read(instance, scratch);
    struct rd_ring_optimum optimum =
        multi_send ? rd_multi_send_optimum(&ring) : rd_single_send_optimum(&ring);
    *ret_bound = (struct rd_bound){
        .seconds = (double)optimum.steps * step_s(instance),
        .name = multi_send ? "multi-send optimum" : "single-send optimum",
        .why =
            rd_arena_print(arena,
                           "no %s needs fewer than %" PRId64
                           " steps; Linear - h takes just these for h from %" PRId64 " to %" PRId64,
                           multi_send ? "protocol whatever" : "single-send protocol", optimum.steps,
                           optimum.shifts.low, optimum.shifts.high),
        .tight = true,
        .schedule_class = multi_send ? NULL : RD_SINGLE_SEND_CLASS,
    };
    return true;
}

static bool compute_multi(RD_BOUND_PARAMETERS)
{
    return compute(instance, true, arena, scratch, ret_bound, reterr);
}

static bool compute_single(RD_BOUND_PARAMETERS)
{
    return compute(instance, false, arena, scratch, ret_bound, reterr);
}

#define DOMAIN                                                                                     \
    {                                                                                              \
        .shape = RD_RING, .directions = RD_TWO_WAY, .ports = RD_BIT(RD_ALL_PORTS),                 \
        .goals = RD_BIT(RD_BALANCE)                                                                \
    }

const struct rd_problem_bound ring_load_multi_send = {
    .name = "ring-load-multi-send",
    .summary = "ring load distribution: the steps in which the load of an arc fits a wider one",
    .source = "[lau2002], T_m*, in closed form",
    .domain = DOMAIN,
    .compute = compute_multi,
};

const struct rd_problem_bound ring_load_single_send = {
    .name = "ring-load-single-send",
    .summary = "ring load distribution: the shortest runs of hosts that wait for each other",
    .source = "[lau2002], T_s*, in closed form",
    .schedules = RD_SINGLE_SEND_CLASS,
    .domain = DOMAIN,
    .compute = compute_single,
};
