/* Laws that every plan obeys, on random plans: taking messages by runs or one by one is the same,
 * so are the pass and the heap, also at many ports, a planned clock is a legal trace, a trace
 * replayed as a plan ends no later, and twice the costs is twice the time. Costs are whole numbers,
 * so that equal is equal. */
#include "judging.h"

#include "sim/base/rng.h"

struct random_plan {
    struct test_instance test;
    struct rd_plan plan;
    int64_t *held;
    struct rd_rng rng;
    bool as_held;
};

static struct test_instance random_instance(struct rd_rng *rng)
{
    static const enum rd_shape shapes[] = {RD_RING,   RD_STAR,   RD_HYPERCUBE, RD_SHUFFLE_EXCHANGE,
                                           RD_SWITCH, RD_SWITCH, RD_BUS};
    enum rd_shape kind_of_shape = shapes[rd_rng_below(rng, COUNT(shapes))];
    uint32_t hosts = kind_of_shape == RD_HYPERCUBE || kind_of_shape == RD_SHUFFLE_EXCHANGE
                         ? 1u << rd_rng_between(rng, 1, 3)
                         : (uint32_t)rd_rng_between(rng, 2, 7);
    enum rd_direction direction = kind_of_shape != RD_RING    ? RD_NO_DIRECTION
                                  : rd_rng_below(rng, 3) == 0 ? RD_ONE_WAY
                                                              : RD_TWO_WAY;
    uint32_t kinds = (uint32_t)rd_rng_between(rng, 1, 2);
    struct test_instance test = test_instance_make(&arena, kind_of_shape, direction, hosts, kinds);
    test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 4));
    uint64_t links = rd_link_count(&test.instance.topology);
    for (uint64_t link = 0; link < links; link++) {
        test.cost[link].latency_s = (double)rd_rng_below(rng, 3);
        test.cost[link].bandwidth_bytes_per_s =
            rd_rng_below(rng, 8) == 0 ? INFINITY : 1.0 / (double)(1u << rd_rng_below(rng, 3));
    }
    for (size_t i = 0; i < (size_t)hosts * kinds; i++)
        test.load[i] =
            rd_rng_below(rng, 2) ? rd_rng_between(rng, 0, rd_rng_below(rng, 4) ? 6 : 40) : 0;
    test.instance.flops_per_item = (double)rd_rng_between(rng, 0, 4);
    return test;
}

/* A receiver of a row: a neighbour, or now and then the host's own processor. */
static uint32_t random_receiver(struct random_plan *random, uint32_t from)
{
    const struct rd_topology *topology = &random->test.instance.topology;
    bool master = topology->shape == RD_STAR && from == topology->host_count - 1;
    for (int tries = 0; tries < 20; tries++) {
        if (!master && rd_rng_below(&random->rng, 12) == 0)
            return RD_NO_HOST;
        uint32_t to = (uint32_t)rd_rng_below(&random->rng, topology->host_count);
        if (rd_link_between(topology, from, to) != RD_NO_LINK)
            return to;
    }
    return from; /* no neighbour was found */
}

/* A row that can be executed after those before it. */
static void add_row(struct random_plan *random, uint32_t round)
{
    struct rd_rng *rng = &random->rng;
    const struct rd_instance *instance = &random->test.instance;
    uint32_t from = (uint32_t)rd_rng_below(rng, instance->topology.host_count);
    uint32_t kind = (uint32_t)rd_rng_below(rng, instance->kind_count);
    uint32_t to = random_receiver(random, from);
    int64_t *held = &random->held[from * instance->kind_count + kind];
    struct rd_transfer row = {round, from, to, (int32_t)kind, 1, 1};
    if (to == from)
        return;
    if (rd_rng_below(rng, 10) == 0) {
        row.kind = RD_CONTROL;
        row.items = to == RD_NO_HOST ? 1 : 0;
        row.messages = rd_rng_between(rng, 1, 3);
    } else if (*held == 0) {
        return;
    } else if (random->as_held && rd_rng_below(rng, 2)) {
        row.items = rd_rng_between(rng, 1, *held);
        row.messages = 0;
    } else {
        row.items = rd_rng_between(rng, 1, *held < 3 ? *held : 3);
        row.messages = rd_rng_between(rng, 1, *held / row.items);
    }
    rd_plan_add(&random->plan, &arena, row);
    if (row.kind == RD_CONTROL)
        return;
    int64_t items = row.items * (row.messages ? row.messages : 1);
    *held -= items;
    if (to != RD_NO_HOST)
        random->held[to * instance->kind_count + kind] += items;
}

