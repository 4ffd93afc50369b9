/* An order of objects, dated in one pass: each message starts as soon as those listed before it let
 * it, and there is space. */
#pragma once

#include "object_list.h"

#define RD_NO_OBJECT UINT32_MAX

/* One order, dated. */
struct rd_dated {
    uint32_t *order; /* [count] */
    uint32_t *waits; /* [count] by object: whose end lets it start; RD_NO_OBJECT: it starts at 0 */
    bool *is_for_space; /* [count] by object: that gives it bytes */
    double *start_s;    /* [count] by object */
    double makespan_s;
    uint32_t last; /* the one that ends last */
};

/* Room for one. */
struct rd_dated rd_dated_open(uint32_t count, struct rd_arena *scratch);

/* What is the same for all orders of the same messages. */
struct rd_order_dates;

/* In: way, [count], of each object. From scratch. O(objects log objects + hosts). */
struct rd_order_dates *rd_order_dates_open(const struct rd_object_list *copies, const uint32_t *way,
                                           struct rd_arena *scratch);

/* Dates a list: each object in its turn, or as soon as there is space for it. In: in_turn: what
 * waits for space lets nothing pass that comes to its host. Returns: false if some never find
 * space, or one ends later than a limit. */
bool rd_order_date(struct rd_order_dates *dates, const uint32_t *list, bool in_turn, double limit_s,
                   struct rd_dated *dated);
