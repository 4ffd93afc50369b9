/* Leighton's algorithm: in each phase processors give a token each to a block of consecutive
 * processors, found by a scan. Hypercube and shuffle-exchange. */
#pragma once

#include "collectives.h"

/* Phases q = 0, 1, ..: whoever has surplus > q designates a token; a scan gives it its rank; it
 * goes to processor (start + rank) mod p, d lock-steps over dimensions 0 to d - 1; start goes on
 * by the number of tokens. So the p processors are filled in turn, whatever the phase.
 * In: kind, what the tokens are; surplus [hosts], at most what each holds; phase_count, at least
 *     the largest surplus; start [hosts], all the same: where the first token goes (0 at first).
 *     Scratch is rewound.
 * Returns in start: where the next one would go.
 * Cost: 2d rounds a phase, 5d on the shuffle-exchange; O(hosts d) a phase.
 * Source: Plaxton (1989), 2.1. No two packets meet: those that share a node after bits 0..j were
 * corrected come from less than 2^(j+1) apart, and their ranks differ by less than that. */
void rd_leighton_phases(struct rd_lockstep_network *network, int32_t kind, const int64_t *surplus,
                        int64_t phase_count, int64_t *start, struct rd_arena *scratch);

/* Levels what another algorithm left: all learn the least and the most that a processor holds; if
 * they are more than 1 apart, what lies above the least is spread in phases.
 * In: kind, start and scratch as above.
 * Returns: the phases, the most less the least, or 0. All end with at most 1 between them if start
 *     was 0; with several kinds, each may go on where the one before it ended.
 * Cost: 2d rounds, and 2d a phase; 4d and 5d on the shuffle-exchange. Source: 2.3. */
int64_t rd_leighton_level(struct rd_lockstep_network *network, int32_t kind, int64_t *start,
                          struct rd_arena *scratch);
