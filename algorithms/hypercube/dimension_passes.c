#include "dimension_passes.h"

#include "across.h"
#include "collectives.h"
#include "cube.h"
#include "fringe.h"

/* The largest load, which everybody knows after d steps. */
static int64_t largest_load(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    int64_t *load = rd_take(scratch, host_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        load[host] = rd_lockstep_held(network, host, 0);
    rd_cube_all_reduce(network, RD_REDUCE_MAXIMUM, load, scratch);
    return load[0];
}

void rd_cube_pass_ascending(struct rd_lockstep_network *network, enum rd_termination termination,
                            struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *partner = rd_take(scratch, topology->host_count, uint32_t);
    int64_t reserved_steps = 0;
    if (termination == RD_TERMINATION_RESERVED)
        reserved_steps = largest_load(network, scratch) / 2;
    for (uint32_t dimension = 0; dimension < topology->dimension_count; dimension++) {
        for (uint32_t host = 0; host < topology->host_count; host++)
            partner[host] = host ^ (UINT32_C(1) << dimension);
        rd_balance_across(network, partner, (uint32_t)reserved_steps, scratch);
    }
    rd_arena_rewind(scratch, mark);
}

/* The subcubes of a level: each is told by its dimensions, a bit each, and all its processors hold
 * the same. */
struct levels {
    uint32_t *dimensions; /* [hosts] of the subcube that a processor is in now */
    uint32_t *chosen;     /* [d * hosts] the dimension, as a bit, that its subcube of dimension l
                             chose, at (l - 1) * hosts */
    const double *cost_s; /* [d] what an item costs across each dimension, which all know */
};

/* What processor `host` adds to each sum: its load of a kind on the side of each dimension. */
static void put_signed_loads(const struct rd_lockstep_network *network, uint32_t host,
                             uint32_t dimensions, int64_t *value)
{
    uint32_t kind_count = network->instance->kind_count;
    for (; dimensions != 0; dimensions &= dimensions - 1) {
        uint32_t dimension = dimensions & -dimensions;
        for (uint32_t kind = 0; kind < kind_count; kind++) {
            int64_t held = rd_lockstep_held(network, host, kind);
            *value++ = host & dimension ? held : -held;
        }
    }
}

/* The dimension of least discrepancy times cost, as a bit; the lowest on ties. */
static uint32_t least(uint32_t dimensions, uint32_t kind_count, const double *cost_s,
                      const int64_t *sum)
{
    uint32_t best = 0;
    double best_s = 0;
    for (; dimensions != 0; dimensions &= dimensions - 1) {
        int64_t discrepancy = 0;
        for (uint32_t kind = 0; kind < kind_count; kind++, sum++)
            discrepancy += *sum < 0 ? -*sum : *sum;
        double weighed_s = cost_s[__builtin_ctz(dimensions)] * (double)discrepancy;
        if (best == 0 || weighed_s < best_s) {
            best = dimensions & -dimensions;
            best_s = weighed_s;
        }
    }
    return best;
}

/* Down: the subcubes of dimension l choose, for l = d, .., 1. */
static void choose_dimensions(struct rd_lockstep_network *network, const struct levels *levels,
                              struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count, kind_count = network->instance->kind_count;
    for (uint32_t host = 0; host < host_count; host++)
        levels->dimensions[host] = host_count - 1;
    for (uint32_t l = topology->dimension_count; l > 0; l--) {
        uint32_t w = l * kind_count, *chosen = levels->chosen + (size_t)(l - 1) * host_count;
        struct rd_arena_mark mark = rd_arena_mark(scratch);
        int64_t *value = rd_take(scratch, (size_t)host_count * w, int64_t);
        for (uint32_t host = 0; host < host_count; host++)
            put_signed_loads(network, host, levels->dimensions[host], value + (size_t)host * w);
        struct rd_subcubes subcubes = {l, levels->dimensions};
        rd_cube_all_reduce_vectors(network, &subcubes, w, value, scratch);
        for (uint32_t host = 0; host < host_count; host++) {
            chosen[host] = least(levels->dimensions[host], kind_count, levels->cost_s,
                                 value + (size_t)host * w);
            levels->dimensions[host] &= ~chosen[host];
        }
        rd_arena_rewind(scratch, mark);
    }
}

void rd_cube_pass_adaptive(struct rd_lockstep_network *network, enum rd_termination termination,
                           struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count, d = topology->dimension_count;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    struct levels levels = {rd_take(scratch, host_count, uint32_t),
                            rd_take(scratch, (size_t)d * host_count, uint32_t),
                            rd_cube_dimension_costs(network->instance, scratch)};
    int64_t m = 0;
    if (termination == RD_TERMINATION_RESERVED)
        m = largest_load(network, scratch);
    choose_dimensions(network, &levels, scratch);
    for (uint32_t l = 1; l <= d; l++) {
        uint32_t *partner = levels.chosen + (size_t)(l - 1) * host_count;
        for (uint32_t host = 0; host < host_count; host++)
            partner[host] ^= host;
        int64_t reserved_steps = m == 0 ? 0 : ((m * rd_binomial(l - 1, (l - 1) / 2)) >> l) + l - 1;
        rd_balance_across(network, partner, (uint32_t)reserved_steps, scratch);
    }
    rd_arena_rewind(scratch, mark);
}

/* Moves what each processor holds above the least of its cycle one unshuffle on. */
static void unshuffle(struct rd_lockstep_network *network, const uint32_t *onward,
                      struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count, kind_count = network->instance->kind_count;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t *lowest = rd_take(scratch, host_count, int64_t);
    int64_t *told = rd_take(scratch, host_count, int64_t);
    int64_t *owed = rd_take(scratch, (size_t)host_count * kind_count, int64_t);
    struct rd_delivery *delivery = rd_take(scratch, host_count, struct rd_delivery);
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        for (uint32_t host = 0; host < host_count; host++)
            lowest[host] = rd_lockstep_held(network, host, kind);
        /* A cycle has at most d processors: after d - 1 words each has heard of all. */
        for (uint32_t word = 1; word < topology->dimension_count; word++) {
            rd_cube_round(network, onward, lowest, told);
            for (uint32_t host = 0; host < host_count; host++)
                if (told[host] < lowest[host])
                    lowest[host] = told[host];
        }
        for (uint32_t host = 0; host < host_count; host++)
            owed[(size_t)host * kind_count + kind] =
                rd_lockstep_held(network, host, kind) - lowest[host];
    }
    for (uint32_t host = 0; host < host_count; host++)
        delivery[host] =
            (struct rd_delivery){host, onward[host], 0, &owed[(size_t)host * kind_count]};
    rd_deliver(network, delivery, host_count);
    rd_arena_rewind(scratch, mark);
}

void rd_shuffle_pass(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    uint32_t *partner = rd_take(scratch, topology->host_count, uint32_t);
    uint32_t *onward = rd_take(scratch, topology->host_count, uint32_t);
    for (uint32_t host = 0; host < topology->host_count; host++) {
        partner[host] = host ^ 1;
        onward[host] = rd_unshuffled(topology, host);
    }
    for (uint32_t dimension = 0; dimension < topology->dimension_count; dimension++) {
        if (dimension > 0)
            unshuffle(network, onward, scratch);
        rd_balance_across(network, partner, 0, scratch);
    }
    rd_arena_rewind(scratch, mark);
}
