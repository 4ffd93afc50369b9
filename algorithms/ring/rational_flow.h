/* System 6 over the rationals, and what Theorem 4 says of rounding its solution. */
#pragma once

#include "light.h"

struct rd_rational_optimum {
    double z;       /* a lowest point of g over the reals, the nearest to the light interval */
    double seconds; /* g there */
    /* The two integers that Theorem 4 rounds z to; equal where z is one. Exact: z and seconds are
     * rounded to a double, but the sides on which g falls and rises tell between which integers the
     * lowest point lies. */
    int64_t floor_z;
    int64_t ceiling_z;
};

/* The rational optimum next to the light flows.
 * Idea: an optimum that holds integers is clamped to the light interval. Otherwise the lowest point
 * lies between two neighbouring integers, where all 2n functions are straight lines: cut the line
 * that falls on the left with the one that rises on the right, put the highest line at the cut in
 * the place of one of them, until none is higher; every other step halves the segment instead, so
 * that the number of steps is bounded whatever the lines.
 * Source: Theorem 4 and Lemma 11. Cost: O(n) a step, some five steps as a rule, a hundred at most.
 */
struct rd_rational_optimum rd_rational_flow(const struct rd_two_way *ring);
