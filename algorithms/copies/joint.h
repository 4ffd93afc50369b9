/* The messages of two plans in one schedule. */
#pragma once

#include "greedy_search.h"

#include "sim/model/plan.h"

struct rd_joint_node;

/* Messages, and who waits for whom. */
struct rd_joint {
    const struct rd_multicast *multicast;
    struct rd_joint_node *node; /* [node_count] messages; and, behind some, one for `all that came
                                   before at this host', which takes no time */
    uint32_t node_count, message_count;
    uint32_t *next_first, *next; /* [node_count + 1]: the nodes that wait for one */
    uint32_t *past_first, *past; /* [node_count + 1]: the nodes that it waits for */
};

/* The most messages that are scheduled together, and items of named kinds times hosts. */
#define RD_JOINT_LIMIT (UINT64_C(1) << 15)
#define RD_JOINT_ITEM_LIMIT (UINT64_C(1) << 25)

/* Takes two plans apart. An item of a named kind waits for the first message that brings it; of a
 * counted one a message waits for the first of those that come to its host, in the order of the
 * plan, that bring all that leave it up to then. So whatever the order in which messages are
 * started that wait for no one, the items are there.
 * In: plans of the two parts of an instance (parts.h), self-timed, with no words and nothing as
 *     held. Returns: false beyond the limits. From the arena. O(messages + items). */
bool rd_joint_open(const struct rd_multicast *multicast, const struct rd_instance *instance,
                   const struct rd_plan *named, const struct rd_plan *counted,
                   struct rd_arena *arena, struct rd_joint *ret_joint);

/* Looks for a short schedule: whenever a message ends, of those that may start the most urgent ones
 * do: those with the longest way behind them, at first; then by the busiest of their ports, too;
 * then at random. After each, backwards in time and forwards again, as long as that gains. Returns:
 * its end; ret_order [message_count], the nodes of messages by start. Cost: effort, and a schedule
 * at least. */
double rd_joint_schedule(const struct rd_joint *joint, const struct rd_copy_effort *effort,
                         struct rd_arena *scratch, uint32_t *ret_order, int64_t *ret_schedules);

/* Appends its messages in this order as transfers of a self-timed plan of the whole instance, which
 * leaves open whether they keep to shared links. O(messages). */
void rd_joint_plan(const struct rd_joint *joint, const uint32_t *order, struct rd_arena *arena,
                   struct rd_plan *plan);
