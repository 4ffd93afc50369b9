/* The network in lock-step: what it delivers, what it refuses and in which words, and a planner
 * that runs on it. */
#include "tests/support/cmocka.h"

#include "sim/lockstep/lockstep_network.h"
#include "sim/referee/referee.h"
#include "sim/base/rng.h"
#include "tests/support/build.h"

struct fixture {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_plan plan;
    struct rd_lockstep_network network;
    struct rd_error error;
};

static void open_fixture(struct fixture *fixture, enum rd_shape shape, enum rd_direction direction,
                         uint32_t hosts, uint32_t kinds, uint32_t ports)
{
    *fixture = (struct fixture){0};
    rd_arena_open(&fixture->arena, 0);
    rd_arena_open(&fixture->scratch, 0);
    fixture->test = test_instance_make(&fixture->arena, shape, direction, hosts, kinds);
    test_instance_set_ports(&fixture->test, ports);
    for (uint32_t i = 0; i < hosts * kinds; i++)
        fixture->test.load[i] = 2;
    rd_lockstep_open(&fixture->network, &fixture->test.instance, 1, &fixture->arena,
                     &fixture->plan);
}

static void close_fixture(struct fixture *fixture)
{
    rd_arena_close(&fixture->arena);
    rd_arena_close(&fixture->scratch);
}

static void say(struct fixture *fixture, uint32_t from, uint32_t to, int64_t word)
{
    assert_true(
        rd_lockstep_send(&fixture->network, from, to, RD_CONTROL, 0, word, &fixture->error));
}

static void send(struct fixture *fixture, uint32_t from, uint32_t to, int32_t kind, int64_t items)
{
    assert_true(rd_lockstep_send(&fixture->network, from, to, kind, items, 0, &fixture->error));
}

static void refuses(struct fixture *fixture, uint32_t from, uint32_t to, int32_t kind,
                    int64_t items, const char *message)
{
    size_t row_count = fixture->plan.transfer_count;
    fixture->network.broken = false;
    assert_false(rd_lockstep_send(&fixture->network, from, to, kind, items, 0, &fixture->error));
    assert_int_equal(fixture->error.code, RD_ERROR_RUN);
    assert_string_equal(fixture->error.message, message);
    assert_true(fixture->network.broken);
    assert_int_equal(fixture->plan.transfer_count, row_count);
}

static void hears(const struct fixture *fixture, uint32_t host, uint32_t from, int64_t word)
{
    uint32_t count = 77;
    const struct rd_message *inbox = rd_lockstep_inbox(&fixture->network, host, &count);
    assert_int_equal(count, 1);
    assert_int_equal(inbox->from, from);
    assert_int_equal(inbox->word, word);
}

static void hears_nothing(const struct fixture *fixture, uint32_t host)
{
    uint32_t count = 77;
    assert_null(rd_lockstep_inbox(&fixture->network, host, &count));
    assert_int_equal(count, 0);
}

static void delivers_in_the_next_round_only(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_RING, RD_TWO_WAY, 4, 1, 1);
    hears_nothing(&fixture, 1);
    say(&fixture, 0, 1, 10);
    say(&fixture, 1, 2, -11);
    hears_nothing(&fixture, 1);
    rd_lockstep_end_round(&fixture.network);
    hears(&fixture, 1, 0, 10);
    hears(&fixture, 2, 1, -11);
    hears_nothing(&fixture, 0);
    say(&fixture, 2, 1, 12); /* what is sent now does not disturb what was received */
    hears(&fixture, 1, 0, 10);
    rd_lockstep_end_round(&fixture.network);
    hears(&fixture, 1, 2, 12);
    hears_nothing(&fixture, 2);
    rd_lockstep_end_round(&fixture.network); /* idle */
    hears_nothing(&fixture, 1);
    rd_lockstep_end_round(&fixture.network);
    assert_int_equal(fixture.plan.round_count, 4);
    assert_int_equal(fixture.plan.transfer_count, 3);
    assert_int_equal(fixture.plan.timing, RD_LOCK_STEP);
    assert_int_equal(fixture.plan.transfer[2].round, 1);
    close_fixture(&fixture);
}

static void refuses_a_port_twice(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_RING, RD_TWO_WAY, 4, 1, 1);
    rd_lockstep_end_round(&fixture.network);
    say(&fixture, 0, 1, 0);
    refuses(&fixture, 0, 3, RD_CONTROL, 0, "round 1: host 0 sends twice");
    refuses(&fixture, 2, 1, 0, 1, "round 1: host 1 receives twice");
    assert_int_equal(rd_lockstep_held(&fixture.network, 2, 0), 2);
    say(&fixture, 1, 0, 0); /* sending and receiving at once is allowed */
    rd_lockstep_end_round(&fixture.network);
    say(&fixture, 0, 3, 0);
    close_fixture(&fixture);
}

