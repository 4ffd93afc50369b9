/* Small worlds out of arbitrary bytes: every input is some instance and some plan or trace, most of
 * them nearly sound, some of them monstrous. */
#ifndef REDIST_TESTS_FUZZ_BYTES_H
#define REDIST_TESTS_FUZZ_BYTES_H

#include "sim/model/plan.h"
#include "sim/model/trace.h"
#include "tests/support/build.h"

struct bytes {
    const uint8_t *next, *end; /* behind the end come zeros */
};

uint8_t bytes_take(struct bytes *bytes);

struct test_instance bytes_instance(struct bytes *bytes, struct rd_arena *arena);
struct rd_plan bytes_plan(struct bytes *bytes, const struct rd_instance *instance,
                          struct rd_arena *arena);
struct rd_trace bytes_trace(struct bytes *bytes, const struct rd_instance *instance,
                            struct rd_arena *arena);

#endif
