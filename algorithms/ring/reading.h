/* A ring read from an instance, its final loads chosen where the goal leaves them open. */
#pragma once

#include "capacity.h"

/* What each host is to end with: the targets; or the one balance; or the balance that needs least
 * time (capacity.h), as far as links and the ports of single hosts tell, for items one by one.
 * In: a ring with one kind and one of RD_RING_GOALS. Returns: [host_count], from the arena if they
 * are not the instance's. Cost: O(n), O(n) times some 60 where there is a choice. */
const int64_t *rd_ring_targets(const struct rd_instance *instance, struct rd_arena *arena);

/* Reads loads, and rd_ring_targets. Cost: as that, arrays from the arena. */
struct rd_ring rd_ring_read(const struct rd_instance *instance, struct rd_arena *arena);

/* The hypotheses of every optimal ring algorithm: one kind of item, and every host holds at least
 * one item before and after.
 * Errors: RD_ERROR_REFUSED, naming the first host that fails and the theorem. */
bool rd_ring_accepts(const struct rd_instance *instance, const char *theorem,
                     struct rd_error *reterr);

/* The hypotheses of the theorems on schedules that wait: every host holds an item before and after,
 * and each link takes some time.
 * Errors: RD_ERROR_REFUSED, naming a host or a link. Cost: O(n). Source: docs/ring_two_way.md. */
bool rd_ring_accepts_waiting(const struct rd_instance *instance, const char *theorem,
                             struct rd_error *reterr);

/* Reads loads, targets and costs. In: a two-way ring with goal RD_REACH that rd_net_flow_accepts.
 * Cost: O(n), arrays from the arena. */
struct rd_net_flow rd_net_flow_read(const struct rd_instance *instance, struct rd_arena *arena);
