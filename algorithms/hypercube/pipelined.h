/* What the pipelined versions of Leighton's algorithm share: the ranks of all phases at once, and
 * packets that follow each other at a distance of one step. */
#ifndef REDIST_ALGORITHMS_HYPERCUBE_PIPELINED_H
#define REDIST_ALGORITHMS_HYPERCUBE_PIPELINED_H

#include "collectives.h"

#include "sim/base/error.h"
#include "sim/model/options.h"

#include <stdbool.h>
#include <stdint.h>

/* The most tokens that all processors would enter together, m each: ranks of as many are kept. */
enum { RD_PIPELINED_RANK_LIMIT = 1 << 25 };

/* One kind, and few enough ranks. Errors: RD_ERROR_REFUSED. O(hosts). */
bool rd_pipelined_accepts(const struct rd_instance *instance, const struct rd_options *options,
                          struct rd_error *reterr);

/* The most transfers of a plan: `words` steps of control words besides 3H(d, m) for the ranks, and
 * each token in as many transfers as `transfers` says. O(hosts). */
double rd_pipelined_transfer_bound(const struct rd_instance *instance, double words,
                                   double transfers);

/* Everybody learns the largest load. Returns: m. Cost: d rounds. */
int64_t rd_pipelined_largest_load(struct rd_lockstep_network *network, struct rd_arena *scratch);

/* The places of everybody's tokens in its subcube, which is filled in turn: the tokens of phase q,
 * by the number of their processors, behind those of phase q - 1.
 * Idea: each processor enters 1 for each phase in which it has a token, and scans all phases at
 *       once; where phase q starts follows from the totals of the earlier ones.
 * In: the phases, at least the largest load, at least 1; l the subcubes' dimension.
 * Returns: [host * phase_count + phase], from 0 to 2^l - 1, or RD_NO_HOST where a processor has no
 *     token; from the arena. Scratch is rewound.
 * Cost: 3 H(l, m) rounds; O(hosts (m + l)) time and memory. */
uint32_t *rd_pipelined_places(struct rd_lockstep_network *network,
                              const struct rd_subcubes *subcubes, uint32_t phase_count,
                              struct rd_arena *arena, struct rd_arena *scratch);

/* Originates the tokens of phase q in the q-th round from now, each over all dimensions 0 to d - 1,
 * and goes on until the last is accepted. All packets of a phase cross a dimension in the same
 * round and no two phases do, so that packets meet only if they would in a route of their own.
 * In: destination [host * phase_count + phase], RD_NO_HOST or the host itself: nothing to send.
 * Cost: m - 1 + d rounds; O(hosts (m + d)). */
void rd_pipelined_route(struct rd_lockstep_network *network, const uint32_t *destination,
                        uint32_t phase_count);

#endif
