/* A second derivation of what a plan means, written from the definition alone: naive, message by
 * message and round by round, each rule one function that reads like its sentence. The tests hold
 * the referee to it. Costs O(rows^2) an event: for small plans. */
#ifndef REDIST_TESTS_REFEREE_ORACLE_H
#define REDIST_TESTS_REFEREE_ORACLE_H

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/referee/referee.h"
#include "sim/model/trace.h"

struct oracle_message {
    size_t row; /* of the plan or trace */
    double start_s, end_s;
    uint32_t from, to;
    int32_t kind;
    int64_t items;
};

struct oracle_verdict {
    /* The definition does not say what this plan means: nothing below counts. */
    bool unsaid;
    /* A bit for every enum rd_violation that the definition lets a referee name; 0: legal. */
    unsigned wrong;
    /* The first row to blame, where the definition fixes it; else SIZE_MAX. */
    size_t row;

    size_t message_count;
    struct oracle_message *message; /* in the order in which they start */
    double makespan_s;              /* NAN for free order */
    int64_t *held;                  /* [hosts * kinds] at the end */
    int64_t *computed;              /* [hosts] */
    bool goal_reached;
    int64_t items_moved;
    int64_t transfers;
    int64_t steps; /* -1 if the plan is not in lock-step */
};

#define ORACLE_BIT(violation) (1u << (violation))

void oracle_judge_plan(const struct rd_instance *instance, const struct rd_plan *plan,
                       struct rd_arena *arena, struct oracle_verdict *ret_verdict);

void oracle_judge_trace(const struct rd_instance *instance, const struct rd_trace *trace,
                        struct rd_arena *arena, struct oracle_verdict *ret_verdict);

/* The parts, one file each. */

/* What is wrong with the first row that means nothing by itself, as bits; 0 if all mean something.
 * *ret_unsaid is set, never cleared. */
unsigned oracle_wrong_rows(const struct rd_instance *instance, const struct rd_plan *plan,
                           bool *ret_unsaid, size_t *ret_row);
/* Plays a self-timed plan, executable or not. Returns: did every message end? */
bool oracle_play_self_timed(const struct rd_instance *instance, const struct rd_plan *plan,
                            struct rd_arena *arena, struct oracle_verdict *verdict);
/* Plays a lock-step plan, packets or not, up to its first wrong row. Returns what is wrong. */
unsigned oracle_play_lock_step(const struct rd_instance *instance, const struct rd_plan *plan,
                               struct rd_arena *arena, struct oracle_verdict *verdict);

/* A message whose bytes move. */
struct oracle_flow {
    uint32_t from, to;
    double rate; /* bytes a second */
    bool stays;  /* this rate was just found */
};

/* Finds the rates of all messages whose bytes move on shared links. */
void oracle_share(const struct rd_instance *instance, struct oracle_flow *flow, size_t count);
/* The latency in which nothing of a message moves. */
double oracle_silence_s(const struct rd_instance *instance, uint32_t from, uint32_t to);
bool oracle_uses_shared(const struct rd_instance *instance, const struct rd_transfer *row);
/* Are the marks `bytes` of a plan where no message shares links with theirs, and not on what is
 * sent as held where dates are not known in plan order? Returns in *ret_row: the first wrong one.
 */
bool oracle_bytes_are_timed(const struct rd_instance *instance, const struct rd_plan *plan,
                            size_t *ret_row);

/* How long one message of a row takes: latency + bytes / bandwidth, or items * flops / speed. */
double oracle_duration_s(const struct rd_instance *instance, uint32_t from, uint32_t to,
                         int32_t kind, int64_t items);
/* What a row takes from its host in all. */
int64_t oracle_row_items(const struct rd_transfer *row);
/* How many messages may be at a host's port at once. */
uint32_t oracle_port_depth(const struct rd_instance *instance, uint32_t host);

/* Who shares what a message from one host to another occupies, itself counted: the sender's
 * out-port, the receiver's in-port, the directed link, the bus; or the processor. */
struct oracle_crowd {
    uint32_t from, to;
    int64_t at_out_port, at_in_port, on_link, on_bus, at_processor;
};

/* Counts `messages` from a host to another (RD_NO_HOST: computations) into the crowd. */
void oracle_crowd_add(struct oracle_crowd *crowd, uint32_t from, uint32_t to, int64_t messages);
/* Is there room for all of it at once? */
bool oracle_crowd_fits(const struct rd_instance *instance, const struct oracle_crowd *crowd);

/* Takes items from a host and, unless it computes them, gives them to another. */
void oracle_move(const struct rd_instance *instance, int64_t *held, uint32_t from, uint32_t to,
                 int32_t kind, int64_t items);
int64_t *oracle_copy_of_load(struct rd_arena *arena, const struct rd_instance *instance);
void oracle_note_message(struct rd_arena *arena, struct oracle_verdict *verdict,
                         struct oracle_message message);
/* RD_STENCIL, where item d of the ring is kind d and all hosts are neighbours: has every host
 * worked on what it holds in every iteration, and sent every other the words of its items? In: a
 * plan that computes no item away. */
bool oracle_stencil_is_reached(const struct rd_instance *instance, const struct rd_plan *plan,
                               const int64_t *held);
bool oracle_goal_is_reached(const struct rd_instance *instance, const int64_t *held);

#endif
