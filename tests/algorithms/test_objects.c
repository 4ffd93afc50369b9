/* Lists of objects on a few hosts: bounds and plans against the optimum, which a search second by
 * second finds that knows nothing of either. The first argument multiplies the random lists, a
 * second one is their seed. */
#include "algorithms/algorithm.h"
#include "algorithms/bounds/found_bounds.h"

#include "object_optimum.h"
#include "sim/base/rng.h"
#include "sim/model/instance_check.h"
#include "sim/referee/referee.h"
#include "tests/support/arenas.h"
#include "tests/support/campaign.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint64_t factor = 1, first_seed = 7;

/* What lists of a family may have. */
struct family {
    const char *name;
    uint32_t ports; /* 1 to so many at each host */
    bool unequal;   /* links of 1 or 2 s a byte, and 1 s of latency on some */
    bool combined, many_a_pair, racks, several_sources, one_size;
    bool space;   /* limited on all hosts, with little to spare */
    bool dropped; /* by other hosts, or by nobody */
    /* How often in a thousand the bound is the optimum, and the plan of the search is, at the
     * least: what a prototype came to on such lists, less what chance may take of the few here. */
    int bounds, plans;
};

static const struct family families[] = {
    {.name = "one port", .ports = 1, .bounds = 980, .plans = 980},
    {.name = "1 to 3 ports", .ports = 3, .bounds = 980, .plans = 980},
    {.name = "unequal links", .ports = 2, .unequal = true, .bounds = 970, .plans = 980},
    {.name = "one size", .ports = 3, .one_size = true, .bounds = 980, .plans = 980},
    {.name = "many a pair", .ports = 3, .many_a_pair = true, .bounds = 970, .plans = 980},
    {.name = "combined ports", .ports = 3, .combined = true, .bounds = 900, .plans = 970},
    {.name = "two racks", .ports = 2, .racks = true, .unequal = true, .bounds = 930, .plans = 970},
    {.name = "several sources", .ports = 2, .several_sources = true, .bounds = 900, .plans = 970},
    {.name = "space", .ports = 1, .space = true, .bounds = 700, .plans = 900},
    {.name = "space, ports", .ports = 3, .space = true, .bounds = 700, .plans = 900},
    {.name = "space, dropped",
     .ports = 2,
     .space = true,
     .dropped = true,
     .bounds = 700,
     .plans = 900},
    {.name = "all of it",
     .ports = 2,
     .unequal = true,
     .racks = true,
     .several_sources = true,
     .space = true,
     .dropped = true,
     .bounds = 700,
     .plans = 800},
};

static void draw_objects(struct object_case *of, const struct family *family, struct rd_rng *rng)
{
    uint32_t hosts = of->instance.topology.host_count;
    uint32_t count = (uint32_t)rd_rng_between(rng, 2, 5);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = (uint32_t)rd_rng_below(rng, hosts), to;
        do
            to = (uint32_t)rd_rng_below(rng, hosts);
        while (to == from);
        object_case_add(of, family->one_size ? 2 : rd_rng_between(rng, 1, 4), from, to);
        uint32_t other = (uint32_t)rd_rng_below(rng, hosts);
        if (family->several_sources && other > from && other != to) {
            of->source[of->first[i + 1]] = other;
            of->first[i + 1]++;
        }
        if (family->dropped && rd_rng_below(rng, 3) == 0)
            of->drop[i] = rd_rng_below(rng, 2) ? RD_NO_HOST : (uint32_t)rd_rng_below(rng, hosts);
    }
}

/* Space as much as the list needs at its begin and its end, and up to two bytes more. */
static void draw_space(struct object_case *of, struct rd_rng *rng)
{
    int64_t more[HOSTS_MOST] = {0};
    for (uint32_t i = 0; i < of->objects.count; i++) {
        more[of->to[i]] += of->bytes[i];
        if (of->drop[i] != RD_NO_HOST)
            more[of->drop[i] == RD_DROP_SOURCE ? of->source[of->first[i]] : of->drop[i]] -=
                of->bytes[i];
    }
    for (uint32_t host = 0; host < of->instance.topology.host_count; host++)
        of->space[host] = (more[host] > 0 ? more[host] : 0) + rd_rng_between(rng, 0, 2);
    of->objects.space_bytes = of->space;
}

static void draw(struct object_case *of, const struct family *family, struct rd_rng *rng)
{
    uint32_t hosts = (uint32_t)rd_rng_between(rng, 2, 4), most = 1;
    object_case_open(of, hosts);
    for (uint32_t host = 0; host < hosts; host++) {
        of->ports[host] = (uint32_t)rd_rng_between(rng, 1, family->ports);
        most = of->ports[host] > most ? of->ports[host] : most;
    }
    of->instance.port_model = most > 1 ? RD_K_PORTS : RD_ONE_PORT;
    of->instance.port_count = most;
    of->instance.host_port_count = most > 1 ? of->ports : NULL;
    for (uint32_t link = 0; family->unequal && link < hosts * hosts; link++)
        of->cost[link] = (struct rd_link_cost){family->racks ? 0 : (double)rd_rng_below(rng, 2),
                                               rd_rng_below(rng, 2) ? 1 : 0.5};
    of->objects.combined_ports = family->combined;
    of->objects.many_a_pair = family->many_a_pair;
    of->instance.costs_equal = !family->unequal;
    if (family->racks)
        object_case_racks(of, 1 + (uint32_t)rd_rng_below(rng, hosts - 1),
                          (double[]){1, 1.5, 2}[rd_rng_below(rng, 3)]);
    draw_objects(of, family, rng);
    if (family->space)
        draw_space(of, rng);
}

