/* A small network whose links share others, with latencies and bytes of every message besides: what
 * the bounds of such networks are held against. */
#ifndef REDIST_TESTS_NETWORK_SHARED_NETWORK_H
#define REDIST_TESTS_NETWORK_SHARED_NETWORK_H

#include "generate.h"

enum { SMALL_SHARED = 8, SMALL_CROSSINGS = 2 };

struct shared_network {
    struct small_network network;
    double unit_s; /* what all that is given in seconds is given in */
    int latency_s[SMALL_LINKS];
    int header_items; /* what each message carries besides its items, as so many of them */
    int shared_count;
    double shared_item_s[SMALL_SHARED];       /* how long an item that crosses once keeps it busy */
    int crossings[SMALL_SHARED][SMALL_LINKS]; /* how often a link's route crosses it, 0 to 2 */
};

/* Draws one of 2 to 5 hosts: a graph of at most 7 links with 1 to 3 shared ones, or a network of
 * generate.h, where of a switch each host may have one wire out of it and one into it; any ports,
 * goal and kinds, 1 to 5 units an item, every third with latencies; half of them in seconds. No
 * message asks alone for more than a shared link carries. */
void shared_network_draw(struct rd_rng *rng, struct shared_network *ret_network);

/* The same network as the project's instance. */
struct test_instance shared_network_instance(const struct shared_network *network,
                                             struct rd_arena *arena);

/* One line for each array, for the message of a test that fails. */
void shared_network_print(FILE *out, const struct shared_network *network);

#endif
