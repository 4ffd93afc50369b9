/* Plans through the public interface: what is recognised, planned, proved, refused. */
#include "tests/support/cmocka.h"

#include "ring_of_four.h"

#include <stdio.h>
#include <string.h>

static struct rd_solution solve(const struct rd_problem *problem)
{
    struct rd_solution solution;
    struct rd_call_error error;
    if (!rd_solve(problem, &solution, &error))
        fail_msg("%s", error.message);
    return solution;
}

static void assert_refused(const struct rd_problem *problem, enum rd_call_code code,
                           const char *words)
{
    struct rd_solution solution;
    struct rd_call_error error;
    memset(&solution, 0xff, sizeof solution);
    assert_false(rd_solve(problem, &solution, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.message, words))
        fail_msg("\"%s\" lacks \"%s\"", error.message, words);
    /* What failed leaves nothing behind that could be freed by mistake. */
    assert_null(solution.memory);
    assert_null(solution.algorithm);
}

static void plans_a_ring(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    struct rd_solution solution = solve(&problem);
    assert_string_equal(solution.shape, "ring");
    assert_true(solution.makespan_s == 4);
    assert_true(solution.bound.seconds == 4);
    assert_true(solution.proved_optimal);
    assert_non_null(strstr(solution.proof, solution.bound.name));
    assert_memory_equal(solution.final_load, problem.final_load, 4 * sizeof(int64_t));
    assert_int_equal(solution.items_moved, 4);
    assert_int_equal(solution.message_count, 4);
    assert_null(solution.relabelling);
    int64_t moved = 0;
    for (size_t i = 0; i < solution.plan.transfer_count; i++) {
        assert_int_equal(solution.plan.kind[i], 0);
        assert_true(solution.plan.round[i] < solution.plan.round_count);
        assert_int_equal(solution.plan.to[i], solution.plan.from[i] + 1);
        moved += solution.plan.items[i] * solution.plan.messages[i];
    }
    assert_int_equal(moved, 4);
    rd_solution_free(&solution);
}

/* The bound rests on hosts 0 and 1, out of which two items must go; or on host 0 alone. */
static void tells_what_a_bound_rests_on(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    struct rd_solution solution = solve(&problem);
    assert_in_range(solution.bound.bottleneck_count, 1, 2);
    for (size_t i = 0; i < solution.bound.bottleneck_count; i++) {
        assert_int_equal(solution.bound.bottleneck_host[i], i);
        assert_int_equal(solution.bound.bottleneck[i], RD_BOTTLENECK_HOST);
    }
    assert_non_null(strstr(solution.bound.rests_on, "host 0"));
    assert_non_null(solution.bound.why);
    rd_solution_free(&solution);
}

/* All pairs of hosts that a rule joins, as links. */
struct links {
    uint32_t from[64], to[64];
    size_t count;
};

static bool is_successor(uint32_t from, uint32_t to, uint32_t n)
{
    return to == (from + 1) % n;
}

static bool is_beside(uint32_t from, uint32_t to, uint32_t n)
{
    return is_successor(from, to, n) || is_successor(to, from, n);
}

static bool differs_in_a_bit(uint32_t from, uint32_t to, uint32_t n)
{
    (void)n;
    return ((from ^ to) & ((from ^ to) - 1)) == 0;
}

static bool is_other(uint32_t from, uint32_t to, uint32_t n)
{
    (void)n;
    return from != to;
}

static void join(struct links *links, uint32_t n,
                 bool (*joined)(uint32_t from, uint32_t to, uint32_t n), struct rd_problem *problem)
{
    links->count = 0;
    /* The last first: the order of links is of no matter. */
    for (uint32_t from = n; from-- > 0;)
        for (uint32_t to = 0; to < n; to++)
            if (from != to && joined(from, to, n)) {
                links->from[links->count] = from;
                links->to[links->count++] = to;
            }
    problem->host_count = n;
    problem->link_count = links->count;
    problem->link_from = links->from;
    problem->link_to = links->to;
}

