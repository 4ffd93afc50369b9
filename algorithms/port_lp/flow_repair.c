#include "flow_repair.h"

#include "algorithms/graph/balls.h"

#include "algorithms/kernels/max_flow.h"

#include <math.h>

/* What each host would still have to give, [host_count * commodity_count]. */
static double *find_lacks(const struct rd_port_lp *problem, const double *flow, const double *final,
                          struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    size_t labels = (size_t)network->host_count * k;
    double *lack = rd_take(scratch, labels, double);
    for (size_t label = 0; label < labels; label++)
        lack[label] = (double)problem->load[label] -
                      (problem->target ? (double)problem->target[label] : final[label]);
    for (uint32_t link = 0; link < network->link_count; link++)
        for (uint32_t commodity = 0; commodity < k; commodity++) {
            double items = flow[(size_t)link * k + commodity];
            lack[(size_t)network->from[link] * k + commodity] -= items;
            lack[(size_t)network->to[link] * k + commodity] += items;
        }
    return lack;
}

/* Makes what all hosts compute sum to the items that there are. */
static void scale_computing(const struct rd_port_lp *problem, uint32_t commodity, double *final)
{
    uint32_t n = problem->network->host_count, k = problem->commodity_count, keepers = 0;
    double items = 0, sum = 0;
    for (uint32_t host = 0; host < n; host++) {
        items += (double)problem->load[(size_t)host * k + commodity];
        sum += final[(size_t)host * k + commodity];
        keepers += rd_host_is_final(problem, host);
    }
    for (uint32_t host = 0; host < n; host++) {
        double *of = &final[(size_t)host * k + commodity];
        if (sum > 0)
            *of *= items / sum;
        else if (rd_host_is_final(problem, host))
            *of = items / keepers;
    }
}

/* What the poorest may hold, where ways limit that; NULL where they do not. */
static const struct rd_network_windows *windows_of(const struct rd_port_lp *problem,
                                                   uint32_t commodity)
{
    const struct rd_network *network = problem->network;
    return network->windows && problem->commodity_count == network->kind_count
               ? &network->windows[commodity]
               : NULL;
}

/* Makes a balance's loads sum to the items that there are, and differ by no more than they may.
 * Returns: what the poorest holds at the least. */
static double fill_balance(const struct rd_port_lp *problem, uint32_t commodity, double *final)
{
    uint32_t n = problem->network->host_count, k = problem->commodity_count;
    const struct rd_final_range *range = &problem->finals[commodity];
    const struct rd_network_windows *windows = windows_of(problem, commodity);
    double level = (double)range->most_least, lack = (double)range->items, above = 0, below = 0;
    for (uint32_t host = 0; host < n; host++)
        if (rd_host_is_final(problem, host))
            level = fmin(level, final[(size_t)host * k + commodity]);
    level = fmax(level, (double)range->least);
    if (windows)
        level = fmin(fmax(level, (double)windows->least), (double)windows->most);
    for (uint32_t host = 0; host < n; host++) {
        double *of = &final[(size_t)host * k + commodity];
        if (!rd_host_is_final(problem, host))
            continue;
        *of = fmin(fmax(*of, level), level + (double)range->apart);
        lack -= *of;
        above += *of - level;
        below += level + (double)range->apart - *of;
    }
    for (uint32_t host = 0; host < n; host++) {
        double *of = &final[(size_t)host * k + commodity];
        if (!rd_host_is_final(problem, host))
            continue;
        if (lack > 0 && below > 0)
            *of += (level + (double)range->apart - *of) * fmin(lack / below, 1);
        else if (lack < 0 && above > 0)
            *of -= (*of - level) * fmin(-lack / above, 1);
    }
    return level;
}

/* In: level [commodity_count], which gets what the poorest holds at the least. */
static void mend_finals(const struct rd_port_lp *problem, double *final, double *level)
{
    for (uint32_t commodity = 0; commodity < problem->commodity_count; commodity++)
        if (problem->compute)
            scale_computing(problem, commodity, final);
        else
            level[commodity] = fill_balance(problem, commodity, final);
}

/* Brings what hosts have too much, or takes what they have too little, along a tree. */
static void send_along(const struct rd_network *network, const struct rd_network_tree *tree,
                       bool inward, uint32_t commodity, uint32_t k, double *lack, double *flow)
{
    for (uint32_t i = tree->count; i-- > 1;) {
        uint32_t host = tree->host[i], link = tree->link[host];
        double *of = &lack[(size_t)host * k + commodity];
        double items = inward ? *of : -*of;
        if (items <= 0)
            continue;
        uint32_t next = inward ? network->to[link] : network->from[link];
        flow[(size_t)link * k + commodity] += items;
        lack[(size_t)next * k + commodity] += *of;
        *of = 0;
    }
}

