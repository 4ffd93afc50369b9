/* Leighton's algorithm on the 1-port hypercube and shuffle-exchange.
 *
 *     loads 2 0 1 3, phase 0:   0   2   3  designate a token each
 *                               |   |   |  ranks 0, 1, 2, by a scan
 *                               0   1   2  destinations, from start = 0 on; phase 1 starts at 3
 *
 * All learn the largest load m. In each of m phases everybody who still has a token of its own
 * designates one, and those go to consecutive processors, dimension 0 first; so processors are
 * filled in turn, and the first n mod p of them end with one more. A scan costs as much as a route.
 * Hypotheses: one kind. */
#include "leighton.h"

#include "bounds.h"
#include "cube.h"

/* Tokens on their way: what each processor has in its hands in the round under way. */
struct route {
    struct rd_lockstep_network *network;
    int32_t kind;
    uint32_t host_count;
    uint32_t dimension_count;
    bool shuffled;         /* on the shuffle-exchange */
    uint32_t *destination; /* [host_count] of the token in hand; RD_NO_HOST: none */
};

static void send_token(struct route *route, uint32_t from, uint32_t to)
{
    struct rd_error error;
    bool sent = rd_lockstep_send(route->network, from, to, route->kind, 1, route->destination[from],
                                 &error);
    rd_assert(sent);
    route->destination[from] = RD_NO_HOST;
}

/* Ends the round: who was sent a token has it in its hands. */
static void take_tokens(struct route *route)
{
    rd_lockstep_end_round(route->network);
    for (uint32_t host = 0; host < route->host_count; host++) {
        uint32_t count;
        const struct rd_message *inbox = rd_lockstep_inbox(route->network, host, &count);
        if (count == 0)
            continue;
        rd_assert(route->destination[host] == RD_NO_HOST);
        route->destination[host] = (uint32_t)inbox->word;
    }
}

/* Sends on the tokens whose destination differs in a dimension; on the shuffle-exchange they all
 * go on with an unshuffle, so that after d dimensions they are where they are at home. */
static void cross(struct route *route, uint32_t dimension)
{
    uint32_t bit = route->shuffled ? 0 : dimension;
    for (uint32_t host = 0; host < route->host_count; host++)
        if (route->destination[host] != RD_NO_HOST &&
            ((route->destination[host] >> dimension) & 1) != ((host >> bit) & 1))
            send_token(route, host, host ^ (UINT32_C(1) << bit));
    take_tokens(route);
    if (!route->shuffled)
        return;
    for (uint32_t host = 0; host < route->host_count; host++) {
        uint32_t onward = rd_unshuffled(&route->network->instance->topology, host);
        if (route->destination[host] != RD_NO_HOST && onward != host)
            send_token(route, host, onward);
    }
    take_tokens(route);
}

void rd_leighton_phases(struct rd_lockstep_network *network, int32_t kind, const int64_t *surplus,
                        int64_t phase_count, int64_t *start, struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    uint32_t host_count = topology->host_count;
    rd_arena_borrow(scratch);
    struct route route = {.network = network,
                          .kind = kind,
                          .host_count = host_count,
                          .dimension_count = topology->dimension_count,
                          .shuffled = topology->shape == RD_SHUFFLE_EXCHANGE};
    route.destination = rd_take(scratch, host_count, uint32_t);
    int64_t *designates = rd_take(scratch, host_count, int64_t);
    int64_t *rank = rd_take(scratch, host_count, int64_t);
    int64_t *total = rd_take(scratch, host_count, int64_t);
    if (route.dimension_count == 0) /* one processor has nobody to give to */
        phase_count = 0;
    for (int64_t phase = 0; phase < phase_count; phase++) {
        for (uint32_t host = 0; host < host_count; host++)
            designates[host] = surplus[host] > phase;
        rd_cube_scan(network, designates, rank, total, scratch);
        for (uint32_t host = 0; host < host_count; host++) {
            route.destination[host] =
                designates[host] ? (uint32_t)((start[host] + rank[host]) % host_count) : RD_NO_HOST;
            start[host] = (start[host] + total[host]) % host_count;
        }
        for (uint32_t dimension = 0; dimension < route.dimension_count; dimension++)
            cross(&route, dimension);
    }
}

int64_t rd_leighton_level(struct rd_lockstep_network *network, int32_t kind, int64_t *start,
                          struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    rd_arena_borrow(scratch);
    int64_t *least = rd_take(scratch, host_count, int64_t);
    int64_t *most = rd_take(scratch, host_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        least[host] = most[host] = rd_lockstep_held(network, host, (uint32_t)kind);
    rd_cube_all_reduce(network, RD_REDUCE_MINIMUM, least, scratch);
    rd_cube_all_reduce(network, RD_REDUCE_MAXIMUM, most, scratch);
    int64_t apart = most[0] - least[0];
    int64_t *surplus = rd_take(scratch, host_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        surplus[host] = rd_lockstep_held(network, host, (uint32_t)kind) - least[host];
    if (apart > 1)
        rd_leighton_phases(network, kind, surplus, apart, start, scratch);
    return apart > 1 ? apart : 0;
}

/* --- plans --- */

/* A scan is a word a host and round, a token crosses d links. */
static double transfer_bound(const struct rd_instance *instance)
{
    /* A shuffle-exchange moves the token, the total and the prefix on as well. */
    double hops = instance->topology.shape == RD_SHUFFLE_EXCHANGE ? 2 : 1;
    double scan_words = instance->topology.shape == RD_SHUFFLE_EXCHANGE ? 3 : 1;
    double d = instance->topology.dimension_count, p = instance->topology.host_count;
    double m = (double)rd_cube_largest_load(instance, 0);
    double n = (double)rd_item_count(instance, 0);
    return d * (hops * p + scan_words * p * m + hops * n);
}

static bool plan(RD_PLAN_PARAMETERS)
{
    uint32_t host_count = instance->topology.host_count;
    struct rd_lockstep_network network;
    rd_lockstep_open(&network, instance, rd_cube_step_s(instance), arena, ret_plan);
    int64_t m = rd_cube_learn_largest(&network, scratch);
    int64_t *start = rd_take(scratch, host_count, int64_t);
    rd_leighton_phases(&network, 0, instance->load, m, start, scratch);
    return true;
}

const struct rd_algorithm cube_leighton = {
    .name = "cube-leighton",
    .summary =
        "one token of every processor to consecutive processors, phase by phase: d + 2dm steps",
    .source = "[plaxton1989], 2.1, after Leighton",
    RD_CUBE_BALANCER,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .plan = plan,
};

/* The same with an exchange and an unshuffle for each dimension: what virtual processor v has in
 * its hands, words and tokens, moves to rotr^j(v), whose edge 0 is v's dimension j. */
const struct rd_algorithm shuffle_leighton = {
    .name = "shuffle-leighton",
    .summary = "Leighton's algorithm by exchanges and unshuffles: 2d + 5dm steps",
    .source = "[plaxton1989], 2.1 and 2.4",
    RD_SHUFFLE_BALANCER,
    .accepts = rd_cube_accepts_one_kind,
    .transfer_bound = transfer_bound,
    .plan = plan,
};
