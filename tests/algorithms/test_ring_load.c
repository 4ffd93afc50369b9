/* Ring load distribution: the formulas against step-by-step execution, the optima against every h,
 * and the published examples. The argument multiplies the random rings. */
#include "algorithms/ring_load_distribution/optimum.h"
#include "algorithms/ring_load_distribution/window.h"
#include "tests/support/build.h"
#include "tests/support/campaign.h"

#include "sim/base/rng.h"

#include <inttypes.h>
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { MOST_HOSTS = 16 };

static struct rd_arena arena;
static uint64_t times = 1;

static struct rd_ring_loads ring_of(uint32_t n, const int64_t *load)
{
    struct test_instance test = test_instance_make(&arena, RD_RING, RD_TWO_WAY, n, 1);
    for (uint32_t host = 0; host < n; host++)
        test.load[host] = load[host];
    return rd_ring_loads_read(&test.instance, &arena);
}

/* Executes Linear - h as the paper's rule says, message by message. What a host owes one way may
 * leave in a step only if it was held when the step began.
 * Returns: the steps until all is sent, RD_NEVER if a step sends nothing before that. */
static int64_t execute(const struct rd_ring_loads *ring, int64_t h, bool multi_send)
{
    uint32_t n = ring->host_count;
    int64_t held[MOST_HOSTS], clockwise[MOST_HOSTS], counter[MOST_HOSTS], left = 0;
    for (uint32_t host = 0; host < n; host++) {
        int64_t out = ring->linear[host] - h, in = ring->linear[(host + n - 1) % n] - h;
        held[host] = ring->load[host];
        clockwise[host] = out > 0 ? out : 0;
        counter[host] = in < 0 ? -in : 0;
        left += clockwise[host] + counter[host];
    }
    int64_t steps = 0;
    for (; left > 0; steps++) {
        int64_t arriving[MOST_HOSTS] = {0}, sent_in_all = 0;
        for (uint32_t host = 0; host < n; host++) {
            int64_t owed = clockwise[host] + counter[host];
            if (!multi_send && held[host] < owed)
                continue;
            int64_t sent = clockwise[host] < held[host] ? clockwise[host] : held[host];
            clockwise[host] -= sent;
            held[host] -= sent;
            arriving[(host + 1) % n] += sent;
            sent_in_all += sent;
            sent = counter[host] < held[host] ? counter[host] : held[host];
            counter[host] -= sent;
            held[host] -= sent;
            arriving[(host + n - 1) % n] += sent;
            sent_in_all += sent;
        }
        if (sent_in_all == 0)
            return RD_NEVER;
        left -= sent_in_all;
        for (uint32_t host = 0; host < n; host++)
            held[host] += arriving[host];
    }
    return steps;
}

/* The items times hops of Linear - h. */
static int64_t traffic_of(const struct rd_ring_loads *ring, int64_t h)
{
    int64_t traffic = 0;
    for (uint32_t edge = 0; edge < ring->host_count; edge++)
        traffic += llabs(ring->linear[edge] - h);
    return traffic;
}

