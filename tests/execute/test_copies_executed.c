/* Random plans of copies, executed by SMPI: whoever sends an item keeps it, deliveries are useless
 * at times, messages carry what several others brought. Every byte is verified wherever an item
 * ever is, and the time is that of the referee (executed.h).
 *
 *   test_copies_executed PROGRAM PLANS */
#include "tests/support/cmocka.h"

#include "executed.h"
#include "sim/base/rng.h"
#include "sim/execute/execution.h"
#include "sim/execute/orders.h"
#include "tests/engine/platform_text.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_HOSTS = 6, MOST_KINDS = 3, MOST_PIECES = 4, MOST_ITEMS = 5, ROWS = 25, SEED = 7 };
enum { PIECES = MOST_KINDS * MOST_PIECES, ITEMS = MOST_PIECES * MOST_ITEMS };

static const char *program;
static uint64_t plan_count;
static struct rd_rng rng;

/* An instance, and who holds what when rows so far have been executed. */
struct drawn {
    struct test_instance test;
    struct rd_copies copies;
    uint32_t hosts, kinds;
    double bytes[MOST_KINDS];
    uint32_t piece[MOST_KINDS + 1], held_first[PIECES + 1], wanted_first[PIECES + 1];
    uint32_t held[PIECES * MOST_HOSTS];
    int64_t first_item[PIECES], items[PIECES], of_kind[MOST_KINDS];
    bool has[MOST_HOSTS][MOST_KINDS][ITEMS], had[MOST_HOSTS][MOST_KINDS][ITEMS];
    struct rd_plan plan;
};

static uint32_t below(uint32_t bound)
{
    return (uint32_t)rd_rng_below(&rng, bound);
}

static void draw_piece(struct drawn *of, uint32_t kind)
{
    uint32_t piece = of->copies.piece_count++, held = of->held_first[piece];
    uint32_t sure = below(of->hosts);
    of->first_item[piece] = of->of_kind[kind];
    of->items[piece] = 1 + below(MOST_ITEMS);
    for (uint32_t host = 0; host < of->hosts; host++) {
        if (host != sure && below(4) > 0)
            continue;
        of->held[held++] = host;
        for (int64_t i = 0; i < of->items[piece]; i++)
            of->has[host][kind][of->of_kind[kind] + i] = true;
    }
    of->held_first[piece + 1] = held;
    of->of_kind[kind] += of->items[piece];
}

/* Two in three of them have a latency; sizes of kinds differ, and some have no bytes. */
static void draw_instance(struct drawn *of)
{
    static const double sizes[] = {0, 1, 3, 16, 1000};
    of->hosts = 2 + below(MOST_HOSTS - 1);
    of->kinds = 1 + below(MOST_KINDS);
    of->test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, of->hosts, of->kinds);
    test_instance_set_ports(&of->test, below(3));
    bool has_latency = below(3) > 0;
    for (uint32_t from = 0; from < of->hosts; from++)
        for (uint32_t to = 0; to < of->hosts; to++)
            if (from != to)
                test_instance_set_cost(&of->test, from, to, has_latency ? below(20) : 0,
                                       0.01 * (1 + below(9)));
    for (uint32_t kind = 0; kind < of->kinds; kind++) {
        of->bytes[kind] = sizes[below(5)];
        for (uint32_t left = 1 + below(MOST_PIECES); left > 0; left--)
            draw_piece(of, kind);
        of->piece[kind + 1] = of->copies.piece_count;
    }
    of->copies = (struct rd_copies){.count = of->kinds,
                                    .bytes = of->bytes,
                                    .piece_count = of->copies.piece_count,
                                    .piece = of->piece,
                                    .first_item = of->first_item,
                                    .items = of->items,
                                    .held_first = of->held_first,
                                    .held = of->held,
                                    .wanted_first = of->wanted_first,
                                    .wanted = of->held};
    of->test.instance.goal = RD_COPIES;
    of->test.instance.copies = &of->copies;
    of->test.instance.target = of->test.target;
}

/* Ports and links that the round of a plan in lock-step has taken. */
struct round_use {
    uint32_t out[MOST_HOSTS], in[MOST_HOSTS];
    bool link[MOST_HOSTS][MOST_HOSTS];
};

static bool has_room(const struct drawn *of, struct round_use *use, uint32_t from, uint32_t to)
{
    uint32_t ports = rd_host_ports(&of->test.instance, from);
    if (use->out[from] >= ports || use->in[to] >= ports || use->link[from][to])
        return false;
    use->out[from]++;
    use->in[to]++;
    return use->link[from][to] = true;
}

