/* Two-way rings by how unequal their links are: what the second direction gains, how far greedy
 * list scheduling and System 8 stay from the bound, and how often an optimal flow is light. */
#include "figure.h"
#include "sim/base/mean.h"
#include "planning.h"

#include "algorithms/ring/lemma12.h"
#include "algorithms/ring/light.h"
#include "sim/base/rng.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_HOSTS = 16, SPREADS = 5, INSTANCES = 1000, FULL_INSTANCES = 5000, FAMILIES = 2 };

static const int spreads[SPREADS] = {1, 2, 4, 8, 16};

/* Small rings where all but one item of each host lie on one: most of what moves is passed on, and
 * waiting for it can cost more than the ports. And larger rings with items everywhere. */
static const struct family {
    int hosts;
    int most_items; /* on a host at the start, or on top of one each if piled */
    bool piled;     /* on one host */
} families[FAMILIES] = {{6, 10, true}, {16, 20, false}};

/* An instance and the arrays that it points to. */
struct drawn {
    struct rd_instance two_way;
    struct rd_instance one_way; /* the same, over the forward links only */
    struct rd_link_cost link[2 * MOST_HOSTS];
    int64_t load[MOST_HOSTS];
    int64_t target[MOST_HOSTS];
};

/* Loads uniform on 1..most, or piled; as many items, dropped on hosts at random above one each, as
 * targets; every directed link costs a whole number of seconds an item, uniform on 1..spread. */
static void draw(struct rd_rng *rng, const struct family *family, int spread, struct drawn *drawn)
{
    int hosts = family->hosts;
    int64_t total = 0;
    for (int host = 0; host < hosts; host++) {
        drawn->load[host] = family->piled ? 1 : rd_rng_between(rng, 1, family->most_items);
        total += drawn->load[host];
        drawn->target[host] = 1;
    }
    if (family->piled) {
        int64_t pile = rd_rng_between(rng, 1, family->most_items);
        drawn->load[rd_rng_below(rng, (uint64_t)hosts)] += pile;
        total += pile;
    }
    for (int64_t left = total - hosts; left > 0; left--)
        drawn->target[rd_rng_below(rng, (uint64_t)hosts)]++;
    for (int i = 0; i < 2 * hosts; i++)
        drawn->link[i] = (struct rd_link_cost){0, 1 / (double)rd_rng_between(rng, 1, spread)};
    drawn->two_way = (struct rd_instance){
        .topology = {.shape = RD_RING, .direction = RD_TWO_WAY, .host_count = (uint32_t)hosts},
        .port_model = RD_ONE_PORT,
        .port_count = 1,
        .link_cost = drawn->link,
        .item_bytes = 1,
        .kind_count = 1,
        .load = drawn->load,
        .goal = RD_REACH,
        .target = drawn->target,
    };
    drawn->one_way = drawn->two_way;
    drawn->one_way.topology.direction = RD_ONE_WAY;
}

/* What one instance comes to, in seconds; NAN where an algorithm refuses. */
struct times {
    double one_way, bound, list, system8;
    double lemma12;
    bool light;
};

/* The referee's time of an algorithm's plan; NAN if it refuses.
 * Errors: RD_ERROR_RUN if its plan is illegal. */
static bool time_of(const char *name, const struct rd_instance *instance, struct rd_arena *arena,
                    struct rd_arena *scratch, double *ret_s, struct rd_error *reterr)
{
    struct rd_plan plan;
    struct rd_verdict verdict;
    bool planned = rd_figure_plan(name, instance, arena, scratch, &plan, &verdict, reterr);
    *ret_s = planned ? verdict.makespan_s : NAN;
    return planned || reterr->code == RD_ERROR_REFUSED;
}

static bool measure(const struct drawn *drawn, struct rd_arena *arena, struct rd_arena *scratch,
                    struct times *ret_times, struct rd_error *reterr)
{
    struct rd_two_way ring = rd_two_way_read(&drawn->two_way, scratch);
    struct rd_lemma12 lemma12 = rd_lemma12(&ring.flow);
    struct times times = {
        .lemma12 = rd_two_products_value(&lemma12.seconds),
        .bound = rd_two_products_value(&ring.optimum.value.busy),
        .light = !rd_interval_is_empty(rd_light_optima(&ring)),
    };
    if (!time_of("ring-one-way", &drawn->one_way, arena, scratch, &times.one_way, reterr) ||
        !time_of("ring-two-way-list", &drawn->two_way, arena, scratch, &times.list, reterr) ||
        !time_of("ring-two-way-system8", &drawn->two_way, arena, scratch, &times.system8, reterr))
        return false;
    *ret_times = times;
    return true;
}

/* What is measured of one spread. */
struct measured {
    struct rd_mean gain;                    /* one-way time / two-way list's time */
    struct rd_mean lemma12, system8;        /* over the bound of System 6 */
    struct rd_mean light, system8_feasible; /* shares */
    struct rd_mean list;                    /* over the bound */
    double *list_ratio;                     /* [instances], for quantiles */
    int64_t broken; /* values below the bound, or a one-way time below a two-way bound: none */
};