/* Everything that holds of one ring, by trying every h that could matter. */
static void check_ring(const struct rd_ring_loads *ring)
{
    int64_t best[2] = {RD_NEVER, RD_NEVER}, low[2] = {0, 0}, high[2] = {0, 0};
    int64_t least_traffic = INT64_MAX, traffic_low = 0, traffic_high = 0;
    for (int64_t h = ring->least - ring->average - 2; h <= ring->greatest + ring->average + 2;
         h++) {
        int64_t traffic = traffic_of(ring, h);
        if (traffic < least_traffic) {
            least_traffic = traffic;
            traffic_low = h;
        }
        if (traffic == least_traffic)
            traffic_high = h;
        for (int multi = 0; multi < 2; multi++) {
            int64_t executed = execute(ring, h, multi);
            int64_t formula = multi ? rd_multi_send_steps(ring, h) : rd_single_send_steps(ring, h);
            assert_int_equal(formula, executed);
            if (executed < best[multi]) {
                best[multi] = executed;
                low[multi] = h;
            }
            if (executed == best[multi])
                high[multi] = h;
        }
    }
    struct rd_shifts traffic = rd_least_traffic_shifts(ring, &arena);
    assert_int_equal(traffic.low, traffic_low);
    assert_int_equal(traffic.high, traffic_high);
    assert_int_equal(traffic_of(ring, rd_traffic_shift(ring, &arena)), least_traffic);
    struct rd_ring_optimum optimum[2] = {rd_single_send_optimum(ring), rd_multi_send_optimum(ring)};
    for (int multi = 0; multi < 2; multi++) {
        assert_int_equal(optimum[multi].steps, best[multi]);
        assert_int_equal(optimum[multi].shifts.low, low[multi]);
        assert_int_equal(optimum[multi].shifts.high, high[multi]);
    }
    assert_true(best[1] <= best[0]);
    assert_true(best[0] <= ring->host_count / 2);
}

/* The fastest h of least traffic, the least on ties, by trying them all. */
static void check_best_within(const struct rd_ring_loads *ring, struct rd_shifts shifts)
{
    for (int multi = 0; multi < 2; multi++) {
        int64_t best = RD_NEVER, best_h = shifts.low;
        for (int64_t h = shifts.low; h <= shifts.high; h++) {
            int64_t steps = multi ? rd_multi_send_steps(ring, h) : rd_single_send_steps(ring, h);
            if (steps < best) {
                best = steps;
                best_h = h;
            }
        }
        assert_int_equal(rd_best_shift_within(ring, shifts, multi), best_h);
    }
}

/* The length of a red host's thread: hosts upstream are taken in, itself first, until one is green
 * or, where `mended`, until they hold what it owes; as printed its own load does not count, and a
 * green host counts for what it owes. 0: as printed there is none. In: each [n], by host, of the
 * direction in which the host is red. */
static int64_t thread_length(uint32_t n, const int64_t *owes, const int64_t *load, uint32_t host,
                             int64_t upstream, bool mended)
{
    int64_t held = mended ? load[host] : 0, length = 1;
    for (uint32_t at = host; length < 1000; length++) {
        if (mended && held >= owes[host])
            return length;
        at = (uint32_t)((at + n + (uint64_t)(n + upstream)) % n);
        bool green = owes[at] <= load[at];
        if (green)
            return mended || owes[host] <= owes[at] + held ? length + 1 : 0;
        held += load[at];
        if (!mended && owes[host] <= held)
            return length + 1;
    }
    return 0;
}

/* The longest thread, 1 if no host is red and something moves. */
static int64_t longest_thread(const struct rd_ring_loads *ring, int64_t h, bool mended)
{
    uint32_t n = ring->host_count;
    int64_t longest = 0;
    for (int64_t way = -1; way <= 1; way += 2) {
        int64_t owes[MOST_HOSTS]; /* this way; the other way a host owes nothing if it is red */
        for (uint32_t host = 0; host < n; host++) {
            int64_t items = way * (ring->linear[way > 0 ? host : (host + n - 1) % n] - h);
            owes[host] = items > 0 ? items : 0;
            longest = items > 0 && longest == 0 ? 1 : longest;
        }
        for (uint32_t host = 0; host < n; host++) {
            int64_t both = owes[host];
            int64_t other = -way * (ring->linear[way > 0 ? (host + n - 1) % n : host] - h);
            both += other > 0 ? other : 0;
            if (owes[host] == 0 || both <= ring->load[host])
                continue;
            int64_t length = thread_length(n, owes, ring->load, host, -way, mended);
            if (length == 0)
                return 0;
            longest = length > longest ? length : longest;
        }
    }
    return longest;
}

/* Proposition 2 with Definition 1 mended, and as printed; Figure 9 with its first line, and without
 * it. Counts what is wrong, as printed and without the first line, of how many. */
