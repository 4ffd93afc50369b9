/* Why no schedule of copies ends sooner: prices, and cuts that items have to cross, in whole
 * numbers, which anyone can check without a solver. It holds for the goal copies on every network.
 * docs/development/proofs.md, "Copies", has the proof.
 *
 * The claim is that no schedule ends before T ticks. Suppose that one does.
 *
 * Whole ticks. Latencies l, times c of an item on a link (by the bytes of its kind) and times b
 * that it keeps a shared link busy are rounded down to whole ticks, and to 2^60 if they are more. g
 * is the greatest common divisor of all l and c. The same messages, none of them slowed, end by E,
 * the greatest multiple of g below T.
 *
 * Dates. Distances d of piece j are counted with l and c of its own kind. An item of j is not at u
 * before the distance d(S_j, u) from its nearest holder, and what leaves v for sink w is not there
 * before d(v, w) more. So on its way to w it crosses a link u -> v only if d(S_j, u) + l + c +
 * d(v, w) <= E: the link is then usable for w.
 *
 * Rows. Distances are counted with l and the least c of all named kinds. Only what is on the way of
 * an item to the sink of a cut of its piece is of use. Of a row's time nothing is of use in its
 * first and last h ticks, together: nothing leaves u before the least distance from any holder of a
 * piece with cuts, or is of use at v later than the least distance to any cut's sink before E. What
 * items take
 * there is a multiple of u, the greatest common divisor of all c of its links. These are the rows
 * of price_certificate.h: ports, links, the bus, shared links.
 *
 * Cuts. A cut of piece j is a weight b, a sink w of j, and a set X of hosts with w and without a
 * holder of j. Each item of j enters X over a link that is usable for w. If on each link the
 * weights of all cuts of j that it enters, and is usable for, are together no more than what an
 * item of j pays there (c times the prices of both ports, the link and the bus, b times those of
 * shared links), then each item pays at least the sum of the weights. What all items pay is at most
 * what the rows offer. If more is needed there is no such schedule.
 *
 * Counted kinds beside these count where they have potentials, as in price_certificate.h: if
 * potential_u - potential_v is at most what an item pays on each link u -> v, all items of the kind
 * pay at least the sum over hosts of potential * (load - final load). Their times are then among
 * all times, hosts with a load among the holders, and those with a final load among the sinks that
 * rows go by. */
#pragma once

#include "sim/model/certificates/price_certificate.h"

struct rd_multicast_cut {
    uint32_t piece; /* of the instance's copies, never falling from cut to cut */
    uint32_t sink;
    int64_t weight;      /* 0 or more */
    size_t first, count; /* its hosts are member[first] .. member[first + count - 1] */
};

struct rd_multicast_certificate {
    double tick_s; /* above 0 */
    int64_t ticks; /* the claim, at least 1 */

    /* [host_count] each, 0 or more; 0 on ports without a limit of their own */
    const int64_t *send_price;
    const int64_t *receive_price;
    const int64_t *link_price; /* [rd_link_count], 0 or more */
    int64_t bus_price;         /* 0 where there is none */
    /* [shared links], 0 or more; NULL: none has a price, and they are left out of the claim */
    const int64_t *shared_price;
    /* [host_count * counted kinds], host-major; NULL: counted kinds are left out of the claim */
    const int64_t *potential;

    size_t cut_count, member_count;
    const struct rd_multicast_cut *cut;
    const uint32_t *member; /* [member_count] */
};

/* Does a certificate prove its claim? Neither the solver nor anything that it computed is asked.
 * In: an instance that rd_instance_check accepts; scratch is rewound.
 * Errors: RD_ERROR_RUN with the first thing that is wrong.
 * Cost: O(hosts links log hosts) for distances, the links into all cuts, and links times counted
 * kinds. */
bool rd_multicast_certificate_check(const struct rd_instance *instance,
                                    const struct rd_multicast_certificate *certificate,
                                    struct rd_arena *scratch, struct rd_price_verdict *ret_verdict,
                                    struct rd_error *reterr);