/* A row of messages whose items the sender has. */
static void draw_row(struct drawn *of, uint32_t round, struct round_use *use)
{
    uint32_t kind = below(of->kinds), from = below(of->hosts), to = below(of->hosts);
    int64_t first = below((uint32_t)of->of_kind[kind]), run = 0;
    const bool *has = of->plan.timing == RD_LOCK_STEP ? of->had[from][kind] : of->has[from][kind];
    while (first + run < of->of_kind[kind] && has[first + run])
        run++;
    if (from == to || run == 0 || (of->plan.timing == RD_LOCK_STEP && !has_room(of, use, from, to)))
        return;
    int64_t items = 1 + below((uint32_t)run), messages = 1 + below((uint32_t)(run / items));
    struct rd_transfer row = {round, from, to, (int32_t)kind, items, messages};
    rd_plan_add_copies(&of->plan, &test_arena, row, first);
    for (int64_t i = 0; i < items * messages; i++)
        of->has[to][kind][first + i] = true;
}

static void draw_plan(struct drawn *of)
{
    uint32_t round = 0;
    struct round_use use = {0};
    of->plan = (struct rd_plan){.timing = below(4) == 0 ? RD_LOCK_STEP : RD_SELF_TIMED};
    for (int row = 0; row < ROWS; row++) {
        if (below(5) == 0) {
            round++;
            use = (struct round_use){0};
            memcpy(of->had, of->has, sizeof of->had);
        }
        draw_row(of, round, &use);
    }
}

static void plans_take_as_long_as_planned(void **state)
{
    (void)state;
    uint64_t executed = 0, in_lock_step = 0;
    int64_t useless = 0;
    rng = rd_rng_seeded(SEED, 0);
    while (executed < plan_count) {
        rd_arena_borrow(&test_arena);
        rd_arena_borrow(&test_scratch);
        static struct drawn of;
        struct rd_error error;
        of = (struct drawn){0};
        draw_instance(&of);
        memcpy(of.had, of.has, sizeof of.had);
        draw_plan(&of);
        if (of.plan.transfer_count == 0)
            continue;
        struct rd_instance real = test_with_envelopes(&of.test.instance, &test_arena);
        assert_true(rd_orders_check(&real, &of.plan, &test_scratch, &error));
        struct rd_verdict verdict = test_execute(program, "a random plan", &of.test.instance, &real,
                                                 &of.plan, &test_arena, &test_scratch);
        executed++;
        in_lock_step += of.plan.timing == RD_LOCK_STEP;
        useless += verdict.useless;
    }
    print_message("%llu plans, %llu of them in lock-step, %lld useless items\n",
                  (unsigned long long)executed, (unsigned long long)in_lock_step,
                  (long long)useless);
    assert_true(in_lock_step > 0 && in_lock_step < executed && useless > 0);
}

/* Two messages of one row are one of the two things that host 1 receives at a time in a round: the
 * other one starts at once, and all end when the round does, 2 * (1 + 16 * 0.01) = 2.32 s. */
static void rows_count_once_in_lock_step(void **state)
{
    (void)state;
    const struct rd_copies copies = {.count = 1,
                                     .bytes = (const double[]){100},
                                     .piece_count = 1,
                                     .piece = (const uint32_t[]){0, 1},
                                     .first_item = (const int64_t[]){0},
                                     .items = (const int64_t[]){4},
                                     .held_first = (const uint32_t[]){0, 2},
                                     .held = (const uint32_t[]){0, 2},
                                     .wanted_first = (const uint32_t[]){0, 1},
                                     .wanted = (const uint32_t[]){1}};
    struct test_instance test =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 3, copies.count);
    struct rd_plan plan = {.timing = RD_LOCK_STEP};
    test_instance_set_ports(&test, 2);
    for (uint32_t from = 0; from < 3; from++)
        for (uint32_t to = 0; to < 3; to++)
            if (from != to)
                test_instance_set_cost(&test, from, to, from == 2 ? 0.16 : 0, 0.01);
    test.instance.goal = RD_COPIES;
    test.instance.copies = &copies;
    test.instance.target = test.target;
    rd_plan_add_copies(&plan, &test_arena, (struct rd_transfer){0, 0, 1, 0, 1, 2}, 0);
    rd_plan_add_copies(&plan, &test_arena, (struct rd_transfer){0, 2, 1, 0, 2, 1}, 2);
    struct rd_instance real = test_with_envelopes(&test.instance, &test_arena);
    struct rd_verdict verdict =
        test_execute(program, "by hand", &test.instance, &real, &plan, &test_arena, &test_scratch);
    assert_true(rd_times_agree(verdict.makespan_s, 2.32, 2.32));
}

int main(int argument_count, char **argument)
{
    const struct CMUnitTest tests[] = {ARENAS_TEST(plans_take_as_long_as_planned),
                                       ARENAS_TEST(rows_count_once_in_lock_step)};
    if (argument_count != 3)
        return 2;
    program = argument[1];
    plan_count = strtoull(argument[2], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
