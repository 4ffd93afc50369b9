/* The laws that every registered algorithm keeps on every instance, whoever wrote it. */
#ifndef REDIST_TESTS_ALGORITHMS_CONTRACT_LAWS_H
#define REDIST_TESTS_ALGORITHMS_CONTRACT_LAWS_H

#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"

#include "sim/referee/referee.h"

enum { LAW_ALGORITHM_LIMIT = 256 };

/* A map of hosts onto hosts that keeps every link: what is one host further round a ring. */
typedef uint32_t law_turn(const struct rd_topology *topology, uint32_t host);

/* How often each algorithm met what. */
struct law_counts {
    long accepted;
    long refused;
    long moved;  /* accepted, and something had to move */
    long claims; /* RD_REFUTED: instances that break the statement */
};

struct laws {
    struct rd_arena arena;
    struct rd_arena scratch;
    law_turn *turn; /* of the instances that come next; NULL if they have none */
    struct rd_found_bounds bounds; /* of the instance that is looked at, which all plans share */
    long instance_count; /* that were checked */
    long instance_every; /* of those that are generated, every n-th is checked: 1 for all */
    long generated_count;
    /* Laws that plan another instance are looked at on every n-th only, and so are planners that
     * search: 1 for all. */
    long transform_every;
    long search_every;
    struct law_counts counts[LAW_ALGORITHM_LIMIT]; /* in registry order */
};

/* Checks every instance: set instance_every for fewer. */
void laws_open(struct laws *laws, long transform_every, long search_every);
void laws_close(struct laws *laws);

/* Runs every algorithm that fits the instance's shape, direction, ports and goal, and fails the
 * test at the first law that is broken, with the instance printed, shrunk as far as that law and no
 * other is still broken by the same algorithm (shrink.h):
 *   a refusal says what was found and, behind a colon, what is accepted
 *   the same seed gives the same plan
 *   the referee finds the plan legal (or, of a refuted algorithm, not), the goal reached, every
 *   kind conserved
 *   no bound of an algorithm that accepts is above any algorithm's time
 *   the guarantee: optimal == bound, ratio <= ratio * bound
 *   no algorithm is slower than one of its baselines, and none faster than an exact one
 *   optimal without control words: nothing to move is an empty plan, twice the costs are twice the
 *   time, a turned network takes as long */
void laws_check(struct laws *laws, const struct rd_instance *instance);

#endif
