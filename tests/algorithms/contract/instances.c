#include "instances.h"

extern const struct instance_generator one_port_ring_instances;
extern const struct instance_generator all_port_ring_instances;
extern const struct instance_generator star_finish_instances;
extern const struct instance_generator star_reach_instances;
extern const struct instance_generator stencil_instances;
extern const struct instance_generator cube_balance_instances;
extern const struct instance_generator pipelined_cube_balance_instances;
extern const struct instance_generator shuffle_balance_instances;
extern const struct instance_generator any_cube_instances;
extern const struct instance_generator any_shuffle_instances;
extern const struct instance_generator switch_gather_instances;
extern const struct instance_generator bus_gather_instances;
extern const struct instance_generator switch_transport_instances;

const struct instance_generator *const instance_generators[] = {
    &one_port_ring_instances,
    &all_port_ring_instances,
    &star_finish_instances,
    &star_reach_instances,
    &stencil_instances,
    &cube_balance_instances,
    &pipelined_cube_balance_instances,
    &shuffle_balance_instances,
    &any_cube_instances,
    &any_shuffle_instances,
    &switch_gather_instances,
    &bus_gather_instances,
    &switch_transport_instances,
    NULL,
};

bool next_digits(int64_t *digits, uint32_t count, int64_t most)
{
    while (count > 0) {
        count--;
        if (digits[count] < most) {
            digits[count]++;
            return true;
        }
        digits[count] = 0;
    }
    return false;
}

int64_t digit_sum(const int64_t *digits, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += digits[i];
    return sum;
}

void scatter(struct rd_rng *rng, int64_t *amounts, uint32_t count, uint32_t stride, int64_t items)
{
    while (items > 0) {
        int64_t share = 1 + (int64_t)rd_rng_below(rng, (uint64_t)(items / count + 1));
        if (share > items)
            share = items;
        amounts[rd_rng_below(rng, count) * stride] += share;
        items -= share;
    }
}

void draw_costs(struct rd_rng *rng, const struct rd_topology *topology, uint64_t pattern,
                struct rd_link_cost *cost)
{
    uint64_t link_count = rd_link_count(topology);
    for (uint64_t link = 0; link < link_count; link++) {
        double whole = (double)rd_rng_between(rng, 1, 3);
        switch (pattern % COST_PATTERNS) {
        case 0: cost[link] = (struct rd_link_cost){0, 1}; break;
        case 1: cost[link] = (struct rd_link_cost){0, 1 / whole}; break;
        case 2: cost[link] = (struct rd_link_cost){whole, (double)rd_rng_between(rng, 1, 2)}; break;
        default:
            cost[link] = (struct rd_link_cost){0.25 * rd_rng_unit(rng), 0.1 + rd_rng_unit(rng)};
        }
    }
}
