/* The plan of a redistribution behind a switch or on a bus, once every kind has a host: who sends
 * when. Which host gets which kind is the algorithms' matter. */
#pragma once

#include "transfers.h"

#include "sim/model/instance.h"
#include "sim/model/options.h"
#include "sim/model/plan.h"

/* The option `schedule`, and the end of the list.
 *   colouring            items one by one in as many steps as the busiest port needs (the most
 *                        items that a host sends, or receives); with several ports, in as many as
 *                        ports and pairs need, a message for each run of steps of a pair; if links
 *                        cost unlike, or there are latencies and several ports, and nobody asked
 *                        for it by name, `list` instead
 *   compact              the same steps, but what a pair sends in consecutive steps is one message
 *   list                 one message a pair, greedily: for links of different costs
 *   caterpillar          ScaLAPACK's, in lock-step
 *   caterpillar-serial   the same, but the two directions of a pair one after the other
 *   pairwise             pairwise exchange, self-timed
 *   all-at-once          everybody posts everything and the network arbitrates: free order
 * Where links are shared and nobody asked for a schedule by name, other orders and marks are tried,
 * unless the plan is known to be the shortest (rooms.h).
 * On a bus order does not matter: all but all-at-once send pair by pair, colouring item by item.
 * Messages of several items pay a latency once: a bound that counts it for each item holds for
 * `colouring` only. */
extern const struct rd_option_spec rd_switch_options[];

/* Plans.
 * In: a switch or bus; host_of_kind [host_count], a permutation: the host that gets each kind,
 * kinds from kind_count on being empty; options that rd_switch_options describes; an empty plan.
 * Returns: a plan from the arena, legal transfer by transfer; nothing to move, no transfers and no
 * rounds. Errors: RD_ERROR_REFUSED, `list` with too many messages. Cost: O(hosts^2) and what the
 * schedule's kernel says. */
bool rd_switch_schedule(const struct rd_instance *instance, const uint32_t *host_of_kind,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_plan *ret_plan,
                        struct rd_error *reterr);

/* Plans what moves, each item straight to where it is to end: `colouring` where items are steps,
 * else `list`.
 * In: transfers of a switch or bus, no pair twice; an empty plan. Errors, cost: as above. */
bool rd_switch_schedule_transfers(const struct rd_transfers *transfers,
                                  const struct rd_options *options, struct rd_arena *arena,
                                  struct rd_arena *scratch, struct rd_plan *ret_plan,
                                  struct rd_error *reterr);
