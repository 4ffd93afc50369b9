/** @file
 * Plans and judges the redistribution of data between processors.
 *
 * A struct rd_problem says which hosts there are, what a message costs on each link, what each host
 * holds, and what is wanted. rd_solve() answers with a plan, the time that it takes, a lower bound
 * that no plan beats, and whether the two prove each other. rd_judge_schedule() and
 * rd_judge_trace() hold a schedule of one's own against the same rules.
 *
 * All structs may start as zeros; what is not said has the value that its comment names. Every
 * array belongs to who made it: the caller's are read during the call only, and results are freed
 * with rd_solution_free() and rd_judgement_free(). Nothing here prints, exits or aborts: what is
 * wrong is said in a struct rd_call_error. Several threads may call at once.
 *
 * Hosts are numbered from 0, items are whole numbers, times are seconds. */
#ifndef REDIST_REDIST_H
#define REDIST_REDIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header: major * 10000 + minor * 100 + patch. */
#define RD_VERSION 100

/** The same as text. */
#define RD_VERSION_TEXT "0.1.0"

/** The version of the library that is linked, as RD_VERSION_TEXT. */
const char *rd_version(void);

/** The same as RD_VERSION. */
int rd_version_number(void);

/** @name Errors
 * @{ */

/** What kind of error a call met. */
enum rd_call_code {
    RD_CALL_OK,            /**< none */
    RD_CALL_ARGUMENT,      /**< what was given means nothing; the message says what is accepted */
    RD_CALL_REFUSED,       /**< no algorithm takes the problem, or not the one that was named */
    RD_CALL_OUT_OF_MEMORY, /**< rd_problem.memory_limit_bytes, or the system, had no more */
    RD_CALL_MISTAKE,       /**< a mistake in this library, which is worth a report */
    RD_CALL_STOPPED        /**< rd_problem.stop asked for an end */
};

/** Why a call failed. */
struct rd_call_error {
    enum rd_call_code code; /**< RD_CALL_OK if the call was well */
    char message[1024];     /**< "link 3, from 1 to 7: hosts are 0 to 3"; "" if the code is 0 */
};

/** @}
 * @name A problem
 * @{ */

/** Which hosts a network joins. */
enum rd_problem_shape {
    RD_SHAPE_ANY, /**< whatever the links are: a ring, hypercube, shuffle-exchange or switch is
                         recognised. Not a star and not a bus, which say more than links do */
    RD_SHAPE_RING_ONE_WAY, /**< a link from host i to host i+1, and from the last to the first */
    RD_SHAPE_RING_TWO_WAY, /**< the same, and their reverses */
    RD_SHAPE_STAR,         /**< the last host, the master, and each other one, both ways. The
                                master relays: it holds nothing at the start and at the end */
    RD_SHAPE_HYPERCUBE,    /**< hosts whose numbers differ in one bit; 2^d hosts */
    RD_SHAPE_SHUFFLE_EXCHANGE, /**< host i and i^1, i rotated left, i rotated right; 2^d hosts */
    RD_SHAPE_SWITCH,           /**< every two hosts, both ways */
    RD_SHAPE_BUS,              /**< the same, with one message under way at a time in all */
    RD_SHAPE_GRAPH             /**< any links, and only what is made for any links is asked */
};

/** What is wanted. */
enum rd_problem_goal {
    RD_GOAL_AFTER,   /**< every host ends with its final load */
    RD_GOAL_BALANCE, /**< of each kind, the most and the least that hosts hold differ by at most
                          balance_error, or by 1 where the hosts do not divide the items */
    RD_GOAL_GATHER,  /**< each kind lies whole on one host, and no host has two */
    RD_GOAL_FINISH,  /**< every item is computed by some host, as early as possible */
    RD_GOAL_COPIES,  /**< every host holds the pieces that it wants, and ends with its final load of
                          the kinds that are counted */
    RD_GOAL_PLACE    /**< every object is brought to the host that wants it */
};

/** For rd_problem.ports: as many messages at a time as a host has links. */
#define RD_PORTS_UNLIMITED UINT32_MAX

/** For rd_schedule.to and rd_trace_arrays.to: no receiver; the host computes the items. */
#define RD_NO_HOST UINT32_MAX

/** For rd_problem.object_drop: the host that sent the object. */
#define RD_DROP_SOURCE (UINT32_MAX - 1)

