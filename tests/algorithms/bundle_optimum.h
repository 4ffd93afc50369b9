/* The least time of any schedule on a tiny network whose messages may carry any number of items, by
 * trying all of them. It shares nothing with the algorithms: no sums, flows or bounds. */
#ifndef REDIST_TESTS_ALGORITHMS_BUNDLE_OPTIMUM_H
#define REDIST_TESTS_ALGORITHMS_BUNDLE_OPTIMUM_H

#include "sim/base/arena.h"

#include <stdbool.h>
#include <stddef.h>

enum { BUNDLE_HOSTS = 4, BUNDLE_LINKS = 12, BUNDLE_STATES = 50000 };

/* A message of m items over a link lasts latency + m * cost whole seconds. */
struct bundle_case {
    int host_count, link_count;
    int ports; /* messages that a host may send, and receive, at a time; 0: links alone limit it */
    int from[BUNDLE_LINKS], to[BUNDLE_LINKS], cost_s[BUNDLE_LINKS], latency_s[BUNDLE_LINKS];
    int load[BUNDLE_HOSTS], target[BUNDLE_HOSTS];
};

/* The least makespan, if it is below give_up_s; else give_up_s.
 * Idea: some shortest schedule starts each message at 0 or when another ends. A state is what hosts
 * hold, and what is under way with the time that it still takes; in each every set of messages of
 * every size that ports and items allow may start. States are visited by time, each once.
 * Returns: -1 if there are more than BUNDLE_STATES. */
int bundle_optimum_s(const struct bundle_case *network, int give_up_s, struct rd_arena *scratch);

#endif
