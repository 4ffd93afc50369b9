#include "port_cut.h"

#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

/* A search for the set that shows most. */
struct cut {
    const struct rd_port_lp *problem;
    double *surplus;         /* [host_count * commodity_count] */
    double *row, *potential; /* prices of the best set so far.. */
    double ticks;            /* ..and the date before which they show no end; 0: none yet */
    double *port, *links; /* [host_count] largest items in a tick over one port, over all links */
};

/* A set under trial, and what crosses out of it. */
struct trial {
    struct cut *cut;
    const double *value;
    double threshold;
    bool at_sender; /* are items charged where they leave, or where they arrive? */
};

static bool is_inside(const struct trial *trial, uint32_t host)
{
    return trial->value[host] > trial->threshold;
}

static bool crosses(const struct trial *trial, uint32_t link)
{
    const struct rd_network *network = trial->cut->problem->network;
    return is_inside(trial, network->from[link]) && !is_inside(trial, network->to[link]);
}

static uint32_t charged_host(const struct trial *trial, uint32_t link)
{
    const struct rd_network *network = trial->cut->problem->network;
    return trial->at_sender ? network->from[link] : network->to[link];
}

/* Largest items over a link in a tick. */
static double rate_of_link(const struct rd_port_lp *problem, uint32_t link)
{
    return problem->item[link] > 0 ? 1 / (double)problem->item[link] : INFINITY;
}

/* Does a host's port carry less than its links? */
static bool is_limited_by_port(const struct trial *trial, uint32_t host)
{
    uint32_t ports = trial->cut->problem->network->ports[host];
    return ports != UINT32_MAX && ports * trial->cut->port[host] <= trial->cut->links[host];
}

/* Largest items that can leave the set in a tick; INFINITY where a link takes no time. */
static double rate_of(const struct trial *trial)
{
    const struct rd_port_lp *problem = trial->cut->problem;
    uint32_t n = problem->network->host_count;
    double sum = 0;
    memset(trial->cut->port, 0, n * sizeof *trial->cut->port);
    memset(trial->cut->links, 0, n * sizeof *trial->cut->links);
    for (uint32_t link = 0; link < problem->network->link_count; link++) {
        if (!crosses(trial, link))
            continue;
        uint32_t host = charged_host(trial, link);
        double rate = rate_of_link(problem, link);
        trial->cut->links[host] += rate;
        trial->cut->port[host] = fmax(trial->cut->port[host], rate);
    }
    for (uint32_t host = 0; host < n; host++)
        if (trial->cut->links[host] > 0)
            sum += is_limited_by_port(trial, host)
                       ? problem->network->ports[host] * trial->cut->port[host]
                       : trial->cut->links[host];
    return sum;
}

/* Largest items of a commodity that have to leave the set, at least. */
static double leaving(const struct trial *trial, uint32_t commodity)
{
    const struct rd_port_lp *problem = trial->cut->problem;
    double sum = 0;
    for (uint32_t host = 0; host < problem->network->host_count; host++)
        if (is_inside(trial, host))
            sum += trial->cut->surplus[(size_t)host * problem->commodity_count + commodity];
    return fmax(sum, 0) * rd_network_weight(problem->network, commodity);
}

static void keep_prices(const struct trial *trial)
{
    const struct rd_port_lp *problem = trial->cut->problem;
    uint32_t k = problem->commodity_count, n = problem->network->host_count;
    double *row = trial->cut->row;
    memset(row, 0, problem->row_count * sizeof *row);
    for (uint32_t link = 0; link < problem->network->link_count; link++) {
        if (!crosses(trial, link))
            continue;
        uint32_t host = charged_host(trial, link);
        if (is_limited_by_port(trial, host))
            row[host + (trial->at_sender ? 0 : problem->first_receive)] = trial->cut->port[host];
        else
            row[problem->first_link + link] = rate_of_link(problem, link);
    }
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        double worth =
            leaving(trial, commodity) > 0 ? rd_network_weight(problem->network, commodity) : 0;
        for (uint32_t host = 0; host < n; host++)
            trial->cut->potential[(size_t)host * k + commodity] =
                is_inside(trial, host) ? worth : 0;
    }
}

/* Tries the hosts whose value is above a threshold. */
static void try_set(struct cut *cut, const double *value, double threshold)
{
    struct trial trial = {.cut = cut, .value = value, .threshold = threshold};
    double items = 0;
    for (uint32_t commodity = 0; commodity < cut->problem->commodity_count; commodity++)
        items += leaving(&trial, commodity);
    for (int side = 0; side < 2; side++) {
        trial.at_sender = side == 0;
        double rate = rate_of(&trial), ticks = rate > 0 ? items / rate : 0;
        if (ticks <= cut->ticks)
            continue;
        cut->ticks = ticks;
        keep_prices(&trial);
    }
}

static void try_levels(struct cut *cut, const double *value)
{
    enum { LEVELS = 15 };
    double least = INFINITY, most = -INFINITY;
    for (uint32_t host = 0; host < cut->problem->network->host_count; host++) {
        least = fmin(least, value[host]);
        most = fmax(most, value[host]);
    }
    for (int i = 1; i <= LEVELS; i++)
        try_set(cut, value, least + (most - least) * i / (LEVELS + 1));
}

double rd_port_cut_find(const struct rd_port_lp *problem, const double *potential,
                        struct rd_arena *arena, struct rd_real_prices *ret_prices)
{
    size_t n = problem->network->host_count, k = problem->commodity_count;
    struct cut cut = {.problem = problem,
                      .surplus = rd_take(arena, n * k, double),
                      .row = rd_take(arena, problem->row_count, double),
                      .potential = rd_take(arena, n * k, double),
                      .port = rd_take(arena, n, double),
                      .links = rd_take(arena, n, double)};
    double *gives = rd_take(arena, n, double);
    for (size_t label = 0; label < n * k; label++) {
        cut.surplus[label] = rd_surplus(problem, (uint32_t)(label / k), (uint32_t)(label % k));
        gives[label / k] += cut.surplus[label];
    }
    try_set(&cut, gives, 0);
    for (size_t commodity = 0; potential && commodity < k && !rd_time_is_up(); commodity++)
        try_levels(&cut, potential + commodity * n);
    *ret_prices = rd_real_prices(problem, cut.row, cut.potential);
    return cut.ticks;
}
