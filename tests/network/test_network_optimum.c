/* The exhaustive search itself: answers derived by hand, the published cases, and two ways of
 * searching that must agree. */
#include "tests/support/cmocka.h"

#include "generate.h"
#include "network_optimum.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

#include <dirent.h>
#include <jansson.h>
#include <string.h>

enum { TRIALS = 300, STATE_LIMIT = 2000000 };

static uint64_t times = 1;

static void expect_optimum(const struct small_network *network, int expected_s)
{
    int optimum_s;
    assert_true(network_optimum_s(network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s));
    if (optimum_s != expected_s) {
        small_network_print(stderr, network);
        fail_msg("the optimum is %d s by search and should be %d s", optimum_s, expected_s);
    }
}

/* A line 0 > 1 > 2 of 1 s and 2 s, both items from 0 to 2: arrivals at 1 and 2, then 2 s each
 * behind each other from 1 on: 5. */
static struct small_network line(void)
{
    return (struct small_network){.family = "line",
                                  .host_count = 3,
                                  .link_count = 2,
                                  .kind_count = 1,
                                  .from = {0, 1},
                                  .to = {1, 2},
                                  .cost_s = {1, 2},
                                  .ports = {1, 1, 1},
                                  .relay = NO_RELAY,
                                  .load = {{2}},
                                  .goal = RD_REACH,
                                  .target = {{0}, {0}, {2}}};
}

/* Host 0 with two links of 2 s and 3 s to hosts 1 and 2. */
static struct small_network fork_of(int ports)
{
    return (struct small_network){.family = "fork",
                                  .host_count = 3,
                                  .link_count = 2,
                                  .kind_count = 1,
                                  .from = {0, 0},
                                  .to = {1, 2},
                                  .cost_s = {2, 3},
                                  .ports = {ports, ports, ports},
                                  .relay = NO_RELAY};
}

static void finds_what_is_derived_by_hand(void **state)
{
    (void)state;
    struct small_network network = line();
    expect_optimum(&network, 5);

    /* An item each way: behind one port 2 + 3, behind two the longer. */
    for (int ports = 0; ports < 3; ports++) {
        network = fork_of(ports);
        network.goal = RD_REACH;
        network.load[0][0] = 2;
        network.target[1][0] = network.target[2][0] = 1;
        expect_optimum(&network, ports == 1 ? 5 : 3);
    }

    /* Four items on host 0 to balance within 2: 3 1 0 is too far apart, 2 2 0 takes two messages
     * of 2 s, 2 1 1 takes 5 s behind one port and 3 behind two. Within 3: one message of 2 s.
     * Within 4: none. */
    network = fork_of(1);
    network.goal = RD_BALANCE;
    network.load[0][0] = 4;
    network.balance_error = 2;
    expect_optimum(&network, 4);
    network.ports[0] = 2;
    expect_optimum(&network, 3);
    network.balance_error = 3;
    expect_optimum(&network, 2);
    network.balance_error = 4;
    expect_optimum(&network, 0);

    /* Three items on host 0 that takes 3 s each; hosts 1 and 2 take 1 s. One stays until 3. Two to
     * host 1: 2 + 2, then 1 s: 5. Two stay: 6. One each: 2, then 5, then 6; or 3, 5, 6. So 5. */
    network = fork_of(1);
    network.goal = RD_FINISH;
    network.load[0][0] = 3;
    network.compute_s[0] = 3;
    network.compute_s[1] = network.compute_s[2] = 1;
    expect_optimum(&network, 5);
    /* Behind two ports: one each arrive at 2 and 3, end at 3 and 4. */
    network.ports[0] = 2;
    expect_optimum(&network, 4);
}

/* Complete networks with links of 1 s and two items to go from host 0 to host 1: behind one port
 * 2 s. Behind two ports 2 s as well, since a link carries one message at a time and a way over
 * another host takes two; a third target halves it. On a bus, 2 s however they are spread. */
static void a_link_carries_one_message_whatever_the_ports(void **state)
{
    (void)state;
    struct small_network network = {.family = "switch",
                                    .host_count = 3,
                                    .link_count = 6,
                                    .kind_count = 1,
                                    .from = {0, 0, 1, 1, 2, 2},
                                    .to = {1, 2, 0, 2, 0, 1},
                                    .cost_s = {1, 1, 1, 1, 1, 1},
                                    .ports = {1, 1, 1},
                                    .relay = NO_RELAY,
                                    .load = {{2}},
                                    .goal = RD_REACH,
                                    .target = {{0}, {2}, {0}}};
    expect_optimum(&network, 2);
    for (int host = 0; host < 3; host++)
        network.ports[host] = 2;
    expect_optimum(&network, 2);
    network.target[1][0] = network.target[2][0] = 1;
    expect_optimum(&network, 1);
    network.is_bus = true;
    expect_optimum(&network, 2);
}

