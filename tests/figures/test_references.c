/* Each key in the `source` of an algorithm or a figure has an entry in docs/references.bib and a
 * row in docs/references.md, these two list the same keys, and a source without a key says that it
 * is ours. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "sim/figures/figure.h"

#include <stdio.h>
#include <string.h>

enum { TEXT_SIZE = 1 << 16 };

static char bibliography[TEXT_SIZE], page[TEXT_SIZE];

static void read_source(const char *path, char *text)
{
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    size_t size = fread(text, 1, TEXT_SIZE - 1, in);
    assert_true(size > 0 && size < TEXT_SIZE - 1);
    text[size] = '\0';
    fclose(in);
}

static bool is_listed(const char *key, int length)
{
    char entry[128], row[128];
    snprintf(entry, sizeof entry, "{%.*s,\n", length, key);
    snprintf(row, sizeof row, "\n| `%.*s` |", length, key);
    return strstr(bibliography, entry) && strstr(page, row);
}

static void check_source(const char *name, const char *source)
{
    size_t keys = 0;
    for (const char *key = source; (key = strchr(key, '[')) != NULL; keys++) {
        int length = (int)strcspn(++key, "]");
        if (!is_listed(key, length))
            fail_msg("%s: source \"%s\": the key is not in docs/references", name, source);
    }
    if (keys == 0 && strncmp(source, "none: ", 6) != 0 && strcmp(source, "our own") != 0)
        fail_msg("%s: source \"%s\" has no key, and is not ours", name, source);
}

static void every_source_has_its_keys(void **state)
{
    (void)state;
    for (size_t i = 0; i < rd_algorithm_count; i++)
        check_source(rd_algorithms[i]->name, rd_algorithms[i]->source);
    for (size_t i = 0; rd_figures[i]; i++)
        check_source(rd_figures[i]->name, rd_figures[i]->source);
}

static size_t count_of(const char *text, const char *mark)
{
    size_t count = 0;
    for (const char *found = text; (found = strstr(found, mark)) != NULL; found++)
        count++;
    return count;
}

static void both_lists_are_the_same(void **state)
{
    (void)state;
    for (const char *entry = bibliography; (entry = strstr(entry, "\n@")) != NULL; entry++) {
        const char *key = strchr(entry, '{') + 1;
        if (!is_listed(key, (int)strcspn(key, ",")))
            fail_msg("docs/references.md has no row of %.20s", key);
    }
    assert_int_equal(count_of(bibliography, "\n@"), count_of(page, "\n| `"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_source_has_its_keys),
        cmocka_unit_test(both_lists_are_the_same),
    };
    read_source(SOURCE_FOLDER "docs/references.bib", bibliography);
    read_source(SOURCE_FOLDER "docs/references.md", page);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
