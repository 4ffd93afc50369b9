/* Small networks with latency, where messages may have any number of items: every bound and plan
 * against every schedule, and the published cases. The argument multiplies the networks. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"
#include "generate.h"
#include "sim/model/certificates/count_charge.h"
#include "sim/model/certificates/price_certificate.h"
#include "sim/referee/referee.h"
#include "tests/algorithms/bundle_optimum.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>

enum { NETWORKS = FEWER_TRIALS ? 100 : 200, FAMILIES = 16 };

/* The optimum is exact, a program's time is rounded. */
static const double rounding = 1e-9;

static uint64_t times = 1;

/* Certificates of fixed charges: which arguments were met, and what came of spoilt ones. */
static uint64_t seen[RD_CHARGED_REASON_COUNT], spoilt_count, spoilt_accepted;
static struct rd_rng spoiling;

/* What came of a family. */
struct tally {
    uint64_t searched, best_met, bundled_met, bound_met, proved;
    double bundled_sum, bundled_worst, bound_sum, bound_worst;
};

static struct test_instance instance_of(const struct bundle_case *network, enum rd_shape shape,
                                        enum rd_direction direction)
{
    struct test_instance test;
    uint32_t hosts = (uint32_t)network->host_count;
    if (shape == RD_SHAPE_COUNT) {
        struct rd_edge edge[BUNDLE_LINKS];
        for (int link = 0; link < network->link_count; link++)
            edge[link] =
                (struct rd_edge){(uint32_t)network->from[link], (uint32_t)network->to[link]};
        struct rd_topology graph =
            test_graph(&test_arena, hosts, edge, (size_t)network->link_count);
        test = test_instance_on(&test_arena, graph, 1);
    } else {
        test = test_instance_make(&test_arena, shape, direction, hosts, 1);
    }
    int64_t load[BUNDLE_HOSTS], target[BUNDLE_HOSTS];
    for (int host = 0; host < network->host_count; host++) {
        load[host] = network->load[host];
        target[host] = network->target[host];
    }
    test_instance_reach(&test, load, target);
    test_instance_set_ports(&test, (uint32_t)network->ports);
    for (int link = 0; link < network->link_count; link++)
        test_instance_set_cost(&test, (uint32_t)network->from[link], (uint32_t)network->to[link],
                               network->latency_s[link], network->cost_s[link]);
    return test;
}

static void wrong(const struct bundle_case *network, const char *name, const char *law,
                  double value_s, int optimum_s)
{
    for (int link = 0; link < network->link_count; link++)
        print_error("%d>%d: %d s + %d s\n", network->from[link], network->to[link],
                    network->latency_s[link], network->cost_s[link]);
    for (int host = 0; host < network->host_count; host++)
        print_error("host %d: %d to %d\n", host, network->load[host], network->target[host]);
    fail_msg("%d ports, %s: %s: %.17g s, and the optimum is %d s", network->ports, name, law,
             value_s, optimum_s);
}

/* Returns: the plan's time; INFINITY if the algorithm does not take the instance. */
static double planned_s(const struct rd_algorithm *algorithm, const struct rd_instance *instance)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_error error;
    struct rd_plan plan = {0};
    if (algorithm->guarantee == RD_REFUTED || !rd_algorithm_fits(algorithm, &instance->topology) ||
        !rd_algorithm_suits(algorithm, instance) ||
        !rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        return INFINITY;
    return rd_referee_makespan_s(instance, &plan, &test_arena, &test_scratch);
}

