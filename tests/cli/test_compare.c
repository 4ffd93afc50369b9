/* redist compare, on sweeps whose times are worked out by hand. */
#include "program.h"

#include <string.h>

/* Four items on one of two equal workers of 1 s an item. Links of 1 s: one item arrives at 2 s and
 * is computed by 3 s, and so are the three that stay; nothing moved takes 4 s. Links of 10 s: 4 s,
 * and nothing moves. */
static const char pays[] =
    "<scenario name=\"pays\"><platform generator=\"star\" hosts=\"2\" cost=\"1\" compute=\"1\"/>"
    "<topology shape=\"star\" master=\"m\" hosts=\"h[0-1]\"/><items bytes=\"1\" flops=\"1\"/>"
    "<loads><load host=\"h0\" items=\"4\"/><load host=\"h1\" items=\"0\"/></loads>"
    "<goal reach=\"finish\"/><run algorithm=\"star-nothing\"/><run algorithm=\"star-bba\"/>"
    "<sweep><vary parameter=\"cost\" values=\"1 10\"/></sweep></scenario>";

/* The same at 1.49999 s: 3.99998 s, so that nothing moved takes 1.000005 times as long. */
static const char hardly[] =
    "<scenario name=\"hardly\"><platform generator=\"star\" hosts=\"2\" cost=\"1\" compute=\"1\"/>"
    "<topology shape=\"star\" master=\"m\" hosts=\"h[0-1]\"/><items bytes=\"1\" flops=\"1\"/>"
    "<loads><load host=\"h0\" items=\"4\"/><load host=\"h1\" items=\"0\"/></loads>"
    "<goal reach=\"finish\"/><run algorithm=\"star-nothing\"/><run algorithm=\"star-bba\"/>"
    "<sweep><vary parameter=\"cost\" values=\"1.49999\"/></sweep></scenario>";

/* A ring of six items, every second one on the other host. Kept, each is a word an iteration: 6 + 3
 * s. Two moves make halves, with four words: 4 + 3 s. So 0 and 2 s without an iteration, 18 and 16
 * s with two. */
static const char halves[] =
    "<scenario name=\"halves\"><platform generator=\"switch\" hosts=\"2\" cost=\"1\" "
    "compute=\"1\"/>"
    "<topology shape=\"switch\"/><items bytes=\"1\" flops=\"1\"/>"
    "<loads generator=\"owners\" values=\"0 1 0 1 0 1\"/>"
    "<goal reach=\"stencil\" metric=\"volume\" iterations=\"1\"/>"
    "<run algorithm=\"stencil-keep\"/><run algorithm=\"stencil-full-block\"/>"
    "<sweep><vary parameter=\"iterations\" values=\"0 2\"/></sweep></scenario>";

static const char *swept(struct test_place *place, const char *name, const char *text)
{
    const char *scenario = test_write(place, rd_arena_print(&place->arena, "%s.xml", name), text);
    const char *results = test_path(place, rd_arena_print(&place->arena, "%s.db", name));
    struct test_run run = test_redist(place, "sweep", scenario, "--results", results, NULL);
    test_status(&run, 0);
    return results;
}

/* No mean of who never wins reads 1. */
static void tells_the_second_from_the_first(void **state)
{
    struct test_place *place = *state;
    struct test_run run = test_redist(place, "compare", swept(place, "hardly", hardly), NULL);
    test_status(&run, 0);
    test_contains(run.out, "  star-bba         1       1              -     1        0       0\n");
    test_contains(run.out, "  star-nothing     1  1.0001              -     0        0       0\n");
}

