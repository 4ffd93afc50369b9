/* Copies: which items of named kinds hosts hold, and which transfer brings each of them. For the
 * referee only. */
#pragma once

#include "arrivals.h"

#include "sim/base/interval_map.h"

/* In place of what brings an item: it is held at the start. */
enum { RD_AT_START = 0 };

/* Items of a transfer up to `end`, from those of the source before it: what brings them. Items are
 * numbered over all named kinds. */
struct rd_copy_source {
    int64_t end;
    uint32_t bringer; /* a transfer's number + 1, or RD_AT_START */
};

/* Messages of a transfer one after the other: when they end. */
struct rd_copy_run {
    double first_s, step_s;
    int64_t count;
};

/* As messages are taken one by one. */
struct rd_copy_ledger {
    struct rd_referee *referee;
    const struct rd_copies *copies;
    int64_t *offset; /* [named kinds + 1]: the number of the first item of each */
    struct rd_interval_maps maps;
    uint32_t *root; /* [host_count]: the items that a host holds, with what brought them: in
                       lock-step  the number of a round + 1, else a transfer's */
    int64_t *held;  /* [host_count * named kinds]: how many they are */

    /* Of plans that are not in lock-step. */
    uint32_t *source_first; /* [transfer_count] */
    struct rd_copy_source *source;
    size_t source_count;

    /* Of self-timed plans: when messages have ended, by transfer, as far as it is known. */
    uint32_t *run_first; /* [transfer_count] */
    struct rd_copy_run *run;
    size_t run_count;
};

/* Nothing has moved. Returns: NULL where no kind is named. In: referee->plan, if it is not in
 * lock-step with all its transfers. Cost: O(pieces and their holders). */
struct rd_copy_ledger *rd_copy_ledger_open(struct rd_referee *referee);

/* A transfer of a plan that is executed whole: its sender holds its items, its receiver then does.
 * Notes who brings them. Returns: false, and the verdict, if it does not hold one. */
bool rd_copies_move(struct rd_referee *referee, size_t transfer);

/* The same in lock-step, where what arrived in this round is not there yet. */
bool rd_copies_move_in_round(struct rd_referee *referee, size_t transfer);

/* The same in a trace, where messages start and end one after the other. */
bool rd_copies_leave(struct rd_referee *referee, size_t transfer, double start_s);
void rd_copies_arrive(struct rd_referee *referee, size_t transfer);

/* When the next messages of a self-timed transfer have their items: as many of `messages` as one
 * line tells, from number `message` on. In: source, an index that begins with the transfer's
 * source_first and is moved along. Cost: O(sources that are passed). */
struct rd_supply rd_copies_supply(const struct rd_copy_ledger *ledger, size_t transfer,
                                  int64_t message, int64_t messages, uint32_t *source);

/* What a message waits for at one source: so many messages of a transfer, none of what is held at
 * the start; and whether more sources follow. */
struct rd_copy_need {
    int64_t messages;
    uint32_t transfer;
    bool more;
};

/* The source, from one on, that brings the first item of a message; and what the message waits for
 * there. Cost: O(sources that are passed), and O(1). */
uint32_t rd_copies_source(const struct rd_copy_ledger *ledger, size_t transfer, int64_t message,
                          uint32_t source);
struct rd_copy_need rd_copies_need(const struct rd_copy_ledger *ledger, size_t transfer,
                                   int64_t message, uint32_t source);

/* Writes down when messages of the transfer under way end. */
void rd_copies_end(struct rd_copy_ledger *ledger, double first_s, double step_s, int64_t count);

/* Fills what is held of named kinds at the end. */
void rd_copies_close(struct rd_referee *referee);

/* Does each host hold what it wants? */
void rd_referee_copies_goal(struct rd_referee *referee);
