/* Worst cases of plans against the referee's time with each choice of slow links, and
 * network-robust: none of its plans has a worst case above network-planner's. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "algorithms/robust/slow_costs.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <string.h>

enum { PLANS = 200, ROBUST_PLANS = 6, SLOW_LINKS = 6, HOSTS = 5 };

static uint64_t times = 1;

/* A network whose directed links are each a link of a platform; some may be slower. */
struct world {
    struct test_instance test;
    struct rd_shared_links routes;
    struct rd_slower_links slower;
    size_t most;
};

static void draw_links(struct world *world, struct rd_rng *rng)
{
    uint64_t count = rd_link_count(&world->test.instance.topology);
    uint32_t *first = rd_take(&test_arena, count + 1, uint32_t);
    uint32_t *way_of = rd_take(&test_arena, count, uint32_t);
    struct rd_shared_use *use = rd_take(&test_arena, count, struct rd_shared_use);
    double *bandwidth = rd_take(&test_arena, count, double);
    double *factor = rd_take(&test_arena, SLOW_LINKS, double);
    const char **name = rd_take(&test_arena, SLOW_LINKS, const char *);
    for (uint32_t link = 0; link < count; link++) {
        double latency_s = (double)rd_rng_below(rng, 2) * (double)rd_rng_between(rng, 1, 4);
        bandwidth[link] = 1 / (double)rd_rng_between(rng, 1, 9);
        world->test.cost[link] = (struct rd_link_cost){latency_s, bandwidth[link]};
        first[link + 1] = link + 1;
        use[link] = (struct rd_shared_use){link, 1};
        way_of[link] = RD_NOT_SLOWER;
    }
    for (uint32_t i = 0; i < SLOW_LINKS; i++) {
        way_of[rd_rng_below(rng, count)] = i; /* one that none is a way of is on no route */
        factor[i] = 1 + (double)rd_rng_between(rng, 1, 8) / 4;
        name[i] = rd_arena_print(&test_arena, "l%u", i);
    }
    world->routes = (struct rd_shared_links){(uint32_t)count, bandwidth, NULL, first, use};
    world->slower = (struct rd_slower_links){SLOW_LINKS, name, factor, &world->routes, way_of};
    world->test.instance.slower = &world->slower;
    world->most = rd_rng_below(rng, SLOW_LINKS + 1);
}

static void draw(struct world *world, struct rd_rng *rng)
{
    static const enum rd_shape shape[] = {RD_RING, RD_STAR, RD_GRAPH};
    static const double sizes[] = {1, 2.5};
    enum rd_shape drawn = shape[rd_rng_below(rng, 3)];
    uint32_t kinds = rd_rng_below(rng, 3) == 0 ? 2 : 1;
    world->test =
        drawn == RD_GRAPH
            ? test_instance_on(&test_arena, test_circulant(&test_arena, HOSTS), kinds)
            : test_instance_make(&test_arena, drawn,
                                 drawn == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION, HOSTS, kinds);
    uint32_t holders = HOSTS - (drawn == RD_STAR);
    draw_links(world, rng);
    for (uint32_t i = 0; i < holders * kinds; i++)
        world->test.load[i] = rd_rng_between(rng, 0, 6);
    if (kinds > 1)
        rd_instance_size_kinds(&world->test.instance, sizes);
}

static struct rd_plan plan_of(const char *name, const struct world *world, const char *search)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    const struct rd_option given[] = {
        {"search", search},
        {"slow", rd_arena_print(&test_arena, "%zu", world->most)},
    };
    struct rd_options options = {.spec = algorithm->options,
                                 .given = given,
                                 .given_count = strcmp(name, "network-robust") == 0 ? 2 : 1,
                                 .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    if (!rd_algorithm_accepts(algorithm, &world->test.instance, &options, &error) ||
        !algorithm->plan(algorithm, &world->test.instance, &options, &test_arena, &test_scratch,
                         &plan, &error))
        fail_msg("%s: %s", name, error.message);
    return plan;
}

