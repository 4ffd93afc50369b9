/* What the ports of a network take where messages of any size pay the latencies of their links: the
 * arguments for fixed charges, in whole ticks. The goal is after. All of it holds time reversed,
 * too: links turned, loads and final loads exchanged, for ports that receive.
 *
 * Groups. Let all links that enter a set of hosts come from one host outside. What the set lacks of
 * a kind leaves that host's send port for the set: f items over some of the links that lead there,
 * l + c f each. The cost is concave, so one of the links alone would take no longer. The sets of a
 * host are disjoint: what they take is added up.
 *
 * RD_CHARGED_LINKS: all that leaves the port, with the shortest way before the first of it and the
 * shortest behind the last.
 * The other arguments count one kind, and only links that lead to sets which lack it.
 * RD_CHARGED_EXCESS: E items more than the host holds leave after the first one came to it, and
 * have a way to go.
 * RD_CHARGED_NEIGHBOURS: either each neighbour keeps all it gets, so that as many messages are
 * needed as neighbours that keep so much together; or some neighbour gets items and sends some on.
 * RD_CHARGED_HUB: N items pass a host that holds none at the start and keeps none. If it receives
 * them in r messages, the largest has N / r items or more, rounded up. Before it leaves, it must
 * have come: (r + 1) l + c (N + ceil(N / r)) at least, l and c of the quickest links, with the
 * least r; and a way before and behind. Of very many items N / r is not rounded up.
 * RD_CHARGED_SPREAD: in less time than the quickest message takes, m, each host's port can receive
 * k messages. So the hosts that hold something are at most k + 1 times those that do so m later, or
 * may keep items: from p hosts to q takes m times the logarithm of p / q at least, rounded up; and
 * from q to p, time reversed.
 * RD_CHARGED_RING: on a ring z fixes the net flow of every edge, S_x - z, with S_x the sum of the
 * surpluses until host x; items that cross only add to it. For each whole z from the least S to
 * the greatest (one-way: the least) some port takes too long: for what it sends or receives, with
 * the way before or behind if all of it comes or goes that way; for what it sends after the first
 * item came (excess), or receives before the last one goes; or for what it has too much or lacks,
 * whatever z.
 * RD_CHARGED_SINGLE: of one host. By a date E a host with one port is free if one of its ports
 * could carry two messages by then: twice the least latency of the port's links, the least item on
 * them times 2 or, if it is more, what the host has too much (of a port that receives: too little)
 * of all kinds, and the least `earliest` of their senders and the least `rest` of their receivers.
 * Hosts with more ports are free. Any other sends one message and receives one, or none. So what
 * leaves it is what it has too much and what came; in a message of more items than it holds are
 * some that came in the other one, which has ended before. From the host on, both ways, all that
 * its messages can be is tried, until a host that is free, one whose message has nothing behind or
 * before it, or the host itself; then from the next one that has too much or too little and is not
 * free, without the hosts of the chains before. If nothing is possible for all of them at once, no
 * schedule ends by E.
 * RD_CHARGED_COUNTS: how many messages a port sends or receives, and a link carries, is a whole
 * number. Cases that leave none out say how many; in each of them prices of time, tolls of messages
 * and potentials of items show that too little of the time is left (count_charge.h). Also for the
 * goal balance.
 * Source: docs/network_bound.md, "Fixed charges". */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/integers.h"

enum rd_charged_reason {
    RD_CHARGED_LINKS,
    RD_CHARGED_EXCESS,
    RD_CHARGED_NEIGHBOURS,
    RD_CHARGED_HUB,
    RD_CHARGED_SPREAD,
    RD_CHARGED_RING,
    RD_CHARGED_SINGLE,
    RD_CHARGED_COUNTS,
    RD_CHARGED_REASON_COUNT
};

/* "links", "excess", "neighbours", "hub", "spread", "ring", "single", "counts". O(1). */
const char *rd_charged_reason_name(enum rd_charged_reason reason);

/* Is it about one port of a host? O(1). */
static inline bool rd_charged_reason_has_port(enum rd_charged_reason reason)
{
    return reason < RD_CHARGED_SPREAD;
}

