#include "price_bound.h"

#include "sim/base/error.h"

#include <limits.h>
#include <stddef.h>

enum { FAR = INT_MAX / 4 };

/* Shortest ways between all hosts by the cost of each link, Floyd and Warshall. */
static void find_ways(const struct small_network *network, const int cost[SMALL_LINKS],
                      int way[SMALL_HOSTS][SMALL_HOSTS])
{
    int n = network->host_count;
    for (int from = 0; from < n; from++)
        for (int to = 0; to < n; to++)
            way[from][to] = from == to ? 0 : FAR;
    for (int link = 0; link < network->link_count; link++)
        way[network->from[link]][network->to[link]] = cost[link];
    for (int over = 0; over < n; over++)
        for (int from = 0; from < n; from++)
            for (int to = 0; to < n; to++)
                if (way[from][over] + way[over][to] < way[from][to])
                    way[from][to] = way[from][over] + way[over][to];
}

static bool may_keep(const struct small_network *network, int host)
{
    int wanted = 0;
    for (int kind = 0; kind < network->kind_count; kind++)
        wanted += network->target[host][kind];
    return host != network->relay && (network->goal != RD_REACH || wanted > 0);
}

void reach_and_rest(const struct small_network *network, int reach_s[SMALL_HOSTS],
                    int rest_s[SMALL_HOSTS])
{
    int way[SMALL_HOSTS][SMALL_HOSTS];
    find_ways(network, network->cost_s, way);
    for (int host = 0; host < network->host_count; host++) {
        reach_s[host] = rest_s[host] = FAR;
        for (int other = 0; other < network->host_count; other++) {
            int stock = 0, end_s = way[host][other];
            for (int kind = 0; kind < network->kind_count; kind++)
                stock += network->load[other][kind];
            if (stock > 0 && way[other][host] < reach_s[host])
                reach_s[host] = way[other][host];
            if (network->goal == RD_FINISH)
                end_s += network->compute_s[other];
            if (may_keep(network, other) && end_s < rest_s[host])
                rest_s[host] = end_s;
        }
    }
}

void idle_times(const struct small_network *network, int send_idle_s[SMALL_HOSTS],
                int receive_idle_s[SMALL_HOSTS])
{
    int reach_s[SMALL_HOSTS], rest_s[SMALL_HOSTS];
    reach_and_rest(network, reach_s, rest_s);
    for (int host = 0; host < network->host_count; host++)
        send_idle_s[host] = receive_idle_s[host] = FAR;
    for (int link = 0; link < network->link_count; link++) {
        int tail = network->from[link], head = network->to[link];
        int idle_s = reach_s[tail] + rest_s[head];
        if (idle_s < send_idle_s[tail])
            send_idle_s[tail] = idle_s;
        if (idle_s < receive_idle_s[head])
            receive_idle_s[head] = idle_s;
    }
}

/* Hosts from `host` on take what is left in all ways. */
static long try_balance(const struct small_network *network, int least, int error, int host,
                        int left, const long weight[SMALL_HOSTS])
{
    long best = LONG_MIN;
    if (host == network->host_count)
        return left == 0 ? 0 : LONG_MIN;
    if (host == network->relay)
        return try_balance(network, least, error, host + 1, left, weight);
    for (int items = least; items <= least + error && items <= left; items++) {
        long rest = try_balance(network, least, error, host + 1, left - items, weight);
        if (rest != LONG_MIN && rest + items * weight[host] > best)
            best = rest + items * weight[host];
    }
    return best;
}

long heaviest_balance_by_trying(const struct small_network *network, int kind,
                                const long weight[SMALL_HOSTS])
{
    long best = LONG_MIN;
    int items = small_network_items(network, kind);
    for (int least = 0; least <= items; least++) {
        long value =
            try_balance(network, least, small_network_error(network, kind), 0, items, weight);
        best = value > best ? value : best;
    }
    return best;
}

