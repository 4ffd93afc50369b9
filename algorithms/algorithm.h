/* The contract of an algorithm: a pure function from an instance to a plan, with its hypotheses.
 * One file holds one `const struct rd_algorithm`; one line of registry.c registers it, and to
 * register is to be tested. What bounds its time is no matter of the algorithm but of the problem:
 * bounds/.
 */
#pragma once

#include "bounds/domain.h"
#include "bounds/problem_bound.h"
#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/instance.h"
#include "sim/model/options.h"
#include "sim/model/plan.h"

/* The guarantee on the planned time; the contract test checks it with == or <=. */
enum rd_guarantee {
    RD_OPTIMAL,   /* == the best bound of the schedules that it keeps to */
    RD_EXACT,     /* == the least of all schedules, found by search */
    RD_RATIO,     /* <= ratio * the bound */
    RD_HEURISTIC, /* legal, reaches the goal */
    RD_REFUTED /* a statement of a paper as printed, known to be wrong: on some instance the plan is
                  below what is called a bound, or the referee refuses it. Never part of
                  algorithm="all" */
};

/* An algorithm that another one is never slower than: where both plan an instance, with the default
 * options, the other's plan ends no earlier. The contract test holds it to that. */
struct rd_baseline {
    const char *name;
    /* The instances that this is about; NULL: all. */
    bool (*where)(const struct rd_instance *instance);
};
/* What the functions of an algorithm are given, by the names that all of them use; few use all. */
#define RD_ACCEPTS_PARAMETERS                                                                      \
    RD_UNUSED const struct rd_instance *instance, RD_UNUSED const struct rd_options *options,      \
        RD_UNUSED struct rd_error *reterr
#define RD_PLAN_PARAMETERS                                                                         \
    RD_UNUSED const struct rd_algorithm *self, RD_UNUSED const struct rd_instance *instance,       \
        RD_UNUSED const struct rd_options *options, RD_UNUSED struct rd_arena *arena,              \
        RD_UNUSED struct rd_arena *scratch, RD_UNUSED struct rd_plan *ret_plan,                    \
        RD_UNUSED struct rd_error *reterr

struct rd_algorithm {
    const char *name;    /* "ring-one-way" */
    const char *summary; /* one line */
    const char *source;  /* paper, theorem or algorithm number */

    enum rd_shape shape; /* or RD_ANY_SHAPE; an algorithm for a switch takes a bus, too */
    unsigned directions; /* RD_ONE_WAY | RD_TWO_WAY for rings, else RD_NO_DIRECTION */
    unsigned ports;      /* RD_BIT of each enum rd_port_model that it takes */
    unsigned goals;      /* RD_BIT of each enum rd_goal */
    bool sizes_by_kind;  /* items of different kinds may have different sizes */
    enum rd_guarantee guarantee;
    double ratio; /* RD_RATIO */
    /* The accepted instances that the guarantee is about; elsewhere it is RD_HEURISTIC. NULL: all.
     * With the default options. */
    bool (*promises)(const struct rd_instance *instance);
    const struct rd_option_spec *options; /* ends with a NULL name; NULL if it takes none */
    /* The algorithms that it is never slower than; a comment at each gives the argument. Ends with
     * a NULL name; NULL: none. */
    const struct rd_baseline *baselines;
    /* What one writes without an idea, to compare with. */
    bool is_baseline;
    /* It is about links that may be slower: where none may, it is refused, and left out of
     * algorithm="all". */
    bool needs_slower_links;
    /* The algorithm that is better wherever it takes an instance: there this one is left out of
     * algorithm="all" and of what is asked for the best plan. NULL: none. */
    const char *superseded_by;
    /* It decides while it runs: its plan is what this protocol does in the exact model, and a
     * simulation runs it again. It is run where it is named, and never part of algorithm="all".
     * NULL: it is a planner. */
    const struct rd_protocol *protocol;

