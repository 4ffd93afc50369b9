/* How many links items cross in plans for random lists, each kind from one host to one host, beside
 * the fewest that there can be, and how long the plans take beside the bound: behind a switch, on
 * tori, and on racks, full networks whose links to other racks are dear. Fails if a plan moves
 * fewer, or ends before the bound. Usage: measure_relays [LISTS]: lists of each kind of network. */
#include "algorithms/algorithm.h"
#include "algorithms/graph/network.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum world { SWITCH, TORUS, RACKS, WORLDS };
enum { MOST_ENTRIES = 10, SIDE = 4 };

static const char *const world_name[WORLDS] = {"switch", "torus", "racks"};

struct list {
    struct test_instance test;
    uint32_t count, from[MOST_ENTRIES], to[MOST_ENTRIES];
    int64_t items[MOST_ENTRIES];
};

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static struct rd_topology torus(void)
{
    struct rd_edge edge[4 * SIDE * SIDE];
    size_t count = 0;
    for (uint32_t host = 0; host < SIDE * SIDE; host++) {
        uint32_t row = host / SIDE, column = host % SIDE;
        const uint32_t next[] = {
            row * SIDE + (column + 1) % SIDE, row * SIDE + (column + SIDE - 1) % SIDE,
            (row + 1) % SIDE * SIDE + column, (row + SIDE - 1) % SIDE * SIDE + column};
        for (size_t i = 0; i < sizeof next / sizeof *next; i++)
            edge[count++] = (struct rd_edge){host, next[i]};
    }
    return test_graph(&test_arena, SIDE * SIDE, edge, count);
}

static struct list draw(enum world world, struct rd_rng *rng)
{
    struct list list = {.count = (uint32_t)rd_rng_between(rng, 2, MOST_ENTRIES)};
    uint32_t n = world == TORUS ? SIDE * SIDE : (uint32_t)rd_rng_between(rng, 4, 12);
    list.test = world == TORUS
                    ? test_instance_on(&test_arena, torus(), list.count)
                    : test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, n, list.count);
    int64_t most_cost = rd_rng_below(rng, 2) == 0 ? 1 : 9;
    rd_each_link (link, &list.test.instance.topology) {
        bool is_dear = world == RACKS && link.from / 4 != link.to / 4;
        double cost =
            world == RACKS ? (is_dear ? 4 : 1) : (double)rd_rng_between(rng, 1, most_cost);
        list.test.cost[link.number] = (struct rd_link_cost){0, 1 / cost};
    }
    for (uint32_t kind = 0; kind < list.count; kind++) {
        list.from[kind] = (uint32_t)rd_rng_below(rng, n);
        list.to[kind] = (list.from[kind] + 1 + (uint32_t)rd_rng_below(rng, n - 1)) % n;
        list.items[kind] = rd_rng_between(rng, 1, 40);
        list.test.load[list.from[kind] * list.count + kind] = list.items[kind];
        list.test.target[list.to[kind] * list.count + kind] = list.items[kind];
    }
    list.test.instance.goal = RD_REACH;
    list.test.instance.target = list.test.target;
    return list;
}

/* Each item straight, by the fewest links. */
static int64_t least_moves(const struct list *list, enum world world)
{
    int64_t moves = 0;
    for (uint32_t kind = 0; kind < list->count; kind++) {
        uint32_t hops = 1;
        if (world == TORUS) {
            uint32_t down = (list->to[kind] / SIDE + SIDE - list->from[kind] / SIDE) % SIDE;
            uint32_t right = (list->to[kind] % SIDE + SIDE - list->from[kind] % SIDE) % SIDE;
            hops = (down < SIDE - down ? down : SIDE - down) +
                   (right < SIDE - right ? right : SIDE - right);
        }
        moves += hops * list->items[kind];
    }
    return moves;
}

struct sums {
    uint64_t lists, least, tight;
    double moves, worst_moves, time, worst_time;
};

static void plan(const struct list *list, enum world world, const char *name, struct sums *sums)
{
    struct rd_verdict verdict;
    struct rd_bound bound;
    struct rd_error error = {0};
    const struct rd_instance *instance = &list->test.instance;
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    if (!algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        stop(name, error.message);
    rd_referee_plan(instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL || !verdict.goal_reached)
        stop(name, verdict.violation != RD_LEGAL ? verdict.message : verdict.goal_message);
    if (!test_named_bound("port-prices", instance, &test_arena, &test_scratch, &bound, &error))
        stop("bound", error.message);
    double moves = (double)verdict.items_moved / (double)least_moves(list, world);
    double time = verdict.makespan_s / bound.seconds;
    if (moves < 1 || time < 1 - 1e-9)
        stop(name, "it is better than there can be");
    sums->lists++;
    sums->least += moves == 1;
    sums->tight += time < 1 + 1e-9;
    sums->moves += moves;
    sums->time += time;
    sums->worst_moves = fmax(sums->worst_moves, moves);
    sums->worst_time = fmax(sums->worst_time, time);
}

int main(int argument_count, char **argument)
{
    static const char *const names[] = {"network-planner", "network-portfolio"};
    uint64_t lists = argument_count > 1 ? strtoull(argument[1], NULL, 10) : 20;
    printf("%-8s %-18s %6s %8s %8s %8s %8s %8s %8s\n", "network", "planner", "lists", "moves",
           "worst", "fewest", "time", "worst", "bound");
    for (int world = 0; world < WORLDS; world++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            struct rd_rng rng = rd_rng_seeded(48, (uint64_t)world);
            struct sums sums = {0};
            for (uint64_t k = 0; k < lists; k++) {
                test_arenas_open(NULL);
                struct list list = draw((enum world)world, &rng);
                plan(&list, (enum world)world, names[i], &sums);
                test_arenas_close(NULL);
            }
            double n = (double)sums.lists;
            printf("%-8s %-18s %6.0f %8.4f %8.3f %6.1f %% %8.4f %8.3f %6.1f %%\n",
                   world_name[world], names[i], n, sums.moves / n, sums.worst_moves,
                   100 * (double)sums.least / n, sums.time / n, sums.worst_time,
                   100 * (double)sums.tight / n);
            fflush(stdout);
        }
    return 0;
}