static void recognises_shapes(void **state)
{
    (void)state;
    static double seconds[64];
    for (int i = 0; i < 64; i++)
        seconds[i] = 1;
    int64_t load[8] = {2, 0, 0, 0, 0, 0, 0, 0}, after[8] = {1, 1, 0, 0, 0, 0, 0, 0};
    struct rd_problem problem = {
        .load = load, .final_load = after, .link_seconds_per_item = seconds};
    struct links links;
    /* One item to a neighbour, over one link: 1 s. */
    join(&links, 5, is_successor, &problem);
    struct rd_solution solution = solve(&problem);
    assert_string_equal(solution.shape, "ring");
    assert_true(solution.makespan_s == 1 && solution.proved_optimal);
    rd_solution_free(&solution);
    join(&links, 5, is_beside, &problem);
    solution = solve(&problem);
    assert_string_equal(solution.shape, "ring");
    assert_true(solution.makespan_s == 1 && solution.proved_optimal);
    rd_solution_free(&solution);
    /* Host 0 has one too many, host 7 none: 0, 1 and 3 each pass one on, all at once. */
    int64_t cube[8] = {2, 1, 1, 1, 1, 1, 1, 0};
    problem.goal = RD_GOAL_BALANCE;
    problem.load = cube;
    join(&links, 8, differs_in_a_bit, &problem);
    solution = solve(&problem);
    assert_string_equal(solution.shape, "hypercube");
    assert_true(solution.makespan_s == 1 && solution.proved_optimal);
    rd_solution_free(&solution);
    /* Each of three components on a host of its own. */
    int64_t gathered[9] = {0, 1, 0, 0, 0, 1, 1, 0, 0};
    problem.goal = RD_GOAL_GATHER;
    problem.load = gathered;
    problem.kind_count = 3;
    join(&links, 3, is_other, &problem);
    problem.algorithm = "switch-volume";
    solution = solve(&problem);
    assert_string_equal(solution.shape, "switch");
    rd_solution_free(&solution);
}

static void names_links_that_do_not_fit(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    problem.shape = RD_SHAPE_RING_TWO_WAY;
    assert_refused(&problem, RD_CALL_ARGUMENT, "no link from 0 to 3 is listed");
    problem.shape = RD_SHAPE_STAR;
    assert_refused(&problem, RD_CALL_ARGUMENT, "a star of 4 hosts has no such link");
    problem.shape = RD_SHAPE_RING_ONE_WAY;
    static const uint32_t twice[] = {0, 1, 2, 0}, to[] = {1, 2, 3, 1};
    problem.link_from = twice;
    problem.link_to = to;
    assert_refused(&problem, RD_CALL_ARGUMENT, "link 3, from 0 to 1: it is listed twice");
    problem.host_count = 3;
    assert_refused(&problem, RD_CALL_ARGUMENT, "link 2, from 2 to 3: hosts are 0 to 2");
}

/* 1 / (1 / 49) is not 49: equal costs are kept as they are. */
static void keeps_equal_costs_exact(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 0}, after[] = {0, 1};
    struct rd_problem problem = {.host_count = 2,
                                 .shape = RD_SHAPE_RING_ONE_WAY,
                                 .every_seconds_per_item = 49,
                                 .load = load,
                                 .final_load = after};
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == 49);
    rd_solution_free(&solution);
    /* A message of any size takes 7 s. */
    problem.every_seconds_per_item = 0;
    problem.every_latency_s = 7;
    solution = solve(&problem);
    assert_true(solution.makespan_s == 7);
    rd_solution_free(&solution);
}

/* Two-way, links 0>1 of 3 s and 1>2 of 5 s, the others of 100 s: an item goes from 0 to 2 in 8 s.
 */
static void knows_unequal_costs(void **state)
{
    (void)state;
    static const uint32_t from[] = {0, 1, 2, 3, 1, 2, 3, 0}, to[] = {1, 2, 3, 0, 0, 1, 2, 3};
    static const double seconds[] = {3, 5, 100, 100, 100, 100, 100, 100};
    static const int64_t load[] = {1, 0, 0, 0}, after[] = {0, 0, 1, 0};
    struct rd_problem problem = {.host_count = 4,
                                 .link_count = 8,
                                 .link_from = from,
                                 .link_to = to,
                                 .link_seconds_per_item = seconds,
                                 .load = load,
                                 .final_load = after};
    struct rd_solution solution = solve(&problem);
    assert_float_equal(solution.makespan_s, 8, 8e-9);
    rd_solution_free(&solution);
}

/* Three workers, item 1 s a link and 3 s a worker, six on worker 0. In less than 9 s worker 0 can
 * compute two, and of what comes through the master at 2, 3, 4, 5 s the others compute two and one:
 * five. Three, two and one take 9 s. */
/* Host 3 has two items too many, hosts 1 and 2 one too few. With both by way of host 0, that sends
 * for 2 * 1.552... s; with both over the link to host 2, host 3 sends for 2 * 1.982... s; with one
 * each way it sends for 2.614... s, the least. Prices of ports and links that show it are no whole
 * numbers, and rounding them must not lose the proof. */
