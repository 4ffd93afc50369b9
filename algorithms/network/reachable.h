/* Goals on networks where not every host reaches every other one. */
#pragma once

#include "network.h"

/* Can the goal be reached, if time does not matter? Items of one kind that lie anywhere may end
 * wherever ways lead: after and balance are a flow of each kind over links without limits. To
 * finish nothing has to move. Sets network->windows for the goal balance, from the arena. In: a
 * network with all else, on which some host does not reach some other one. Errors:
 * RD_ERROR_REFUSED, naming items that cannot come where they must. Cost: a maximum flow for each
 * kind, and for a balance some of each. */
bool rd_network_find_reachable(struct rd_network *network, struct rd_arena *arena,
                               struct rd_arena *scratch, struct rd_error *reterr);