/* Two kinds that change places over one link each way, and a relay that may keep nothing. */
static void keeps_kinds_and_relays_apart(void **state)
{
    (void)state;
    struct small_network network = {.family = "pair",
                                    .host_count = 2,
                                    .link_count = 2,
                                    .kind_count = 2,
                                    .from = {0, 1},
                                    .to = {1, 0},
                                    .cost_s = {2, 3},
                                    .ports = {1, 1},
                                    .relay = NO_RELAY,
                                    .load = {{2, 0}, {0, 1}},
                                    .goal = RD_REACH,
                                    .target = {{0, 1}, {2, 0}}};
    expect_optimum(&network, 4);
    network = line();
    network.goal = RD_BALANCE;
    network.relay = 1;
    /* The relay is not counted: 1 0 1 takes 1 + 2. */
    expect_optimum(&network, 3);
    network.balance_error = 2;
    expect_optimum(&network, 0);
}

static int integer(const json_t *json, const char *name)
{
    const json_t *value = json_object_get(json, name);
    if (!json_is_integer(value))
        fail_msg("the case has no integer %s", name);
    return (int)json_integer_value(value);
}

static int entry(const json_t *array, size_t index)
{
    const json_t *value = json_array_get(array, index);
    assert_true(json_is_integer(value));
    return (int)json_integer_value(value);
}

static struct small_network network_of(const json_t *json)
{
    struct small_network network = {.family = "case", .kind_count = 1, .relay = NO_RELAY};
    const json_t *links = json_object_get(json, "links");
    const char *goal = json_string_value(json_object_get(json, "goal"));
    const json_t *ports = json_object_get(json, "ports");
    network.host_count = integer(json, "hosts");
    network.link_count = (int)json_array_size(links);
    for (int link = 0; link < network.link_count; link++) {
        network.from[link] = entry(json_array_get(links, (size_t)link), 0);
        network.to[link] = entry(json_array_get(links, (size_t)link), 1);
        network.cost_s[link] = entry(json_array_get(links, (size_t)link), 2);
    }
    network.goal = strcmp(goal, "after") == 0     ? RD_REACH
                   : strcmp(goal, "balance") == 0 ? RD_BALANCE
                                                  : RD_FINISH;
    for (int host = 0; host < network.host_count; host++) {
        size_t index = (size_t)host;
        network.ports[host] = json_is_integer(ports) ? (int)json_integer_value(ports) : 0;
        network.load[host][0] = entry(json_object_get(json, "loads"), index);
        if (network.goal == RD_REACH)
            network.target[host][0] = entry(json_object_get(json, "after"), index);
        if (network.goal == RD_FINISH)
            network.compute_s[host] = entry(json_object_get(json, "seconds_an_item"), index);
    }
    return network;
}

static void finds_the_optimum_of_every_case_without_latency(void **state)
{
    (void)state;
    int cases = 0;
    DIR *folder = opendir(TEST_CASES "/network");
    assert_non_null(folder);
    for (const struct dirent *file = readdir(folder); file; file = readdir(folder)) {
        if (strncmp(file->d_name, "plain_", 6) != 0 && strncmp(file->d_name, "finish_", 7) != 0)
            continue;
        char path[512];
        json_error_t error;
        snprintf(path, sizeof path, "%s/network/%s", TEST_CASES, file->d_name);
        json_t *json = json_load_file(path, 0, &error);
        if (!json)
            fail_msg("%s: %s", path, error.text);
        struct small_network network = network_of(json);
        network.family = file->d_name;
        expect_optimum(&network, integer(json, "optimum_s"));
        json_decref(json);
        cases++;
    }
    closedir(folder);
    assert_int_equal(cases, 20);
}

/* Second by second, and from end to end. */
static void agrees_with_starts_at_every_second(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(17, 0);
    uint64_t compared = 0;
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        struct small_network network;
        int by_seconds_s, by_ends_s;
        network_draw_any(&rng, true, &network);
        if (!network_optimum_s(&network, STARTS_EVERY_SECOND, 20000, &test_scratch, &by_seconds_s))
            continue;
        assert_true(
            network_optimum_s(&network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &by_ends_s));
        if (by_seconds_s != by_ends_s) {
            small_network_print(stderr, &network);
            fail_msg("%d s second by second, %d s from end to end", by_seconds_s, by_ends_s);
        }
        compared++;
    }
    assert_true(compared >= TRIALS * times / 2);
    print_compared("optimum second by second and from end to end", compared);
}

static void says_when_the_states_run_out(void **state)
{
    (void)state;
    struct small_network network = line();
    int optimum_s = -7;
    assert_false(network_optimum_s(&network, STARTS_AT_ENDS, 1, &test_scratch, &optimum_s));
    assert_int_equal(optimum_s, -7);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(finds_what_is_derived_by_hand),
        ARENAS_TEST(a_link_carries_one_message_whatever_the_ports),
        ARENAS_TEST(keeps_kinds_and_relays_apart),
        ARENAS_TEST(finds_the_optimum_of_every_case_without_latency),
        ARENAS_TEST(agrees_with_starts_at_every_second),
        ARENAS_TEST(says_when_the_states_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