static void proves_with_prices_that_are_rounded(void **state)
{
    (void)state;
    const uint32_t from[] = {0, 0, 1, 1, 2, 2, 3, 3}, to[] = {1, 3, 0, 2, 1, 3, 0, 2};
    const double cost[] = {1.552896673913758,  1.9334434443689923, 1.189558535440974,
                           0.6808064770783461, 0.7033925513845914, 1.8628026271830587,
                           0.6315580228846928, 1.9829292245819239};
    const int64_t load[] = {4, 1, 1, 4}, final_load[] = {4, 2, 2, 2};
    struct rd_problem problem = {.host_count = 4,
                                 .shape = RD_SHAPE_GRAPH,
                                 .link_count = 8,
                                 .link_from = from,
                                 .link_to = to,
                                 .link_seconds_per_item = cost,
                                 .load = load,
                                 .final_load = final_load,
                                 .seed = 1,
                                 .algorithm = "network-planner"};
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == cost[6] + cost[7]);
    assert_true(solution.bound.seconds >= solution.makespan_s * (1 - 1e-9));
    assert_true(solution.proved_optimal);
    rd_solution_free(&solution);
}

static void finishes_on_a_star(void **state)
{
    (void)state;
    static const int64_t load[] = {6, 0, 0, 0};
    static const double compute_s[] = {3, 3, 3, 0};
    struct rd_problem problem = {.host_count = 4,
                                 .shape = RD_SHAPE_STAR,
                                 .goal = RD_GOAL_FINISH,
                                 .every_seconds_per_item = 1,
                                 .load = load,
                                 .compute_seconds_per_item = compute_s};
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == 9);
    rd_solution_free(&solution);
    problem.algorithm = "star-exact";
    solution = solve(&problem);
    assert_string_equal(solution.algorithm, "star-exact");
    assert_true(solution.makespan_s == 9);
    assert_true(solution.proved_optimal);
    rd_solution_free(&solution);
}

/* Each component lies on two hosts, four items to one: with those four kept, each host sends one
 * item and receives one, 3 s. */
static void proves_a_relabelling(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 4, 0, 0, 1, 4, 4, 0, 1};
    struct rd_problem problem = {.host_count = 3,
                                 .kind_count = 3,
                                 .shape = RD_SHAPE_SWITCH,
                                 .goal = RD_GOAL_GATHER,
                                 .every_seconds_per_item = 3,
                                 .load = load,
                                 .algorithm = "switch-volume"};
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == 3 && solution.proved_optimal);
    const struct rd_relabelling_proof *proof = solution.relabelling;
    assert_non_null(proof);
    assert_string_equal(proof->claim, "least volume");
    assert_int_equal(proof->volume, 3);
    int64_t sum = 0, size = 5;
    for (uint32_t host = 0; host < 3; host++) {
        sum += proof->host_price[host] + proof->kind_price[host];
        assert_int_equal(proof->host_of_kind[(host + 1) % 3], host);
        for (uint32_t kind = 0; kind < 3; kind++)
            assert_true(proof->host_price[host] + proof->kind_price[kind] <=
                        size - load[host * 3 + kind]);
    }
    assert_int_equal(sum, 3);
    assert_null(proof->hall_host);
    rd_solution_free(&solution);
}

static void counts_ports(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    problem.ports = 1;
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == 4);
    rd_solution_free(&solution);
    problem.algorithm = "ring-one-way";
    problem.ports = 2;
    assert_refused(&problem, RD_CALL_REFUSED, "the port model is 2");
    problem.ports = RD_PORTS_UNLIMITED;
    assert_refused(&problem, RD_CALL_REFUSED, "the port model is all");
}

static void tells_who_refuses_and_why(void **state)
{
    (void)state;
    struct rd_problem problem = ring_of_four();
    struct rd_call_error error;
    assert_true(rd_problem_accepted_by(&problem, "ring-one-way", &error));
    assert_false(rd_problem_accepted_by(&problem, "star-mba", &error));
    assert_int_equal(error.code, RD_CALL_REFUSED);
    assert_non_null(strstr(error.message, "the shape is ring: star-mba takes star"));
    problem.algorithm = "star-mba";
    assert_refused(&problem, RD_CALL_REFUSED, "the shape is ring: star-mba takes star");
    static const int64_t more[] = {1, 1, 3, 2};
    problem.final_load = more;
    assert_refused(&problem, RD_CALL_ARGUMENT, "sum to 6 and the final loads to 7");
}

static void lists_algorithms(void **state)
{
    (void)state;
    assert_true(rd_algorithm_total() > 0);
    for (size_t i = 0; i < rd_algorithm_total(); i++) {
        assert_non_null(rd_algorithm_name(i));
        assert_non_null(rd_algorithm_summary(i));
        assert_non_null(rd_algorithm_source(i));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(rd_algorithm_name(i), rd_algorithm_name(j));
    }
}

static void agrees_on_its_version(void **state)
{
    (void)state;
    int major, minor, patch;
    assert_string_equal(rd_version(), RD_VERSION_TEXT);
    assert_int_equal(rd_version_number(), RD_VERSION);
    assert_int_equal(sscanf(RD_VERSION_TEXT, "%d.%d.%d", &major, &minor, &patch), 3);
    assert_int_equal(RD_VERSION, major * 10000 + minor * 100 + patch);
}

