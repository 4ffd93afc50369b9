#include "step_sizes.h"

#include <math.h>

static double mean_per_time(const struct rd_pdhg *d, uint32_t host)
{
    const struct rd_network *network = d->problem->network;
    double sum = 0;
    uint32_t count = 0;
    for (int receives = 0; receives < 2; receives++) {
        struct rd_port_links port = rd_port_links_of(network, host, receives);
        for (uint32_t i = 0; i < port.count; i++)
            sum += d->per_time[rd_port_link(&port, i)];
        count += port.count;
    }
    return count > 0 ? sum / count : 1;
}

/* The prices of all rows that a link's time is charged for, were each 1. */
static double charge_of(const struct rd_pdhg *d, uint32_t link, const double *one)
{
    return d->is_timed[link] ? rd_port_price(d, link, one, d->factor) : 0;
}

/* The steps of links and final loads. In: host_weight [n]: hosts are weighed so that their rows
 * count as much as ports do. */
static void find_column_steps(struct rd_pdhg *d, const double *host_weight, const double *one)
{
    const struct rd_network *network = d->problem->network;
    for (uint32_t link = 0; link < d->links; link++) {
        double weight = host_weight[network->from[link]] + host_weight[network->to[link]];
        d->link_step[link] = 1 / (weight * d->per_time[link] + charge_of(d, link, one));
    }
    for (uint32_t host = 0; host < d->n; host++) {
        double column = host_weight[host] * d->final_per_time[host];
        if (d->problem->compute && d->problem->compute[host] > 0)
            column += d->factor[d->problem->first_processor + host];
        d->final_step[host] = 1 / column;
    }
}

/* The inverse of each host's sum. */
static void find_host_steps(struct rd_pdhg *d, const double *host_weight, struct rd_arena *arena)
{
    const struct rd_network *network = d->problem->network;
    double *sum = rd_take(arena, d->n, double), level_column = 0;
    for (uint32_t link = 0; link < d->links; link++) {
        sum[network->from[link]] += d->per_time[link];
        sum[network->to[link]] += d->per_time[link];
    }
    for (uint32_t host = 0; host < d->n; host++) {
        if (d->has_finals && rd_host_is_final(d->problem, host))
            sum[host] += d->final_per_time[host];
        if (d->has_level && rd_host_is_final(d->problem, host)) {
            level_column += host_weight[host] * d->level_per_time;
            sum[host] += d->level_per_time;
        }
        d->host_step[host] = sum[host] > 0 ? host_weight[host] / sum[host] : 0;
    }
    d->level_step = level_column > 0 ? 1 / level_column : 0;
}

/* A level adds one column, which all hosts that keep items share. */
static void find_pull(struct rd_pdhg *d, struct rd_arena *arena)
{
    double *at = rd_take(arena, d->n, double), sum = 0;
    d->pulled = rd_take(arena, d->n, double);
    for (uint32_t host = 0; host < d->n; host++)
        at[host] = rd_host_is_final(d->problem, host);
    rd_laplacian_solve(d->laplacian, at, 1, d->pulled);
    for (uint32_t host = 0; host < d->n; host++)
        sum += at[host] * d->pulled[host];
    d->pull = 1 / (2 * d->level_step * d->level_per_time * d->level_per_time) + sum;
}

/* Where a network is long and narrow, potentials that go by one host at a time take as many steps
 * as it is long, and more. There the Laplacian of the links' steps stands for the hosts' steps: it
 * may be so with any steps of links, here the roots of costs, if no row takes more than half. */