static void check_statements(const struct rd_ring_loads *ring, int64_t wrong[2], int64_t of[2])
{
    for (int64_t h = ring->least; ring->average > 0 && h <= ring->greatest; h++) {
        int64_t steps = rd_multi_send_steps(ring, h);
        assert_int_equal(longest_thread(ring, h, true), steps);
        wrong[0] += longest_thread(ring, h, false) != steps;
        of[0]++;
    }
    int64_t traffic = rd_single_send_steps(ring, rd_traffic_shift(ring, &arena));
    int64_t searched = rd_single_send_steps(ring, rd_window_search(ring, false, &arena));
    int64_t optimum = rd_single_send_optimum(ring).steps;
    assert_int_equal(searched < traffic ? searched : traffic, optimum);
    wrong[1] += searched != optimum;
    of[1]++;
    assert_int_equal(rd_multi_send_steps(ring, rd_window_search(ring, true, &arena)),
                     rd_multi_send_optimum(ring).steps);
}

/* Every ring of up to 6 hosts with loads up to 4 that the hosts divide. */
static void test_every_small_ring(void **state)
{
    (void)state;
    int64_t wrong[2] = {0, 0}, of[2] = {0, 0};
    for (uint32_t n = 2; n <= 6; n++) {
        int64_t load[MOST_HOSTS] = {0};
        for (;;) {
            int64_t total = 0;
            for (uint32_t host = 0; host < n; host++)
                total += load[host];
            if (total % n == 0) {
                struct rd_arena_mark mark = rd_arena_mark(&arena);
                struct rd_ring_loads ring = ring_of(n, load);
                check_ring(&ring);
                check_statements(&ring, wrong, of);
                check_best_within(&ring, rd_least_traffic_shifts(&ring, &arena));
                check_best_within(&ring, (struct rd_shifts){ring.least - 1, ring.greatest});
                rd_arena_rewind(&arena, mark);
            }
            uint32_t digit = 0;
            while (digit < n && load[digit] == 4)
                load[digit++] = 0;
            if (digit == n)
                break;
            load[digit]++;
        }
    }
    print_message("Definition 1 as printed is wrong of %" PRId64 " schedules of %" PRId64
                  "; Figure 9 without its first line misses %" PRId64 " optima of %" PRId64 "\n",
                  wrong[0], of[0], wrong[1], of[1]);
    assert_true(wrong[0] > 0 && wrong[1] > 0);
}

static void test_random_rings(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(20, 4);
    for (uint64_t trial = 0; trial < 3000 * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&arena);
        uint32_t n = (uint32_t)rd_rng_between(&rng, 2, MOST_HOSTS);
        int64_t most = rd_rng_between(&rng, 1, 12), load[MOST_HOSTS], total = 0;
        for (uint32_t host = 0; host < n; host++)
            total += load[host] = rd_rng_between(&rng, 0, most);
        load[0] += (int64_t)(n - total % n) % n;
        struct rd_ring_loads ring = ring_of(n, load);
        check_ring(&ring);
        check_best_within(&ring, rd_least_traffic_shifts(&ring, &arena));
        rd_arena_rewind(&arena, mark);
    }
    print_compared("ring load distribution, each over every h", 3000 * times);
}

/* --- the instances with exact answers ------------------------------------------------------- */

static int64_t field(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    if (json_is_null(value))
        return RD_NEVER;
    assert_true(json_is_integer(value));
    return json_integer_value(value);
}

static void check_interval(const json_t *object, const char *name, struct rd_shifts shifts)
{
    const json_t *interval = json_object_get(object, name);
    assert_int_equal(json_integer_value(json_array_get(interval, 0)), shifts.low);
    assert_int_equal(json_integer_value(json_array_get(interval, 1)), shifts.high);
}