/** What is to be planned. A message of x items lasts latency_s + x * seconds_per_item on its link;
 * its items can be passed on when it has arrived whole. A link carries one message at a time. */
struct rd_problem {
    uint32_t host_count; /**< 1 to 2^20; a switch, bus: to 2^13; a star's master counts */
    uint32_t kind_count; /**< kinds of items that are counted: those of a kind are alike. 0: 1 kind,
                              for RD_GOAL_COPIES none. Not read for RD_GOAL_PLACE */
    enum rd_problem_shape shape; /**< 0: RD_SHAPE_ANY */
    enum rd_problem_goal goal;   /**< 0: RD_GOAL_AFTER */

    /** Messages that a host may send at a time, and as many that it may receive.
     * 0: one of each. */
    uint32_t ports;
    const uint32_t *host_ports; /**< [host_count], 1 or more (its number of links: no limit): the
                                     same host by host; NULL: `ports` of each */

    /** Directed links: [link_count] arrays, in any order. 0 with a shape: all links of the shape,
     * and each costs every_seconds_per_item and every_latency_s. */
    size_t link_count;
    const uint32_t *link_from;           /**< [link_count] */
    const uint32_t *link_to;             /**< [link_count] */
    const double *link_seconds_per_item; /**< [link_count], 0, or 1e-30 to 1e15; NULL: 0 each */
    const double *link_latency_s;        /**< [link_count], 0, or 1e-30 to 1e15; NULL: 0 each */
    double every_seconds_per_item;       /**< of every link, if link_count is 0 */
    double every_latency_s;              /**< of every link, if link_count is 0 */

    /** Items held at the start: host's of kind at [host * kind_count + kind]. At most 2^53 in all.
     * Not read for RD_GOAL_PLACE. */
    const int64_t *load;
    const int64_t *final_load; /**< the same at the end, for RD_GOAL_AFTER, and for RD_GOAL_COPIES
                                    where kinds are counted; else not read */
    int64_t balance_error;     /**< for RD_GOAL_BALANCE; else not read */

    /** For RD_GOAL_COPIES, else not read: named kinds, whose items have numbers from 0 on, and
     * which whoever sends them keeps. They come behind the counted ones: named kind j is kind
     * kind_count + j of a schedule. Pieces of a kind are its items one after the other, so many as
     * piece_items says; all of a piece has the same holders, and the same hosts that want it. */
    size_t piece_count;
    const uint32_t *piece_kind;     /**< [piece_count] the named kind, from 0 on without a gap, not
                                         decreasing; NULL: 0 each */
    const int64_t *piece_items;     /**< [piece_count], 1 or more */
    const size_t *piece_held_first; /**< [piece_count + 1]: where the holders of each begin, from 0
                                         on */
    const uint32_t *piece_held;     /**< hosts of each piece rising, one or more */
    const size_t *piece_wanted_first; /**< [piece_count + 1]: where those that want it begin */
    const uint32_t *piece_wanted;     /**< hosts of each piece rising; holders may be among them */
    const double *kind_size; /**< by named kind, 0, or 1e-30 to 1e15: how many times as long an item
                                  of it takes on a link, latency apart; NULL: 1 each */

    /** For RD_GOAL_PLACE, else not read: objects, each of which one message takes whole from a host
     * that holds it to the host that wants it, in latency_s + bytes * seconds_per_item. Object j is
     * the one item of kind j of a schedule. */
    size_t object_count;             /**< 1 to 10^7 */
    const int64_t *object_bytes;     /**< [object_count], 0 to 10^15 */
    const size_t *object_held_first; /**< [object_count + 1]: where the holders of each begin, from
                                          0 on */
    const uint32_t *object_held;     /**< hosts of each object rising, one or more */
    const uint32_t *object_wanted;   /**< [object_count] the host that wants it, none of its holders
                                      */
    const uint32_t *object_drop; /**< [object_count] who gives its bytes up when it has arrived: a
                                      host, RD_DROP_SOURCE, or RD_NO_HOST: nobody. NULL:
                                      RD_DROP_SOURCE each */
    const int64_t *space_bytes;  /**< [host_count] bytes free at the start, up to 2^61; -1: no
                                      limit. NULL: no host has one */
    bool relay;                  /**< objects may go over other hosts; not with space_bytes */
    bool combined_ports;         /**< what a host sends and receives counts together */
    bool many_a_pair;            /**< a link carries several of their messages at a time */
    bool staging;                /**< objects may go over other hosts, with space_bytes */

