/* Shortest augmenting paths of a network's flow, by marginal cost. */
#pragma once

#include "flow.h"

/* Room for searches. O(links). */
struct rd_path_search *rd_path_search_open(const struct rd_network *network,
                                           struct rd_arena *arena);

/* Moves items of a kind along the cheapest path out of a host, to one that may end with more; to
 * one that has too little, if there are any. A path may also undo what was sent before. In: want,
 * at most so many, at least 1. Returns: how many were moved; 0 if there is no way. The last host's
 * final load has grown by it; the first's is left to the caller. */
int64_t rd_path_push(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want,
                     bool to_deficits);

/* Moves unplaced items of a kind from all hosts at once, each along the cheapest path to a host
 * that may end with more (too little: as above) as costs were before any of them moved, as far as
 * there is room. Returns: how many. Cost: O(links log hosts), and the paths that are used. */
int64_t rd_path_push_all(struct rd_network_flow *flow, uint32_t kind, bool to_deficits);

/* Moves items to a host along the cheapest path from one that may end with less; the other way
 * round the same. */
int64_t rd_path_pull(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t want);

/* Sends items over a link, or takes them back (items below 0), and keeps the loads. O(1). */
void rd_path_send(struct rd_network_flow *flow, uint32_t link, uint32_t kind, int64_t items);

/* Lets a host end with items more, or less. O(1). */
void rd_path_end(struct rd_network_flow *flow, uint32_t host, uint32_t kind, int64_t items);
