/* The fringe of a set of hypercube nodes (Plaxton 1989): its members with a neighbour outside the
 * set; here the smallest possible number of them. */
#pragma once

#include <stdint.h>

enum { RD_FRINGE_DIMENSION_LIMIT = 60 };

/* The binomial coefficient; 0 if k is above n. In: n up to RD_FRINGE_DIMENSION_LIMIT. O(k). */
int64_t rd_binomial(uint32_t n, uint32_t k);

/* The least number of (r-1)-sets inside some z r-sets, by the cascade of binomials: a the greatest
 * with C(a,r) <= z gives C(a,r-1), and on with the rest of z and r-1.
 * In: z up to C(60, r). O(60 r). Source: Kruskal, "The number of simplices in a complex" (1963);
 * Katona (1968). */
int64_t rd_least_shadow(int64_t z, uint32_t r);

/* f(H_d, x): the least number of members of a set of x nodes of the d-cube that have a neighbour
 * outside. With x = y + C(d,0) + .. + C(d,r-1) and 1 <= y <= C(d,r) it is y + the least shadow of
 * the C(d,r) - y r-sets that are left out; balls attain it.
 * In: d up to RD_FRINGE_DIMENSION_LIMIT, x from 0 to 2^d. O(60 d).
 * Source: Harper, "Optimal numberings and isoperimetric problems on graphs" (1966). */
int64_t rd_least_fringe(uint32_t d, int64_t x);

/* Lemma 2.1: steps that the worst loads of n items, at most m a host, take on a one-port d-cube
 * until no host holds above ceil(n/p), for a set of ceil(n/m) hosts holds them all and has the
 * least fringe. In: d as above. Source: Plaxton (1989), Lemma 2.1. */
int64_t rd_lemma_2_1(uint32_t d, int64_t n, int64_t m);
