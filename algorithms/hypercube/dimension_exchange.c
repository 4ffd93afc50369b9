#include "dimension_exchange.h"

#include "collectives.h"

/* What one processor still has to send, and to whom. */
struct delivery {
    uint32_t from;
    uint32_t to;
    uint32_t kind; /* the lowest of which something is left */
    int64_t *owed; /* [kinds] */
};

static uint32_t deliver(struct rd_lockstep_network *network, struct delivery *delivery,
                        uint32_t count)
{
    uint32_t kind_count = network->instance->kind_count, steps = 0;
    for (;;) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < count; i++) {
            struct delivery now = delivery[i];
            while (now.kind < kind_count && now.owed[now.kind] == 0)
                now.kind++;
            if (now.kind == kind_count)
                continue;
            bool sent = rd_lockstep_send(network, now.from, now.to, (int32_t)now.kind, 1, 0, NULL);
            rd_assert(sent);
            now.owed[now.kind]--;
            delivery[left++] = now;
        }
        if (left == 0)
            return steps;
        count = left;
        rd_lockstep_end_round(network);
        steps++;
    }
}

uint32_t rd_deliver_owed(struct rd_lockstep_network *network, const uint32_t *to, int64_t *owed,
                         struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    uint32_t kind_count = network->instance->kind_count;
    struct delivery *delivery = rd_take(scratch, host_count, struct delivery);
    for (uint32_t host = 0; host < host_count; host++)
        delivery[host] = (struct delivery){host, to[host], 0, &owed[(size_t)host * kind_count]};
    return deliver(network, delivery, host_count);
}

uint32_t rd_balance_across(struct rd_lockstep_network *network, const uint32_t *partner,
                           uint32_t reserved_steps, struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    uint32_t kind_count = network->instance->kind_count;
    rd_arena_borrow(scratch);
    int64_t *mine = rd_take(scratch, host_count, int64_t);
    int64_t *theirs = rd_take(scratch, host_count, int64_t);
    int64_t *owed = rd_take(scratch, (size_t)host_count * kind_count, int64_t);
    for (uint32_t kind = 0; kind < kind_count; kind++) {
        for (uint32_t host = 0; host < host_count; host++)
            mine[host] = rd_lockstep_held(network, host, kind);
        rd_cube_round(network, partner, mine, theirs);
        for (uint32_t host = 0; host < host_count; host++)
            if (mine[host] > theirs[host])
                owed[(size_t)host * kind_count + kind] = (mine[host] - theirs[host]) / 2;
    }
    uint32_t steps = rd_deliver_owed(network, partner, owed, scratch);
    rd_assert(reserved_steps == 0 || steps <= reserved_steps);
    for (; steps < reserved_steps; steps++)
        rd_lockstep_end_round(network);
    return steps;
}

uint32_t rd_balance_across_dimension(struct rd_lockstep_network *network, uint32_t dimension,
                                     uint32_t reserved_steps, struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    rd_arena_borrow(scratch);
    uint32_t *partner = rd_take(scratch, host_count, uint32_t);
    for (uint32_t host = 0; host < host_count; host++)
        partner[host] = host ^ (UINT32_C(1) << dimension);
    return rd_balance_across(network, partner, reserved_steps, scratch);
}
