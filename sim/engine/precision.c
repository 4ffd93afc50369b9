#include "precision.h"

#include "actors.h"

#include <simgrid/host.h>

#include <math.h>

/* Between them the default is finer than 1e-9 of a makespan, and coarser than the rounding of a
 * date. */
#define SHORT_S 1e4
#define LONG_S 1e6

/* One message, or computation, of a row. */
static double lasts_s(const struct rd_stage *stage, const struct rd_row *row)
{
    const struct rd_instance *instance = stage->instance;
    if (row->to == RD_NO_HOST)
        return (double)row->items * instance->flops_per_item /
               sg_host_get_speed(stage->host[row->from]);
    uint64_t link = rd_link_between(&instance->topology, row->from, row->to);
    return rd_transfer_s(rd_link_cost(instance, link),
                         (double)rd_message_bytes(stage, row, row->items));
}

double rd_precision_s(const struct rd_stage *stage)
{
    const struct rd_plan *plan = stage->plan;
    double sum_s = stage->lock_step ? plan->step_s * plan->round_count : 0;
    for (size_t i = 0; i < plan->row_count; i++) {
        /* What is there within 1e-9 s is sent as held. */
        if (rd_is_cut(stage, &plan->row[i]))
            return RD_DEFAULT_PRECISION_S;
        double messages = (double)(plan->row[i].messages > 0 ? plan->row[i].messages : 1);
        sum_s += messages * lasts_s(stage, &plan->row[i]);
    }
    bool is_plain = sum_s == 0 || !isfinite(sum_s) || (sum_s >= SHORT_S && sum_s <= LONG_S);
    return is_plain ? RD_DEFAULT_PRECISION_S : 1e-13 * sum_s;
}