/* Changes one number of a case of message counts. Returns: a copy, and one of all cases. */
static const struct rd_count_case *spoil_case(const struct rd_port_charge *charge,
                                              const struct rd_instance *instance, int64_t change)
{
    uint32_t n = instance->topology.host_count;
    uint64_t rows = 3 * n + rd_link_count(&instance->topology) + 1;
    struct rd_count_case *cases =
        rd_arena_copy(&test_arena, charge->cases, charge->case_count, sizeof *cases);
    struct rd_count_case *of = &cases[rd_rng_below(&spoiling, charge->case_count)];
    if (of->row != RD_NO_HOST) {
        if (rd_rng_below(&spoiling, 2))
            of->row = (uint32_t)rd_rng_below(&spoiling, rows);
        else
            of->count += change;
        return cases;
    }
    int64_t *price = rd_arena_copy(&test_arena, of->price, rows, sizeof *price);
    int64_t *toll = rd_arena_copy(&test_arena, of->toll, 3 * (size_t)n, sizeof *toll);
    int64_t *potential = rd_arena_copy(&test_arena, of->potential, n, sizeof *potential);
    /* Small changes of these matter seldom. */
    change *= INT64_C(1) << rd_rng_below(&spoiling, 52);
    switch (rd_rng_below(&spoiling, 3)) {
    case 0: price[rd_rng_below(&spoiling, rows)] += change; break;
    case 1: toll[rd_rng_below(&spoiling, 3 * (size_t)n)] += change; break;
    default: potential[rd_rng_below(&spoiling, n)] += change; break;
    }
    of->price = price;
    of->toll = toll;
    of->potential = potential;
    return cases;
}

/* Changes one number of a certificate of fixed charges: what it then shows is true, or refused. */
static void spoil(const struct bundle_case *network, const struct rd_instance *instance,
                  const struct rd_price_certificate *certificate, int optimum_s)
{
    struct rd_port_charge charge = *certificate->charge;
    struct rd_price_certificate spoilt = *certificate;
    uint32_t n = instance->topology.host_count, host = (uint32_t)rd_rng_below(&spoiling, n);
    int64_t earliest[BUNDLE_HOSTS], rest[BUNDLE_HOSTS],
        change = rd_rng_below(&spoiling, 2) ? 1 : -1;
    uint32_t group[BUNDLE_HOSTS] = {0};
    for (uint32_t i = 0; i < n; i++) {
        earliest[i] = certificate->earliest[i];
        rest[i] = certificate->rest[i];
        group[i] = charge.group ? charge.group[i] : RD_NO_HOST;
    }
    charge.group = group;
    spoilt.charge = &charge;
    spoilt.earliest = earliest;
    spoilt.rest = rest;
    bool has_cases = charge.case_count > 0 && rd_rng_below(&spoiling, 2);
    if (has_cases)
        charge.cases = spoil_case(&charge, instance, change);
    switch (has_cases ? 7 : rd_rng_below(&spoiling, 7)) {
    case 0: spoilt.ticks += change; break;
    case 1: earliest[host] += change; break;
    case 2: rest[host] += change; break;
    case 3: group[host] = rd_rng_below(&spoiling, 2) ? RD_NO_HOST : host; break;
    case 4: charge.host = host; break;
    case 5: charge.receives = !charge.receives; break;
    case 7: break;
    default: charge.reason = (int)rd_rng_below(&spoiling, RD_CHARGED_REASON_COUNT); break;
    }
    struct rd_price_verdict verdict;
    struct rd_error error;
    bool accepted = rd_price_certificate_check(instance, &spoilt, &test_scratch, &verdict, &error);
    spoilt_count++;
    spoilt_accepted += accepted;
    if (accepted && verdict.seconds > optimum_s + rounding)
        wrong(network, rd_charged_reason_name(charge.reason), "spoilt", verdict.seconds, optimum_s);
}

/* Bounds of all schedules that are at most the optimum. Returns: the greatest. */
static double check_bounds(const struct bundle_case *network, const struct rd_instance *instance,
                           int optimum_s)
{
    double best_s = 0;
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        const struct rd_problem_bound *of = rd_problem_bounds[i];
        struct rd_bound bound;
        struct rd_error error;
        if (of->claimed || !rd_problem_bound_suits(of, instance) ||
            !rd_problem_bound_compute(of, instance, &test_arena, &test_scratch, &bound, &error) ||
            bound.schedule_class)
            continue;
        if (!rd_bound_check(&bound, instance, &test_scratch, &error))
            fail_msg("%s: %s", of->name, error.message);
        if (bound.seconds > optimum_s + rounding ||
            (bound.tight && bound.seconds < optimum_s - rounding))
            wrong(network, bound.name, "bound", bound.seconds, optimum_s);
        if (bound.certificate && bound.certificate->charge) {
            seen[bound.certificate->charge->reason]++;
            for (int time = 0; time < 10; time++)
                spoil(network, instance, bound.certificate, optimum_s);
        }
        /* What is greater than something known is not taken for needless. Times are whole. */
        if (of->may_exceed && bound.seconds > 0)
            assert_true(of->may_exceed(instance, bound.seconds - 0.5, &test_arena, &test_scratch));
        best_s = fmax(best_s, bound.seconds);
    }
    return best_s;
}