    /** [host_count], 1e-15 to 1e15: how long each host computes one item, for RD_GOAL_FINISH; else
     * not read. A star's master computes nothing: its entry is not read. */
    const double *compute_seconds_per_item;

    /** One of rd_algorithm_name(). NULL: every algorithm that accepts the problem, and the best
     * plan of theirs. */
    const char *algorithm;
    const char *const *option; /**< [option_count] "name=value", of the algorithm that is named; one
                                    that it does not have is answered with those that it has */
    size_t option_count;       /**< 0 where no algorithm is named */
    uint64_t seed; /**< for the algorithms that draw lots; the same seed gives the same plan */

    /** The most memory that a call takes, its results included. 0: 16 GiB. */
    uint64_t memory_limit_bytes;

    /** NULL, or where another thread, or a signal's handler, writes something else than 0 when the
     * call is to end: mostly within a second it does, with RD_CALL_STOPPED. */
    const int *stop;

    /** Seconds of wall clock after which rd_solve() answers with the best plan and the greatest
     * bound that it has found: that bound is proved, too, and more time may raise it. A note of the
     * solution says that time was up. 0: no limit. If there is no plan by then: RD_CALL_REFUSED. */
    double within_s;

    /** By counted kind, 1e-30 to 1e15: how many times as long an item of it takes on a link,
     * latency apart; NULL: 1 each. Not read for RD_GOAL_PLACE. */
    const double *counted_size;
};

/** @}
 * @name Schedules
 * @{ */

/** When the messages of a schedule start. */
enum rd_schedule_timing {
    RD_TIMING_SELF_TIMED, /**< as soon as ports and link are free in the order of the list, the
                               items are there and not promised to a message before it, and what the
                               sender receives in earlier rounds has arrived */
    RD_TIMING_LOCK_STEP   /**< round r when round r-1 has ended everywhere */
};

/** Who sends how much to whom: transfer_count rows in [transfer_count] arrays. A row stands for
 * `messages` messages of `items` items each, one after the other; or, where `messages` is 0, for
 * `items` items in all, sent in messages of what is there each time. docs/model.md is the
 * definition. */
struct rd_schedule {
    enum rd_schedule_timing timing; /**< 0: RD_TIMING_SELF_TIMED */
    double step_s;                  /**< RD_TIMING_LOCK_STEP: the least that a round lasts */
    uint32_t round_count;           /**< idle rounds count; 0: up to the last row's */
    size_t transfer_count;          /**< rows */
    const uint32_t *round;          /**< from 0, not decreasing; NULL: 0 each */
    const uint32_t *from;           /**< the sender */
    const uint32_t *to;             /**< its neighbour; RD_NO_HOST: it computes the items itself */
    const int32_t *kind;            /**< -1 with 0 items: a control word. NULL: 0 each */
    const int64_t *items;           /**< of each message */
    const int64_t *messages;        /**< NULL: 1 each */
    const int64_t *first_item;      /**< of named kinds: the first item of the first message; those
                                         of the others follow. -1 of other kinds. NULL: none is of a
                                         named kind */
};

/** What a run recorded: transfer_count rows in [transfer_count] arrays, in any order. */
struct rd_trace_arrays {
    size_t transfer_count;     /**< rows, at most 20,000,000 */
    const double *start_s;     /**< when the message starts */
    const double *end_s;       /**< when it has arrived */
    const uint32_t *from;      /**< the sender */
    const uint32_t *to;        /**< RD_NO_HOST: the host computes the items */
    const int32_t *kind;       /**< NULL: 0 each */
    const int64_t *items;      /**< 0: a control word */
    const int64_t *first_item; /**< of named kinds: the first item, -1 of others; NULL: none is */
};

/** @}
 * @name Results
 * @{ */

/** What of a host a bound rests on. */
enum rd_bottleneck_part {
    RD_BOTTLENECK_HOST,        /**< all of it: what has to enter or leave the set of these hosts */
    RD_BOTTLENECK_SEND_PORT,   /**< its sending */
    RD_BOTTLENECK_RECEIVE_PORT /**< its receiving */
};

