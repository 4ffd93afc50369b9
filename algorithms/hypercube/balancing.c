#include "balancing.h"

#include "collectives.h"
#include "cube.h"
#include "leighton.h"

#include <string.h>

const struct rd_option_spec rd_termination_options[] = {
    {"termination", "ideal|reserved", "ideal",
     "a level ends with its last token, or after as many steps as the largest load can need"},
    {NULL, NULL, NULL, NULL},
};

enum rd_termination rd_termination(const struct rd_options *options)
{
    return strcmp(rd_option_text(options, "termination"), "ideal") == 0 ? RD_TERMINATION_IDEAL
                                                                        : RD_TERMINATION_RESERVED;
}

int64_t rd_dimension_pass_error(const struct rd_instance *instance)
{
    uint32_t d = instance->topology.dimension_count;
    return d <= 1 ? 0 : d;
}

double rd_adaptive_control_steps(const struct rd_instance *instance)
{
    uint64_t sum = 0;
    for (uint32_t l = 1; l <= instance->topology.dimension_count; l++) {
        uint32_t w = l * instance->kind_count;
        uint64_t halved = 2 * rd_cube_halving_rounds(l, w), exchanged = (uint64_t)l * w;
        sum += halved < exchanged ? halved : exchanged;
    }
    return (double)sum;
}

double rd_balancing_transfer_bound(const struct rd_instance *instance, double control_steps,
                                   double hops_per_item)
{
    double d = instance->topology.dimension_count, p = instance->topology.host_count, n = 0;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        n += (double)rd_cube_item_count(instance, kind);
    /* Each kind's least and most, and d phases of scanning and routing on the shuffle-exchange. */
    double post_processing = instance->kind_count * (4 * d + 5 * d * d);
    return p * (control_steps + post_processing) + n * hops_per_item;
}

void rd_reach_minimum_error(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    const struct rd_instance *instance = network->instance;
    int64_t *start = rd_take(scratch, instance->topology.host_count, int64_t);
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        rd_leighton_level(network, (int32_t)kind, start, scratch);
}

void rd_reach_goal(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    if (network->instance->balance_error < rd_dimension_pass_error(network->instance))
        rd_reach_minimum_error(network, scratch);
}