/* A mended flow of one commodity, in whole units, too small to matter. Nodes: hosts, then the
 * source of what they have too much, the sink of what they lack, and the pool, into which they put
 * what they keep more at the end, and out of which others take as much. */
struct mending {
    const struct rd_port_lp *problem;
    uint32_t commodity;
    double unit, level;
    double *lack, *flow, *final;
    struct rd_flow units;
    uint32_t *arc; /* [hosts + links] the first of what each host and link has in the pool, or there
                      and back */
};

/* So many units fit, or more than are ever moved. */
static int64_t units_of(const struct mending *mending, double items)
{
    static const double most = 0x1p50;
    return (int64_t)fmin(fmax(items, 0) / mending->unit, most);
}

/* What a host may keep more, and less, at the end. */
static void add_pool(struct mending *mending, uint32_t host)
{
    const struct rd_port_lp *problem = mending->problem;
    uint32_t pool = problem->network->host_count + 2;
    double final = mending->final[(size_t)host * problem->commodity_count + mending->commodity];
    bool keeps = !problem->target && rd_host_is_final(problem, host);
    double least = problem->compute ? 0 : mending->level, most = INFINITY;
    if (problem->finals)
        most = least + (double)problem->finals[mending->commodity].apart;
    mending->arc[host] =
        rd_flow_add(&mending->units, host, pool, keeps ? units_of(mending, most - final) : 0);
    rd_flow_add(&mending->units, pool, host, keeps ? units_of(mending, final - least) : 0);
}

static int64_t build_units(struct mending *mending, struct rd_arena *scratch)
{
    const struct rd_port_lp *problem = mending->problem;
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, k = problem->commodity_count, source = n, sink = n + 1;
    int64_t wanted = 0;
    mending->units = rd_flow_make(n + 3, 2 * network->link_count + 4 * n, scratch);
    mending->arc = rd_take(scratch, (size_t)n + network->link_count, uint32_t);
    for (uint32_t host = 0; host < n; host++) {
        double lack = mending->lack[(size_t)host * k + mending->commodity];
        wanted += units_of(mending, lack);
        rd_flow_add(&mending->units, source, host, units_of(mending, lack));
        rd_flow_add(&mending->units, host, sink, units_of(mending, -lack));
        add_pool(mending, host);
    }
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        double items = mending->flow[(size_t)link * k + mending->commodity];
        mending->arc[n + link] = rd_flow_add(&mending->units, from, to, RD_FLOW_UNBOUNDED);
        rd_flow_add(&mending->units, to, from, units_of(mending, items));
    }
    return wanted;
}

/* Adds how much more of the first of two arcs is used than of the second. Less than a unit is what
 * was cut off, and none. */
static void add_net_items(const struct mending *mending, uint32_t arc, double *items)
{
    int64_t net = rd_flow_on(&mending->units, arc) - rd_flow_on(&mending->units, arc + 2);
    *items += (double)net * mending->unit;
    if (*items < mending->unit)
        *items = 0;
}

/* Brings what hosts have too much to those that have too little, on whatever ways there are, or
 * takes back what flows. Returns: false if some is left, but for rounding. */
static bool send_units(struct mending *mending, struct rd_arena *scratch)
{
    enum { DIGITS = 48 };
    const struct rd_network *network = mending->problem->network;
    uint32_t n = network->host_count, k = mending->problem->commodity_count;
    double items = 0;
    for (uint32_t host = 0; host < n; host++)
        items += (double)mending->problem->load[(size_t)host * k + mending->commodity];
    rd_arena_borrow(scratch);
    mending->unit = ldexp(1, ilogb(fmax(items, 1)) - DIGITS);
    int64_t wanted = build_units(mending, scratch);
    int64_t sent = rd_flow_maximize(&mending->units, n, n + 1, scratch);
    for (uint32_t host = 0; host < n; host++)
        add_net_items(mending, mending->arc[host],
                      &mending->final[(size_t)host * k + mending->commodity]);
    for (uint32_t link = 0; link < network->link_count; link++)
        add_net_items(mending, mending->arc[n + link],
                      &mending->flow[(size_t)link * k + mending->commodity]);
    return wanted - sent <= 2 * (int64_t)n; /* as many as were cut off */
}

/* The link that leads back to where one comes from, or RD_NO_HOST. */
static uint32_t link_back(const struct rd_network *network, uint32_t link)
{
    return rd_network_link_between(network, network->to[link], network->from[link]);
}

