/* How near plans on shared links come to the best schedules, and to the bound: small networks
 * beside a search of all schedules that start things at 0 and at ends, switches whose hosts have
 * several ports and one uplink, and two racks that share a cable. For each: the list of the plan
 * kept, by bytes, and shared, and the plan itself. Fails if a plan is not legal, misses its goal,
 * or ends before the bound. Usage: measure_sharing [TIMES]: so many times as many small networks.
 */
#include "shared_network.h"
#include "sharing_search.h"

#include "algorithms/algorithm.h"
#include "algorithms/port_lp/certify.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/bound.h"
#include "tests/support/campaign.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What one list takes, by each mark (by bytes not where hosts pass on what comes over several
 * links); its plan last. */
enum form { KEEP, BYTES, SHARE, PLAN, FORMS };

static const char *const form_name[FORMS] = {"keep", "bytes", "share", "plan"};

static _Noreturn void stop(const char *what, const char *why)
{
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

/* What a plan takes. In: what, for a message if it is not legal; NULL: it need not be, then
 * INFINITY. */
static double judged_s(const struct rd_instance *instance, const struct rd_plan *plan,
                       const char *what)
{
    static struct rd_verdict verdict;
    rd_referee_plan(instance, plan, &test_arena, &test_scratch, NULL, &verdict);
    if (verdict.violation != RD_LEGAL && !what)
        return INFINITY;
    if (verdict.violation != RD_LEGAL)
        stop(what, verdict.message);
    if (what && !verdict.goal_reached)
        stop(what, verdict.goal_message);
    return verdict.makespan_s;
}

/* Plans an instance, and times the list of the plan by each mark. */
static void plan(const struct rd_instance *instance, const char *name, double time_s[FORMS])
{
    const struct rd_algorithm *algorithm = rd_algorithm_named(name);
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_error error = {0};
    if (!rd_algorithm_accepts(algorithm, instance, &options, &error) ||
        !algorithm->plan(algorithm, instance, &options, &test_arena, &test_scratch, &plan, &error))
        stop(name, error.message);
    time_s[PLAN] = judged_s(instance, &plan, name);
    for (int form = KEEP; form < PLAN; form++) {
        static const enum rd_room room[] = {RD_ROOM_KEEP, RD_ROOM_BYTES, RD_ROOM_SHARE};
        for (size_t i = 0; i < plan.transfer_count; i++)
            rd_plan_set_room(&plan, &test_arena, i, room[form]);
        time_s[form] = judged_s(instance, &plan, form == BYTES ? NULL : name);
    }
}

/* Ratios of one form. */
struct ratios {
    uint64_t count, ones;
    double sum, worst;
};

static void add(struct ratios *ratios, double time_s, double least_s)
{
    double ratio = least_s > 0 ? time_s / least_s : 1;
    if (isinf(ratio))
        return;
    ratios->count++;
    ratios->ones += ratio <= 1 + 1e-9;
    ratios->sum += ratio;
    ratios->worst = fmax(ratios->worst, ratio);
}

/* In: goal: the least share of ones that is wanted, or, above 1, the most that the mean should be;
 * 0: neither. */
static void print_row(const char *of, enum form form, const struct ratios *ratios, double goal)
{
    if (ratios->count == 0)
        return;
    double ones = (double)ratios->ones / (double)ratios->count;
    double mean = ratios->sum / (double)ratios->count;
    printf("%-34s %-6s %6lu %8.1f %% %8.4f %8.4f", of, form_name[form],
           (unsigned long)ratios->count, 100 * ones, mean, ratios->worst);
    if (goal > 0 && goal <= 1)
        printf("   %g %% wanted: %s", 100 * goal, ones >= goal ? "met" : "missed");
    if (goal > 1)
        printf("   mean %g wanted: %s", goal, mean <= goal + 5e-4 ? "met" : "missed");
    printf("\n");
    fflush(stdout);
}

static void print_rows(const char *of, const struct ratios ratios[FORMS], bool has_latency,
                       double goal)
{
    for (int form = KEEP; form < FORMS; form++)
        if (form != BYTES || has_latency)
            print_row(of, (enum form)form, &ratios[form], form == PLAN ? goal : 0);
}

static double bound_s(const struct rd_instance *instance)
{
    struct rd_bound bound;
    struct rd_error error;
    if (!test_named_bound("port-prices", instance, &test_arena, &test_scratch, &bound, &error))
        stop("bound", error.message);
    return bound.seconds;
}

/* --- small networks --------------------------------------------------------------------------- */

enum { ONE_PORT, K_PORTS, ALL_PORTS, PORT_CLASSES };

static int port_class(const struct small_network *network)
{
    int most = 1, none = 0;
    for (int host = 0; host < network->host_count; host++) {
        most = network->ports[host] > most ? network->ports[host] : most;
        none += network->ports[host] == 0;
    }
    return none == network->host_count ? ALL_PORTS : none > 0 || most > 1 ? K_PORTS : ONE_PORT;
}

static bool has_latency(const struct shared_network *shared)
{
    for (int link = 0; link < shared->network.link_count; link++)
        if (shared->latency_s[link] > 0 || shared->header_items > 0)
            return true;
    return false;
}

static void measure_small(const char *algorithm, uint64_t count, uint64_t seed)
{
    enum { STATE_LIMIT = 200000 };
    static const char *const of[2][PORT_CLASSES] = {
        {"one port", "k ports", "all ports"},
        {"one port, latencies", "k ports, latencies", "all ports, latencies"}};
    struct rd_rng rng = rd_rng_seeded(seed, 0);
    struct ratios ratios[2][PORT_CLASSES][FORMS] = {0};
    uint64_t over = 0;
    for (uint64_t i = 0; i < count;) {
        struct shared_network shared;
        rd_arena_borrow(&test_arena);
        rd_arena_borrow(&test_scratch);
        shared_network_draw(&rng, &shared);
        if (shared.shared_count == 0)
            continue;
        i++;
        struct sharing_search best = sharing_search(&shared, STATE_LIMIT, &test_scratch);
        over += !best.found;
        if (!best.found)
            continue;
        struct test_instance test = shared_network_instance(&shared, &test_arena);
        double time_s[FORMS];
        plan(&test.instance, algorithm, time_s);
        if (bound_s(&test.instance) > fmin(best.seconds, time_s[PLAN]) * (1 + 1e-9)) {
            shared_network_print(stderr, &shared);
            stop(algorithm, "the bound is above a schedule");
        }
        for (int form = KEEP; form < FORMS; form++)
            add(&ratios[has_latency(&shared)][port_class(&shared.network)][form], time_s[form],
                best.seconds);
    }
    printf("\n%s on %lu small networks, over the best of a search (%lu too large for it)\n",
           algorithm, (unsigned long)count, (unsigned long)over);
    for (int latency = 0; latency < 2; latency++)
        for (int ports = 0; ports < PORT_CLASSES; ports++)
            print_rows(of[latency][ports], ratios[latency][ports], latency, 0.99);
}

/* --- switches --------------------------------------------------------------------------------- */

/* A switch whose wires cost 1 to 5 s an item; loads 0 to 12, others at the end. In: ports, 0: all.
 */
static struct test_instance draw_switch(struct rd_rng *rng, uint32_t hosts, uint32_t ports)
{
    enum { MOST_COST_S = 5, MOST_ITEMS = 12 };
    struct test_instance test =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, hosts, 1);
    double *item_s = rd_take(&test_arena, 2 * (size_t)hosts, double);
    for (uint32_t wire = 0; wire < 2 * hosts; wire++)
        item_s[wire] = (double)rd_rng_between(rng, 1, MOST_COST_S);
    test_instance_wire(&test, &test_arena, item_s);
    test_instance_set_ports(&test, ports);
    int64_t items = 0;
    for (uint32_t host = 0; host < hosts; host++) {
        test.load[host] = rd_rng_between(rng, 0, MOST_ITEMS);
        items += test.load[host];
    }
    for (; items > 0; items--)
        test.target[rd_rng_below(rng, hosts)]++;
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    return test;
}

