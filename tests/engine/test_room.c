/* Plans whose messages keep to shared links, keep their bytes to them, or share them, on several
 * ports: SimGrid plays them at dates that were derived by hand from what docs/model.md says. */
#include "tests/support/cmocka.h"

#include "platform_text.h"

#include <math.h>

enum { MOST = 10 };
#define K RD_ROOM_KEEP
#define B RD_ROOM_BYTES
#define S RD_ROOM_SHARE

/* A directed link: an item of a byte lasts `latency_s` + `item_s`, and crosses the shared links
 * whose bits are set. */
struct way {
    uint32_t from, to;
    double item_s, latency_s;
    unsigned shared;
};

/* A transfer of the plan (as held: of 0 messages), and when its first message starts and its last
 * one ends. */
struct row {
    uint32_t way;
    int64_t items, messages;
    enum rd_room room;
    double start_s, end_s;
};

struct example {
    const char *name;
    uint32_t hosts, ports;
    struct way way[MOST];
    double bandwidth[MOST];
    int64_t load[MOST];
    struct row row[MOST];
    double message_bytes;
};

static struct rd_arena arena;

static int open_arena(void **state)
{
    (void)state;
    rd_arena_open(&arena, 0);
    return 0;
}

static int close_arena(void **state)
{
    (void)state;
    rd_arena_close(&arena);
    return 0;
}

static uint32_t count_ways(const struct example *example)
{
    uint32_t count = 0;
    while (count < MOST && example->way[count].item_s > 0)
        count++;
    return count;
}

static void share_links(const struct example *example, struct test_instance *test)
{
    uint32_t ways = count_ways(example), uses = 0;
    struct rd_shared_links *shared = rd_take(&arena, 1, struct rd_shared_links);
    uint32_t *first = rd_take(&arena, ways + 1, uint32_t);
    struct rd_shared_use *use = rd_take(&arena, ways * MOST, struct rd_shared_use);
    while (shared->count < MOST && example->bandwidth[shared->count] > 0)
        shared->count++;
    for (uint32_t link = 0; link < ways; link++) {
        uint32_t from, to;
        assert_true(rd_link_ends(&test->instance.topology, link, &from, &to));
        for (uint32_t way = 0; way < ways; way++)
            for (uint32_t i = 0; i < shared->count; i++)
                if (example->way[way].from == from && example->way[way].to == to &&
                    (example->way[way].shared >> i & 1))
                    use[uses++] = (struct rd_shared_use){i, 1};
        first[link + 1] = uses;
    }
    shared->bandwidth_bytes_per_s = example->bandwidth;
    shared->first = first;
    shared->use = use;
    test->instance.shared = shared;
}

static struct test_instance instance_of(const struct example *example)
{
    struct rd_edge edge[MOST] = {0};
    uint32_t ways = count_ways(example);
    for (uint32_t i = 0; i < ways; i++)
        edge[i] = (struct rd_edge){example->way[i].from, example->way[i].to};
    struct test_instance test =
        test_instance_on(&arena, test_graph(&arena, example->hosts, edge, ways), 1);
    test_instance_set_ports(&test, example->ports);
    for (uint32_t i = 0; i < ways; i++)
        test_instance_set_cost(&test, example->way[i].from, example->way[i].to,
                               example->way[i].latency_s, example->way[i].item_s);
    for (uint32_t host = 0; host < example->hosts; host++)
        test.load[host] = example->load[host];
    share_links(example, &test);
    return test;
}

static struct rd_plan plan_of(const struct example *example)
{
    struct rd_plan plan = {0};
    for (size_t i = 0; i < MOST && example->row[i].items > 0; i++) {
        const struct row *row = &example->row[i];
        const struct way *way = &example->way[row->way];
        rd_plan_add(
            &plan, &arena,
            (struct rd_transfer){
                .from = way->from, .to = way->to, .items = row->items, .messages = row->messages});
        rd_plan_set_room(&plan, &arena, i, row->room);
    }
    return plan;
}

/* When the messages of a link started and ended: no example uses one twice. */
static void expect_row(const struct example *example, const struct row *row,
                       const struct rd_trace *trace)
{
    const struct way *way = &example->way[row->way];
    double start_s = INFINITY, end_s = 0;
    for (size_t i = 0; i < trace->transfer_count; i++)
        if (trace->transfer[i].from == way->from && trace->transfer[i].to == way->to) {
            start_s = fmin(start_s, trace->transfer[i].start_s);
            end_s = fmax(end_s, trace->transfer[i].end_s);
        }
    if (fabs(start_s - row->start_s) > 1e-9 || fabs(end_s - row->end_s) > 1e-9)
        fail_msg("%s: %u>%u from %.12g to %.12g s, not from %.12g to %.12g", example->name,
                 way->from, way->to, start_s, end_s, row->start_s, row->end_s);
}

