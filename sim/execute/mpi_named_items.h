/* Items of named kinds as MPI processes see them: numbered over all named kinds, in stretches of
 * which one holder or message has all. Part of libredist-mpi and of redist-mpi. */
#pragma once

#include "include/redist/redist.h"

/* Items first .. end - 1. */
struct rd_item_range {
    int64_t first, end;
};

/* Named kinds of a problem; 0 where its goal is another than RD_GOAL_COPIES. O(1). */
uint32_t rd_named_kinds(const struct rd_problem *problem);

/* Fills the number of the first item of each named kind, then that of all items.
 * In: ret_first, [named kinds + 1]. O(pieces). */
void rd_number_items(const struct rd_problem *problem, int64_t *ret_first);

/* Fills the pieces that a rank holds at the start. In: ret_range, [piece_count]. Returns: how many.
 * O(pieces and their holders). */
size_t rd_held_ranges(const struct rd_problem *problem, uint32_t rank,
                      struct rd_item_range *ret_range);

/* All items, cut where any range begins or ends. */
struct rd_stretches {
    size_t count;
    int64_t *from; /* [count + 1] rising: where each begins, and where the last ends */
    size_t *range; /* [count]: the first in the list that has it; RD_NO_RANGE: none has */
};

#define RD_NO_RANGE SIZE_MAX

/* In: ranges of items 0 .. all - 1, some of them empty; all is 1 or more.
 * Returns: false if memory is out; else the stretches are to be freed.
 * O(count log count). */
bool rd_stretches_find(const struct rd_item_range *range, size_t count, int64_t all,
                       struct rd_stretches *ret_stretches);

/* The last of `count` runs that begins at an item or before it. In: from, where they begin, rising;
 * the first one not behind the item. O(log count). */
size_t rd_run_of(const int64_t *from, size_t count, int64_t item);

/* The stretch that an item is in. O(log count). */
size_t rd_stretch_of(const struct rd_stretches *stretches, int64_t item);

/* Gives their memory back. */
void rd_stretches_free(struct rd_stretches *stretches);
