/* The arena: what is taken is zero and aligned, limits hold, rewinding forgets. */
#include "tests/support/cmocka.h"

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/rng.h"

#include <setjmp.h>
#include <stdalign.h>
#include <string.h>
#include <sys/resource.h>

static bool all_zero(const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < count; i++)
        if (byte[i])
            return false;
    return true;
}

static void takes_zeroed_and_aligned(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_int_equal(arena.limit_bytes, RD_ARENA_DEFAULT_LIMIT);
    assert_null(arena.last);
    /* Odd sizes, sizes beyond a chunk, and nothing at all. */
    static const size_t counts[] = {1, 3, 0, 17, 100000, 1, 65536, 0, 7, 1 << 20};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        unsigned char *taken = rd_take(&arena, counts[i], unsigned char);
        assert_non_null(taken);
        assert_int_equal((uintptr_t)taken % alignof(max_align_t), 0);
        assert_true(all_zero(taken, counts[i]));
        memset(taken, 0xff, counts[i]);
    }
    rd_arena_close(&arena);
    assert_null(arena.last);
    assert_int_equal(arena.taken_bytes, 0);
    /* May be used again. */
    assert_true(all_zero(rd_arena_take(&arena, 100, 8), 800));
    rd_arena_close(&arena);
}

static jmp_buf refused;
static size_t refused_bytes;

static void note_refusal(void *context, size_t wanted_bytes)
{
    *(int *)context += 1;
    refused_bytes = wanted_bytes;
    longjmp(refused, 1);
}

static void holds_its_limit(void **state)
{
    (void)state;
    struct rd_arena arena;
    static int refusals;
    refusals = 0;
    rd_arena_open(&arena, 1024);
    arena.refuse = note_refusal;
    arena.refuse_context = &refusals;
    rd_arena_take(&arena, 1, 1000); /* padded to 1008 */
    rd_arena_take(&arena, 1, 16);   /* the last 16 */
    assert_int_equal(arena.taken_bytes, 1024);
    if (setjmp(refused) == 0) {
        rd_arena_take(&arena, 1, 1);
        fail_msg("a byte beyond the limit was handed out");
    }
    assert_int_equal(refusals, 1);
    assert_int_equal(arena.taken_bytes, 1024);
    /* Nothing is something that can always be had. */
    assert_non_null(rd_arena_take(&arena, 0, 8));
    rd_arena_close(&arena);
    rd_arena_take(&arena, 1, 1024);
    rd_arena_close(&arena);
}

