/* How long planning takes on one-port rings, for every registered algorithm that plans them, beside
 * one pass of a sum over the loads and beside filling the same number of rows in fresh memory; and
 * how long the bounds take.
 * Best of five; the numbers of one run are comparable with each other, not across machines. */
#include "algorithms/algorithm.h"
#include "sim/base/rng.h"

#include <stdio.h>
#include <time.h>

enum { REPEATS = 5, HOSTS = 1000000 };

/* An algorithm that took longer is not asked about larger rings. */
static const double PATIENCE_S = 0.5;

static double now_s(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

enum kind_of_load {
    FAR, /* loads and final loads of 1 to 100, drawn apart: sums wander far, every edge is used */
    NEAR /* each host gives up to 3 items to the next: light, and few steps */
};

static struct rd_instance make(struct rd_arena *arena, enum rd_direction direction,
                               uint32_t host_count, bool equal, enum kind_of_load kind)
{
    struct rd_instance instance = {.item_bytes = 1, .word_bytes = 1, .kind_count = 1};
    struct rd_rng rng = rd_rng_seeded(3, 0);
    struct rd_error error;
    bool made = rd_topology_make(RD_RING, direction, host_count, &instance.topology, &error);
    rd_assert(made);
    size_t cost_count = equal ? 1 : rd_link_count(&instance.topology);
    struct rd_link_cost *cost = rd_take(arena, cost_count, struct rd_link_cost);
    for (size_t i = 0; i < cost_count; i++)
        cost[i].bandwidth_bytes_per_s = 1 / (1 + (double)(i % 7));
    int64_t *load = rd_take(arena, host_count, int64_t);
    int64_t *target = rd_take(arena, host_count, int64_t);
    int64_t more = 0;
    for (uint32_t host = 0; host < host_count; host++) {
        load[host] = rd_rng_between(&rng, 4, 100);
        int64_t given = rd_rng_between(&rng, 0, 3);
        target[host] = kind == FAR ? rd_rng_between(&rng, 1, 100) : load[host] - given + more;
        more = kind == FAR ? more + load[host] - target[host] : given;
    }
    for (uint32_t host = 0; kind == NEAR ? host == 0 : more != 0; host++) {
        int64_t least = 1 - target[host % host_count];
        int64_t share = more < least ? least : more;
        target[host % host_count] += share;
        more -= share;
    }
    instance.port_model = RD_ONE_PORT;
    instance.port_count = 1;
    instance.link_cost = cost;
    instance.costs_equal = equal;
    instance.load = load;
    instance.target = target;
    instance.goal = RD_REACH;
    bool sound = rd_instance_check(&instance, &error);
    rd_assert(sound);
    return instance;
}

static double sum_s(const struct rd_instance *instance)
{
    double best_s = 1e300;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        int64_t sum = 0;
        double start_s = now_s();
        for (uint32_t host = 0; host < instance->topology.host_count; host++)
            sum += instance->load[host];
        double end_s = now_s();
        rd_assert(sum > 0); /* so that it is computed */
        if (end_s - start_s < best_s)
            best_s = end_s - start_s;
    }
    return best_s;
}

static double fill_s(size_t row_count)
{
    double best_s = 1e300;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        double start_s = now_s();
        struct rd_transfer *row = rd_take(&arena, row_count, struct rd_transfer);
        for (size_t i = 0; i < row_count; i++)
            row[i] = (struct rd_transfer){.from = (uint32_t)i, .items = 1, .messages = 1};
        double end_s = now_s();
        rd_arena_close(&arena);
        if (end_s - start_s < best_s)
            best_s = end_s - start_s;
    }
    return best_s;
}

