/* Where a simulation parts from what was planned: the words that name it. */
#include "tests/support/cmocka.h"

#include "sim/run/trace_difference.h"

static const char *const names[] = {"h0", "h1", "h2"};

/* Three rows, and the last of them in the other trace. */
static void expect(struct rd_timed_transfer simulated, const char *words)
{
    struct rd_instance instance = {.topology = {.host_count = 3}, .host_name = names};
    struct rd_timed_transfer rows[] = {
        {0, 1, 0, 1, 0, 2}, {1, 2, 1, RD_NO_HOST, -1, 4}, {2, 3, 0, 2, 0, 1}};
    struct rd_timed_transfer others[] = {rows[0], rows[1], simulated};
    struct rd_trace planned = {.transfer_count = 3, .transfer = rows};
    struct rd_trace other = {.transfer_count = words ? 3 : 2, .transfer = others};
    struct rd_arena arena, scratch;
    if (!words)
        planned.transfer_count = 2;
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    const char *said = rd_trace_difference(&instance, &planned, &other, &arena, &scratch);
    if (words)
        assert_string_equal(said, words);
    else
        assert_null(said);
    rd_arena_close(&scratch);
    rd_arena_close(&arena);
}

#define OF_BOTH "SimGrid's trace, of 3 messages and computations, and the planned one, of 3, part: "

static void names_the_first_that_differs(void **state)
{
    (void)state;
    expect((struct rd_timed_transfer){0}, NULL);
    expect((struct rd_timed_transfer){2, 3.5, 0, 2, 0, 1}, OF_BOTH
           "h0 sends 1 items of kind 0 to h2 from 2 s to 3 s by the plan, and in SimGrid h0 "
           "sends 1 items of kind 0 to h2 from 2 s to 3.5 s");
    expect((struct rd_timed_transfer){1.5, 3, 2, RD_NO_HOST, 0, 1},
           OF_BOTH "there is none by the plan, and in SimGrid h2 computes 1 items of kind 0 from "
                   "1.5 s to 3 s");
    expect((struct rd_timed_transfer){2.5, 3, 1, 0, -1, 0},
           OF_BOTH "h0 sends 1 items of kind 0 to h2 from 2 s to 3 s by the plan, and in SimGrid "
                   "there is none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(names_the_first_that_differs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