static void refuses_products_that_overflow(void **state)
{
    (void)state;
    struct rd_arena arena;
    static int refusals;
    refusals = 0;
    rd_arena_open(&arena, SIZE_MAX);
    arena.refuse = note_refusal;
    arena.refuse_context = &refusals;
    static const size_t sizes[][2] = {
        {SIZE_MAX, 2}, {SIZE_MAX / 8 + 1, 8}, {1, SIZE_MAX}, {1, SIZE_MAX - 15}, {SIZE_MAX, 1}};
    for (volatile size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (setjmp(refused) == 0) {
            rd_arena_take(&arena, sizes[i][0], sizes[i][1]);
            fail_msg("%zu x %zu bytes were handed out", sizes[i][0], sizes[i][1]);
        }
    assert_int_equal(refusals, 5);
    assert_int_equal(arena.taken_bytes, 0);
    rd_arena_close(&arena);
}

static void refuses_to_grow_beyond_its_limit(void **state)
{
    (void)state;
    struct rd_arena arena;
    static int refusals;
    refusals = 0;
    rd_arena_open(&arena, 160);
    arena.refuse = note_refusal;
    arena.refuse_context = &refusals;
    char *array = rd_take(&arena, 96, char);
    memset(array, 'a', 96);
    /* In place: 64 bytes are left, so 160 fit and 161 do not. */
    assert_ptr_equal(rd_arena_grow(&arena, array, 96, 160, 1), array);
    if (setjmp(refused) == 0) {
        rd_arena_grow(&arena, array, 160, 161, 1);
        fail_msg("an array grew beyond the limit");
    }
    assert_int_equal(refusals, 1);
    assert_int_equal(refused_bytes, 16);
    rd_arena_close(&arena);
    /* By copying: the old array stays taken. */
    array = rd_take(&arena, 64, char);
    rd_take(&arena, 1, char);
    if (setjmp(refused) == 0) {
        rd_arena_grow(&arena, array, 64, 96, 1);
        fail_msg("64 + 16 + 96 bytes were handed out of 160");
    }
    assert_int_equal(refusals, 2);
    rd_arena_close(&arena);
}

static void grows_in_place_or_by_copying(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    int *array = rd_arena_grow(&arena, NULL, 0, 3, sizeof *array);
    assert_true(all_zero(array, 3 * sizeof *array));
    for (int i = 0; i < 3; i++)
        array[i] = i + 1;
    int *same = rd_arena_grow(&arena, array, 3, 10, sizeof *array);
    assert_ptr_equal(same, array);
    assert_true(all_zero(same + 3, 7 * sizeof *array));
    rd_arena_take(&arena, 1, 1);
    int *moved = rd_arena_grow(&arena, same, 10, 20, sizeof *array);
    assert_ptr_not_equal(moved, same);
    for (int i = 0; i < 3; i++)
        assert_int_equal(moved[i], i + 1);
    assert_true(all_zero(moved + 3, 17 * sizeof *array));
    /* Out of the chunk, although it was taken last. */
    int *large = rd_arena_grow(&arena, moved, 20, 1 << 20, sizeof *array);
    for (int i = 0; i < 3; i++)
        assert_int_equal(large[i], i + 1);
    assert_true(all_zero(large + 3, ((1 << 20) - 3) * sizeof *array));
    rd_arena_close(&arena);
}

static void rewinds_to_zeros(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_arena_mark empty = rd_arena_mark(&arena);
    char *kept = rd_take(&arena, 100, char);
    memset(kept, 'k', 100);
    struct rd_arena_mark mark = rd_arena_mark(&arena);
    size_t taken_bytes = arena.taken_bytes;
    for (int times = 0; times < 3; times++) {
        char *first = rd_take(&arena, 1000, char);
        assert_true(all_zero(first, 1000));
        memset(first, 'x', 1000);
        char *chunks = rd_take(&arena, 300000, char);
        assert_true(all_zero(chunks, 300000));
        memset(chunks, 'y', 300000);
        rd_arena_rewind(&arena, mark);
        assert_int_equal(arena.taken_bytes, taken_bytes);
        for (int i = 0; i < 100; i++)
            assert_int_equal(kept[i], 'k');
    }
    rd_arena_rewind(&arena, empty);
    assert_null(arena.last);
    assert_int_equal(arena.taken_bytes, 0);
    rd_arena_close(&arena);
}

/* Takes on loan twice, in a block and until it returns. */
static uint64_t borrow(struct rd_arena *arena, size_t before)
{
    rd_arena_borrow(arena);
    uint64_t *value = rd_take(arena, 100, uint64_t);
    if (before > 0) {
        rd_arena_borrow(arena);
        rd_take(arena, 1000, uint64_t);
    }
    assert_int_equal(arena->taken_bytes, before + 800);
    value[99] = 7;
    return value[99];
}

static void gives_back_what_was_borrowed(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_int_equal(borrow(&arena, 0), 7);
    assert_int_equal(arena.taken_bytes, 0);
    const char *kept = rd_arena_print(&arena, "kept");
    size_t before = arena.taken_bytes;
    assert_int_equal(borrow(&arena, before), 7);
    assert_int_equal(arena.taken_bytes, before);
    assert_string_equal(kept, "kept");
    rd_arena_close(&arena);
}

static void prints(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    assert_string_equal(rd_arena_print(&arena, "%s %d", "host", 3), "host 3");
    assert_string_equal(rd_arena_print(&arena, "%s", ""), "");
    char *long_text = rd_arena_print(&arena, "%0*d", 100000, 0);
    assert_int_equal(strlen(long_text), 100000);
    rd_arena_close(&arena);
}

/* Random histories: every array keeps its own mark in every byte until it is rewound. */
static void keeps_arrays_apart(void **state)
{
    (void)state;
    enum { ARRAYS = 64, STEPS = 20000 };
    struct {
        unsigned char *byte;
        size_t count;
    } array[ARRAYS];
    struct rd_arena_mark mark[ARRAYS];
    size_t array_count = 0;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(1, 0);
    for (int step = 0; step < STEPS; step++) {
        uint64_t what = rd_rng_below(&rng, 3);
        if (what == 0 && array_count < ARRAYS) {
            mark[array_count] = rd_arena_mark(&arena);
            size_t count = rd_rng_below(&rng, rd_rng_below(&rng, 50) ? 300 : 200000);
            array[array_count].byte = rd_take(&arena, count, unsigned char);
            array[array_count].count = count;
            assert_true(all_zero(array[array_count].byte, count));
            memset(array[array_count].byte, (int)array_count + 1, count);
            array_count++;
        } else if (what == 1 && array_count > 0) {
            /* Growing an old array moves it behind the last mark; only the last one may. */
            size_t last = array_count - 1;
            size_t count = array[last].count + rd_rng_below(&rng, 2000);
            array[last].byte = rd_arena_grow(&arena, array[last].byte, array[last].count, count, 1);
            assert_true(all_zero(array[last].byte + array[last].count, count - array[last].count));
            memset(array[last].byte, (int)last + 1, count);
            array[last].count = count;
        } else if (array_count > 0) {
            array_count = rd_rng_below(&rng, array_count);
            rd_arena_rewind(&arena, mark[array_count]);
        }
        if (step % 64 == 0)
            for (size_t i = 0; i < array_count; i++)
                for (size_t j = 0; j < array[i].count; j++)
                    assert_int_equal(array[i].byte[j], i + 1);
    }
    rd_arena_close(&arena);
}

/* Where a large chunk is full, a small piece taken and given back again and again must not ask the
 * system for a new chunk each time: pages that come anew are counted, which no speed changes. */
static void borrows_where_a_chunk_ends(void **state)
{
    (void)state;
    rd_arena_own(arena);
    struct rusage before, after;
    /* Chunks are as large as the arena until 64 MiB: fills some of these to the last bytes. */
    for (size_t taken = 0; taken < (size_t)200 << 20; taken += 4096)
        rd_arena_take(&arena, 4096, 1);
    for (size_t i = 0; i < 4096; i++) {
        for (int round = 0; round <= 100; round++) {
            rd_arena_borrow(&arena);
            memset(rd_arena_take(&arena, 65536, 1), 1, 65536);
            if (round == 0) /* which may need a chunk */
                getrusage(RUSAGE_SELF, &before);
        }
        getrusage(RUSAGE_SELF, &after);
        /* Each new chunk would have 16 new pages. */
        assert_in_range(after.ru_minflt - before.ru_minflt, 0, 200);
        rd_arena_take(&arena, 16384, 1);
    }
}

/* Whole pages read as zeros then, and what lies around them is kept. */
static void forgets_pages(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20, FROM = 5000, COUNT = 900000, PAGE_MOST = 65536 };
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    unsigned char *bytes = rd_take(&arena, BYTES, unsigned char);
    memset(bytes, 7, BYTES);
    rd_arena_forget(bytes + FROM, 0);
    rd_arena_forget(bytes + FROM, 1);
    assert_int_equal(bytes[FROM], 7);
    rd_arena_forget(bytes + FROM, COUNT);
    for (size_t i = 0; i < BYTES; i++) {
        if (i < FROM || i >= FROM + COUNT)
            assert_int_equal(bytes[i], 7);
        else if (i >= FROM + PAGE_MOST && i < FROM + COUNT - PAGE_MOST)
            assert_int_equal(bytes[i], 0);
    }
    rd_arena_close(&arena);
}