static void refuses_what_is_not_held(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_RING, RD_TWO_WAY, 4, 1, 1);
    refuses(&fixture, 3, 0, 0, 3, "round 0: host 3 sends 3 items and holds 2");
    send(&fixture, 3, 0, 0, 2);
    send(&fixture, 2, 3, 0, 1);
    assert_int_equal(rd_lockstep_held(&fixture.network, 3, 0), 0); /* not yet */
    assert_int_equal(rd_lockstep_held(&fixture.network, 2, 0), 1);
    rd_lockstep_end_round(&fixture.network);
    assert_int_equal(rd_lockstep_held(&fixture.network, 0, 0), 4);
    assert_int_equal(rd_lockstep_held(&fixture.network, 3, 0), 1);
    rd_lockstep_end_round(&fixture.network);
    assert_int_equal(rd_lockstep_held(&fixture.network, 3, 0), 1); /* delivered once */
    refuses(&fixture, 3, 2, 0, 2, "round 2: host 3 sends 2 items and holds 1");
    close_fixture(&fixture);
}

static void refuses_what_means_nothing(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_RING, RD_ONE_WAY, 4, 2, 1);
    refuses(&fixture, 1, 0, RD_CONTROL, 0, "round 0: host 1 sends to host 0: no link joins them");
    refuses(&fixture, 1, 1, RD_CONTROL, 0, "round 0: host 1 sends to host 1: no link joins them");
    refuses(&fixture, 1, 9, RD_CONTROL, 0, "round 0: host 1 sends to host 9: no link joins them");
    refuses(&fixture, 1, 2, 2, 1, "round 0: host 1 sends kind 2: kinds are 0 to 1");
    refuses(&fixture, 1, 2, -2, 1, "round 0: host 1 sends kind -2: kinds are 0 to 1");
    refuses(&fixture, 1, 2, 0, 0,
            "round 0: host 1 sends a message of 0 items: at least 1 is needed");
    refuses(&fixture, 1, 2, 0, -1,
            "round 0: host 1 sends a message of -1 items: at least 1 is needed");
    refuses(&fixture, 1, 2, RD_CONTROL, 1,
            "round 0: host 1 sends a control word of 1 items: it has 0");
    refuses(&fixture, 1, 2, 1, 3, "round 0: host 1 sends 3 items of kind 1 and holds 2");
    send(&fixture, 1, 2, 1, 2);
    rd_lockstep_end_round(&fixture.network);
    assert_int_equal(rd_lockstep_held(&fixture.network, 2, 0), 2);
    assert_int_equal(rd_lockstep_held(&fixture.network, 2, 1), 4);
    close_fixture(&fixture);
}

/* On all ports a star's master hears everybody, in the order of sending, round after round. */
static void delivers_many_at_all_ports(void **state)
{
    (void)state;
    enum { WORKERS = 40, ROUNDS = 5 };
    struct fixture fixture;
    open_fixture(&fixture, RD_STAR, RD_NO_DIRECTION, WORKERS + 1, 1, 0);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        for (uint32_t worker = 0; worker < WORKERS; worker++)
            say(&fixture, WORKERS - 1 - worker, WORKERS, worker + 100 * round);
        for (uint32_t worker = 0; worker < WORKERS; worker++)
            say(&fixture, WORKERS, worker, worker + 1000 * round);
        rd_lockstep_end_round(&fixture.network);
        uint32_t count;
        const struct rd_message *inbox = rd_lockstep_inbox(&fixture.network, WORKERS, &count);
        assert_int_equal(count, WORKERS);
        for (uint32_t i = 0; i < WORKERS; i++) {
            assert_int_equal(inbox[i].from, WORKERS - 1 - i);
            assert_int_equal(inbox[i].word, i + 100 * round);
            hears(&fixture, i, WORKERS, i + 1000 * round);
        }
    }
    say(&fixture, 3, WORKERS, 0);
    refuses(&fixture, 3, WORKERS, RD_CONTROL, 0, "round 5: host 3 sends to host 40 twice");
    close_fixture(&fixture);
}

static void counts_k_ports(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_SWITCH, RD_NO_DIRECTION, 5, 1, 2);
    say(&fixture, 0, 1, 1);
    say(&fixture, 0, 2, 2);
    refuses(&fixture, 0, 3, RD_CONTROL, 0, "round 0: host 0 sends 3 times at 2 ports");
    say(&fixture, 4, 2, 3);
    refuses(&fixture, 3, 2, RD_CONTROL, 0, "round 0: host 2 receives 3 times at 2 ports");
    refuses(&fixture, 4, 2, RD_CONTROL, 0, "round 0: host 2 receives 3 times at 2 ports");
    rd_lockstep_end_round(&fixture.network);
    uint32_t count;
    const struct rd_message *inbox = rd_lockstep_inbox(&fixture.network, 2, &count);
    assert_int_equal(count, 2);
    assert_int_equal(inbox[0].from, 0);
    assert_int_equal(inbox[1].from, 4);
    hears(&fixture, 1, 0, 1);
    close_fixture(&fixture);
}

