/* Networks on which not every host reaches every other one: who can reach the goal is asked of all
 * moves that there are, and the bound and the planners are held against the optimum of all
 * schedules. */
#include "generate.h"
#include "network_optimum.h"

#include "algorithms/algorithm.h"
#include "algorithms/flow/flow.h"
#include "algorithms/graph/goal.h"
#include "algorithms/network/planner.h"
#include "algorithms/port_lp/certify.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

enum { TRIALS = 1000, STATE_LIMIT = 300000, HOLDINGS_LIMIT = 1 << 16 };

static uint64_t times = 1;

/* Up to as many links as there are pairs, anywhere. */
static void link_anywhere(struct small_network *network, struct rd_rng *rng)
{
    int hosts = network->host_count;
    for (uint64_t left = rd_rng_below(rng, 2 * (uint64_t)hosts + 1); left > 0; left--) {
        int from = (int)rd_rng_below(rng, (uint64_t)hosts);
        int to = (int)rd_rng_below(rng, (uint64_t)hosts), link = 0;
        while (link < network->link_count &&
               (network->from[link] != from || network->to[link] != to))
            link++;
        if (from == to || link < network->link_count)
            continue;
        network->from[link] = from;
        network->to[link] = to;
        network->link_count++;
    }
}

static const struct network_family anywhere = {
    "links anywhere", RD_SHAPE_COUNT, RD_NO_DIRECTION, 1, 4, false, link_anywhere};

static void draw(struct rd_rng *rng, struct small_network *ret_network)
{
    static const enum rd_goal goals[] = {RD_REACH, RD_BALANCE, RD_FINISH};
    static const int ports[] = {1, 2, 0, PORTS_BY_HOST};
    struct network_wish wish = {.family = &anywhere,
                                .goal = goals[rd_rng_below(rng, 3)],
                                .ports = ports[rd_rng_below(rng, 4)],
                                .kind_count = 1 + (rd_rng_below(rng, 3) == 0),
                                .equal_costs = rd_rng_below(rng, 3) == 0,
                                .most_items = 6};
    network_draw(rng, &wish, ret_network);
}

static bool leads(const struct small_network *network, int from, int to)
{
    bool reached[SMALL_HOSTS] = {0};
    reached[from] = true;
    for (int round = 0; round < network->host_count; round++)
        for (int link = 0; link < network->link_count; link++)
            reached[network->to[link]] |= reached[network->from[link]];
    return reached[to];
}

static bool all_lead(const struct small_network *network)
{
    for (int from = 0; from < network->host_count; from++)
        for (int to = 0; to < network->host_count; to++)
            if (!leads(network, from, to))
                return false;
    return true;
}

/* What hosts hold. */
struct holdings {
    int held[SMALL_HOSTS][SMALL_KINDS];
};

/* Moves one item at a time in every way. Returns: is the goal ever reached? */
static bool can_reach(const struct small_network *network)
{
    static struct holdings seen[HOLDINGS_LIMIT];
    static uint32_t slot[2 * HOLDINGS_LIMIT];
    size_t count = 1;
    if (network->goal == RD_FINISH)
        return true;
    memset(slot, 0, sizeof slot);
    memcpy(seen[0].held, network->load, sizeof network->load);
    for (size_t next = 0; next < count; next++) {
        if (small_network_is_reached(network, seen[next].held))
            return true;
        for (int move = 0; move < network->link_count * network->kind_count; move++) {
            int link = move / network->kind_count, kind = move % network->kind_count;
            struct holdings moved = seen[next];
            if (moved.held[network->from[link]][kind]-- == 0)
                continue;
            moved.held[network->to[link]][kind]++;
            uint64_t hash = 0;
            for (int i = 0; i < SMALL_HOSTS * SMALL_KINDS; i++)
                hash = hash * 31 + (uint64_t)moved.held[i / SMALL_KINDS][i % SMALL_KINDS];
            size_t at = hash % (2 * HOLDINGS_LIMIT);
            while (slot[at] > 0 && memcmp(&seen[slot[at] - 1], &moved, sizeof moved) != 0)
                at = (at + 1) % (2 * HOLDINGS_LIMIT);
            if (slot[at] > 0)
                continue;
            assert_true(count < HOLDINGS_LIMIT);
            seen[count++] = moved;
            slot[at] = (uint32_t)count;
        }
    }
    return false;
}

static void blame(const struct small_network *network, const char *name, const char *words)
{
    small_network_print(stderr, network);
    fail_msg("%s: %s", name, words);
}

