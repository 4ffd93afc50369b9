/* A network small enough to try every schedule of, as plain numbers: it owes nothing to the
 * project's instances, graphs or flows. */
#ifndef REDIST_TESTS_NETWORK_SMALL_NETWORK_H
#define REDIST_TESTS_NETWORK_SMALL_NETWORK_H

#include "sim/model/instance.h"

#include <stdint.h>
#include <stdio.h>

enum { SMALL_HOSTS = 6, SMALL_LINKS = 12, SMALL_KINDS = 3, SMALL_ITEMS = 15, SMALL_COST_S = 7 };

enum { NO_RELAY = -1 };

struct small_network {
    const char *family;
    enum rd_shape shape; /* RD_SHAPE_COUNT: none of the project's, a graph */
    enum rd_direction direction;

    int host_count, link_count, kind_count;
    int from[SMALL_LINKS], to[SMALL_LINKS];
    int cost_s[SMALL_LINKS]; /* an item over a link, 1 to SMALL_COST_S.. */
    int size[SMALL_KINDS];   /* ..times its kind's size, together as much; 0: all have one size */
    int ports[SMALL_HOSTS];  /* k; 0: the links alone limit a host */
    bool is_bus;             /* one message is under way at a time */
    int relay;               /* must end empty and computes nothing: a star's master; or NO_RELAY */

    int load[SMALL_HOSTS][SMALL_KINDS]; /* at most SMALL_ITEMS of a kind in all */

    enum rd_goal goal;                    /* RD_REACH, RD_BALANCE, RD_FINISH */
    int target[SMALL_HOSTS][SMALL_KINDS]; /* RD_REACH */
    int balance_error;                    /* RD_BALANCE: 1 at least where items do not divide */
    int compute_s[SMALL_HOSTS];           /* RD_FINISH: an item on a host; of a relay, 0 */
};

/* How many items of a kind there are. */
int small_network_items(const struct small_network *network, int kind);

/* By how much final loads of a kind may differ: the error, or 1 where the hosts that keep items do
 * not divide them. */
int small_network_error(const struct small_network *network, int kind);

/* Is this what the goal wants? Not for RD_FINISH.
 * In: held [host][kind]. */
bool small_network_is_reached(const struct small_network *network,
                              int held[SMALL_HOSTS][SMALL_KINDS]);

/* One line for each array, for the message of a test that fails. */
void small_network_print(FILE *out, const struct small_network *network);

#endif
