#include "port_mend.h"

#include "sim/base/integers.h"

#include <math.h>

/* What each host would still have to give, [host_count * commodity_count]. */
static double *find_lacks(const struct rd_port_problem *problem, const double *flow,
                          const double *final, struct rd_arena *scratch)
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
static void scale_computing(const struct rd_port_problem *problem, uint32_t commodity,
                            double *final)
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

/* Makes a balance's loads sum to the items that there are, and differ by no more than they may. */
static void fill_balance(const struct rd_port_problem *problem, uint32_t commodity, double *final)
{
    uint32_t n = problem->network->host_count, k = problem->commodity_count;
    const struct rd_final_range *range = &problem->finals[commodity];
    double level = (double)range->most_least, lack = (double)range->items, above = 0, below = 0;
    for (uint32_t host = 0; host < n; host++)
        if (rd_host_is_final(problem, host))
            level = fmin(level, final[(size_t)host * k + commodity]);
    level = fmax(level, (double)range->least);
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
}

static void mend_finals(const struct rd_port_problem *problem, double *final)
{
    for (uint32_t commodity = 0; commodity < problem->commodity_count; commodity++)
        if (problem->compute)
            scale_computing(problem, commodity, final);
        else
            fill_balance(problem, commodity, final);
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

/* What flows both ways between two hosts need not flow. */
static void cancel_pairs(const struct rd_network *network, uint32_t k, double *flow)
{
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        if (from > to)
            continue;
        uint32_t low = network->out_first[to], high = network->out_first[to + 1];
        RD_FIND_FIRST(low, high, i, network->to[i] >= from);
        if (low == network->out_first[to + 1] || network->to[low] != from)
            continue;
        for (uint32_t commodity = 0; commodity < k; commodity++) {
            double *there = &flow[(size_t)link * k + commodity];
            double *back = &flow[(size_t)low * k + commodity];
            double both = fmin(*there, *back);
            *there -= both;
            *back -= both;
        }
    }
}

bool rd_port_mend(const struct rd_port_problem *problem, struct rd_arena *scratch, double *flow,
                  double *final)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    rd_arena_borrow(scratch);
    if (!problem->target)
        mend_finals(problem, final);
    double *lack = find_lacks(problem, flow, final, scratch);
    struct rd_network_tree in = rd_network_tree(network, true, scratch);
    struct rd_network_tree out = rd_network_tree(network, false, scratch);
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        send_along(network, &in, true, commodity, k, lack, flow);
        send_along(network, &out, false, commodity, k, lack, flow);
    }
    cancel_pairs(network, k, flow);
    bool whole = true;
    for (size_t label = 0; label < (size_t)network->host_count * k; label++)
        whole &= label < k || lack[label] == 0;
    return whole;
}

static double over(double content, double capacity)
{
    if (content <= 0)
        return 0;
    return capacity > 0 ? content / capacity : INFINITY;
}

double rd_port_load(const struct rd_port_problem *problem, const struct rd_port_stage *stage,
                    const double *flow, const double *final, struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    uint32_t k = problem->commodity_count;
    rd_arena_borrow(scratch);
    double *content = rd_take(scratch, problem->row_count, double), most = 0;
    for (uint32_t link = 0; link < network->link_count; link++) {
        double items = 0;
        for (uint32_t commodity = 0; commodity < k; commodity++)
            items += flow[(size_t)link * k + commodity];
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
