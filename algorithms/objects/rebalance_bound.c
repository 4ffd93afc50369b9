#include "rebalance_bound.h"

#include "sim/base/gcd.h"
#include "sim/base/integers.h"

#include <string.h>

enum { UNITS_LIMIT = 2000000, WORD_BITS = 64 };
#define WORK_LIMIT INT64_C(1000000000)

/* The least sum of some of the objects that reaches a need. */
struct subset_sums {
    const int64_t *bytes; /* [count] */
    size_t count;
    uint64_t *below; /* [words]: bit s is 1 if some objects sum to s units, less than the need */
    int64_t *work;   /* what is left, of all hosts */
};

/* The first bit from one on that is set; `end` if none is. */
static int64_t first_set(const uint64_t *bits, int64_t from, int64_t end)
{
    for (int64_t word = from / WORD_BITS; word * WORD_BITS < end; word++) {
        uint64_t value = bits[word];
        if (word == from / WORD_BITS)
            value &= ~UINT64_C(0) << (from % WORD_BITS);
        if (value)
            return rd_least(end, word * WORD_BITS + __builtin_ctzll(value));
    }
    return end;
}

/* bits |= bits << shift, of so many words. */
static void add_shifted(uint64_t *bits, int64_t words, int64_t shift)
{
    int64_t skipped = shift / WORD_BITS, rest = shift % WORD_BITS;
    for (int64_t word = words; word-- > skipped;) {
        uint64_t moved = bits[word - skipped] << rest;
        if (rest > 0 && word > skipped)
            moved |= bits[word - skipped - 1] >> (WORD_BITS - rest);
        bits[word] |= moved;
    }
}

/* In units. A least sum passes the need with its last object. Returns: `need` where the work has
 * ended. */
static int64_t least_units(struct subset_sums *sums, int64_t unit, int64_t need)
{
    int64_t words = need / WORD_BITS + 1, least = INT64_MAX;
    memset(sums->below, 0, (size_t)words * sizeof *sums->below);
    sums->below[0] = 1;
    for (size_t i = 0; i < sums->count && least > need; i++) {
        int64_t units = sums->bytes[i] / unit;
        if (*sums->work < words)
            return need;
        *sums->work -= words;
        int64_t sum = first_set(sums->below, need > units ? need - units : 0, need);
        if (sum < need)
            least = rd_least(least, sum + units);
        if (units < need)
            add_shifted(sums->below, words, units);
    }
    return least;
}

/* In: a need above 0 that all objects together reach. */
static int64_t least_sum(struct subset_sums *sums, int64_t need)
{
    int64_t unit = 0;
    for (size_t i = 0; i < sums->count && unit != 1; i++)
        unit = rd_gcd(sums->bytes[i], unit);
    rd_assert(unit > 0);
    int64_t units = need / unit + (need % unit > 0);
    return unit * (units > UNITS_LIMIT ? units : least_units(sums, unit, units));
}

/* The objects of each host, or of all the others: those that it has in front. */
static size_t take_bytes(const struct rd_placed_objects *placed, uint32_t host, bool others,
                         const uint32_t *first, const uint32_t *object, int64_t *bytes)
{
    size_t count = 0;
    for (uint32_t i = 0; others && i < placed->count; i++)
        if (placed->at[i] != host)
            bytes[count++] = placed->bytes[i];
    for (uint32_t i = first[host]; !others && i < first[host + 1]; i++)
        bytes[count++] = placed->bytes[object[i]];
    return count;
}

/* Objects by the host that holds them. */
static void sort_by_host(const struct rd_placed_objects *placed, uint32_t *first, uint32_t *object)
{
    for (uint32_t i = 0; i < placed->count; i++)
        first[placed->at[i] + 1]++;
    for (uint32_t host = 0; host < placed->host_count; host++)
        first[host + 1] += first[host];
    for (uint32_t i = 0; i < placed->count; i++)
        object[first[placed->at[i]]++] = i;
    memmove(first + 1, first, placed->host_count * sizeof *first);
    first[0] = 0;
}

/* Fills a bound of what leaves, or arrives, at all hosts. */
static void add_hosts(const struct rd_placement_rules *rules, bool arrive,
                      struct rd_rebalance_bound *bound, struct rd_arena *scratch)
{
    rd_arena_borrow(scratch);
    const struct rd_placed_objects *placed = rules->placed;
    int64_t work = WORK_LIMIT;
    int64_t *load = rd_take(scratch, placed->host_count, int64_t);
    int64_t *bytes = rd_take(scratch, placed->count, int64_t);
    uint32_t *first = rd_take(scratch, placed->host_count + 1, uint32_t);
    uint32_t *object = rd_take(scratch, placed->count, uint32_t);
    struct subset_sums sums = {
        .bytes = bytes,
        .below = rd_take(scratch, UNITS_LIMIT / WORD_BITS + 1, uint64_t),
        .work = &work,
    };
    sort_by_host(placed, first, object);
    for (uint32_t i = 0; i < placed->count; i++)
        load[placed->at[i]] += placed->bytes[i];
    for (uint32_t host = 0; host < placed->host_count; host++) {
        int64_t need = arrive ? rules->low[host] - load[host] : load[host] - rules->high[host];
        if (need <= 0)
            continue;
        sums.count = take_bytes(placed, host, arrive, first, object, bytes);
        bound->need[host] = need;
        bound->least[host] = least_sum(&sums, need);
        bound->bytes += bound->least[host];
    }
}

int64_t rd_bytes_to_part(const struct rd_placement_rules *rules, uint32_t group)
{
    const struct rd_placed_objects *placed = rules->placed;
    int64_t sum = 0;
    for (uint32_t i = rules->first[group]; i < rules->first[group + 1]; i++) {
        uint32_t object = rules->member[i];
        bool parts = false;
        for (uint32_t j = rules->first[group]; j < rules->first[group + 1] && !parts; j++) {
            uint32_t other = rules->member[j];
            parts = rd_same_rack(placed, placed->at[object], placed->at[other]) &&
                    (placed->bytes[other] > placed->bytes[object] ||
                     (placed->bytes[other] == placed->bytes[object] && other < object));
        }
        sum += parts ? placed->bytes[object] : 0;
    }
    return sum;
}

static struct rd_rebalance_bound bound_of_hosts(const struct rd_placement_rules *rules, bool arrive,
                                                struct rd_arena *arena, struct rd_arena *scratch)
{
    struct rd_rebalance_bound bound = {
        .reason = arrive ? RD_MUST_ARRIVE : RD_MUST_LEAVE,
        .need = rd_take(arena, rules->placed->host_count, int64_t),
        .least = rd_take(arena, rules->placed->host_count, int64_t),
    };
    add_hosts(rules, arrive, &bound, scratch);
    return bound;
}

struct rd_rebalance_bound rd_rebalance_bound_find(const struct rd_placement_rules *rules,
                                                  struct rd_arena *arena, struct rd_arena *scratch)
{
    rd_assert(arena != scratch);
    struct rd_rebalance_bound best = bound_of_hosts(rules, false, arena, scratch);
    struct rd_rebalance_bound arrive = bound_of_hosts(rules, true, arena, scratch);
    struct rd_rebalance_bound part = {.reason = RD_MUST_PART};
    for (uint32_t group = 0; group < rules->placed->group_count; group++)
        part.bytes += rd_bytes_to_part(rules, group);
    if (arrive.bytes > best.bytes)
        best = arrive;
    return part.bytes > best.bytes ? part : best;
}
