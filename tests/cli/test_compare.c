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
        "parameter,value,algorithm,options,measure,runs,mean,low,high,wins,refused,failed\n"
        "cost,1,star-bba,,time,1,3,,,1,0,0\ncost,1,star-nothing,,time,1,4,,,0,0,0\n"
        "cost,10,star-bba,,time,1,4,,,1,0,0\ncost,10,star-nothing,,time,1,4,,,1,0,0\n");
}

static void finds_what_overtakes_what(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "halves", halves);
    struct test_run run =
        test_redist(place, "compare", results, "--measure", "time", "--format", "csv", NULL);
    test_status(&run, 0);
    test_contains(run.out, "iterations,0,stencil-full-block,,time,1,2,,,0,0,0\n");
    test_contains(run.out, "iterations,0,stencil-keep,,time,1,0,,,1,0,0\n");
    test_contains(run.out, "iterations,2,stencil-full-block,,time,1,16,,,1,0,0\n");
    test_contains(run.out, "iterations,2,stencil-keep,,time,1,18,,,0,0,0\n");
    json_t *all = test_redist_json(place, 0, "compare", results, "--measure", "time", "--format",
                                   "json", NULL);
    assert_int_equal(json_array_size(all), 5);
    assert_string_equal(test_text_of(json_array_get(all, 4), "kind"), "crossover");
    json_decref(all);
}

static void names_what_it_does_not_know(void **state)
{
    struct test_place *place = *state;
    const char *results = swept(place, "pays_again", pays);
    struct test_run run = test_redist(place, "compare", results, "--by", "hosts", NULL);
    test_status(&run, 2);
    test_contains(run.err, "is accepted: cost\n");
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
        cmocka_unit_test(finds_what_overtakes_what),
        cmocka_unit_test(names_what_it_does_not_know),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
