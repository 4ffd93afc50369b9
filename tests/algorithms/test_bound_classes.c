/* The classes of schedules that bounds are about (bound_among): docs/commands.md lists those that
 * occur on the contract's instances, and no others. */
#include "tests/support/cmocka.h"

#include "algorithms/algorithm.h"
#include "contract/instances.h"

#include <stdio.h>
#include <string.h>

enum { DRAWS = 20, SEED = 92, CLASSES = 32, LINE = 1000 };

static struct rd_arena arena, scratch;
static char found[CLASSES][LINE], listed[CLASSES][LINE];
static size_t found_count, listed_count;

static void note(char (*set)[LINE], size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++)
        if (strcmp(set[i], name) == 0)
            return;
    assert_true(*count < CLASSES);
    snprintf(set[(*count)++], LINE, "%s", name);
}

/* In the place of the contract's laws. */
void laws_check(struct laws *laws, const struct rd_instance *instance)
{
    (void)laws;
    for (size_t i = 0; i < rd_problem_bound_count && instance->topology.host_count <= 32; i++) {
        const struct rd_problem_bound *of = rd_problem_bounds[i];
        struct rd_arena_mark mark = rd_arena_mark(&arena), scratch_mark = rd_arena_mark(&scratch);
        struct rd_bound bound;
        if (rd_problem_bound_suits(of, instance) &&
            rd_problem_bound_compute(of, instance, &arena, &scratch, &bound, NULL) &&
            bound.schedule_class) {
            assert_true(of->schedules && rd_class_is_within(of->schedules, bound.schedule_class));
            note(found, &found_count, bound.schedule_class);
        }
        rd_arena_rewind(&scratch, scratch_mark);
        rd_arena_rewind(&arena, mark);
    }
}

/* The names in the first column of the table behind "values of `bound_among`". */
static void read_list(void)
{
    FILE *file = fopen(TEST_COMMANDS, "r");
    char line[LINE];
    bool behind = false;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        behind = behind || strstr(line, "values of `bound_among`");
        if (behind && strncmp(line, "| `", 3) != 0 && listed_count > 0)
            break;
        if (!behind || strncmp(line, "| `", 3) != 0)
            continue;
        /* Names stand between backquotes, several after commas, until the column ends. */
        for (char *at = line + 2; *at == '`';) {
            char *end = strchr(at + 1, '`');
            assert_non_null(end);
            *end = '\0';
            note(listed, &listed_count, at + 1);
            at = strncmp(end + 1, ", ", 2) == 0 ? end + 3 : end + 1;
        }
    }
    fclose(file);
}

static void expect_within(char (*set)[LINE], size_t count, char (*other)[LINE], size_t other_count,
                          const char *what)
{
    for (size_t i = 0; i < count; i++) {
        bool is_in = false;
        for (size_t k = 0; k < other_count; k++)
            is_in = is_in || strcmp(set[i], other[k]) == 0;
        if (!is_in)
            fail_msg("'%s' %s", set[i], what);
    }
}

static void lists_all_classes_and_no_others(void **state)
{
    (void)state;
    struct rd_arena own;
    rd_arena_open(&own, 0);
    rd_arena_open(&arena, 0);
    rd_arena_open(&scratch, 0);
    for (size_t i = 0; instance_generators[i]; i++) {
        struct rd_rng draws = rd_rng_seeded(SEED, i + 1);
        for (uint64_t number = 0; number < DRAWS; number++) {
            struct rd_arena_mark mark = rd_arena_mark(&own);
            instance_generators[i]->draw(NULL, &own, &draws);
            rd_arena_rewind(&own, mark);
        }
    }
    read_list();
    expect_within(found, found_count, listed, listed_count, "is not in the table of commands.md");
    expect_within(listed, listed_count, found, found_count, "is listed, and no bound is about it");
    rd_arena_close(&own);
    rd_arena_close(&arena);
    rd_arena_close(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_all_classes_and_no_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
