/* List scheduling behind a switch whose links cost unlike: as long as its definition says. At every
 * date, of the messages whose two ports are free, the one starts whose busier port has most left to
 * start, then the one whose other port has, then the first. So another link's cost, or a port that
 * is left out, shows, though the plan is legal. The argument multiplies the switches. */
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"

#include <math.h>

enum { SWITCHES = 1000, MOST_HOSTS = 6 };

static uint64_t times_more = 1;

/* Kind j goes to host j: one message of all that a host holds of it. */
struct messages {
    uint32_t hosts;
    double take_s[MOST_HOSTS][MOST_HOSTS]; /* [from][to]; 0: there is none, or it was started */
};

/* What an outgoing (or incoming) port has left to start. */
static double left_s(const struct messages *messages, uint32_t host, bool out)
{
    double sum_s = 0;
    for (uint32_t other = 0; other < messages->hosts; other++)
        sum_s += out ? messages->take_s[host][other] : messages->take_s[other][host];
    return sum_s;
}

static double list_schedule_s(struct messages *messages)
{
    uint32_t hosts = messages->hosts;
    double out_until_s[MOST_HOSTS] = {0}, in_until_s[MOST_HOSTS] = {0}, now_s = 0, end_s = 0;
    for (;;) {
        uint32_t from = 0, to = 0;
        double busier_s = -1, other_s = -1, next_s = INFINITY;
        for (uint32_t i = 0; i < hosts; i++)
            for (uint32_t j = 0; j < hosts; j++) {
                double ready_s = fmax(out_until_s[i], in_until_s[j]);
                if (messages->take_s[i][j] == 0)
                    continue;
                next_s = fmin(next_s, ready_s);
                double out_s = left_s(messages, i, true), in_s = left_s(messages, j, false);
                double most_s = fmax(out_s, in_s), least_s = fmin(out_s, in_s);
                if (ready_s > now_s ||
                    (most_s < busier_s || (most_s == busier_s && least_s <= other_s)))
                    continue;
                busier_s = most_s;
                other_s = least_s;
                from = i;
                to = j;
            }
        if (isinf(next_s))
            return end_s;
        if (busier_s < 0) { /* nothing may start before the next port is free */
            now_s = next_s;
            continue;
        }
        out_until_s[from] = in_until_s[to] = now_s + messages->take_s[from][to];
        end_s = fmax(end_s, out_until_s[from]);
        messages->take_s[from][to] = 0;
    }
}

/* Whole seconds, so that sums are exact; the two ways of a pair differ. */
static struct messages draw(struct rd_rng *rng, struct test_instance *ret_test)
{
    struct messages messages = {.hosts = (uint32_t)rd_rng_between(rng, 2, MOST_HOSTS)};
    uint32_t hosts = messages.hosts;
    *ret_test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, hosts, hosts);
    ret_test->instance.goal = RD_GATHER;
    for (uint32_t i = 0; i < hosts; i++)
        for (uint32_t j = 0; j < hosts; j++) {
            int64_t items = rd_rng_between(rng, 0, 4);
            ret_test->load[i * hosts + j] = items;
            if (i == j)
                continue;
            double cost_s = (double)(i == 0 && j == 1 ? 17 : rd_rng_between(rng, 1, 16));
            test_instance_set_cost(ret_test, i, j, cost_s, 1);
            messages.take_s[i][j] = items > 0 ? cost_s + (double)items : 0;
        }
    return messages;
}

static void lists_are_as_long_as_defined(void **state)
{
    (void)state;
    const struct rd_algorithm *canonical = rd_algorithm_named("switch-canonical");
    struct rd_rng rng = rd_rng_seeded(91, 0);
    for (uint64_t number = 0; number < SWITCHES * times_more; number++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct test_instance test;
        struct messages messages = draw(&rng, &test);
        struct rd_options options = {.spec = canonical->options};
        struct rd_error error = {0};
        struct rd_plan plan = {0};
        struct rd_verdict verdict;
        assert_true(canonical->plan(canonical, &test.instance, &options, &test_arena, &test_scratch,
                                    &plan, &error));
        rd_referee_plan(&test.instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
        assert_string_equal(verdict.message, "");
        double expected_s = list_schedule_s(&messages);
        if (!rd_times_agree(verdict.makespan_s, expected_s, expected_s))
            fail_msg("switch %d: %.10g s, not %.10g s", (int)number, verdict.makespan_s,
                     expected_s);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("lists behind switches and their definition", SWITCHES * times_more);
}

int main(int argument_count, char **argument)
{
    times_more = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {ARENAS_TEST(lists_are_as_long_as_defined)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
