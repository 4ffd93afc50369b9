/* The rings of items that a 3-Partition problem becomes (docs/stencil.md), by volume and by steps:
 * the targets that a partition gives, and what the proofs rest on. The argument multiplies the
 * random changes. */
#include "algorithms/stencil/phases.h"
#include "algorithms/stencil/stencil.h"

#include "sim/generators/load_generators.h"
#include "sim/base/rng.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

static struct rd_arena arena, scratch;
static int factor = 1;

/* Who owns each item of the ring of a 3-Partition problem. */
static uint32_t *three_partition_home(uint32_t m, const char *sizes, const char *metric,
                                      uint32_t *ret_n)
{
    const struct rd_load_generator *generator = rd_load_generator_named("three-partition");
    struct rd_option given[] = {{"sizes", sizes}, {"metric", metric}};
    struct rd_options options = {
        .spec = generator->attributes, .given = given, .given_count = 2, .seed = 1};
    uint32_t p = strcmp(metric, "steps") == 0 ? 6 * m : 12 * m, n;
    int64_t *load, *none;
    struct rd_error error;
    assert_true(rd_loads_generate(generator, NULL, p, &options, &arena, &n, &load, &none, &error));
    uint32_t *home = rd_take(&arena, n, uint32_t);
    for (uint32_t host = 0; host < p; host++)
        for (uint32_t item = 0; item < n; item++)
            if (load[(size_t)host * n + item])
                home[item] = host;
    *ret_n = n;
    return home;
}

/* The ring, and the target that a solution gives: set_of[i] is the set of size i. */
static void check_three_partition(uint32_t m, int64_t b, const char *sizes, const int64_t *size,
                                  const uint32_t *set_of)
{
    uint32_t p = 12 * m, n;
    uint32_t *home = three_partition_home(m, sizes, "volume", &n);
    assert_int_equal(n, 96 * m * b);
    uint32_t *owner = rd_take(&arena, n, uint32_t);
    memcpy(owner, home, n * sizeof *owner);
    /* The first 4B of each X_k, and of each Y_j the three blocks behind its four of 2B. */
    int64_t at = 0;
    for (uint32_t k = 0; k < m; k++, at += 23 * b)
        for (int64_t item = at + 3 * b; item < at + 7 * b; item++)
            owner[item] = k;
    for (uint32_t i = 0; i < 3 * m; i++) {
        at += i % 3 == 0 ? 40 * b : 0;
        for (int64_t item = at; item < at + size[i]; item++) {
            assert_int_equal(home[item], 2 * m + i / 3);
            owner[item] = set_of[i];
        }
        at += size[i] + 8 * b;
    }
    struct rd_stencil stencil = {p, n, RD_VOLUME_METRIC, 1, false, 1, (double)(b * b), home};
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, &arena);
    for (uint32_t host = 0; host < p; host++)
        assert_int_equal(target.load[host], 8 * b);
    assert_int_equal(target.moved, 5 * m * b);
    assert_int_equal(target.halo, 36 * m);
    int64_t most = 0;
    for (uint32_t host = 0; host < p; host++)
        most = target.halo_sent[host] > most ? target.halo_sent[host] : most;
    assert_int_equal(most, 8);
    /* 36m, not 8, by the definition's sum. */
    assert_true(rd_stencil_s(&stencil, rd_stencil_cost_of(&target)) ==
                (double)(36 * m + 5 * m * b + 8 * b * b * b));
}

static void test_three_partition(void **state)
{
    (void)state;
    check_three_partition(1, 7, "2 2 3", (const int64_t[]){2, 2, 3}, (const uint32_t[]){0, 0, 0});
    check_three_partition(2, 10, "3 3 3 3 4 4", (const int64_t[]){3, 3, 3, 3, 4, 4},
                          (const uint32_t[]){0, 0, 1, 1, 0, 1});
    check_three_partition(3, 20, "6 6 6 6 6 7 7 8 8", (const int64_t[]){6, 6, 6, 6, 6, 7, 7, 8, 8},
                          (const uint32_t[]){0, 0, 1, 1, 2, 2, 2, 0, 1});
}

