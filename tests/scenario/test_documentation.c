/* docs/scenario_format.md: every example is a scenario, and every name of the tables is there. */
#include "scenario_reading.h"

#include "sim/generators/load_generators.h"
#include "sim/input/file_text.h"
#include "sim/scenario/attributes.h"
#include "tests/support/cmocka.h"

#include <string.h>

static const char *page(struct rd_arena *arena)
{
    const char *text;
    size_t size;
    struct rd_error error;
    assert_true(rd_file_text(SCENARIO_TESTS "/../../docs/scenario_format.md", (size_t)1 << 20,
                             arena, &text, &size, &error));
    return text;
}

static void test_every_example_is_a_scenario(void **state)
{
    static const char fence[] = "\n```xml\n", end_fence[] = "\n```\n";
    (void)state;
    struct reading reading;
    reading_open(&reading);
    int count = 0;
    for (const char *text = page(&reading.arena); (text = strstr(text, fence)); count++) {
        text += strlen(fence);
        const char *end = strstr(text, end_fence);
        assert_non_null(end);
        struct rd_scenario_settings settings = {0};
        reading.errors = (struct rd_error_list){.arena = &reading.arena};
        /* As if it lay among the valid scenarios, beside their platforms. */
        bool read =
            rd_scenario_read_text(SCENARIO_TESTS "/valid/example.xml", text, (size_t)(end - text),
                                  &settings, &reading.arena, &reading.scenario, &reading.errors);
        rd_error_list_print(stderr, &reading.errors);
        assert_true(read);
        text = end;
    }
    assert_int_equal(count, 5);
    reading_close(&reading);
}

/* Fails unless the page has `name` between backquotes. */
static void assert_named(const char *text, const char *name)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", name);
    if (!strstr(text, quoted))
        fail_msg("docs/scenario_format.md does not name %s", quoted);
}

static void test_every_attribute_and_generator_is_named(void **state)
{
    (void)state;
    struct rd_arena arena;
    rd_arena_open(&arena, 0);
    const char *text = page(&arena);
    for (const struct rd_attribute *line = rd_attributes; line->element; line++)
        assert_named(text, line->name);
    for (size_t i = 0; rd_load_generators[i]; i++) {
        assert_named(text, rd_load_generators[i]->name);
        for (const struct rd_option_spec *spec = rd_load_generators[i]->attributes; spec->name;
             spec++)
            assert_named(text, spec->name);
    }
    rd_arena_close(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_example_is_a_scenario),
        cmocka_unit_test(test_every_attribute_and_generator_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
