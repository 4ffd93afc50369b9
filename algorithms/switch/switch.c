#include "switch.h"

#include "transfers.h"

#include "algorithms/kernels/assignment.h"
#include "sim/model/uplink.h"

#include <inttypes.h>

bool rd_switch_accepts(RD_ACCEPTS_PARAMETERS)
{
    uint32_t n = instance->topology.host_count;
    int64_t most = RD_ASSIGNMENT_COST_LIMIT / n - 1, items = 0;
    if (instance->kind_count > n)
        return rd_refuse(reterr,
                         "%" PRIu32 " kinds on %" PRIu32
                         " hosts: a relabelling needs at most one kind a host",
                         instance->kind_count, n);
    for (uint64_t entry = 0; entry < (uint64_t)n * instance->kind_count; entry++)
        items += instance->load[entry];
    return items <= most || rd_refuse(reterr,
                                      "%" PRId64 " items on %" PRIu32
                                      " hosts: a relabelling takes up to 2^53 / hosts, %" PRId64,
                                      items, n, most);
}

/* Lists what hosts hold, and sums it. */
static void list_held(struct rd_switch *of, uint64_t *row_start, uint32_t *column, int64_t *value)
{
    uint64_t count = 0;
    for (uint32_t host = 0; host < of->n; host++) {
        row_start[host] = count;
        for (uint32_t kind = 0; kind < of->kind_count; kind++) {
            int64_t kept = rd_load(of->instance, host, kind);
            if (kept == 0)
                continue;
            column[count] = kind;
            value[count++] = kept;
            of->host_items[host] += kept;
            of->kind_items[kind] += kept;
        }
        of->item_count += of->host_items[host];
    }
    row_start[of->n] = count;
}

struct rd_switch rd_switch_read(const struct rd_instance *instance, struct rd_arena *arena)
{
    uint32_t n = instance->topology.host_count;
    struct rd_switch of = {.instance = instance,
                           .n = n,
                           .kind_count = instance->kind_count,
                           .host_items = rd_take(arena, n, int64_t),
                           .kind_items = rd_take(arena, n, int64_t),
                           .width = rd_switch_widths(instance, arena),
                           .same_width = true,
                           .up_item_s = rd_take(arena, n, double),
                           .down_item_s = rd_take(arena, n, double)};
    for (uint32_t host = 0; host < n; host++) {
        struct rd_uplink up = {0}, down = {0};
        of.same_width &= of.width[host] == of.width[0];
        if (rd_find_uplink(instance, host, false, &up))
            of.up_item_s[host] = up.item_s;
        if (rd_find_uplink(instance, host, true, &down))
            of.down_item_s[host] = down.item_s;
    }
    uint64_t held_count = 0;
    for (uint64_t entry = 0; entry < (uint64_t)n * instance->kind_count; entry++)
        held_count += instance->load[entry] > 0;
    uint64_t *row_start = rd_take(arena, (size_t)n + 1, uint64_t);
    uint32_t *column = rd_take(arena, held_count, uint32_t);
    int64_t *value = rd_take(arena, held_count, int64_t);
    list_held(&of, row_start, column, value);
    of.held = (struct rd_sparse){n, row_start, column, value};
    return of;
}

int64_t rd_switch_volume(const struct rd_switch *of, const uint32_t *host_of_kind)
{
    int64_t volume = of->item_count;
    for (uint32_t kind = 0; kind < of->kind_count; kind++)
        volume -= rd_switch_kept(of, host_of_kind[kind], kind);
    return volume;
}

int64_t rd_switch_steps(const struct rd_switch *of, const uint32_t *host_of_kind)
{
    int64_t steps = 0;
    for (uint32_t kind = 0; kind < of->n; kind++) {
        uint32_t host = host_of_kind[kind];
        int64_t handled = rd_switch_handles(of, host, kind, rd_switch_kept(of, host, kind));
        steps = handled > steps ? handled : steps;
    }
    return steps;
}

uint32_t *rd_switch_canonical(uint32_t n, struct rd_arena *arena)
{
    uint32_t *host_of_kind = rd_take(arena, n, uint32_t);
    for (uint32_t kind = 0; kind < n; kind++)
        host_of_kind[kind] = kind;
    return host_of_kind;
}

bool rd_switch_counts_steps(const struct rd_instance *instance)
{
    if (instance->topology.host_count < 2)
        return true;
    struct rd_link_cost cost = rd_link_cost(instance, rd_link_between(&instance->topology, 0, 1));
    return cost.latency_s == 0 && rd_costs_are_equal(instance);
}

bool rd_switch_is_one_port(const struct rd_instance *instance)
{
    bool one_port = true;
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        one_port &= rd_switch_width(instance, host) == 1;
    return one_port;
}

bool rd_switch_promises_steps(const struct rd_instance *instance)
{
    return instance->topology.shape == RD_SWITCH && rd_switch_counts_steps(instance) &&
           rd_switch_is_one_port(instance) && rd_shares_at_ends_only(instance);
}

bool rd_switch_promises_volume(const struct rd_instance *instance)
{
    return instance->topology.shape == RD_BUS && rd_switch_counts_steps(instance);
}

bool rd_switch_promises_time(const struct rd_instance *instance)
{
    return rd_switch_promises_steps(instance) || rd_switch_promises_volume(instance);
}
