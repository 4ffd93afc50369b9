/* Equal links, one kind: the optimum by search is the cost times the least number of steps in
 * which a flow in time carries everything. The flow here is the plainest there is, one path at a
 * time through hosts drawn once a step, and shares nothing with the project's. */
#include "tests/support/cmocka.h"

#include "generate.h"
#include "network_optimum.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

#include <stdlib.h>
#include <string.h>

enum { TRIALS = 600, STATE_LIMIT = 300000, STEPS = 64, NODES = 3 * SMALL_HOSTS * (STEPS + 1) + 4 };
enum { ARCS = 2 * ((SMALL_LINKS + 3 * SMALL_HOSTS) * (STEPS + 1) + 4 * SMALL_HOSTS) };

/* Arc i ^ 1 is arc i backwards. */
struct flow {
    int node_count, arc_count;
    int first[NODES]; /* [node]: its last arc, -1 if it has none */
    int next[ARCS], head[ARCS], room[ARCS];
    bool seen[NODES];
};

static struct flow flow;
static uint64_t times = 1;

static void add_half(int from, int to, int room)
{
    rd_assert(flow.arc_count < ARCS);
    flow.head[flow.arc_count] = to;
    flow.room[flow.arc_count] = room;
    flow.next[flow.arc_count] = flow.first[from];
    flow.first[from] = flow.arc_count++;
}

static void add_arc(int from, int to, int room)
{
    add_half(from, to, room);
    add_half(to, from, 0);
}

/* One unit more from a node to the sink, if there is a way. */
static bool carry(int node, int sink)
{
    if (node == sink)
        return true;
    flow.seen[node] = true;
    for (int arc = flow.first[node]; arc >= 0; arc = flow.next[arc]) {
        if (flow.room[arc] > 0 && !flow.seen[flow.head[arc]] && carry(flow.head[arc], sink)) {
            flow.room[arc]--;
            flow.room[arc ^ 1]++;
            return true;
        }
    }
    return false;
}

static int held(int host, int step)
{
    return step * 3 * SMALL_HOSTS + host;
}

static int sending(int host, int step)
{
    return held(host, step) + SMALL_HOSTS;
}

static int receiving(int host, int step)
{
    return held(host, step) + 2 * SMALL_HOSTS;
}

/* A host takes what it must hold in the end through one arc, and what it may hold besides through
 * another; all must be filled. */
static void add_end(const struct small_network *network, int steps, int least, int *ret_source,
                    int *ret_sink)
{
    int items = small_network_items(network, 0), must = 0;
    int base = held(0, steps + 1), more = base + 2;
    *ret_source = base;
    *ret_sink = base + 1;
    for (int host = 0; host < network->host_count; host++) {
        int wanted = network->goal == RD_REACH ? network->target[host][0]
                     : host == network->relay  ? 0
                                               : least;
        add_arc(base, held(host, 0), network->load[host][0]);
        add_arc(held(host, steps), base + 1, wanted);
        if (network->goal == RD_BALANCE && host != network->relay)
            add_arc(held(host, steps), more, small_network_error(network, 0));
        must += wanted;
    }
    add_arc(more, base + 1, items - must);
}

/* Can everything be where the goal wants it after so many steps?
 * In: least, what each host holds in the end at least, for RD_BALANCE. */
static bool carries_all(const struct small_network *network, int steps, int least)
{
    int source, sink, items = small_network_items(network, 0);
    rd_assert(steps <= STEPS);
    flow.arc_count = 0;
    flow.node_count = held(0, steps + 1) + 3;
    for (int node = 0; node < flow.node_count; node++)
        flow.first[node] = -1;
    for (int step = 0; step < steps; step++) {
        for (int host = 0; host < network->host_count; host++) {
            int room = network->ports[host] == 0 ? items : network->ports[host];
            add_arc(held(host, step), held(host, step + 1), items);
            add_arc(held(host, step), sending(host, step), room);
            add_arc(receiving(host, step), held(host, step + 1), room);
        }
        for (int link = 0; link < network->link_count; link++)
            add_arc(sending(network->from[link], step), receiving(network->to[link], step), 1);
    }
    add_end(network, steps, least, &source, &sink);
    for (int item = 0; item < items; item++) {
        memset(flow.seen, 0, sizeof flow.seen);
        if (!carry(source, sink))
            return false;
    }
    return true;
}