/* What messages carry besides items is their latency to whoever plans, and bytes to SimGrid. */
static void add_message_bytes(const struct example *example, struct test_instance *test)
{
    struct rd_link_cost *cost = rd_take(&arena, count_ways(example), struct rd_link_cost);
    for (uint32_t i = 0; i < count_ways(example); i++) {
        cost[i] = rd_link_cost(&test->instance, i);
        cost[i].latency_s = rd_message_duration_s(cost[i], example->message_bytes);
    }
    test->instance.link_cost = cost;
    test->instance.costs_equal = false;
    test->instance.message_bytes = example->message_bytes;
}

static void play(const struct example *example, bool shares_process)
{
    struct rd_engine_settings settings = {
        .model = RD_EXACT_MODEL, .steady = true, .shares_process = shares_process};
    struct test_instance test = instance_of(example);
    struct rd_engine *engine =
        test_open_engine(test_full_platform(&test.instance, &arena), &settings, &test, &arena);
    struct rd_plan plan = plan_of(example);
    struct rd_simulation simulation;
    struct rd_error error = {0};
    if (example->message_bytes > 0)
        add_message_bytes(example, &test);
    if (!rd_engine_simulate(engine, &test.instance, &plan, true, &arena, &simulation, &error))
        fail_msg("%s: %s", example->name, error.message);
    for (size_t i = 0; i < plan.transfer_count; i++)
        expect_row(example, &example->row[i], &simulation.trace);
    rd_engine_close(engine);
}

#define UPLINK {{0, 1, 3, 0, 1}, {0, 2, 3, 0, 1}}, .bandwidth = {.5}, .load = {2}
#define CABLE_4S                                                                                   \
    {{0, 3, 1, 4, 1}, {1, 4, 1, 4, 1}, {2, 5, 1, 4, 1}}, .bandwidth = {1}, .load = {1, 1, 1}
#define TRIANGLE                                                                                   \
    {{0, 1, 1, 0, 5}, {2, 3, 1, 0, 3}, {4, 5, 1, 0, 6}}, .bandwidth = {1, 1, 1},                   \
                                                         .load = {1, 0, 1, 0, 1}
#define CABLE_OF_4(SECONDS)                                                                        \
    {{0, 1, 4, 0, 1}, {1, 2, 10, 0, 0}, {5, 3, SECONDS, 0, 0}, {3, 4, 4, 0, 1}},                   \
        .bandwidth = {.25}, .load = {1, 0, 0, 0, 0, 1}

