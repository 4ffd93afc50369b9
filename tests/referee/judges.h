/* What the tests that hold the referee to the oracle share: arenas, counts, random worlds. */
#ifndef REDIST_TESTS_REFEREE_JUDGES_H
#define REDIST_TESTS_REFEREE_JUDGES_H

#include "agree.h"
#include "generate.h"

#include "tests/support/campaign.h"

struct judges {
    struct rd_arena instances, arena, scratch;
    uint64_t wrong[RD_VIOLATION_SIZE + 1]; /* how often each violation was seen */
    uint64_t unsaid;                       /* how often the definition said nothing */
};

void open_judges(struct judges *judges);
void close_judges(struct judges *judges);

/* Those of families, behind them those of shared_families and of marked_families. */
const struct family *family_of(size_t number);

/* One random instance and plan of a family; the plan may be empty. */
struct rd_plan draw(struct judges *judges, size_t number_of_family, uint64_t number,
                    struct test_instance *ret_test, struct rd_rng *ret_rng);

/* Forgets the instance, its plan and what was found. */
void forget(struct judges *judges);

#endif
