#include "large_flow.h"

#include "flow_rounding.h"

#include "algorithms/port_lp/electrical_flow.h"
#include "algorithms/port_lp/flow_repair.h"
#include "algorithms/port_lp/pdhg.h"

#include <math.h>
#include <string.h>

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
    rd_network_send_current(network, lack, steps, items + kind, network->kind_count,
                            rd_take(scratch, network->host_count, double), scratch);
}

/* The same of all kinds. What runs against a link is taken off it, and of links both ways only one
 * is used in the end. */
static void send_all_lacks(const struct rd_network *network, const struct rd_network_goal *goal,
                           uint32_t steps, double *items, struct rd_arena *scratch)
{
    uint32_t kinds = network->kind_count;
    double plenty = 0;
    for (uint32_t kind = 0; kind < kinds; kind++)
        plenty = fmax(plenty, (double)rd_item_count(network->instance, kind));
    rd_flow_open_pairs(network, kinds, plenty, items);
    for (uint32_t kind = 0; kind < kinds; kind++)
        send_lacks(network, goal, kind, steps, items, scratch);
    rd_flow_cancel_pairs(network, kinds, items);
}

/* The flow that so many steps of a descent come to, and what hosts end with. In: size, in ticks,
 * what it measures time by; changed where currents say that it is too little. */
static void descend(const struct rd_port_lp *problem, uint32_t steps, double *size, double *items,
                    double *final, struct rd_arena *scratch)
{
    const struct rd_network *network = problem->network;
    rd_arena_borrow(scratch);
    double *potential =
        rd_take(scratch, (size_t)network->host_count * problem->commodity_count, double);
    const double *start = rd_electrical_flow(problem, size, potential, scratch);
    struct rd_port_stage stage = rd_port_stage_plain(problem, *size, scratch);
    struct rd_pdhg *descent =
        rd_pdhg_open(problem, &stage, !rd_has_one_port(network->instance), scratch);
    if (start)
        rd_pdhg_start_flow(descent, start);
    rd_pdhg_run(descent, steps);
    rd_pdhg_flow(descent, items, final);
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
    struct rd_port_lp problem;
    double host_s = rd_network_host_s(&same, goal, scratch);
    if (host_s <= 0 || !rd_port_lp_read(&same, host_s, arena, scratch, &problem, NULL) ||
        problem.commodity_count != kinds)
        return NULL;
    double *final = rd_take(scratch, network->host_count * kinds, double);
    double size = host_s / problem.tick_s;
    descend(&problem, steps, &size, items, final, scratch);
    struct rd_port_stage stage = rd_port_stage_plain(&problem, size, scratch);
    double load = rd_port_load(&problem, &stage, items, final, scratch);
    if (load <= 0)
        return NULL;
    *ret_time_s = load * size * problem.tick_s;
    if (!network->all_reach && !rd_flow_repair(&problem, scratch, items, final))
        return NULL;
    if (network->all_reach)
        send_all_lacks(&same, goal, steps, items, scratch);
    rd_flow_round(&same, goal, *ret_time_s, items, scratch);
    return items;
}

/* Sends all items as currents. They may run against a link: each has plenty to take off, both ways
 * alike, and what is left of that is cancelled; but for links one way, unlike in send_all_lacks:
 * what these carry on for nothing is made good by the trees that follow. Of 20,000 hosts with
 * random links one way the plan takes 2.3 times the bound so, and 6.0 times without. */
static void send_all(const struct rd_network *network, const struct rd_network_goal *goal,
                     uint32_t steps, double *items, struct rd_arena *scratch)
{
    size_t kinds = network->kind_count;
    for (uint32_t kind = 0; kind < kinds; kind++) {
        double plenty = (double)rd_item_count(network->instance, kind);
        for (uint32_t link = 0; link < network->link_count; link++)
            items[link * kinds + kind] = plenty;
        send_lacks(network, goal, kind, steps, items, scratch);
    }
    rd_flow_cancel_pairs(network, network->kind_count, items);
}

/* What hosts still have to give of a kind, or (below 0) to take, in whole items, by a whole flow;
 * what they lack together, or have too much, as far as each may. */
static void find_whole_lacks(const struct rd_network *network, const struct rd_network_goal *goal,
                             uint32_t kind, const double *items, double *lack)
{
    size_t n = network->host_count, kinds = network->kind_count;
    double sum = 0;
    for (uint32_t host = 0; host < n; host++)
        lack[host * kinds + kind] = (double)rd_load(network->instance, host, kind);
    for (uint32_t link = 0; link < network->link_count; link++) {
        lack[network->from[link] * kinds + kind] -= items[link * kinds + kind];
        lack[network->to[link] * kinds + kind] += items[link * kinds + kind];
    }
    for (int round = 0; round < 2; round++)
        for (size_t entry = kind; entry < n * kinds; entry += kinds) {
            double held = lack[entry], least = (double)goal->least[entry];
            double most = (double)goal->most[entry];
            double final = fmin(fmax(held, least), most);
            if (round == 0) {
                sum += held - final; /* what others have to keep more, or less */
            } else {
                double more = fmin(fmax(final + sum, least), most) - final;
                sum -= more;
                lack[entry] = held - final - more;
            }
        }
}

const double *rd_network_flow_at_once(const struct rd_network *network,
                                      const struct rd_network_goal *goal, uint32_t steps,
                                      struct rd_arena *arena, struct rd_arena *scratch)
{
    size_t kinds = network->kind_count, columns = network->link_count * kinds;
    if (!network->all_reach)
        return NULL;
    double *items = rd_take(arena, columns, double);
    rd_arena_borrow(scratch);
    double *lack = rd_take(scratch, network->host_count * kinds, double);
    struct rd_network same = *network; /* with latencies counted as part of an item */
    rd_network_send_single_items(&same, scratch);
    send_all(&same, goal, steps, items, scratch);
    for (size_t i = 0; i < columns; i++)
        items[i] = nearbyint(items[i]);
    for (uint32_t kind = 0; kind < kinds; kind++)
        find_whole_lacks(network, goal, kind, items, lack);
    rd_flow_send_in_balls(network, network->kind_count, lack, items, scratch);
    return rd_flow_send_in_trees(network, network->kind_count, lack, items, scratch) ? items : NULL;
}
