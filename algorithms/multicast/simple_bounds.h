/* What takes time however copies are sent: ways, the doubling of holders, the port of a host that
 * holds items alone, the port of one that wants many, all hosts together. Proofs:
 * docs/development/proofs.md. They hold for one port, k and all (where a host's links are its
 * ports), and where messages share links, since a message then lasts no shorter than alone. */
#pragma once

#include "multicast.h"

struct rd_multicast_bound {
    double seconds;
    uint32_t piece; /* the one that it is about, or the last one of those: into multicast->piece */
    uint32_t host;  /* the sink, or the host of the port; RD_NO_HOST: none */
    double items;   /* that pass the port, or that are delivered in all; of holders: times that
                       they multiply */
    double rest_s;  /* how much of it is not the port's: what is on the way before or behind */
};

/* Every item has to come to each sink from its nearest holder. O(pieces holders sinks). */
struct rd_multicast_bound rd_distance_bound(const struct rd_multicast *multicast);

/* A host sends on at most k ports at a time, and gives an item on when it has it: its holders
 * become at most 1 + k times as many in the time of the quickest message. O(links + pieces). */
struct rd_multicast_bound rd_doubling_bound(const struct rd_multicast *multicast);

/* Until the first copy of an item has left, only its one holder has it. So first copies leave the
 * ports of a host one after the other, and behind the last one is what that item then needs.
 * O(pieces (log pieces + sinks links of a host)). */
struct rd_multicast_bound rd_first_copy_bound(const struct rd_multicast *multicast,
                                              struct rd_arena *scratch);

/* Who wants many items receives them one after the other, and the first one not before it can have
 * come. O(pieces sinks (holders + log)). */
struct rd_multicast_bound rd_sink_bound(const struct rd_multicast *multicast,
                                        struct rd_arena *scratch);

/* Who may send becomes at most 1 + k times as many in the time of the quickest item, and who wants
 * something takes k at a time: how long all deliveries take then. O(links + pieces hosts). */
struct rd_multicast_bound rd_growth_bound(const struct rd_multicast *multicast,
                                          struct rd_arena *scratch);

/* The greatest of all of these. */
double rd_simple_bound_s(const struct rd_multicast *multicast, struct rd_arena *scratch);
