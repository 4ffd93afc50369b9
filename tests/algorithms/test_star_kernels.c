/* What star algorithms are made of against what it stands for: keys sorted by digits against qsort,
 * deadlines against a list of all of them, the makespan against one that goes unit by unit. The
 * argument multiplies the random trials. */
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include "algorithms/star/deadlines.h"
#include "sim/base/rng.h"

#include <stdlib.h>
#include <string.h>

enum { WORKERS = 8, TRIALS = 2000, MOST_MOVES = 8 };

static uint64_t times = 1;

static int by_key(const void *left, const void *right)
{
    const struct rd_keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Few and many, of keys that differ in a few bits, in all of them, or hardly ever. */
static void keys_are_sorted(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 3);
    static const int64_t most[] = {0, 1, 9, INT64_C(1) << 20, INT64_C(1) << 62};
    for (uint64_t trial = 0; trial < 200 * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        size_t count = rd_rng_below(&rng, trial % 4 == 0 ? 9000 : trial % 4 == 1 ? 500 : 60);
        bool numbered = trial % 3 == 0, rising = trial % 7 == 0;
        int64_t range = most[rd_rng_below(&rng, sizeof most / sizeof *most)];
        struct rd_keyed *item = rd_take(&test_arena, count, struct rd_keyed);
        struct rd_keyed *other = rd_take(&test_arena, count, struct rd_keyed);
        for (size_t i = 0; i < count; i++) {
            int64_t key = rising ? (int64_t)i : rd_rng_between(&rng, -range, range);
            item[i].key = other[i].key = key;
            item[i].number = other[i].number =
                (uint32_t)(numbered ? i : rd_rng_below(&rng, UINT32_MAX));
        }
        rd_sort_keyed(item, count, &test_arena);
        qsort(other, count, sizeof *other, by_key);
        for (size_t i = 0; i < count; i++)
            assert_true(item[i].key == other[i].key && item[i].number == other[i].number);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("lists, each sorted in two ways", 200 * times);
}

/* Each comes behind the one before it by the first key, the second, or the number. */
static void numbers_are_ordered(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(64, 3);
    for (uint64_t trial = 0; trial < 200 * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        size_t count = rd_rng_below(&rng, trial % 4 == 0 ? 9000 : 60);
        int64_t *first = rd_take(&test_arena, count, int64_t);
        int64_t *second = trial % 3 == 0 ? NULL : rd_take(&test_arena, count, int64_t);
        for (size_t i = 0; i < count; i++) {
            first[i] = rd_rng_between(&rng, -9, 9);
            if (second)
                second[i] = rd_rng_between(&rng, -9, 9);
        }
        const uint32_t *order = rd_order_by_keys(first, second, count, &test_arena);
        for (size_t i = 1; i < count; i++) {
            uint32_t a = order[i - 1], b = order[i];
            assert_true(b < count && first[a] <= first[b]);
            if (first[a] == first[b])
                assert_true(second && second[a] != second[b] ? second[a] < second[b] : a < b);
        }
        rd_arena_rewind(&test_arena, mark);
    }
}

struct star_arrays {
    int64_t up[WORKERS], down[WORKERS], w[WORKERS], load[WORKERS];
    struct rd_star star;
};

static void draw_star(struct rd_rng *rng, struct star_arrays *arrays)
{
    *arrays = (struct star_arrays){.star = {.worker_count = (uint32_t)rd_rng_between(rng, 1, 6)}};
    for (uint32_t worker = 0; worker < arrays->star.worker_count; worker++) {
        arrays->up[worker] = rd_rng_between(rng, 1, 5);
        arrays->down[worker] = rd_rng_between(rng, 1, 5);
        arrays->w[worker] = rd_rng_between(rng, 1, 5);
        arrays->load[worker] = rd_rng_between(rng, 0, 6);
        arrays->star.item_count += arrays->load[worker];
    }
    arrays->star.up = arrays->up;
    arrays->star.down = arrays->down;
    arrays->star.w = arrays->w;
    arrays->star.load = arrays->load;
    arrays->star.unit_s = 1;
}

/* Is it due at a date: is there an l up to `most`, and up to what the worker has room for, whose
 * computation alone then reaches just to the end? */
static bool is_due(const struct rd_star *star, uint32_t worker, int64_t date, int64_t most,
                   int64_t at)
{
    int64_t fits = 0; /* items that can be computed by the date, one by one */
    while ((fits + 1) * star->w[worker] <= date)
        fits++;
    for (int64_t l = 1; l <= most && l <= fits - star->load[worker]; l++)
        if (date - l * star->w[worker] == at)
            return true;
    return false;
}

static void deadlines_are_all_there(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 1);
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct star_arrays arrays;
        draw_star(&rng, &arrays);
        int64_t date = rd_rng_between(&rng, 0, 30), most = rd_rng_between(&rng, 0, 12);
        int64_t least = rd_rng_between(&rng, 0, 30);
        struct rd_star_deadlines list =
            rd_star_deadlines_list(&arrays.star, date, most, least, &test_arena);
        size_t count = 0;
        for (int64_t at = least; at <= date; at++)
            for (uint32_t worker = 0; worker < arrays.star.worker_count; worker++) {
                if (!is_due(&arrays.star, worker, date, most, at))
                    continue;
                assert_true(count < list.count);
                assert_int_equal(list.at[count].key, at);
                assert_int_equal(list.at[count].number, worker);
                count++;
            }
        assert_int_equal(list.count, count);
        rd_arena_rewind(&test_arena, mark);
    }
    print_compared("deadlines of stars", TRIALS * times);
}

