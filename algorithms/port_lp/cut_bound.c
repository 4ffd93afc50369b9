#include "cut_bound.h"

#include "algorithms/kernels/max_flow.h"
#include "sim/base/gcd.h"
#include "sim/base/integers.h"

#include <string.h>

/* A maximum flow of a commodity. Nodes: hosts, then the source, the sink, and where final loads
 * above the least of a balance are counted. */
struct transport {
    const struct rd_port_lp *problem;
    uint32_t commodity;
    int64_t until;
    struct rd_flow flow;
    uint32_t source, sink, above;
    int64_t items;
};

/* Whole items that take `item` ticks each and fit behind a row's head, at most all. */
static int64_t fitting(const struct transport *transport, size_t row, int64_t item)
{
    const struct rd_port_lp *problem = transport->problem;
    rd_wide units = rd_units_until(problem, problem->row[row].head, item, transport->until);
    return item == 0 || units > transport->items ? transport->items : (int64_t)units;
}

static int64_t link_capacity(const struct transport *transport, uint32_t link)
{
    const struct rd_port_lp *problem = transport->problem;
    if (!rd_link_is_usable(problem, link, transport->commodity, transport->until))
        return 0;
    return fitting(transport, problem->first_link + link,
                   rd_item_ticks(problem, link, transport->commodity));
}

static void add_final(struct transport *transport, uint32_t host)
{
    const struct rd_port_lp *problem = transport->problem;
    uint64_t label = (uint64_t)host * problem->commodity_count + transport->commodity;
    int64_t capacity = 0;
    if (problem->target) {
        capacity = problem->target[label];
    } else if (rd_host_is_final(problem, host) && problem->compute) {
        capacity = fitting(transport, problem->first_processor + host, problem->compute[host]);
    } else if (rd_host_is_final(problem, host)) {
        const struct rd_final_range *range = &problem->finals[transport->commodity];
        capacity = range->most_least;
        rd_flow_add(&transport->flow, host, transport->above, range->apart);
    }
    rd_flow_add(&transport->flow, host, transport->sink, capacity);
}

static void build(struct transport *transport, struct rd_arena *scratch)
{
    const struct rd_port_lp *problem = transport->problem;
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, k = problem->commodity_count;
    transport->source = n;
    transport->sink = n + 1;
    transport->above = n + 2;
    transport->flow = rd_flow_make(n + 3, network->link_count + 3 * n + 1, scratch);
    for (uint32_t host = 0; host < n; host++)
        transport->items += problem->load[(uint64_t)host * k + transport->commodity];
    for (uint32_t host = 0; host < n; host++) {
        rd_flow_add(&transport->flow, transport->source, host,
                    problem->load[(uint64_t)host * k + transport->commodity]);
        add_final(transport, host);
    }
    if (problem->finals) {
        const struct rd_final_range *range = &problem->finals[transport->commodity];
        int64_t keepers = n - (network->relay == RD_NO_HOST ? 0 : 1);
        rd_flow_add(&transport->flow, transport->above, transport->sink,
                    range->items - keepers * range->most_least);
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        rd_flow_add(&transport->flow, network->from[link], network->to[link],
                    link_capacity(transport, link));
}

/* A common multiple of costs, or a number so large that rounding does not matter. */
static int64_t common_multiple(int64_t a, int64_t b)
{
    const int64_t large = INT64_C(1) << 56;
    return b == 0 || a == large ? a : rd_lcm(a, b, large);
}

static int64_t divide_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* Is it a link of the cut which could be used? */
static bool is_crossed(const struct rd_port_lp *problem, uint32_t commodity, int64_t until,
                       const bool *inside, uint32_t link)
{
    const struct rd_network *network = problem->network;
    return inside[network->from[link]] && !inside[network->to[link]] &&
           rd_item_ticks(problem, link, commodity) > 0 &&
           rd_link_is_usable(problem, link, commodity, until);
}

/* An item is worth the same on all hosts of the cut, and pays that when it leaves. */
void rd_cut_prices(const struct rd_port_lp *problem, uint32_t commodity, int64_t until,
                   const bool *inside, struct rd_prices *prices)
{
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, k = problem->commodity_count;
    int64_t worth = 1;
    memset(prices->row, 0, problem->row_count * sizeof *prices->row);
    memset(prices->potential, 0, (size_t)n * k * sizeof *prices->potential);
    for (uint32_t host = 0; host < n; host++)
        if (inside[host] && problem->compute && rd_host_is_final(problem, host))
            worth = common_multiple(worth, problem->compute[host]);
    for (uint32_t link = 0; link < network->link_count; link++)
        if (is_crossed(problem, commodity, until, inside, link))
            worth = common_multiple(worth, rd_item_ticks(problem, link, commodity));
    for (uint32_t host = 0; host < n; host++) {
        if (!inside[host])
            continue;
        prices->potential[(size_t)host * k + commodity] = worth;
        if (problem->compute && rd_host_is_final(problem, host) && problem->compute[host] > 0)
            prices->row[problem->first_processor + host] = divide_up(worth, problem->compute[host]);
    }
    for (uint32_t link = 0; link < network->link_count; link++)
        if (is_crossed(problem, commodity, until, inside, link))
            prices->row[problem->first_link + link] =
                divide_up(worth, rd_item_ticks(problem, link, commodity));
}

bool rd_links_can_carry(const struct rd_port_lp *problem, uint32_t commodity, int64_t until,
                        struct rd_arena *scratch, struct rd_prices *ret_prices)
{
    rd_arena_borrow(scratch);
    struct transport transport = {.problem = problem, .commodity = commodity, .until = until};
    build(&transport, scratch);
    bool can = rd_flow_maximize(&transport.flow, transport.source, transport.sink, scratch) ==
               transport.items;
    if (!can) {
        bool *inside = rd_take(scratch, problem->network->host_count, bool);
        for (uint32_t host = 0; host < problem->network->host_count; host++)
            inside[host] = rd_flow_is_near(&transport.flow, host);
        rd_cut_prices(problem, commodity, until, inside, ret_prices);
        rd_prices_weigh(problem, scratch, ret_prices);
    }
    return can;
}
