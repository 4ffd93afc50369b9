/* What redist-mpi reads of objects, and what it wrote of them: who holds what at the end, and how
 * much room that took on the way. */
#pragma once

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/plan.h"

#include <stdio.h>

/* Can a plan of objects be executed? In: one of an instance with objects. Errors: RD_ERROR_REFUSED
 * where a process would have to see what happens between others: on shared links, for which plans
 * of objects have no words, and at a host with a limit of space that gives up what others send; for
 * objects of more bytes in all than the limit. O(objects + transfers). */
bool rd_object_orders_check(const struct rd_instance *instance, const struct rd_plan *plan,
                            uint64_t limit_bytes, struct rd_error *reterr);

/* Adds hosts and objects to orders. O(hosts + objects + sources). */
void rd_object_orders_print(struct rd_text *text, const struct rd_instance *instance);

/* Who holds which objects when a plan has been executed. */
struct rd_objects_held {
    const struct rd_instance *instance;
    const struct rd_plan *plan;
    const uint32_t *first;    /* [objects + 1]: where the transfers of each begin */
    const uint32_t *transfer; /* [first[objects]], of each in the order of the plan */
    size_t *count;            /* [hosts] objects that each holds */
};

/* From the arena. O(hosts + sources + transfers). */
struct rd_objects_held rd_objects_held_find(const struct rd_instance *instance,
                                            const struct rd_plan *plan, struct rd_arena *arena);

/* Reads what a host says of its objects. Errors: RD_ERROR_RUN if it is damaged; if it holds another
 * object than expected, or a changed one, or took more room than it had. O(its objects). */
bool rd_object_report_read(FILE *file, const struct rd_objects_held *held, uint32_t host,
                           struct rd_error *reterr);
