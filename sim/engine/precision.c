#include "precision.h"

#include "actors.h"

#include <simgrid/host.h>

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
               sg_host_get_speed(replay->host[transfer->from]);
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
