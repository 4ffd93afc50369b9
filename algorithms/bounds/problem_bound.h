/* A lower bound of a problem: a theorem about every schedule that solves an instance, or about
 * every one of a class, whoever planned it. One file holds one `const struct rd_problem_bound`; one
 * line of registry.c registers it, and then every run of such an instance is compared with it. */
#pragma once

#include "domain.h"

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/bound.h"
#include "sim/model/instance.h"

/* What every `compute` is given, by the names that all of them use. */
#define RD_BOUND_PARAMETERS                                                                        \
    RD_UNUSED const struct rd_instance *instance, RD_UNUSED struct rd_arena *arena,                \
        RD_UNUSED struct rd_arena *scratch, RD_UNUSED struct rd_bound *ret_bound,                  \
        RD_UNUSED struct rd_error *reterr

struct rd_problem_bound {
    const char *name;    /* "ring-slice" */
    const char *summary; /* one line */
    const char *source;  /* paper, theorem or lemma */
    /* The schedules that it may be about: NULL, all of them on every instance. Else a class (struct
     * rd_bound); on some instances it may hold for all, or for a wider class: what is computed
     * says so. */
    const char *schedules;

    struct rd_domain domain;

    bool claimed; /* as a paper prints it, and known to be wrong: it bounds nothing, and is tested
                     in the row of the algorithm that claims it */
    bool on_request; /* it takes a search: computed only where it is asked for by name */
    bool dear;       /* it takes a solver: seconds on large instances (rd_found_bounds) */
    bool at_once;    /* where time is up it still shows something, in a time linear in the links */

    /* NULL; or whether it may be greater than a bound that is known, where that is quick to tell.
     * In: as compute; what is taken from the arena is of no use afterwards. */
    bool (*may_exceed)(const struct rd_instance *instance, double known_s, struct rd_arena *arena,
                       struct rd_arena *scratch);

    /* `why` is taken from the arena. In: an instance that it is about; scratch is rewound by the
     * caller. Errors: RD_ERROR_REFUSED with the hypothesis that fails. */
    bool (*compute)(RD_BOUND_PARAMETERS);
};

/* Every bound: those of one shape first, then those of any network, then those that are only
 * claimed. Of equal ones the first is shown. [rd_problem_bound_count], then NULL. */
extern const struct rd_problem_bound *const rd_problem_bounds[];
extern const size_t rd_problem_bound_count;

/* What the printed Theorem 2 claims of one-way rings. */
extern const struct rd_problem_bound ring_slice_printed;

/* The bound of a name, or NULL; and the one whose name is nearest to a wrong one, or NULL. */
const struct rd_problem_bound *rd_problem_bound_named(const char *name);
const struct rd_problem_bound *rd_problem_bound_nearest(const char *name);

/* Is it about instances of this shape, direction, port model and goal? O(1). */
bool rd_problem_bound_suits(const struct rd_problem_bound *bound,
                            const struct rd_instance *instance);

/* The bound of an instance that it suits, with the certificate that its bottleneck stands for
 * (rd_price_bottleneck). In: scratch, which is rewound. Errors: as its compute. */
bool rd_problem_bound_compute(const struct rd_problem_bound *bound,
                              const struct rd_instance *instance, struct rd_arena *arena,
                              struct rd_arena *scratch, struct rd_bound *ret_bound,
                              struct rd_error *reterr);
