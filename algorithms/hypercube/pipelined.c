#include "pipelined.h"

#include "cube.h"

#include <inttypes.h>

bool rd_pipelined_accepts(const struct rd_instance *instance, const struct rd_options *options,
                          struct rd_error *reterr)
{
    if (!rd_cube_accepts_one_kind(instance, options, reterr))
        return false;
    uint32_t p = instance->topology.host_count;
    int64_t m = rd_cube_largest_load(instance, 0);
    if (m <= RD_PIPELINED_RANK_LIMIT / p)
        return true;
    return rd_fail(reterr, RD_ERROR_REFUSED, NULL, 0,
                   "up to %" PRId64 " items on each of %" PRIu32
                   " processors, all ranked at once: together at most %d are",
                   m, p, RD_PIPELINED_RANK_LIMIT);
}

double rd_pipelined_transfer_bound(const struct rd_instance *instance, double words,
                                   double transfers)
{
    double d = instance->topology.dimension_count, p = instance->topology.host_count;
    double m = (double)rd_cube_largest_load(instance, 0);
    double n = (double)rd_cube_item_count(instance, 0);
    return p * (words + 3 * (m - 1 + d)) + transfers * n;
}

int64_t rd_pipelined_largest_load(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    const struct rd_instance *instance = network->instance;
    uint32_t host_count = instance->topology.host_count;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t *most = rd_take(scratch, host_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        most[host] = rd_load(instance, host, 0);
    rd_cube_all_reduce(network, RD_REDUCE_MAXIMUM, most, scratch);
    int64_t largest = most[0];
    rd_arena_rewind(scratch, mark);
    return largest;
}

uint32_t *rd_pipelined_places(struct rd_lockstep_network *network,
                              const struct rd_subcubes *subcubes, uint32_t phase_count,
                              struct rd_arena *arena, struct rd_arena *scratch)
{
    const struct rd_instance *instance = network->instance;
    uint32_t host_count = instance->topology.host_count;
    int64_t size = INT64_C(1) << subcubes->dimension_count;
    size_t entries = (size_t)host_count * phase_count;
    uint32_t *place = rd_take(arena, entries, uint32_t);
    struct rd_arena_mark mark = rd_arena_mark(scratch);
    int64_t *designates = rd_take(scratch, entries, int64_t);
    int64_t *rank = rd_take(scratch, entries, int64_t);
    int64_t *total = rd_take(scratch, entries, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        for (uint32_t phase = 0; phase < phase_count; phase++)
            designates[(size_t)host * phase_count + phase] = rd_load(instance, host, 0) > phase;
    rd_cube_scan_vectors(network, subcubes, phase_count, designates, rank, total, scratch);
    for (uint32_t host = 0; host < host_count; host++) {
        int64_t start = 0;
        for (uint32_t phase = 0; phase < phase_count; phase++) {
            size_t i = (size_t)host * phase_count + phase;
            place[i] = designates[i] ? (uint32_t)((start + rank[i]) % size) : RD_NO_HOST;
            start = (start + total[i]) % size;
        }
    }
    rd_arena_rewind(scratch, mark);
    return place;
}

void rd_pipelined_route(struct rd_lockstep_network *network, const uint32_t *destination,
                        uint32_t phase_count)
{
    const struct rd_topology *topology = &network->instance->topology;
    struct rd_dimension_range block = {0, (uint8_t)(topology->dimension_count - 1)};
    struct rd_error error;
    for (uint32_t round = 0; round < phase_count - 1 + topology->dimension_count; round++) {
        for (uint32_t host = 0; round < phase_count && host < topology->host_count; host++) {
            uint32_t to = destination[(size_t)host * phase_count + round];
            if (to == RD_NO_HOST || to == host)
                continue;
            bool sent = rd_lockstep_send_packet(network, host, to, block, 0, 1, 0, &error);
            rd_assert(sent);
        }
        rd_lockstep_end_round(network);
    }
}