/* The latest of all choices, each as the referee dates it with these links slow. */
static double worst_of_all_choices(const struct world *world, const struct rd_plan *plan)
{
    double worst = 0;
    for (unsigned choice = 0; choice < 1U << SLOW_LINKS; choice++) {
        double share[SLOW_LINKS];
        if ((size_t)__builtin_popcount(choice) > world->most)
            continue;
        rd_arena_borrow(&test_arena);
        for (int i = 0; i < SLOW_LINKS; i++)
            share[i] = choice >> i & 1;
        struct rd_instance slow =
            rd_slow_instance(&world->test.instance, &world->slower, share, &test_arena);
        worst = fmax(worst, rd_referee_makespan_s(&slow, plan, &test_arena, &test_scratch));
    }
    return worst;
}

/* Is the worst case of the plan's network that of all choices? Returns: false for a plan whose
 * order is not fixed. */
static bool check_plan(const struct world *world, const struct rd_plan *plan)
{
    struct rd_plan_network network;
    struct rd_worst_case worst;
    if (!rd_plan_network_read(&world->test.instance, &world->routes, plan, &test_arena, &network,
                              NULL))
        return false;
    rd_worst_case_find(&network, rd_slow_resources(&world->slower, &test_arena), SLOW_LINKS,
                       world->most, 1000000, &test_arena, &worst);
    double expected = worst_of_all_choices(world, plan);
    assert_true(worst.exact && worst.slow_count <= world->most);
    assert_true(fabs(worst.end * network.unit_s - expected) <= 1e-9 * expected);
    return true;
}

static void is_the_worst_of_all_choices(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(53, 6);
    uint64_t compared = 0;
    for (uint64_t i = 0; i < PLANS * times; i++) {
        struct world world;
        rd_arena_borrow(&test_arena);
        draw(&world, &rng);
        struct rd_plan plan = plan_of("network-planner", &world, "0");
        compared += check_plan(&world, &plan);
    }
    assert_true(compared > PLANS * times / 2);
    print_compared("worst cases of plans with all choices, as the referee dates them", compared);
}

static void has_no_later_worst_case_than_a_planner(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(53, 7);
    uint64_t compared = 0, sooner = 0;
    for (uint64_t i = 0; i < ROBUST_PLANS * times; i++) {
        struct world world;
        rd_arena_borrow(&test_arena);
        draw(&world, &rng);
        struct rd_plan_network network;
        struct rd_plan ordinary = plan_of("network-planner", &world, "1");
        if (!rd_plan_network_read(&world.test.instance, &world.routes, &ordinary, &test_arena,
                                  &network, NULL))
            continue;
        struct rd_plan robust = plan_of("network-robust", &world, "1");
        double robust_s = worst_of_all_choices(&world, &robust);
        double ordinary_s = worst_of_all_choices(&world, &ordinary);
        assert_true(robust_s <= ordinary_s * (1 + 1e-9));
        sooner += robust_s < ordinary_s * (1 - 1e-9);
        compared++;
    }
    print_compared("worst cases of network-robust with those of network-planner", compared);
    print_message("of them sooner: %lu\n", (unsigned long)sooner);
}

/* Two senders and two receivers on one cable, twice as wide as a host's link: none slows another
 * down. Half as slow again it carries one and a third. */
static void sees_what_would_be_shared(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    struct rd_shared_use use[16];
    uint32_t first[17] = {0};
    static const double bandwidth[] = {2};
    for (uint32_t link = 0; link < 16; link++) {
        use[link] = (struct rd_shared_use){0, 1};
        first[link + 1] = first[link] + (link / 4 < 2 && link % 4 >= 2);
    }
    struct rd_shared_links routes = {1, bandwidth, NULL, first, use};
    double slower[] = {1};
    assert_false(rd_slow_links_share(&test.instance, &routes, slower, &test_arena));
    slower[0] = 1.5;
    assert_true(rd_slow_links_share(&test.instance, &routes, slower, &test_arena));
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(is_the_worst_of_all_choices),
        ARENAS_TEST(has_no_later_worst_case_than_a_planner),
        ARENAS_TEST(sees_what_would_be_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