    /* The theorem's hypotheses, each with its message; shape, direction, ports, goal and sizes have
     * been checked already. NULL if there are none.
     * Errors: RD_ERROR_REFUSED: "host 2 holds 0 items: at least 1 is needed (Theorem 2)". */
    bool (*accepts)(RD_ACCEPTS_PARAMETERS);

    /* An upper bound on the transfers of the plan, as a double so that it cannot overflow; NULL
     * where no instance has very many. */
    double (*transfer_bound)(const struct rd_instance *instance);

    /* The class of schedules that its plans keep to (schedule_class.h), which bounds of that class
     * are about; NULL: none that a bound is about. An option may take a plan out of it. */
    const char *schedules;
    /* The instances of which planning is so dear that dear bounds do not matter, or of which those
     * of the shape say too little (struct rd_found_bounds); NULL: none. */
    bool (*asks_dear_bounds)(const struct rd_instance *instance);
    /* What its paper prints as a bound and is none; or NULL. */
    const struct rd_problem_bound *claim;

    /* The plan of an instance that was accepted, from the arena.
     * In: self, this algorithm, for a function that several share; ret_plan, an empty plan. Scratch
     * is rewound by the caller. Errors: RD_ERROR_REFUSED where only planning can tell. */
    bool (*plan)(RD_PLAN_PARAMETERS);
    int variant; /* which of the algorithms that share its function `plan` it is */
};

/* Every algorithm, in the order of the tables: [rd_algorithm_count], then NULL. */
extern const struct rd_algorithm *const rd_algorithms[];
extern const size_t rd_algorithm_count;

/* The algorithm of a name, or NULL. */
const struct rd_algorithm *rd_algorithm_named(const char *name);

/* The algorithm whose name is nearest to a wrong one, or NULL. */
const struct rd_algorithm *rd_algorithm_nearest(const char *name);

/* What to say of a wrong name: " (did you mean "star-bba"?)", which one took the place of an
 * algorithm that was removed, or "". */
const char *rd_algorithm_hint(const char *wrong, struct rd_arena *arena);

/* Whose it is: "paper", "baseline" or "ours". */
const char *rd_algorithm_origin(const struct rd_algorithm *algorithm);

/* Is another one better, and does that one take the instance with its default options? O(links). */
bool rd_algorithm_is_superseded(const struct rd_algorithm *algorithm,
                                const struct rd_instance *instance);

/* Is it made for this shape? A bus is a switch that carries one message at a time. */
bool rd_algorithm_takes_shape(const struct rd_algorithm *algorithm, enum rd_shape shape);

/* Does it move what the goal is about: objects, copies, or items of any other goal? */
bool rd_algorithm_moves_the_same(const struct rd_algorithm *algorithm, enum rd_goal goal);

/* What it promises of this instance. Where it has `promises` and is not made for the instance:
 * RD_HEURISTIC. */
enum rd_guarantee rd_algorithm_guarantee(const struct rd_algorithm *algorithm,
                                         const struct rd_instance *instance);

/* How many times the optimum its plan may take at most; NAN if it promises nothing but a search. */
double rd_algorithm_promised_ratio(const struct rd_algorithm *algorithm,
                                   const struct rd_instance *instance);

/* Is it made for this shape and direction? */
bool rd_algorithm_takes_topology(const struct rd_algorithm *algorithm,
                                 const struct rd_topology *topology);

/* The same, and neither a statement that is known to be wrong nor a protocol: what
 * algorithm="all" takes. */
bool rd_algorithm_fits(const struct rd_algorithm *algorithm, const struct rd_topology *topology);

/* The same of those for one shape, without searches of all plans, which may take minutes to say
 * that they give up. */
bool rd_algorithm_is_of_shape(const struct rd_algorithm *algorithm,
                              const struct rd_topology *topology);

/* Is it made for this goal and port model, for the sizes of items, and for links that may be slower
 * or not? */
bool rd_algorithm_suits(const struct rd_algorithm *algorithm, const struct rd_instance *instance);

/* The most transfers of a plan that are kept, 3.2 GB of them, and the most that are judged while
 * they are made, in minutes: so few that rounds, at most half as many more, are counted in 32 bits.
 */