static void measure_switches(uint64_t count)
{
    static const uint32_t hosts[] = {4, 8, 16}, ports[] = {2, 4, 0};
    /* The yardstick of a prototype: the mean of its lists after moves. */
    static const double goal[3][3] = {
        {1.003, 1.002, 1.001}, {1.001, 1.004, 1.008}, {1.002, 1.0001, 1.002}};
    printf("\nnetwork-planner on %lu switches each, over the bound\n", (unsigned long)count);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            struct ratios ratios[FORMS] = {0};
            char of[64];
            snprintf(of, sizeof of, ports[j] > 0 ? "%u hosts, %u ports" : "%u hosts, all ports",
                     hosts[i], ports[j]);
            struct rd_rng rng = rd_rng_seeded(7, (uint64_t)(3 * i + j));
            for (uint64_t k = 0; k < count; k++) {
                rd_arena_borrow(&test_arena);
                rd_arena_borrow(&test_scratch);
                struct test_instance test = draw_switch(&rng, hosts[i], ports[j]);
                double time_s[FORMS], least_s = bound_s(&test.instance);
                plan(&test.instance, "network-planner", time_s);
                for (int form = KEEP; form < FORMS; form++)
                    add(&ratios[form], time_s[form], least_s);
            }
            print_rows(of, ratios, false, goal[i][j]);
        }
}

