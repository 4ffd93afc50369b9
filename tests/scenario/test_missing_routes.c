/* Why a platform file has no route from a host to another one, as far as it tells. */
#include "sim/platform/platform_check.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define HOSTS "<host id=\"a\" speed=\"1f\"/>\n<host id=\"b\" speed=\"1f\"/>\n"
#define LINK "<link id=\"l\" bandwidth=\"1Bps\" latency=\"0s\"/>\n"
#define ONE_WAY(route, more) "<" route more " symmetrical=\"NO\"><link_ctn id=\"l\"/></" route ">\n"

static const struct {
    const char *body;
    const char *there, *back; /* from a to b, from b to a; NULL: not seen, or there is one */
} cases[] = {
    {"<zone id=\"z\" routing=\"Full\">\n" HOSTS LINK ONE_WAY("route",
                                                             " src=\"a\" dst=\"b\"") "</zone>",
     NULL, "zone \"z\" has no <route> from \"b\" to \"a\""},
    /* By way of the router r there is a path there. */
    {"<zone id=\"z\" routing=\"Floyd\">\n" HOSTS "<router id=\"r\"/>\n" LINK ONE_WAY(
         "route", " src=\"a\" dst=\"r\"") ONE_WAY("route", " src=\"r\" dst=\"b\"") "</zone>",
     NULL, "no path of <route>s of zone \"z\" leads from \"b\" to \"a\""},
    {"<zone id=\"z\" routing=\"None\">\n" HOSTS "</zone>", "zone \"z\" has routing=\"None\"",
     "zone \"z\" has routing=\"None\""},
    {"<zone id=\"z\" routing=\"Vivaldi\"><host id=\"a\" speed=\"1f\" coordinates=\"0 0 0\"/>\n"
     "<host id=\"b\" speed=\"1f\"/></zone>",
     "\"b\" has no coordinates, which routes of the Vivaldi zone \"z\" are made of",
     "\"b\" has no coordinates, which routes of the Vivaldi zone \"z\" are made of"},
    /* Zones deeper and less deep; the cluster has a line of its own. */
    {"<zone id=\"z\" routing=\"Full\">\n"
     "<zone id=\"x\" routing=\"Full\"><zone id=\"y\" routing=\"Full\">\n"
     "<host id=\"a\" speed=\"1f\"/></zone></zone>\n"
     "<cluster id=\"c\" prefix=\"b\" suffix=\"\" radical=\"0-1\" speed=\"1f\" bw=\"1Bps\" "
     "lat=\"0s\"/></zone>",
     "zone \"z\" has no <zoneRoute> from \"x\" to \"c\"",
     "zone \"z\" has no <zoneRoute> from \"c\" to \"x\""},
    {"<zone id=\"z\" routing=\"Full\">\n" HOSTS LINK
     "<route src=\"a\" dst=\"b\"><link_ctn id=\"l\"/></route></zone>",
     NULL, NULL},
};

static void assert_words(const char *found, const char *expected)
{
    if (expected)
        assert_string_equal(found ? found : "nothing", expected);
    else
        assert_null(found);
}

static void says_why(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        const char *text = rd_arena_print(&arena,
                                          "<?xml version=\"1.0\"?>\n<!DOCTYPE platform SYSTEM "
                                          "\"https://simgrid.org/simgrid.dtd\">\n"
                                          "<platform version=\"4.1\">%s</platform>\n",
                                          cases[i].body);
        const char *b = strstr(cases[i].body, "<cluster") ? "b1" : "b";
        assert_words(rd_platform_no_route(text, strlen(text), "a", b, &arena), cases[i].there);
        assert_words(rd_platform_no_route(text, strlen(text), b, "a", &arena), cases[i].back);
        rd_arena_close(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(says_why)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