/* Unit by unit: the in-port and the out-port carry one item each, workers compute one each. */
static int64_t naive_makespan(const struct rd_star *star, const struct rd_star_moves *moves)
{
    int64_t held[WORKERS], computing[WORKERS] = {0}, arrived = 0, sent = 0;
    int64_t in_left = 0, out_left = 0, leaving[WORKERS] = {0}, left = star->item_count;
    for (int64_t k = 0; k < moves->count; k++)
        leaving[moves->sender[k]]++;
    for (uint32_t worker = 0; worker < star->worker_count; worker++)
        held[worker] = star->load[worker] - leaving[worker];
    int64_t now = 0;
    for (; left > 0; now++) {
        if (in_left == 0 && arrived < moves->count)
            in_left = star->up[moves->sender[arrived]];
        if (out_left == 0 && sent < arrived)
            out_left = star->down[moves->receiver[sent]];
        for (uint32_t worker = 0; worker < star->worker_count; worker++) {
            if (computing[worker] == 0 && held[worker] > 0) {
                held[worker]--;
                computing[worker] = star->w[worker];
            }
            if (computing[worker] > 0 && --computing[worker] == 0)
                left--;
        }
        if (in_left > 0 && --in_left == 0)
            arrived++;
        if (out_left > 0 && --out_left == 0)
            held[moves->receiver[sent++]]++;
    }
    return now;
}

static void makespans_are_counted_right(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(63, 2);
    for (uint64_t trial = 0; trial < TRIALS * times; trial++) {
        struct star_arrays arrays;
        draw_star(&rng, &arrays);
        uint32_t sender[MOST_MOVES], receiver[MOST_MOVES], m = arrays.star.worker_count;
        int64_t kept[WORKERS], end[WORKERS];
        struct rd_star_moves moves = {0, sender, receiver};
        memcpy(kept, arrays.load, sizeof kept);
        for (int tries = 0; tries < MOST_MOVES; tries++) {
            uint32_t from = (uint32_t)rd_rng_below(&rng, m);
            if (kept[from] == 0)
                continue;
            kept[from]--;
            sender[moves.count] = from;
            receiver[moves.count++] = (uint32_t)rd_rng_below(&rng, m);
        }
        assert_int_equal(rd_star_makespan(&arrays.star, &moves, end),
                         naive_makespan(&arrays.star, &moves));
    }
    print_compared("makespans of stars", TRIALS * times);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(keys_are_sorted),
        ARENAS_TEST(numbers_are_ordered),
        ARENAS_TEST(deadlines_are_all_there),
        ARENAS_TEST(makespans_are_counted_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