/** Prices that show a bound, in whole numbers: no schedule that reaches the goal ends before
 * `ticks` * `scale` ticks. Whoever has the problem can check that, in whole numbers, without
 * rounding. A star's master keeps and computes nothing: it is not among the hosts that keep or
 * compute items.
 *
 * 1. Durations, in ticks, rounded down, and to 2^60 if they are more: a link's latency l, an
 *    item's cost c on it, and, for RD_GOAL_FINISH, an item's time w on a host. Unless all links
 *    have the same cost and latency, c is 1 / (1 / seconds_per_item) in doubles; w likewise, unless
 *    all hosts compute alike. g is the greatest common divisor of all l, c and w; E is its last
 *    multiple below `ticks` * `scale`. Costs rounded down shorten a schedule, and then it ends at a
 *    multiple of g. So it is enough that none ends by E; the next end, E + g, is not below the
 *    bound's `seconds`.
 * 2. Dates, of each host and commodity, 0 or more. `earliest` is 0 where the host has load of it,
 *    and of link u to v: earliest[v] <= earliest[u] + l + c. `rest` is 0 where the host may keep
 *    some of it (RD_GOAL_AFTER: its final load is above 0; RD_GOAL_BALANCE: always), at most w for
 *    RD_GOAL_FINISH, and of link u to v: rest[u] <= l + c + rest[v].
 * 3. Prices are 0 or more; of ports without a limit, of processors for other goals than
 *    RD_GOAL_FINISH and of links that are not listed, 0. For each link u to v and each commodity
 *    with earliest[u] + l + c + rest[v] <= E: potential[u] - potential[v] <= c times the sum of
 *    send_price[u], receive_price[v], the link's price and bus_price.
 * 4. Offered until E: the sum of price * n * floor((E - h) / d) * d over ports, links, processors
 *    and the bus; 0 of each with h >= E or d = 0. n is a host's number of ports, else 1. d is the
 *    greatest common divisor of c of all links of the port (or of the link, or the bus), or w. h is
 *    the least earliest[u] + l + rest[v] of these links u to v, where the least commodity counts
 *    for each date. Of a bus it is the least earliest[u] + l plus the least `rest` of all hosts, of
 *    a processor the host's least `earliest`.
 * 5. Needed: the sum over hosts and kinds of potential * load, less the same of what they keep:
 *    RD_GOAL_AFTER: of final_load. RD_GOAL_BALANCE: of those loads that the goal accepts which make
 *    that sum greatest, kind by kind. RD_GOAL_FINISH: all items of a kind times the greatest
 *    potential - w * processor_price of the hosts with earliest + w <= E; no such host: E is shown.
 *
 * If more is needed than offered, none ends by E. For: every item that moves pays c times the
 * prices of step 3, which is at least the fall of potential; all pay at least what is needed, and
 * ports, links, processors and the bus are free for no more than what is offered. */
struct rd_price_proof {
    double tick_s;                  /**< the unit of all times here */
    int64_t ticks;                  /**< no schedule ends before `ticks` * `scale` */
    int64_t scale;                  /**< a power of 2, nearly always 1 */
    uint32_t commodity_count;       /**< the kinds; or 1: all kinds are taken for one */
    const int64_t *send_price;      /**< [host_count], of a send port */
    const int64_t *receive_price;   /**< [host_count], of a receive port */
    const int64_t *processor_price; /**< [host_count] */
    size_t link_count;              /**< links with a price above 0 */
    const uint32_t *link_from;      /**< [link_count] */
    const uint32_t *link_to;        /**< [link_count] */
    const int64_t *link_price;      /**< [link_count] */
    int64_t bus_price;              /**< 0 where there is no bus */
    const int64_t *potential; /**< [host_count * commodity_count], host by host, as the next two */
    const int64_t *earliest;  /**< ticks before which none of it leaves the host */
    const int64_t *rest;      /**< ticks that what comes to the host still needs */
};

struct rd_charge_case;

