#include "electrical_flow.h"

#include "flow_repair.h"

#include "sim/base/guard.h"

#include <math.h>

/* The links as resistors, and what a method of conjugate gradients needs: [host_count] each. */
struct circuit {
    const struct rd_network *network;
    double *conductance; /* [link_count] */
    double *diagonal;
    double *potential, *left, *scaled, *direction, *product;
};

static double dot(uint32_t count, const double *a, const double *b)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* What flows out of each host at its potentials. */
static void multiply(const struct circuit *circuit, const double *value, double *product)
{
    const struct rd_network *network = circuit->network;
    for (uint32_t host = 0; host < network->host_count; host++)
        product[host] = circuit->diagonal[host] * value[host];
    for (uint32_t link = 0; link < network->link_count; link++) {
        uint32_t from = network->from[link], to = network->to[link];
        product[from] -= circuit->conductance[link] * value[to];
        product[to] -= circuit->conductance[link] * value[from];
    }
}

static void precondition(const struct circuit *circuit)
{
    for (uint32_t host = 0; host < circuit->network->host_count; host++)
        circuit->scaled[host] = circuit->left[host] / circuit->diagonal[host];
}

/* Finds the potentials at which just what is left flows out of each host. */
static void solve(const struct circuit *circuit, uint32_t steps)
{
    static const double enough = 1e-14;
    uint32_t n = circuit->network->host_count;
    precondition(circuit);
    for (uint32_t host = 0; host < n; host++)
        circuit->direction[host] = circuit->scaled[host];
    double size = dot(n, circuit->left, circuit->scaled), least = size * enough;
    for (uint32_t step = 0; step < steps && size > least && !rd_time_is_up(); step++) {
        multiply(circuit, circuit->direction, circuit->product);
        double length = size / dot(n, circuit->direction, circuit->product);
        for (uint32_t host = 0; host < n; host++) {
            circuit->potential[host] += length * circuit->direction[host];
            circuit->left[host] -= length * circuit->product[host];
        }
        precondition(circuit);
        double next = dot(n, circuit->left, circuit->scaled);
        for (uint32_t host = 0; host < n; host++)
            circuit->direction[host] =
                circuit->scaled[host] + next / size * circuit->direction[host];
        size = next;
    }
}

void rd_network_send_current(const struct rd_network *network, double *surplus, uint32_t steps,
                             double *items, size_t stride, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    uint32_t n = network->host_count;
    struct circuit circuit = {
        network,
        rd_take(scratch, network->link_count, double),
        rd_take(scratch, n, double),
        rd_take(scratch, n, double),
        surplus,
        rd_take(scratch, n, double),
        rd_take(scratch, n, double),
        rd_take(scratch, n, double),
    };
    for (uint32_t link = 0; link < network->link_count; link++) {
        circuit.conductance[link] = network->item_s[link] > 0 ? 1 / network->item_s[link] : 1;
        circuit.diagonal[network->from[link]] += circuit.conductance[link];
        circuit.diagonal[network->to[link]] += circuit.conductance[link];
    }
    solve(&circuit, steps);
    for (uint32_t link = 0; link < network->link_count; link++) {
        double fall = circuit.potential[network->from[link]] - circuit.potential[network->to[link]];
        double *of = &items[link * stride];
        *of = fmax(0, *of + circuit.conductance[link] * fall);
    }
}

bool rd_has_electrical_flow(const struct rd_port_lp *problem)
{
    enum { SMALL_HOSTS = 256 };
    return problem->target && problem->network->all_reach &&
           problem->network->host_count >= SMALL_HOSTS;
}

const double *rd_electrical_flow(const struct rd_port_lp *problem, double *ret_size,
                                 struct rd_arena *arena)
{
    enum { STEPS = 2000 };
    static const double typical_load = 1.5; /* of the busiest row of currents, over the least */
    const struct rd_network *network = problem->network;
    uint32_t n = network->host_count, k = problem->commodity_count;
    if (!rd_has_electrical_flow(problem))
        return NULL;
    double *items = rd_take(arena, (size_t)network->link_count * k, double);
    rd_arena_borrow(arena);
    double *surplus = rd_take(arena, n, double);
    for (uint32_t commodity = 0; commodity < k; commodity++) {
        for (uint32_t host = 0; host < n; host++) {
            size_t label = (size_t)host * k + commodity;
            surplus[host] = (double)(problem->load[label] - problem->target[label]);
        }
        rd_network_send_current(network, surplus, STEPS, items + commodity, k, arena);
    }
    struct rd_port_stage stage = rd_port_stage_plain(problem, 1, arena);
    double load = rd_port_load(problem, &stage, items, NULL, arena);
    if (load < INFINITY)
        *ret_size = fmax(*ret_size, load / typical_load);
    return items;
}
