/* SimGrid loads what the generator writes and what the check lets pass, and gives the costs back.
 */
#include "temporary_folder.h"

#include "sim/engine/engine.h"
#include "sim/platform/platform_check.h"
#include "sim/platform/platform_generator.h"
#include "tests/support/cmocka.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Reads the costs of a platform text as a topology. */
static bool read_costs(const char *text, const struct rd_topology *topology,
                       const char *const *host_name, struct rd_arena *arena,
                       struct rd_platform_costs *ret_costs)
{
    struct rd_platform_source source = {.text = text, .text_size = strlen(text)};
    struct rd_engine_settings settings = {.model = RD_EXACT_MODEL};
    struct rd_engine *engine = NULL;
    struct rd_error error;
    bool read = rd_engine_open(&source, &settings, arena, &engine, &error) &&
                rd_engine_read_costs(engine, host_name, topology, 1, arena, ret_costs, &error);
    if (!read)
        rd_error_print(stderr, &error);
    rd_engine_close(engine);
    return read;
}

static const char *const *names_of(const struct rd_topology *topology, struct rd_arena *arena)
{
    const char **name = rd_take(arena, topology->host_count, const char *);
    for (uint32_t host = 0; host < topology->host_count; host++)
        name[host] = rd_arena_print(arena, "h%" PRIu32, host);
    if (topology->shape == RD_STAR)
        name[topology->host_count - 1] = "m";
    return name;
}

struct generated {
    struct rd_platform_request request;
    uint32_t from, to; /* neighbours, */
    double cost_s;     /* and what an item of 1 byte takes between them */
    double speed;      /* of `from` */
};

#define REQUEST(the_shape, way, count, of_link, of_message, of_flop, both)                         \
    {                                                                                              \
        .shape = the_shape, .direction = way, .host_count = count, .cost = of_link,                \
        .latency = of_message, .compute = of_flop, .symmetric = both, .seed = 1                    \
    }

static const struct generated generated[] = {
    {REQUEST(RD_RING, RD_ONE_WAY, 4, "list 3 5 7 9", "0", "0", false), 3, 0, 9, 1},
    {REQUEST(RD_RING, RD_TWO_WAY, 4, "list 1 2 3 4 5 6 7 8", "2", "4", false), 3, 2, 10, 0.25},
    {REQUEST(RD_RING, RD_TWO_WAY, 2, "list 6 7", "0", "0", false), 1, 0, 7, 1},
    {REQUEST(RD_RING, RD_ONE_WAY, 5000, "list", "1", "0", false), 4999, 0, 5001, 1},
    {REQUEST(RD_RING, RD_TWO_WAY, 5000, "3", "1", "0", false), 0, 4999, 4, 1},
    {REQUEST(RD_STAR, RD_NO_DIRECTION, 3, "list 1 8 2", "0.5", "list 1 1 2", false), 3, 1, 8.5, 1},
    {REQUEST(RD_HYPERCUBE, RD_NO_DIRECTION, 8, "0", "1", "0", false), 5, 7, 1, 1},
    {REQUEST(RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 8, "2", "1", "0", false), 3, 6, 3, 1},
    {REQUEST(RD_SWITCH, RD_NO_DIRECTION, 3, "list 1 2 3 9 8 7", "list 4 5 6", "0", false), 1, 2, 12,
     1},
    {REQUEST(RD_SWITCH, RD_NO_DIRECTION, 3, "list 10 2 3 4 5 6", "0", "0", false), 0, 2, 10, 1},
    {REQUEST(RD_BUS, RD_NO_DIRECTION, 3, "list 1 2 3", "0", "0", true), 0, 2, 3, 1},
};

/* "list 1 2 3 ... n" for the large ring. */
static const char *counting_list(uint32_t count, struct rd_arena *arena)
{
    char *list = rd_take(arena, (size_t)count * 8 + 8, char);
    size_t length = (size_t)snprintf(list, 8, "list");
    for (uint32_t value = 1; value <= count; value++)
        length += (size_t)snprintf(list + length, 8, " %" PRIu32, value);
    return list;
}

