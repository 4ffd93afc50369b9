/* Why no schedule of an instance ends sooner: prices and potentials, in whole numbers, which anyone
 * can check without a solver. It holds for the goals after, balance and finish, on every network.
 * docs/development/proofs.md shows each statement below, from the model.
 *
 * The claim is that no schedule ends before T = ticks * scale ticks. Suppose that one does. (Of
 * very many items T has more digits than 64 bits, and the last ones mean nothing: scale is then
 * above 1.)
 *
 * Whole ticks. Every latency l, every cost c of an item on a link, every cost w of an item on a
 * processor, and the time b that an item's bytes keep a shared link busy, are rounded down to whole
 * ticks, and to 2^60 if they are more. Where kinds have sizes of their own, c and b are those of
 * the kind, whose commodity it is. Let g be the greatest common divisor of all l, c and w. The
 * same messages, listed by start and none of them slowed, end by E, the greatest multiple of g
 * below T.
 *
 * Dates. No item of commodity j leaves host v before earliest_v^j: it is 0 where items lie at the
 * start, and not more than earliest_u^j + l + c where a link brings them from u. What has come to v
 * needs rest_v^j ticks more: nothing where it may stay, w where it is computed, and never more than
 * what a link and the rest behind it take. So a link u -> v carries commodity j only if
 * earliest_u^j + l + c + rest_v^j <= E. Such links are called usable.
 *
 * Rows. Of a row's time nothing is of use in its first and last h ticks, together. What its items
 * take, c each (w on a processor, b on a shared link), is a multiple of their greatest common
 * divisor u, over all kinds. All minima are over the row's links, not the usable ones only, and
 * with the least earliest and the least rest of all commodities at a host.
 *
 *   row                    h                                        takes at most
 *   out-port of k ports    earliest + least (l + rest)              k u floor((E - h) / u)
 *   in-port of k ports     least (earliest + l) + rest              k u floor((E - h) / u)
 *   link                   earliest + l + rest                      u floor((E - h) / u)
 *   processor              earliest                                 u floor((E - h) / u)
 *   bus                    least (earliest + l), plus least rest    u floor((E - h) / u)
 *   shared link            least (earliest + l), plus least rest    u floor((T - 1 - h) / u)
 *
 * The first message on a bus or a shared link and the last one may have no end in common: the two
 * minima are of each by itself. Messages that slow each other down on shared links (shared_links.h)
 * may end at any date, also between multiples of g: where these have prices, what is claimed is T,
 * and no multiple above it.
 *
 * Prices. Let each row have a price of 0 or more. A link's items pay c times the sum of the prices
 * of its sender's send port, its receiver's receive port, the link and the bus, and b times that of
 * each shared link; an item that v computes pays w times the price of v's processor. All together
 * they pay at most the sum over rows of price times what the row can take: what is offered.
 *
 * Potentials. If potential_u^j - potential_v^j is at most what an item pays on each usable link
 * from u to v, then the items pay at least the sum over hosts of potential * (load - final load),
 * and what is computed besides: what is needed. Final loads are, of each commodity,
 *   after    given.
 *   balance  any x_v >= 0 of the right sum that differ by at most d = max(error, 1 or, where the
 *            hosts divide the items, 0): the ones that make the sum least. For a least final load m
 *            those are m everywhere, and up to d more on the hosts of the greatest potentials,
 *            filled one after the other. What that gives is concave in m.
 *   finish   what each host computes: the ones of greatest potential less what the computing pays,
 *            all items on one host, if they can be there and be computed by E.
 * A star's master keeps and computes nothing.
 *
 * So if more is needed than is offered there is no such schedule. Nothing else is compared, and
 * every number of it is whole: this is what the check does, in 128 bits, or it refuses. A solver
 * that errs makes a certificate weak, or one that is refused, never a bound that is too high.
 *
 * Charges. Where links have latency, a certificate without prices tells which argument of charge.h
 * shows that a schedule takes more than E; ticks and dates are as above.
 *
 * A claim about schedules whose messages have one item each is shown in the same way: there a
 * message lasts l + c, and l and c are taken for 0 and l + c.
 *
 * Costs are doubles, taken for exactly what they are; the c of a link is bytes / bandwidth, rounded
 * to a double once, and so are l + c and b. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/integers.h"
#include "sim/model/instance.h"
#include "ticks.h"

struct rd_port_charge;

struct rd_price_certificate {
    double tick_s;     /* above 0 */
    int64_t ticks;     /* the claim, at least 1.. */
    int64_t scale;     /* ..times this: a power of 2, nearly always 1 */
    bool single_items; /* it is about schedules whose messages have one item each */
    uint32_t
        commodity_count; /* the instance's kinds; or 1: all kinds, of one size, taken for one */

    /* [host_count] each, 0 or more; 0 on ports without a limit of their own */
    const int64_t *send_price;
    const int64_t *receive_price;
    const int64_t *processor_price;
    const int64_t *link_price; /* [rd_link_count], 0 or more */
    int64_t bus_price;         /* 0 where there is none */
    /* [shared links], 0 or more; NULL: none has a price, and they are left out of the claim */
    const int64_t *shared_price;

    /* [host_count * commodity_count], host-major */
    const int64_t *potential;
    const int64_t *earliest; /* ticks */
    const int64_t *rest;     /* ticks */

    /* NULL; or what ports are charged shows the claim, and there are neither prices nor potentials:
     * all of them are NULL. */
    const struct rd_port_charge *charge;
};

/* What the check found. */
struct rd_price_verdict {
    double seconds; /* no schedule ends before; rounded down */
    double end_s;   /* E, the date that is shown to be too early, but for shared prices; the same */
    rd_wide needed, offered; /* of a charge: its ticks, and 0 */
};

/* Does a certificate prove its claim? Neither the solver nor anything that it computed is asked.
 * In: an instance that rd_instance_check accepts; scratch is rewound.
 * Errors: RD_ERROR_RUN with the first thing that is wrong. Cost: O((links + hosts log hosts) *
 * commodities). Source: linear programming duality, with integer capacities as in cuts. */
bool rd_price_certificate_check(const struct rd_instance *instance,
                                const struct rd_price_certificate *certificate,
                                struct rd_arena *scratch, struct rd_price_verdict *ret_verdict,
                                struct rd_error *reterr);
