/* What SimGrid's releases do not agree on. */
#include "sim/engine/engine.h"
#include "sim/engine/simgrid/releases.h"
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define OPENING "<zone id=\"around the cluster\" routing=\"Full\">"

static void encloses(struct rd_arena *arena, const char *text, const char *expected)
{
    size_t size;
    const char *enclosed = rd_enclose_cluster(text, strlen(text), arena, &size);
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(enclosed, expected, size);
}

static void encloses_a_cluster_that_is_in_no_zone(void **state)
{
    struct rd_arena *arena = *state;
    encloses(arena,
             "<?xml version='1.0'?>\n<platform version='4.1'>\n<cluster id='c'/>\n</platform>",
             "<?xml version='1.0'?>\n<platform version='4.1'>\n" OPENING
             "<cluster id='c'/></zone>\n</platform>");
    encloses(arena,
             "<platform><cluster\nid='a>b'><prop id='p' value='/>'/></cluster ></platform>\n",
             "<platform>" OPENING
             "<cluster\nid='a>b'><prop id='p' value='/>'/></cluster ></zone></platform>\n");
    encloses(arena, "<platform><config/><cluster id='c'><!-- </cluster> --></cluster></platform>",
             "<platform><config/>" OPENING
             "<cluster id='c'><!-- </cluster> --></cluster></zone></platform>");
}

/* What only looks like a cluster, or like a zone around one. */
static void is_not_misled(void **state)
{
    struct rd_arena *arena = *state;
    encloses(arena,
             "<!DOCTYPE platform SYSTEM \"a<zone b\"><!-- <zone> --><?say <zone> ?>"
             "<platform><trace id='t'><![CDATA[<zone >]]></trace><clusters/><zones/><cluster/>"
             "</platform>",
             "<!DOCTYPE platform SYSTEM \"a<zone b\"><!-- <zone> --><?say <zone> ?>"
             "<platform><trace id='t'><![CDATA[<zone >]]></trace><clusters/><zones/>" OPENING
             "<cluster/></zone></platform>");
}

static void leaves_the_rest_alone(void **state)
{
    struct rd_arena *arena = *state;
    static const char *const text[] = {
        "<platform><zone id='z' routing='Full'><cluster id='c'/></zone></platform>",
        "<platform><AS id='z' routing='Full'><cluster id='c'/></AS></platform>",
        "<platform><!-- <cluster/> --></platform>",
        "<platform><config id='<cluster/>'/></platform>",
        "<platform><cluster id='c'>", /* SimGrid says what is wrong */
        "<platform><!-- <cluster/>",
        "<cluster",
        "<",
        "",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        size_t size;
        assert_ptr_equal(rd_enclose_cluster(text[i], strlen(text[i]), arena, &size), text[i]);
        assert_int_equal(size, strlen(text[i]));
    }
}

/* The argument is the version that the program was built with: it is the one that runs here. */
static const char *version;

static void names_the_version_that_runs(void **state)
{
    (void)state;
    assert_string_equal(rd_engine_version(), version);
}

int main(int argc, char **argv)
{
    version = argc > 1 ? argv[1] : "no version given";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(encloses_a_cluster_that_is_in_no_zone, test_arena_open,
                                        test_arena_close),
        cmocka_unit_test_setup_teardown(is_not_misled, test_arena_open, test_arena_close),
        cmocka_unit_test_setup_teardown(leaves_the_rest_alone, test_arena_open, test_arena_close),
        cmocka_unit_test(names_the_version_that_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