/* Counted by steps, the ring for volume of sizes that cannot be partitioned (all are even, B = 13
 * is odd) has a target of the total that a partition would have. P_k and X_k are 8B items in a row,
 * the sizes go to the separators behind them, and all owners are shifted by B. Then P_1 receives B
 * from the last separator and 4B from X_1, P_2 5B from X_2; no host has more than four runs, of two
 * words each. */
static void test_steps_need_no_partition(void **state)
{
    (void)state;
    enum { M = 2, B = 13, P = 12 * M };
    uint32_t n;
    uint32_t *home = three_partition_home(M, "4 4 4 4 4 6", "volume", &n);
    uint32_t *owner = rd_take(&arena, n, uint32_t);
    uint32_t next = n - B;
    for (uint32_t end, first = 0; first < n; first = end) {
        for (end = first; end < n && home[end] == home[first];)
            end++;
        uint32_t items = end - first;
        if (home[first] < 2 * M)
            items = 8 * B;
        else if (home[first] < 3 * M && items != 2 * B)
            items = 0;
        for (uint32_t i = 0; i < items; i++)
            owner[next++ % n] = home[first];
    }
    assert_int_equal(next, 2 * n - B);
    struct rd_stencil stencil = {P, n, RD_STEPS_METRIC, 1, false, 1, B * B, home};
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, &arena);
    assert_int_equal(rd_stencil_redistribution(&target), 5 * B);
    assert_int_equal(rd_stencil_iteration(&target).communications, 8);
    assert_int_equal(rd_stencil_iteration(&target).computations, 8 * B);
}

/* The proof of the other direction gives single items to the owner of both their neighbours: each
 * time fewer words are left, no two such items are neighbours, and in the end every run has two. */
static void test_single_items_cost_words(void **state)
{
    (void)state;
    for (uint32_t n = 3; n <= 9; n++) {
        uint32_t owner[9] = {0}, digit;
        do {
            uint32_t home[9] = {0}, runs = 0;
            bool given[9] = {false};
            struct rd_stencil stencil = {4, n, RD_VOLUME_METRIC, 1, false, 1, 1, home};
            struct rd_arena_mark mark = rd_arena_mark(&scratch);
            struct rd_stencil_target target = rd_stencil_target_make(&stencil, owner, &scratch);
            for (uint32_t item = 0, seen = 0; seen < n; item = (item + 1) % n, seen++) {
                uint32_t left = target.owner[(item + n - 1) % n];
                if (left != target.owner[(item + 1) % n] || left == target.owner[item])
                    continue;
                int64_t words = target.halo;
                rd_stencil_give(&target, item, 1, &left);
                assert_true(target.halo < words);
                given[item] = true;
                seen = 0;
            }
            for (uint32_t item = 0; item < n; item++) {
                assert_false(given[item] && given[(item + 1) % n]);
                runs += target.owner[item] != target.owner[(item + 1) % n];
            }
            assert_int_equal(target.halo, 2 * runs);
            rd_arena_rewind(&scratch, mark);
            for (digit = 0; digit < n && owner[digit] == (n < 8 ? 3 : 2); digit++)
                owner[digit] = 0;
            if (digit < n)
                owner[digit]++;
        } while (digit < n);
    }
}

/* --- by steps --- */

/* The ring for steps, after the takers D_l have taken what the givers Y_i have beside their sizes:
 * each from the run behind its own, as long as it wants and the giver has some. */
struct steps_case {
    uint32_t n, m, *home, *owner;
    uint32_t size_at[9]; /* of each size, its first item */
    int64_t b;
};

