/* What the referee says of traces over one shared link, against all that rates could be. A message
 * may be sent at any rate up to its route's while it is under way. By max-flow min-cut rates that
 * the link carries exist if and only if, for each set of the stretches between two dates, it
 * carries in them what no message can send outside of them. The argument multiplies the traces. */
#include "tests/support/cmocka.h"

#include "single_case.h"
#include "tests/support/campaign.h"

#include "sim/base/rng.h"

#include <math.h>
#include <string.h>

enum { MOST = 5, TRACES = 20000 };

static uint64_t times = 1;

/* Messages at 1 item a second, and what the link carries. */
struct world {
    double width;
    int count, start[MOST], end[MOST], items[MOST];
};

static struct world draw(struct rd_rng *rng)
{
    static const double width[] = {1, 1.5, 2, 2.5};
    struct world world = {.width = width[rd_rng_below(rng, 4)],
                          .count = (int)rd_rng_between(rng, 2, MOST)};
    for (int i = 0; i < world.count; i++) {
        world.items[i] = (int)rd_rng_between(rng, 1, 4);
        world.start[i] = (int)rd_rng_between(rng, 0, 6);
        int slowed = (int)rd_rng_between(rng, 0, 4);
        world.end[i] = world.start[i] + world.items[i] + (rd_rng_below(rng, 2) ? slowed : 0);
    }
    return world;
}

/* Do rates exist? In: nothing ends behind 14. Each second is a stretch. */
static bool is_possible(const struct world *world)
{
    int last = 0;
    for (int i = 0; i < world->count; i++)
        last = world->end[i] > last ? world->end[i] : last;
    for (unsigned set = 0; set < 1u << last; set++) {
        int needed = 0;
        for (int i = 0; i < world->count; i++) {
            unsigned under_way = (1u << world->end[i]) - (1u << world->start[i]);
            int outside = __builtin_popcount(under_way & ~set);
            needed += world->items[i] > outside ? world->items[i] - outside : 0;
        }
        if (needed > world->width * __builtin_popcount(set))
            return false;
    }
    return true;
}

static bool passes(const struct world *world)
{
    uint8_t may_slow[4 * MOST * MOST];
    int64_t load[2 * MOST];
    for (int host = 0; host < 2 * MOST; host++)
        load[host] = 4;
    struct single_case *single_case = bench_open(RD_SWITCH, RD_NO_DIRECTION, 2 * MOST, 1, load);
    memset(may_slow, 1, sizeof may_slow);
    single_case->test.instance.may_slow = may_slow;
    test_instance_share(&single_case->test, &single_case->arena, world->width);
    for (int i = 0; i < world->count; i++)
        bench_trace(single_case, world->start[i], world->end[i], (uint32_t)(2 * i),
                    (uint32_t)(2 * i + 1), world->items[i]);
    rd_referee_trace(&single_case->test.instance, &single_case->trace, true, &single_case->arena,
                     &single_case->scratch, &single_case->verdict);
    enum rd_violation violation = single_case->verdict.violation;
    assert_true(violation == RD_LEGAL || violation == RD_VIOLATION_PORT);
    bench_close(single_case);
    return violation == RD_LEGAL;
}

/* What is possible passes. What is not is found wherever one message fills the link; on wider ones
 * nearly all is. */
static void finds_only_what_is_not_possible(void **state)
{
    (void)state;
    uint64_t possible = 0, found = 0, missed = 0;
    for (uint64_t seed = 0; seed < TRACES * times; seed++) {
        struct rd_rng rng = rd_rng_seeded(seed, 4);
        struct world world = draw(&rng);
        bool is_legal = passes(&world);
        if (is_possible(&world)) {
            possible++;
            assert_true(is_legal);
        } else {
            found += !is_legal;
            missed += is_legal;
            assert_true(!is_legal || world.width > 1);
        }
    }
    print_message("possible: %zu; not possible: %zu found, %zu missed\n", (size_t)possible,
                  (size_t)found, (size_t)missed);
    assert_true(possible > 0 && found > 10 * missed);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_only_what_is_not_possible),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
