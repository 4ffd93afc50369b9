/* The net flow's bounds and optima against the paper's formulas written out: on every small ring,
 * then on random ones, which the argument multiplies. */
#include "two_way_case.h"

#include "algorithms/ring/lemma12.h"
#include "algorithms/ring/light.h"
#include "algorithms/ring/rational_flow.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

static const struct two_way_case *under_test;
static uint64_t times = 1;

/* Like assert_true, but says which ring it was. */
#define check(condition)                                                                           \
    do {                                                                                           \
        char text[512];                                                                            \
        if (!(condition))                                                                          \
            fail_msg("%s does not hold on %s", #condition, case_text(under_test, text));           \
    } while (0)

static double seconds(struct rd_sum_of_products busy)
{
    return rd_sum_of_products_value(&busy);
}

/* System 6, System 8 and the light interval by trying every z. */
static void check_integers(const struct two_way_case *ring, const struct rd_two_way *fast)
{
    const struct rd_net_flow *flow = &fast->flow;
    const struct rd_flow_optimum *optimum = &fast->optimum;
    const struct rd_light *light = &fast->light;
    int64_t reach = naive_reach(ring);
    int64_t least = INT64_MAX, least_light = INT64_MAX;
    for (int64_t z = -reach; z <= reach; z++) {
        int64_t busiest = naive_busiest(ring, z);
        bool is_light = naive_is_light(ring, z);
        check(is_light == (light->z.first <= z && z <= light->z.last));
        if (busiest < least)
            least = busiest;
        if (is_light && busiest < least_light)
            least_light = busiest;
        if (z < flow->ring.least_sum || z > flow->ring.greatest_sum)
            continue;
        check(seconds(rd_net_flow_value(flow, z).busy) == (double)busiest);
    }
    check(seconds(optimum->value.busy) == (double)least);
    bool optimum_is_light = false;
    for (int64_t z = flow->ring.least_sum; z <= flow->ring.greatest_sum; z++) {
        bool optimal = naive_busiest(ring, z) == least;
        check(optimal == (optimum->z.first <= z && z <= optimum->z.last));
        optimum_is_light |= optimal && naive_is_light(ring, z);
    }
    bool meets = !rd_interval_is_empty(rd_light_optima(fast));
    check(meets == optimum_is_light);
    check(rd_interval_is_empty(light->z) == (least_light == INT64_MAX));
    if (least_light == INT64_MAX)
        return;
    check(meets == (least_light == least));
    struct rd_interval system8 = rd_light_best(fast);
    check(!rd_interval_is_empty(system8));
    for (int64_t z = system8.first; z <= system8.last; z++)
        check(naive_busiest(ring, z) == least_light && naive_is_light(ring, z));
}

static void check_lemma12(const struct two_way_case *ring, const struct rd_net_flow *flow,
                          const struct rd_flow_optimum *optimum)
{
    int64_t line[4], greatest = 0;
    naive_lemma12(ring, line);
    for (int i = 0; i < 4; i++)
        if (line[i] > greatest)
            greatest = line[i];
    struct rd_lemma12 fast = rd_lemma12(flow);
    check(seconds(fast.seconds) == (double)greatest);
    double tau6 = seconds(optimum->value.busy);
    check((double)greatest <= tau6);
    check(tau6 <= 2 * (double)greatest);
    check((fast.bottleneck == RD_LEMMA12_NOTHING) == (greatest == 0));
    if (fast.bottleneck == RD_LEMMA12_SLICE) {
        int64_t surplus = 0;
        for (uint32_t host = fast.first;; host = rd_ring_next(ring->host_count, host)) {
            surplus += ring->delta[host];
            if (host == fast.last)
                break;
        }
        check(surplus == fast.backward_items + fast.forward_items);
        int64_t out_before = fast.backward_items * ring->down[fast.first];
        int64_t out_after = fast.forward_items * ring->up[fast.last];
        check((out_before > out_after ? out_before : out_after) == greatest);
    }
}

/* g between two integers, as twice 2n lines through their ends: height at start, and rise. */
struct lines {
    int64_t start[2 * CASE_HOSTS];
    int64_t rise[2 * CASE_HOSTS];
    size_t count;
};

static struct lines lines_after(const struct two_way_case *ring, int64_t z)
{
    struct lines lines = {.count = 0};
    for (uint32_t host = 0; host < ring->host_count; host++) {
        uint32_t last = (host + ring->host_count - 1) % ring->host_count;
        uint32_t next = (host + 1) % ring->host_count;
        int64_t at[2][2]; /* [send, receive][at z, at z + 1] */
        for (int i = 0; i < 2; i++) {
            int64_t ahead = naive_flow(ring, host, z + i);
            int64_t behind = naive_flow(ring, last, z + i);
            at[0][i] = (ahead > 0 ? ring->up[host] * ahead : 0) +
                       (behind < 0 ? -ring->down[host] * behind : 0);
            at[1][i] = (behind > 0 ? ring->up[last] * behind : 0) +
                       (ahead < 0 ? -ring->down[next] * ahead : 0);
        }
        for (int port = 0; port < 2; port++) {
            lines.start[lines.count] = at[port][0];
            lines.rise[lines.count++] = at[port][1] - at[port][0];
        }
    }
    return lines;
}

/* The least of g on one segment: at an end, or where two lines cross at above / below. */
static double lowest_on_segment(const struct two_way_case *ring, int64_t z)
{
    struct lines lines = lines_after(ring, z);
    double least = INFINITY;
    for (size_t i = 0; i < lines.count; i++) {
        for (size_t j = 0; j < lines.count; j++) {
            int64_t below = lines.rise[j] - lines.rise[i];
            int64_t above = lines.start[i] - lines.start[j];
            if (below <= 0 || above < 0 || above > below)
                continue;
            int64_t highest = INT64_MIN; /* times below */
            for (size_t k = 0; k < lines.count; k++) {
                int64_t height = lines.start[k] * below + lines.rise[k] * above;
                if (height > highest)
                    highest = height;
            }
            if ((double)highest / (double)below < least)
                least = (double)highest / (double)below;
        }
    }
    return least;
}

static void check_rational(const struct two_way_case *ring, const struct rd_two_way *fast)
{
    const struct rd_net_flow *flow = &fast->flow;
    struct rd_rational_optimum rational = rd_rational_flow(fast);
    double least = INFINITY;
    for (int64_t z = flow->ring.least_sum; z <= flow->ring.greatest_sum; z++) {
        least = fmin(least, (double)naive_busiest(ring, z));
        if (z < flow->ring.greatest_sum)
            least = fmin(least, lowest_on_segment(ring, z));
    }
    check(fabs(rational.seconds - least) <= 1e-12 * least);
    check((double)rational.floor_z == floor(rational.z));
    check((double)rational.ceiling_z == ceil(rational.z));
    /* Theorem 4 */
    double tau6 = seconds(fast->optimum.value.busy);
    double floor_s = (double)naive_busiest(ring, rational.floor_z);
    double ceiling_s = (double)naive_busiest(ring, rational.ceiling_z);
    check(fmin(floor_s, ceiling_s) == tau6);
    /* Next to the light flows: if an optimum is light, so is one of the two. */
    bool meets = !rd_interval_is_empty(rd_light_optima(fast));
    check(meets == ((floor_s == tau6 && naive_is_light(ring, rational.floor_z)) ||
                    (ceiling_s == tau6 && naive_is_light(ring, rational.ceiling_z))));
}

static void check_fewest_hops(const struct two_way_case *ring, const struct rd_net_flow *flow)
{
    struct rd_interval all = {flow->ring.least_sum, flow->ring.greatest_sum};
    int64_t chosen = rd_net_flow_fewest_hops(flow, all);
    int64_t least = INT64_MAX, chosen_hops = -1, first_least = 0;
    for (int64_t z = all.first; z <= all.last; z++) {
        int64_t hops = 0;
        for (uint32_t host = 0; host < ring->host_count; host++)
            hops += llabs(naive_flow(ring, host, z));
        if (hops < least) {
            least = hops;
            first_least = z;
        }
        if (z == chosen)
            chosen_hops = hops;
    }
    check(chosen_hops == least && chosen == first_least);
}

static void check_ring(const struct two_way_case *ring, struct rd_arena *arena)
{
    struct rd_arena_mark mark = rd_arena_mark(arena);
    under_test = ring;
    struct test_instance test = case_instance(ring, 1, arena);
    check(rd_net_flow_accepts(&test.instance, "System 6", NULL));
    struct rd_two_way fast = rd_two_way_read(&test.instance, arena);
    check_integers(ring, &fast);
    check_lemma12(ring, &fast.flow, &fast.optimum);
    check_rational(ring, &fast);
    check_fewest_hops(ring, &fast.flow);
    rd_arena_rewind(arena, mark);
}

/* Counts through 0..base-1 in each of `count` digits. Returns: false after the last. */
static bool next_digits(int64_t *digit, uint32_t count, int64_t least, int64_t most)
{
    for (uint32_t i = 0; i < count; i++) {
        if (digit[i]++ < most)
            return true;
        digit[i] = least;
    }
    return false;
}

static int64_t sum_of(const int64_t *value, uint32_t count)
{
    int64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += value[i];
    return sum;
}

/* All loads and final loads of 0..most_items (with equal sums) and all costs of 1..most_cost. */
static size_t check_all(uint32_t n, int64_t most_items, int64_t most_cost, struct rd_arena *arena)
{
    size_t rings = 0;
    struct two_way_case ring = {.host_count = n};
    do {
        int64_t target[CASE_HOSTS] = {0};
        do {
            if (sum_of(target, n) != sum_of(ring.load, n))
                continue;
            for (uint32_t i = 0; i < n; i++) {
                ring.delta[i] = ring.load[i] - target[i];
                ring.up[i] = 1;
                ring.down[i] = 1;
            }
            do {
                do {
                    if (n == 2 && (ring.up[0] != ring.down[0] || ring.up[1] != ring.down[1]))
                        continue; /* two hosts have one link each way */
                    check_ring(&ring, arena);
                    rings++;
                } while (next_digits(ring.up, n, 1, most_cost));
            } while (next_digits(ring.down, n, 1, most_cost));
        } while (next_digits(target, n, 0, most_items));
    } while (next_digits(ring.load, n, 0, most_items));
    return rings;
}

static void every_small_ring(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_int_equal(check_all(1, 3, 1, &arena), 4);
    /* Pairs of loads with equal sums of 0..4 each: 1 + 4 + 9 + 16 + 25 + 16 + 9 + 4 + 1 = 85. */
    assert_int_equal(check_all(2, 4, 3, &arena), 85 * 9);
    /* Triples of 0..2: 1, 3, 6, 7, 6, 3, 1 of each sum; the squares add up to 141. */
    assert_int_equal(check_all(3, 2, 2, &arena), 141 * 64);
    /* Fours of 0..1: 1, 4, 6, 4, 1; the squares add up to 70. */
    assert_int_equal(check_all(4, 1, 2, &arena), 70 * 256);
    rd_arena_close(&arena);
}

static void random_rings(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(20, 0);
    for (uint64_t i = 0; i < 3000 * times; i++) {
        struct two_way_case ring =
            case_random(&rng, 2, 9, rd_rng_between(&rng, 0, 1), rd_rng_between(&rng, 1, 12),
                        rd_rng_between(&rng, 1, 10));
        check_ring(&ring, &arena);
    }
    print_compared("Lemma 12, System 6, System 8, light flows, rational flows", 3000 * times);
    rd_arena_close(&arena);
}

/* Costs of 2^50 and a little more, some items: doubles round the time of a port, 64 bits do not,
 * and neighbouring z differ in their last digits only. */
static void costs_of_fifty_bits(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(20, 1);
    for (uint64_t i = 0; i < 3000 * times; i++) {
        struct two_way_case ring = case_random(&rng, 3, 6, 0, 100, 3);
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        under_test = &ring;
        struct test_instance test = case_instance(&ring, 1, &arena);
        uint32_t n = ring.host_count;
        for (uint32_t host = 0; host < n; host++) {
            ring.up[host] += INT64_C(1) << 50;
            ring.down[host] += INT64_C(1) << 50;
            /* As latency, which no division rounds. */
            test_instance_set_cost(&test, host, (host + 1) % n, (double)ring.up[host], 0);
            test_instance_set_cost(&test, host, (host + n - 1) % n, (double)ring.down[host], 0);
        }
        struct rd_net_flow flow = rd_net_flow_read(&test.instance, &arena);
        struct rd_flow_optimum optimum = rd_net_flow_optimum(&flow);
        int64_t least = INT64_MAX;
        for (int64_t z = flow.ring.least_sum; z <= flow.ring.greatest_sum; z++)
            if (naive_busiest(&ring, z) < least)
                least = naive_busiest(&ring, z);
        for (int64_t z = flow.ring.least_sum; z <= flow.ring.greatest_sum; z++)
            check((naive_busiest(&ring, z) == least) ==
                  (optimum.z.first <= z && z <= optimum.z.last));
        rd_arena_rewind(&arena, mark);
    }
    print_compared("System 6 with costs of fifty bits", 3000 * times);
    rd_arena_close(&arena);
}

/* On a ring that a slope of 2^-40 tilts, rounding hides which of two ports is busier: 2^30 items
 * have to leave host 0, forward at 1 s or backward at 1 + 2^-40 s. By hand, with z backward and
 * 2^31 - z forward, the send port of host 0 takes 2^31 + z 2^-40 s: least at z = 0, by 2^-40 s an
 * item out of 2^31 s. The receivers' ports take no longer. */
static void slopes_below_rounding(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 3, 1);
    const int64_t items = INT64_C(1) << 31;
    test_instance_reach(&test, (int64_t[]){items + 1, 1, 1},
                        (int64_t[]){1, items / 2 + 1, items / 2 + 1});
    /* From host 1 and host 2 the items may go on, at no cost. */
    test_instance_set_cost(&test, 0, 1, 1, 0);
    test_instance_set_cost(&test, 0, 2, 1 + 0x1p-40, 0);
    test_instance_set_cost(&test, 1, 2, 0, 0);
    test_instance_set_cost(&test, 2, 1, 0, 0);
    struct rd_net_flow flow = rd_net_flow_read(&test.instance, &arena);
    struct rd_flow_optimum optimum = rd_net_flow_optimum(&flow);
    assert_true(optimum.z.first == 0 && optimum.z.last == 0);
    assert_true(seconds(optimum.value.busy) == (double)items);
    assert_true(optimum.value.host == 0 && !optimum.value.receives);
    rd_arena_close(&arena);
}