long heaviest_balance(const struct small_network *network, int kind, int error,
                      const long weight[SMALL_HOSTS])
{
    long order[SMALL_HOSTS], best = LONG_MIN;
    int keepers = 0, items = small_network_items(network, kind);
    for (int host = 0; host < network->host_count; host++) {
        if (host == network->relay)
            continue;
        int place = keepers++;
        for (; place > 0 && order[place - 1] < weight[host]; place--)
            order[place] = order[place - 1];
        order[place] = weight[host];
    }
    for (int least = 0; least * keepers <= items; least++) {
        long value = 0;
        int left = items - least * keepers;
        for (int i = 0; i < keepers; i++) {
            int more = left < error ? left : error;
            value += (least + more) * order[i];
            left -= more;
        }
        if (left == 0 && value > best)
            best = value;
    }
    return best;
}

/* The most that the potentials let final loads take off. */
static long final_value(const struct small_network *network, const struct prices *prices,
                        enum price_rule rule, int kind, const long potential[SMALL_HOSTS])
{
    long value = 0, end = LONG_MIN;
    if (network->goal == RD_BALANCE) {
        int error = small_network_error(network, kind);
        if (rule == PRICE_RULE_NARROW && error > 1)
            error = 1;
        return heaviest_balance(network, kind, error, potential);
    }
    for (int host = 0; host < network->host_count; host++) {
        long ends = potential[host] - (long)prices->processor[host] * network->compute_s[host];
        value += potential[host] * network->target[host][kind];
        if (host != network->relay && ends > end)
            end = ends;
    }
    return network->goal == RD_REACH ? value : end * small_network_items(network, kind);
}

void price_potentials(const struct small_network *network, const struct prices *prices,
                      long potential[SMALL_KINDS][SMALL_HOSTS])
{
    int cost[SMALL_LINKS], way[SMALL_HOSTS][SMALL_HOSTS];
    for (int link = 0; link < network->link_count; link++)
        cost[link] = network->cost_s[link] *
                     (prices->send[network->from[link]] + prices->receive[network->to[link]] +
                      prices->link[link] + prices->bus);
    find_ways(network, cost, way);
    for (int kind = 0; kind < network->kind_count; kind++) {
        for (int host = 0; host < network->host_count; host++) {
            potential[kind][host] = LONG_MAX;
            for (int to = 0; to < network->host_count; to++)
                if (prices->label[to][kind] + way[host][to] < potential[kind][host])
                    potential[kind][host] = prices->label[to][kind] + way[host][to];
        }
    }
}

struct price_bound price_bound(const struct small_network *network, const struct prices *prices,
                               enum price_rule rule, const int *send_idle_s,
                               const int *receive_idle_s)
{
    struct price_bound bound = {.tot = prices->bus};
    long potential[SMALL_KINDS][SMALL_HOSTS];
    price_potentials(network, prices, potential);
    for (int link = 0; link < network->link_count; link++)
        bound.tot += prices->link[link];
    for (int host = 0; host < network->host_count; host++) {
        int width = rule == PRICE_RULE_ONE_PORT ? 1 : network->ports[host];
        rd_assert(network->ports[host] != 0 ||
                  (prices->send[host] == 0 && prices->receive[host] == 0));
        bound.tot += width * (prices->send[host] + prices->receive[host]);
        bound.tot += network->goal == RD_FINISH ? prices->processor[host] : 0;
        if (send_idle_s && prices->send[host] != 0)
            bound.num += (long)width * prices->send[host] * send_idle_s[host];
        if (receive_idle_s && prices->receive[host] != 0)
            bound.num += (long)width * prices->receive[host] * receive_idle_s[host];
    }
    for (int kind = 0; kind < network->kind_count; kind++) {
        for (int host = 0; host < network->host_count; host++)
            bound.num += potential[kind][host] * network->load[host][kind];
        bound.num -= final_value(network, prices, rule, kind, potential[kind]);
    }
    return bound;
}

static int divisor(int a, int b)
{
    return b == 0 ? a : divisor(b, a % b);
}

int grid_s(const struct small_network *network)
{
    int grid = 0;
    for (int link = 0; link < network->link_count; link++)
        grid = divisor(network->cost_s[link], grid);
    for (int host = 0; network->goal == RD_FINISH && host < network->host_count; host++)
        grid = divisor(network->compute_s[host], grid);
    return grid;
}
