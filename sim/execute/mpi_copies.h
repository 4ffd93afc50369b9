/* Items of named kinds in the memory of a process of redist-mpi: their bytes depend on the kind and
 * the number of an item, and those that have not come are wrong, all of them. */
#pragma once

#include "mpi_named_items.h"

#include <stdio.h>

struct rd_mpi_copies {
    const struct rd_problem *problem;
    const size_t *kind_bytes; /* [counted and named kinds] */
    int64_t *first_item;      /* [named kinds + 1]: the number of the first item of each */
    struct rd_stretches stretches;
    size_t *place;        /* [stretches.count] in bytes, of those that this rank ever has */
    unsigned char *bytes; /* their items, in their order */
};

/* Reads pieces, and who holds them at the start, into a problem of goal RD_GOAL_COPIES.
 * Returns: NULL, or what is wrong with the orders, or lacking. O(pieces and their holders). */
const char *rd_mpi_copies_read(FILE *orders, struct rd_problem *problem);

/* Makes the items that a rank holds at the start, and room for those that the plan brings.
 * In: a problem with its named kinds, and bytes of an item of each kind, which the copies keep.
 * Returns: whether memory sufficed. O(bytes and transfers). */
bool rd_mpi_copies_open(struct rd_mpi_copies *copies, const struct rd_problem *problem,
                        const size_t *kind_bytes, const struct rd_schedule *plan, uint32_t rank);

/* The bytes of an item of a kind that this rank holds, or that is to come; the items behind it
 * follow. O(log transfers). */
unsigned char *rd_mpi_copies_at(const struct rd_mpi_copies *copies, int32_t kind, int64_t item);

/* Looks at every byte: says how many are wrong, and the kind, the item and the place of the first;
 * then of each named kind which items are here. O(bytes). */
void rd_mpi_copies_report(FILE *report, const struct rd_mpi_copies *copies);