static struct random_plan random_plan_of(uint64_t seed, bool as_held, bool rounds)
{
    struct random_plan random = {.rng = rd_rng_seeded(seed, 0), .as_held = as_held};
    random.test = random_instance(&random.rng);
    size_t entries =
        (size_t)random.test.instance.topology.host_count * random.test.instance.kind_count;
    random.held = rd_take(&arena, entries, int64_t);
    memcpy(random.held, random.test.load, entries * sizeof *random.held);
    random.plan.timing = RD_SELF_TIMED;
    int64_t count = rd_rng_between(&random.rng, 1, 25);
    uint32_t round = 0;
    for (int64_t i = 0; i < count; i++) {
        round += rounds && rd_rng_below(&random.rng, 4) == 0;
        add_row(&random, round);
    }
    return random;
}

/* The same plan, a row for each message. */
static struct rd_plan one_by_one(const struct rd_plan *plan)
{
    struct rd_plan split = {.timing = plan->timing};
    for (size_t i = 0; i < plan->transfer_count; i++) {
        struct rd_transfer row = plan->transfer[i];
        int64_t messages = row.messages;
        row.messages = 1;
        for (int64_t m = 0; m < messages; m++)
            rd_plan_add(&split, &arena, row);
    }
    return split;
}

static void expect_same_trace(const struct rd_trace *one, const struct rd_trace *other)
{
    assert_int_equal(one->transfer_count, other->transfer_count);
    for (size_t i = 0; i < one->transfer_count; i++) {
        assert_true(one->transfer[i].start_s == other->transfer[i].start_s);
        assert_true(one->transfer[i].end_s == other->transfer[i].end_s);
        assert_int_equal(one->transfer[i].from, other->transfer[i].from);
        assert_int_equal(one->transfer[i].to, other->transfer[i].to);
        assert_int_equal(one->transfer[i].items, other->transfer[i].items);
    }
}

enum { PLANS = 30000 };

/* Each plan in arenas of its own; the seed is printed if it fails. */
static void for_each_plan(bool as_held, bool rounds, void (*check)(struct random_plan *random))
{
    for (uint64_t seed = 1; seed <= PLANS; seed++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct random_plan random = random_plan_of(seed, as_held, rounds);
        rd_referee_plan(&random.test.instance, &random.plan, &arena, &scratch, &trace, &verdict);
        if (verdict.violation != RD_LEGAL)
            print_error("seed %d: %s\n", (int)seed, verdict.message);
        assert_int_equal(verdict.violation, RD_LEGAL);
        check(&random);
        rd_arena_rewind(&arena, mark);
    }
}

static void check_one_by_one(struct random_plan *random)
{
    struct rd_plan split = one_by_one(&random->plan);
    struct rd_trace split_trace;
    struct rd_verdict of_split;
    rd_referee_plan(&random->test.instance, &split, &arena, &scratch, &split_trace, &of_split);
    assert_int_equal(of_split.violation, RD_LEGAL);
    assert_true(of_split.makespan_s == verdict.makespan_s);
    expect_same_trace(&trace, &split_trace);
    /* Without a trace plain plans take a shorter way. */
    rd_referee_plan(&random->test.instance, &random->plan, &arena, &scratch, NULL, &of_split);
    assert_true(of_split.makespan_s == verdict.makespan_s);
}

static void test_runs_are_messages(void **state)
{
    (void)state;
    for_each_plan(false, false, check_one_by_one);
    for_each_plan(false, true, check_one_by_one);
}

