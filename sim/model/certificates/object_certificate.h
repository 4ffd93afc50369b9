/* Why no schedule of a list of objects ends sooner: prices, or a place that too much has to pass,
 * in whole numbers, which anyone can check. It holds for the goal place.
 * docs/development/proofs.md, "Objects", has the proof.
 *
 * The claim is that no schedule ends before `ticks` ticks. Suppose that one does.
 *
 * Whole ticks. What messages last is rounded down to whole ticks, and to 2^60 if it is more. g is
 * the greatest common divisor of them all; 1 where objects may stop on their way. The same
 * messages, listed by start, end by E, the greatest multiple of g below `ticks`. So an object comes
 * on a way that lasts at most E. If one of them has no such way, there is no such schedule. Its p
 * is the least that lasts on the ways that it has.
 *
 * Prices of a tick of a port's place and of a shared link. On a way an object pays what lasts times
 * the prices of its sender's out-port and its receiver's in-port (where ports are combined: of both
 * their ports), and, rounded down, times part and price of each shared link. E times the sum of all
 * prices, those of a port as often as it takes messages at a time, is offered; it is no less than
 * what all objects pay, each on its cheapest way.
 *
 * Room. A place has room R, and each object of some takes a of it while it is under way, whatever
 * its way. No more than q of them are there at a time, the most whose least `a` fit into R
 * together; then of m objects (m - 1) / q + 1, rounded down, follow each other. So if sum(a p),
 * each the least on a way, > R W, sum(p) > q W, or that many of the least p are more than W, they
 * do not all pass within W ticks.
 *
 *   place        room                          an object takes
 *   way          1, of one object alone        1
 *   port         k of a port (of both ports    1 if it leaves, or comes, by the port
 *                where they are combined)
 *   bus          1                             1
 *   pair         1                             1 on the link of the pair
 *   shared link  2^50                          its part
 *   hosts        all places of their ports,    2 between two of them
 *                where these are combined
 *   space        what is free at the hosts,    its bytes if it is wanted at one of them, which
 *                and what they may get back    all have a limit
 *                of objects that go elsewhere
 *
 * Heads and tails. An object starts no sooner than its head, and a tail goes on at least after it
 * has ended. W is E less the least head and the least tail of the objects in the place. A head
 * above 0 is of an object larger than what is free where it is wanted. Others have to give up there
 * what it lacks, and these start at their heads at the least: so it is at most the first date by
 * which so much can have been given; or, if all who may give leave by the host's own port, the
 * least of their heads and what so many bytes keep its k places busy at the least, cut to what is
 * lacking. Whoever starts first of those that start before their heads finds that it cannot. Tails
 * are heads time reversed: bytes are free as in the end, or more, an object takes them where they
 * are given up, if that is known, and gives them where it is wanted, by that host's port. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/certificates/ticks.h"
#include "sim/model/instance.h"

enum rd_object_place {
    RD_OBJECT_PRICES, /* no place, but prices */
    RD_OBJECT_WAY,
    RD_OBJECT_PORT,
    RD_OBJECT_BUS,
    RD_OBJECT_PAIR,
    RD_OBJECT_SHARED,
    RD_OBJECT_HOSTS,
    RD_OBJECT_SPACE,
    RD_OBJECT_PLACE_COUNT
};

struct rd_object_certificate {
    double tick_s; /* above 0 */
    int64_t ticks; /* the claim, 1 to 2^60 */
    enum rd_object_place place;

    /* RD_OBJECT_PRICES: [host_count] each, 0 or more; receive_price NULL where ports are combined;
     * shared_price [shared links], NULL where there are none. Else NULL. */
    const int64_t *send_price, *receive_price, *shared_price;

    /* A place. */
    bool receives;   /* RD_OBJECT_PORT: an in-port, where they are not combined */
    uint32_t shared; /* RD_OBJECT_SHARED */
    uint32_t member_count;
    const uint32_t *member; /* of a port its host; of a pair both, the sender first; or hosts */
    uint32_t object_count;
    const uint32_t *object;     /* [object_count] those that pass it, none twice */
    const int64_t *head, *tail; /* [objects] in ticks, 0 or more; NULL: all are 0 */
};

/* "prices", "way", "port", "bus", "pair", "shared link", "hosts", "space". O(1). */
const char *rd_object_place_name(enum rd_object_place place);

/* Does a certificate prove its claim? In: an instance that rd_instance_check accepts; scratch is
 * rewound. Returns: what is shown, in seconds, rounded down, in *ret_seconds.
 * Errors: RD_ERROR_RUN with the first thing that is wrong.
 * Cost: O(sources + objects log objects); with heads also, of each object that has one, those that
 * may give to its host. */
bool rd_object_certificate_check(const struct rd_instance *instance,
                                 const struct rd_object_certificate *certificate,
                                 struct rd_arena *scratch, double *ret_seconds,
                                 struct rd_error *reterr);

/* Lowers heads and tails [objects], which may be NULL, to what the check accepts, in some rounds.
 * Returns: false if they do not settle. In: tick_s and ticks of the certificate. */
bool rd_object_dates_lower(const struct rd_instance *instance,
                           const struct rd_object_certificate *certificate, int64_t *head,
                           int64_t *tail, struct rd_arena *scratch);
