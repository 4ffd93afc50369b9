/* Generated loads: what a generator makes on a shape, or why it refuses. */
#ifndef REDIST_TESTS_SUPPORT_GENERATED_H
#define REDIST_TESTS_SUPPORT_GENERATED_H

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/model/options.h"
#include "sim/model/topology.h"

enum { TEST_ATTRIBUTES = 6 };

/* Attributes as a list: WITH({"low", "1"}, {"high", "3"}); WITH({0}) for none. */
#define WITH(...) ((const struct rd_option[TEST_ATTRIBUTES]){__VA_ARGS__})

struct test_loads {
    struct rd_arena arena; /* closed by the test */
    uint32_t host_count, kind_count;
    int64_t *load, *target; /* target: NULL if the generator wants none */
    struct rd_error error;
};

/* Generates on a shape (rings one-way) of so many hosts; attributes end with a NULL name or at
 * TEST_ATTRIBUTES. Fails the test if the attributes are not accepted. Returns: was it made? */
bool test_generate(struct test_loads *loads, enum rd_shape shape, uint32_t hosts, const char *name,
                   uint64_t seed, const struct rd_option attributes[TEST_ATTRIBUTES]);

/* Fails the test unless just these loads [hosts * kinds] are made, and no final ones. */
void test_generated(enum rd_shape shape, uint32_t hosts, const char *name, uint32_t kinds,
                    const int64_t *expected, const struct rd_option attributes[TEST_ATTRIBUTES]);

/* Fails the test unless the generator refuses with this message. */
void test_not_generated(enum rd_shape shape, uint32_t hosts, const char *name, const char *message,
                        const struct rd_option attributes[TEST_ATTRIBUTES]);

#endif
