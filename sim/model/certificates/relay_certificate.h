/* Why the items of a star are not all computed sooner: one date, which anyone can check.
 *
 * The claim is that no schedule ends before `ticks` ticks. Suppose that one does. Let costs be
 * rounded down to whole ticks, and waiting on purpose be left out: it then ends, for all that
 * follows, by E = ticks - 1 (price_certificate.h). Worker i holds L, its items take `up` to the
 * master, `down` from it, and w to compute. Take the date D, and any set of workers.
 *
 *     workers of the set == by D: A of each ==> master == after D: S of each ==> the others
 *
 * They compute at most E / w items each, so at least the sum of L - E / w leaves them, net.
 * By D, no more than A = min(L, D / up) of each have come to the master, net: what it sends on it
 * got before. The master keeps nothing: what leaves the set and is not there by D goes to a worker
 * outside it after D, at D + 1 or later. Let one of these receive m items so late, and send s that
 * reach the master after D. After the first of them has come, at D + 1 + down or later, m items
 * leave it, and at most s of them in messages: so m - s <= (E - D - 1 - down) / w. Let it compute
 * something after the t-th of them has come, and only send after the next: then m - s <= t, and
 * D + 1 + t down + w <= E. So net no more than S come to it, the lesser of these two, or 0.
 *
 * So if, summed over workers, the greater of L - E / w - A and -S is above 0, there is no such
 * schedule: the set is that of the workers where the first is greater. That is all that is checked.
 * It is the least cut of a flow from arrivals to the latest starts (star_ports_finish.c), so where
 * no ports count there is a date D for every end that is too early. */
#pragma once

#include "sim/base/error.h"
#include "sim/model/instance.h"

struct rd_relay_certificate {
    double tick_s;     /* above 0 */
    int64_t ticks;     /* the claim; at least 1, below RD_PRICE_LIMIT */
    int64_t date;      /* D: at least 0, below `ticks` */
    bool single_items; /* it is about schedules whose messages have one item each: an item takes its
                          latency and its cost, else its cost */
};

/* Does a certificate prove its claim? In whole numbers. In: an instance that rd_instance_check
 * accepts. Returns: the claim in seconds, rounded down, in *ret_seconds.
 * Errors: RD_ERROR_RUN with what is wrong. Cost: O(hosts). */
bool rd_relay_certificate_check(const struct rd_instance *instance,
                                const struct rd_relay_certificate *certificate, double *ret_seconds,
                                struct rd_error *reterr);