/* The most items there can be, all carried half-way round: no product or sum overflows. Host 0
 * gives 2^53 - 3 items to host 2 of four, at 1 s an item on every link: half of them each way, and
 * host 0 sends them all: tau6 = 2^53 - 3. Every z from 0 to 2^53 - 3 is optimal. */
static void as_many_items_as_there_may_be(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 4, 1);
    const int64_t items = RD_ITEM_LIMIT - 4;
    test_instance_reach(&test, (int64_t[]){items + 1, 1, 1, 1}, (int64_t[]){1, 1, items + 1, 1});
    struct rd_net_flow flow = rd_net_flow_read(&test.instance, &arena);
    struct rd_flow_optimum optimum = rd_net_flow_optimum(&flow);
    assert_true(optimum.z.first == 0 && optimum.z.last == items);
    assert_true(seconds(optimum.value.busy) == (double)items);
    assert_true(seconds(rd_lemma12(&flow).seconds) == (double)items);
    struct rd_light light = rd_light_flows(&flow);
    /* Hosts 1 and 3 hold one item: S = (items, items, 0, 0), so z >= items - 1 and z <= 1. */
    assert_true(light.z.first == items - 1 && light.first_host == 1);
    assert_true(light.z.last == 1 && light.last_host == 3);
    rd_arena_close(&arena);
}

static void costs_that_cannot_be_compared(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, 3, 1);
    test_instance_reach(&test, (int64_t[]){2, 1, 1}, (int64_t[]){1, 1, 2});
    test_instance_set_cost(&test, 2, 1, 1e-250, 0);
    struct rd_error error;
    assert_false(rd_net_flow_accepts(&test.instance, "System 6", &error));
    assert_int_equal(error.code, RD_ERROR_REFUSED);
    assert_string_equal(error.message, "an item takes 1e-250 s from host 2 to host 1: 0 s, or "
                                       "1e-200 to 1e+200 s, can be compared exactly");
    rd_arena_close(&arena);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_small_ring),
        cmocka_unit_test(random_rings),
        cmocka_unit_test(costs_of_fifty_bits),
        cmocka_unit_test(slopes_below_rounding),
        cmocka_unit_test(as_many_items_as_there_may_be),
        cmocka_unit_test(costs_that_cannot_be_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
