#include "goal.h"

#include "sim/base/integers.h"

#include <math.h>

/* What a host needs for an item more or less, at the least. */
struct host_costs {
    double *out_s; /* [size_count][host_count] an item that leaves, over all its ports together */
    double *in_s;
};

/* How many messages a host with `links` links sends at a time at the most. */
static double width(const struct rd_network *network, uint32_t host, uint32_t links)
{
    return network->ports[host] < links ? network->ports[host] : links;
}

void rd_network_least_costs(const struct rd_network *network, double *ret_out_s, double *ret_in_s)
{
    size_t hosts = network->host_count;
    for (size_t at = 0; at < network->size_count * hosts; at++)
        for (int receives = 0; receives < 2; receives++) {
            uint32_t host = (uint32_t)(at % hosts);
            struct rd_port_links port = rd_port_links_of(network, host, receives);
            const double *item_s = network->item_s + at / hosts * network->link_count;
            double least_s = INFINITY;
            for (uint32_t i = 0; i < port.count; i++)
                least_s = fmin(least_s, item_s[rd_port_link(&port, i)]);
            (receives ? ret_in_s : ret_out_s)[at] =
                port.count > 0 ? least_s / width(network, host, port.count) : 0;
        }
}

static struct host_costs least_costs(const struct rd_network *network, struct rd_arena *scratch)
{
    size_t count = (size_t)network->size_count * network->host_count;
    struct host_costs costs = {rd_take(scratch, count, double), rd_take(scratch, count, double)};
    rd_network_least_costs(network, costs.out_s, costs.in_s);
    return costs;
}

static size_t cost_at(const struct rd_network *network, uint32_t host, uint32_t kind)
{
    return (size_t)rd_network_size_of(network, kind) * network->host_count + host;
}

/* The time of the busiest host if all are to hold low .. low + error of a kind. */
static double window_s(const struct rd_network *network, const struct host_costs *costs,
                       uint32_t kind, int64_t low, int64_t error)
{
    double most_s = 0;
    for (uint32_t host = 0; host < network->host_count; host++) {
        int64_t load = rd_load(network->instance, host, kind);
        if (host == network->relay)
            continue;
        if (load > low + error)
            most_s = fmax(most_s, costs->out_s[cost_at(network, host, kind)] *
                                      (double)(load - low - error));
        if (load < low)
            most_s = fmax(most_s, costs->in_s[cost_at(network, host, kind)] * (double)(low - load));
    }
    return most_s;
}

/* The window of a kind that leaves the busiest host least to do: what hosts send falls with it, and
 * what they receive grows. Returns: its lower end; its width in ret_error. */
static int64_t best_window(const struct rd_network *network, const struct host_costs *costs,
                           uint32_t kind, int64_t shift, int64_t *ret_error)
{
    int64_t least, error;
    int64_t most = rd_network_balance_windows(network, kind, &least, &error) + least - 1;
    int64_t low = least, high = most;
    RD_FIND_FIRST(low, high, i,
                  window_s(network, costs, kind, i, error) <=
                      window_s(network, costs, kind, i + 1, error));
    *ret_error = error;
    low += shift;
    return low < least ? least : low > most ? most : low;
}

struct rd_network_goal rd_network_goal_of(const struct rd_network *network, struct rd_arena *arena)
{
    return rd_network_goal_shifted(network, 0, arena);
}

struct rd_network_goal rd_network_goal_shifted(const struct rd_network *network, int64_t shift,
                                               struct rd_arena *arena)
{
    const struct rd_instance *instance = network->instance;
    size_t entries = (size_t)network->host_count * network->kind_count;
    int64_t *least = rd_take(arena, entries, int64_t), *most = rd_take(arena, entries, int64_t);
    struct rd_network_goal goal = {least, most, false};
    struct host_costs costs = least_costs(network, arena);
    for (uint32_t kind = 0; kind < network->kind_count; kind++) {
        int64_t low = 0, error = 0;
        if (instance->goal == RD_BALANCE)
            low = best_window(network, &costs, kind, shift, &error);
        for (uint32_t host = 0; host < network->host_count; host++) {
            size_t entry = (size_t)host * network->kind_count + kind;
            goal.computes |= instance->goal == RD_FINISH && network->compute_item_s[host] > 0;
            if (instance->goal == RD_REACH)
                least[entry] = most[entry] = rd_target(instance, host, kind);
            else if (host != network->relay) {
                least[entry] = low;
                most[entry] = instance->goal == RD_FINISH ? RD_ITEM_LIMIT : low + error;
            }
        }
    }
    return goal;
}

/* The time in which all processors together compute everything. */
static double processors_s(const struct rd_network *network)
{
    double items = 0, items_a_second = 0;
    for (uint32_t host = 0; host < network->host_count; host++) {
        for (uint32_t kind = 0; kind < network->kind_count; kind++)
            items += (double)rd_load(network->instance, host, kind);
        if (host != network->relay)
            items_a_second += 1 / network->compute_item_s[host];
    }
    return items_a_second > 0 ? items / items_a_second : 0;
}

double rd_network_host_s(const struct rd_network *network, const struct rd_network_goal *goal,
                         struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct host_costs costs = least_costs(network, scratch);
    double most_s = goal->computes ? processors_s(network) : 0;
    for (uint32_t host = 0; host < network->host_count; host++) {
        double out_s = 0, in_s = 0;
        for (uint32_t kind = 0; kind < network->kind_count; kind++) {
            size_t entry = (size_t)host * network->kind_count + kind;
            int64_t load = rd_load(network->instance, host, kind);
            if (load > goal->most[entry])
                out_s +=
                    costs.out_s[cost_at(network, host, kind)] * (double)(load - goal->most[entry]);
            if (load < goal->least[entry])
                in_s +=
                    costs.in_s[cost_at(network, host, kind)] * (double)(goal->least[entry] - load);
        }
        most_s = fmax(most_s, fmax(out_s, in_s));
    }
    return most_s;
}
