#include "bound_bottleneck.h"

#include <math.h>

enum { FLOW_LIMIT = 10000 };

static bool has_latency(const struct rd_instance *instance)
{
    uint64_t count = instance->costs_equal ? 1 : rd_link_count(&instance->topology);
    for (uint64_t link = 0; link < count; link++)
        if (instance->link_cost[link].latency_s > 0)
            return true;
    return false;
}

/* --- rings --- */

/* What is before edge `host` in excess: the sum of load - target over 0..host. */
static int64_t sum_to(const struct rd_instance *instance, uint32_t host)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i <= host; i++)
        sum += instance->load[i] - instance->target[i];
    return sum;
}

static int64_t positive(int64_t items)
{
    return items > 0 ? items : 0;
}

static uint32_t before(const struct rd_instance *instance, uint32_t host)
{
    return host > 0 ? host - 1 : instance->topology.host_count - 1;
}

static uint32_t behind(const struct rd_instance *instance, uint32_t host)
{
    return host + 1 < instance->topology.host_count ? host + 1 : 0;
}

/* How long a port is busy if S_x - z items go forward over each edge x. */
static double busy_s(const struct rd_instance *instance, struct rd_bound_port port, int64_t z)
{
    uint32_t host = port.host, left = before(instance, host), right = behind(instance, host);
    int64_t over_right = sum_to(instance, host) - z;
    int64_t over_left = sum_to(instance, left) - z;
    if (port.receives)
        return (double)positive(over_left) * rd_item_s(instance, left, host) +
               (double)positive(-over_right) * rd_item_s(instance, right, host);
    return (double)positive(over_right) * rd_item_s(instance, host, right) +
           (double)positive(-over_left) * rd_item_s(instance, host, left);
}

static double ring_ports_s(const struct rd_instance *instance, const struct rd_bound *bound)
{
    int64_t least = INT64_MAX, most = INT64_MIN;
    for (uint32_t host = 0; host < instance->topology.host_count; host++) {
        int64_t sum = sum_to(instance, host);
        least = sum < least ? sum : least;
        most = sum > most ? sum : most;
    }
    if (most - least > FLOW_LIMIT)
        return NAN;
    double best_s = INFINITY;
    for (int64_t z = least; z <= most; z++) {
        double busiest_s = 0;
        for (uint32_t i = 0; i < bound->port_count; i++)
            busiest_s = fmax(busiest_s, busy_s(instance, bound->port[i], z));
        best_s = fmin(best_s, busiest_s);
    }
    return best_s;
}

static double ring_slice_s(const struct rd_instance *instance, const struct rd_bound *bound)
{
    uint32_t left = before(instance, bound->first), right = behind(instance, bound->last);
    int64_t surplus = sum_to(instance, bound->last) - sum_to(instance, left);
    double forward_s = rd_item_s(instance, bound->last, right);
    if (instance->topology.direction == RD_ONE_WAY)
        return (double)surplus * forward_s;
    double best_s = INFINITY, backward_s = rd_item_s(instance, bound->first, left);
    for (int64_t forward = 0; forward <= surplus && surplus <= FLOW_LIMIT; forward++)
        best_s = fmin(best_s,
                      fmax((double)forward * forward_s, (double)(surplus - forward) * backward_s));
    return surplus > FLOW_LIMIT ? NAN : best_s;
}

/* --- hypercube and shuffle-exchange --- */

/* Loads within `error` of each other, `total` in all: with one of w the others hold w - error at
 * least, or w + error at most. */
static int64_t excess_of_kind(const struct rd_instance *instance, struct rd_bound_port port,
                              uint32_t kind)
{
    int64_t p = instance->topology.host_count, total = 0, w = 0;
    for (uint32_t host = 0; host < p; host++)
        total += rd_load(instance, host, kind);
    int64_t error = instance->balance_error;
    if (error == 0 && total % p != 0)
        error = 1;
    if (port.receives) {
        while (w + (p - 1) * (w + error) < total)
            w++;
        return positive(w - rd_load(instance, port.host, kind));
    }
    while (w + 1 + (p - 1) * positive(w + 1 - error) <= total)
        w++;
    return positive(rd_load(instance, port.host, kind) - w);
}

static double cube_port_s(const struct rd_instance *instance, struct rd_bound_port port)
{
    int64_t items = 0;
    double item_s = INFINITY;
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        items += excess_of_kind(instance, port, kind);
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        uint32_t from, to;
        if (rd_link_ends(&instance->topology, link, &from, &to))
            item_s = fmin(item_s, rd_item_s(instance, from, to));
    }
    return (double)items * item_s;
}

/* --- switch --- */

static double switch_port_s(const struct rd_instance *instance, struct rd_bound_port port)
{
    uint32_t n = instance->topology.host_count;
    double item_s = INFINITY, best_s = INFINITY;
    int64_t held = 0;
    for (uint32_t other = 0; other < n; other++)
        if (other != port.host)
            item_s = fmin(item_s, port.receives ? rd_item_s(instance, other, port.host)
                                                : rd_item_s(instance, port.host, other));
    for (uint32_t kind = 0; kind < instance->kind_count; kind++)
        held += rd_load(instance, port.host, kind);
    /* Every place of the port takes some, one of them as many as the mean at least. */
    double places = fmin(rd_host_ports(instance, port.host), n - 1);
    if (instance->goal == RD_REACH) {
        int64_t over = held - rd_target(instance, port.host, 0);
        return ceil((double)(port.receives ? -over : over) / places) * item_s;
    }
    /* Kinds beyond the named ones are empty. */
    for (uint32_t kind = 0; kind < n; kind++) {
        int64_t kept = kind < instance->kind_count ? rd_load(instance, port.host, kind) : 0;
        int64_t total = 0;
        for (uint32_t host = 0; kind < instance->kind_count && host < n; host++)
            total += rd_load(instance, host, kind);
        double items = (double)((port.receives ? total : held) - kept);
        best_s = fmin(best_s, ceil(items / places) * item_s);
    }
    return best_s;
}

double witness_load_s(const struct rd_instance *instance, const struct rd_bound *bound)
{
    bool one = bound->port_count == 1;
    if (has_latency(instance))
        return NAN;
    switch (instance->topology.shape) {
    case RD_RING:
        if (instance->goal != RD_REACH || instance->port_model != RD_ONE_PORT)
            return NAN;
        if (bound->bottleneck == RD_BOTTLENECK_SLICE)
            return ring_slice_s(instance, bound);
        return bound->bottleneck == RD_BOTTLENECK_PORTS ? ring_ports_s(instance, bound) : NAN;
    case RD_HYPERCUBE:
    case RD_SHUFFLE_EXCHANGE: return one ? cube_port_s(instance, bound->port[0]) : NAN;
    case RD_SWITCH:
        return one && instance->goal != RD_BALANCE ? switch_port_s(instance, bound->port[0]) : NAN;
    default: return NAN;
    }
}
