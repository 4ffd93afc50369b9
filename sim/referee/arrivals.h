/* When the items came that a host passes on: runs of equal arrivals, in order of time, and how far
 * they are promised. For the referee only. */
#pragma once

#include "judgement.h"

/* `count` arrivals of `items` items each, at first_s, first_s + step_s, ... */
struct rd_piece {
    double first_s;
    double step_s;
    int64_t count;
    int64_t items;
    uint32_t next; /* in its queue, or in the list of free pieces; 0: none */
};

/* The arrivals of one stock, first in, first out. */
struct rd_arrivals {
    int64_t taken; /* items promised so far, in plan order */
    int64_t base;  /* items held before those of the front piece; -1: no dates are kept */
    uint32_t front;
    uint32_t back;
};

/* Where all pieces of a judgement lie. */
struct rd_pieces {
    struct rd_arena *scratch;
    struct rd_piece *piece; /* [capacity]; 0 stands for none */
    uint32_t used;
    uint32_t capacity;
    uint32_t limit;
    uint32_t free;
    bool apart; /* each arrival is a piece of its own */
};

/* When the next messages have their items: the first of `count` at first_s, then every step_s. */
struct rd_supply {
    double first_s;
    double step_s;
    int64_t count;
};

/* A queue for each stock; dates are kept where a host passes items on. */
struct rd_arrivals *rd_arrivals_open(const struct rd_referee *referee,
                                     struct rd_pieces *ret_pieces);

/* More room. Returns: false beyond the limit. */
bool rd_pieces_grow(struct rd_pieces *pieces);

/* Appends a run of arrivals, to the last piece if it goes on just like it: else a line of hosts
 * that pass on what they receive would add a piece at each. Where all transfers are single messages
 * dates are the same without that, and whether a piece goes on cannot be foreseen: the processor
 * would guess wrong. Returns: false beyond the limit. */
static inline bool rd_arrivals_push(struct rd_pieces *pieces, struct rd_arrivals *queue,
                                    double first_s, double step_s, int64_t count, int64_t items)
{
    if (queue->front && !pieces->apart) {
        struct rd_piece *last = &pieces->piece[queue->back];
        if (last->items == items && last->step_s == step_s &&
            first_s == last->first_s + (double)last->count * step_s) {
            last->count += count;
            return true;
        }
    }
    uint32_t index = pieces->free;
    if (index) {
        pieces->free = pieces->piece[index].next;
    } else {
        if (pieces->used == pieces->capacity && !rd_pieces_grow(pieces))
            return false;
        index = pieces->used++;
    }
    pieces->piece[index] = (struct rd_piece){first_s, step_s, count, items, 0};
    if (queue->front)
        pieces->piece[queue->back].next = index;
    else
        queue->front = index;
    queue->back = index;
    return true;
}

/* The supply of the next messages of `items` items each, `messages` at the most: as many as one
 * line tells. In: a sender that is free at free_s and takes duration_s a message; its queue, which
 * holds or has been sent what the messages take. Nothing is taken yet.
 * Cost: O(1), and O(1) for each piece that is used up. */
struct rd_supply rd_arrivals_next(struct rd_pieces *pieces, struct rd_arrivals *queue,
                                  int64_t items, int64_t messages, double free_s,
                                  double duration_s);

/* What has come by a date, of this queue: held so far, and the date of the last of it that came.
 * Cost: O(pieces since the front). */
int64_t rd_arrivals_by(const struct rd_pieces *pieces, const struct rd_arrivals *queue,
                       double date_s, double *ret_last_s);