/* Is what the message says of two hosts so? */
static void assert_true_words(const struct small_network *network, const char *name,
                              const struct rd_error *error)
{
    int items, from = 0, held = 0, to = 0, held_there = 0, kind = 0;
    const char *kind_words = strstr(error->message, " of kind ");
    const char *first = strstr(error->message, " must: "),
               *second = strstr(error->message, " and no");
    if (error->code != RD_ERROR_REFUSED || !first || !second ||
        (kind_words != NULL) != (network->kind_count > 1) ||
        sscanf(error->message, "%d item", &items) != 1 || items < 1 ||
        sscanf(first, " must: host %d holds %d and is to end with ", &from, &held) != 2 ||
        sscanf(second,
               " and no way leads from there to host %d, which holds %d and is to end with ", &to,
               &held_there) != 2)
        blame(network, name, error->message);
    if (kind_words)
        sscanf(kind_words, " of kind %d", &kind);
    if (leads(network, from, to) || network->load[from][kind] != held ||
        network->load[to][kind] != held_there)
        blame(network, name, error->message);
    if (network->goal == RD_REACH &&
        (network->target[from][kind] >= held || network->target[to][kind] <= held_there))
        blame(network, name, error->message);
}

static const char *const planners[] = {"network-planner", "network-portfolio",
                                       "network-steady-state", "network-flow-in-time",
                                       "network-exact"};

/* Returns: the planned time; NAN if the algorithm refuses, which *ret_error tells. */
static double plan_s(const struct small_network *network, const char *name,
                     const struct rd_instance *instance, struct rd_error *ret_error)
{
    static struct rd_verdict verdict;
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, ret_error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan,
                         ret_error))
        return NAN;
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        blame(network, name, verdict.violation ? verdict.message : verdict.goal_message);
    return verdict.makespan_s;
}

/* Nobody plans what cannot be, nor bounds it. */
static void assert_refused(const struct small_network *network, const struct rd_instance *instance)
{
    struct rd_error error;
    struct rd_bound bound;
    for (size_t i = 0; i < 3; i++) {
        if (!isnan(plan_s(network, planners[i], instance, &error)))
            blame(network, planners[i], "a plan for what cannot be reached");
        assert_true_words(network, planners[i], &error);
    }
    if (test_named_bound("port-prices", instance, &test_arena, &test_scratch, &bound, &error))
        blame(network, "bound", "of what cannot be reached");
    assert_true_words(network, "bound", &error);
}

/* What can be reached has a flow of whole items, also if nobody says which, and the bound one of
 * fractions. */
static void assert_flows(const struct small_network *small, const struct rd_instance *instance)
{
    struct rd_network network;
    struct rd_port_bound bound;
    struct rd_port_settings settings = rd_port_settings_usual();
    assert_true(rd_network_read(instance, &test_arena, &test_scratch, &network, NULL));
    struct rd_network_goal goal = rd_network_goal_of(&network, &test_arena);
    struct rd_network_flow flow =
        rd_network_flow_open(&network, &goal, NULL, RD_PATH_PORTS, 1, &test_arena);
    if (!rd_network_flow_complete(&flow))
        blame(small, "flow", "none of whole items");
    for (uint32_t i = 0; i < network.host_count * network.kind_count; i++)
        assert_true(flow.unplaced[i] == 0 && flow.final[i] >= goal.least[i] &&
                    flow.final[i] <= goal.most[i]);
    if (rd_port_bound_find(&network, &settings, &test_arena, &test_scratch, &bound, NULL) &&
        isinf(bound.flow_s))
        blame(small, "bound", "no flow of fractions");
}

/* Returns: is the bound the optimum? */
static bool assert_planned(const struct small_network *network, const struct rd_instance *instance)
{
    struct rd_error error = {0};
    struct rd_bound bound = {0};
    int optimum_s = 0;
    assert_flows(network, instance);
    if (!test_named_bound("port-prices", instance, &test_arena, &test_scratch, &bound, &error) &&
        !strstr(error.message, "nothing takes any time"))
        blame(network, "bound", error.message);
    bool known = network_optimum_s(network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s);
    if (known && bound.seconds > optimum_s * (1 + 1e-9))
        blame(network, "bound", "above the optimum");
    for (size_t i = 0; i < sizeof planners / sizeof *planners; i++) {
        bool searches = i >= 3;
        double planned_s = plan_s(network, planners[i], instance, &error);
        if (isnan(planned_s) ? !searches
                             : known && (planned_s < optimum_s * (1 - 1e-9) ||
                                         (searches && planned_s > optimum_s * (1 + 1e-9))))
            blame(network, planners[i], isnan(planned_s) ? error.message : "not the optimum");
    }
    return known && bound.seconds >= optimum_s * (1 - 1e-9);
}