static void says_who_wins(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "pays", pays);
    struct test_run run = test_redist(place, "compare", results, NULL);
    test_status(&run, 0);
    test_contains(run.out,
                  "   1  star-nothing     1  1.3333              -     0        0       0\n");
    test_contains(run.out,
                  "  10  star-nothing     1       1              -     1        0       0\n");
    test_contains(run.out, "no algorithm overtakes another\n");
    run = test_redist(place, "compare", results, "--by", "cost", "--measure", "time", "--format",
                      "csv", NULL);
    test_status(&run, 0);
    assert_string_equal(
        run.out,
        "parameter,value,algorithm,options,measure,runs,mean,low,high,wins,refused,failed,least,"
        "q25,median,q75,greatest,against,pairs,difference,difference_low,difference_high\n"
        "cost,1,star-bba,,time,1,3,,,1,0,0,3,3,3,3,3,,,,,\n"
        "cost,1,star-nothing,,time,1,4,,,0,0,0,4,4,4,4,4,,,,,\n"
        "cost,10,star-bba,,time,1,4,,,1,0,0,4,4,4,4,4,,,,,\n"
        "cost,10,star-nothing,,time,1,4,,,1,0,0,4,4,4,4,4,,,,,\n");
    run = test_redist(place, "compare", results, "--by", "cost", "--measure", "time", "--where",
                      "algorithm=star-bba,star-nothing", "--where", "cost=1.0", "--against",
                      "star-bba", "--quantiles", "--format", "markdown", NULL);
    test_status(&run, 0);
    assert_string_equal(
        run.out,
        "| cost | algorithm | runs | mean | 95 % interval | wins | refused | failed | least | 25 % "
        "| median | 75 % | greatest | pairs | difference | 95 % interval |\n"
        "|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        "| 1 | star-bba | 1 | 3 | - | 1 | 0 | 0 | 3 | 3 | 3 | 3 | 3 | 0 | - | - |\n"
        "| 1 | star-nothing | 1 | 4 | - | 0 | 0 | 0 | 4 | 4 | 4 | 4 | 4 | 1 | 1 | - |\n");
}

/* Two workers with 2 and 0 items of 3 s, 1 s an item on each link: where links are equal MBA
 * accepts, and where the second's cost is 2 it refuses. Nothing moves or one item does; the mean of
 * MBA stands for one of two points. */
static void marks_who_refused(void **state)
{
    struct test_place *place = *state;
    const char *results =
        swept(place, "refused",
              "<scenario name=\"refused\"><platform generator=\"star\" hosts=\"2\" cost=\"1\" "
              "compute=\"3\"/><topology shape=\"star\"/><items bytes=\"1\" flops=\"1\"/>"
              "<loads><load host=\"h0\" items=\"2\"/></loads><goal reach=\"finish\"/>"
              "<run algorithm=\"star-nothing\"/><run algorithm=\"star-mba\"/>"
              "<run algorithm=\"star-order\"/><sweep><vary parameter=\"cost\" values=\"1; list 1 "
              "2\"/><vary parameter=\"latency\" values=\"0\"/></sweep></scenario>");
    struct test_run run = test_redist(place, "compare", results, "--by", "latency", NULL);
    test_status(&run, 0);
    test_contains(run.out, "  star-mba *       1     1              -     1        1       0\n");
    test_contains(run.out, "\n*: refused or failed some runs, which its mean leaves out; --common "
                           "compares where all ended well\n");
    run = test_redist(place, "compare", results, "--by", "latency", "--common", NULL);
    test_status(&run, 0);
    test_contains(run.out, "\n\nnothing to compare\n\nall 2 points left out: not every algorithm "
                           "ended well there; at none did star-order (--where algorithm=A,B "
                           "compares others)\n");
    run = test_redist(place, "compare", results, "--by", "latency,cost", "--where",
                      "algorithm=star-nothing", "--measure", "time", "--format", "csv", NULL);
    test_status(&run, 0);
    test_contains(run.out, "latency,cost,parameter,value,algorithm,");
    test_contains(run.out, "\n0,1,\"latency, cost\",\"0, 1\",star-nothing,,time,1,6,");
    test_contains(run.out,
                  "\n0,list 1 2,\"latency, cost\",\"0, list 1 2\",star-nothing,,time,1,6,");
    run = test_redist(place, "compare", results, "--by", "latency", "--common", "--where",
                      "algorithm=star-nothing,star-mba", "--measure", "time", NULL);
    test_status(&run, 0);
    test_contains(run.out, "\n1 points left out: not every algorithm ended well there\n");
    /* 2 * 3 s, and up and down 2 * 1 s before 3 s. */
    test_contains(run.out, "  star-mba         1     5              -     1        0       0\n");
    test_contains(run.out, "  star-nothing     1     6              -     0        0       0\n");
}

