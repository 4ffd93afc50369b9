/* What a trace claims to have used, swept in order of time. For the referee only. */
#pragma once

#include "referee_state.h"

/* What a claim does besides taking its link; bits. A message leaves and arrives in one claim, a
 * packet in its first and in its last. */
enum { RD_LEAVES = 1, RD_ARRIVES = 2, RD_WORKS = 4 };

/* One transfer of a trace, or one hop of a packet, from start_s to end_s. */
struct rd_claim {
    double start_s;
    double end_s;
    uint64_t link; /* RD_NO_LINK: none */
    uint32_t transfer;
    uint32_t does;
};

/* What is swept. */
struct rd_claims {
    const struct rd_trace *trace;
    const struct rd_claim *of_packets; /* [count], hop by hop; NULL: each transfer is one claim */
    size_t count;
};

/* Sweeps claims in order of time. What ends no more than tolerance_s after another starts has ended
 * before it: its ports are free, its items are there. Fills referee->final. Returns: false, and the
 * verdict on the earliest claim to blame. Cost: O(claims), or O(claims log claims) and 8 bytes each
 * where dates are not in order. */
bool rd_referee_timeline(struct rd_referee *referee, const struct rd_claims *claims,
                         double tolerance_s);