/** Why links with latency take so long, in whole numbers, for RD_GOAL_AFTER: no schedule, with
 * messages of any size, ends before `ticks` * `scale` ticks. Durations l and c, g, E and the dates
 * are those of steps 1 and 2 above. What the argument shows, rounded up to a multiple of g, is
 * above E.
 *
 * Of one port, the send port of `host`. (A receive port in the same way with time reversed: links
 * turned, loads and final loads, earliest and rest exchanged.) `group` says of each host and
 * commodity in which set it is; links into a set from outside come from `host` alone, which is in
 * none. So what a set lacks of a commodity, final loads less loads, leaves the port for it. k is
 * the host's number of ports, N all that sets which its links lead to lack of the commodity,
 * `behind` the least rest of those links' receivers.
 *
 * - "links": each such set of each commodity costs the least l + c * items of the links into it;
 *   their sum over k, rounded up; with the least `earliest` of the host, and the least `behind`.
 * - "excess": E items of N more than the host's load. The least earliest[u] + l + c of its links
 *   in, then the least l + c * (E over k, rounded up) of its links out, and `behind`.
 * - "neighbours": k is 1. The lesser of two: N times the least c, and the least latencies of as
 *   many links as neighbours are needed, those of the greatest final loads first, to keep N; and,
 *   of neighbours v and their links to w, the least l + c of both and rest[w].
 * - "hub": k is 1, the host has no load and no final load, l and c are the least of its links both
 *   ways. The least earliest of senders to it, the least over r = 1 .. N of (r + 1) l + c (N + (N
 *   over r, rounded up)) and `behind`; where N is above 100000, N c over r is rounded up instead.
 *
 * Of the whole network:
 *
 * - "spread": what hosts' ports let them give to in the time of the quickest message.
 * - "ring": on a ring with one port a host, every z from the least to the greatest sum of surpluses
 *   of hosts 0 to x (one-way: the least) makes some port take too long.
 *
 * - "single": a host is free if it has more ports than one, or one of its ports can carry two
 *   messages by E: twice the least l of the port's links, their least c times the greater of 2 and
 *   what the host has too much (a receive port: too little) of all commodities, the least earliest
 *   of their senders and the least rest of their receivers. Any other sends at most one message
 *   and receives at most one by E, of one commodity each. No chains of such messages, between
 *   hosts that are free or to and from nothing, or round, take in `host` and all others that have
 *   too much or too little and are not free, none twice. A message of m items needs
 *   earliest + l + c m + rest; where it has more of a commodity than its sender's load, the one
 *   that came there is before it.
 *
 * - "counts": messages are whole numbers. Cases, each with the two that it falls into behind it,
 *   leave no numbers out, and each that falls into no others has its prices. Also for
 *   RD_GOAL_BALANCE.
 *
 * docs/network_bound.md proves them; python/redist/exact checks each. */
struct rd_charge_proof {
    double tick_s;            /**< the unit of all times here */
    int64_t ticks;            /**< no schedule ends before `ticks` * `scale` */
    int64_t scale;            /**< a power of 2, nearly always 1 */
    uint32_t commodity_count; /**< the kinds; or 1: all kinds are taken for one */
    const char *argument;     /**< "links", "excess", .. as above */
    uint32_t host;         /**< of one port, and of "single"; else, and the next three, not meant */
    bool receives;         /**< else it sends */
    uint32_t commodity;    /**< not of "links", which counts all */
    const uint32_t *group; /**< [host_count * commodity_count] a number; RD_NO_HOST: no set */
    const int64_t *earliest;            /**< [host_count * commodity_count] as of prices */
    const int64_t *rest;                /**< the same */
    size_t case_count;                  /**< of "counts"; else 0 */
    const struct rd_charge_case *cases; /**< [case_count] */
};

/** What a case of "counts" counts. */
enum rd_counted {
    RD_COUNTED_SENT,     /**< the messages that a host sends */
    RD_COUNTED_RECEIVED, /**< those that it receives */
    RD_COUNTED_LINK,     /**< those on a link */
    RD_COUNTED_ITEMS,    /**< the items that leave a host */
    RD_COUNTED_NOTHING   /**< the case has prices */
};

/** A case of how many messages there are until E. At most `count` of what it counts are in the next
 * case, more in the one behind that and all that it falls into; a case in which some range is empty
 * is left out. Ranges at first, what a case without others has to show, and the row of a host that
 * waits: docs/network_bound.md, "Message counts". */
struct rd_charge_case {
    enum rd_counted counted; /**< what its two cases count */
    uint32_t host;           /**< whose; of a link: its sender */
    uint32_t to;             /**< of a link: its receiver */
    int64_t count;           /**< at most so many in the first of them, more in the second */
    /** Of RD_COUNTED_NOTHING; else NULL. Prices are 0 or more, tolls and potentials any number. */
    const int64_t *send_price;    /**< [host_count] of a tick of a send port */
    const int64_t *receive_price; /**< [host_count] */
    const int64_t *wait_price;    /**< [host_count] of a tick of the row of a host that waits */
    size_t link_count;            /**< links with a price above 0 */
    const uint32_t *link_from;    /**< [link_count] */
    const uint32_t *link_to;      /**< [link_count] */
    const int64_t *link_price;    /**< [link_count] */
    int64_t bus_price;            /**< 0 where there is no bus */
    const int64_t *send_toll;     /**< [host_count] of a message that it sends */
    const int64_t *receive_toll;  /**< [host_count] of one that it receives */
    const int64_t *item_toll;     /**< [host_count] of an item that leaves it */
    const int64_t *potential;     /**< [host_count * commodity_count] of an item */
};