#define RD_PLAN_TRANSFER_LIMIT INT64_C(100000000)
#define RD_STREAM_TRANSFER_LIMIT INT64_C(2000000000)

/* Shape, direction, ports, goal, sizes, then the algorithm's own hypotheses, and the length of the
 * plan.
 * Errors: RD_ERROR_REFUSED, naming what was found and what is accepted. */
bool rd_algorithm_accepts(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                          const struct rd_options *options, struct rd_error *reterr);

/* The same, for whoever does not keep the transfers of the plan (rd_streaming_referee). */
bool rd_algorithm_accepts_unkept(const struct rd_algorithm *algorithm,
                                 const struct rd_instance *instance,
                                 const struct rd_options *options, struct rd_error *reterr);

/* Does an algorithm plan an instance that it accepts (rd_algorithm_accepts)? Some hypotheses show
 * only in planning, so a plan is made and forgotten. A search for the optimum is not run: it would
 * refuse only because of its length. Nor is a planner for any network: it refuses only where items
 * cannot come where they must, and that is checked.
 * In: arenas, which are rewound. Errors: RD_ERROR_REFUSED. Cost: that of the plan, or O(links). */
bool rd_algorithm_plans(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                        const struct rd_options *options, struct rd_arena *arena,
                        struct rd_arena *scratch, struct rd_error *reterr);

/* The algorithm to take where one refuses an instance: it accepts with its default options; made
 * for the shape rather than for any; with the strongest guarantee; the first in the table. Never
 * one that is known to be wrong, nor a protocol. A plan of up to 10^6 transfers is made to be sure
 * that it accepts (rd_algorithm_plans). In: refused, which is not returned. Returns: NULL if no
 * algorithm accepts. */
const struct rd_algorithm *rd_algorithm_alternative(const struct rd_algorithm *refused,
                                                    const struct rd_instance *instance,
                                                    struct rd_arena *arena,
                                                    struct rd_arena *scratch);

/* Are dear bounds to be computed where it plans an instance? False if it is not made for it. */
bool rd_algorithm_asks_dear_bounds(const struct rd_algorithm *algorithm,
                                   const struct rd_instance *instance);

/* For `asks_dear_bounds`: true. */
bool rd_on_every_instance(const struct rd_instance *instance);

/* The class of schedules that a plan of its keeps to, and that restricts the instance's schedules;
 * NULL: none. An option may have taken the plan out of the algorithm's class: one that sends items
 * together is in none whose messages have one item. In: plan, or NULL: any. O(transfers). */
const char *rd_algorithm_class(const struct rd_algorithm *algorithm,
                               const struct rd_instance *instance, const struct rd_plan *plan);

/* The plan of an algorithm for the shape of a large instance, where a bound that is quick to
 * compute shows that it is optimal, and no link is shared: then nobody needs a flow. The first in
 * the order of the table; none searches all plans. Returns: false if there is none. */
bool rd_proved_plan_of_shape(const struct rd_instance *instance, const struct rd_options *options,
                             struct rd_arena *arena, struct rd_arena *scratch,
                             struct rd_plan *ret_plan);

/* Does it take this goal, and these ports? */
static inline bool rd_algorithm_takes_goal(const struct rd_algorithm *algorithm, enum rd_goal goal)
{
    return rd_has_bit(algorithm->goals, goal);
}

static inline bool rd_algorithm_takes_ports(const struct rd_algorithm *algorithm,
                                            enum rd_port_model ports)
{
    return rd_has_bit(algorithm->ports, ports);
}

/* What an algorithm takes. */
static inline struct rd_domain rd_algorithm_domain(const struct rd_algorithm *algorithm)
{
    return (struct rd_domain){algorithm->shape, algorithm->directions, algorithm->ports,
                              algorithm->goals, algorithm->sizes_by_kind};
}

/* "optimal", "exact", "ratio", "heuristic", "refuted". */
const char *rd_guarantee_name(enum rd_guarantee guarantee);
