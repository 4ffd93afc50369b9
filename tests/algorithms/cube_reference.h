/* The Balance family on plain arrays: no network, no words, no steps but those that are counted.
 * Written from the definitions, subcube by subcube, so that the programs on the network have
 * something to be compared with. */
#ifndef REDIST_TESTS_ALGORITHMS_CUBE_REFERENCE_H
#define REDIST_TESTS_ALGORITHMS_CUBE_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum { CUBE_MOST_DIMENSIONS = 16 };

struct cube_reference {
    uint32_t dimension_count;
    uint32_t kind_count;
    int64_t *held;          /* [2^d * kinds], changed */
    const int64_t *initial; /* [2^d * kinds], another array */
    /* Token steps of level l (adaptive, 1..d), or of dimension l - 1 (ascending). */
    int64_t level_steps[CUBE_MOST_DIMENSIONS + 1];
    int64_t shuffle_steps[CUBE_MOST_DIMENSIONS + 1]; /* before dimension l */
    int64_t least_delta[CUBE_MOST_DIMENSIONS + 1];   /* level l: the largest least discrepancy */
    int64_t critical_steps; /* adaptive: if a subcube goes on without waiting for others */
};

void cube_reference_ascending(struct cube_reference *cube);
void cube_reference_adaptive(struct cube_reference *cube);

/* As ascending, with whole loads moved by real unshuffles; shuffle_steps counts what the simulated
 * ones move. What virtual processor v holds in the end is at rotl(v). */
void cube_reference_shuffle(struct cube_reference *cube);

/* Kinds with more than 1 between most and least, laid out from where the last one ended.
 * Returns: the phases of all kinds. */
int64_t cube_reference_minimum_error(struct cube_reference *cube);

/* Most less least of a kind. */
int64_t cube_reference_error(const struct cube_reference *cube, uint32_t kind);

/* The control steps of a sweep that chooses its dimensions (docs/hypercube.md), summed up term by
 * term. */
int64_t cube_reference_control(int64_t d, int64_t g);

#endif
