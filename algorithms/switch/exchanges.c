#include "transfers.h"

#include "sim/base/integers.h"

static uint32_t caterpillar_partner(uint32_t hosts, uint32_t host, uint32_t iteration)
{
    return (2 * hosts - 1 - host - iteration) % hosts;
}

/* Iterations in which some host has a partner other than itself; they come first. */
static uint32_t caterpillar_iterations(uint32_t hosts)
{
    return hosts <= 2 ? hosts - 1 : hosts;
}

/* What every host sends to its partner of each round. */
static void exchange(const struct rd_transfers *transfers, uint32_t rounds,
                     uint32_t (*partner_of)(uint32_t hosts, uint32_t host, uint32_t round),
                     struct rd_arena *arena, struct rd_plan *plan)
{
    uint32_t hosts = transfers->instance->topology.host_count;
    for (uint32_t round = 0; round < rounds; round++)
        for (uint32_t host = 0; host < hosts; host++) {
            uint32_t partner = partner_of(hosts, host, round);
            if (partner != host)
                rd_transfers_add_message(transfers, round, host, partner, arena, plan);
        }
}

void rd_exchange_caterpillar(const struct rd_transfers *transfers, struct rd_arena *arena,
                             struct rd_plan *plan)
{
    plan->timing = RD_LOCK_STEP;
    plan->round_count = caterpillar_iterations(transfers->instance->topology.host_count);
    exchange(transfers, plan->round_count, caterpillar_partner, arena, plan);
}

/* A pair of an iteration. */
struct pair {
    uint32_t first; /* sends first */
    uint32_t second;
    int64_t there;
    int64_t back;
};

static uint32_t read_pairs(const struct rd_transfers *transfers, uint32_t iteration,
                           struct pair *pair)
{
    uint32_t hosts = transfers->instance->topology.host_count, count = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        uint32_t partner = caterpillar_partner(hosts, host, iteration);
        if (partner > host)
            pair[count++] =
                (struct pair){host, partner, rd_transfers_items(transfers, host, partner),
                              rd_transfers_items(transfers, partner, host)};
    }
    return count;
}

/* When pairs turn round, and when the last one has ended, in items: increasing, 0 left out. */
static uint32_t read_turns(const struct pair *pair, uint32_t pair_count, int64_t *turn)
{
    int64_t end = 0;
    uint32_t count = 0, distinct = 0;
    for (uint32_t i = 0; i < pair_count; i++) {
        if (pair[i].back > 0)
            turn[count++] = pair[i].there;
        end = rd_greatest(end, pair[i].there + pair[i].back);
    }
    turn[count++] = end;
    rd_sort_rising(turn, count);
    for (uint32_t i = 0; i < count; i++)
        if (turn[i] > (distinct == 0 ? 0 : turn[distinct - 1]))
            turn[distinct++] = turn[i];
    return distinct;
}

/* What a pair sends between two turns. */
static struct rd_transfer part(const struct pair *pair, int64_t start, int64_t end)
{
    struct rd_transfer transfer = {.from = pair->first, .to = pair->second, .messages = 1};
    int64_t stop = pair->there;
    if (start >= pair->there) {
        transfer.from = pair->second;
        transfer.to = pair->first;
        stop += pair->back;
    }
    stop = stop < end ? stop : end;
    transfer.items = stop > start ? stop - start : 0;
    return transfer;
}

void rd_exchange_caterpillar_serial(const struct rd_transfers *transfers, struct rd_arena *arena,
                                    struct rd_arena *scratch, struct rd_plan *plan)
{
    uint32_t hosts = transfers->instance->topology.host_count, round = 0;
    rd_arena_borrow(scratch);
    struct pair *pair = rd_take(scratch, hosts, struct pair);
    int64_t *turn = rd_take(scratch, (size_t)hosts + 1, int64_t);
    plan->timing = RD_LOCK_STEP;
    for (uint32_t iteration = 0; iteration < caterpillar_iterations(hosts); iteration++) {
        uint32_t pair_count = read_pairs(transfers, iteration, pair);
        uint32_t turn_count = read_turns(pair, pair_count, turn);
        for (uint32_t i = 0; i < turn_count; i++, round++)
            for (uint32_t j = 0; j < pair_count; j++) {
                struct rd_transfer transfer = part(&pair[j], i == 0 ? 0 : turn[i - 1], turn[i]);
                transfer.round = round;
                rd_transfers_add(transfers, arena, plan, transfer);
            }
    }
}

/* Who exchanges with a host in a round; itself if nobody does. */
static uint32_t tournament_partner(uint32_t hosts, uint32_t host, uint32_t round)
{
    if ((hosts & (hosts - 1)) == 0)
        return host ^ (round + 1);
    uint32_t last = hosts + hosts % 2 - 1; /* players but one */
    uint32_t partner;
    if (host == last) {
        /* Who would meet itself: 2 r = round modulo the odd number `last`. */
        partner = round % 2 == 0 ? round / 2 : (round + last) / 2;
    } else {
        partner = (round + last - host) % last;
        if (partner == host)
            partner = last;
    }
    return partner < hosts ? partner : host;
}

void rd_exchange_pairwise(const struct rd_transfers *transfers, struct rd_arena *arena,
                          struct rd_plan *plan)
{
    uint32_t hosts = transfers->instance->topology.host_count;
    exchange(transfers, hosts - 1 + hosts % 2, tournament_partner, arena, plan);
}