/* The trace of a plan is legal, with the same end, items and messages; listed by start and
 * evaluated as a plan it ends no later, and no message of it. */
static void check_trace(struct random_plan *random)
{
    struct rd_verdict of_trace, of_replay;
    const struct rd_instance *instance = &random->test.instance;
    rd_referee_trace(instance, &trace, true, &arena, &scratch, &of_trace);
    assert_string_equal(of_trace.message, "");
    assert_true(of_trace.makespan_s == verdict.makespan_s);
    assert_int_equal(of_trace.items_moved, verdict.items_moved);
    assert_int_equal(of_trace.transfers, verdict.transfers);
    size_t bytes = (size_t)instance->topology.host_count * instance->kind_count * sizeof(int64_t);
    assert_memory_equal(of_trace.final, verdict.final, bytes);
    /* Of messages that take no time and start together, the first by host need not be the first by
     * supply: such a trace cannot be listed by start. */
    for (size_t i = 0; i < trace.transfer_count; i++)
        if (trace.transfer[i].start_s == trace.transfer[i].end_s)
            return;
    struct rd_plan replay;
    rd_plan_of_trace(&trace, &arena, &replay);
    rd_referee_plan(instance, &replay, &arena, &scratch, NULL, &of_replay);
    assert_string_equal(of_replay.message, "");
    assert_true(of_replay.makespan_s <= verdict.makespan_s);
}

static void test_planned_clock_is_a_legal_trace(void **state)
{
    (void)state;
    for_each_plan(false, false, check_trace);
    for_each_plan(true, true, check_trace);
}

static void check_twice(struct random_plan *random)
{
    struct rd_instance *instance = &random->test.instance;
    uint64_t links = rd_link_count(&instance->topology);
    for (uint64_t link = 0; link < links; link++) {
        random->test.cost[link].latency_s *= 2;
        random->test.cost[link].bandwidth_bytes_per_s /= 2;
    }
    instance->flops_per_item *= 2;
    struct rd_verdict twice;
    rd_referee_plan(instance, &random->plan, &arena, &scratch, NULL, &twice);
    assert_true(twice.makespan_s == 2 * verdict.makespan_s);
}

static void test_twice_the_costs_is_twice_the_time(void **state)
{
    (void)state;
    for_each_plan(true, true, check_twice);
}

/* The same hosts and rows behind four hosts more, of which one gets items of two links and passes
 * them on: now the whole plan runs from the heap. */
static void check_heap(struct random_plan *random)
{
    const struct rd_instance *small = &random->test.instance;
    if (small->topology.shape != RD_SWITCH || small->port_count == 1)
        return;
    uint32_t n = small->topology.host_count, kinds = small->kind_count, more = n + 4;
    struct test_instance large =
        test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, more, kinds);
    large.instance.port_model = small->port_model;
    large.instance.port_count = small->port_count;
    large.instance.flops_per_item = small->flops_per_item;
    for (uint32_t from = 0; from < n; from++)
        for (uint32_t to = 0; to < n; to++)
            large.cost[from * more + to] = random->test.cost[from * n + to];
    memcpy(large.load, random->test.load, (size_t)n * kinds * sizeof *large.load);
    large.load[n * kinds] = large.load[(n + 1) * kinds] = 1;
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, n, n + 2, 0, 1, 1});
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, n + 1, n + 2, 0, 1, 1});
    rd_plan_add(&plan, &arena, (struct rd_transfer){0, n + 2, n + 3, 0, 2, 1});
    for (size_t i = 0; i < random->plan.transfer_count; i++)
        rd_plan_add(&plan, &arena, random->plan.transfer[i]);
    struct rd_trace by_heap, rest = {0};
    struct rd_verdict of_heap;
    rd_referee_plan(&large.instance, &plan, &arena, &scratch, &by_heap, &of_heap);
    assert_string_equal(of_heap.message, "");
    for (size_t i = 0; i < by_heap.transfer_count; i++)
        if (by_heap.transfer[i].from < n)
            rd_trace_add(&rest, &arena, by_heap.transfer[i]);
    expect_same_trace(&trace, &rest);
}

