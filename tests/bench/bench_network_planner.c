/* How good plans for any network are: planned time / bound, mean and worst, by shape, ports and
 * load, and how long they take to make. The bound is the port bound (port_bound.h). First the parts
 * of which network-planner is made, one by one, and plans without its search. The argument: how
 * many instances of each; else 4. */
#include "bench.h"

#include "algorithms/algorithm.h"
#include "algorithms/network/dispatch.h"
#include "algorithms/port_lp/port_bound.h"
#include "sim/base/rng.h"
#include "sim/referee/referee.h"
#include "tests/support/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct world {
    const char *name;
    enum rd_shape shape;
    enum rd_direction direction;
    uint32_t hosts;
};

static const struct world worlds[] = {
    {"cube 16", RD_HYPERCUBE, RD_NO_DIRECTION, 16},
    {"cube 64", RD_HYPERCUBE, RD_NO_DIRECTION, 64},
    {"shuffle-exchange 16", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 16},
    {"shuffle-exchange 64", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 64},
    {"star 16", RD_STAR, RD_NO_DIRECTION, 17},
    {"star 64", RD_STAR, RD_NO_DIRECTION, 65},
    {"ring 16", RD_RING, RD_TWO_WAY, 16},
    {"ring 64", RD_RING, RD_TWO_WAY, 64},
    {"complete 16", RD_SWITCH, RD_NO_DIRECTION, 16},
    {"complete 64", RD_SWITCH, RD_NO_DIRECTION, 64},
};

/* Loads of up to 2 `load` items a host, targets a permutation of them; costs 1..16, or 1. */
static struct test_instance draw(const struct world *world, uint32_t ports, int64_t load,
                                 int64_t most_cost, enum rd_goal goal, struct rd_rng *rng,
                                 struct rd_arena *arena)
{
    struct test_instance test =
        test_instance_make(arena, world->shape, world->direction, world->hosts, 1);
    test_instance_set_ports(&test, ports);
    uint32_t holders = world->hosts - (world->shape == RD_STAR);
    for (uint64_t link = 0; link < rd_link_count(&test.instance.topology); link++)
        test.cost[link] = (struct rd_link_cost){0, 1 / (double)rd_rng_between(rng, 1, most_cost)};
    for (uint32_t host = 0; host < holders; host++)
        test.load[host] = test.target[host] = rd_rng_between(rng, 0, 2 * load);
    bench_permute(rng, test.target, holders);
    for (uint32_t host = 0; host < world->hosts; host++)
        test.speed[host] = 1 / (double)rd_rng_between(rng, 1, most_cost);
    test.instance.goal = goal;
    test.instance.target = goal == RD_REACH ? test.target : NULL;
    test.instance.flops_per_item = goal == RD_FINISH;
    return test;
}

struct ratios {
    double sum, worst;
    int count;
};

static struct ratios total;

static void add_ratio(struct ratios *ratios, double ratio)
{
    ratios->sum += ratio;
    ratios->worst = fmax(ratios->worst, ratio);
    ratios->count++;
}

static bool find_bound(const struct rd_instance *instance, struct rd_arena *arena,
                       struct rd_arena *scratch, struct rd_port_bound *ret_bound)
{
    struct rd_port_settings settings = rd_port_settings_usual();
    struct rd_network network;
    return rd_network_read(instance, arena, scratch, &network, NULL) &&
           rd_port_bound_find(&network, &settings, arena, scratch, ret_bound, NULL);
}

