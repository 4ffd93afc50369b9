/* Objects that move: sizes and space by hand. */
#include "sim/generators/load_generators.h"
#include "sim/model/instance.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

/* In: up to three attributes. Returns: NULL with *error where nothing is made. */
static struct rd_objects *make(struct rd_arena *arena, const struct rd_option *given, size_t count,
                               uint32_t hosts, uint64_t seed, struct rd_error *error)
{
    const struct rd_load_generator *generator = rd_load_generator_named("moves");
    struct rd_options options = {
        .spec = generator->attributes, .given = given, .given_count = count, .seed = seed};
    assert_true(rd_options_check(&options, error));
    return rd_objects_generate(generator, hosts, &options, arena, error);
}

/* Seven objects on three hosts: a host's share is three of them. */
static void sizes_are_as_asked_for(void **state)
{
    static const struct rd_option equal[] = {{"items", "7"}, {"sizes", "equal"}, {"bytes", "5"}};
    static const struct rd_option huge[] = {{"items", "7"}, {"sizes", "one-huge"}, {"bytes", "5"}};
    rd_arena_own(arena);
    struct rd_error error;
    (void)state;
    const struct rd_objects *of_one_size = make(&arena, equal, 3, 3, 1, &error);
    const struct rd_objects *with_huge = make(&arena, huge, 3, 3, 1, &error);
    assert_int_equal(of_one_size->count, 7);
    assert_null(of_one_size->space_bytes);
    assert_string_equal(of_one_size->name[6], "o6");
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(of_one_size->bytes[i], 5);
        assert_int_equal(with_huge->bytes[i], i == 0 ? 15 : 5);
        assert_int_equal(with_huge->source[i], of_one_size->source[i]);
        assert_int_not_equal(with_huge->source[i], with_huge->to[i]);
        assert_in_range(with_huge->to[i], 0, 2);
    }
}

/* Of 20,000 draws the logarithm has mean log(bytes) and deviation 1, to five standard errors. */
static void log_normal_sizes_have_their_median(void **state)
{
    enum { COUNT = 20000 };
    static const struct rd_option given[] = {{"items", "20000"}, {"bytes", "1000000"}};
    rd_arena_own(arena);
    struct rd_error error;
    double sum = 0, squares = 0;
    (void)state;
    const struct rd_objects *objects = make(&arena, given, 2, 4, 3, &error);
    for (uint32_t i = 0; i < COUNT; i++) {
        double x = log((double)objects->bytes[i] / 1e6);
        sum += x;
        squares += x * x;
    }
    assert_true(fabs(sum / COUNT) < 5 / sqrt(COUNT));
    assert_true(fabs(squares / COUNT - 1) < 5 * sqrt(2.0 / COUNT));
}

/* A host that sends `out` and receives `in` bytes holds 2 max(out, in) in its fuller placement: of
 * half its capacity as much is free then, of a quarter three times as much. */
static void space_is_the_slack_of_the_fuller_placement(void **state)
{
    static const struct {
        const char *slack;
        int64_t free_of_most; /* so many times the most that a host sends or receives */
    } cases[] = {{"0", 0}, {"0.5", 2}, {"0.75", 6}};
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct rd_option given[] = {
            {"items", "50"}, {"sizes", "log-normal"}, {"slack", cases[k].slack}};
        rd_arena_own(arena);
        struct rd_error error;
        const struct rd_objects *objects = make(&arena, given, 3, 5, 9, &error);
        for (uint32_t host = 0; host < 5; host++) {
            int64_t out = 0, in = 0;
            for (uint32_t i = 0; i < 50; i++) {
                out += objects->source[i] == host ? objects->bytes[i] : 0;
                in += objects->to[i] == host ? objects->bytes[i] : 0;
            }
            int64_t most = out > in ? out : in;
            assert_int_equal(objects->space_bytes[host], most - out + cases[k].free_of_most * most);
        }
    }
}

static void refuses_what_is_too_much(void **state)
{
    static const struct rd_option few[] = {{"items", "3"}};
    static const struct rd_option much[] = {
        {"items", "10000"}, {"sizes", "equal"}, {"bytes", "1000000000000"}};
    rd_arena_own(arena);
    struct rd_error error;
    (void)state;
    assert_null(make(&arena, few, 1, 1, 1, &error));
    assert_string_equal(error.message, "moves between 1 hosts: at least 2 are needed");
    assert_null(make(&arena, much, 3, 2, 1, &error));
    assert_string_equal(error.message,
                        "10000 objects of 1000000000000 bytes: at most 1e15 each and "
                        "2^53 in all are supported");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_are_as_asked_for),
        cmocka_unit_test(log_normal_sizes_have_their_median),
        cmocka_unit_test(space_is_the_slack_of_the_fuller_placement),
        cmocka_unit_test(refuses_what_is_too_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
