/* Vectors over many subcubes at once: plain exchange, and recursive halving with its way back.
 *
 *     entries 0..w   dimension 0   dimension 1
 *     00  abcd       ab            a              the half that a processor keeps: the first if
 *     01  abcd       cd            c              its bit is 0; what is left is its partner's
 *     10  abcd       ab            b
 *     11  abcd       cd            d */
#include "collectives.h"

/* Entries [first, end). */
struct range {
    uint32_t first;
    uint32_t end;
};

struct halving {
    struct rd_lockstep_network *network;
    struct rd_subcubes subcubes;
    uint32_t host_count;
    uint32_t w;
    uint32_t *partner;   /* [host_count] across the dimension under way */
    bool *high;          /* [host_count] is the host's bit of it 1? */
    struct range *range; /* [(l + 1) * host_count] the entries that a host holds sums of after k
                            dimensions */
    int64_t *sum;        /* [host_count * w] meaningful in its range */
};

uint64_t rd_cube_halving_rounds(uint32_t dimension_count, uint32_t w)
{
    uint64_t rounds = 0;
    for (uint32_t j = 0; j < dimension_count; j++) {
        w = w / 2 + w % 2;
        rounds += w;
    }
    return rounds;
}

static struct halving halving_start(struct rd_lockstep_network *network,
                                    const struct rd_subcubes *subcubes, uint32_t w,
                                    struct rd_arena *scratch)
{
    const struct rd_topology *topology = &network->instance->topology;
    rd_assert(topology->shape == RD_HYPERCUBE && w >= 1);
    rd_assert(subcubes->dimension_count <= topology->dimension_count);
    uint32_t host_count = topology->host_count;
    struct halving halving = {
        .network = network, .subcubes = *subcubes, .host_count = host_count, .w = w};
    halving.partner = rd_take(scratch, host_count, uint32_t);
    halving.high = rd_take(scratch, host_count, bool);
    halving.range =
        rd_take(scratch, (size_t)(subcubes->dimension_count + 1) * host_count, struct range);
    for (uint32_t host = 0; host < host_count; host++)
        halving.range[host].end = w;
    return halving;
}

/* The k-th lowest of a host's dimensions, as a bit. */
static uint32_t bit_of(const struct rd_subcubes *subcubes, uint32_t host, uint32_t k)
{
    if (!subcubes->dimensions)
        return UINT32_C(1) << k;
    uint32_t dimensions = subcubes->dimensions[host];
    for (uint32_t passed = 0; passed < k; passed++)
        dimensions &= dimensions - 1;
    rd_assert(dimensions != 0);
    return dimensions & -dimensions;
}

/* Turns to the k-th dimension of every subcube. */
static void turn_to(struct halving *halving, uint32_t k)
{
    for (uint32_t host = 0; host < halving->host_count; host++) {
        uint32_t bit = bit_of(&halving->subcubes, host, k);
        halving->partner[host] = host ^ bit;
        halving->high[host] = (host & bit) != 0;
    }
}

/* A word from a host to its partner in this round. */
static void say(struct halving *halving, uint32_t host, int64_t word)
{
    struct rd_error error;
    bool sent = rd_lockstep_send(halving->network, host, halving->partner[host], RD_CONTROL, 0,
                                 word, &error);
    rd_assert(sent);
}

/* Did the partner say something in the round before? */
static bool hears(const struct halving *halving, uint32_t host, int64_t *ret_word)
{
    uint32_t count;
    const struct rd_message *inbox = rd_lockstep_inbox(halving->network, host, &count);
    if (count == 0)
        return false;
    rd_assert(inbox->from == halving->partner[host]);
    *ret_word = inbox->word;
    return true;
}

/* The two parts of a range: what a host keeps and what is its partner's. */
static struct range part(struct range range, bool second)
{
    uint32_t size = range.end - range.first, middle = range.first + size / 2 + size % 2;
    return second ? (struct range){middle, range.end} : (struct range){range.first, middle};
}

static struct range *ranges_after(const struct halving *halving, uint32_t k)
{
    return &halving->range[(size_t)k * halving->host_count];
}

/* The k-th dimension upwards: the partner's half goes to the partner, whose half of ours is added.
 * left: where the bit-0 side's sums of a host's new range go, `stride` a host; NULL if nobody wants
 * them. */
static void halve(struct halving *halving, uint32_t k, uint32_t rounds, int64_t *left,
                  size_t stride)
{
    turn_to(halving, k);
    struct range *before = ranges_after(halving, k), *after = ranges_after(halving, k + 1);
    for (uint32_t host = 0; host < halving->host_count; host++)
        after[host] = part(before[host], halving->high[host]);
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t host = 0; host < halving->host_count; host++) {
            struct range away = part(before[host], !halving->high[host]);
            if (round < away.end - away.first)
                say(halving, host, halving->sum[(size_t)host * halving->w + away.first + round]);
        }
        rd_lockstep_end_round(halving->network);
        for (uint32_t host = 0; host < halving->host_count; host++) {
            int64_t word;
            if (!hears(halving, host, &word))
                continue;
            int64_t *sum = &halving->sum[(size_t)host * halving->w + after[host].first + round];
            if (left)
                left[host * stride + round] = halving->high[host] ? word : *sum;
            *sum += word;
        }
    }
}

/* The k-th dimension on the way back, in `rounds` rounds: everybody gives its partner the sums of
 * its range. */
