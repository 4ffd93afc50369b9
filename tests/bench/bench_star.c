/* Planning stars. A million items on a thousand workers, beside one pass over as many words; and
 * the cell of the experiment that has fast links, piled loads and unequal costs, every algorithm
 * beside star-bba. */
#include "algorithms/algorithm.h"
#include "sim/base/rng.h"
#include "tests/support/build.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

/* Workers of 10 to 100 s an item, links of 1 s, or of 1 to 10 s; all items on a fifth of them. */
static struct test_instance draw(struct rd_rng *rng, uint32_t m, int64_t items, bool equal_links,
                                 struct rd_arena *arena)
{
    struct test_instance test = test_instance_make(arena, RD_STAR, RD_NO_DIRECTION, m + 1, 1);
    test.instance.goal = RD_FINISH;
    test.instance.flops_per_item = 1;
    for (uint32_t worker = 0; worker < m; worker++) {
        double c = equal_links ? 1 : (double)rd_rng_between(rng, 1, 10);
        test.speed[worker] = 1 / (double)rd_rng_between(rng, 10, 100);
        test_instance_set_cost(&test, worker, m, 0, c);
        test_instance_set_cost(&test, m, worker, 0, c);
    }
    for (; items > 0; items--)
        test.load[rd_rng_below(rng, m / 5)]++;
    return test;
}

/* Milliseconds of planning; below 0 if the algorithm refuses. */
static double plan_ms(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    struct rd_arena plans, scratch;
    rd_arena_open(&plans, 0);
    rd_arena_open(&scratch, 0);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error;
    double start = now_ms(), took = -1;
    if (rd_algorithm_accepts(algorithm, instance, &options, &error) &&
        algorithm->plan(instance, &options, &plans, &scratch, &plan, &error))
        took = now_ms() - start;
    rd_arena_close(&scratch);
    rd_arena_close(&plans);
    return took;
}

/* One pass over a word an item. */
static double pass_ms(int64_t items, struct rd_arena *arena)
{
    int64_t *word = rd_take(arena, (size_t)items, int64_t);
    for (int64_t i = 0; i < items; i++)
        word[i] = i;
    volatile int64_t total;
    double start = now_ms();
    int64_t sum = 0;
    for (int64_t i = 0; i < items; i++)
        sum += word[i];
    total = sum;
    (void)total;
    return now_ms() - start;
}

static void print_large(void)
{
    static const char *const name[] = {"star-mba", "star-bba"};
    enum { WORKERS = 1000, ITEMS = 1000000 };
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    struct rd_rng rng = rd_rng_seeded(7, 0);
    struct test_instance test = draw(&rng, WORKERS, ITEMS, true, &arena);
    double pass = pass_ms(ITEMS, &arena);
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        double took = plan_ms(rd_algorithm_named(name[i]), &test.instance);
        printf("%-24s %d items, %d workers %10.3f ms %8.1f x a pass over a word an item\n", name[i],
               ITEMS, WORKERS, took, took / pass);
    }
    rd_arena_close(&arena);
}

/* Mean over the stars that the algorithm takes; the exact searches give up on such stars. */
static void print_cell(uint32_t m, int64_t items)
{
    enum { STARS = 50 };
    double bba_ms = 0;
    for (int order = 0; order < 2; order++) { /* BBA first: the others stand beside it */
        for (size_t i = 0; i < rd_algorithm_count; i++) {
            const struct rd_algorithm *algorithm = rd_algorithms[i];
            bool is_bba = strcmp(algorithm->name, "star-bba") == 0;
            if (algorithm->shape != RD_STAR || algorithm->goals != RD_BIT(RD_FINISH) ||
                strstr(algorithm->name, "exact") || is_bba != (order == 0))
                continue;
            struct rd_rng rng = rd_rng_seeded(8, m);
            double total_ms = 0;
            int planned = 0;
            for (int star = 0; star < STARS; star++) {
                struct rd_arena arena;
                rd_arena_open(&arena, 0);
                struct test_instance test = draw(&rng, m, items, false, &arena);
                double took = plan_ms(algorithm, &test.instance);
                planned += took >= 0;
                total_ms += took >= 0 ? took : 0;
                rd_arena_close(&arena);
            }
            bba_ms = is_bba ? total_ms / planned : bba_ms;
            if (planned > 0)
                printf("%-24s %d items, %u workers %10.3f ms %8.1f x star-bba\n", algorithm->name,
                       (int)items, m, total_ms / planned, total_ms / planned / bba_ms);
        }
    }
}

int main(void)
{
    print_large();
    print_cell(10, 200);
    print_cell(20, 200);
    return 0;
}