static struct steps_case steps_case_make(uint32_t m, int64_t b, const char *sizes,
                                         const int64_t *size)
{
    struct steps_case ring = {.m = m, .b = b};
    int64_t wanted[6] = {0}, spare[9] = {0};
    ring.home = three_partition_home(m, sizes, "steps", &ring.n);
    assert_int_equal(ring.n, 6 * m * (4 * (2 * b + 18) + b));
    ring.owner = rd_take(&arena, ring.n, uint32_t);
    memcpy(ring.owner, ring.home, ring.n * sizeof *ring.owner);
    for (uint32_t i = 0; i < 3 * m; i++)
        spare[i] = b - size[i];
    for (uint32_t l = 0; l < 2 * m; l++)
        wanted[l] = b;
    for (uint32_t end, first = 0, before = UINT32_MAX; first < ring.n; first = end) {
        uint32_t host = ring.home[first];
        for (end = first; end < ring.n && ring.home[end] == host;)
            end++;
        uint32_t giver = host - 3 * m, taker = before - m;
        if (host >= 3 * m && end - first == size[giver] && end - first < 2 * b + 18)
            ring.size_at[giver] = first;
        else if (host >= 3 * m && before >= m && before < 3 * m)
            for (uint32_t item = first; wanted[taker] > 0 && spare[giver] > 0; item++) {
                ring.owner[item] = before;
                wanted[taker]--;
                spare[giver]--;
            }
        before = host;
    }
    for (uint32_t i = 0; i < 3 * m; i++)
        assert_int_equal(spare[i], 0);
    return ring;
}

/* The phases of a target, which loads every host equally, and its time above that of the loads. */
static void assert_steps_cost(const struct steps_case *ring, int64_t steps, int64_t words)
{
    struct rd_stencil stencil = {6 * ring->m, ring->n, RD_STEPS_METRIC,       1,
                                 false,       1,       (double)(ring->b + 9), ring->home};
    struct rd_stencil_target target = rd_stencil_target_make(&stencil, ring->owner, &arena);
    int64_t load = 4 * (2 * ring->b + 18) + ring->b;
    for (uint32_t host = 0; host < 6 * ring->m; host++)
        assert_int_equal(target.load[host], load);
    assert_int_equal(rd_stencil_redistribution(&target), steps);
    assert_int_equal(rd_stencil_iteration(&target).communications, words);
    assert_true(rd_stencil_s(&stencil, rd_stencil_cost_of(&target)) ==
                (double)(steps + words + load * (ring->b + 9)));
}

static void give_size(struct steps_case *ring, uint32_t size, int64_t from, int64_t to,
                      uint32_t host)
{
    for (int64_t item = from; item < to; item++)
        ring->owner[ring->size_at[size] + item] = host;
}

/* A partition gives a target of B steps and 8 words a host. */
static void check_steps(uint32_t m, int64_t b, const char *sizes, const int64_t *size,
                        const uint32_t *set_of)
{
    struct steps_case ring = steps_case_make(m, b, sizes, size);
    for (uint32_t i = 0; i < 3 * m; i++)
        give_size(&ring, i, 0, size[i], set_of[i]);
    assert_steps_cost(&ring, b, 8);
}

static void test_steps(void **state)
{
    (void)state;
    check_steps(1, 3, "1 1 1", (const int64_t[]){1, 1, 1}, (const uint32_t[]){0, 0, 0});
    check_steps(1, 7, "2 2 3", (const int64_t[]){2, 2, 3}, (const uint32_t[]){0, 0, 0});
    check_steps(2, 10, "3 3 3 3 4 4", (const int64_t[]){3, 3, 3, 3, 4, 4},
                (const uint32_t[]){0, 0, 1, 1, 0, 1});
    check_steps(3, 20, "6 6 6 6 6 7 7 8 8", (const int64_t[]){6, 6, 6, 6, 6, 7, 7, 8, 8},
                (const uint32_t[]){0, 0, 1, 1, 2, 2, 2, 0, 1});
}

/* Without a partition a size has to be cut, and its two ends cost two words each: 4 + 4 + 4 and a
 * unit of the 6; 4 + 4 and 5 of it. Left where it is, that unit leaves its giver with five runs. */
