#include "leighton.h"

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
    struct rd_arena_mark mark = rd_arena_mark(scratch);
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
    rd_arena_rewind(scratch, mark);
}

int64_t rd_leighton_level(struct rd_lockstep_network *network, int32_t kind, int64_t *start,
                          struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    struct rd_arena_mark mark = rd_arena_mark(scratch);
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
    rd_arena_rewind(scratch, mark);
    return apart > 1 ? apart : 0;
}