struct tally {
    uint64_t lists, bounds, plans, infeasible;
};

/* The list as text, for whoever has to look into it. */
static void print_case(const struct object_case *of)
{
    for (uint32_t i = 0; i < of->objects.count; i++) {
        print_message("object %u: %d bytes to %u, drop %d, from", i, (int)of->bytes[i], of->to[i],
                      (int)of->drop[i]);
        for (uint32_t j = of->first[i]; j < of->first[i + 1]; j++)
            print_message(" %u", of->source[j]);
        print_message("\n");
    }
    for (uint32_t i = 0; i < of->instance.topology.host_count; i++)
        print_message("host %u: %u ports, space %d\n", i, of->ports[i], (int)of->space[i]);
}

static void check_bounds(const struct object_case *of, int64_t optimum, struct tally *tally)
{
    struct rd_error error;
    double best_s = 0;
    for (size_t i = 0; i < rd_problem_bound_count; i++) {
        struct rd_bound bound;
        if (rd_problem_bounds[i]->on_request ||
            !rd_problem_bound_suits(rd_problem_bounds[i], &of->instance) ||
            !rd_problem_bound_compute(rd_problem_bounds[i], &of->instance, &test_arena,
                                      &test_scratch, &bound, &error))
            continue;
        if (optimum >= 0 && bound.seconds > (double)optimum * (1 + 1e-9)) {
            print_case(of);
            fail_msg("%s: bound %.10g s above the optimum %d s", rd_problem_bounds[i]->name,
                     bound.seconds, (int)optimum);
        }
        best_s = fmax(best_s, bound.seconds);
    }
    tally->bounds += optimum >= 0 && best_s >= (double)optimum * (1 - 1e-9);
}

/* A plan is legal, reaches the goal, is no shorter than the optimum, and as good as promised. */
static void check_plan(const struct object_case *of, const struct rd_algorithm *algorithm,
                       int64_t optimum, struct tally *tally)
{
    struct rd_options options = {.spec = algorithm->options, .seed = 1};
    struct rd_plan plan = {0};
    struct rd_verdict verdict;
    struct rd_error error;
    bool searched = strcmp(algorithm->name, "objects-search") == 0;
    if (!rd_algorithm_accepts(algorithm, &of->instance, &options, &error))
        return;
    if (!algorithm->plan(algorithm, &of->instance, &options, &test_arena, &test_scratch, &plan,
                         &error)) {
        if (optimum >= 0 && algorithm->guarantee == RD_EXACT) {
            print_case(of);
            fail_msg("%s refuses: %s", algorithm->name, error.message);
        }
        return;
    }
    rd_referee_plan(&of->instance, &plan, &test_arena, &test_scratch, NULL, &verdict);
    double ratio = verdict.makespan_s / (double)optimum;
    bool exact = rd_algorithm_guarantee(algorithm, &of->instance) == RD_EXACT ||
                 rd_algorithm_guarantee(algorithm, &of->instance) == RD_OPTIMAL;
    if (optimum < 0 || verdict.violation != RD_LEGAL || !verdict.goal_reached || ratio < 1 - 1e-9 ||
        (exact && ratio > 1 + 1e-9) ||
        (algorithm->guarantee == RD_RATIO && algorithm->promises(&of->instance) &&
         ratio > algorithm->ratio)) {
        print_case(of);
        fail_msg("%s: %s %s, %.10g s, optimum %d s", algorithm->name, verdict.message,
                 verdict.goal_message, verdict.makespan_s, (int)optimum);
    }
    tally->plans += searched && ratio <= 1 + 1e-9;
}

static void check_family(const struct family *family, uint64_t lists, uint64_t seed)
{
    struct tally tally = {0};
    struct rd_rng rng = rd_rng_seeded(seed, 0);
    for (uint64_t i = 0; i < lists; i++) {
        struct object_case of;
        struct rd_arena_mark mark = rd_arena_mark(&test_arena);
        struct rd_arena_mark scratch_mark = rd_arena_mark(&test_scratch);
        struct rd_error error;
        draw(&of, family, &rng);
        assert_true(rd_instance_check(&of.instance, &error));
        int64_t optimum = object_optimum(&of);
        assert_true(optimum >= -1);
        tally.lists += optimum >= 0;
        tally.infeasible += optimum < 0;
        check_bounds(&of, optimum, &tally);
        for (size_t j = 0; j < rd_algorithm_count; j++)
            if (rd_algorithm_takes_goal(rd_algorithms[j], RD_PLACE))
                check_plan(&of, rd_algorithms[j], optimum, &tally);
        rd_arena_rewind(&test_scratch, scratch_mark);
        rd_arena_rewind(&test_arena, mark);
    }
    print_message("%-16s %6d lists, bound = optimum in %d, search optimal in %d, %d infeasible\n",
                  family->name, (int)tally.lists, (int)tally.bounds, (int)tally.plans,
                  (int)tally.infeasible);
    assert_true(tally.bounds * 1000 >= tally.lists * (uint64_t)family->bounds);
    assert_true(tally.plans * 1000 >= tally.lists * (uint64_t)family->plans);
}

static void test_families(void **state)
{
    (void)state;
    enum { LISTS = 40 };
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        check_family(&families[i], LISTS * factor, first_seed + i);
}

int main(int argument_count, char **argument)
{
    factor = campaign(argument_count, argument);
    if (argument_count > 2)
        first_seed = strtoull(argument[2], NULL, 10);
    const struct CMUnitTest tests[] = {ARENAS_TEST(test_families)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