/* Times of `pays` by hand, above: 3 and 4 s for bba, 4 and 4 s for nothing. */
static void judges_by_a_table(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "judged", pays);
    const char *table = test_write(
        place, "t.verdicts.csv",
        "what,measure,statistic,where,by,accepted,earlier-run,independent,published,differs,"
        "impossible,why\n"
        "# A comment.\n"
        "time,planned_s,value,algorithm = 'star-bba',cost,3 + (cost > 1) to 4,,,,,,by hand\n"
        "mean,planned_s,mean,,algorithm,,\"iif(algorithm = 'star-bba', 3.5, 4)\",,3.5,it moves "
        "nothing,,seen\n"
        "10^4 times,10000 * planned_s,least,algorithm = 'star-bba',,,,3e4 to 4e4,40000,,"
        "3 s are enough,\n"
        "over the best,time_s / best_s,greatest,algorithm = 'star-nothing',,at most 4.0 / "
        "3,,,1.33,,,\n"
        "moved,\"*, items_moved > 0 AS moves\",view,algorithm = 'star-bba',,,,,,,,\n"
        "points,point,count,,,,,,,,,\n"
        "listed,planned_s,greatest,,,any,,,,,,\n");
    const char *data = test_path(place, "t.csv");
    struct test_run run =
        test_redist(place, "compare", results, "--verdicts", table, "--data", data, NULL);
    test_status(&run, 0);
    test_contains(run.out, "  3 to 4  law          met\n");
    test_contains(run.out, ": 7 values: 1 agrees with the paper, 2 do not, 1 undecided, "
                           "3 not published; laws 3 of 3, regression 2 of 2, independent 1 of 1\n"
                           "  1 does not agree: it moves nothing\n"
                           "  1 does not agree: 3 s are enough\n");
    test_contains(run.out, "  40000       30000  no: impossible as published  30000 to 40000  "
                           "independent  met\n");
    test_contains(test_read(place, data),
                  "what,cost,algorithm,runs,measured,half_width,least,greatest,low,high,published\n"
                  "time,1,,1,3,0,3,3,3,4,\ntime,10,,1,4,0,4,4,4,4,\nmean,,star-bba,2,3.5,");
    static const char *const wrong[][2] = {
        {"x,plannd_s,value\n", ":2: no such column: plannd_s\n"},
        {"x,planned_s,median\n", ":2: statistic \"median\": value, mean, each, least, greatest, "
                                 "total, count or view is accepted\n"},
        {"x,planned_s,value\n", ":2: x: values from 3 to 4, where statistic \"value\" needs one\n"},
        {"x,NULL,mean\n", ":2: x: no run has a value\n"},
        {"x,class_bound_s / 0,mean\n", ":2: x: no run has a value\n"},
        {"x,planned_s,least; DROP TABLE every_run,\n", ":2: 4 fields"},
        {"x,1) FROM run; DROP TABLE every_run; SELECT (1,least\n",
         ":2: an expression that ends its query: one expression a cell is accepted\n"},
        {"x,1) FROM run -- ,least\n", ":2: an expression that ends its query"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        table =
            test_write(place, "w.csv",
                       rd_arena_print(&place->arena, "what,measure,statistic\n%s", wrong[i][0]));
        run = test_redist(place, "compare", results, "--verdicts", table, NULL);
        test_status(&run, 3);
        test_contains(run.err, wrong[i][1]);
    }
    table = test_write(place, "w.csv",
                       "what,measure,statistic,published,differs,impossible\n"
                       "x,planned_s,least,4,3 are enough,\nx,planned_s,least,4,,no run takes 4\n"
                       "x,planned_s,least,4,3 are enough,no run takes 4\n");
    run = test_redist(place, "compare", results, "--verdicts", table, NULL);
    test_status(&run, 3);
    test_contains(run.err, ":4: a reason in both of the columns differs and impossible: one is "
                           "accepted\n");
    table =
        test_write(place, "w.csv", "what,measure,statistic,accepted\nx,planned_s,least,4 to 5\n");
    run = test_redist(place, "compare", results, "--verdicts", table, "--format", "csv", NULL);
    test_status(&run, 1);
    assert_string_equal(run.out, "what,published,measured,agrees,accepted,by,verdict,why,ci_low,"
                                 "ci_high,accepted_low,accepted_high\n"
                                 "x,-,3,-,4 to 5,law,NOT MET,,3,3,4,5\n");
}