static void shares_a_bus(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_BUS, RD_NO_DIRECTION, 4, 1, 1);
    say(&fixture, 0, 1, 1);
    refuses(&fixture, 2, 3, RD_CONTROL, 0,
            "round 0: host 2 sends to host 3: the bus carries one message a round");
    rd_lockstep_end_round(&fixture.network);
    say(&fixture, 2, 3, 1);
    close_fixture(&fixture);
}

/* A sample planner, on a hypercube: after exchanging partial sums over each dimension every host
 * knows the sum of all, and has heard it from messages alone. */
static void all_reduce(struct fixture *fixture, int64_t *sum)
{
    uint32_t host_count = fixture->test.instance.topology.host_count;
    for (uint32_t bit = 1; bit < host_count; bit <<= 1) {
        for (uint32_t host = 0; host < host_count; host++)
            say(fixture, host, host ^ bit, sum[host]);
        rd_lockstep_end_round(&fixture->network);
        for (uint32_t host = 0; host < host_count; host++) {
            uint32_t count;
            sum[host] += rd_lockstep_inbox(&fixture->network, host, &count)->word;
            assert_int_equal(count, 1);
        }
    }
}

static void runs_an_all_reduce_that_the_referee_accepts(void **state)
{
    (void)state;
    enum { DIMENSIONS = 7, HOSTS = 1 << DIMENSIONS };
    struct fixture fixture;
    open_fixture(&fixture, RD_HYPERCUBE, RD_NO_DIRECTION, HOSTS, 1, 1);
    static int64_t sum[HOSTS];
    for (int host = 0; host < HOSTS; host++)
        sum[host] = (int64_t)host * host;
    all_reduce(&fixture, sum);
    for (int host = 0; host < HOSTS; host++) /* 0 + 1 + 4 + .. + 127^2 */
        assert_int_equal(sum[host], 127 * 128 * 255 / 6);

    struct rd_verdict verdict;
    rd_referee_plan(&fixture.test.instance, &fixture.plan, &fixture.arena, &fixture.scratch, NULL,
                    &verdict);
    assert_string_equal(verdict.message, "");
    assert_int_equal(verdict.violation, RD_LEGAL);
    assert_true(verdict.makespan_s == DIMENSIONS); /* words of 1 byte, 1 s each */
    assert_int_equal(verdict.steps, DIMENSIONS);
    assert_int_equal(verdict.transfers, DIMENSIONS * HOSTS);
    assert_int_equal(verdict.items_moved, 0);
    close_fixture(&fixture);
}

/* What the network lets pass, the referee lets pass: items of two kinds that turn round a ring. */
static void agrees_with_the_referee_on_items(void **state)
{
    (void)state;
    struct fixture fixture;
    open_fixture(&fixture, RD_RING, RD_ONE_WAY, 5, 2, 1);
    for (uint32_t round = 0; round < 6; round++) {
        for (uint32_t host = 0; host < 5; host++)
            send(&fixture, host, (host + 1) % 5, (int32_t)((round + host) % 2), 1);
        rd_lockstep_end_round(&fixture.network);
    }
    rd_lockstep_end_round(&fixture.network); /* an idle round counts */
    struct rd_verdict verdict;
    rd_referee_plan(&fixture.test.instance, &fixture.plan, &fixture.arena, &fixture.scratch, NULL,
                    &verdict);
    assert_string_equal(verdict.message, "");
    assert_int_equal(verdict.steps, 7);
    assert_true(verdict.makespan_s == 7);
    for (uint32_t host = 0; host < 5; host++)
        for (uint32_t kind = 0; kind < 2; kind++)
            assert_int_equal(verdict.final[host * 2 + kind],
                             rd_lockstep_held(&fixture.network, host, kind));
    close_fixture(&fixture);
}

static void open_pipelined(struct fixture *fixture, uint32_t hosts)
{
    *fixture = (struct fixture){0};
    rd_arena_open(&fixture->arena, 0);
    rd_arena_open(&fixture->scratch, 0);
    fixture->test = test_instance_make(&fixture->arena, RD_HYPERCUBE, RD_NO_DIRECTION, hosts, 1);
    fixture->test.instance.port_model = RD_PIPELINED_PORTS;
    fixture->test.instance.port_count = UINT32_MAX;
    for (uint32_t i = 0; i < hosts; i++)
        fixture->test.load[i] = 2;
    rd_lockstep_open(&fixture->network, &fixture->test.instance, 1, &fixture->arena,
                     &fixture->plan);
}