/** Why the items of a star are not all computed sooner, for RD_GOAL_FINISH: no schedule ends before
 * `ticks` ticks. Durations are rounded down as in step 1 above; E is `ticks` - 1. Worker i holds L
 * items, which take `up` to the master, `down` from it and w to compute. By the date no more than
 * A = min(L, date / up) of its items have come to the master; and after it no more than
 * S = min((E - date - 1 - down) / w, (E - date - 1 - w) / down), or 0, can come to it and be
 * computed. It is shown if the sum over workers of the greater of L - E / w - A and -S is above 0.
 * All quotients are rounded down. */
struct rd_relay_proof {
    double tick_s; /**< the unit of all times here */
    int64_t ticks; /**< what is claimed: no schedule ends before */
    int64_t date;  /**< the date, in ticks */
};

/** A cut of the items of one piece: each of them enters these hosts, from elsewhere. */
struct rd_cut {
    uint32_t piece;       /**< of rd_problem's */
    uint32_t sink;        /**< among the hosts, and wants the piece */
    int64_t weight;       /**< 0 or more: what an item of the piece needs for its way in */
    size_t host_count;    /**< no holder of the piece is among them */
    const uint32_t *host; /**< [host_count] */
};

/** Prices and cuts that show a bound for RD_GOAL_COPIES, in whole numbers: no schedule ends before
 * `ticks` ticks. docs/development/proofs.md, "Copies", says what is to be checked, and proves
 * it; python/redist/exact checks it. For RD_GOAL_PLACE it is about the objects as copies: piece j
 * is object j, which its sources hold and one host wants, and ports that are combined are two. */
struct rd_cut_proof {
    double tick_s;                /**< the unit of all times here */
    int64_t ticks;                /**< what is claimed */
    const int64_t *send_price;    /**< [host_count], of a send port */
    const int64_t *receive_price; /**< [host_count], of a receive port */
    size_t link_count;            /**< links with a price above 0 */
    const uint32_t *link_from;    /**< [link_count] */
    const uint32_t *link_to;      /**< [link_count] */
    const int64_t *link_price;    /**< [link_count] */
    int64_t bus_price;            /**< 0 where there is no bus */
    size_t cut_count;             /**< cuts */
    const struct rd_cut *cut;     /**< [cut_count] */
    const int64_t *potential;     /**< [host_count * kind_count] of counted kinds, which have to
                                       move, too; NULL: these are left out */
};

/** Why no schedule of objects ends before `ticks` ticks: prices, or a place with room that too much
 * has to pass. docs/development/proofs.md, "Lists of objects", says how to check it. */
struct rd_place_proof {
    double tick_s;                /**< the unit of all times here */
    int64_t ticks;                /**< what is claimed */
    const int64_t *send_price;    /**< [host_count], of a send port; NULL where there is a room */
    const int64_t *receive_price; /**< the same of a receive port; NULL where ports are combined */
    const char *room;             /**< "way", "port", "bus", "pair", "hosts" or "space"; or NULL */
    bool receives;                /**< of "port": it is the in-port */
    size_t member_count;          /**< hosts of the place */
    const uint32_t *member;       /**< [member_count]; of "pair" the sender, then the receiver */
    size_t passing_count;         /**< objects that pass it */
    const uint32_t *passing;      /**< [passing_count] */
    const int64_t *head;          /**< [object_count] no object starts before; NULL: all are 0 */
    const int64_t *tail;          /**< [object_count] between its end and that of all; or NULL */
};