/* star-bba takes 3 and 4 s: both lie in 3 to 4, and the interval of their mean, 3.5 +- 6.35, does
 * not. A law about runs is met, one about means is not; and no run is below 3.1 but the first. */
static void judges_each_run(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "each", pays);
    const char *table = test_write(place, "e.csv",
                                   "what,measure,statistic,where,accepted\n"
                                   "runs,planned_s,each,algorithm = 'star-bba',3 to 4\n"
                                   "mean,planned_s,mean,algorithm = 'star-bba',3 to 4\n"
                                   "late,planned_s,each,algorithm = 'star-bba',at least 3.1\n");
    struct test_run run =
        test_redist(place, "compare", results, "--verdicts", table, "--format", "json", NULL);
    test_status(&run, 1);
    json_t *rows = json_loads(run.out, 0, NULL);
    static const char *const verdicts[] = {"met", "NOT MET", "NOT MET"};
    for (size_t i = 0; i < 3; i++) {
        json_t *row = json_array_get(rows, i);
        assert_string_equal(test_text_of(row, "measured"), "3.5 +- 6.4");
        assert_string_equal(test_text_of(row, "verdict"), verdicts[i]);
    }
    assert_string_equal(test_text_of(json_array_get(rows, 0), "by"), "law, each run");
    assert_string_equal(test_text_of(json_array_get(rows, 2), "accepted_high"), "");
    json_decref(rows);
    table = test_write(place, "e.csv", "what,measure,statistic,independent\nx,planned_s,each,3\n");
    run = test_redist(place, "compare", results, "--verdicts", table, NULL);
    test_status(&run, 3);
    test_contains(run.err, ":2: statistic \"each\" with an earlier or another run: a law, in the "
                           "column accepted, is accepted\n");
}

static void finds_what_overtakes_what(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "halves", halves);
    struct test_run run =
        test_redist(place, "compare", results, "--measure", "time", "--format", "csv", NULL);
    test_status(&run, 0);
    test_contains(run.out, "iterations,0,stencil-full-block,,time,1,2,,,0,0,0,");
    test_contains(run.out, "iterations,0,stencil-keep,,time,1,0,,,1,0,0,");
    test_contains(run.out, "iterations,2,stencil-full-block,,time,1,16,,,1,0,0,");
    test_contains(run.out, "iterations,2,stencil-keep,,time,1,18,,,0,0,0,");
    json_t *all = test_redist_json(place, 0, "compare", results, "--measure", "time", "--format",
                                   "json", NULL);
    assert_int_equal(json_array_size(all), 5);
    assert_string_equal(test_text_of(json_array_get(all, 4), "kind"), "crossover");
    assert_true(json_is_true(json_object_get(json_array_get(all, 4), "single")));
    json_decref(all);
    run = test_redist(place, "compare", results, "--measure", "time", NULL);
    test_status(&run, 0);
    test_contains(run.out, " to 2: stencil-full-block overtakes stencil-keep, by a single run\n");
    run = test_redist(place, "compare", results, "--measure", "ratio", NULL);
    test_status(&run, 0);
    assert_null(strstr(run.out, "overtakes"));
}