static void unite(struct halving *halving, uint32_t k, uint32_t rounds)
{
    turn_to(halving, k);
    struct range *before = ranges_after(halving, k), *after = ranges_after(halving, k + 1);
    for (uint32_t round = 0; round < rounds; round++) {
        for (uint32_t host = 0; host < halving->host_count; host++)
            if (round < after[host].end - after[host].first)
                say(halving, host,
                    halving->sum[(size_t)host * halving->w + after[host].first + round]);
        rd_lockstep_end_round(halving->network);
        for (uint32_t host = 0; host < halving->host_count; host++) {
            struct range away = part(before[host], !halving->high[host]);
            int64_t word;
            if (hears(halving, host, &word))
                halving->sum[(size_t)host * halving->w + away.first + round] = word;
        }
    }
}

/* All of the vector across each dimension in turn. */
static void exchange_plainly(struct halving *halving)
{
    for (uint32_t k = 0; k < halving->subcubes.dimension_count; k++) {
        turn_to(halving, k);
        for (uint32_t entry = 0; entry < halving->w; entry++) {
            for (uint32_t host = 0; host < halving->host_count; host++)
                say(halving, host, halving->sum[(size_t)host * halving->w + entry]);
            rd_lockstep_end_round(halving->network);
            for (uint32_t host = 0; host < halving->host_count; host++) {
                int64_t word;
                bool heard = hears(halving, host, &word);
                rd_assert(heard);
                halving->sum[(size_t)host * halving->w + entry] += word;
            }
        }
    }
}

/* The entries that the k-th dimension leaves to the larger half of every range: ceil(w / 2^(k+1)).
 */
static uint32_t largest_half(uint32_t w, uint32_t k)
{
    for (uint32_t passed = 0; passed <= k; passed++)
        w = w / 2 + w % 2;
    return w;
}

void rd_cube_all_reduce_vectors(struct rd_lockstep_network *network,
                                const struct rd_subcubes *subcubes, uint32_t w, int64_t *value,
                                struct rd_arena *scratch)
{
    uint32_t l = subcubes->dimension_count;
    rd_arena_borrow(scratch);
    struct halving halving = halving_start(network, subcubes, w, scratch);
    halving.sum = value;
    if ((uint64_t)l * w <= 2 * rd_cube_halving_rounds(l, w)) {
        exchange_plainly(&halving);
    } else {
        for (uint32_t k = 0; k < l; k++)
            halve(&halving, k, largest_half(w, k), NULL, 0);
        for (uint32_t k = l; k > 0; k--)
            unite(&halving, k - 1, largest_half(w, k - 1));
    }
}

/* The k-th dimension downwards: two words an entry, the partner's offset and the total, from who
 * knows them; then a processor with bit 1 adds the bit-0 side's sums to its own offsets. */
static void tell_offsets(struct halving *halving, uint32_t k, uint32_t rounds, const int64_t *left,
                         size_t stride, int64_t *offset)
{
    turn_to(halving, k);
    struct range *before = ranges_after(halving, k), *after = ranges_after(halving, k + 1);
    for (uint32_t round = 0; round < 2 * rounds; round++) {
        uint32_t entry = round / 2;
        bool is_total = round % 2 == 1;
        for (uint32_t host = 0; host < halving->host_count; host++) {
            size_t own = (size_t)host * halving->w + after[host].first + entry;
            if (entry >= after[host].end - after[host].first)
                continue;
            int64_t others = offset[own] + (halving->high[host] ? 0 : left[host * stride + entry]);
            say(halving, host, is_total ? halving->sum[own] : others);
        }
        rd_lockstep_end_round(halving->network);
        for (uint32_t host = 0; host < halving->host_count; host++) {
            struct range away = part(before[host], !halving->high[host]);
            int64_t *known = is_total ? halving->sum : offset, word;
            if (hears(halving, host, &word))
                known[(size_t)host * halving->w + away.first + entry] = word;
        }
    }
    for (uint32_t host = 0; host < halving->host_count; host++)
        for (uint32_t entry = 0; halving->high[host] && entry < after[host].end - after[host].first;
             entry++)
            offset[(size_t)host * halving->w + after[host].first + entry] +=
                left[host * stride + entry];
}

void rd_cube_scan_vectors(struct rd_lockstep_network *network, const struct rd_subcubes *subcubes,
                          uint32_t w, const int64_t *value, int64_t *ret_prefix, int64_t *ret_total,
                          struct rd_arena *scratch)
{
    uint32_t l = subcubes->dimension_count;
    rd_arena_borrow(scratch);
    struct halving halving = halving_start(network, subcubes, w, scratch);
    size_t entries = (size_t)halving.host_count * w;
    size_t stride = rd_cube_halving_rounds(l, w);
    int64_t *left = rd_take(scratch, stride * halving.host_count, int64_t);
    size_t left_start = 0;
    halving.sum = ret_total;
    for (size_t i = 0; i < entries; i++) {
        ret_prefix[i] = 0;
        ret_total[i] = value[i];
    }
    for (uint32_t k = 0; k < l; k++) {
        uint32_t rounds = largest_half(w, k);
        halve(&halving, k, rounds, left + left_start, stride);
        left_start += rounds;
    }
    for (uint32_t k = l; k > 0; k--) {
        uint32_t rounds = largest_half(w, k - 1);
        left_start -= rounds;
        tell_offsets(&halving, k - 1, rounds, left + left_start, stride, ret_prefix);
    }
}
