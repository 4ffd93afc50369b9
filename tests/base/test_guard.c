/* The guard: memory that is refused and broken invariants end the call, and give all of it back. */
#include "tests/support/cmocka.h"

#include "sim/base/arena.h"
#include "sim/base/error.h"
#include "sim/base/guard.h"

#include <string.h>

/* What a body does, and the arena that it leaves open. */
struct work {
    struct rd_arena kept;
    size_t bytes;
    bool breaks, result;
};

static bool body(void *context)
{
    struct work *work = context;
    struct rd_arena forgotten;
    assert_non_null(rd_guard_current());
    rd_arena_open(&work->kept, 0);
    rd_arena_open(&forgotten, 0);
    memset(rd_take(&work->kept, work->bytes, char), 1, work->bytes);
    memset(rd_take(&forgotten, work->bytes, char), 1, work->bytes);
    rd_assert(!work->breaks);
    /* One arena that is closed, between others. */
    rd_arena_close(&forgotten);
    rd_arena_take(&forgotten, 1, 1);
    rd_arena_close(&forgotten);
    return work->result;
}

static void keeps_what_was_taken(void **state)
{
    (void)state;
    struct work work = {.bytes = 100000, .result = true};
    struct rd_guard guard;
    bool done = false;
    assert_int_equal(rd_guard_run(&guard, 1 << 20, NULL, body, &work, &done), RD_GUARD_RETURNED);
    assert_true(done);
    assert_null(rd_guard_current());
    /* It is an arena as any other. */
    rd_take(&work.kept, 100000, char);
    rd_arena_close(&work.kept);
    work.result = false;
    assert_int_equal(rd_guard_run(&guard, 1 << 20, NULL, body, &work, &done), RD_GUARD_RETURNED);
    assert_false(done);
    assert_int_equal(guard.taken_bytes, 0);
}

/* 100000 bytes twice do not fit in 150000. */
static void ends_where_memory_does(void **state)
{
    (void)state;
    struct work work = {.bytes = 100000, .result = true};
    struct rd_guard guard;
    bool done = false;
    assert_int_equal(rd_guard_run(&guard, 150000, NULL, body, &work, &done), RD_GUARD_MEMORY);
    assert_non_null(strstr(guard.message, "100000 bytes more were needed"));
    assert_null(rd_guard_current());
    /* 200000 and a little for the chunks do. */
    assert_int_equal(rd_guard_run(&guard, 201000, NULL, body, &work, &done), RD_GUARD_RETURNED);
    assert_true(done);
    rd_arena_close(&work.kept);
}

static void ends_at_a_mistake(void **state)
{
    (void)state;
    struct work work = {.bytes = 10, .breaks = true};
    struct rd_guard guard;
    bool done = false;
    assert_int_equal(rd_guard_run(&guard, 1 << 20, NULL, body, &work, &done), RD_GUARD_INVARIANT);
    assert_non_null(strstr(guard.message, "!work->breaks"));
    assert_null(rd_guard_current());
}

/* Takes memory without an end, in arenas of others and in one of its own. */
struct endless {
    struct rd_arena *arena, *scratch;
    bool inner; /* under a limit of its own within */
};

static bool go_on(void *context)
{
    const struct endless *endless = context;
    rd_arena_own(own);
    while (rd_guard_current()) {
        rd_arena_borrow(endless->scratch);
        memset(rd_take(endless->arena, 1000, char), 1, 1000);
        memset(rd_take(endless->scratch, 100000, char), 1, 100000);
        memset(rd_take(&own, 1000, char), 1, 1000);
    }
    return false;
}

static bool stop_softly(void *context)
{
    const struct endless *endless = context;
    while (!rd_time_is_up())
        continue;
    memset(rd_take(endless->arena, 1000, char), 1, 1000);
    return true;
}

static bool go_on_within(void *context)
{
    struct endless *endless = context;
    struct rd_time_limit limit = rd_time_limit_within(0.01, 1, NULL);
    assert_false(
        rd_guard_run_within(&limit, endless->arena, endless->scratch, go_on, endless, NULL));
    assert_false(rd_time_is_up());
    return true;
}

