/* Lemma 12 of Renard, Robert, Vivien (2006): a lower bound for two-way rings with unequal links, by
 * the busiest host or slice, in O(n log). */
#pragma once

#include "net_flow.h"

/* The bottleneck of Lemma 12. */
enum rd_lemma12_bottleneck {
    RD_LEMMA12_NOTHING,  /* the bound is 0 */
    RD_LEMMA12_SENDER,   /* line 1: one host's surplus over its faster link */
    RD_LEMMA12_RECEIVER, /* line 2: one host's want over its faster link */
    RD_LEMMA12_SLICE     /* lines 3 and 4: a slice's surplus through its two ends */
};

struct rd_lemma12 {
    struct rd_sum_of_products seconds; /* exact */
    enum rd_lemma12_bottleneck bottleneck;
    uint32_t first; /* of the slice, or the host; hosts go round the ring if last < first */
    uint32_t last;
    /* The slice's surplus at its least: over the edge before `first`, and over the one after
     * `last`. */
    int64_t backward_items;
    int64_t forward_items;
};

/* The largest of Lemma 12's four lines.
 * Idea: a slice k..l with surplus S_l - S_{k-1} sends z - S_{k-1} items over its first edge and
 * S_l - z over its last, for some z; so lines 3 and 4, which say the same of a slice and of the
 * rest of the ring, are the least over integer z of max_x max(p_x (S_x - z), q_x (z - S_x)): one
 * side falls with z and the other rises, and they cross once. Slices of one host come in with no
 * harm: lines 1 and 2 ask at least as much.
 * Source: Lemma 12; docs/ring_two_way.md. Cost: O(n log(greatest_sum - least_sum)). */
struct rd_lemma12 rd_lemma12(const struct rd_net_flow *flow);