/* Repetitions of all points share their seeds, so that bandwidths four times as large make every
 * time a quarter, to the bit: 4 is a power of two. */
static void a_scale_of_bandwidths_is_a_scale_of_times(void **state)
{
    struct test_place *place = *state;
    const char *results =
        swept(place, "scaled",
              "<scenario name=\"scaled\"><platform generator=\"ring\" direction=\"two-way\" "
              "hosts=\"5\" cost=\"uniform 1 9\"/><topology shape=\"ring\"/><items "
              "bytes=\"1\"/><loads generator=\"uniform\" low=\"1\" high=\"30\" "
              "after=\"balanced\"/><goal reach=\"after\"/><run "
              "algorithm=\"ring-shorter-way\"/><sweep simulate=\"no\"><vary "
              "parameter=\"bandwidth-scale\" values=\"1 4\"/><repeat "
              "count=\"10\"/></sweep></scenario>");
    json_t *rows = test_redist_json(place, 0, "export", results, "--format", "json", NULL);
    assert_int_equal(json_array_size(rows), 20);
    for (size_t i = 0; i < 10; i++) {
        double slow_s = json_number_value(json_object_get(json_array_get(rows, i), "planned_s"));
        double fast_s =
            json_number_value(json_object_get(json_array_get(rows, 10 + i), "planned_s"));
        assert_true(slow_s > 0 && slow_s == 4 * fast_s);
    }
    json_decref(rows);
    /* Its first run: numbers that are known, a line each; nothing was simulated. */
    struct test_run run = test_redist(place, "export", results, "--format", "tidy", NULL);
    test_status(&run, 0);
    test_contains(run.out, "bandwidth-scale,scenario,repetition,algorithm,options,hosts,status,"
                           "quantity,value\n1,scaled,1,ring-shorter-way,,5,ok,goal_reached,1\n"
                           "1,scaled,1,ring-shorter-way,,5,ok,bound_s,");
    test_contains(run.out, "\n4,scaled,10,ring-shorter-way,,5,ok,planned_s,");
    assert_null(strstr(run.out, "simulated_s"));
}

/* Three items of kind 0 on h0 and h1, one of kind 1 on h0: as numbered, h1 sends 3 to h0 and h0 1
 * to h1, 4 items in 3 steps. A refused run has one line,
 * that it did not reach the goal. */
static void tidy_lines_have_what_was_counted(void **state)
{
    struct test_place *place = *state;
    const char *results =
        swept(place, "counted",
              "<scenario name=\"counted\"><platform generator=\"switch\" hosts=\"2\"/>"
              "<topology shape=\"switch\"/><loads generator=\"matrix\" rows=\"3 1; 3 0\"/>"
              "<goal reach=\"gather\"/><run algorithm=\"switch-canonical\"/>"
              "<run algorithm=\"network-planner\"/><sweep><vary parameter=\"hosts\" values=\"2\"/>"
              "</sweep></scenario>");
    struct test_run run = test_redist(place, "export", results, "--format", "tidy", NULL);
    test_status(&run, 0);
    test_contains(run.out, ",2,ok,relabelling_volume,4\ncounted,,switch-canonical,,2,ok,"
                           "relabelling_steps,3\n");
    test_contains(run.out, "counted,,switch-canonical,,2,ok,goal_reached,1\n");
    const char *refused = strstr(run.out, "network-planner");
    assert_non_null(refused);
    test_contains(run.out, "counted,,network-planner,,2,refused,goal_reached,0\n");
    assert_null(strstr(refused + 1, "network-planner"));
}

