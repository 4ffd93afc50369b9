#include "many_ports.h"

#include "sim/base/integers.h"

#include <math.h>

bool rd_ring_accepts_many_ports(const struct rd_instance *instance, struct rd_error *reterr)
{
    uint32_t n = instance->topology.host_count;
    if (!rd_ring_accepts_one_kind(instance, "a plan for all ports", reterr))
        return false;
    for (uint32_t host = 0; host < n && n > 2 && instance->topology.direction == RD_TWO_WAY; host++)
        if (rd_host_ports(instance, host) < 2)
            return rd_refuse(reterr,
                             "%s has one port: two ports are needed to send both ways at once",
                             rd_label(instance, host));
    for (uint32_t edge = 0; n > 1 && instance->port_model == RD_K_PORTS && edge < n; edge++)
        if (rd_ring_forward_s(instance, edge) == 0 ||
            (instance->topology.direction == RD_TWO_WAY && rd_ring_backward_s(instance, edge) == 0))
            return rd_refuse(reterr,
                             "an item takes 0 s over a link of %s: with a number of ports, more "
                             "than 0 s is needed",
                             rd_label(instance, edge));
    return true;
}

bool rd_ring_sends_at_once(const struct rd_instance *instance)
{
    return instance->item_bytes > 0 || rd_ring_links_are_equal(instance);
}

bool rd_ring_edges_are_reached(const struct rd_instance *instance)
{
    bool all_waits =
        instance->item_bytes == 0 || instance->topology.host_count <= RD_RING_CHAIN_HOSTS;
    return instance->topology.shape == RD_RING && all_waits && rd_ring_sends_at_once(instance);
}

struct rd_ring_choice rd_ring_best_edges(const struct rd_instance *instance,
                                         struct rd_arena *scratch)
{
    struct rd_ring_rates rates = rd_ring_rates_read(instance, false, scratch);
    return rd_ring_choose(&rates, true, scratch, scratch);
}

static double message_s(const struct rd_instance *instance, uint32_t edge, bool backward,
                        int64_t items)
{
    uint32_t next = rd_ring_next(instance->topology.host_count, edge);
    uint64_t link = backward ? rd_link_between(&instance->topology, next, edge)
                             : rd_link_between(&instance->topology, edge, next);
    return rd_message_duration_s(rd_link_cost(instance, link),
                                 (double)items * instance->item_bytes);
}

/* When the last message that goes one way has arrived. A host whose load is too little waits for
 * the message of the one before it. Some edge carries nothing that way: from there on. */
static double single_send_s(const struct rd_instance *instance, const struct rd_ring *ring,
                            int64_t z, bool backward)
{
    uint32_t n = ring->host_count, edge = 0;
    int64_t sign = backward ? -1 : 1;
    double last_s = 0, before_s = 0;
    while (sign * (ring->sum[edge] - z) > 0)
        edge++;
    for (uint32_t i = 1; i < n; i++) {
        edge = backward ? rd_ring_previous(n, edge) : rd_ring_next(n, edge);
        int64_t items = sign * (ring->sum[edge] - z);
        uint32_t sender = backward ? rd_ring_next(n, edge) : edge;
        double start_s = items > ring->load[sender] ? before_s : 0;
        before_s = items > 0 ? start_s + message_s(instance, edge, backward, items) : 0;
        last_s = fmax(last_s, before_s);
    }
    return last_s;
}

double rd_ring_best_chain_s(const struct rd_instance *instance, const struct rd_ring *ring,
                            int64_t *ret_z)
{
    bool two_way = instance->topology.direction == RD_TWO_WAY && ring->host_count > 2;
    int64_t low = ring->least_sum, high = two_way ? ring->greatest_sum : low;
    RD_FIND_FIRST(low, high, z,
                  single_send_s(instance, ring, z, false) <=
                      single_send_s(instance, ring, z, true));
    double best_s =
        fmax(single_send_s(instance, ring, low, false), single_send_s(instance, ring, low, true));
    /* Just below the crossing what goes forward decides. */
    if (low > ring->least_sum && single_send_s(instance, ring, low - 1, false) < best_s)
        best_s = single_send_s(instance, ring, --low, false);
    *ret_z = low;
    return best_s;
}

bool rd_ring_chains_are_reached(const struct rd_instance *instance)
{
    return instance->item_bytes == 0 && !rd_ring_goal_is_open(instance);
}

struct rd_ring_choice rd_ring_best_capped(const struct rd_instance *instance, int64_t message_items,
                                          struct rd_arena *scratch)
{
    struct rd_ring_rates rates = rd_ring_rates_read(instance, true, scratch);
    rates.message_items = message_items;
    return rd_ring_choose(&rates, true, scratch, scratch);
}

bool rd_ring_capped_is_reached(const struct rd_instance *instance)
{
    return instance->topology.shape == RD_RING &&
           instance->topology.host_count <= RD_RING_CHAIN_HOSTS;
}
