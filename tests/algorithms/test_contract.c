/* Every registered algorithm against every law, on every small instance and on random ones. An
 * algorithm is tested because it is registered: nobody writes a line here for it. A new shape is a
 * generator more in contract/instances.c. */
#include "contract/instances.h"
#include "contract/laws.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Random instances of each generator, times the first argument; and of the small ones every n-th,
 * or all where there is an argument. */
enum { DRAWS = FEWER_TRIALS ? 10 : 20, SMALL_EVERY = 100 / USUAL_TRIALS(20) };
enum { SEED = 20 };

static long times = 1;

/* Runs one kind of test over all generators, and adds what was met to `counts`. */
static void check_all(bool random, long transform_every, long search_every,
                      struct law_counts counts[LAW_ALGORITHM_LIMIT])
{
    struct laws laws;
    struct rd_arena arena;
    laws_open(&laws, transform_every, search_every);
    if (!random && times == 1)
        laws.instance_every = SMALL_EVERY;
    rd_arena_open(&arena, 0);
    rd_arena_take(&arena, 1, 1);
    for (size_t i = 0; instance_generators[i]; i++) {
        const struct instance_generator *generator = instance_generators[i];
        struct rd_rng rng = rd_rng_seeded(SEED, i);
        long before = laws.instance_count;
        laws.turn = generator->turn;
        if (!random)
            generator->exhaust(&laws, &arena, &rng);
        for (long draw = 0; random && draw < DRAWS * times; draw++) {
            struct rd_arena_mark mark = rd_arena_mark(&arena);
            generator->draw(&laws, &arena, &rng);
            rd_arena_rewind(&arena, mark);
        }
        print_message("%s: %ld %s instances\n", generator->name, laws.instance_count - before,
                      random ? "random" : "small");
    }
    memcpy(counts, laws.counts, sizeof laws.counts);
    rd_arena_close(&arena);
    laws_close(&laws);
}

static void print_counts(const struct law_counts counts[LAW_ALGORITHM_LIMIT])
{
    print_message("%-36s %9s %9s %9s %9s\n", "", "accepted", "moved", "refused", "refuted");
    for (size_t i = 0; i < rd_algorithm_count; i++)
        print_message("%-36s %9ld %9ld %9ld %9ld\n", rd_algorithms[i]->name, counts[i].accepted,
                      counts[i].moved, counts[i].refused, counts[i].claims);
}

/* Laws say nothing of an algorithm that refuses everything: each must have planned something, and
 * each refuted statement must have been refuted. That is a law of the generators: it is left to
 * builds that look at enough instances. */
static void check_counts(const struct law_counts counts[LAW_ALGORITHM_LIMIT])
{
    print_counts(counts);
    for (size_t i = 0; i < rd_algorithm_count && !FEWER_TRIALS; i++) {
        /* Protocols of any network have instances of their own (tests/online), and so have planners
         * of objects and of copies (test_objects.c, test_copies.c), and of links that may be slower
         * (tests/network/test_robust_plans.c). */
        bool elsewhere = rd_algorithms[i]->protocol ||
                         rd_algorithms[i]->needs_slower_links ||
                         rd_algorithm_takes_goal(rd_algorithms[i], RD_PLACE) ||
                         rd_algorithm_takes_goal(rd_algorithms[i], RD_COPIES);
        if (counts[i].moved == 0 && !elsewhere)
            fail_msg("%s planned nothing that moves: no generator fits it", rd_algorithms[i]->name);
        if (rd_algorithms[i]->guarantee == RD_REFUTED && counts[i].claims == 0)
            fail_msg("%s is refuted, and no instance breaks it", rd_algorithms[i]->name);
    }
}

static void every_law_holds_on_every_small_instance(void **state)
{
    (void)state;
    struct law_counts counts[LAW_ALGORITHM_LIMIT];
    check_all(false, 10, 100, counts);
    check_counts(counts);
}

static void every_law_holds_on_random_instances(void **state)
{
    (void)state;
    struct law_counts counts[LAW_ALGORITHM_LIMIT];
    check_all(true, 1, 25, counts);
    print_counts(counts);
}

/* One instance of each shape, port model and goal. */
static void check_refusals(enum rd_shape shape, enum rd_direction direction)
{
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, shape, direction, 4, 1);
    for (uint32_t ports = 0; ports <= 3; ports++) {
        test_instance_set_ports(&test, ports);
        for (enum rd_goal goal = RD_REACH; goal <= RD_STENCIL; goal++) {
            test.instance.goal = goal;
            test.instance.target = goal == RD_REACH ? test.target : NULL;
            test.instance.flops_per_item = goal == RD_FINISH;
            for (size_t i = 0; i < rd_algorithm_count; i++) {
                struct rd_error error = {0};
                struct rd_options options = {.spec = rd_algorithms[i]->options};
                if (rd_algorithm_accepts(rd_algorithms[i], &test.instance, &options, &error))
                    continue;
                assert_int_equal(error.code, RD_ERROR_REFUSED);
                if (!strstr(error.message, ": "))
                    fail_msg("%s: %s", rd_algorithms[i]->name, error.message);
            }
        }
    }
    rd_arena_close(&arena);
}

/* What is found, a colon, what is accepted: on instances for somebody else, too. */
static void every_refusal_says_what_is_accepted(void **state)
{
    (void)state;
    check_refusals(RD_RING, RD_ONE_WAY);
    check_refusals(RD_RING, RD_TWO_WAY);
    for (enum rd_shape shape = RD_RING + 1; shape < RD_SHAPE_COUNT; shape++)
        check_refusals(shape, RD_NO_DIRECTION);
}

int main(int argument_count, char **argument)
{
    times = (long)campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_refusal_says_what_is_accepted),
        cmocka_unit_test(every_law_holds_on_every_small_instance),
        cmocka_unit_test(every_law_holds_on_random_instances),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
