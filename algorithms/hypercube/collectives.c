#include "collectives.h"

void rd_cube_round(struct rd_lockstep_network *network, const uint32_t *to, const int64_t *word,
                   int64_t *ret_word)
{
    uint32_t host_count = network->instance->topology.host_count;
    struct rd_error error;
    for (uint32_t host = 0; host < host_count; host++)
        if (to[host] != host) {
            bool sent =
                rd_lockstep_send(network, host, to[host], RD_CONTROL, 0, word[host], &error);
            rd_assert(sent);
        }
    rd_lockstep_end_round(network);
    for (uint32_t host = 0; host < host_count; host++) {
        uint32_t count;
        const struct rd_message *inbox = rd_lockstep_inbox(network, host, &count);
        rd_assert(count == (to[host] != host));
        ret_word[host] = to[host] == host ? word[host] : inbox->word;
    }
}

/* Words that move from processor to processor, dimension by dimension: on the hypercube they stay
 * at home; on the shuffle-exchange the words of virtual processor v are at rotr^j(v) after j
 * dimensions, where edge 0 is v's dimension j. */
struct tour {
    struct rd_lockstep_network *network;
    uint32_t host_count;
    uint32_t dimension_count;
    bool shuffled;     /* on the shuffle-exchange */
    uint32_t bit;      /* of a host's number that the dimension under way is, where it is now */
    uint32_t *partner; /* [host_count] across it */
    uint32_t *onward;  /* [host_count] where an unshuffle takes a word; NULL on the hypercube */
    int64_t *got;      /* [host_count] the last round's words */
};

static struct tour tour_start(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    rd_assert(topology->shape == RD_HYPERCUBE || topology->shape == RD_SHUFFLE_EXCHANGE);
    struct tour tour = {.network = network,
                        .host_count = topology->host_count,
                        .dimension_count = topology->dimension_count,
                        .shuffled = topology->shape == RD_SHUFFLE_EXCHANGE};
    tour.partner = rd_take(scratch, tour.host_count, uint32_t);
    tour.got = rd_take(scratch, tour.host_count, int64_t);
    if (!tour.shuffled)
        return tour;
    tour.onward = rd_take(scratch, tour.host_count, uint32_t);
    for (uint32_t host = 0; host < tour.host_count; host++)
        tour.onward[host] = rd_unshuffled(topology, host);
    return tour;
}

/* Exchanges words across a dimension: the partner's are in `got`. */
static void tour_exchange(struct tour *tour, uint32_t dimension, const int64_t *word)
{
    tour->bit = tour->shuffled ? 0 : dimension;
    for (uint32_t host = 0; host < tour->host_count; host++)
        tour->partner[host] = host ^ (UINT32_C(1) << tour->bit);
    rd_cube_round(tour->network, tour->partner, word, tour->got);
}

/* Takes words on to where the next dimension is edge 0. Nothing to do on the hypercube. */
static void tour_go_on(struct tour *tour, int64_t *word)
{
    if (!tour->shuffled)
        return;
    rd_cube_round(tour->network, tour->onward, word, tour->got);
    for (uint32_t host = 0; host < tour->host_count; host++)
        word[host] = tour->got[host];
}

static int64_t reduced(enum rd_reduction reduction, int64_t a, int64_t b)
{
    switch (reduction) {
    case RD_REDUCE_SUM: return a + b;
    case RD_REDUCE_MINIMUM: return a < b ? a : b;
    case RD_REDUCE_MAXIMUM: break;
    }
    return a > b ? a : b;
}

void rd_cube_all_reduce(struct rd_lockstep_network *network, enum rd_reduction reduction,
                        int64_t *value, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct tour tour = tour_start(network, scratch);
    for (uint32_t dimension = 0; dimension < tour.dimension_count; dimension++) {
        tour_exchange(&tour, dimension, value);
        for (uint32_t host = 0; host < tour.host_count; host++)
            value[host] = reduced(reduction, value[host], tour.got[host]);
        tour_go_on(&tour, value);
    }
}

int64_t rd_cube_learn_largest(struct rd_lockstep_network *network, struct rd_arena *scratch)
{
    uint32_t host_count = network->instance->topology.host_count;
    rd_arena_borrow(scratch);
    int64_t *most = rd_take(scratch, host_count, int64_t);
    for (uint32_t host = 0; host < host_count; host++)
        most[host] = rd_lockstep_held(network, host, 0);
    rd_cube_all_reduce(network, RD_REDUCE_MAXIMUM, most, scratch);
    return most[0];
}

void rd_cube_scan(struct rd_lockstep_network *network, const int64_t *value, int64_t *ret_prefix,
                  int64_t *ret_total, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    struct tour tour = tour_start(network, scratch);
    for (uint32_t host = 0; host < tour.host_count; host++) {
        ret_prefix[host] = 0;
        ret_total[host] = value[host];
    }
    for (uint32_t dimension = 0; dimension < tour.dimension_count; dimension++) {
        tour_exchange(&tour, dimension, ret_total);
        for (uint32_t host = 0; host < tour.host_count; host++) {
            if ((host >> tour.bit) & 1)
                ret_prefix[host] += tour.got[host];
            ret_total[host] += tour.got[host];
        }
        tour_go_on(&tour, ret_total);
        tour_go_on(&tour, ret_prefix);
    }
}