/* Holds every algorithm against the optimum. */
static void check(const struct bundle_case *network, const struct rd_instance *instance,
                  int optimum_s, struct tally *tally)
{
    double best_s = INFINITY, bound_s = check_bounds(network, instance, optimum_s);
    double bundled_s = planned_s(rd_algorithm_named("network-bundled"), instance);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        double seconds = planned_s(rd_algorithms[i], instance);
        if (seconds < optimum_s - rounding)
            wrong(network, rd_algorithms[i]->name, "planned", seconds, optimum_s);
        best_s = fmin(best_s, seconds);
    }
    tally->searched++;
    tally->best_met += best_s <= optimum_s + rounding;
    tally->bundled_met += bundled_s <= optimum_s + rounding;
    tally->bound_met += bound_s >= optimum_s - rounding;
    if (best_s <= bound_s + rounding) {
        tally->proved++;
        if (best_s > optimum_s + rounding)
            wrong(network, "proved", "planned", best_s, optimum_s);
    }
    if (optimum_s == 0 || isinf(bundled_s))
        return;
    tally->bundled_sum += bundled_s / optimum_s - 1;
    tally->bundled_worst = fmax(tally->bundled_worst, bundled_s / optimum_s);
    tally->bound_sum += optimum_s / bound_s - 1;
    tally->bound_worst = fmax(tally->bound_worst, optimum_s / bound_s);
}

/* Two-way links of 1 s an item between neighbours of a line, or between all. */
static struct bundle_case equal_links(int hosts, bool all, int latency_s)
{
    struct bundle_case network = {.host_count = hosts, .ports = 1};
    for (int from = 0; from < hosts; from++)
        for (int to = 0; to < hosts; to++) {
            if (from == to || (!all && from != to + 1 && to != from + 1))
                continue;
            network.from[network.link_count] = from;
            network.to[network.link_count] = to;
            network.latency_s[network.link_count] = latency_s;
            network.cost_s[network.link_count++] = 1;
        }
    return network;
}

/* A network without the links between the first so many hosts above host 0 and the others. */
static struct bundle_case without(struct bundle_case network, int first)
{
    int count = 0;
    for (int link = 0; link < network.link_count; link++) {
        int from = network.from[link], to = network.to[link];
        if (from > 0 && to > 0 && (from <= first) != (to <= first))
            continue;
        network.from[count] = from;
        network.to[count++] = to;
    }
    network.link_count = count;
    return network;
}

/* In: loads and final loads [host_count]; the argument that shows the bound. */
static void expect_bound(struct bundle_case network, const int *load, const int *target,
                         double bound_s, enum rd_charged_reason reason)
{
    for (int host = 0; host < network.host_count; host++) {
        network.load[host] = load[host];
        network.target[host] = target[host];
    }
    bool ring = reason == RD_CHARGED_RING;
    const char *name = ring                          ? "ring-charges"
                       : reason == RD_CHARGED_COUNTS ? "message-counts"
                                                     : "fixed-charges";
    struct test_instance test =
        instance_of(&network, ring ? RD_RING : RD_SHAPE_COUNT, ring ? RD_TWO_WAY : RD_NO_DIRECTION);
    int optimum_s = bundle_optimum_s(&network, 200, &test_scratch);
    struct rd_bound bound;
    check_bounds(&network, &test.instance, optimum_s);
    assert_true(rd_problem_bound_compute(rd_problem_bound_named(name), &test.instance, &test_arena,
                                         &test_scratch, &bound, NULL));
    if (bound.seconds != bound_s)
        fail_msg("%s %g s instead of %g s, optimum %d s", name, bound.seconds, bound_s, optimum_s);
    assert_int_equal(bound.certificate->charge->reason, reason);
}