/* All that it has is there, whatever is taken and given back. */
static void keeps_to_memory_of_the_caller(void **state)
{
    (void)state;
    enum { BYTES = 20 << 20, MUCH = 17 << 20 };
    struct rd_arena callers, arena;
    rd_arena_open(&callers, 0);
    unsigned char *memory = rd_take(&callers, BYTES, unsigned char);
    rd_arena_open_in(&arena, memory, BYTES);
    for (int round = 0; round < 3; round++) {
        rd_arena_borrow(&arena);
        unsigned char *bytes = rd_take(&arena, MUCH, unsigned char);
        assert_true(bytes > memory && bytes + MUCH <= memory + BYTES);
        assert_true(bytes[0] == 0 && bytes[MUCH - 1] == 0);
        memset(bytes, 7, MUCH);
    }
    rd_arena_close(&arena);
    unsigned char *again = rd_take(&arena, 100, unsigned char);
    assert_true(again > memory && again < memory + BYTES);
    assert_int_equal(again[0], 0);
    rd_arena_close(&arena);
    rd_arena_close(&callers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_zeroed_and_aligned),
        cmocka_unit_test(holds_its_limit),
        cmocka_unit_test(refuses_products_that_overflow),
        cmocka_unit_test(refuses_to_grow_beyond_its_limit),
        cmocka_unit_test(grows_in_place_or_by_copying),
        cmocka_unit_test(rewinds_to_zeros),
        cmocka_unit_test(gives_back_what_was_borrowed),
        cmocka_unit_test(prints),
        cmocka_unit_test(keeps_arrays_apart),
        cmocka_unit_test(borrows_where_a_chunk_ends),
        cmocka_unit_test(forgets_pages),
        cmocka_unit_test(keeps_to_memory_of_the_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