/* What was taken before is as it was, and nothing else is there. */
static void cuts_off_what_does_not_end(void **state)
{
    (void)state;
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    char *before = rd_arena_text(&arena, "before");
    size_t taken = arena.taken_bytes;
    struct endless endless = {.arena = &arena, .scratch = &scratch};
    struct rd_time_limit limit = rd_time_limit_within(0.01, 1, NULL);
    assert_false(rd_guard_run_within(&limit, &arena, &scratch, go_on, &endless, NULL));
    assert_null(rd_guard_current());
    assert_string_equal(before, "before");
    assert_int_equal(arena.taken_bytes, taken);
    assert_int_equal(scratch.taken_bytes, 0);
    /* What is taken next is zero. */
    const char *next = rd_take(&arena, 5000, char);
    for (int i = 0; i < 5000; i++)
        assert_int_equal(next[i], 0);
    /* One that asks has time to end, and keeps what it took. */
    bool done = false;
    limit = rd_time_limit_within(1000, 1e-6, NULL);
    assert_true(rd_guard_run_within(&limit, &arena, &scratch, stop_softly, &endless, &done));
    assert_true(done && limit.is_told);
    /* One within another is cut off alone. */
    limit = rd_time_limit_within(1000, 1, NULL);
    done = false;
    assert_true(rd_guard_run_within(&limit, &arena, &scratch, go_on_within, &endless, &done));
    assert_true(done && !limit.is_told);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

/* Without a date: until somebody asks. Then there is a moment to end in, and no more. */
static void ends_when_asked(void **state)
{
    (void)state;
    int asked = 1;
    struct rd_arena arena, scratch;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    struct endless endless = {.arena = &arena, .scratch = &scratch};
    struct rd_time_limit limit = rd_time_limit_none();
    assert_false(rd_time_limit_is_over(&limit));
    limit.asked = &asked;
    bool done = false;
    assert_true(rd_guard_run_within(&limit, &arena, &scratch, stop_softly, &endless, &done));
    assert_true(done);
    limit = rd_time_limit_none();
    limit.asked = &asked;
    assert_false(rd_guard_run_within(&limit, &arena, &scratch, go_on, &endless, NULL));
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

/* A guard of the library is the outer one: what an inner one kept is its, and its limit holds. */
static bool run_inner(void *context)
{
    struct endless *endless = context;
    struct rd_time_limit limit = rd_time_limit_within(1000, 1e-6, NULL);
    rd_arena_open(endless->arena, 0);
    rd_arena_open(endless->scratch, 0);
    assert_true(
        rd_guard_run_within(&limit, endless->arena, endless->scratch, stop_softly, endless, NULL));
    if (endless->inner) {
        limit = rd_time_limit_none();
        rd_guard_run_within(&limit, endless->arena, endless->scratch, go_on, endless, NULL);
        fail(); /* memory ends before time does */
    }
    return false;
}

static void passes_on_to_the_outer_guard(void **state)
{
    (void)state;
    struct rd_arena arena, scratch;
    struct endless endless = {.arena = &arena, .scratch = &scratch};
    struct rd_guard guard;
    assert_int_equal(rd_guard_run(&guard, 1 << 24, NULL, run_inner, &endless, NULL),
                     RD_GUARD_RETURNED);
    assert_int_equal(guard.taken_bytes, 0);
    endless.inner = true;
    assert_int_equal(rd_guard_run(&guard, 1 << 24, NULL, run_inner, &endless, NULL),
                     RD_GUARD_MEMORY);
    assert_non_null(strstr(guard.message, "bytes more were needed"));
    assert_null(rd_guard_current());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_was_taken), cmocka_unit_test(ends_where_memory_does),
        cmocka_unit_test(ends_at_a_mistake),    cmocka_unit_test(cuts_off_what_does_not_end),
        cmocka_unit_test(ends_when_asked),      cmocka_unit_test(passes_on_to_the_outer_guard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