/* For RD_BALANCE, every least amount is tried. */
static int least_steps(const struct small_network *network)
{
    int keepers = network->host_count - (network->relay != NO_RELAY);
    int most = network->goal == RD_BALANCE ? small_network_items(network, 0) / keepers : 0;
    for (int steps = 0;; steps++)
        for (int least = 0; least <= most; least++)
            if (carries_all(network, steps, least))
                return steps;
}

static void least_steps_times_the_cost_is_the_optimum(void **state)
{
    (void)state;
    static const int ports[] = {1, 2, 0, PORTS_BY_HOST};
    struct rd_rng rng = rd_rng_seeded(20, 0);
    uint64_t compared = 0, moved = 0;
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        struct small_network network;
        int family_count = 0, optimum_s;
        while (network_families[family_count].name)
            family_count++;
        struct network_wish wish = {&network_families[i % (uint64_t)family_count],
                                    i / 2 % 2 == 0 ? RD_REACH : RD_BALANCE,
                                    ports[rd_rng_below(&rng, 4)],
                                    1,
                                    true,
                                    8};
        network_draw(&rng, &wish, &network);
        if (network.is_bus)
            continue; /* its gate is one for all links */
        if (!network_optimum_s(&network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s))
            continue;
        int steps = least_steps(&network);
        if (steps * network.cost_s[0] != optimum_s) {
            small_network_print(stderr, &network);
            fail_msg("%d steps of %d s, and the optimum is %d s", steps, network.cost_s[0],
                     optimum_s);
        }
        compared++;
        moved += optimum_s > 0;
    }
    assert_true(compared >= TRIALS * times * 4 / 5 && moved >= compared / 2);
    print_compared("least steps of a flow in time with the optimum", compared);
}

static int largest_surplus(const struct small_network *network)
{
    int largest = 0;
    for (int host = 0; host < network->host_count; host++) {
        int surplus = abs(network->load[host][0] - network->target[host][0]);
        largest = surplus > largest ? surplus : largest;
    }
    return largest;
}

/* Direct messages form a bipartite multigraph whose edges are coloured with as many colours as its
 * largest degree. Behind k ports a k-th of that, rounded up, is a bound only: a colour class of
 * k matchings may hold two messages of a link. */
static void a_switch_takes_its_largest_surplus(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(29, 0);
    const struct network_family *family = network_families;
    uint64_t above = 0;
    while (strcmp(family->name, "switch") != 0)
        family++;
    for (uint64_t i = 0; i < TRIALS * times; i++) {
        struct small_network network;
        int optimum_s, k = 1 + (int)(i % 2);
        struct network_wish wish = {family, RD_REACH, k, 1, true, 8};
        network_draw(&rng, &wish, &network);
        if (!network_optimum_s(&network, STARTS_AT_ENDS, STATE_LIMIT, &test_scratch, &optimum_s))
            continue;
        int bound_s = (largest_surplus(&network) + k - 1) / k * network.cost_s[0];
        if (k == 1 ? optimum_s != bound_s : optimum_s < bound_s) {
            small_network_print(stderr, &network);
            fail_msg("%d ports: %d s by surplus, and the optimum is %d s", k, bound_s, optimum_s);
        }
        above += optimum_s > bound_s;
    }
    print_message("%u of %u behind two ports take longer\n", (unsigned)above,
                  (unsigned)(TRIALS * times / 2));
    assert_true(above > 0);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(least_steps_times_the_cost_is_the_optimum),
        ARENAS_TEST(a_switch_takes_its_largest_surplus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
