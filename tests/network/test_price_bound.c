/* Prices and potentials against the optimum by search: bounds are climbed as high as random steps
 * lead, by every rule, and none may pass the optimum. Rules with an error in them must. */
#include "tests/support/cmocka.h"

#include "generate.h"
#include "price_climb.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

enum { TRIALS = 300 };

static uint64_t times = 1;

static void no_prices_prove_more_than_the_optimum(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(21, 0);
    uint64_t compared = 0, met = 0, met_idle = 0;
    while (compared < TRIALS * times) {
        struct small_network network;
        struct prices prices = {0};
        int optimum_s;
        if (!price_draw(&rng, &test_scratch, &network, &optimum_s))
            continue;
        long proved_s =
            rounded_up_s(price_climb(&rng, &network, PRICE_RULE, -1, &prices), grid_s(&network));
        long idle_s = rounded_up_s(price_climb(&rng, &network, PRICE_RULE, (int)proved_s, &prices),
                                   grid_s(&network));
        if (proved_s > optimum_s || idle_s > optimum_s) {
            small_network_print(stderr, &network);
            fail_msg("prices prove %ld s, %ld s with idle times, and the optimum is %d s", proved_s,
                     idle_s, optimum_s);
        }
        /* Some optimal schedule starts everything at a sum of durations. */
        assert_int_equal(optimum_s % grid_s(&network), 0);
        compared++;
        met += proved_s == optimum_s;
        met_idle += proved_s == optimum_s || idle_s == optimum_s;
    }
    print_compared("climbed price bounds with the optimum", compared);
    print_message("%u met, %u with idle times\n", (unsigned)met, (unsigned)met_idle);
    assert_true(met > 0 && met_idle > met);
}

static uint64_t count_false(enum price_rule rule, int proved_s, uint64_t seed)
{
    struct rd_rng rng = rd_rng_seeded(seed, 0);
    uint64_t false_ones = 0;
    for (uint64_t i = 0; i < TRIALS; i++) {
        struct small_network network;
        struct prices prices = {0};
        int optimum_s;
        price_draw(&rng, &test_scratch, &network, &optimum_s);
        struct price_bound bound = price_climb(&rng, &network, rule, proved_s, &prices);
        false_ones += bound.num > bound.tot * optimum_s;
    }
    return false_ones;
}

/* Wide ports counted once; final loads of a balance taken to be the rounded mean whatever its
 * error; idle times counted of ports that nothing says are used. */
static void wrong_rules_are_caught(void **state)
{
    (void)state;
    assert_true(count_false(PRICE_RULE_ONE_PORT, -1, 22) > 0);
    assert_true(count_false(PRICE_RULE_NARROW, -1, 23) > 0);
    assert_true(count_false(PRICE_RULE, 1000, 24) > 0);
    assert_int_equal(count_false(PRICE_RULE, -1, 25), 0);
}

static void heaviest_balance_is_the_best_of_all(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(26, 0);
    for (uint64_t i = 0; i < 10 * TRIALS * times; i++) {
        struct small_network network;
        long weight[SMALL_HOSTS] = {0};
        network_draw_any(&rng, true, &network);
        for (int host = 0; host < network.host_count; host++)
            weight[host] = rd_rng_between(&rng, -5, 5);
        int error = small_network_error(&network, 0);
        assert_int_equal(heaviest_balance(&network, 0, error, weight),
                         heaviest_balance_by_trying(&network, 0, weight));
    }
}

/* How many jobs of a length fit between two dates, one after the other. */
static int fit(int start_s, int end_s, int length_s)
{
    return end_s < start_s ? 0 : (end_s - start_s) / length_s;
}

/* What is in `inside` before has to leave it, over its links, or through its processors.
 * In: reach_s, rest_s [hosts]: a link carries nothing before its tail can be reached, and nothing
 *     that would come too late from its head; all 0 to leave that out. */
static int cut_bound_s(const struct small_network *network, unsigned inside, const int *reach_s,
                       const int *rest_s)
{
    int excess = 0;
    for (int kind = 0; kind < network->kind_count; kind++) {
        int stock = 0, kept = 0;
        long weight[SMALL_HOSTS] = {0};
        for (int host = 0; host < network->host_count; host++) {
            weight[host] = inside >> host & 1;
            if (weight[host] == 0)
                continue;
            stock += network->load[host][kind];
            kept += network->target[host][kind];
        }
        if (network->goal == RD_BALANCE)
            kept = (int)heaviest_balance_by_trying(network, kind, weight);
        excess += stock > kept ? stock - kept : 0;
    }
    for (int time_s = 0;; time_s++) {
        int room = 0;
        for (int link = 0; link < network->link_count; link++)
            if ((inside >> network->from[link] & 1) && !(inside >> network->to[link] & 1))
                room += fit(reach_s[network->from[link]], time_s - rest_s[network->to[link]],
                            network->cost_s[link]);
        for (int host = 0; host < network->host_count; host++)
            if (network->goal == RD_FINISH && (inside >> host & 1) && host != network->relay)
                room += fit(reach_s[host], time_s, network->compute_s[host]);
        if (room >= excess)
            return time_s;
    }
}

static void no_cut_proves_more_than_the_optimum(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(27, 0);
    uint64_t met = 0, met_idle = 0;
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        static const int none_s[SMALL_HOSTS];
        struct small_network network;
        int optimum_s, best_s = 0, best_idle_s = 0;
        int reach_s[SMALL_HOSTS], rest_s[SMALL_HOSTS];
        price_draw(&rng, &test_scratch, &network, &optimum_s);
        reach_and_rest(&network, reach_s, rest_s);
        unsigned all = (1u << network.host_count) - 1;
        for (unsigned inside = 1; inside <= (network.goal == RD_FINISH ? all : all - 1); inside++) {
            int bound_s = cut_bound_s(&network, inside, none_s, none_s);
            int idle_s = cut_bound_s(&network, inside, reach_s, rest_s);
            best_s = bound_s > best_s ? bound_s : best_s;
            best_idle_s = idle_s > best_idle_s ? idle_s : best_idle_s;
        }
        if (best_idle_s > optimum_s) {
            small_network_print(stderr, &network);
            fail_msg("cuts prove %d s, %d s with idle times, and the optimum is %d s", best_s,
                     best_idle_s, optimum_s);
        }
        met += best_s == optimum_s;
        met_idle += best_idle_s == optimum_s;
    }
    print_compared("cuts with the optimum", TRIALS * times);
    print_message("%u met, %u with idle times\n", (unsigned)met, (unsigned)met_idle);
    assert_true(met > 0 && met_idle > met);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(heaviest_balance_is_the_best_of_all),
        ARENAS_TEST(no_prices_prove_more_than_the_optimum),
        ARENAS_TEST(wrong_rules_are_caught),
        ARENAS_TEST(no_cut_proves_more_than_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