static void add(struct measured *measured, const struct times *times)
{
    double least = times->bound * (1 - RD_TIME_TOLERANCE);
    measured->broken += times->list < least || times->system8 < least || times->one_way < least ||
                        times->lemma12 > times->bound * (1 + RD_TIME_TOLERANCE);
    rd_mean_add(&measured->light, times->light);
    rd_mean_add(&measured->system8_feasible, !isnan(times->system8));
    if (times->bound == 0)
        return;
    measured->list_ratio[measured->list.count] = times->list / times->bound;
    rd_mean_add(&measured->list, times->list / times->bound);
    rd_mean_add(&measured->gain, times->one_way / times->list);
    rd_mean_add(&measured->lemma12, times->lemma12 / times->bound);
    if (!isnan(times->system8))
        rd_mean_add(&measured->system8, times->system8 / times->bound);
}

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void judge(struct rd_figure_data *data, int hosts, int spread, const char *quantity,
                  double measured, double low, double high, bool regression, const char *why)
{
    rd_figure_judge(
        data,
        (struct rd_check){
            .what = rd_arena_print(data->arena, "%d hosts, spread %d: %s", hosts, spread, quantity),
            .published = NAN,
            .measured = measured,
            .low = low,
            .high = high,
            .why = why,
            .regression = regression,
        },
        false);
}

static void add_row(struct rd_figure_data *data, int hosts, int spread, struct measured *measured)
{
    size_t count = (size_t)measured->list.count;
    qsort(measured->list_ratio, count, sizeof *measured->list_ratio, compare);
    rd_figure_row(data, "%d\t%d\t%.4f\t%.4f\t%.5f\t%.5f\t%.5f\t%.5f\t%.4f\t%.4f\t%.4f\t%.4f\t%zu",
                  hosts, spread, measured->gain.mean, rd_mean_half_width(&measured->gain),
                  measured->list.mean, measured->list_ratio[count / 2],
                  measured->list_ratio[count * 95 / 100], measured->list_ratio[count - 1],
                  measured->lemma12.mean, measured->light.mean, measured->system8_feasible.mean,
                  measured->system8.mean, count);
    judge(data, hosts, spread, "values on the wrong side of a bound", (double)measured->broken, 0,
          0, false, "Lemma 12 <= System 6 <= every two-way time <= no one-way time less");
    judge(data, hosts, spread, "list scheduling over the bound, mean", measured->list.mean, 1, 1.02,
          true,
          "at most 1.006 of the optimum in every family seen, and the bound is tight on 99.97 %");
}

/* Draws and measures the instances of one family and spread. */
static bool measure_all(int family, int spread_index, int instances, struct rd_arena *plans,
                        struct rd_arena *scratch, struct measured *measured,
                        struct rd_error *reterr)
{
    struct rd_rng rng = rd_rng_seeded(12, (uint64_t)(family * SPREADS + spread_index));
    for (int instance = 0; instance < instances; instance++) {
        struct drawn drawn;
        struct times times;
        draw(&rng, &families[family], spreads[spread_index], &drawn);
        if (!measure(&drawn, plans, scratch, &times, reterr))
            return false;
        add(measured, &times);
        rd_arena_rewind(plans, (struct rd_arena_mark){0});
        rd_arena_rewind(scratch, (struct rd_arena_mark){0});
    }
    return true;
}

static bool make(const struct rd_figure_settings *settings, struct rd_figure_data *data,
                 struct rd_error *reterr)
{
    static const char *const columns[] = {"hosts",
                                          "spread",
                                          "one_way_over_two_way",
                                          "half_width_95",
                                          "list_over_bound_mean",
                                          "list_over_bound_median",
                                          "list_over_bound_95_percent",
                                          "list_over_bound_greatest",
                                          "lemma12_over_bound",
                                          "light_share",
                                          "system8_feasible_share",
                                          "system8_over_bound",
                                          "instances"};
    rd_figure_columns(data, columns, sizeof columns / sizeof *columns);
    int instances = settings->full ? FULL_INSTANCES : INSTANCES;
    bool made = true;
    for (int i = 0; i < FAMILIES * SPREADS && made; i++) {
        int family = i / SPREADS, spread = i % SPREADS;
        if (settings->progress)
            settings->progress(rd_arena_print(data->arena, "%d hosts, links of 1 to %d s",
                                              families[family].hosts, spreads[spread]));
        struct measured measured = {.list_ratio = rd_take(data->arena, (size_t)instances, double)};
        made =
            measure_all(family, spread, instances, &data->plans, &data->scratch, &measured, reterr);
        if (made)
            add_row(data, families[family].hosts, spreads[spread], &measured);
    }
    return made;
}

const struct rd_figure renard_two_way = {
    .name = "renard-two-way",
    .summary = "what the second direction gains, and how tight the bound is, by spread of links",
    .source = "beyond [renard2004], section 6",
    .plot = "renard_two_way",
    .scenario = "renard_two_way",
    .make = make,
};
