/* Random instances and plans for the referee's tests: small worlds of every shape and port model,
 * the same for the same seed. */
#ifndef REDIST_TESTS_REFEREE_GENERATE_H
#define REDIST_TESTS_REFEREE_GENERATE_H

#include "sim/model/plan.h"
#include "sim/base/rng.h"
#include "sim/model/trace.h"
#include "tests/support/build.h"

/* What plans of a family may contain. */
enum {
    COMPUTES = 1,
    WORDS = 2,      /* control words, and plain work if it computes */
    ROUNDS = 4,     /* several: knowledge */
    AS_HELD = 8,    /* every message row */
    LONG_ROWS = 16, /* up to some hundred messages */
    NO_TIME = 32,   /* some links take no time at all */
    SHARED = 64,    /* the plan keeps to shared links */
    MARKS = 128     /* each transfer has a mark of its own */
};

#define PORTS_BY_HOST (RD_NO_HOST - 1)

struct family {
    const char *name;
    enum rd_shape shape;
    enum rd_direction direction;
    uint32_t least_hosts, most_hosts; /* on a cube: powers of two between */
    uint32_t ports; /* 0: all; RD_NO_HOST: pipelined; PORTS_BY_HOST: 1 to 3, each its own */
    uint32_t kinds;
    enum rd_timing timing;
    unsigned with;
};

/* Every shape and port model with whatever fits them. */
extern const struct family families[];
extern const size_t family_count;

/* The same whose plans keep to shared links: few tests know these. */
extern const struct family shared_families[];
extern const size_t shared_family_count;

/* Plans with marks, and with shared links at several ports. */
extern const struct family marked_families[];
extern const size_t marked_family_count;

struct test_instance generate_instance(struct rd_rng *rng, struct rd_arena *arena,
                                       const struct family *family);

/* Other loads for an instance of a family. */
void generate_loads(struct rd_rng *rng, const struct family *family, struct test_instance *test);

/* A plan whose rows can be executed one by one (lock-step: round by round, within its ports). */
struct rd_plan generate_plan(struct rd_rng *rng, struct rd_arena *arena,
                             const struct family *family, const struct rd_instance *instance,
                             size_t most_rows);

/* Spoils a plan in one place: two rows swapped, one dropped, items added, a host or round changed.
 * What comes out may be legal all the same. */
void generate_fault(struct rd_rng *rng, const struct rd_instance *instance, struct rd_plan *plan);

/* A legal schedule that is no plan: starts at random dates at which everything allows them, idle
 * on purpose. Sorted. */
struct rd_trace generate_timed_schedule(struct rd_rng *rng, struct rd_arena *arena,
                                        const struct rd_instance *instance, size_t most_rows);

#endif