static void measure(const struct rd_algorithm *algorithm, const struct world *world, uint32_t ports,
                    int64_t load, enum rd_goal goal, int times)
{
    struct ratios ratios = {0};
    double seconds = 0;
    struct rd_rng rng = rd_rng_seeded(3, (uint64_t)load * 10 + ports);
    for (int i = 0; i < times; i++) {
        struct rd_arena arena, scratch;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct test_instance test = draw(world, ports, load, i % 2 ? 16 : 4, goal, &rng, &arena);
        struct rd_options options = {.spec = algorithm->options, .seed = 1};
        struct rd_plan plan = {0};
        struct rd_error error = {0};
        struct rd_port_bound bound = {0};
        struct rd_verdict verdict;
        double start_s = bench_cpu_s();
        bool planned =
            rd_algorithm_accepts(algorithm, &test.instance, &options, &error) &&
            algorithm->plan(algorithm, &test.instance, &options, &arena, &scratch, &plan, &error);
        seconds += bench_cpu_s() - start_s;
        if (planned) {
            rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
            rd_assert(verdict.violation == RD_LEGAL && verdict.goal_reached);
            if (find_bound(&test.instance, &arena, &scratch, &bound) && bound.seconds > 0) {
                add_ratio(&ratios, verdict.makespan_s / bound.seconds);
            }
        } else {
            printf("%s: %s\n", world->name, error.message);
        }
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
    char label[8];
    snprintf(label, sizeof label, "%u", ports);
    printf("%-20s %-8s %-6s %6ld %8.4f %8.4f %9.3f s\n", world->name, rd_goal_name(goal),
           ports == 0 ? "all" : label, (long)load, ratios.sum / ratios.count, ratios.worst,
           seconds / times);
    fflush(stdout);
    total.sum += ratios.sum;
    total.worst = fmax(total.worst, ratios.worst);
    total.count += ratios.count;
}

/* What comes of one flow: the load of its busiest port, and its schedule by the first rule. */
struct part {
    struct ratios load, makespan;
    double messages, seconds; /* of schedules */
};

static void measure_flow(const struct rd_network *network, const struct rd_port_bound *bound,
                         const double *fractions, struct rd_arena *scratch, struct part *part)
{
    struct rd_network_goal goal = rd_network_goal_of(network, scratch);
    struct rd_network_flow flow =
        rd_network_flow_open(network, &goal, fractions, RD_PATH_PORTS, bound->seconds, scratch);
    if (!rd_network_flow_complete(&flow))
        abort();
    rd_network_flow_cancel_cycles(&flow, scratch);
    add_ratio(&part->load, rd_network_flow_load_s(&flow) / bound->seconds);
    struct rd_dispatch dispatch =
        rd_dispatch_open(&flow, (struct rd_message_size){.items = 1}, scratch);
    size_t messages = dispatch.first_message[dispatch.problem.link_count];
    struct rd_dispatched dispatched = rd_dispatched_make(messages, scratch);
    double start_s = bench_cpu_s();
    struct rd_dispatch_rule rule = {.lambda = 1, .mu = 1};
    rd_dispatch_by_rule(&dispatch, rule, INFINITY, &dispatched, scratch);
    part->seconds += bench_cpu_s() - start_s;
    part->messages += (double)messages;
    add_ratio(&part->makespan, dispatched.makespan_s / bound->seconds);
}

static void measure_parts(int64_t load, int times)
{
    struct part part[2] = {0};
    for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++) {
        struct rd_rng rng = rd_rng_seeded(4, (uint64_t)load);
        for (int i = 0; i < times; i++) {
            struct rd_arena arena, scratch;
            struct rd_network network;
            struct rd_port_bound bound = {0};
            rd_arena_open(&arena, 0);
            rd_arena_open(&scratch, 0);
            struct test_instance test =
                draw(&worlds[w], 1, load, i % 2 ? 16 : 4, RD_REACH, &rng, &arena);
            if (find_bound(&test.instance, &arena, &scratch, &bound) && bound.flow &&
                bound.commodity_count == 1 &&
                rd_network_read(&test.instance, &arena, &scratch, &network, NULL))
                for (int k = 0; k < 2; k++)
                    measure_flow(&network, &bound, k == 0 ? bound.flow : NULL, &scratch, &part[k]);
            rd_arena_close(&arena);
            rd_arena_close(&scratch);
        }
    }
    static const char *const name[] = {"the bound's, rounded", "from nothing"};
    for (int k = 0; k < 2; k++)
        printf("flow %-20s load %6ld: port load / bound %.4f, worst %.4f; one rule / bound %.4f, "
               "worst %.4f; %.2g messages/s\n",
               name[k], (long)load, part[k].load.sum / part[k].load.count, part[k].load.worst,
               part[k].makespan.sum / part[k].makespan.count, part[k].makespan.worst,
               part[k].messages / part[k].seconds);
    fflush(stdout);
}

/* 256 hosts and about 50,000 messages: how long the first plan takes, without a search. */
static void measure_first_plans(const struct rd_algorithm *algorithm)
{
    static const struct {
        struct world world;
        int64_t load;
    } large[] = {{{"cube 256", RD_HYPERCUBE, RD_NO_DIRECTION, 256}, 315},
                 {{"shuffle-exchange 256", RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 256}, 290},
                 {{"star 256", RD_STAR, RD_NO_DIRECTION, 257}, 277},
                 {{"ring 256", RD_RING, RD_TWO_WAY, 256}, 77}};
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        struct rd_arena arena, scratch;
        rd_arena_open(&arena, 0);
        rd_arena_open(&scratch, 0);
        struct rd_rng rng = rd_rng_seeded(5, i);
        struct test_instance test =
            draw(&large[i].world, 1, large[i].load, 16, RD_REACH, &rng, &arena);
        struct rd_option none = {"search", "0"};
        struct rd_options options = {
            .spec = algorithm->options, .given = &none, .given_count = 1, .seed = 1};
        struct rd_plan plan = {0};
        struct rd_verdict verdict;
        double start_s = bench_cpu_s();
        if (!algorithm->plan(algorithm, &test.instance, &options, &arena, &scratch, &plan, NULL))
            abort();
        double seconds = bench_cpu_s() - start_s;
        rd_referee_plan(&test.instance, &plan, &arena, &scratch, NULL, &verdict);
        printf("%-20s %8ld messages: first plan %.3f s\n", large[i].world.name,
               (long)verdict.transfers, seconds);
        rd_arena_close(&arena);
        rd_arena_close(&scratch);
    }
    printf("\n");
}

int main(int argument_count, char **argument)
{
    int times = argument_count > 1 ? (int)strtol(argument[1], NULL, 10) : 4;
    const struct rd_algorithm *algorithm = rd_algorithm_named("network-planner");
    static const uint32_t ports[] = {1, 2, 0};
    static const int64_t loads[] = {1, 10, 100};
    static const enum rd_goal goals[] = {RD_REACH, RD_BALANCE, RD_FINISH};
    for (size_t l = 0; l < sizeof loads / sizeof *loads; l++)
        measure_parts(loads[l], times);
    measure_first_plans(algorithm);
    printf("%-20s %-8s %-6s %6s %8s %8s %11s\n", "network", "goal", "ports", "load", "mean",
           "worst", "planning");
    for (size_t p = 0; p < sizeof ports / sizeof *ports; p++)
        for (size_t l = 0; l < sizeof loads / sizeof *loads; l++) {
            for (size_t g = 0; g < sizeof goals / sizeof *goals; g++) {
                total = (struct ratios){0};
                for (size_t w = 0; w < sizeof worlds / sizeof *worlds; w++)
                    measure(algorithm, &worlds[w], ports[p], loads[l], goals[g], times);
                printf("all, %u ports, load %ld, %s: mean %.4f worst %.4f\n\n", ports[p],
                       (long)loads[l], rd_goal_name(goals[g]), total.sum / total.count,
                       total.worst);
            }
        }
    return 0;
}