static void test_pass_and_heap_agree(void **state)
{
    (void)state;
    for_each_plan(false, false, check_heap);
    for_each_plan(true, true, check_heap);
}

/* Busy ports of two to twelve: most messages leave host 0 or come to host 1, so that windows are
 * full. With a trace and without, and from the heap. */
static void test_busy_ports(void **state)
{
    enum { HOSTS = 15, ROWS = 300 };
    static const uint32_t port_counts[] = {2, 3, 8, 9, 12};
    (void)state;
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct rd_rng rng = rd_rng_seeded(seed, 9);
        struct random_plan random = {
            .test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, HOSTS, 1),
            .plan.timing = RD_SELF_TIMED};
        test_instance_set_ports(&random.test, port_counts[seed % COUNT(port_counts)]);
        for (uint32_t from = 0; from < HOSTS; from++) {
            random.test.load[from] = 3 * ROWS;
            for (uint32_t to = 0; to < HOSTS; to++)
                random.test.cost[from * HOSTS + to].bandwidth_bytes_per_s =
                    1.0 / (double)(1u << rd_rng_below(&rng, 4));
        }
        for (uint32_t row = 0; row < ROWS; row++) {
            uint32_t from = rd_rng_below(&rng, 3) ? 0 : (uint32_t)rd_rng_below(&rng, HOSTS);
            uint32_t to = from && rd_rng_below(&rng, 2) ? 1 : (uint32_t)rd_rng_below(&rng, HOSTS);
            int64_t messages = rd_rng_below(&rng, 4) ? 1 : rd_rng_between(&rng, 2, 3);
            if (from != to)
                rd_plan_add(&random.plan, &arena,
                            (struct rd_transfer){0, from, to, 0, 1, messages});
        }
        struct rd_verdict untraced;
        rd_referee_plan(&random.test.instance, &random.plan, &arena, &scratch, &trace, &verdict);
        rd_referee_plan(&random.test.instance, &random.plan, &arena, &scratch, NULL, &untraced);
        assert_true(untraced.makespan_s == verdict.makespan_s);
        check_heap(&random);
        rd_arena_rewind(&arena, mark);
    }
}

/* Hosts that pass on what came over several links, at k ports or at all, behind which two more
 * hosts have no part yet. Every third plan is of equal messages; of every hundredth, whose links
 * are too many for a table, host 0 sends most. */
static struct random_plan random_pooled(uint64_t seed)
{
    static const uint32_t port_counts[] = {0, 2, 3, 5, 12};
    uint32_t hosts = seed % 100 ? 6 : 300,
             port_count = port_counts[(seed + seed / 100) % COUNT(port_counts)];
    bool alike = seed % 3 == 0;
    int64_t each = alike ? 1 + (int64_t)(seed / 3 % 2) : 1;
    struct random_plan random = {.rng = rd_rng_seeded(seed, 10), .plan.timing = RD_SELF_TIMED};
    random.test = test_instance_make(&arena, RD_SWITCH, RD_NO_DIRECTION, hosts + 2, 1);
    struct rd_instance *instance = &random.test.instance;
    test_instance_set_ports(&random.test, port_count);
    instance->flops_per_item = rd_rng_unit(&random.rng);
    instance->costs_equal = alike && seed % 2;
    random.held = rd_take(&arena, hosts + 2, int64_t);
    for (uint64_t link = 0; link < rd_link_count(&instance->topology); link++) {
        random.test.cost[link].latency_s = 0.3 * (double)rd_rng_below(&random.rng, 2);
        random.test.cost[link].bandwidth_bytes_per_s =
            rd_rng_below(&random.rng, 8) ? (double)rd_rng_between(&random.rng, 3, 9) : INFINITY;
    }
    for (uint32_t host = 0; host < hosts; host++)
        random.held[host] = random.test.load[host] = rd_rng_between(&random.rng, 0, 5);
    if (hosts > 6)
        random.held[0] = random.test.load[0] = 1000;
    for (uint32_t row = 0; row < 10 * hosts; row++) {
        uint32_t to = (uint32_t)rd_rng_below(&random.rng, hosts);
        uint32_t from = hosts > 6 && row % 2 ? 0 : (uint32_t)rd_rng_below(&random.rng, hosts);
        int64_t held = random.held[from];
        bool computes = !alike && rd_rng_below(&random.rng, 40) == 0;
        if (held < each || from == to)
            continue;
        int64_t items = alike ? each : rd_rng_between(&random.rng, 1, held < 3 ? held : 3);
        int64_t messages = alike ? 1 : rd_rng_between(&random.rng, 1, held / items);
        rd_plan_add(&random.plan, &arena,
                    (struct rd_transfer){0, from, computes ? RD_NO_HOST : to, 0, items, messages});
        random.held[from] -= items * messages;
        random.held[to] += computes ? 0 : items * messages;
    }
    return random;
}