static void networks_in_pieces(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(71, 0);
    uint64_t in_pieces = 0, refused = 0, met = 0;
    while (in_pieces < TRIALS * times) {
        struct rd_arena_mark arena_mark = rd_arena_mark(&test_arena);
        struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
        struct small_network network;
        draw(&rng, &network);
        if (all_lead(&network))
            continue;
        in_pieces++;
        struct test_instance test = network_instance(&network, &test_arena);
        if (can_reach(&network)) {
            met += assert_planned(&network, &test.instance);
        } else {
            refused++;
            assert_refused(&network, &test.instance);
        }
        rd_arena_rewind(&test_arena, arena_mark);
        rd_arena_rewind(&test_scratch, scratch_mark);
    }
    print_compared("networks in pieces that cannot reach the goal", refused);
    print_compared("networks in pieces with the optimum", in_pieces - refused);
    print_compared("bounds that are the optimum", met);
    assert_true(refused > in_pieces / 10 && refused < in_pieces * 9 / 10);
    assert_true(met >= (in_pieces - refused) * 9 / 10); /* as where all reach all */
}

/* Two hosts on the left, two on the right, and no way between: 8 items are there, and 4 here. With
 * an error of 1 all four have to end with 3 at least, or with 3: on the right 2 are missing. With
 * an error of 2 the least is 2 or 3, and can be 2 only: 4 4 | 2 2. */
static void balances_within_what_ways_allow(void **state)
{
    (void)state;
    static const struct rd_edge edge[] = {{0, 1}, {1, 0}, {2, 3}, {3, 2}};
    struct test_instance test =
        test_instance_on(&test_arena, test_graph(&test_arena, 4, edge, 4), 1);
    struct rd_network network;
    struct rd_error error;
    int64_t low, apart;
    test.load[0] = 8;
    test.load[2] = 4;
    test.instance.balance_error = 1;
    assert_false(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, &error));
    assert_string_equal(error.message,
                        "2 items cannot come where they must: host 0 holds 8 and is to end with at "
                        "least 3, and no way leads from there to host 3, which holds 0 and is to "
                        "end with at least 3");
    test.instance.balance_error = 2;
    assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, &error));
    assert_int_equal(rd_network_balance_windows(&network, 0, &low, &apart), 1);
    assert_int_equal(low, 2);
    assert_int_equal(apart, 2);
}

/* Host 0 sends to 1 and 2, and 3 to 4; 16 items, which may end 2 to 4 a host. Of 6 on host 0 two
 * have to go to where nobody lacks any; host 4, which lacks 2, gets them from host 3. */
static void items_go_where_there_is_room(void **state)
{
    (void)state;
    static const struct rd_edge edge[] = {{0, 1}, {0, 2}, {3, 4}};
    static const int64_t load[] = {6, 3, 3, 4, 0}, final[] = {4, 4, 4, 2, 2}, items[] = {1, 1, 2};
    struct test_instance test =
        test_instance_on(&test_arena, test_graph(&test_arena, 5, edge, 3), 1);
    struct rd_network network;
    memcpy(test.load, load, sizeof load);
    test.instance.balance_error = 2;
    assert_true(rd_network_read(&test.instance, &test_arena, &test_scratch, &network, NULL));
    struct rd_network_goal goal = rd_network_goal_of(&network, &test_arena);
    struct rd_network_flow flow =
        rd_network_flow_open(&network, &goal, NULL, RD_PATH_PORTS, 1, &test_arena);
    assert_true(rd_network_flow_complete(&flow));
    assert_memory_equal(flow.final, final, sizeof final);
    assert_memory_equal(flow.items, items, sizeof items);
}

/* A line of 18,000 hosts, one way: large instances are planned, too, from flows of another kind. */
static void large_networks_in_pieces(void **state)
{
    (void)state;
    enum { HOSTS = 18000 };
    struct rd_edge *edge = rd_take(&test_arena, HOSTS, struct rd_edge);
    for (uint32_t host = 0; host + 1 < HOSTS; host++)
        edge[host] = (struct rd_edge){host, host + 1};
    struct test_instance test =
        test_instance_on(&test_arena, test_graph(&test_arena, HOSTS, edge, HOSTS - 1), 1);
    test_instance_set_ports(&test, 1);
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    for (uint32_t host = 0; host < HOSTS; host++)
        test.load[host] = test.target[host] = 1;
    test.load[10] = test.target[HOSTS - 10] = 21;
    struct small_network none = {0};
    struct rd_error error = {0};
    assert_true(rd_network_is_large(&test.instance));
    double planned_s = plan_s(&none, "network-planner", &test.instance, &error);
    assert_true(planned_s >= 20 && planned_s < 2 * HOSTS);
    test.target[HOSTS - 10] = test.target[3] = 11;
    assert_true(isnan(plan_s(&none, "network-planner", &test.instance, &error)));
    assert_non_null(strstr(error.message, "10 items cannot come where they must: host 10 holds 21 "
                                          "and is to end with 1, and no way leads from there to "
                                          "host 3, which holds 1 and is to end with 11"));
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(networks_in_pieces), ARENAS_TEST(balances_within_what_ways_allow),
        ARENAS_TEST(items_go_where_there_is_room), ARENAS_TEST(large_networks_in_pieces)};
    times = campaign(argument_count, argument);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
