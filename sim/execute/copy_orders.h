/* What redist-mpi reads of named kinds, and what it wrote of them: which items hosts hold at the
 * end. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdio.h>

/* Can a plan of copies be executed? In: one of an instance with named kinds; taken_bytes, of
 * memory, by counted ones. Errors:
 * RD_ERROR_REFUSED for items of other than whole bytes, and where hosts take more memory than the
 * limit for all that they ever hold of named kinds and for as many messages as they may send and
 * receive at a time. O(pieces and their holders, transfers, hosts). */
bool rd_copy_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                          double taken_bytes, uint64_t limit_bytes, struct rd_arena *scratch,
                          struct rd_error *reterr);

/* Adds the pieces to orders, and who holds them. O(pieces and their holders). */
void rd_copy_orders_print(struct rd_text *text, const struct rd_copies *copies);

/* Reads what a host says of its items of named kinds. In: final, [kind_count]: how many items it
 * holds at the end of the plan. Errors: RD_ERROR_RUN if it is damaged; if a byte is wrong, the host
 * lacks an item that it held or wants, or has another number of them. O(pieces and runs). */
bool rd_copy_report_read(FILE *file, const struct rd_instance *instance, const int64_t *final,
                         uint32_t host, struct rd_error *reterr);
