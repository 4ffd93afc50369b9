/* The parts of the referee, in the order in which it asks them: can the transfers be executed one
 * by one; a clock, which gives a plan's messages dates; a judge of messages that have dates; goals.
 * Each returns false with the verdict written, or fills the judgement further. For the referee
 * only.
 */
#pragma once

#include "judgement.h"

struct rd_queues;

/* Form of every transfer, sums, and the order of transfers: can they be executed one by one, each
 * whole? Fills inventory, final and the flags. Self-timed and free plans. Cost: O(transfers). */
bool rd_referee_order(struct rd_referee *referee);

/* A plan whose transfer `transfer` is short of items when the transfers before it are executed
 * whole: says which of the three reasons it is. Returns: false, always. Cost: O(transfers), and up
 * to 16 steps a transfer. */
bool rd_referee_diagnose(struct rd_referee *referee, size_t transfer);

/* The verdict on queues in which nothing is ready and transfers are left: the cycle of waiting.
 * Returns: false, always. Cost: O(transfers). */
bool rd_report_deadlock(const struct rd_queues *queues);

/* The clock of a self-timed plan in one pass, by runs. In: what rd_referee_order and
 * rd_referee_marks found; not pooled, and nothing shares links. */
bool rd_referee_self_timed(struct rd_referee *referee);

/* The same for any plan, message by message, in order of time. */
bool rd_referee_by_time(struct rd_referee *referee);

/* Is each transfer one message of items of one kind, as many as in any other, at several ports, so
 * that nothing else binds it than ports, links and items; and is no trace wanted? */
bool rd_has_equal_messages(const struct rd_referee *referee);

/* What rd_referee_by_time does, for such a plan. */
void rd_referee_equal_messages(struct rd_referee *referee);

/* Everything about a lock-step plan, which may come a part at a time: transfers have no say in what
 * was said of transfers before them. Those that take one link are of lock_step.c, packets of
 * packets.c. */
struct rd_lock_step_referee;
struct rd_lock_step_referee *rd_lock_step_referee_open(struct rd_referee *referee);
struct rd_packet_referee;
struct rd_packet_referee *rd_packet_referee_open(struct rd_referee *referee);

/* Judges the transfers that referee->plan holds, which follow those of the call before.
 * Returns: false, and the verdict, if one is to blame; no more transfers may then be judged, but
 * unless first_fault_found a later one that means nothing is named first (rd_referee_form). Cost:
 * O(transfers); for packets, times the length of their blocks. */
bool rd_lock_step_referee_read(struct rd_lock_step_referee *lock_step);
bool rd_packet_referee_read(struct rd_packet_referee *packets);

/* After the last transfer: the end, the steps and what is held. In: referee->round_count is known.
 */
bool rd_lock_step_referee_close(struct rd_lock_step_referee *lock_step);
bool rd_packet_referee_close(struct rd_packet_referee *packets);

/* The dates of lock-step rounds. Rounds of equal length are multiplied, not added up. */
struct rd_round_clock {
    double base_s;   /* start of the first of the rounds below */
    double length_s; /* of each of them */
    double count;
};

static inline double rd_round_start_s(const struct rd_round_clock *clock)
{
    return clock->base_s + clock->count * clock->length_s;
}

/* Passes `count` rounds of a length. */
static inline void rd_round_pass(struct rd_round_clock *clock, double length_s, uint32_t count)
{
    if (length_s != clock->length_s) {
        clock->base_s = rd_round_start_s(clock);
        clock->length_s = length_s;
        clock->count = 0;
    }
    clock->count += count;
}

/* Everything about a trace. referee->plan is set to one of as many transfers, in scratch; they are
 * in it where they are packets or of objects, where the goal is a stencil, and where one of them is
 * not well formed. Else a trace of n transfers takes no memory beside it, or 8 n bytes if its dates
 * are not in order.
 */
bool rd_referee_trace_transfers(struct rd_referee *referee, const struct rd_trace *trace,
                                bool exact_costs);

/* Does each shared link carry what a trace says it carried? A message takes it between the end of
 * its latency and its end; one that lasts as long as alone takes its part of it all the time. Too
 * much is what such messages take at a date, or the bytes of all messages that start and end within
 * a stretch of time. Nothing that a network can do is found to be too much.
 * In: a trace of one link a message, each of which lasts its cost or longer; referee->tolerance_s:
 * by how much a duration, or the distance of two dates, may be off.
 * Returns: false, and the verdict, of the first shared link that does not.
 * Cost: O(messages log messages), for each shared link on their routes. */
bool rd_referee_shared_load(struct rd_referee *referee, const struct rd_trace *trace);

/* Compares referee->final with the goal; fills goal_reached and goal_message. */
void rd_referee_goal(struct rd_referee *referee);

/* The same for RD_STENCIL: each host's work; and, where all hosts are neighbours and kinds are
 * items, the words, and that each iteration communicates before it computes. Cost: O(hosts kinds +
 * transfers neighbours), and a sort of a trace's transfers by end. */
void rd_referee_stencil(struct rd_referee *referee);