/* The same with a word between the two hosts, which takes each message from the heap of all queues;
 * and without a trace. Costs are no whole numbers, so that all digits have to agree. */
static void test_pooled_arrivals(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        struct random_plan random = random_pooled(seed);
        struct rd_instance *instance = &random.test.instance;
        struct rd_trace with_word, rest = {0};
        struct rd_verdict untraced;
        rd_referee_plan(instance, &random.plan, &arena, &scratch, &trace, &verdict);
        rd_referee_plan(instance, &random.plan, &arena, &scratch, NULL, &untraced);
        assert_true(untraced.makespan_s == verdict.makespan_s);
        uint32_t last = instance->topology.host_count - 1;
        rd_plan_add(&random.plan, &arena,
                    (struct rd_transfer){0, last - 1, last, RD_CONTROL, 0, 1});
        rd_referee_plan(instance, &random.plan, &arena, &scratch, &with_word, &untraced);
        for (size_t i = 0; i < with_word.transfer_count; i++)
            if (with_word.transfer[i].kind != RD_CONTROL)
                rd_trace_add(&rest, &arena, with_word.transfer[i]);
        expect_same_trace(&trace, &rest);
        rd_arena_rewind(&arena, mark);
    }
}

/* A master that receives so much, of so many workers, that 32 bits do not hold the number of a host
 * and which of its transfers one is. */
static void test_many_to_one(void **state)
{
    (void)state;
    enum { SENDERS = 33000, MASTER = 2 * SENDERS };
    struct rd_arena_mark mark = rd_arena_mark(&arena);
    struct test_instance test = test_instance_make(&arena, RD_STAR, RD_NO_DIRECTION, MASTER + 1, 1);
    test_instance_set_ports(&test, 3);
    struct rd_plan plan = {.timing = RD_SELF_TIMED};
    for (uint32_t host = 0; host < SENDERS; host++) {
        test.load[host] = 1;
        rd_plan_add(&plan, &arena, (struct rd_transfer){0, host, MASTER, 0, 1, 1});
        rd_plan_add(&plan, &arena, (struct rd_transfer){0, MASTER, SENDERS + host, 0, 1, 1});
    }
    for (int equal = 0; equal < 2; equal++) {
        struct rd_verdict untraced;
        test.instance.costs_equal = equal;
        rd_referee_plan(&test.instance, &plan, &arena, &scratch, &trace, &verdict);
        rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &untraced);
        assert_int_equal(untraced.violation, RD_LEGAL);
        assert_true(untraced.makespan_s == verdict.makespan_s);
    }
    rd_arena_rewind(&arena, mark);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING_TEST(test_runs_are_messages),
        JUDGING_TEST(test_planned_clock_is_a_legal_trace),
        JUDGING_TEST(test_twice_the_costs_is_twice_the_time),
        JUDGING_TEST(test_pass_and_heap_agree),
        JUDGING_TEST(test_busy_ports),
        JUDGING_TEST(test_pooled_arrivals),
        JUDGING_TEST(test_many_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
