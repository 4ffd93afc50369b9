#include "transfers.h"

#include "sim/base/large_pages.h"
#include "sim/model/uplink.h"

uint32_t *rd_switch_widths(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t hosts = instance->topology.host_count, *width = rd_take(arena, hosts, uint32_t);
    for (uint32_t host = 0; host < hosts; host++)
        width[host] = rd_switch_width(instance, host);
    return width;
}

int64_t rd_transfers_items(const struct rd_transfers *transfers, uint32_t from, uint32_t to)
{
    uint32_t kind = transfers->kind_of_host[to];
    return kind < transfers->instance->kind_count ? rd_load(transfers->instance, from, kind) : 0;
}

struct rd_transfers rd_transfers_read(const struct rd_instance *instance,
                                      const uint32_t *host_of_kind, struct rd_arena *arena)
{
    uint32_t hosts = instance->topology.host_count;
    uint32_t kinds = instance->kind_count < hosts ? instance->kind_count : hosts;
    struct rd_transfers transfers = {.instance = instance};
    transfers.kind_of_host = rd_switch_invert(hosts, host_of_kind, arena);
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            transfers.count += host_of_kind[kind] != host && rd_load(instance, host, kind) > 0;
    transfers.edge = rd_take(arena, transfers.count, struct rd_multi_edge);
    rd_large_pages_for(transfers.edge, transfers.count * sizeof *transfers.edge);
    size_t count = 0;
    for (uint32_t host = 0; host < hosts; host++)
        for (uint32_t kind = 0; kind < kinds; kind++)
            if (host_of_kind[kind] != host && rd_load(instance, host, kind) > 0)
                transfers.edge[count++] =
                    (struct rd_multi_edge){host, host_of_kind[kind], rd_load(instance, host, kind)};
    return transfers;
}

void rd_transfers_add(const struct rd_transfers *transfers, struct rd_arena *arena,
                      struct rd_plan *plan, struct rd_transfer transfer)
{
    rd_assert(transfer.messages > 0);
    if (transfer.items == 0)
        return;
    transfer.kind = transfers->kind_of_host ? (int32_t)transfers->kind_of_host[transfer.to] : 0;
    rd_plan_add(plan, arena, transfer);
}

void rd_transfers_add_message(const struct rd_transfers *transfers, uint32_t round, uint32_t from,
                              uint32_t to, struct rd_arena *arena, struct rd_plan *plan)
{
    rd_transfers_add(transfers, arena, plan,
                     (struct rd_transfer){.round = round,
                                          .from = from,
                                          .to = to,
                                          .items = rd_transfers_items(transfers, from, to),
                                          .messages = 1});
}

uint32_t *rd_switch_invert(uint32_t n, const uint32_t *permutation, struct rd_arena *arena)
{
    uint32_t *inverse = rd_take(arena, n, uint32_t);
    for (uint32_t i = 0; i < n; i++)
        inverse[permutation[i]] = i;
    return inverse;
}
