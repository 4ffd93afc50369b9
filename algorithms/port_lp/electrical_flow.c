#include "electrical_flow.h"

#include "flow_repair.h"

#include "algorithms/graph/balls.h"
#include "sim/base/groups.h"
#include "sim/base/guard.h"

#include <math.h>
#include <string.h>

/* Links as resistors between nodes, and what a method of conjugate gradients needs: [node_count]
 * each. */
struct circuit {
    uint32_t node_count, link_count;
    const uint32_t *from, *to;
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

/* What flows out of each node at given potentials. */
static void multiply(const struct circuit *circuit, const double *value, double *product)
{
    for (uint32_t node = 0; node < circuit->node_count; node++)
        product[node] = circuit->diagonal[node] * value[node];
    for (uint32_t link = 0; link < circuit->link_count; link++) {
        uint32_t from = circuit->from[link], to = circuit->to[link];
        product[from] -= circuit->conductance[link] * value[to];
        product[to] -= circuit->conductance[link] * value[from];
    }
}

static void precondition(const struct circuit *circuit)
{
    for (uint32_t node = 0; node < circuit->node_count; node++)
        circuit->scaled[node] = circuit->left[node] / circuit->diagonal[node];
}

/* Finds the potentials at which just what is left flows out of each node, until no more than
 * `enough` of that is left, so many steps were made, or time is up after a few. */
static void solve(const struct circuit *circuit, uint32_t steps, double enough)
{
    enum { LEAST_STEPS = 8 };
    uint32_t n = circuit->node_count;
    precondition(circuit);
    for (uint32_t node = 0; node < n; node++)
        circuit->direction[node] = circuit->scaled[node];
    double size = dot(n, circuit->left, circuit->scaled);
    for (uint32_t step = 0;
         step < steps && size > enough && (step < LEAST_STEPS || !rd_time_is_up()); step++) {
        multiply(circuit, circuit->direction, circuit->product);
        double length = size / dot(n, circuit->direction, circuit->product);
        for (uint32_t node = 0; node < n; node++) {
            circuit->potential[node] += length * circuit->direction[node];
            circuit->left[node] -= length * circuit->product[node];
        }
        precondition(circuit);
        double next = dot(n, circuit->left, circuit->scaled);
        for (uint32_t node = 0; node < n; node++)
            circuit->direction[node] =
                circuit->scaled[node] + next / size * circuit->direction[node];
        size = next;
    }
}

/* How much is left, in the measure of `solve`. */
static double size_of_left(const struct circuit *circuit)
{
    precondition(circuit);
    return dot(circuit->node_count, circuit->left, circuit->scaled);
}

/* In: links' ends; conductance [link_count], and what is to flow out of each node, changed. */
static struct circuit open_circuit(uint32_t node_count, uint32_t link_count, const uint32_t *from,
                                   const uint32_t *to, double *conductance, double *left,
                                   struct rd_arena *scratch)
{
    struct circuit circuit = {.node_count = node_count,
                              .link_count = link_count,
                              .from = from,
                              .to = to,
                              .conductance = conductance,
                              .diagonal = rd_take(scratch, node_count, double),
                              .potential = rd_take(scratch, node_count, double),
                              .left = left,
                              .scaled = rd_take(scratch, node_count, double),
                              .direction = rd_take(scratch, node_count, double),
                              .product = rd_take(scratch, node_count, double)};
    for (uint32_t link = 0; link < link_count; link++) {
        circuit.diagonal[from[link]] += conductance[link];
        circuit.diagonal[to[link]] += conductance[link];
    }
    return circuit;
}

/* The network of balls: links between two of them as one, whose resistance is that of its links
 * side by side, times how many in a row lead through a ball. */
static struct circuit circuit_of_balls(const struct circuit *circuit, const struct rd_balls *balls,
                                       struct rd_arena *scratch)
{
    const uint32_t *ball = balls->ball;
    uint32_t *tail = rd_take(scratch, circuit->link_count, uint32_t), crossing = 0, links = 0;
    for (uint32_t link = 0; link < circuit->link_count; link++) {
        bool leads_out = ball[circuit->from[link]] != ball[circuit->to[link]];
        tail[link] = leads_out ? ball[circuit->from[link]] : RD_NO_GROUP;
        crossing += leads_out;
    }
    double in_row = (double)circuit->link_count / fmax(crossing, 1);
    struct rd_groups at = rd_group(tail, circuit->link_count, balls->count, scratch);
    uint32_t *from = rd_take(scratch, crossing, uint32_t);
    uint32_t *to = rd_take(scratch, crossing, uint32_t);
    uint32_t *place = rd_take(scratch, balls->count, uint32_t); /* from 1 on, of each ball's link */
    double *conductance = rd_take(scratch, crossing, double);
    for (uint32_t sender = 0; sender < balls->count; sender++) {
        uint32_t before = links;
        for (uint32_t i = at.first[sender]; i < at.first[sender + 1]; i++) {
            uint32_t receiver = ball[circuit->to[at.member[i]]];
            if (place[receiver] <= before) {
                from[links] = sender;
                to[links] = receiver;
                place[receiver] = ++links;
            }
            conductance[place[receiver] - 1] += circuit->conductance[at.member[i]] / in_row;
        }
    }
    return open_circuit(balls->count, links, from, to, conductance,
                        rd_take(scratch, balls->count, double), scratch);
}

/* What is left in each ball, for which there are no potentials yet. */
static void collect_left(const struct circuit *circuit, const struct rd_balls *balls,
                         struct circuit *coarse)
{
    memset(coarse->left, 0, balls->count * sizeof *coarse->left);
    memset(coarse->potential, 0, balls->count * sizeof *coarse->potential);
    for (uint32_t node = 0; node < circuit->node_count; node++)
        coarse->left[balls->ball[node]] += circuit->left[node];
}

/* Where each node's links begin, which are in increasing order of it. */
static uint32_t *first_links(const struct circuit *circuit, struct rd_arena *scratch)
{
    uint32_t *first = rd_take(scratch, circuit->node_count + 1, uint32_t);
    for (uint32_t link = 0; link < circuit->link_count; link++)
        first[circuit->from[link] + 1]++;
    for (uint32_t node = 0; node < circuit->node_count; node++)
        first[node + 1] += first[node];
    return first;
}

/* Adds the potentials of balls that carry off what is left, made smooth: each is drawn towards the
 * mean of its neighbours' now and then, and all are multiplied by what leaves least energy. */
static void add_coarse(struct circuit *circuit, const struct circuit *coarse, const uint32_t *ball,
                       double *change)
{
    enum { ROUNDS = 4 };
    uint32_t n = circuit->node_count;
    double *product = circuit->product;
    for (uint32_t node = 0; node < n; node++)
        change[node] = coarse->potential[ball[node]];
    for (int round = 0; round < ROUNDS; round++) {
        multiply(circuit, change, product);
        for (uint32_t node = 0; node < n; node++)
            change[node] -= 2. / 3 * product[node] / circuit->diagonal[node];
    }
    multiply(circuit, change, product);
    double energy = dot(n, change, product);
    double factor = energy > 0 ? dot(n, change, circuit->left) / energy : 0;
    for (uint32_t node = 0; node < n; node++) {
        circuit->potential[node] += factor * change[node];
        circuit->left[node] -= factor * product[node];
    }
}

/* Finds potentials, until they are near enough, time is up after a few steps, or so many were made.
 * Where there are many nodes, balls of nodes are given theirs in the same way, and steps make them
 * smooth, in turn: from nothing, as many steps are needed as links are in a row. */
static void find_potentials(struct circuit *circuit, uint32_t steps, struct rd_arena *scratch)
{
    enum { MANY = 1 << 11, RADIUS = 2, SMOOTHING = 8, CYCLES = 3, CYCLES_OF_BALLS = 2 };
    uint32_t n = circuit->node_count, cycles = 0;
    double left = size_of_left(circuit), enough = left * 1e-14;
    if (n <= MANY) {
        solve(circuit, steps, enough);
        return;
    }
    rd_arena_borrow(scratch);
    struct rd_balls balls = rd_balls_take(n, scratch);
    rd_balls_find(&balls, n, first_links(circuit, scratch), circuit->to, RADIUS);
    if (balls.count == 1 || balls.count > n / 2) {
        solve(circuit, steps, enough);
        return;
    }
    struct circuit coarse = circuit_of_balls(circuit, &balls, scratch);
    double *change = rd_take(scratch, n, double);
    while (left > enough && (cycles < CYCLES || !rd_time_is_up()) && cycles < steps / SMOOTHING) {
        collect_left(circuit, &balls, &coarse);
        find_potentials(
            &coarse, balls.count <= MANY ? 2 * balls.count : CYCLES_OF_BALLS * SMOOTHING, scratch);
        add_coarse(circuit, &coarse, balls.ball, change);
        solve(circuit, SMOOTHING, enough);
        left = size_of_left(circuit);
        cycles++;
    }
}

void rd_network_send_current(const struct rd_network *network, double *surplus, uint32_t steps,
                             double *items, size_t stride, double *ret_potential,
                             struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    double *conductance = rd_take(scratch, network->link_count, double);
    for (uint32_t link = 0; link < network->link_count; link++)
        conductance[link] = network->item_s[link] > 0 ? 1 / network->item_s[link] : 1;
    struct circuit circuit = open_circuit(network->host_count, network->link_count, network->from,
                                          network->to, conductance, surplus, scratch);
    find_potentials(&circuit, steps, scratch);
    for (uint32_t link = 0; link < network->link_count; link++) {
        double fall = circuit.potential[network->from[link]] - circuit.potential[network->to[link]];
        double *of = &items[link * stride];
        *of = fmax(0, *of + conductance[link] * fall);
    }
    memcpy(ret_potential, circuit.potential, network->host_count * sizeof *ret_potential);
}

bool rd_has_electrical_flow(const struct rd_port_lp *problem)
{
    enum { SMALL_HOSTS = 256 };
    return problem->target && problem->network->all_reach &&
           problem->network->host_count >= SMALL_HOSTS;
}

const double *rd_electrical_flow(const struct rd_port_lp *problem, double *ret_size,
                                 double *ret_potential, struct rd_arena *arena)
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
        rd_network_send_current(network, surplus, STEPS, items + commodity, k,
                                ret_potential + (size_t)commodity * n, arena);
    }
    struct rd_port_stage stage = rd_port_stage_plain(problem, 1, arena);
    double load = rd_port_load(problem, &stage, items, NULL, arena);
    if (load < INFINITY)
        *ret_size = fmax(*ret_size, load / typical_load);
    return items;
}