/* Nothing is known of two kinds on a bus, but nothing takes less than no time. */
static void proves_what_takes_no_time(void **state)
{
    (void)state;
    static const int64_t load[] = {1, 0, 1, 0, 0, 1}, after[] = {1, 0, 0, 1, 1, 0};
    struct rd_problem problem = {
        .host_count = 3, .shape = RD_SHAPE_BUS, .kind_count = 2, .load = load, .final_load = after};
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == 0 && solution.proved_optimal);
    assert_string_equal(solution.proof, "it takes no time");
    struct rd_judgement judgement;
    assert_true(rd_judge_schedule(&problem, &solution.plan, &judgement, NULL));
    assert_true(judgement.proved_optimal);
    rd_judgement_free(&judgement);
    rd_solution_free(&solution);
}

/* Three items go over two links of 1 s, one after the other: 4 s. With no time at all there is a
 * plan by the quick rules all the same, which is legal; nothing is said of a plan that came in
 * time. */
static void plans_within_a_time(void **state)
{
    (void)state;
    static const int64_t load[] = {3, 0, 0}, after[] = {0, 0, 3};
    static const uint32_t from[] = {0, 1}, to[] = {1, 2};
    static const double item_s[] = {1, 1};
    struct rd_problem problem = {.host_count = 3,
                                 .link_count = 2,
                                 .link_from = from,
                                 .link_to = to,
                                 .link_seconds_per_item = item_s,
                                 .load = load,
                                 .final_load = after,
                                 .within_s = 1e-9};
    struct rd_solution solution = solve(&problem);
    assert_non_null(strstr(solution.note, "stopped after"));
    assert_true(solution.makespan_s >= 4 && solution.bound.seconds <= 4);
    struct rd_judgement judgement;
    assert_true(rd_judge_schedule(&problem, &solution.plan, &judgement, NULL));
    assert_true(judgement.legal && judgement.goal_reached);
    rd_judgement_free(&judgement);
    rd_solution_free(&solution);
    problem.within_s = 1000;
    solution = solve(&problem);
    assert_true(solution.makespan_s == 4 && solution.proved_optimal);
    rd_solution_free(&solution);
    struct rd_call_error error;
    problem.within_s = -1;
    assert_false(rd_solve(&problem, &solution, &error));
    assert_int_equal(error.code, RD_CALL_ARGUMENT);
    assert_string_equal(error.message, "within_s is -1: 0 or more is accepted");
}

/* Two items of three times the seconds and one of five times, from host 0 to host 1: 11 s; each
 * network that a link makes with them refuses or knows the sizes. */
static void kinds_have_sizes(void **state)
{
    (void)state;
    static const int64_t load[] = {2, 1, 0, 0}, after[] = {0, 0, 2, 1};
    static const uint32_t from[] = {0, 1}, to[] = {1, 0};
    static const double item_s[] = {1, 2}, size[] = {3, 5}, wrong[] = {3, 0};
    struct rd_problem problem = {.host_count = 2,
                                 .kind_count = 2,
                                 .link_count = 2,
                                 .link_from = from,
                                 .link_to = to,
                                 .link_seconds_per_item = item_s,
                                 .load = load,
                                 .final_load = after,
                                 .counted_size = size};
    struct rd_solution solution = solve(&problem);
    assert_true(solution.makespan_s == 11 && solution.bound.seconds == 11);
    assert_true(solution.proved_optimal);
    rd_solution_free(&solution);
    struct rd_call_error error;
    problem.counted_size = wrong;
    assert_false(rd_solve(&problem, &solution, &error));
    assert_string_equal(error.message,
                        "counted_size[1] is 0: a number from 1e-30 to 1e+15 is accepted");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans_a_ring),
        cmocka_unit_test(tells_what_a_bound_rests_on),
        cmocka_unit_test(recognises_shapes),
        cmocka_unit_test(names_links_that_do_not_fit),
        cmocka_unit_test(keeps_equal_costs_exact),
        cmocka_unit_test(knows_unequal_costs),
        cmocka_unit_test(proves_with_prices_that_are_rounded),
        cmocka_unit_test(finishes_on_a_star),
        cmocka_unit_test(proves_a_relabelling),
        cmocka_unit_test(proves_what_takes_no_time),
        cmocka_unit_test(counts_ports),
        cmocka_unit_test(plans_within_a_time),
        cmocka_unit_test(kinds_have_sizes),
        cmocka_unit_test(tells_who_refuses_and_why),
        cmocka_unit_test(lists_algorithms),
        cmocka_unit_test(agrees_on_its_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