/** A lower bound that a theorem proves, and what it rests on. */
struct rd_lower_bound {
    double seconds;   /**< no legal schedule that reaches the goal is shorter; 0 if none is known */
    const char *name; /**< what proves it: "Theorem 2"; NULL if no bound is known */
    const char *why;  /**< one or two sentences with this problem's numbers; or NULL */
    const char *rests_on;            /**< "the slice from host 0 to host 1"; or NULL */
    size_t bottleneck_count;         /**< the same for programs: hosts, 0 if it is not hosts */
    const uint32_t *bottleneck_host; /**< [bottleneck_count] */
    const enum rd_bottleneck_part *bottleneck; /**< [bottleneck_count] */
    /** Numbers that show the bound; of the five, at most one is not NULL. */
    const struct rd_price_proof *prices;
    const struct rd_charge_proof *charge; /**< see prices */
    const struct rd_relay_proof *relay;   /**< see prices */
    const struct rd_cut_proof *cuts;      /**< see prices */
    const struct rd_place_proof *place;   /**< see prices */
};

/** Why no other choice of hosts to gather the kinds on is better; kinds beyond kind_count are
 * empty, so that there are as many as hosts. Host i holds q_ij items of kind j and l_i in all, kind
 * j has c_j items; w_ij = c_j - q_ij and w'_ij = ceil((max(l_i, c_j) - q_ij) / k_i), where k_i is
 * its ports, or the other hosts if they are fewer, or 1 on a bus. The volume is the sum of w_ij
 * over kinds and their hosts, the steps are the greatest w'_ij. */
struct rd_relabelling_proof {
    const char *claim;            /**< "least volume", "fewest steps", "least volume, then fewest
                                       steps", "fewest steps, then least volume" */
    const uint32_t *host_of_kind; /**< [host_count] */
    int64_t volume;               /**< items that have to be sent in all */
    int64_t steps;                /**< the most steps that a host needs to send, or to receive */
    /** [host_count] each, or NULL where no volume is claimed: host_price[i] + kind_price[j] <= w_ij
     * for every pair (after fewest steps: those with w'_ij <= steps), and all sum to the volume. */
    const int64_t *host_price;
    const int64_t *kind_price; /**< see host_price */
    /** [hall_host_count], or NULL where no steps are claimed: hosts that pairs with w'_ij < steps
     * (after least volume: those whose prices sum to w_ij) join to fewer kinds than they are. */
    const uint32_t *hall_host;
    size_t hall_host_count; /**< 0 where no steps are claimed */
};

struct rd_call_memory;

/** What rd_solve() found. Free it with rd_solution_free(). */
struct rd_solution {
    const char *algorithm;        /**< whose plan it is */
    const char *shape;            /**< "ring", "switch", ...: what it took the network for */
    const char *note;             /**< a remark of the algorithm's; NULL if there is none */
    struct rd_schedule plan;      /**< who sends how much to whom */
    double makespan_s;            /**< when the plan ends */
    const int64_t *final_load;    /**< [host_count * kind_count] held at the end; with named
                                     kinds behind the counted ones, of which it is how many items;
                                     NULL of objects */
    const uint32_t *object_place; /**< [object_count] where each object was brought; RD_NO_HOST: it
                                       did not move. NULL of items */
    int64_t items_moved;          /**< items times links crossed */
    int64_t message_count;        /**< control words included */
    struct rd_lower_bound bound;  /**< the greatest that is known */
    bool proved_optimal;          /**< no schedule is shorter */
    const char *proof;            /**< what proves that; NULL if nothing does */
    const struct rd_relabelling_proof *relabelling; /**< NULL if the plan carries none */
    struct rd_call_memory *memory;                  /**< all that is pointed to */
};

/** What the referee says of a schedule. Free it with rd_judgement_free(). */
struct rd_judgement {
    bool legal;            /**< no host parts with what is not there, no port takes too much, ... */
    const char *violation; /**< "legal"; or "transfer" (a number that means nothing), "neighbour",
                                "more than ever held", "order", "deadlock", "not held", "port",
                                "time", "size" or "space": docs/model.md explains them */
    const char *message;   /**< the first thing that is wrong, in words; "" if legal */
    size_t transfer;       /**< the row to blame; SIZE_MAX if none is */

    /* The rest is meant if it is legal. */
    bool goal_reached;             /**< everybody ends with what is wanted */
    const char *goal_message;      /**< the first host that misses the goal; "" if reached */
    double makespan_s;             /**< when it ends */
    const int64_t *final_load;     /**< [host_count * kind_count] held at the end; with named
                                    kinds behind the counted ones, of which it is how many items;
                                    NULL of objects */
    const uint32_t *object_place;  /**< [object_count] where each object was brought; RD_NO_HOST: it
                                        did not move. NULL of items */
    int64_t items_moved;           /**< items times links crossed */
    int64_t message_count;         /**< control words included */
    struct rd_lower_bound bound;   /**< the greatest that is known */
    bool proved_optimal;           /**< it reaches the goal as early as the bound allows */
    struct rd_call_memory *memory; /**< all that is pointed to */
};

