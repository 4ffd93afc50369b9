/* Several figures at once: the same files whatever the number of processes, and a manifest that
 * says what they are. */
#include "program.h"

#include "sim/digest/sha256.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *hash_of(const char *text)
{
    static char hash[RD_SHA256_TEXT_SIZE];
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add(&sha256, text, strlen(text));
    return rd_sha256_end_text(&sha256, hash);
}

static json_t *member(const json_t *object, const char *key, size_t at)
{
    json_t *found = json_array_get(json_object_get(object, key), at);
    assert_non_null(found);
    return found;
}

static void makes_the_same_files(void **state)
{
    struct test_place *place = *state;
    const char *one = test_path(place, "one"), *two = test_path(place, "two");
    struct test_run alone =
        test_redist(place, "figure", "plaxton-g", "plaxton-b", "--jobs", "1", "--out", one, NULL);
    struct test_run beside =
        test_redist(place, "figure", "plaxton-g", "plaxton-b", "--jobs", "2", "--out", two, NULL);
    test_status(&alone, 0);
    test_status(&beside, 0);
    assert_string_equal(alone.out, beside.out);
    test_contains(alone.out, "\n2 figures: ");
    test_contains(alone.err, "1 of 2: ");
    assert_int_equal(test_count_entries(one), 16); /* 8 and 7 files, and the manifest */
    const char *manifest = test_read(place, test_path(place, "one/manifest.json"));
    assert_string_equal(manifest, test_read(place, test_path(place, "two/manifest.json")));
    json_t *root = json_loads(manifest, 0, NULL);
    assert_non_null(root);
    assert_true(strlen(test_text_of(root, "redist")) > 0);
    assert_true(strlen(test_text_of(root, "simgrid")) > 0);
    assert_true(strlen(test_text_of(root, "libxml2")) > 0);
    test_contains(test_text_of(root, "gnuplot"), "gnuplot ");
    json_t *figure = member(root, "figures", 1);
    assert_string_equal(test_text_of(figure, "name"), "plaxton-b");
    assert_true(test_number_of(figure, "values") == test_number_of(figure, "met"));
    json_t *data = member(figure, "files", 0);
    assert_string_equal(test_text_of(data, "name"), "plaxton-b.csv");
    assert_string_equal(test_text_of(data, "sha256"),
                        hash_of(test_read(place, test_path(place, "two/plaxton-b.csv"))));
    assert_string_equal(test_text_of(member(figure, "inputs", 0), "name"),
                        "scenarios/figures/plaxton_b.xml");
    assert_string_equal(test_text_of(member(figure, "inputs", 1), "name"),
                        "scenarios/figures/plaxton_b.gp");
    json_decref(root);
}

/* A figure alone has the same entry in a manifest of its own, and leaves that of others alone. */
static void makes_one(void **state)
{
    struct test_place *place = *state;
    const char *several = test_path(place, "one/manifest.json");
    const char *before = test_read(place, several);
    const char *parts = test_path(place, "one/plaxton-b.parts"); /* a user's: it has no parts */
    assert_int_equal(mkdir(parts, 0700), 0);
    struct test_run run =
        test_redist(place, "figure", "plaxton-b", "--out", test_path(place, "one"), NULL);
    test_status(&run, 0);
    assert_int_equal(rmdir(parts), 0);
    assert_string_equal(before, test_read(place, several));
    json_t *all = json_loads(before, 0, NULL);
    json_t *own =
        json_loads(test_read(place, test_path(place, "one/plaxton-b.manifest.json")), 0, NULL);
    assert_true(all && own);
    assert_true(json_equal(member(own, "figures", 0), member(all, "figures", 1)));
    assert_int_equal(json_array_size(json_object_get(own, "figures")), 1);
    json_decref(own);
    json_decref(all);
}

/* Of two figures that are there one has lost a file: it alone is made again, and the manifest has
 * both, as before. */
static void makes_what_is_missing(void **state)
{
    struct test_place *place = *state;
    const char *two = test_path(place, "two");
    const char *before = test_read(place, test_path(place, "two/manifest.json"));
    assert_int_equal(unlink(test_path(place, "two/plaxton-b.svg")), 0);
    struct test_run run = test_redist(place, "figure", "plaxton-g", "plaxton-b", "--out", two,
                                      "--only-missing", NULL);
    test_status(&run, 0);
    test_contains(run.err, "1 of 2 figures are there\n");
    test_contains(run.err, "1 of 1: plaxton-b ");
    assert_string_equal(test_read(place, test_path(place, "two/manifest.json")), before);
    assert_non_null(test_read(place, test_path(place, "two/plaxton-b.svg")));
    /* So is one whose data were cut. */
    const char *data = test_path(place, "two/plaxton-b.csv");
    const char *whole = test_read(place, data);
    assert_int_equal(truncate(data, (off_t)strlen(whole) / 2), 0);
    run = test_redist(place, "figure", "plaxton-b", "--out", two, "--only-missing", NULL);
    test_status(&run, 0);
    assert_string_equal(test_read(place, data), whole);
    run = test_redist(place, "figure", "plaxton-b", "--out", two, "--only-missing", NULL);
    test_status(&run, 0);
    assert_string_equal(run.out, "");
    test_contains(run.err, "1 of 1 figures are there\n");
}

static void knows_its_figures(void **state)
{
    struct test_run run = test_redist(*state, "figure", "plaxton-b", "plaxton-x", NULL);
    assert_int_equal(run.status, 2);
    test_contains(run.err, "unknown figure \"plaxton-x\"");
}

/* gnuplot reads the data by a name that may be anything: none of it is a command. */
static void no_folder_is_a_command(void **state)
{
    struct test_place *place = *state;
    char here[4096];
    struct stat found;
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(place->folder), 0);
    struct test_run run =
        test_redist(place, "figure", "plaxton-g", "--out",
                    "<touch broken; '\nsystem \"touch broken\"\n`touch broken` $@\xc3\xa9", NULL);
    assert_int_equal(chdir(here), 0);
    test_status(&run, 0);
    assert_int_not_equal(stat(test_path(place, "broken"), &found), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_the_same_files),   cmocka_unit_test(makes_one),
        cmocka_unit_test(makes_what_is_missing),  cmocka_unit_test(knows_its_figures),
        cmocka_unit_test(no_folder_is_a_command),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
