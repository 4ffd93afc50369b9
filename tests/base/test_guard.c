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
    assert_int_equal(rd_guard_run(&guard, 1 << 20, body, &work, &done), RD_GUARD_RETURNED);
    assert_true(done);
    assert_null(rd_guard_current());
    /* It is an arena as any other. */
    rd_take(&work.kept, 100000, char);
    rd_arena_close(&work.kept);
    work.result = false;
    assert_int_equal(rd_guard_run(&guard, 1 << 20, body, &work, &done), RD_GUARD_RETURNED);
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
    assert_int_equal(rd_guard_run(&guard, 150000, body, &work, &done), RD_GUARD_MEMORY);
    assert_non_null(strstr(guard.message, "100000 bytes more were needed"));
    assert_null(rd_guard_current());
    /* 200000 and a little for the chunks do. */
    assert_int_equal(rd_guard_run(&guard, 201000, body, &work, &done), RD_GUARD_RETURNED);
    assert_true(done);
    rd_arena_close(&work.kept);
}

static void ends_at_a_mistake(void **state)
{
    (void)state;
    struct work work = {.bytes = 10, .breaks = true};
    struct rd_guard guard;
    bool done = false;
    assert_int_equal(rd_guard_run(&guard, 1 << 20, body, &work, &done), RD_GUARD_INVARIANT);
    assert_non_null(strstr(guard.message, "!work->breaks"));
    assert_null(rd_guard_current());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keeps_what_was_taken),
        cmocka_unit_test(ends_where_memory_does),
        cmocka_unit_test(ends_at_a_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