static void test_generated_platforms(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof generated / sizeof *generated; i++) {
        struct rd_platform_request request = generated[i].request;
        struct rd_arena arena;
        struct rd_topology topology;
        struct rd_platform_costs costs;
        struct rd_error error;
        struct rd_generated_platform platform;
        rd_arena_open(&arena, 0);
        if (strcmp(request.cost, "list") == 0)
            request.cost = counting_list(request.host_count, &arena);
        assert_true(rd_platform_generate(&request, &arena, &platform, &error));
        assert_true(rd_topology_make(request.shape, request.direction,
                                     request.host_count + (request.shape == RD_STAR), &topology,
                                     &error));
        assert_true(
            read_costs(platform.text, &topology, names_of(&topology, &arena), &arena, &costs));
        uint64_t link = rd_link_between(&topology, generated[i].from, generated[i].to);
        struct rd_link_cost cost = costs.link_cost[costs.costs_equal ? 0 : link];
        double found = rd_message_duration_s(cost, 1);
        assert_true(fabs(found - generated[i].cost_s) <= 1e-15 * generated[i].cost_s);
        assert_true(costs.speed_flops_per_s[generated[i].from] == generated[i].speed);
        rd_arena_close(&arena);
    }
}

/* Each link of a generated graph costs in SimGrid what was drawn for it, and no two share one. */
static void test_generated_graphs(void **state)
{
    static const struct rd_graph_request graphs[] = {
        {.kind = RD_TORUS, .radix = {3, 4}, .dimension_count = 2},
        {.kind = RD_TORUS, .radix = {3, 4}, .dimension_count = 2, .one_way = true},
        {.kind = RD_MESH, .radix = {2, 3, 2}, .dimension_count = 3},
        {.kind = RD_TREE, .arity = 3},
        {.kind = RD_TREE},
        {.kind = RD_RANDOM_REGULAR, .degree = 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof graphs / sizeof *graphs; i++) {
        struct rd_arena arena;
        struct rd_platform_costs costs;
        struct rd_error error;
        struct rd_generated_platform platform;
        struct rd_even_platform drawn;
        struct rd_platform_request request = {.shape = RD_GRAPH,
                                              .graph = graphs[i],
                                              .host_count = 12,
                                              .cost = "uniform 1 9",
                                              .latency = "real 0 1",
                                              .compute = "uniform 1 9",
                                              .seed = 5};
        rd_arena_open(&arena, 0);
        assert_true(rd_platform_generate(&request, &arena, &platform, &error));
        assert_true(rd_platform_draw_even(&request, &arena, &drawn, &error));
        const struct rd_topology *topology = &platform.topology;
        assert_true(
            read_costs(platform.text, topology, names_of(topology, &arena), &arena, &costs));
        assert_null(costs.shared);
        for (uint64_t link = 0; link < rd_link_count(topology); link++) {
            assert_true(costs.link_cost[link].latency_s == drawn.link_cost[link].latency_s);
            assert_true(costs.link_cost[link].bandwidth_bytes_per_s ==
                        drawn.link_cost[link].bandwidth_bytes_per_s);
        }
        assert_memory_equal(costs.speed_flops_per_s, drawn.speed_flops_per_s, 12 * sizeof(double));
        rd_arena_close(&arena);
    }
}

/* h0 and h1 joined by what a test asks for, in a form that the check lets pass. */
static const char pair[] = //
    "<?xml version=\"1.0\"?>\n"
    "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
    "<platform version=\"4.1\">\n"
    "  <zone id=\"z\" routing=\"Full\">\n"
    "    <host id=\"h0\" speed=\"1f\"/><host id=\"h1\" speed=\"1f\"/><!-- more hosts -->\n"
    "    <link id=\"l\" bandwidth=\"1Bps\" latency=\"0\"/><!-- more links -->\n"
    "    <route src=\"h0\" dst=\"h1\"><link_ctn id=\"l\"/></route>\n"
    "  </zone>\n"
    "</platform>\n";

struct accepted {
    const char *from, *to; /* a change of `pair` that the check accepts */
    double cost_s;         /* of a byte from h0 to h1 */
};

static const struct accepted accepted[] = {
    {"1Bps", "1Bps", 1},
    {"1Bps", "0.5", 2},
    {"1Bps", ".25Bps", 4},
    {"1Bps", "+2.Bps", 0.5},
    {"1Bps", "1KiBps", 1.0 / 1024},
    {"1Bps", "8Ebps", 1e-18},
    {"1Bps", "1Eibps", 0x1p-57},
    {"latency=\"0\"", "latency=\"1w\"", 604801},
    {"latency=\"0\"", "latency=\"2m\"", 121},
    {"latency=\"0\"", "latency=\"3ms\" sharing_policy=\"FATPIPE\"", 1.003},
    {"version=\"4.1\"", "version=\"4\"", 1},
    {"https://simgrid.org/simgrid.dtd", "http://simgrid.gforge.inria.fr/simgrid/simgrid.dtd", 1},
    {"<!-- more hosts -->",
     "<host id=\"a&amp;b, c\" speed=\"1Gf, 2Gf\" pstate=\"1\" core=\"3\">"
     "<prop id=\"p\" value=\"\"/></host><router id=\"r\"/>",
     1},
    {"<!-- more hosts -->", "<?and an instruction?>", 1},
    {"routing=\"Full\"", "routing=\"floyd\"", 1},
    {"<zone", "<config><prop id=\"smpi/wtime\" value=\"0\"/></config><zone", 1},
    /* Settings that SimGrid does not know in each release are left off. */
    {"<zone", "<config><prop id=\"smpi/nonsense\" value=\"x\"/></config><zone", 1},
    {"<zone", "<config><prop id=\"network/coordinates\" value=\"yes\"/></config><zone", 1},
    {"<zone", "<config><prop id=\"tracing/bogus\" value=\"1\"/></config><zone", 1},
    {"<zone", "<config><prop id=\"contexts/nonsense\" value=\"1\"/></config><zone", 1},
    {"<?xml version=\"1.0\"?>\n", "", 1},
    {"version=\"1.0\"", "version=\"1.0\" encoding=\"ASCII\"", 1},
    {"\"h0\" speed=\"1f\"", "\"h0\" speed=\"0f\" coordinates=\"25.5 -9 0\"", 1},
    {"<!-- more links --",
     "<link id=\"d\" bandwidth=\"1Bps\" latency=\"0\" "
     "sharing_policy=\"SPLITDUPLEX\"/><!-- --",
     1},
};

static void test_platforms_that_the_check_lets_pass(void **state)
{
    (void)state;
    static const char *const names[] = {"h0", "h1"};
    struct rd_error error;
    struct rd_topology topology;
    assert_true(rd_topology_make(RD_RING, RD_ONE_WAY, 2, &topology, &error));
    for (size_t i = 0; i < sizeof accepted / sizeof *accepted; i++) {
        struct rd_arena arena;
        struct rd_platform_costs costs;
        struct rd_platform_properties properties; /* with what SimGrid gets */
        rd_arena_open(&arena, 0);
        struct rd_error_list errors = {.arena = &arena};
        struct rd_names hosts = {0};
        const char *text = text_with(&arena, pair, accepted[i].from, accepted[i].to);
        bool good = rd_platform_check("platform.xml", text, strlen(text), NULL, &arena, &hosts,
                                      &properties, &errors);
        rd_error_list_print(stderr, &errors);
        assert_true(good);
        assert_true(read_costs(properties.text, &topology, names, &arena, &costs));
        double found = rd_message_duration_s(costs.link_cost[0], 1);
        assert_true(fabs(found - accepted[i].cost_s) <= 1e-15 * accepted[i].cost_s);
        rd_arena_close(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_generated_platforms),
        cmocka_unit_test(test_generated_graphs),
        cmocka_unit_test(test_platforms_that_the_check_lets_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
