/* The bound that prices and potentials prove for a small network, straight from the theorem: every
 * row of the port programme (what a port, a link or a processor does takes at most the makespan)
 * times its price, summed, is at least the least cost of what has to move. */
#ifndef REDIST_TESTS_NETWORK_PRICE_BOUND_H
#define REDIST_TESTS_NETWORK_PRICE_BOUND_H

#include "small_network.h"

struct prices {
    int send[SMALL_HOSTS], receive[SMALL_HOSTS]; /* 0 where a host has no limit */
    int link[SMALL_LINKS];
    int bus;                             /* 0 where there is none */
    int processor[SMALL_HOSTS];          /* RD_FINISH */
    int label[SMALL_HOSTS][SMALL_KINDS]; /* any numbers: potentials are made of them */
};

/* Statements, right and wrong: the wrong ones show that the trials would notice. */
enum price_rule {
    PRICE_RULE,          /* as proved */
    PRICE_RULE_ONE_PORT, /* wrong: a port of width k counts once, not k times */
    PRICE_RULE_NARROW    /* wrong for errors above 1: final loads are the mean, rounded */
};

/* num / tot. */
struct price_bound {
    long num, tot;
};

/* Potentials pi_v = min over u of label_u + (way from v to u), the way at cost_s * (send + receive
 * + link + bus price): they never fall by more than a link's price. */
void price_potentials(const struct small_network *network, const struct prices *prices,
                      long potential[SMALL_KINDS][SMALL_HOSTS]);

/* The bound of prices, with those potentials.
 * In: idle_s [hosts] each, for how much of the makespan the send and the receive port of a host are
 *     idle for sure; NULL for none. */
struct price_bound price_bound(const struct small_network *network, const struct prices *prices,
                               enum price_rule rule, const int *send_idle_s,
                               const int *receive_idle_s);

/* When anything can be at each host at the earliest, and how long it takes from there to a host
 * that may keep it, or until it is computed. */
void reach_and_rest(const struct small_network *network, int reach_s[SMALL_HOSTS],
                    int rest_s[SMALL_HOSTS]);

/* How long each port is idle for sure, if it is used at all: before anything can be there, and
 * after the last that can still reach a host that may keep it, or compute it. */
void idle_times(const struct small_network *network, int send_idle_s[SMALL_HOSTS],
                int receive_idle_s[SMALL_HOSTS]);

/* The largest sum of weight times final load over all final loads of a kind that a balance allows,
 * one by one. */
long heaviest_balance_by_trying(const struct small_network *network, int kind,
                                const long weight[SMALL_HOSTS]);

/* The same from the weights in order: for each least load, the heaviest hosts are filled first.
 * In: error, by how much final loads may differ. */
long heaviest_balance(const struct small_network *network, int kind, int error,
                      const long weight[SMALL_HOSTS]);

/* The greatest number that divides every cost. */
int grid_s(const struct small_network *network);

#endif