static void bounds_are_as_derived_by_hand(void **state)
{
    (void)state;
    /* Six items over two links of 1 s and 1 s: in r messages (r + 1) 1 + 6 + ceil(6 / r), which is
     * 12 for r = 2 and 3. */
    expect_bound(equal_links(3, false, 1), (int[]){6, 0, 0}, (int[]){0, 0, 6}, 12, RD_CHARGED_HUB);
    /* Host 1 sends five items at 3 s each, four of which come, the first at 11 s: 11 + 10 + 4 * 3.
     */
    struct bundle_case line = equal_links(3, false, 10);
    for (int link = 0; link < line.link_count; link++)
        line.cost_s[link] = line.from[link] == 2 || line.to[link] == 2 ? 3 : 1;
    expect_bound(line, (int[]){4, 1, 0}, (int[]){0, 0, 5}, 33, RD_CHARGED_EXCESS);
    /* If host 1 gets the four in one message, in 14 s, they leave in 10 + 4 * 3 s or more: 36 s. If
     * it sends all five in one, in 25 s, four have come before, in 14 s: 39 s. Else it sends two
     * messages or more, in 2 * 10 + 5 * 3 s. */
    expect_bound(line, (int[]){4, 1, 0}, (int[]){0, 0, 5}, 35, RD_CHARGED_COUNTS);
    /* Host 0 gets four items. Its neighbours have three each, and keep one: two messages take
     * 20 + 4 s; or one of them gets items first, at 11 s, and sends them, 11 s: 22 s. */
    expect_bound(equal_links(3, true, 10), (int[]){0, 3, 3}, (int[]){4, 1, 1}, 22,
                 RD_CHARGED_NEIGHBOURS);
    /* Three hosts to one with two ports: before 11 s only three of the four can have become one. */
    struct bundle_case two_ports = equal_links(4, true, 10);
    two_ports.ports = 2;
    expect_bound(two_ports, (int[]){0, 1, 1, 1}, (int[]){3, 0, 0, 0}, 22, RD_CHARGED_SPREAD);
    /* Host 0 joins a pair that has two items too many to a host that has three: a message each. */
    expect_bound(without(equal_links(4, true, 10), 2), (int[]){0, 2, 0, 5}, (int[]){5, 0, 0, 2}, 25,
                 RD_CHARGED_LINKS);
    /* Host 1 gets four items, two more than are there on either side. In two messages they take
     * 2 * 5 + 4 s; else two cross the two links of 5 s an item on the far side: 5 + 10 s. */
    struct bundle_case ring = {.host_count = 4, .ports = 1};
    for (int host = 0; host < 4; host++)
        for (int way = 1; way <= 3; way += 2) {
            ring.from[ring.link_count] = host;
            ring.to[ring.link_count] = (host + way) % 4;
            ring.latency_s[ring.link_count] = 5;
            ring.cost_s[ring.link_count++] = host == 3 || (host + way) % 4 == 3 ? 5 : 1;
        }
    expect_bound(ring, (int[]){4, 0, 4, 0}, (int[]){2, 4, 2, 0}, 14, RD_CHARGED_RING);
    /* A cycle 0, 2, 1, 3 of which 0 and 1 have three and two items too many, 2 and 3 lack four and
     * one. Two messages of an item each take 22 s at a port. Before, 2 gets four in one: 0 or 1
     * must have got what it has not too much by way of 3, which holds nothing: at the least 12 s
     * for two items and 11 s for one of them, or more round the cycle. */
    struct bundle_case cycle = {.host_count = 4, .ports = 1};
    for (int host = 0; host < 2; host++)
        for (int other = 2; other < 4; other++)
            for (int way = 0; way < 2; way++) {
                cycle.from[cycle.link_count] = way == 0 ? host : other;
                cycle.to[cycle.link_count] = way == 0 ? other : host;
                cycle.latency_s[cycle.link_count] = 10;
                cycle.cost_s[cycle.link_count++] = 1;
            }
    expect_bound(cycle, (int[]){4, 4, 1, 0}, (int[]){1, 2, 5, 1}, 22, RD_CHARGED_SINGLE);
}