/* Returns: the seconds that planning takes; -1 if it is refused. */
static double plan_s(const struct rd_algorithm *algorithm, const struct rd_instance *instance,
                     size_t *ret_row_count, struct rd_error *reterr)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    double best_s = 1e300;
    for (int repeat = 0; repeat < REPEATS && (repeat == 0 || best_s < PATIENCE_S); repeat++) {
        struct rd_arena arena, scratch;
        struct rd_plan plan = {0};
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        double start_s = now_s();
        bool planned = rd_algorithm_accepts(algorithm, instance, &options, reterr) &&
                       algorithm->plan(instance, &options, &arena, &scratch, &plan, reterr);
        double end_s = now_s();
        *ret_row_count = plan.transfer_count;
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
        if (!planned)
            return -1;
        if (end_s - start_s < best_s)
            best_s = end_s - start_s;
    }
    return best_s;
}

static void measure(const struct rd_algorithm *algorithm, enum rd_direction direction, bool equal,
                    enum kind_of_load kind)
{
    double last_s = 0;
    for (uint32_t host_count = 1000; host_count <= HOSTS && last_s < PATIENCE_S; host_count *= 10) {
        struct rd_arena arena;
        struct rd_error error;
        size_t row_count;
        rd_arena_open(&arena, 0);
        struct rd_instance instance = make(&arena, direction, host_count, equal, kind);
        last_s = plan_s(algorithm, &instance, &row_count, &error);
        printf("%-27s %-7s %-7s %-4s %8u ", algorithm->name,
               direction == RD_ONE_WAY ? "one-way" : "two-way", equal ? "equal" : "unequal",
               kind == FAR ? "far" : "near", host_count);
        if (last_s < 0)
            printf("refused: %.60s..\n", error.message);
        else
            printf("%9zu rows %9.3f ms %7.1f ns/host %7.1f x a sum %7.2f x filling its rows\n",
                   row_count, 1e3 * last_s, 1e9 * last_s / host_count, last_s / sum_s(&instance),
                   last_s / fill_s(row_count));
        fflush(stdout);
        rd_arena_close(&arena);
        if (last_s < 0)
            return;
    }
}

/* All algorithms of one kind of ring share its bound. */
static void measure_bound(enum rd_direction direction, bool equal, enum kind_of_load kind)
{
    const struct rd_algorithm *algorithm = rd_algorithm_named("ring-shorter-way");
    for (uint32_t host_count = 1000; host_count <= HOSTS; host_count *= 10) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        struct rd_instance instance = make(&arena, direction, host_count, equal, kind);
        struct rd_bound bound;
        double best_s = 1e300;
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            struct rd_arena scratch;
            rd_arena_open(&scratch, 0);
            double start_s = now_s();
            bool bounded = algorithm->bound(&instance, &arena, &scratch, &bound, NULL);
            double end_s = now_s();
            rd_assert(bounded);
            rd_arena_close(&scratch);
            if (end_s - start_s < best_s)
                best_s = end_s - start_s;
        }
        printf("%-27.27s %-7s %-7s %-4s %8u %14s %9.3f ms %7.1f ns/host %7.1f x a sum\n",
               bound.name, direction == RD_ONE_WAY ? "one-way" : "two-way",
               equal ? "equal" : "unequal", kind == FAR ? "far" : "near", host_count, "bound",
               1e3 * best_s, 1e9 * best_s / host_count, best_s / sum_s(&instance));
        fflush(stdout);
        rd_arena_close(&arena);
    }
}

int main(void)
{
    for (int equal = 1; equal >= 0; equal--) {
        for (enum kind_of_load kind = FAR; kind <= NEAR; kind++) {
            measure_bound(RD_ONE_WAY, equal, kind);
            measure_bound(RD_TWO_WAY, equal, kind);
        }
    }
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        if (algorithm->shape != RD_RING || algorithm->ports != RD_BIT(RD_ONE_PORT) ||
            algorithm->goals != RD_BIT(RD_REACH))
            continue;
        for (int equal = 1; equal >= 0; equal--) {
            for (enum kind_of_load kind = FAR; kind <= NEAR; kind++) {
                if (algorithm->directions & RD_ONE_WAY)
                    measure(algorithm, RD_ONE_WAY, equal, kind);
                if (algorithm->directions & RD_TWO_WAY)
                    measure(algorithm, RD_TWO_WAY, equal, kind);
            }
        }
    }
    return 0;
}
