/* Flows of whole items over a network that reach the goal, by shortest augmenting paths. */
#pragma once

#include "augmenting_paths.h"

/* A flow that moves nothing yet: all items are unplaced where they are, but for what hosts may keep
 * for any goal but finish.
 * In: fractions [link_count * kind_count] of items, which are sent first, as far as they are whole;
 *     NULL for none. time_s above 0. Arrays are from the arena. O(links * kinds). */
struct rd_network_flow rd_network_flow_open(const struct rd_network *network,
                                            const struct rd_network_goal *goal,
                                            const double *fractions, enum rd_path_cost cost,
                                            double time_s, struct rd_arena *arena);

/* Places what is not placed, and fills up who has too little, each time over a shortest path by
 * marginal cost: Phi(load + cost) - Phi(load), Phi(x) = exp(40 (x / (k time_s) - 1)), over both
 * ports, the link and its shared links.
 * Returns: false if RD_PATH_LINKS leaves no way, which is so only if there is none for the items
 *     that were placed before; or if time is up and it may stop. In: a goal that can be reached
 * (rd_network_read). Cost: O(paths * links log). */
bool rd_network_flow_complete(struct rd_network_flow *flow);

/* Places most of what is not placed, all hosts' items at once, over paths whose costs are looked at
 * once a round. For large networks, before rd_network_flow_complete. O(links log hosts) a round. */
void rd_network_flow_place_together(struct rd_network_flow *flow);

/* Takes items of a kind off a link: they are unplaced at its sender, and its receiver has as many
 * less. O(1). */
void rd_network_flow_withdraw(struct rd_network_flow *flow, uint32_t link, uint32_t kind,
                              int64_t items);

/* Takes items of a kind away from where they end: they are unplaced there. O(1). */
void rd_network_flow_withdraw_end(struct rd_network_flow *flow, uint32_t host, uint32_t kind,
                                  int64_t items);

/* Takes away what flows round directed cycles, which no goal needs. Near O(links * kinds). */
void rd_network_flow_cancel_cycles(struct rd_network_flow *flow, struct rd_arena *scratch);

/* The greatest load of a port, by k, of a link, of a processor, of a bus and of a shared link: no
 * schedule of this flow takes less that keeps to shared links. O(links + hosts). */
double rd_network_flow_load_s(const struct rd_network_flow *flow);

/* Of each host and kind, the longest way by what an item takes over links that are used, and to be
 * computed at its end. Returns: false if a kind flows round a cycle. O(links * kinds). */
bool rd_network_flow_tails(const struct rd_network_flow *flow, double *ret_tail_s,
                           struct rd_arena *scratch);

/* Of each host and kind, what items that reach it take on average over links behind it; those that
 * stay take nothing.
 * In: held [host_count * kind_count], what hosts hold besides what the flow brings; no cycles.
 * O(links * kinds). */
void rd_network_flow_mean_tails(const struct rd_network_flow *flow, const int64_t *held,
                                double *ret_tail_s, struct rd_arena *scratch);

/* Makes one flow equal to another of the same network. O(links * kinds). */
void rd_network_flow_copy(struct rd_network_flow *to, const struct rd_network_flow *from);
