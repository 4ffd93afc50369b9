/* Stars: items to compute, and loads to reach. */
#include "instances.h"

#include "tests/support/build.h"

/* The next worker; the master stays. */
static uint32_t one_worker_further(const struct rd_topology *topology, uint32_t host)
{
    uint32_t m = topology->host_count - 1;
    return host == m ? m : host + 1 == m ? 0 : host + 1;
}

static struct test_instance make_star(struct rd_arena *arena, uint32_t worker_count,
                                      enum rd_goal goal)
{
    struct test_instance test =
        test_instance_make(arena, RD_STAR, RD_NO_DIRECTION, worker_count + 1, 1);
    test.instance.goal = goal;
    if (goal == RD_FINISH)
        test.instance.flops_per_item = 1;
    else
        test.instance.target = test.target;
    return test;
}

/* Links that take as long both ways: equal, whole, or without a common unit. */
static void draw_links(struct rd_rng *rng, struct test_instance *test, int64_t most, bool equal,
                       bool real)
{
    uint32_t m = test->instance.topology.host_count - 1;
    double cost_s = (double)rd_rng_between(rng, 1, most);
    for (uint32_t worker = 0; worker < m; worker++) {
        if (!equal)
            cost_s = (double)rd_rng_between(rng, 1, most) + (real ? rd_rng_unit(rng) : 0);
        test_instance_set_cost(test, worker, m, 0, cost_s);
        test_instance_set_cost(test, m, worker, 0, cost_s);
    }
}

/* Ways down that take another time than those up: equal, or each its own. */
static void draw_ways_down(struct rd_rng *rng, struct test_instance *test, int64_t most, bool equal)
{
    uint32_t m = test->instance.topology.host_count - 1;
    double cost_s = (double)rd_rng_between(rng, 1, most);
    for (uint32_t worker = 0; worker < m; worker++) {
        if (!equal)
            cost_s = (double)rd_rng_between(rng, 1, most);
        test_instance_set_cost(test, m, worker, 0, cost_s);
    }
}

static void draw_workers(struct rd_rng *rng, struct test_instance *test, int64_t most, bool equal)
{
    int64_t w = rd_rng_between(rng, 1, most);
    for (uint32_t worker = 0; worker + 1 < test->instance.topology.host_count; worker++)
        test->speed[worker] = 1 / (double)(equal ? w : rd_rng_between(rng, 1, most));
}

/* Every load of up to 3 items a worker; each with links and workers of several kinds. */
static void exhaust_finish(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    for (uint32_t worker_count = 1; worker_count <= 4; worker_count++) {
        struct rd_arena_mark mark = rd_arena_mark(arena);
        struct test_instance test = make_star(arena, worker_count, RD_FINISH);
        do {
            for (unsigned kind = 0; kind < 12; kind++) {
                draw_links(rng, &test, 4, kind % 4 < 2, kind == 7);
                if (kind > 8)
                    draw_ways_down(rng, &test, 4, kind % 4 < 2);
                draw_workers(rng, &test, 6, kind % 2 == 0);
                laws_check(laws, &test.instance);
                if (kind % 6 == 5) {
                    test_instance_set_ports(&test, kind == 5 ? 0 : 2);
                    laws_check(laws, &test.instance);
                    test_instance_set_ports(&test, 1);
                }
            }
        } while (next_digits(test.load, worker_count, worker_count == 4 ? 2 : 3));
        rd_arena_rewind(arena, mark);
    }
}

static void draw_finish(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    uint64_t most_workers = rd_rng_below(rng, 100) == 0 ? 255 : 8;
    uint32_t worker_count = 1 + (uint32_t)rd_rng_below(rng, most_workers);
    struct test_instance test = make_star(arena, worker_count, RD_FINISH);
    uint64_t kind = rd_rng_below(rng, 8);
    draw_links(rng, &test, 10, kind % 4 < 2, false);
    if (rd_rng_below(rng, 4) == 0)
        draw_ways_down(rng, &test, 10, kind % 4 < 2);
    draw_workers(rng, &test, rd_rng_below(rng, 2) ? 10 : 100, kind % 2 == 0);
    if (kind == 7) /* ways that differ, latencies, costs without a common unit */
        draw_costs(rng, &test.instance.topology, rd_rng_next(rng), test.cost);
    scatter(rng, test.load, 1 + (uint32_t)rd_rng_below(rng, worker_count), 1,
            (int64_t)rd_rng_below(rng, 4 * worker_count + 1));
    if (rd_rng_below(rng, 4) == 0)
        test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 4));
    laws_check(laws, &test.instance);
}

const struct instance_generator star_finish_instances = {
    .name = "star that computes",
    .turn = one_worker_further,
    .exhaust = exhaust_finish,
    .draw = draw_finish,
};

/* Every load and final load of the same sum, up to 2 items a worker; each with equal links and with
 * links of two other patterns, whose two ways differ; the last of these with several ports. */
static void exhaust_reach(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    for (uint32_t worker_count = 1; worker_count <= 4; worker_count++) {
        struct rd_arena_mark mark = rd_arena_mark(arena);
        struct test_instance test = make_star(arena, worker_count, RD_REACH);
        uint64_t pattern = 0;
        do {
            do {
                if (digit_sum(test.load, worker_count) != digit_sum(test.target, worker_count))
                    continue;
                for (int draw = 0; draw < 3; draw++) {
                    draw_costs(rng, &test.instance.topology, pattern++, test.cost);
                    laws_check(laws, &test.instance);
                }
                test_instance_set_ports(&test, pattern % 2 ? 0 : 2);
                laws_check(laws, &test.instance);
                test_instance_set_ports(&test, 1);
            } while (next_digits(test.target, worker_count, 2));
        } while (next_digits(test.load, worker_count, 2));
        rd_arena_rewind(arena, mark);
    }
}

static void draw_reach(struct laws *laws, struct rd_arena *arena, struct rd_rng *rng)
{
    uint32_t worker_count = 1 + (uint32_t)rd_rng_below(rng, 1 + rd_rng_below(rng, 255));
    struct test_instance test = make_star(arena, worker_count, RD_REACH);
    draw_costs(rng, &test.instance.topology, rd_rng_next(rng), test.cost);
    int64_t items = (int64_t)rd_rng_below(rng, 1 + rd_rng_below(rng, 10 * worker_count));
    scatter(rng, test.load, worker_count, 1, items);
    scatter(rng, test.target, worker_count, 1, items);
    if (rd_rng_below(rng, 2))
        test_instance_set_ports(&test, (uint32_t)rd_rng_below(rng, 4));
    if (rd_rng_below(rng, 3) == 0) {
        test.instance.goal = RD_BALANCE;
        test.instance.target = NULL;
        test.instance.balance_error = (int64_t)rd_rng_below(rng, 5);
    }
    laws_check(laws, &test.instance);
}

const struct instance_generator star_reach_instances = {
    .name = "star with loads to reach",
    .turn = one_worker_further,
    .exhaust = exhaust_reach,
    .draw = draw_reach,
};