/* Only one-way rings have ring-one-way. Whichever is asked first, both values are some run's. */
static void keeps_in_any_order(void **state)
{
    struct test_place *place = *state;
    const char *results =
        swept(place, "directions",
              "<scenario name=\"directions\">"
              "<platform generator=\"ring\" hosts=\"3\" direction=\"two-way\"/>"
              "<topology shape=\"ring\" direction=\"two-way\"/>"
              "<loads><load host=\"h0\" items=\"3\"/><load host=\"h1\" items=\"0\"/>"
              "<load host=\"h2\" items=\"0\"/></loads>"
              "<goal reach=\"balance\"/><run algorithm=\"all\"/>"
              "<sweep><vary parameter=\"direction\" values=\"one-way two-way\"/></sweep>"
              "</scenario>");
    static const char *const both = "algorithm=ring-one-way,ring-two-way-exact";
    struct test_run one = test_redist(place, "compare", results, "--where", "direction=two-way",
                                      "--where", both, NULL);
    struct test_run other = test_redist(place, "compare", results, "--where", both, "--where",
                                        "direction=two-way", NULL);
    test_status(&one, 0);
    test_contains(one.out, "ring-two-way-exact");
    assert_null(strstr(one.out, "ring-one-way"));
    assert_string_equal(one.out, other.out);
    one = test_redist(place, "compare", results, "--where", "direction=two-way", "--where",
                      "algorithm=ring-one-way", NULL);
    test_status(&one, 2);
    test_contains(one.err, "--where algorithm=ring-one-way: no run has this value and those before "
                           "it\n");
}

static void names_what_it_does_not_know(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "pays_again", pays);
    struct test_run run = test_redist(place, "compare", results, "--by", "hosts", NULL);
    test_status(&run, 2);
    test_contains(run.err, "is accepted: cost\n");
    run = test_redist(place, "compare", results, "--where", "hosts=3", NULL);
    test_status(&run, 2);
    test_contains(run.err, "redist: --where hosts: a parameter that ");
    run = test_redist(place, "compare", results, "--where", "cost=3", NULL);
    test_status(&run, 2);
    test_contains(run.err, "redist: --where cost=3: no run has this value\n");
    run = test_redist(place, "compare", results, "--where", "algorithm=star-bba,star-bab", NULL);
    test_status(&run, 2);
    test_contains(run.err, "redist: --where algorithm=star-bab: no run has this value\n");
    assert_string_equal(run.out, "");
    run = test_redist(place, "compare", results, "--against", "nobody", NULL);
    test_status(&run, 2);
    test_contains(run.err, "redist: --against nobody: no run is of this algorithm\n");
    static const char *const chosen[] = {"--where=cost=1",     "--by=cost",   "--common",
                                         "--against=star-bba", "--quantiles", "--measure=time"};
    for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
        run = test_redist(place, "compare", results, "--verdicts", results, chosen[i], NULL);
        test_status(&run, 2);
        test_contains(run.err, "only --data and --format are accepted with it\n");
    }
    run = test_redist(place, "compare", results, "--measure", "money", NULL);
    test_status(&run, 2);
    test_contains(run.err, "--measure money: best, ratio or time is accepted");
    run = test_redist(place, "compare", test_path(place, "none.db"), NULL);
    test_status(&run, 5);
    test_contains(run.err, "none.db: cannot be read: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_who_wins),
        cmocka_unit_test(tells_the_second_from_the_first),
        cmocka_unit_test(marks_who_refused),
        cmocka_unit_test(judges_by_a_table),
        cmocka_unit_test(judges_each_run),
        cmocka_unit_test(finds_what_overtakes_what),
        cmocka_unit_test(a_scale_of_bandwidths_is_a_scale_of_times),
        cmocka_unit_test(tidy_lines_have_what_was_counted),
        cmocka_unit_test(keeps_in_any_order),
        cmocka_unit_test(names_what_it_does_not_know),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