void rd_flow_send_in_balls(const struct rd_network *network, uint32_t k, double *lack, double *flow,
                           struct rd_arena *scratch)
{
    enum { LEAST_RADIUS = 1, GROWTH = 2 };
    rd_arena_borrow(scratch);
    uint32_t n = network->host_count;
    struct rd_balls balls = rd_balls_take(n, scratch);
    balls.count = n;
    for (uint32_t radius = LEAST_RADIUS; radius < n && balls.count > 1; radius *= GROWTH) {
        rd_balls_find(&balls, n, network->out_first, network->to, radius);
        for (uint32_t i = n; i-- > 0;) {
            uint32_t host = balls.order[i], link = balls.link[host];
            if (link == UINT32_MAX)
                continue;
            uint32_t back = link_back(network, link);
            for (uint32_t commodity = 0; commodity < k; commodity++) {
                double *of = &lack[(size_t)host * k + commodity];
                uint32_t way = *of > 0 ? back : link;
                if (*of == 0 || way == RD_NO_HOST)
                    continue;
                flow[(size_t)way * k + commodity] += fabs(*of);
                lack[(size_t)network->from[link] * k + commodity] += *of;
                *of = 0;
            }
        }
    }
}

bool rd_flow_send_in_trees(const struct rd_network *network, uint32_t k, double *lack, double *flow,
                           struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct rd_network_tree in = rd_network_tree(network, true, scratch);
    struct rd_network_tree out = rd_network_tree(network, false, scratch);
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        send_along(network, &in, true, commodity, k, lack, flow);
        send_along(network, &out, false, commodity, k, lack, flow);
    }
    bool whole = true;
    for (size_t label = k; label < (size_t)network->host_count * k; label++)
        whole &= lack[label] == 0;
    return whole;
}

void rd_flow_open_pairs(const struct rd_network *network, uint32_t k, double items, double *flow)
{
    for (uint32_t link = 0; link < network->link_count; link++) {
        bool is_pair = link_back(network, link) != RD_NO_HOST;
        for (uint32_t commodity = 0; is_pair && commodity < k; commodity++)
            flow[(size_t)link * k + commodity] += items;
    }
}

void rd_flow_cancel_pairs(const struct rd_network *network, uint32_t k, double *flow)
{
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t back =
            network->from[link] < network->to[link] ? link_back(network, link) : RD_NO_HOST;
        for (uint32_t commodity = 0; back != RD_NO_HOST && commodity < k; commodity++) {
            double *there = &flow[(size_t)link * k + commodity];
            double *here = &flow[(size_t)back * k + commodity];
            double both = fmin(*there, *here);
            *there -= both;
            *here -= both;
        }
    }
}

bool rd_flow_repair(const struct rd_port_lp *problem, struct rd_arena *scratch, double *flow,
                    double *final)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    rd_arena_borrow(scratch);
    double *level = rd_take(scratch, k, double);
    if (!problem->target)
        mend_finals(problem, final, level);
    double *lack = find_lacks(problem, flow, final, scratch);
    bool whole = true;
    if (network->all_reach)
        whole = rd_flow_send_in_trees(network, k, lack, flow, scratch);
    for (uint32_t commodity = 0; !network->all_reach && commodity < k; commodity++) {
        struct mending mending = {.problem = problem,
                                  .commodity = commodity,
                                  .level = level[commodity],
                                  .lack = lack,
                                  .flow = flow,
                                  .final = final};
        whole = send_units(&mending, scratch) && whole;
    }
    rd_flow_cancel_pairs(network, k, flow);
    return whole;
}

static double over(double content, double capacity)
{
    if (content <= 0)
        return 0;
    return capacity > 0 ? content / capacity : INFINITY;
}

double rd_port_load(const struct rd_port_lp *problem, const struct rd_port_stage *stage,
                    const double *flow, const double *final, struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    rd_arena_borrow(scratch);
    double *content = rd_take(scratch, problem->row_count, double), most = 0;
    double *size = rd_take(scratch, k, double);
    for (uint32_t commodity = 0; commodity < k; commodity++)
        size[commodity] = rd_network_weight(network, commodity);
    for (uint32_t link = 0; link < network->link_count; link++) {
        double items = 0; /* in largest ones */
        for (uint32_t commodity = 0; commodity < k; commodity++)
            items += flow[(size_t)link * k + commodity] * size[commodity];
        double time = items * (double)problem->item[link];
        content[network->from[link]] += time;
        content[problem->first_receive + network->to[link]] += time;
        content[problem->bus] += time;
        content[problem->first_link + link] = time;
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++)
            content[problem->first_shared + network->share[i].shared] +=
                items * (double)problem->share[i];
    }
    for (size_t label = 0; problem->compute && label < (size_t)network->host_count * k; label++)
        content[problem->first_processor + label / k] +=
            final[label] * (double)problem->compute[label / k];
    for (size_t row = 0; row < problem->row_count; row++)
        if (problem->row[row].servers > 0)
            most = fmax(most, over(content[row], stage->capacity[row]));
    return most;
}
