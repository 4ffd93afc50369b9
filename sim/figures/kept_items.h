/* How likely is it that every host keeps something? P hosts hold D items each, P components have D
 * items each, and all ways to deal them are as likely. Only if some host keeps nothing of its own
 * component does the canonical relabelling take all D steps: with probability p(P, D). */
#pragma once

#include "sim/base/arena.h"

/* s! must fit a word; and time grows with the fourth power of P. */
enum { RD_KEEP_ITEMS_LIMIT = 20, RD_KEEP_HOSTS_LIMIT = 64 };

/* Each exact but for its last rounding, however small. */
struct rd_kept_items {
    double every; /* 1 - p: every host keeps an item of its component */
    double some;  /* p: some host keeps none */
};

/* Counts in whole numbers of as many words as N! needs, N = PD.
 * Idea: place s items of a host among its own component in C(D,s)^2 s! ways, rooks on a board of D
 * by D; m in all on P boards, and the rest anywhere in (N - m)! ways. By inclusion and exclusion
 * over the boards, and then over the items of each, the deals in which every host keeps something
 * number the sum over m of (-1)^(m+P) (N - m)! times the coefficient of x^m in
 * (sum_{s>=1} C(D,s)^2 s! x^s)^P.
 * In: 1 <= P <= RD_KEEP_HOSTS_LIMIT, 1 <= D <= RD_KEEP_ITEMS_LIMIT; scratch is rewound.
 * Cost: O(P^2 D^2) operations on numbers of O(N log N) bits.
 * Source: rook polynomials (Kaplansky and Riordan 1946). */
struct rd_kept_items rd_kept_items(uint32_t host_count, uint32_t items, struct rd_arena *scratch);

/* What the paper prints: 1 - p if hosts kept their items independently of each other. */
double rd_kept_items_printed(uint32_t host_count, uint32_t items);