static void accepts_packets_when_their_block_is_through(void **state)
{
    (void)state;
    struct fixture fixture;
    open_pipelined(&fixture, 8);
    struct rd_lockstep_network *network = &fixture.network;
    assert_true(rd_lockstep_send_packet(network, 0, 4, (struct rd_dimension_range){0, 2}, 0, 1, 70,
                                        &fixture.error));
    say(&fixture, 5, 4, 71);
    rd_lockstep_end_round(network);
    hears(&fixture, 4, 5, 71);
    assert_int_equal(rd_lockstep_held(network, 0, 0), 1);
    rd_lockstep_end_round(network);
    hears_nothing(&fixture, 4);
    assert_int_equal(rd_lockstep_held(network, 4, 0), 2);
    /* The packet crosses 0>4 and is accepted in this round. */
    refuses(&fixture, 0, 4, RD_CONTROL, 0, "round 2: host 0 sends two packets to host 4");
    refuses(&fixture, 6, 4, RD_CONTROL, 0, "round 2: host 4 accepts twice");
    say(&fixture, 6, 7, 72);
    refuses(&fixture, 6, 2, RD_CONTROL, 0, "round 2: host 6 originates twice");
    refuses(&fixture, 7, 6, 0, 3, "round 2: host 7 sends 3 items and holds 2");
    rd_lockstep_end_round(network);
    hears(&fixture, 4, 0, 70);
    hears(&fixture, 7, 6, 72);
    assert_int_equal(rd_lockstep_held(network, 4, 0), 3);
    assert_true(rd_lockstep_send_packet(network, 4, 3, (struct rd_dimension_range){2, 0}, 0, 3, 0,
                                        &fixture.error));
    assert_int_equal(fixture.plan.round_count, 6);
    rd_lockstep_end_round(network);
    assert_int_equal(fixture.plan.round_count, 6);
    close_fixture(&fixture);
}

/* A packet as the referee would find it behind those before it. */
static const char *referee_says(struct fixture *fixture, struct rd_transfer row,
                                struct rd_dimension_range block)
{
    static struct rd_verdict verdict;
    struct rd_plan *plan = &fixture->plan;
    uint32_t round_count = plan->round_count;
    rd_plan_add_packet(plan, &fixture->arena, row, block);
    rd_referee_plan(&fixture->test.instance, plan, &fixture->arena, &fixture->scratch, NULL,
                    &verdict);
    plan->transfer_count--;
    plan->round_count = round_count;
    return verdict.message;
}

/* Packets at random, until the network is so full that most are refused. */
static void agrees_with_the_referee_on_packets(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(3, 1);
    long refused = 0, taken = 0;
    for (int run = 0; run < 60; run++) {
        struct fixture fixture;
        uint32_t d = 1 + (uint32_t)rd_rng_below(&rng, 4), hosts = UINT32_C(1) << d;
        open_pipelined(&fixture, hosts);
        for (int i = 0; i < 60; i++) {
            struct rd_dimension_range block = {(uint8_t)rd_rng_below(&rng, d),
                                               (uint8_t)rd_rng_below(&rng, d)};
            uint32_t low = block.first < block.last ? block.first : block.last;
            uint32_t from = (uint32_t)rd_rng_below(&rng, hosts),
                     differs = 1 + (uint32_t)rd_rng_below(
                                       &rng, (UINT64_C(1) << rd_dimension_range_length(block)) - 1);
            struct rd_transfer row = {
                fixture.network.round, from, from ^ (differs << low), 0, 1, 1};
            const char *expected = referee_says(&fixture, row, block);
            fixture.error.message[0] = '\0';
            bool sent = rd_lockstep_send_packet(&fixture.network, from, row.to, block, 0, 1, i,
                                                &fixture.error);
            assert_string_equal(sent ? "" : fixture.error.message, expected);
            refused += !sent;
            taken += sent;
            if (rd_rng_below(&rng, 3) == 0)
                rd_lockstep_end_round(&fixture.network);
        }
        close_fixture(&fixture);
    }
    assert_true(refused > 200 && taken > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(delivers_in_the_next_round_only),
        cmocka_unit_test(refuses_a_port_twice),
        cmocka_unit_test(refuses_what_is_not_held),
        cmocka_unit_test(refuses_what_means_nothing),
        cmocka_unit_test(delivers_many_at_all_ports),
        cmocka_unit_test(counts_k_ports),
        cmocka_unit_test(shares_a_bus),
        cmocka_unit_test(runs_an_all_reduce_that_the_referee_accepts),
        cmocka_unit_test(agrees_with_the_referee_on_items),
        cmocka_unit_test(accepts_packets_when_their_block_is_through),
        cmocka_unit_test(agrees_with_the_referee_on_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