/* --- two racks -------------------------------------------------------------------------------- */

/* Two racks of 8 one-port hosts, one cable each way; each host of one sends 4 items of 1 s to its
 * partner in the other. In: part, of the cable, that a message takes. */
static struct test_instance two_racks(double latency_s, double part)
{
    enum { RACK = 8, ITEMS = 4 };
    struct test_instance test =
        test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 2 * RACK, 1);
    uint64_t links = rd_link_count(&test.instance.topology);
    uint32_t *first = rd_take(&test_arena, links + 1, uint32_t), count = 0;
    struct rd_shared_use *use = rd_take(&test_arena, links, struct rd_shared_use);
    double *bandwidth = rd_take(&test_arena, 2, double);
    bandwidth[0] = bandwidth[1] = 1 / part;
    for (uint64_t link = 0; link < links; link++) {
        uint32_t from, to;
        test.cost[link].latency_s = latency_s;
        if (rd_link_ends(&test.instance.topology, link, &from, &to) && (from < RACK) != (to < RACK))
            use[count++] = (struct rd_shared_use){from >= RACK, 1};
        first[link + 1] = count;
    }
    test.instance.shared =
        rd_make(&test_arena, struct rd_shared_links, 2, bandwidth, NULL, first, use);
    for (uint32_t host = 0; host < RACK; host++)
        test.load[host] = test.target[host + RACK] = ITEMS;
    test.instance.goal = RD_REACH;
    test.instance.target = test.target;
    return test;
}

static void measure_racks(void)
{
    static const struct {
        double part, latency_s, goal;
    } racks[] = {{1, 0, 1}, {1, 0.2, 1.01}, {1, 1, 1.05}, {0.6, 0, 1}, {0.6, 1, 1.34}};
    printf("\nnetwork-planner on two racks, over the bound\n");
    for (size_t i = 0; i < sizeof racks / sizeof *racks; i++) {
        char of[64];
        struct ratios ratios[FORMS] = {0};
        rd_arena_borrow(&test_arena);
        rd_arena_borrow(&test_scratch);
        struct test_instance test = two_racks(racks[i].latency_s, racks[i].part);
        double time_s[FORMS], least_s = bound_s(&test.instance);
        plan(&test.instance, "network-planner", time_s);
        for (int form = KEEP; form < FORMS; form++)
            add(&ratios[form], time_s[form], least_s);
        snprintf(of, sizeof of, "part %g, latency %g s", racks[i].part, racks[i].latency_s);
        print_rows(of, ratios, racks[i].latency_s > 0, racks[i].goal);
    }
}

int main(int argument_count, char **argument)
{
    uint64_t times = campaign(argument_count, argument);
    test_arenas_open(NULL);
    printf("%-34s %-6s %6s %10s %8s %8s\n", "", "marks", "count", "best", "mean", "worst");
    measure_racks();
    measure_switches(40);
    measure_small("network-planner", 100 * times, 5);
    measure_small("network-portfolio", 100 * times, 5);
    test_arenas_close(NULL);
    return 0;
}
