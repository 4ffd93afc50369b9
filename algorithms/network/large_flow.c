#include "large_flow.h"

#include "currents.h"
#include "port_descent.h"
#include "port_mend.h"
#include "whole_flow.h"

#include <math.h>

/* What each host still has to give of a kind, or (below 0) to take; all together nothing: what
 * some have to give in all, others share who may take it. */
static void find_lacks(const struct rd_network *network, const struct rd_network_goal *goal,
                       uint32_t kind, const double *items, double *lack)
{
    uint32_t n = network->host_count, kinds = network->kind_count;
    double sum = 0, room = 0;
    for (uint32_t host = 0; host < n; host++)
        lack[host] = (double)rd_load(network->instance, host, kind);
    for (uint32_t link = 0; link < network->link_count; link++) {
        lack[network->from[link]] -= items[(size_t)link * kinds + kind];
        lack[network->to[link]] += items[(size_t)link * kinds + kind];
    }
    for (int round = 0; round < 2; round++)
        for (uint32_t host = 0; host < n; host++) {
            double held = lack[host], least = (double)goal->least[(size_t)host * kinds + kind];
            double most = (double)goal->most[(size_t)host * kinds + kind];
            if (round == 0) { /* only to know how much all lack, and could take */
                double of = held > most ? held - most : held < least ? held - least : 0;
                sum += of;
                room += of != 0 ? 0 : 1;
            } else {
                lack[host] = held > most    ? held - most
                             : held < least ? held - least
                             : room > 0     ? -sum / room
                                            : 0;
            }
        }
}

/* Sends what hosts lack of a kind as a current, which spreads over all ways. */
static void send_lacks(const struct rd_network *network, const struct rd_network_goal *goal,
                       uint32_t kind, uint32_t steps, double *items, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    double *lack = rd_take(scratch, network->host_count, double);
    find_lacks(network, goal, kind, items, lack);
    rd_network_send_current(network, lack, steps, items + kind, network->kind_count, scratch);
}

const double *rd_network_large_flow(const struct rd_network *network,
                                    const struct rd_network_goal *goal, uint32_t steps,
                                    double *ret_time_s, struct rd_arena *arena,
                                    struct rd_arena *scratch)
{
    size_t kinds = network->kind_count, columns = network->link_count * kinds;
    double *items = rd_take(arena, columns, double);
    rd_arena_borrow(scratch);
    rd_arena_borrow(arena);
    struct rd_network same = *network; /* with latencies counted as part of an item */
    rd_network_send_single_items(&same, scratch);
    struct rd_port_problem problem;
    double host_s = rd_network_host_s(&same, goal, scratch);
    if (host_s <= 0 || !rd_port_problem_read(&same, host_s, arena, scratch, &problem, NULL) ||
        problem.commodity_count != kinds)
        return NULL;
    double *final = rd_take(scratch, network->host_count * kinds, double);
    bool one_port = !network->all_ports && network->instance->port_model == RD_ONE_PORT;
    double size = host_s / problem.tick_s;
    const double *start = rd_port_currents(&problem, &size, scratch);
    struct rd_port_stage stage = rd_port_stage_plain(&problem, size, scratch);
    struct rd_port_descent *descent = rd_port_descent_open(&problem, &stage, !one_port, scratch);
    if (start)
        rd_port_descent_start_flow(descent, start);
    rd_port_descent_run(descent, steps);
    rd_port_descent_flow(descent, items, final);
    double load = rd_port_load(&problem, &stage, items, final, scratch);
    if (load <= 0)
        return NULL;
    *ret_time_s = load * size * problem.tick_s;
    /* A current goes where no way leads, too. */
    if (!network->all_reach && !rd_port_mend(&problem, scratch, items, final))
        return NULL;
    for (uint32_t kind = 0; network->all_reach && kind < kinds; kind++)
        send_lacks(&same, goal, kind, steps, items, scratch);
    rd_network_make_whole(&same, goal, *ret_time_s, items, scratch);
    return items;
}
