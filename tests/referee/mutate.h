/* Every way to corrupt a plan or a trace in one place, by name. What comes out may be legal all the
 * same: who judges it has to find out. */
#ifndef REDIST_TESTS_REFEREE_MUTATE_H
#define REDIST_TESTS_REFEREE_MUTATE_H

#include "sim/model/instance.h"
#include "sim/model/plan.h"
#include "sim/base/rng.h"
#include "sim/model/trace.h"

struct plan_mutation {
    const char *name;
    /* Changes one or two rows of a plan (its arrays are the mutant's own, with room for twice the
     * rows and two more). Returns: false if there is nothing of the sort to change. */
    bool (*apply)(struct rd_rng *rng, const struct rd_instance *instance, struct rd_plan *plan);
};

struct trace_mutation {
    const char *name;
    bool (*apply)(struct rd_rng *rng, const struct rd_instance *instance, struct rd_trace *trace);
};

extern const struct plan_mutation plan_mutations[];
extern const size_t plan_mutation_count;
extern const struct trace_mutation trace_mutations[];
extern const size_t trace_mutation_count;

/* A copy to be corrupted; blocks too, if there are any. */
struct rd_plan copy_of_plan(const struct rd_plan *plan, struct rd_arena *arena);
struct rd_trace copy_of_trace(const struct rd_trace *trace, struct rd_arena *arena);

#endif