static const struct example examples[] = {
    {"uplink, kept", 3, 0, UPLINK, .row = {{0, 1, 1, K, 0, 3}, {1, 1, 1, K, 3, 6}}},
    {"uplink, by bytes", 3, 0, UPLINK, .row = {{0, 1, 1, B, 0, 3}, {1, 1, 1, B, 3, 6}}},
    {"uplink, shared", 3, 0, UPLINK, .row = {{0, 1, 1, S, 0, 4}, {1, 1, 1, S, 0, 4}}},
    {"uplink, shared on two ports", 3, 2, UPLINK, .row = {{0, 1, 1, S, 0, 4}, {1, 1, 1, S, 0, 4}}},
    {"uplink, shared on one port", 3, 1, UPLINK, .row = {{0, 1, 1, S, 0, 3}, {1, 1, 1, S, 3, 6}}},
    {"latencies, kept", 6, 1, CABLE_4S,
     .row = {{0, 1, 1, K, 0, 5}, {1, 1, 1, K, 5, 10}, {2, 1, 1, K, 10, 15}}},
    {"latencies, by bytes", 6, 1, CABLE_4S,
     .row = {{0, 1, 1, B, 0, 5}, {1, 1, 1, B, 1, 6}, {2, 1, 1, B, 2, 7}}},
    {"latencies, shared", 6, 1, CABLE_4S,
     .row = {{0, 1, 1, S, 0, 7}, {1, 1, 1, S, 0, 7}, {2, 1, 1, S, 0, 7}}},
    /* Of 2 bytes a message one is its own: what flows after the latency is 2 s of bytes. */
    {"latencies, by bytes, with bytes of messages", 6, 0, CABLE_4S,
     .row = {{0, 1, 1, B, 0, 6}, {1, 1, 1, B, 2, 8}, {2, 1, 1, B, 4, 10}}, .message_bytes = 1},
    {"triangle, kept", 6, 1, TRIANGLE,
     .row = {{0, 1, 1, K, 0, 1}, {1, 1, 1, K, 1, 2}, {2, 1, 1, K, 2, 3}}},
    {"triangle, shared", 6, 1, TRIANGLE,
     .row = {{0, 1, 1, S, 0, 2}, {1, 1, 1, S, 0, 2}, {2, 1, 1, S, 0, 2}}},
    /* From 10 s on 4>5 has what 0>1 leaves, 19/20; from 20 s on 1>2 what 5>6 leaves, 9/10, until
     * 6>7 comes at 400/19 s; the two then share until 1>2 ends at 402/19 s. */
    {"chains, shared",
     8,
     0,
     {{0, 1, 20, 0, 1},
      {1, 2, 1, 0, 1},
      {3, 4, 10, 0, 1},
      {4, 5, 1, 0, 1},
      {5, 6, 10, 0, 1},
      {6, 7, 1, 0, 1}},
     .bandwidth = {1},
     .load = {1, 0, 0, 1},
     .row = {{0, 1, 1, S, 0, 20},
             {2, 1, 1, S, 0, 10},
             {3, 1, 1, S, 10, 210. / 19},
             {4, 1, 1, S, 210. / 19, 400. / 19},
             {1, 1, 1, S, 20, 402. / 19},
             {5, 1, 1, S, 400. / 19, 420. / 19}}},
    {"slow way in, shared", 6, 0, CABLE_OF_4(4),
     .row = {{0, 1, 1, S, 0, 4}, {1, 1, 1, S, 4, 14}, {2, 1, 1, S, 0, 4}, {3, 1, 1, S, 4, 8}}},
    /* A quicker way in, and a later end: from 1 s on 0>1 and 3>4 have half of the cable each. */
    {"quick way in, shared", 6, 0, CABLE_OF_4(1),
     .row = {{0, 1, 1, S, 0, 7}, {1, 1, 1, S, 7, 17}, {2, 1, 1, S, 0, 1}, {3, 1, 1, S, 1, 8}}},
    /* Latencies of 1 and 4 s: of a full link 4/5 go to the first while both are there. It has moved
     * 3 items before the other begins; the 12 left take 15 s, in which the other moves 3 of 4. */
    {"unequal latencies, shared",
     4,
     1,
     {{0, 1, 1, 1, 1}, {2, 3, 1, 4, 1}},
     .bandwidth = {1},
     .load = {15, 0, 4},
     .row = {{0, 15, 1, S, 0, 19}, {1, 4, 1, S, 0, 20}}},
    /* The first two fit; with the third each has a third of the link, until it has it alone. */
    {"kept behind shared",
     6,
     1,
     {{0, 1, 2, 0, 1}, {2, 3, 2, 0, 1}, {4, 5, 1, 0, 1}},
     .bandwidth = {1},
     .load = {1, 0, 1, 0, 2},
     .row = {{0, 1, 1, S, 0, 3}, {1, 1, 1, K, 0, 3}, {2, 2, 1, S, 0, 4}}},
    {"kept, and waits for what shares",
     4,
     1,
     {{0, 1, 1, 0, 1}, {2, 3, 2, 0, 1}},
     .bandwidth = {1},
     .load = {3, 0, 1},
     .row = {{0, 3, 1, S, 0, 3}, {1, 1, 1, K, 3, 5}}},
    /* What is listed behind slows what keeps. */
    {"kept, slowed by what shares",
     4,
     1,
     {{0, 1, 1, 0, 1}, {2, 3, 1, 0, 1}},
     .bandwidth = {1},
     .load = {1, 0, 2},
     .row = {{0, 1, 1, K, 0, 2}, {1, 2, 1, S, 0, 3}}},
    /* What shares has a quarter of the link until 4 s, and ends before its turn in the queue: what
     * keeps and is listed before it has no more room for that, though its quarter would fit. */
    {"shared behind what keeps and waits",
     8,
     1,
     {{0, 1, 1, 0, 1}, {2, 3, 4, 0, 1}, {4, 5, 4, 0, 1}, {6, 7, 2, 0, 1}},
     .bandwidth = {1},
     .load = {6, 0, 1, 0, 1, 0, 1},
     .row = {{0, 6, 1, K, 0, 7}, {1, 1, 1, K, 7, 11}, {2, 1, 1, S, 0, 4}, {3, 1, 1, K, 7, 9}}},
    /* 1>2 begins 20 s late, and nobody knows of it when 3>4 has to start, at 12 s. */
    {"by bytes, before what it waits for",
     7,
     1,
     {{0, 1, 20, 0, 0}, {1, 2, 2, 0, 1}, {3, 4, 1, 10, 1}, {5, 6, 1, 3, 1}},
     .bandwidth = {1},
     .load = {1, 0, 0, 1, 0, 1},
     .row =
         {{0, 1, 1, K, 0, 20}, {1, 1, 1, B, 20, 22}, {2, 1, 1, B, 12, 23}, {3, 1, 1, B, 20, 24}}},
    /* Three messages one after the other, the latency of the second in the time of the first's
     * room.
     */
    {"by bytes, several messages",
     4,
     2,
     {{0, 1, 1, 1, 1}, {2, 3, 1, 2, 1}},
     .bandwidth = {1},
     .load = {3, 0, 2},
     .row = {{0, 1, 3, B, 0, 6}, {1, 1, 2, B, 4, 10}}},
    {"kept behind bytes",
     6,
     0,
     {{0, 1, 1, 2, 1}, {2, 3, 1, 2, 1}, {4, 5, 2, 1, 1}},
     .bandwidth = {1},
     .load = {2, 0, 1, 0, 1},
     .row = {{0, 2, 1, B, 0, 4}, {1, 1, 1, B, 2, 5}, {2, 1, 1, K, 5, 8}}},
    /* A link that carries 1 and a message that leaves a millionth of it, with a weight of 10^6: the
     * other moves 10^-6 of an item a second until 9 items have passed. */
    {"a nearly full link",
     4,
     1,
     {{0, 1, 1 / .999999, 1e-6, 1}, {2, 3, 1, 1, 1}},
     .bandwidth = {1},
     .load = {9, 0, 9},
     .row = {{0, 9, 1, S, 0, 1e-6 + 9 / .999999},
             {1, 9, 1, S, 0, 1e-6 + 9 / .999999 + 9 - 1e-6 * (1e-6 + 9 / .999999 - 1)}}},
    /* The second and third begin at one date on the uplink of host 1; the third also slows the
     * first on the downlink of host 2. From 2 s on they have 2/3, 2/3 and 1/3 item a second; from
     * 3.5 s on the first and the third 2/3 and 1/3; from 5 s on the first has all. */
    {"two from an uplink at once",
     4,
     0,
     {{0, 2, 1, 1, 2}, {1, 3, 1, 2, 1}, {1, 2, 1, 2, 3}},
     .bandwidth = {1, 1},
     .load = {8, 2},
     .row = {{0, 8, 1, S, 0, 10}, {1, 1, 1, S, 0, 3.5}, {2, 1, 1, S, 0, 5}}},
    /* At 5 s the first message of 0>1 ends, and 3>0. SimGrid's ends are 1e-16 s apart; the next
     * message takes both items that are there. */
    {"as held, two ends at a date",
     4,
     1,
     {{0, 1, 2, 3, 1}, {2, 0, 2, 0, 0}, {3, 0, 3, 0, 1}},
     .bandwidth = {2},
     .load = {1, 0, 1, 1},
     .row = {{1, 1, 1, K, 0, 2}, {2, 1, 1, K, 2, 5}, {0, 3, 0, K, 0, 12}}},
    /* At 2 s 0>1 and 4>5 end. 4>5 shared, and is listed behind 2>3, which fills the second link
     * from there on: 8>9 waits for that, though 4>5 has gone. */
    {"what shared is gone when its turn comes",
     10,
     0,
     {{0, 1, 2, 0, 2}, {2, 3, 1, 0, 2}, {4, 5, 2, 0, 3}, {6, 7, 4. / 3, 0, 1}, {8, 9, 2, 0, 2}},
     .bandwidth = {1, 1},
     .load = {1, 0, 1, 0, 1, 0, 1, 0, 1},
     .row = {{0, 1, 1, K, 0, 2},
             {1, 1, 1, K, 2, 3},
             {2, 1, 1, S, 0, 2},
             {3, 1, 1, K, 2, 10. / 3},
             {4, 1, 1, K, 3, 5}}},
};

static void play_at_their_dates(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        for (int shares_process = 0; shares_process < 2; shares_process++)
            play(&examples[i], shares_process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(play_at_their_dates),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
