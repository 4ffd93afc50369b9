#include "precision.h"
#include "sim/engine/simgrid/library.h"

#include <float.h>
#include <math.h>

/* Between them the default is finer than 1e-9 of a makespan, and coarser than the rounding of a
 * date. */
#define SHORT_S 1e4
#define LONG_S 1e6

/* One message, or computation, of a transfer. */
static double lasts_s(const struct rd_replay_state *replay, size_t index)
{
    const struct rd_instance *instance = replay->instance;
    const struct rd_transfer *transfer = &replay->plan->transfer[index];
    if (transfer->to == RD_NO_HOST)
        return (double)transfer->items * instance->flops_per_item /
               rd_simgrid.sg_host_get_speed(replay->host[transfer->from]);
    return rd_message_duration_s(rd_link_cost(instance, rd_active_link_of(replay, index)->link),
                                 (double)rd_message_bytes(replay, transfer, transfer->items));
}

double rd_precision_s(const struct rd_replay_state *replay)
{
    const struct rd_plan *plan = replay->plan;
    double sum_s = replay->lock_step ? plan->step_s * plan->round_count : 0;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        /* What is there within 1e-9 s is sent as held. */
        if (rd_is_split(replay, &plan->transfer[i]))
            return RD_DEFAULT_PRECISION_S;
        double messages = (double)(plan->transfer[i].messages > 0 ? plan->transfer[i].messages : 1);
        sum_s += messages * lasts_s(replay, i);
    }
    bool is_plain = sum_s == 0 || !isfinite(sum_s) || (sum_s >= SHORT_S && sum_s <= LONG_S);
    return is_plain ? RD_DEFAULT_PRECISION_S : 1e-13 * sum_s;
}

/* The most messages that can be under way at a time. */
static double messages_at_a_time(const struct rd_replay_state *replay)
{
    const struct rd_instance *instance = replay->instance;
    double by_ports = (double)instance->topology.host_count * instance->port_count;
    double by_links = (double)rd_link_count(&instance->topology);
    return fmin(fmin(by_ports, by_links), (double)replay->plan->transfer_count);
}

double rd_bandwidth_precision(const struct rd_replay_state *replay)
{
    static const double coarsest = 1e-5, finest = 1e-12; /* the default is the coarsest */
    const struct rd_plan *plan = replay->plan;
    double most = 1; /* weight: that of a message without latency */
    if (!replay->request->may_slow)
        return coarsest;
    for (size_t i = 0; i < plan->transfer_count; i++) {
        const struct rd_transfer *transfer = &plan->transfer[i];
        if (transfer->to == RD_NO_HOST)
            continue;
        uint64_t link = rd_link_between(&replay->instance->topology, transfer->from, transfer->to);
        double latency_s =
            rd_link_silence_s(replay->instance, rd_link_cost(replay->instance, link));
        if (latency_s > 0)
            most = fmax(most, 1 / latency_s);
    }
    return fmin(fmax(finest, DBL_EPSILON * most * messages_at_a_time(replay)), coarsest);
}