/** When the messages of a schedule are under way. Free it with rd_dates_free(). */
struct rd_dates {
    struct rd_trace_arrays trace; /**< a row for each message and each computation, by start */
    size_t critical_count;        /**< the critical path: each waits for the one before */
    const size_t *critical_row;   /**< [critical_count] rows of the trace; the last one ends last */
    const char *const *critical_reason; /**< [critical_count] why it does not start sooner: "starts
                                             at 0", "sends after", "has its items from", ... */
    struct rd_call_memory *memory;      /**< all that is pointed to */
};

/** @}
 * @name Calls
 * Each returns true, or false with the reason in *ret_error, which may be NULL. Results are
 * overwritten, never freed: with zeros if the call fails.
 * @{ */

/** Plans a problem with the algorithm that it names, or with all that accept it.
 *
 * Returns in *ret_solution: the plan with the least makespan, of equal ones the first in the order
 * of rd_algorithm_name(). It was judged: it is legal, and reaches the goal.
 * Errors: RD_CALL_REFUSED with the hypothesis that fails.
 * Cost: that of the bound, and of each algorithm asked; the first plan that is proved optimal ends
 * the search. There is no limit of time: on large networks, name an algorithm. */
bool rd_solve(const struct rd_problem *problem, struct rd_solution *ret_solution,
              struct rd_call_error *ret_error);

/** Frees what rd_solve() took, and zeroes the struct. NULL, and a struct of zeros, are accepted. */
void rd_solution_free(struct rd_solution *solution);

/** Judges a schedule, whoever made it, and tells its makespan. Where the goal is to finish, what no
 * row computes is computed behind all others, where it lies.
 *
 * A schedule that is not legal, or misses the goal, is no error of the call.
 * Errors: RD_CALL_ARGUMENT for a problem or arrays that mean nothing. */
bool rd_judge_schedule(const struct rd_problem *problem, const struct rd_schedule *schedule,
                       struct rd_judgement *ret_judgement, struct rd_call_error *ret_error);

/** Judges what a run recorded: every date is held against the loads, the ports and the costs, with
 * a tolerance of 1e-9 of the makespan. So a trace may end a little before the bound.
 *
 * Errors: as rd_judge_schedule(). */
bool rd_judge_trace(const struct rd_problem *problem, const struct rd_trace_arrays *trace,
                    struct rd_judgement *ret_judgement, struct rd_call_error *ret_error);

/** Frees what rd_judge_schedule() and rd_judge_trace() took, and zeroes the struct. NULL, and a
 * struct of zeros, are accepted. */
void rd_judgement_free(struct rd_judgement *judgement);

/** Dates a schedule: when each message starts and has arrived, and which of them decide when all
 * ends.
 *
 * Errors: as rd_judge_schedule(), and RD_CALL_ARGUMENT for a schedule that is not legal, or of more
 * than 20,000,000 messages. */
bool rd_date_schedule(const struct rd_problem *problem, const struct rd_schedule *schedule,
                      struct rd_dates *ret_dates, struct rd_call_error *ret_error);

/** Frees what rd_date_schedule() took, and zeroes the struct. NULL, and a struct of zeros, are
 * accepted. */
void rd_dates_free(struct rd_dates *dates);

/** How many algorithms there are, also those whose problems this interface cannot express. */
size_t rd_algorithm_total(void);

/** The name of an algorithm, from 0, in the order of all tables. NULL behind the last. */
const char *rd_algorithm_name(size_t algorithm);

/** One line on what it does. NULL behind the last. */
const char *rd_algorithm_summary(size_t algorithm);

/** The paper, theorem or section that it comes from. NULL behind the last. */
const char *rd_algorithm_source(size_t algorithm);

/** Does an algorithm take a problem? The problem's own `algorithm` is not read; its options are, if
 * there are any.
 *
 * Errors: RD_CALL_REFUSED with the hypothesis that fails; RD_CALL_ARGUMENT. */
bool rd_problem_accepted_by(const struct rd_problem *problem, const char *algorithm,
                            struct rd_call_error *ret_error);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
