/* The plain port bound by libraries that solve linear programmes: yardsticks, each where it is
 * installed. */
#ifndef REDIST_TESTS_BENCH_NETWORK_LP_H
#define REDIST_TESTS_BENCH_NETWORK_LP_H

#include "algorithms/graph/network.h"

/* The least T such that a flow of one commodity keeps no send or receive port busy for longer.
 * In: a one-port network with one kind, whose goal is after. Returns: seconds; NAN if not solved.
 */
double network_lp_glpk(const struct rd_network *network);
double network_lp_clp(const struct rd_network *network);

/* Rows of the programme: hosts, their send ports, their receive ports. Columns: links, then T. Its
 * entries [4 * links + 2 * hosts], counted from 0; returns how many there are. */
static inline uint32_t network_lp_entries(const struct rd_network *network, int *row, int *column,
                                          double *factor)
{
    uint32_t n = network->host_count, links = network->link_count, count = 0;
    for (uint32_t link = 0; link < links; link++) {
        const struct {
            uint32_t row;
            double factor;
        } entry[] = {{network->from[link], 1},
                     {network->to[link], -1},
                     {n + network->from[link], network->item_s[link]},
                     {2 * n + network->to[link], network->item_s[link]}};
        for (int i = 0; i < 4; i++) {
            row[count] = (int)entry[i].row;
            column[count] = (int)link;
            factor[count++] = entry[i].factor;
        }
    }
    for (uint32_t port = n; port < 3 * n; port++) {
        row[count] = (int)port;
        column[count] = (int)links;
        factor[count++] = -1;
    }
    return count;
}

#endif
