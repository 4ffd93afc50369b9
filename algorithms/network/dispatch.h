/* A flow as a schedule: messages are started by greedy list scheduling, the most urgent first. */
#pragma once

#include "algorithms/flow/flow.h"
#include "algorithms/kernels/list_schedule.h"

/* How urgent a message is: its pace, that is how much its ports and its link have still to send,
 * the more so the later its link is (lambda); and how much its receiver has to pass on (mu). */
struct rd_dispatch_rule {
    double lambda;
    double mu;
    bool by_cost;  /* instead: into hosts that pass items on cheap links first, out of them dear
                      links first, where either is so */
    uint64_t salt; /* it is disturbed at random by this; 0: it is not */
};

/* Which links' items are sent in several messages. Hosts that send, or compute, more of a kind than
 * they hold at the start pass items on: the links into and out of them are waited for. */
enum rd_bundling {
    RD_BUNDLE_ALIKE,  /* all, in messages of one size */
    RD_BUNDLE_CHUNKS, /* those that are waited for, in messages of one size; others in one */
    RD_BUNDLE_COUNT,  /* those that are waited for, in one number of messages */
    RD_BUNDLE_ROOT,   /* the same, in about sqrt(c f / l) messages of f items, times a number */
    RD_BUNDLE_GIVEN   /* as listed */
};

/* How many items a message takes: this many, or all that are left for its link if those are fewer;
 * or as many as are held. */
struct rd_message_size {
    int64_t items; /* or the number of RD_BUNDLE_COUNT and RD_BUNDLE_ROOT, in eighths */
    bool as_held;
    enum rd_bundling bundling;
    bool smaller_first;      /* messages of a link that differ by an item; not of RD_BUNDLE_ALIKE */
    const int64_t *messages; /* RD_BUNDLE_GIVEN: [link_count * kind_count] of each that is used */
};

/* A schedule: its messages in the order of their starts. Arrays have room for [capacity]. */
struct rd_dispatched {
    double makespan_s; /* INFINITY if it was given up */
    uint32_t *order;   /* [record.count] the problem's link of each message */
    struct rd_list_record record;
    size_t capacity;
};

/* A flow that is ready to be scheduled. */
struct rd_dispatch {
    const struct rd_network_flow *flow;
    struct rd_message_size size;
    struct rd_list_problem problem;
    int64_t item_count;        /* to be started: what a schedule costs to make */
    struct rd_list_link *link; /* [problem.link_count]: links that are used, by sender, then
                                  computations */
    bool *waited_for;          /* [problem.link_count] */
    size_t *first_message;     /* [problem.link_count + 1] messages of the links before it */
    struct rd_dispatch_state *state;
};

/* Lists a flow's messages. In: a complete flow without cycles. Arrays are from the arena.
 * O(links * kinds). */
struct rd_dispatch rd_dispatch_open(const struct rd_network_flow *flow, struct rd_message_size size,
                                    struct rd_arena *arena);

/* Room for schedules of up to `capacity` messages. */
struct rd_dispatched rd_dispatched_make(size_t capacity, struct rd_arena *arena);

/* Schedules by a rule; gives up what cannot end before give_up_s. The messages are at most
 * item_count, and as many as the result has room for. Cost: near O(messages log messages). */
void rd_dispatch_by_rule(struct rd_dispatch *dispatch, struct rd_dispatch_rule rule,
                         double give_up_s, struct rd_dispatched *ret, struct rd_arena *scratch);

/* Forward and backward: schedules once backward in time, messages that ended late first, and then
 * forward, those that started early there first. Messages of equal size only.
 * In: another schedule of the same dispatch. */
void rd_dispatch_by_example(struct rd_dispatch *dispatch, const struct rd_dispatched *example,
                            struct rd_dispatched *ret, struct rd_arena *scratch);

/* Appends a schedule to a plan, in which nothing ends later: without latency, messages of several
 * items as so many of one where that is soon judged. */
void rd_dispatch_write(const struct rd_dispatch *dispatch, const struct rd_dispatched *dispatched,
                       struct rd_arena *arena, struct rd_arena *scratch, struct rd_plan *plan);