static void test_steps_without_a_partition(void **state)
{
    (void)state;
    const int64_t size[] = {4, 4, 4, 4, 4, 6};
    struct steps_case ring = steps_case_make(2, 13, "4 4 4 4 4 6", size);
    for (uint32_t i = 0; i < 5; i++)
        give_size(&ring, i, 0, 4, i / 3);
    give_size(&ring, 5, 0, 1, 0);
    give_size(&ring, 5, 1, 6, 1);
    assert_steps_cost(&ring, 13, 10);
}

/* Better: no size is cut, 4 + 4 + 6 go to P_1, 4 + 4 + 4 to P_2, and P_1 gives P_2 the item between
 * them. P_1 receives 14 items, one more than with a partition. */
static void test_one_step_more_without_a_partition(void **state)
{
    (void)state;
    const int64_t size[] = {4, 4, 4, 4, 4, 6};
    struct steps_case ring = steps_case_make(2, 13, "4 4 4 4 4 6", size);
    for (uint32_t i = 0; i < 6; i++)
        give_size(&ring, i, 0, size[i], i >= 2 && i < 5);
    for (uint32_t item = 1; item < ring.n; item++)
        if (ring.home[item - 1] == 0 && ring.home[item] == 1)
            ring.owner[item - 1] = 1;
    assert_steps_cost(&ring, 14, 8);
}

/* Whatever is moved at random from the ring as it is laid out, or from a target that is nearly as
 * good as a partition's, no target is as good: changes are kept while they cost little. */
static void test_no_target_without_a_partition(void **state)
{
    (void)state;
    const int64_t size[] = {4, 4, 4, 4, 4, 6}, b = 13;
    struct steps_case ring = steps_case_make(2, b, "4 4 4 4 4 6", size);
    struct rd_stencil stencil = {12,    ring.n, RD_STEPS_METRIC, 1,
                                 false, 1,      (double)(b + 9), ring.home};
    double limit_s = (double)(b + 8 + (4 * (2 * b + 18) + b) * (b + 9));
    struct rd_rng rng = rd_rng_seeded(5, 0);
    for (int start = 0; start < 2; start++) {
        for (uint32_t i = 0; start == 1 && i < 6; i++)
            give_size(&ring, i, 0, i < 5 ? 4 : 5, i / 3);
        struct rd_stencil_target target =
            rd_stencil_target_make(&stencil, start ? ring.owner : ring.home, &arena);
        double now_s = rd_stencil_s(&stencil, rd_stencil_cost_of(&target));
        for (int change = 0; change < 5000 * factor; change++) {
            uint32_t item = (uint32_t)rd_rng_below(&rng, ring.n), owner[8], old[8];
            uint32_t count = 1 + (uint32_t)rd_rng_below(&rng, 8);
            uint32_t near = target.owner[(item + ring.n - 1) % ring.n];
            uint32_t host = rd_rng_below(&rng, 2) ? near : (uint32_t)rd_rng_below(&rng, 12);
            for (uint32_t i = 0; i < count; i++) {
                old[i] = target.owner[(item + i) % ring.n];
                owner[i] = host;
            }
            rd_stencil_give(&target, item, count, owner);
            double next_s = rd_stencil_s(&stencil, rd_stencil_cost_of(&target));
            assert_true(next_s > limit_s);
            if (next_s <= now_s + (double)rd_rng_below(&rng, 2 * (uint64_t)b + 18))
                now_s = next_s;
            else
                rd_stencil_give(&target, item, count, old);
        }
    }
}

int main(int argument_count, char **argument)
{
    if (argument_count > 1)
        factor = (int)strtol(argument[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_three_partition),
        cmocka_unit_test(test_steps_need_no_partition),
        cmocka_unit_test(test_single_items_cost_words),
        cmocka_unit_test(test_steps),
        cmocka_unit_test(test_steps_without_a_partition),
        cmocka_unit_test(test_one_step_more_without_a_partition),
        cmocka_unit_test(test_no_target_without_a_partition),
    };
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
    return failures;
}