static void check_case(const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/ring_load_distribution/%s", TEST_CASES, file);
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root)
        fail_msg("%s:%d: %s", path, error.line, error.text);
    int64_t load[MOST_HOSTS] = {0};
    size_t n = json_array_size(json_object_get(root, "loads"));
    assert_true(n <= MOST_HOSTS);
    for (size_t i = 0; i < n; i++)
        load[i] = json_integer_value(json_array_get(json_object_get(root, "loads"), i));
    struct rd_ring_loads ring = ring_of((uint32_t)n, load);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(json_integer_value(json_array_get(json_object_get(root, "linear"), i)),
                         ring.linear[i]);
    struct rd_shifts traffic = rd_least_traffic_shifts(&ring, &arena);
    struct rd_ring_optimum single = rd_single_send_optimum(&ring);
    struct rd_ring_optimum multi = rd_multi_send_optimum(&ring);
    assert_int_equal(field(root, "linear_traffic"), traffic_of(&ring, 0));
    assert_int_equal(field(root, "traffic_h"), rd_traffic_shift(&ring, &arena));
    check_interval(root, "traffic_window", traffic);
    assert_int_equal(field(root, "Ts_opt"), single.steps);
    check_interval(root, "Ts_opt_h_interval", single.shifts);
    assert_int_equal(field(root, "Ts_opt_least_traffic"),
                     traffic_of(&ring, rd_least_traffic_within(single.shifts, traffic)));
    assert_int_equal(field(root, "Tm_opt"), multi.steps);
    check_interval(root, "Tm_opt_h_interval", multi.shifts);
    assert_int_equal(field(root, "Tm_opt_least_traffic"),
                     traffic_of(&ring, rd_least_traffic_within(multi.shifts, traffic)));
    size_t index;
    json_t *probe;
    json_array_foreach(json_object_get(root, "probes"), index, probe)
    {
        int64_t h = field(probe, "h");
        assert_int_equal(field(probe, "Ts"), rd_single_send_steps(&ring, h));
        assert_int_equal(field(probe, "Tm"), rd_multi_send_steps(&ring, h));
        assert_int_equal(field(probe, "traffic"), traffic_of(&ring, h));
    }
    json_decref(root);
}

static void test_cases(void **state)
{
    (void)state;
    static const char *const files[] = {
        "001_paper_fig1.json",     "003_paper_n10.json",      "004_paper_34_40_90.json",
        "005_paper_lemma6.json",   "010_all_zero_n5.json",    "013_one_loaded_n4.json",
        "036_fig9_fails_n5.json",  "042_no_common_h_n7.json", "056_uniform_n10.json",
        "063_uniform_odd_n9.json",
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        check_case(files[i]);
}

/* "loop": six hosts of one item, ten items round every edge. With single-send everybody waits for
 * the host before; with multi-send one item moves on at every host each step. */
static void test_loop(void **state)
{
    (void)state;
    struct rd_ring_loads ring = ring_of(6, (int64_t[]){1, 1, 1, 1, 1, 1});
    assert_int_equal(rd_single_send_steps(&ring, -10), RD_NEVER);
    assert_int_equal(rd_multi_send_steps(&ring, -10), 10);
}

/* Figure 10: 100 items on one of 100 hosts. Linear is 99 98 .. 0, so the median is 50 and both
 * directions carry at most 50 and 49; best for h = 49 and 50. */
static void test_figure_10(void **state)
{
    (void)state;
    int64_t load[100] = {100};
    struct rd_ring_loads ring = ring_of(100, load);
    struct rd_ring_optimum single = rd_single_send_optimum(&ring);
    assert_int_equal(rd_traffic_shift(&ring, &arena), 50);
    assert_int_equal(single.steps, 50);
    assert_int_equal(single.shifts.low, 49);
    assert_int_equal(single.shifts.high, 50);
    assert_int_equal(rd_multi_send_optimum(&ring).steps, 50);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    rd_arena_open(&arena, 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_small_ring),
        cmocka_unit_test(test_random_rings),
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_loop),
        cmocka_unit_test(test_figure_10),
    };
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&arena);
    return failures;
}