/* Three items on a link of 10 s and 1 s: one message of 13 s. By 13 s it fits, and counts show no
 * more than that; by 12 s it does not. */
static void counts_are_needless_where_whole_messages_fit(void **state)
{
    (void)state;
    const struct rd_problem_bound *counts = rd_problem_bound_named("message-counts");
    struct bundle_case network = equal_links(2, true, 10);
    network.load[0] = network.target[1] = 3;
    struct test_instance test = instance_of(&network, RD_SHAPE_COUNT, RD_NO_DIRECTION);
    assert_false(counts->may_exceed(&test.instance, 13, &test_arena, &test_scratch));
    assert_true(counts->may_exceed(&test.instance, 12, &test_arena, &test_scratch));

    /* Prices show 13 s as well, with a certificate: counts are not asked, unless all are. */
    const enum rd_bound_effort effort[] = {RD_BOUNDS_WITH_DEAR, RD_BOUNDS_ALL};
    for (int all = 0; all < 2; all++) {
        struct rd_found_bounds bounds =
            rd_found_bounds_open(&test.instance, NULL, &test_arena, &test_scratch);
        struct rd_found_bound *best = rd_found_bounds_best(&bounds, NULL, effort[all], NAN);
        assert_true(best->bound.seconds == 13 && rd_bound_has_certificate(&best->bound));
        for (size_t i = 0; i < bounds.count; i++)
            if (bounds.found[i].of == counts)
                assert_int_equal(bounds.found[i].state, all ? RD_BOUND_FOUND : RD_BOUND_UNASKED);
    }
}

static void holds_on_the_cases(void **state)
{
    (void)state;
    FILE *file = fopen(TEST_CASES "/network/bundles.jsonl", "r");
    char line[4096];
    struct tally tally = {0};
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        json_t *value = json_loads(line, 0, NULL);
        assert_non_null(value);
        const json_t *links = json_object_get(value, "links"), *link;
        struct bundle_case network = {.link_count = (int)json_array_size(links)};
        size_t i;
        network.host_count = (int)json_integer_value(json_object_get(value, "hosts"));
        network.ports = (int)json_integer_value(json_object_get(value, "ports")); /* "all": 0 */
        json_array_foreach(links, i, link)
        {
            network.from[i] = (int)json_integer_value(json_array_get(link, 0));
            network.to[i] = (int)json_integer_value(json_array_get(link, 1));
            network.cost_s[i] = (int)json_integer_value(json_array_get(link, 2));
            network.latency_s[i] = (int)json_integer_value(json_array_get(link, 3));
        }
        for (size_t host = 0; host < (size_t)network.host_count; host++) {
            network.load[host] =
                (int)json_integer_value(json_array_get(json_object_get(value, "loads"), host));
            network.target[host] =
                (int)json_integer_value(json_array_get(json_object_get(value, "after"), host));
        }
        int optimum_s = (int)json_integer_value(json_object_get(value, "optimum"));
        struct test_instance test = instance_of(&network, RD_SHAPE_COUNT, RD_NO_DIRECTION);
        assert_int_equal(bundle_optimum_s(&network, 100, &test_scratch), optimum_s);
        check(&network, &test.instance, optimum_s, &tally);
        json_decref(value);
    }
    fclose(file);
    assert_int_equal(tally.searched, 10);
    print_message("cases: %" PRIu64 " planned optimally, %" PRIu64 " bounds met\n", tally.best_met,
                  tally.bound_met);
}

