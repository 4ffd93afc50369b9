/* redist figure all, whole: every figure of the list is made, its values are met, its files are
 * there, and the manifest's hashes are theirs. */
#include "program.h"

#include "sim/digest/sha256.h"
#include "sim/report/utf8.h"

#include <stdio.h>
#include <string.h>

/* What a file holds, as the manifest writes it. */
static const char *hash_of_file(const char *path, char hash[RD_SHA256_TEXT_SIZE])
{
    unsigned char bytes[4096];
    struct rd_sha256 sha256;
    size_t got;
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is not there", path);
    rd_sha256_begin(&sha256);
    while ((got = fread(bytes, 1, sizeof bytes, file)) > 0)
        rd_sha256_add(&sha256, bytes, got);
    assert_int_equal(fclose(file), 0);
    return rd_sha256_end_text(&sha256, hash);
}

/* Files whose times are their own, and PDFs, have no hash; all others are what the manifest says.
 * A table has its numbers and verdicts, a picture four files more, a sweep its results.
 * Returns: how many files the figure has. */
static size_t check_files(struct test_place *place, const char *folder, const json_t *figure)
{
    const json_t *files = json_object_get(figure, "files"), *file;
    bool holds_times = json_is_true(json_object_get(figure, "holds_times"));
    size_t number;
    json_array_foreach(files, number, file)
    {
        char hash[RD_SHA256_TEXT_SIZE];
        const char *name = test_text_of(file, "name");
        const char *path = rd_arena_print(&place->arena, "%s/%s", folder, name);
        const char *found = hash_of_file(path, hash);
        bool is_plot = strstr(name, ".gp"), is_pdf = strstr(name, ".pdf");
        bool is_results = strstr(name, ".db");
        if (!is_pdf && !is_results && (!holds_times || is_plot || strstr(name, ".verdicts.csv")))
            assert_string_equal(test_text_of(file, "sha256"), found);
        else
            assert_true(json_is_null(json_object_get(file, "sha256")));
        /* A browser shows nothing of a picture with a single wrong byte. */
        if (strstr(name, ".svg")) {
            const char *picture = test_read(place, path);
            assert_ptr_equal(rd_utf8_clean(picture, &place->arena), picture);
        }
    }
    assert_true(number == 2 || number == 3 || number == 6 || number == 7);
    return number;
}

static void makes_every_figure(void **state)
{
    struct test_place *place = *state;
    const char *folder = test_path(place, "all");
    json_t *list = test_redist_json(place, 0, "list", "figures", "--format", "json", NULL);
    struct test_run run = test_redist(place, "figure", "all", "--jobs", "2", "--out", folder, NULL);
    test_status(&run, 0);
    json_t *manifest = json_loads(test_read(place, test_path(place, "all/manifest.json")), 0, NULL);
    assert_non_null(manifest);
    const json_t *made = json_object_get(manifest, "figures"), *figure;
    size_t number, file_count = 1;
    assert_true(json_array_size(list) > 0);
    assert_int_equal(json_array_size(made), json_array_size(list));
    json_array_foreach(made, number, figure)
    {
        const char *name = test_text_of(figure, "name");
        assert_string_equal(name, test_text_of(json_array_get(list, number), "name"));
        assert_true(test_number_of(figure, "values") > 0);
        assert_true(test_number_of(figure, "met") == test_number_of(figure, "values"));
        test_contains(run.out, name);
        file_count += check_files(place, folder, figure) + 1; /* a manifest of its own */
    }
    /* Nothing else is left there. */
    assert_int_equal(test_count_entries(folder), file_count);
    json_decref(manifest);
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(makes_every_figure),
    };
    return cmocka_run_group_tests(tests, test_open, test_close);
}