/* The most hosts of a network, and steps of a search, of RD_CHARGED_SINGLE. */
enum { RD_SINGLE_HOSTS = 1 << 8, RD_SINGLE_STEPS = 1 << 20 };

/* What a certificate of fixed charges tells besides dates. */
struct rd_port_charge {
    enum rd_charged_reason reason;
    uint32_t host; /* of a port, and of RD_CHARGED_SINGLE */
    /* Of a port only: */
    bool receives;
    uint32_t commodity; /* not of RD_CHARGED_LINKS, which counts all */
    /* [host_count * commodity_count], host-major: which of the host's sets, by any number below
     * host_count, a host is in; RD_NO_HOST: in none */
    const uint32_t *group;
    /* Of RD_CHARGED_COUNTS only: */
    uint32_t case_count;
    const struct rd_count_case *cases; /* [case_count] */
};

/* An instance in ticks. Labels are [host_count * commodity_count], host-major. */
struct rd_charged_network {
    uint32_t host_count, commodity_count;
    size_t link_count;
    const uint32_t *from, *to;      /* [link_count] */
    const int64_t *latency, *item;  /* [link_count] */
    const uint32_t *ports;          /* [host_count]; UINT32_MAX: as many as links */
    const int64_t *load, *target;   /* labels; target: NULL but for the goal after */
    const int64_t *earliest, *rest; /* labels: price_certificate.h */
    /* Labels: when the first item comes to a host at the earliest, and how long before the end the
     * last one leaves it at the latest. */
    const int64_t *arrival, *departure;
    bool is_bus; /* one message at a time in all */
};

/* Sets arrival and departure, from the arena. O(links * commodities). */
void rd_charge_turns(struct rd_charged_network *network, struct rd_arena *arena);

/* A port of a host, with its sets. */
struct rd_charged_port {
    const struct rd_charged_network *network;
    uint32_t host;
    bool receives;
    const uint32_t *link, *back; /* the port's links, and those of the host's other port */
    uint32_t link_count, back_count;
    const uint32_t *group;      /* labels: the set of each neighbour */
    const int64_t *group_items; /* [set * commodity_count + commodity] what it lacks, 0 or more */
};

/* The items of a commodity that pass a port at least. Cost: O(links log links) of the port. */
int64_t rd_passing_items(const struct rd_charged_port *port, uint32_t commodity,
                         struct rd_arena *scratch);

/* What a reason of a port shows: ticks that no schedule is shorter than; 0 if it does not apply.
 * Cost: O(links log links) of the port, O(sqrt(items)) a hub. */
rd_wide rd_port_charge_ticks(const struct rd_charged_port *port, enum rd_charged_reason reason,
                             uint32_t commodity, struct rd_arena *scratch);

/* Does RD_CHARGED_SINGLE show of a host that no schedule ends by a date, on at most RD_SINGLE_HOSTS
 * hosts? In: steps, looks at a link, that the search may take; sets it to those that are left.
 * O(commodities) a step. */
bool rd_single_charge_shows(const struct rd_charged_network *network, uint32_t host, rd_wide end,
                            uint32_t *steps, struct rd_arena *scratch);

/* The same of RD_CHARGED_SPREAD. O(links + hosts * commodities). */
rd_wide rd_spread_charge_ticks(const struct rd_charged_network *network, struct rd_arena *scratch);

struct rd_examination;

/* Does the certificate's charge need more ticks than E? Form, limits and dates are checked already.
 * Sets `needed` to the ticks. Errors: RD_ERROR_RUN with the first thing that is wrong. */
bool rd_charge_check(struct rd_examination *on);

/* The same of RD_CHARGED_SINGLE, on the network that rd_charge_check has read. */
bool rd_single_charge_check(struct rd_examination *on, const struct rd_charged_network *network);

/* The same of RD_CHARGED_COUNTS. */
bool rd_count_charge_check(struct rd_examination *on, const struct rd_charged_network *network);

/* The same of RD_CHARGED_RING. */
bool rd_ring_charge_check(struct rd_examination *on);
