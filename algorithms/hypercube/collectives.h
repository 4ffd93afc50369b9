/* What processors of a hypercube or shuffle-exchange find out together, on the lock-step network:
 * every count, sum and prefix is a control word in its round, and a processor knows what its inbox
 * brought and nothing else. All functions send in the round under way and end it; each word is a
 * step for everybody, also where it moves nothing (self-loops, the shorter side of a halving).
 *
 * Arrays have an entry a host, or w a host: value[host * w + entry]. A host's entries stand for
 * its own memory: the functions read them for what that host sends and computes, no more. */
#pragma once

#include "sim/base/arena.h"
#include "sim/lockstep/lockstep_network.h"

enum rd_reduction { RD_REDUCE_SUM, RD_REDUCE_MINIMUM, RD_REDUCE_MAXIMUM };

/* One round: every host sends word[host] to its neighbour to[host].
 * In: to [host_count], a permutation; a host itself keeps its word, without a message. word
 *     [host_count], left as it is.
 * Returns in ret_word [host_count], another array: what each received.
 * Cost: O(hosts). */
void rd_cube_round(struct rd_lockstep_network *network, const uint32_t *to, const int64_t *word,
                   int64_t *ret_word);

/* Everybody's words as one.
 * Idea: exchange across dimensions 0 to d - 1; on the shuffle-exchange, across edge 0 and with an
 *       unshuffle after it, which brings the next dimension to edge 0 and after d of them home.
 * In: value [host_count], replaced by the sum, minimum or maximum of all. Scratch is rewound.
 * Cost: d rounds on the hypercube, 2d on the shuffle-exchange; O(hosts d). */
void rd_cube_all_reduce(struct rd_lockstep_network *network, enum rd_reduction reduction,
                        int64_t *value, struct rd_arena *scratch);

/* Everybody learns how much of kind 0 a host holds at the most. Cost: as rd_cube_all_reduce. */
int64_t rd_cube_learn_largest(struct rd_lockstep_network *network, struct rd_arena *scratch);

/* The sum of the words of all hosts of lower number, and of all.
 * Idea: exchange subtotals across dimensions 0 to d - 1; the side with bit 1 adds what it gets to
 *       its prefix, both add it to the subtotal. On the shuffle-exchange subtotal and prefix move
 *       on with an unshuffle each.
 * In: value [host_count], left as it is. Scratch is rewound.
 * Returns in ret_prefix and ret_total [host_count]: what each host found.
 * Cost: d rounds on the hypercube, 3d on the shuffle-exchange; O(hosts d). */
void rd_cube_scan(struct rd_lockstep_network *network, const int64_t *value, int64_t *ret_prefix,
                  int64_t *ret_total, struct rd_arena *scratch);

/* Disjoint subcubes of one dimension that do the same side by side, hypercube only. */
struct rd_subcubes {
    uint32_t dimension_count;   /* of each: the paper's l */
    const uint32_t *dimensions; /* [host_count] the l dimensions of the host's subcube, a bit each
                                   (all its hosts say the same); NULL: dimensions 0 to l - 1 */
};

/* Rounds of a halving of w entries over l dimensions: the sum over j = 1..l of ceil(w / 2^j). */
uint64_t rd_cube_halving_rounds(uint32_t dimension_count, uint32_t w);

/* Vectors of w entries, summed up over each subcube.
 * Idea: whichever has fewer rounds of: exchange all w across each dimension in turn; or halving
 *       (each keeps the half of the entries that its bit says and sends the partner the other
 *       half), then the same way back. Dimensions ascend in both.
 * In: value [host_count * w], replaced by the sums. Scratch is rewound.
 * Cost: min(l w, 2 halving_rounds(l, w)) rounds; O(hosts w l). */
void rd_cube_all_reduce_vectors(struct rd_lockstep_network *network,
                                const struct rd_subcubes *subcubes, uint32_t w, int64_t *value,
                                struct rd_arena *scratch);

/* w scans at once over each subcube: for every entry the sum over the hosts of lower number in the
 * subcube, and over all of it.
 * Idea: halving upwards, keeping for each entry the sum of the bit-0 side; at the top the offset is
 *       0 and the total known; downwards each entry costs a word for the partner's offset and one
 *       for the total.
 * In: value [host_count * w], left as it is. Scratch is rewound.
 * Returns in ret_prefix and ret_total [host_count * w]: what each host found.
 * Cost: 3 halving_rounds(l, w) rounds; O(hosts (w + l)) time and memory. */
void rd_cube_scan_vectors(struct rd_lockstep_network *network, const struct rd_subcubes *subcubes,
                          uint32_t w, const int64_t *value, int64_t *ret_prefix, int64_t *ret_total,
                          struct rd_arena *scratch);
