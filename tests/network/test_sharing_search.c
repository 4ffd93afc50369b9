/* The search with messages side by side: times worked out by hand, and where nothing is shared the
 * optimum of the search in whole seconds, which is another program. */
#include "tests/support/cmocka.h"

#include "network_optimum.h"
#include "sharing_search.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

#include <math.h>

enum { TRIALS = 300, STATE_LIMIT = 100000 };

static uint64_t times = 1;

/* One port, no latencies, no shared links. */
static struct shared_network line_of_links(int hosts, int links, const int ends[][2],
                                           const int cost_s[])
{
    struct shared_network shared = {.unit_s = 1,
                                    .network = {.family = "by hand",
                                                .shape = RD_SHAPE_COUNT,
                                                .host_count = hosts,
                                                .link_count = links,
                                                .kind_count = 1,
                                                .relay = NO_RELAY,
                                                .goal = RD_REACH}};
    for (int link = 0; link < links; link++) {
        shared.network.from[link] = ends[link][0];
        shared.network.to[link] = ends[link][1];
        shared.network.cost_s[link] = cost_s[link];
    }
    for (int host = 0; host < hosts; host++)
        shared.network.ports[host] = 1;
    return shared;
}

static void move(struct shared_network *shared, int kind, int items, int from, int to)
{
    shared->network.load[from][kind] += items;
    shared->network.target[to][kind] += items;
    if (shared->network.kind_count <= kind)
        shared->network.kind_count = kind + 1;
}

static void add_wire(struct shared_network *shared, double item_s, int links)
{
    int wire = shared->shared_count++;
    shared->shared_item_s[wire] = item_s;
    for (int link = 0; link < SMALL_LINKS; link++)
        shared->crossings[wire][link] = links >> link & 1;
}

static void takes(const struct shared_network *shared, double seconds)
{
    struct sharing_search result = sharing_search(shared, STATE_LIMIT, &test_scratch);
    assert_true(result.found);
    if (fabs(result.seconds - seconds) > 1e-9) {
        shared_network_print(stderr, shared);
        fail_msg("%.17g s, and by hand %.17g s", result.seconds, seconds);
    }
}

/* 0>1 and 2>3, 1 s alone, over a wire of 1.5 times the bandwidth of either: each gets half of it,
 * 3/4 of its rate. One after the other they take 2 s. */
static void messages_share_fairly(void **state)
{
    (void)state;
    struct shared_network shared =
        line_of_links(4, 2, (const int[][2]){{0, 1}, {2, 3}}, (const int[]){1, 1});
    move(&shared, 0, 1, 0, 1);
    move(&shared, 1, 1, 2, 3);
    takes(&shared, 1);
    add_wire(&shared, 2.0 / 3, 3);
    takes(&shared, 4.0 / 3);
    /* Another item over the second link is alone for 1 s, before or behind. */
    move(&shared, 1, 1, 2, 3);
    takes(&shared, 7.0 / 3);
}

/* An uplink of 2 s an item, two downlinks of 3 s, all ports: both at once, 4 s for the two items;
 * kept, 3 s each. */
static void an_uplink_is_full(void **state)
{
    (void)state;
    struct shared_network shared =
        line_of_links(3, 2, (const int[][2]){{0, 1}, {0, 2}}, (const int[]){3, 3});
    move(&shared, 0, 1, 0, 1);
    move(&shared, 1, 1, 0, 2);
    add_wire(&shared, 2, 3);
    takes(&shared, 6);
    for (int host = 0; host < 3; host++)
        shared.network.ports[host] = 0;
    takes(&shared, 4);
}

/* A: 0>1, latency 1, 2 s an item, crosses the wire twice; B: 2>3, latency 2, 1 s an item, once.
 * Both start at 0. From 1 to 2 A is alone and half of it crosses. From 2 on A's weight is 1 and B's
 * 1/2: 2 x + x / 2 = 1, so that A crosses 0.4 items a second and ends at 2 + 0.5 / 0.4 = 3.25; 5 s
 * more over 1>4 make 8.25. B, of which 3/4 are left then, ends at 4, and after 3 s more at 7. One
 * after the other they take 9 s or more, and with equal weights 8.5. */
static void rates_rise_by_latency(void **state)
{
    (void)state;
    struct shared_network shared = line_of_links(
        6, 4, (const int[][2]){{0, 1}, {2, 3}, {1, 4}, {3, 5}}, (const int[]){2, 1, 5, 3});
    move(&shared, 0, 1, 0, 4);
    move(&shared, 1, 1, 2, 5);
    shared.latency_s[0] = 1;
    shared.latency_s[1] = 2;
    add_wire(&shared, 1, 3);
    shared.crossings[0][0] = 2;
    takes(&shared, 8.25);
}

/* Two items and a header of one: 3 s in one message, and 4 s in two. */
static void a_header_is_carried(void **state)
{
    (void)state;
    struct shared_network shared = line_of_links(2, 1, (const int[][2]){{0, 1}}, (const int[]){1});
    move(&shared, 0, 2, 0, 1);
    shared.header_items = 1;
    takes(&shared, 3);
    shared.latency_s[0] = 2;
    takes(&shared, 5);
}

/* Two messages cross one wire, neither at its begin nor at its end: on a one-way ring an item goes
 * from 0 to 2, one of another kind from 2 to 0, and 0>1 and 3>0 share a wire. */
static void a_wire_is_used_in_turn(void **state)
{
    (void)state;
    struct shared_network shared = line_of_links(
        4, 4, (const int[][2]){{0, 1}, {1, 2}, {2, 3}, {3, 0}}, (const int[]){1, 1, 1, 1});
    move(&shared, 0, 1, 0, 2);
    move(&shared, 1, 1, 2, 0);
    add_wire(&shared, 1, 1 | 8);
    takes(&shared, 2);
}

static void without_shared_links_it_finds_the_optimum(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(45, 0);
    uint64_t compared = 0, too_large = 0;
    while (compared < TRIALS * times) {
        struct shared_network shared = {.unit_s = 1};
        int optimum_s;
        network_draw_any(&rng, true, &shared.network);
        struct sharing_search result = sharing_search(&shared, STATE_LIMIT, &test_scratch);
        if (!result.found || !network_optimum_s(&shared.network, STARTS_AT_ENDS, STATE_LIMIT,
                                                &test_scratch, &optimum_s)) {
            assert_true(++too_large < 100 * times);
            continue;
        }
        if (fabs(result.seconds - optimum_s) > 1e-9) {
            shared_network_print(stderr, &shared);
            fail_msg("%.17g s, and the optimum is %d s", result.seconds, optimum_s);
        }
        compared++;
    }
    print_compared("times of schedules with the optimum", compared);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(messages_share_fairly),  ARENAS_TEST(an_uplink_is_full),
        ARENAS_TEST(rates_rise_by_latency),  ARENAS_TEST(a_header_is_carried),
        ARENAS_TEST(a_wire_is_used_in_turn), ARENAS_TEST(without_shared_links_it_finds_the_optimum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