/* Draws a network of a family; all latencies, or some, are above 0, and up to 6 s. */
static struct bundle_case draw(struct rd_rng *rng, const struct network_family *family)
{
    static const int ports[] = {1, 1, 2, 0};
    struct network_wish wish = {.family = family,
                                .goal = RD_REACH,
                                .ports = ports[rd_rng_below(rng, 4)],
                                .kind_count = 1,
                                .equal_costs = rd_rng_below(rng, 3) == 0,
                                .most_items = 8};
    struct small_network drawn;
    network_draw(rng, &wish, &drawn);
    struct bundle_case network = {
        .host_count = drawn.host_count, .link_count = drawn.link_count, .ports = wish.ports};
    uint64_t most_latency = 1 + rd_rng_below(rng, 6);
    int equal_s = 1 + (int)rd_rng_below(rng, most_latency);
    for (int link = 0; link < drawn.link_count; link++) {
        network.from[link] = drawn.from[link];
        network.to[link] = drawn.to[link];
        network.cost_s[link] = drawn.cost_s[link];
        network.latency_s[link] =
            wish.equal_costs ? equal_s : (int)rd_rng_below(rng, most_latency + 1);
    }
    for (int host = 0; host < drawn.host_count; host++) {
        network.load[host] = drawn.load[host][0];
        network.target[host] = drawn.target[host][0];
    }
    return network;
}

static void print_tally(const char *name, const struct tally *tally)
{
    double count = (double)tally->searched;
    print_message("%s: %" PRIu64 " compared: some plan optimal %.1f %%, network-bundled %.1f %%, "
                  "mean %.4f, worst %.3f of the optimum; bound met %.1f %%, optimum over bound "
                  "mean %.4f, worst %.3f; proved %.1f %%\n",
                  name, tally->searched, 100 * (double)tally->best_met / count,
                  100 * (double)tally->bundled_met / count, 1 + tally->bundled_sum / count,
                  tally->bundled_worst, 100 * (double)tally->bound_met / count,
                  1 + tally->bound_sum / count, tally->bound_worst,
                  100 * (double)tally->proved / count);
}

static void bounds_optima_and_plans_are_in_order(void **state)
{
    (void)state;
    struct rd_rng rng = rd_rng_seeded(61, 0);
    struct tally tally[FAMILIES] = {{0}}, all = {0};
    size_t families = 0;
    uint64_t too_large = 0;
    while (network_families[families].name)
        families++;
    assert_true(families <= FAMILIES);
    for (uint64_t i = 0; i < NETWORKS * times; i++) {
        const struct network_family *family = &network_families[i % families];
        if (family->shape == RD_BUS)
            continue;
        struct bundle_case network = draw(&rng, family);
        int optimum_s = bundle_optimum_s(&network, 250, &test_scratch);
        assert_true(optimum_s < 250);
        too_large += optimum_s < 0;
        if (optimum_s < 0)
            continue;
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
        struct test_instance test = instance_of(&network, family->shape, family->direction);
        check(&network, &test.instance, optimum_s, &tally[i % families]);
        rd_arena_rewind(&test_scratch, scratch_mark);
        rd_arena_rewind(&test_arena, mark);
    }
    for (size_t i = 0; i < families; i++) {
        if (tally[i].searched == 0)
            continue;
        print_tally(network_families[i].name, &tally[i]);
        all.searched += tally[i].searched;
        all.best_met += tally[i].best_met;
        all.proved += tally[i].proved;
    }
    print_message("%" PRIu64 " compared, %" PRIu64 " too large: some plan optimal in %" PRIu64
                  ", proved in %" PRIu64 "\n",
                  all.searched, too_large, all.best_met, all.proved);
    print_message("fixed charges:");
    for (int reason = 0; reason < RD_CHARGED_REASON_COUNT; reason++) {
        print_message(" %s %" PRIu64, rd_charged_reason_name(reason), seen[reason]);
        assert_true(seen[reason] > 0);
    }
    print_message("; %" PRIu64 " certificates spoilt, %" PRIu64 " of them still true\n",
                  spoilt_count, spoilt_accepted);
    assert_true(10 * spoilt_accepted > spoilt_count && 10 * spoilt_accepted < 9 * spoilt_count);
    assert_true(5 * too_large <= all.searched);
    assert_true(10 * all.best_met >= 9 * all.searched);
    assert_true(3 * all.proved >= all.searched);
}

int main(int argument_count, char **argument)
{
    times = campaign(argument_count, argument);
    spoiling = rd_rng_seeded(62, 0);
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(bounds_are_as_derived_by_hand),
        ARENAS_TEST(counts_are_needless_where_whole_messages_fit),
        ARENAS_TEST(holds_on_the_cases),
        ARENAS_TEST(bounds_optima_and_plans_are_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
