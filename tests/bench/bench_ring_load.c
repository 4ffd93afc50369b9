/* Planning ring load distribution, n = 10^3 to 10^6 hosts with loads of 0 to 100: each algorithm
 * but the window search, beside one pass of a sum over the loads. */
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

static struct test_instance draw(uint32_t n, struct rd_arena *arena)
{
    struct test_instance test = test_instance_make(arena, RD_RING, RD_TWO_WAY, n, 1);
    struct rd_rng rng = rd_rng_seeded(4, n);
    int64_t total = 0;
    for (uint32_t host = 0; host < n; host++)
        total += test.load[host] = rd_rng_between(&rng, 0, 100);
    test.load[0] += (int64_t)n - total % n;
    for (uint32_t link = 0; link < 2 * n; link++)
        test.cost[link].latency_s = 1;
    test.instance.item_bytes = 0;
    test_instance_set_ports(&test, 0);
    return test;
}

static double sum_ms(const struct test_instance *test, uint32_t n)
{
    volatile int64_t total = 0;
    double start = now_ms();
    int64_t sum = 0;
    for (uint32_t host = 0; host < n; host++)
        sum += test->load[host];
    total = sum;
    (void)total;
    return now_ms() - start;
}

int main(void)
{
    for (uint32_t n = 1000; n <= 1000000; n *= 10) {
        struct rd_arena arena, plans, scratch;
        rd_arena_open(&arena, 0);
        struct test_instance test = draw(n, &arena);
        double sum = sum_ms(&test, n);
        for (size_t i = 0; i < rd_algorithm_count; i++) {
            const struct rd_algorithm *algorithm = rd_algorithms[i];
            if (strncmp(algorithm->name, "ring-load-", 10) != 0 ||
                strstr(algorithm->name, "window"))
                continue;
            rd_arena_open(&plans, 0);
            rd_arena_open(&scratch, 0);
            struct rd_options options = {.spec = algorithm->options, .seed = 1};
            struct rd_plan plan = {0};
            struct rd_error error;
            double start = now_ms();
            if (!algorithm->plan(&test.instance, &options, &plans, &scratch, &plan, &error)) {
                rd_error_print(stderr, &error);
                return 1;
            }
            double took = now_ms() - start;
            printf("%-36s %8u hosts %10.3f ms %8.1f x a sum\n", algorithm->name, n, took,
                   took / sum);
            rd_arena_close(&scratch);
            rd_arena_close(&plans);
        }
        rd_arena_close(&arena);
    }
    return 0;
}
