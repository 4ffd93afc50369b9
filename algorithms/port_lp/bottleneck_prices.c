#include "bottleneck_prices.h"

#include "certify.h"
#include "cut_bound.h"

#include "algorithms/kernels/max_flow.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/model/trace.h"

#include <math.h>
#include <string.h>

/* The search for a certificate of a bound. */
struct pricing {
    const struct rd_port_lp *problem;
    struct rd_bound *bound;
    struct rd_arena *arena, *scratch;
    struct rd_prices prices; /* from the arena */
};

/* Claims a time with the prices. Returns: whether they show it, and it is the bound's. */
static bool claim(struct pricing *pricing, double ticks)
{
    struct rd_bound *bound = pricing->bound;
    struct rd_price_verdict verdict;
    if (!(ticks >= 1) || ticks > (double)RD_PRICE_LIMIT)
        return false;
    const struct rd_price_certificate *certificate =
        rd_prices_certificate(pricing->problem, &pricing->prices, (int64_t)ticks, pricing->arena);
    if (!rd_price_certificate_check(pricing->problem->network->instance, certificate,
                                    pricing->scratch, &verdict, NULL) ||
        !rd_times_agree(verdict.seconds, bound->seconds, bound->seconds))
        return false;
    bound->certificate = certificate;
    bound->seconds = fmin(bound->seconds, verdict.seconds);
    return true;
}

/* Puts the prices of links on a least number of ports that all of them need: the ends of a least
 * cut of the network source -> send ports -> receive ports -> sink. */
static void charge_ports(struct pricing *pricing)
{
    const struct rd_network *network = pricing->problem->network;
    struct rd_prices *prices = &pricing->prices;
    uint32_t n = network->host_count, source = 2 * n, sink = 2 * n + 1;
    rd_arena_borrow(pricing->scratch);
    struct rd_flow flow = rd_flow_make(2 * n + 2, network->link_count + 2 * n, pricing->scratch);
    for (uint32_t host = 0; host < n; host++) {
        rd_flow_add(&flow, source, host, 1);
        rd_flow_add(&flow, n + host, sink, 1);
    }
    int64_t *of_link = prices->row + pricing->problem->first_link;
    for (uint32_t link = 0; link < network->link_count; link++)
        if (of_link[link] > 0)
            rd_flow_add(&flow, network->from[link], n + network->to[link], RD_FLOW_UNBOUNDED / 2);
    rd_flow_maximize(&flow, source, sink, pricing->scratch);
    for (uint32_t link = 0; link < network->link_count; link++) {
        bool at_sender = !rd_flow_is_near(&flow, network->from[link]);
        int64_t *port = at_sender
                            ? &prices->row[network->from[link]]
                            : &prices->row[pricing->problem->first_receive + network->to[link]];
        *port = of_link[link] > *port ? of_link[link] : *port;
        of_link[link] = 0;
    }
}

/* Prices of the hosts inside, which have too much. Returns: whether they show the bound. */
static bool price_cut(struct pricing *pricing, const bool *inside)
{
    const struct rd_port_lp *problem = pricing->problem;
    double ticks = pricing->bound->seconds / rd_date_s(problem);
    rd_cut_prices(problem, 0, (int64_t)ticks, inside, &pricing->prices);
    rd_prices_weigh(problem, pricing->scratch, &pricing->prices);
    if (pricing->prices.needed <= 0) /* nothing has to leave the hosts inside */
        return false;
    enum rd_bottleneck_kind bottleneck = pricing->bound->bottleneck;
    if (!problem->network->all_ports &&
        (bottleneck == RD_BOTTLENECK_PORTS || bottleneck == RD_BOTTLENECK_HOSTS))
        charge_ports(pricing);
    /* Costs that were rounded down show a little less. */
    return claim(pricing, round(ticks)) || claim(pricing, floor(ticks * (1 - 2e-10)));
}

/* Is a host part of the bottleneck? */
static bool is_bottleneck(const struct rd_bound *bound, uint32_t host)
{
    switch (bound->bottleneck) {
    case RD_BOTTLENECK_PORTS: return bound->port_count == 1 && bound->port[0].host == host;
    case RD_BOTTLENECK_PROCESSORS: return true;
    default: return rd_bound_bottleneck_has_host(bound, host);
    }
}

static void price_hosts(struct pricing *pricing)
{
    uint32_t n = pricing->problem->network->host_count;
    bool *inside = rd_take(pricing->scratch, n, bool);
    for (uint32_t host = 0; host < n; host++)
        inside[host] = is_bottleneck(pricing->bound, host);
    if (price_cut(pricing, inside) || pricing->bound->bottleneck == RD_BOTTLENECK_PROCESSORS)
        return;
    /* They have too little: the others have too much. */
    for (uint32_t host = 0; host < n; host++)
        inside[host] = !inside[host];
    price_cut(pricing, inside);
}

void rd_price_bottleneck(const struct rd_instance *instance, struct rd_arena *arena,
                         struct rd_arena *scratch, struct rd_bound *bound)
{
    bool single = rd_bound_is_item_by_item(bound);
    bool has_form =
        instance->goal == RD_REACH || instance->goal == RD_BALANCE || instance->goal == RD_FINISH;
    if (!has_form || instance->kind_count > 1 || bound->certificate || !(bound->seconds > 0) ||
        (bound->schedule_class && !single) || bound->bottleneck == RD_BOTTLENECK_NONE ||
        rd_link_count(&instance->topology) > RD_NETWORK_BOUND_LIMIT)
        return;
    rd_arena_borrow(scratch);
    struct rd_network network;
    struct rd_port_lp problem;
    if (!rd_network_read(instance, scratch, scratch, &network, NULL))
        return;
    if (single)
        rd_network_send_single_items(&network, scratch);
    if (!rd_port_lp_read(&network, bound->seconds, arena, scratch, &problem, NULL))
        return;
    struct pricing pricing = {&problem, bound, arena, scratch, rd_prices_take(&problem, arena)};
    price_hosts(&pricing);
}
