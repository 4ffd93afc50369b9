#include "ring_application.h"

#include "planning.h"

#include "sim/base/rng.h"

#include <math.h>

enum { HOSTS = RD_APPLICATION_HOSTS };

static const struct {
    const char *name;
    enum rd_direction direction;
    bool equal;
    const char *algorithm;
} kinds[RD_RING_KINDS] = {
    [RD_ONE_WAY_EQUAL] = {"one-way equal", RD_ONE_WAY, true, "ring-one-way-equal"},
    [RD_ONE_WAY_UNEQUAL] = {"one-way unequal", RD_ONE_WAY, false, "ring-one-way"},
    [RD_TWO_WAY_EQUAL] = {"two-way equal", RD_TWO_WAY, true, "ring-two-way-equal"},
    [RD_TWO_WAY_UNEQUAL] = {"two-way unequal", RD_TWO_WAY, false, "ring-two-way-system8"},
    [RD_TWO_WAY_UNEQUAL_LIST] = {"two-way unequal by list", RD_TWO_WAY, false, "ring-two-way-list"},
};

const char *rd_ring_kind_name(enum rd_ring_kind kind)
{
    rd_assert(kind < RD_RING_KINDS);
    return kinds[kind].name;
}

/* Columns one by one to the host that would end first; ties to the smaller host. */
static void balance(const double *column_s, int64_t *columns)
{
    for (int host = 0; host < HOSTS; host++)
        columns[host] = 1;
    for (int column = HOSTS; column < RD_APPLICATION_COLUMNS; column++) {
        int first = 0;
        for (int host = 1; host < HOSTS; host++)
            if ((double)(columns[host] + 1) * column_s[host] <
                (double)(columns[first] + 1) * column_s[first])
                first = host;
        columns[first]++;
    }
}

static void draw_speeds(uint64_t seed, struct rd_ring_application *application)
{
    struct rd_rng rng = rd_rng_seeded(seed, 1);
    double base[HOSTS], load[HOSTS];
    for (int host = 0; host < HOSTS; host++) {
        base[host] = 1 + 2 * rd_rng_unit(&rng);
        load[host] = 1 + 3 * rd_rng_unit(&rng);
    }
    for (int t = 0; t < RD_APPLICATION_ITERATIONS; t++) {
        for (int host = 0; host < HOSTS; host++) {
            if (t > 0 && rd_rng_unit(&rng) < 0.02)
                load[host] = 1 + 3 * rd_rng_unit(&rng);
            application->column_s[t][host] =
                round(base[host] * load[host] / RD_WORK_UNIT_S) * RD_WORK_UNIT_S;
        }
        balance(application->column_s[t], application->balanced[t]);
    }
}

static void draw_links(uint64_t seed, struct rd_ring_application *application)
{
    struct rd_rng rng = rd_rng_seeded(seed, 2);
    for (int edge = 0; edge < HOSTS; edge++) {
        double unequal_s = (double)rd_rng_between(&rng, 1, 3);
        /* Edge x is link x forward, and the backward link of host x + 1. */
        int backward = HOSTS + (edge + 1) % HOSTS;
        for (enum rd_ring_kind kind = 0; kind < RD_RING_KINDS; kind++) {
            double item_s = kinds[kind].equal ? 2 : unequal_s;
            application->cost[kind][edge] = (struct rd_link_cost){0, 1 / item_s};
            application->cost[kind][backward] = application->cost[kind][edge];
        }
    }
}

void rd_ring_application_draw(uint64_t seed, struct rd_ring_application *application)
{
    draw_speeds(seed, application);
    draw_links(seed, application);
}

double rd_iteration_s(const struct rd_ring_application *application, int iteration,
                      const int64_t columns[RD_APPLICATION_HOSTS])
{
    double slowest = 0;
    for (int host = 0; host < HOSTS; host++) {
        double time = (double)columns[host] * application->column_s[iteration][host];
        if (time > slowest)
            slowest = time;
    }
    return slowest;
}

struct rd_instance rd_iteration_plan(const struct rd_ring_application *application, int iteration,
                                     const struct rd_topology *topology,
                                     const int64_t columns[RD_APPLICATION_HOSTS],
                                     const struct rd_link_cost *link, const double *speed,
                                     struct rd_arena *arena, struct rd_plan *ret_plan)
{
    struct rd_plan plan = {0};
    for (uint32_t host = 0; host < HOSTS; host++) {
        double column_s = application->column_s[iteration][host];
        rd_plan_add(
            &plan, arena,
            (struct rd_transfer){.from = host,
                                 .to = RD_NO_HOST,
                                 .kind = RD_CONTROL,
                                 .items = columns[host] * llround(column_s / RD_WORK_UNIT_S),
                                 .messages = 1});
    }
    *ret_plan = plan;
    return (struct rd_instance){
        .topology = *topology,
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = link,
        .item_bytes = 1,
        .flops_per_item = RD_WORK_UNIT_S,
        .speed_flops_per_s = speed,
        .kind_count = 1,
        .load = columns,
        .goal = RD_REACH,
        .target = columns,
    };
}

struct rd_instance rd_redistribution_instance(const struct rd_ring_application *application,
                                              enum rd_ring_kind kind,
                                              const int64_t from[RD_APPLICATION_HOSTS],
                                              const int64_t to[RD_APPLICATION_HOSTS])
{
    struct rd_instance instance = {
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = application->cost[kind],
        .item_bytes = 1,
        .kind_count = 1,
        .load = from,
        .goal = RD_REACH,
        .target = to,
    };
    struct rd_error error;
    bool made = rd_topology_make(RD_RING, kinds[kind].direction, HOSTS, &instance.topology, &error);
    rd_assert(made);
    return instance;
}

bool rd_redistribution_plan(const struct rd_instance *instance, enum rd_ring_kind kind,
                            struct rd_arena *arena, struct rd_arena *scratch,
                            struct rd_plan *ret_plan, double *ret_s, bool *ret_refused,
                            struct rd_error *reterr)
{
    struct rd_verdict verdict = {0};
    bool planned =
        rd_figure_plan(kinds[kind].algorithm, instance, arena, scratch, ret_plan, &verdict, reterr);
    *ret_refused = !planned && kind == RD_TWO_WAY_UNEQUAL && reterr->code == RD_ERROR_REFUSED;
    if (*ret_refused)
        planned = rd_figure_plan(kinds[RD_TWO_WAY_UNEQUAL_LIST].algorithm, instance, arena, scratch,
                                 ret_plan, &verdict, reterr);
    if (planned)
        *ret_s = verdict.makespan_s;
    return planned;
}