static void find_laplacian(struct rd_pdhg *d, struct rd_arena *arena)
{
    enum { LONG_HOSTS = 256, NARROW_WIDTH = 48 };
    static const double BELOW_LEVEL = 1e-3;
    if (d->n < LONG_HOSTS)
        return;
    struct rd_laplacian *laplacian;
    double *step = rd_take(arena, d->links, double), *weight = rd_take(arena, d->links, double);
    double *final_step = rd_take(arena, d->n, double), *diagonal = rd_take(arena, d->n, double);
    for (uint32_t link = 0; link < d->links; link++) {
        step[link] = sqrt(d->level_per_time / d->per_time[link]) / 8;
        weight[link] = 2 * step[link] * d->per_time[link] * d->per_time[link];
    }
    for (uint32_t host = 0; host < d->n; host++) {
        if (!d->has_finals || !rd_host_is_final(d->problem, host))
            continue;
        final_step[host] = d->has_level ? BELOW_LEVEL * d->final_step[host] : d->final_step[host];
        diagonal[host] = 2 * final_step[host] * d->final_per_time[host] * d->final_per_time[host];
    }
    laplacian = rd_laplacian_factorise(d->problem->network, weight, diagonal, NARROW_WIDTH, arena);
    if (!laplacian)
        return;
    d->laplacian = laplacian;
    d->link_step = step;
    d->final_step = final_step;
    d->link_weight = weight;
    d->host_diagonal = diagonal;
    if (d->has_level)
        find_pull(d, arena);
}

/* The inverse of each row's sum; with a Laplacian, that for the steps there are. */
static void find_row_steps(struct rd_pdhg *d, const double *one)
{
    const struct rd_network *network = d->problem->network;
    const struct rd_port_lp *problem = d->problem;
    for (uint32_t link = 0; link < d->links; link++) {
        if (!d->is_timed[link])
            continue;
        uint32_t from = network->from[link], to = network->to[link];
        double part = d->laplacian ? 2 * d->link_step[link] * charge_of(d, link, one) : 1;
        d->row_step[from] += part * d->factor[from];
        d->row_step[d->n + to] += part * d->factor[d->n + to];
        d->row_step[problem->bus] += part * d->factor[problem->bus];
        for (uint32_t i = network->share_first[link]; i < network->share_first[link + 1]; i++) {
            size_t row = problem->first_shared + network->share[i].shared;
            d->row_step[row] += part * d->weight_of_share[i] * d->factor[row];
        }
        if (problem->first_link < d->row_count)
            d->row_step[problem->first_link + link] = part * d->factor[problem->first_link + link];
    }
    for (uint32_t host = 0; host < d->n; host++)
        if (problem->compute && problem->compute[host] > 0) {
            double factor = d->factor[problem->first_processor + host];
            double part = d->laplacian ? 2 * d->final_step[host] * factor : 1;
            d->row_step[problem->first_processor + host] = part * factor;
        }
    for (size_t row = 0; row < d->row_count; row++)
        d->row_step[row] = d->row_step[row] > 0 ? 1 / (d->row_step[row] * d->k) : 0;
}

void rd_step_sizes_find(struct rd_pdhg *descent, struct rd_arena *arena)
{
    struct rd_pdhg *d = descent;
    double *host_weight = rd_take(arena, d->n, double), *one = rd_take(arena, d->row_count, double);
    d->link_step = rd_take(arena, d->links, double);
    d->final_per_time = rd_take(arena, d->n, double);
    d->final_step = rd_take(arena, d->n, double);
    d->host_step = rd_take(arena, d->n, double);
    d->row_step = rd_take(arena, d->row_count, double);
    for (uint32_t host = 0; host < d->n; host++) {
        double per_time = mean_per_time(d, host);
        host_weight[host] = 3 / per_time;
        d->level_per_time += per_time / d->n;
        bool takes_time = d->problem->compute && d->problem->compute[host] > 0;
        d->final_per_time[host] = takes_time ? 1 / (double)d->problem->compute[host] : per_time;
    }
    for (size_t row = 0; row < d->row_count; row++)
        one[row] = 1;
    find_column_steps(d, host_weight, one);
    find_host_steps(d, host_weight, arena);
    find_laplacian(d, arena);
    find_row_steps(d, one);
}
