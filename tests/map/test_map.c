/* Maps: every host and every link stands in the picture, loads and use are as counted by hand, and
 * what is shared is drawn once. The picture is parsed with libxml2 and looked at. */
#include "sim/map/map_make.h"
#include "sim/map/map_svg.h"

#include "sim/base/arena.h"
#include "sim/base/rng.h"
#include "sim/report/svg.h"
#include "tests/support/arenas.h"
#include "tests/support/build.h"
#include "tests/support/cmocka.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Text as libxml2 types it. */
static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

static struct rd_map map_of(const struct rd_instance *instance, const struct rd_trace *trace)
{
    struct rd_map map;
    struct rd_error error = {0};
    struct rd_map_source source = {.title = "a map", .instance = instance, .trace = trace};
    assert_true(rd_map_make(&source, &test_arena, &map, &error));
    return map;
}

/* --- the picture ------------------------------------------------------------------------------ */

struct picture {
    char *text;
    size_t size;
    xmlDocPtr document;
    xmlXPathContextPtr context;
    xmlHashTablePtr texts; /* of all text elements */
};

static struct picture draw(const struct rd_map *map)
{
    struct picture picture = {0};
    struct rd_error error = {0};
    FILE *out = open_memstream(&picture.text, &picture.size);
    assert_true(rd_map_write_svg(out, map, NULL, &error));
    fclose(out);
    picture.document =
        xmlReadMemory(picture.text, (int)picture.size, "map.svg", NULL, XML_PARSE_NONET);
    assert_non_null(picture.document);
    picture.context = xmlXPathNewContext(picture.document);
    xmlXPathRegisterNs(picture.context, xml("s"), xml("http://www.w3.org/2000/svg"));
    picture.texts = xmlHashCreate(64);
    xmlXPathObjectPtr found = xmlXPathEval(xml("//s:text"), picture.context);
    for (int i = 0; i < found->nodesetval->nodeNr; i++) {
        xmlChar *content = xmlNodeGetContent(found->nodesetval->nodeTab[i]);
        content[strcspn((char *)content, ",:")] = '\0'; /* behind a name there may be numbers */
        xmlHashUpdateEntry(picture.texts, content, picture.text, NULL);
        xmlFree(content);
    }
    xmlXPathFreeObject(found);
    return picture;
}

static void drop(struct picture *picture)
{
    xmlHashFree(picture->texts, NULL);
    xmlXPathFreeContext(picture->context);
    xmlFreeDoc(picture->document);
    free(picture->text);
}

static double number(const struct picture *picture, const char *path)
{
    xmlXPathObjectPtr found = xmlXPathEval(xml(path), picture->context);
    assert_non_null(found);
    double value = xmlXPathCastToNumber(found);
    xmlXPathFreeObject(found);
    return value;
}

static bool has_text(const struct picture *picture, const char *text)
{
    return xmlHashLookup(picture->texts, xml(text)) != NULL;
}

/* Every host by its name, and every link by those of its ends: as a pair where there is a way
 * back. */
static void shows_all(const struct test_instance *test)
{
    const struct rd_topology *topology = &test->instance.topology;
    struct rd_map map = map_of(&test->instance, NULL);
    struct picture picture = draw(&map);
    for (uint32_t host = 0; host < topology->host_count; host++)
        assert_true(has_text(&picture, rd_label(&test->instance, host)));
    rd_each_link (link, topology) {
        const char *from = rd_label(&test->instance, link.from);
        const char *to = rd_label(&test->instance, link.to);
        bool has_back = rd_link_between(topology, link.to, link.from) != RD_NO_LINK;
        const char *first = has_back && link.from > link.to ? to : from;
        const char *second = first == from ? to : from;
        assert_true(
            has_text(&picture, rd_arena_print(&test_arena, "%s %s %s", first,
                                              has_back ? "\xe2\x80\x93" : "\xe2\x86\x92", second)));
    }
    drop(&picture);
}

static void shows_every_host_and_link(void **state)
{
    (void)state;
    static const struct {
        enum rd_shape shape;
        enum rd_direction direction;
        uint32_t host_count;
    } shapes[] = {{RD_RING, RD_ONE_WAY, 3},
                  {RD_RING, RD_TWO_WAY, 300},
                  {RD_STAR, RD_NO_DIRECTION, 9},
                  {RD_HYPERCUBE, RD_NO_DIRECTION, 32},
                  {RD_SHUFFLE_EXCHANGE, RD_NO_DIRECTION, 16}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct test_instance test = test_instance_make(
            &test_arena, shapes[i].shape, shapes[i].direction, shapes[i].host_count, 1);
        shows_all(&test);
    }
    struct test_instance test = test_instance_on(&test_arena, test_circulant(&test_arena, 300), 1);
    shows_all(&test);
}

/* Of loads only where there are any: "bars:" stands in the legend, "0 items" at a host. */
static void shows_loads_if_there_are_any(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 3, 1);
    for (int64_t items = 0; items < 2; items++) {
        test.load[0] = items;
        struct rd_map map = map_of(&test.instance, NULL);
        struct picture picture = draw(&map);
        assert_int_equal(has_text(&picture, "bars"), items > 0);
        assert_int_equal(has_text(&picture, "0 items"), items > 0);
        drop(&picture);
    }
}

/* Of 300 hosts behind a switch each has its line to it, and there are none between them. */
static void draws_a_switch_once(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 300, 1);
    struct rd_map map = map_of(&test.instance, NULL);
    assert_int_equal(map.node_count, 301);
    assert_int_equal(map.line_count, 600);
    struct picture picture = draw(&map);
    for (uint32_t host = 0; host < 300; host++)
        assert_true(has_text(&picture, rd_arena_print(&test_arena, "%s \xe2\x80\x93 switch",
                                                      rd_label(&test.instance, host))));
    drop(&picture);
}

/* Programs that read no style sheets see the same colours. */
static void has_colours_as_attributes(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_BUS, RD_NO_DIRECTION, 8, 1);
    struct rd_map map = map_of(&test.instance, NULL);
    struct picture picture = draw(&map);
    assert_true(number(&picture, "count(//s:style)") == 0);
    assert_true(number(&picture, "count(//s:text[not(@fill)] | //s:rect[not(@fill)])") == 0);
    assert_true(number(&picture, "count(//s:path[not(@fill) and not(@stroke)])") == 0);
    assert_true(number(&picture, "count(//s:line[not(@stroke)])") == 0);
    drop(&picture);
}

/* Above the limit there are groups, of equal size where the hosts allow it. */
static void groups_many_hosts(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 1024, 1);
    for (uint32_t host = 0; host < 1024; host++)
        test.load[host] = host % 2;
    struct rd_map map = map_of(&test.instance, NULL);
    assert_int_equal(map.place_count, 256);
    assert_int_equal(map.line_count, 512);
    assert_true(map.node[255].host_count == 4 && map.node[255].before == 2);
}

/* 400 hosts of three clusters: one place each, with all that its hosts hold, and a line for all
 * links between two. */
static void groups_many_hosts_by_zone(void **state)
{
    (void)state;
    enum { HOSTS = 400 };
    static const uint32_t first[] = {0, 100, 250};
    static const char *const name[] = {"red", "green", "blue"};
    struct test_instance test =
        test_instance_on(&test_arena, test_circulant(&test_arena, HOSTS), 1);
    const char **zone = rd_take(&test_arena, HOSTS, const char *);
    for (uint32_t host = 0; host < HOSTS; host++) {
        zone[host] = name[(host >= first[1]) + (host >= first[2])];
        test.load[host] = 1;
    }
    struct rd_map_source source = {.title = "zones", .instance = &test.instance, .zone = zone};
    struct rd_map map;
    struct rd_error error = {0};
    assert_true(rd_map_make(&source, &test_arena, &map, &error));
    assert_int_equal(map.place_count, 3);
    assert_string_equal(map.node[1].name, "green (150)");
    assert_true(map.node[0].before == 100 && map.node[1].before == 150 &&
                map.node[2].before == 150);
    /* Each host sends to the next two: three links from one zone to the next. */
    assert_int_equal(map.line_count, 3);
    assert_int_equal(map.line[rd_map_line_between(&map, 0, 1)].link_count, 3);
    struct picture picture = draw(&map);
    assert_true(has_text(&picture, "red (100)") && has_text(&picture, "blue (150)"));
    drop(&picture);
}

/* On a ring each link is "wire N" of the platform and then a backbone: the picture says so. */
static void names_links_of_the_platform(void **state)
{
    (void)state;
    enum { LINKS = 4 };
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_ONE_WAY, LINKS, 1);
    static const char *const name[] = {"wire 0", "wire 1", "wire 2", "wire 3", "backbone"};
    static const double bandwidth[] = {1, 1, 1, 1, 4};
    static const uint32_t first[] = {0, 2, 4, 6, 8};
    static const struct rd_shared_use use[] = {{0, 1}, {4, 1}, {1, 1}, {4, 1},
                                               {2, 1}, {4, 1}, {3, 1}, {4, 1}};
    struct rd_shared_links routes = {LINKS + 1, bandwidth, name, first, use};
    struct rd_map_source source = {.title = "names", .instance = &test.instance, .routes = &routes};
    struct rd_map map;
    struct rd_error error = {0};
    assert_true(rd_map_make(&source, &test_arena, &map, &error));
    struct picture picture = draw(&map);
    for (uint32_t link = 0; link < LINKS; link++)
        assert_non_null(
            strstr(picture.text, rd_arena_print(&test_arena, "over wire %u, backbone", link)));
    drop(&picture);
}

/* --- numbers by hand -------------------------------------------------------------------------- */

/* Two items in one message from host 0 to 1, until 2 s; then one of them goes on, until 3 s. */
static void counts_loads_and_use(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    struct rd_timed_transfer row[] = {
        {.start_s = 0, .end_s = 2, .from = 0, .to = 1, .items = 2},
        {.start_s = 2, .end_s = 3, .from = 1, .to = 2, .items = 1},
    };
    struct rd_trace trace = {.transfer_count = 2, .transfer = row};
    test.load[0] = 5;
    struct rd_map map = map_of(&test.instance, &trace);
    static const double after[] = {3, 1, 1, 0};
    for (uint32_t host = 0; host < 4; host++)
        assert_true(map.node[host].after == after[host]);
    assert_true(map.makespan_s == 3);
    assert_true(fabs(map.line[rd_map_line_between(&map, 0, 1)].busy - 2.0 / 3) < 1e-12);
    assert_true(fabs(map.line[rd_map_line_between(&map, 1, 2)].busy - 1.0 / 3) < 1e-12);
    assert_true(map.line[rd_map_line_between(&map, 1, 0)].busy == 0);
}

/* The same as a page: from, until, items, whose, when they leave, the way. Host 0 has 5 at first.
 */
static void writes_what_moves(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_RING, RD_TWO_WAY, 4, 1);
    struct rd_timed_transfer row[] = {
        {.start_s = 0, .end_s = 2, .from = 0, .to = 1, .items = 2},
        {.start_s = 2, .end_s = 3, .from = 1, .to = 2, .kind = RD_CONTROL},
    };
    struct rd_trace trace = {.transfer_count = 2, .transfer = row};
    struct rd_map_source source = {.title = "a map", .instance = &test.instance, .trace = &trace};
    struct rd_error error = {0};
    const char *page;
    test.load[0] = 5;
    assert_true(rd_map_page_text(&source, &test_arena, &page, &error));
    assert_non_null(strstr(page, "\"makespan\":3,\"before\":[5,0,0,0],\"rows\":[\n"
                                 "[0,2,2,0,0,[0,1]],\n[2,3,0,-1,2,[1,2]]]}"));
    assert_null(strstr(page, "href=\"http"));
}

/* Hosts 0 and 1 in a rack, 2 and 3 in another one. What goes between them crosses one cable of
 * twice a host's bandwidth. */
static void draws_a_trunk_once(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    uint32_t *first = rd_take(&test_arena, 17, uint32_t);
    struct rd_shared_use *use = rd_take(&test_arena, 16, struct rd_shared_use);
    static const double bandwidth[] = {2};
    static const char *const name[] = {"cable"};
    for (uint64_t link = 0, count = 0; link < 16; link++) {
        uint32_t from = (uint32_t)link / 4, to = (uint32_t)link % 4;
        first[link] = (uint32_t)count;
        if (from / 2 != to / 2)
            use[count++] = (struct rd_shared_use){.shared = 0, .times = 1};
        first[link + 1] = (uint32_t)count;
    }
    struct rd_shared_links shared = {
        .count = 1, .bandwidth_bytes_per_s = bandwidth, .name = name, .first = first, .use = use};
    test.instance.shared = &shared;
    /* One item each way at once, then one alone: half of it, or a quarter, if it has four. */
    struct rd_timed_transfer row[] = {
        {.start_s = 0, .end_s = 1, .from = 0, .to = 2, .items = 1},
        {.start_s = 0, .end_s = 1, .from = 3, .to = 1, .items = 1},
        {.start_s = 1, .end_s = 2, .from = 0, .to = 3, .items = 1},
    };
    struct rd_trace trace = {.transfer_count = 3, .transfer = row};
    test.load[0] = test.load[3] = 4;
    struct rd_map map = map_of(&test.instance, &trace);
    assert_non_null(map.hubs);
    assert_int_equal(map.hubs->group_count, 2);
    assert_int_equal(map.node_count, 6); /* and a hub for each rack */
    assert_int_equal(map.line_count, 9); /* two for each host, and the cable */
    const struct rd_map_line *cable = &map.line[map.hubs->shared_line[0]];
    assert_true(cable->both_ways && cable->busy == 0.75);
    uint32_t way[RD_MAP_WAY_LIMIT];
    assert_int_equal(rd_map_way(&map, &row[0], NULL, way), 4);
    assert_true(way[0] == 0 && way[1] == map.hubs->end[0] && way[2] == map.hubs->end[1] &&
                way[3] == 2);
    struct picture picture = draw(&map);
    assert_true(has_text(&picture, "cable"));
    drop(&picture);
}

/* Two links that all pairs of four hosts use: the hosts meet at a hub, and the two are listed. */
static void lists_what_many_share(void **state)
{
    (void)state;
    struct test_instance test = test_instance_make(&test_arena, RD_SWITCH, RD_NO_DIRECTION, 4, 1);
    uint32_t first[17];
    struct rd_shared_use use[2 * 16];
    static const double bandwidth[] = {2, 3};
    static const char *const name[] = {"backbone", "uplink"};
    for (uint32_t link = 0, count = 0; link < 16; link++) {
        first[link] = count;
        for (uint32_t i = 0; link / 4 != link % 4 && i < 2; i++)
            use[count++] = (struct rd_shared_use){.shared = i, .times = 1};
        first[link + 1] = count;
    }
    struct rd_shared_links shared = {
        .count = 2, .bandwidth_bytes_per_s = bandwidth, .name = name, .first = first, .use = use};
    test.instance.shared = &shared;
    struct rd_map map = map_of(&test.instance, NULL);
    assert_int_equal(map.node_count, 5);
    assert_int_equal(map.line_count, 10); /* two for each host, and the two */
    for (uint32_t i = 0; i < 2; i++)
        assert_true(map.line[map.hubs->shared_line[i]].from == RD_MAP_NONE);
    struct picture picture = draw(&map);
    assert_true(has_text(&picture, "backbone") && has_text(&picture, "uplink") &&
                has_text(&picture, "core"));
    drop(&picture);
}

/* --- places ----------------------------------------------------------------------------------- */

/* A grid of 3 x 2 is one whatever it was made from, and a tree has its middle on top. */
static void reads_shapes_off_lines(void **state)
{
    (void)state;
    static const struct rd_edge grid[] = {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}};
    static const struct rd_edge tree[] = {{0, 3}, {0, 4}, {1, 2}, {2, 0}, {1, 5}, {1, 6}};
    struct test_instance test =
        test_instance_on(&test_arena, test_graph(&test_arena, 6, grid, 7), 1);
    struct rd_map map = map_of(&test.instance, NULL);
    for (uint32_t host = 0; host < 6; host++)
        assert_true(map.node[host].x == host % 3 && map.node[host].y == host / 3);
    test = test_instance_on(&test_arena, test_graph(&test_arena, 7, tree, 6), 1);
    map = map_of(&test.instance, NULL);
    for (uint32_t host = 0; host < 7; host++)
        assert_true(host == 2 || map.node[host].y > map.node[2].y);
    assert_true(map.node[3].y == map.node[6].y && map.node[0].y == map.node[1].y);
}

/* No two places lie on each other, whatever the network. */
static void keeps_places_apart(void **state)
{
    (void)state;
    for (uint32_t host_count = 3; host_count <= 40; host_count += 3) {
        struct test_instance test =
            test_instance_on(&test_arena, test_circulant(&test_arena, host_count), 1);
        struct rd_map map = map_of(&test.instance, NULL);
        for (uint32_t i = 0; i < map.place_count; i++)
            for (uint32_t k = 0; k < i; k++)
                assert_true(hypot(map.node[i].x - map.node[k].x, map.node[i].y - map.node[k].y) >
                            0.1);
    }
}

/* --- names ------------------------------------------------------------------------------------ */

struct box {
    double left, right, top, bottom;
};

static bool overlap(struct box one, struct box other)
{
    return one.left < other.right && other.left < one.right && one.top < other.bottom &&
           other.top < one.bottom;
}

static double of_place(const struct picture *picture, uint32_t place, const char *what)
{
    return number(picture,
                  rd_arena_print(&test_arena, "number((//s:g[s:title])[%u]/%s)", place + 1, what));
}

/* What the host of a place takes, and a line of text about it: 0.7 of its height above the line. */
static struct box box_of_host(const struct picture *picture, uint32_t place)
{
    double x = of_place(picture, place, "s:rect/@x"), y = of_place(picture, place, "s:rect/@y");
    return (struct box){x, x + of_place(picture, place, "s:rect/@width"), y,
                        y + of_place(picture, place, "s:rect/@height")};
}

static struct box box_of_text(const struct picture *picture, uint32_t place, int line)
{
    const char *text = rd_arena_print(&test_arena, "s:text[%d]", line);
    double x = of_place(picture, place, rd_arena_print(&test_arena, "%s/@x", text));
    double y = of_place(picture, place, rd_arena_print(&test_arena, "%s/@y", text));
    double font = of_place(picture, place, rd_arena_print(&test_arena, "%s/@font-size", text));
    bool is_right =
        of_place(picture, place, rd_arena_print(&test_arena, "%s/@text-anchor = 'end'", text)) == 1;
    bool is_middle = of_place(picture, place,
                              rd_arena_print(&test_arena, "%s/@text-anchor = 'middle'", text)) == 1;
    xmlXPathObjectPtr found = xmlXPathEval(
        xml(rd_arena_print(&test_arena, "string((//s:g[s:title])[%u]/%s)", place + 1, text)),
        picture->context);
    double width = rd_label_width((const char *)found->stringval, font);
    xmlXPathFreeObject(found);
    x -= is_right ? width : is_middle ? width / 2 : 0;
    return (struct box){x, x + width, y - 0.7 * font, y};
}

/* Does some line run through a box? Each is looked at in steps: "M1 2L3 4", or "M1 2Q3 4 5 6". */
static bool has_line(const struct picture *picture, struct box box)
{
    enum { STEPS = 200 };
    bool found = false;
    xmlXPathObjectPtr path = xmlXPathEval(xml("//s:path[@stroke-width]/@d"), picture->context);
    assert_true(path->nodesetval->nodeNr > 0);
    for (int i = 0; i < path->nodesetval->nodeNr; i++) {
        double p[6];
        xmlChar *d = xmlNodeGetContent(path->nodesetval->nodeTab[i]);
        if (sscanf((const char *)d, "M%lf %lfQ%lf %lf %lf %lf", p, p + 1, p + 2, p + 3, p + 4,
                   p + 5) != 6) {
            assert_int_equal(sscanf((const char *)d, "M%lf %lfL%lf %lf", p, p + 1, p + 4, p + 5),
                             4);
            p[2] = (p[0] + p[4]) / 2;
            p[3] = (p[1] + p[5]) / 2;
        }
        xmlFree(d);
        for (int k = 0; k <= STEPS; k++) {
            double t = (double)k / STEPS, u = 1 - t;
            double x = u * u * p[0] + 2 * u * t * p[2] + t * t * p[4];
            double y = u * u * p[1] + 2 * u * t * p[3] + t * t * p[5];
            found = found || overlap(box, (struct box){x, x, y, y});
        }
    }
    xmlXPathFreeObject(path);
    return found;
}

/* No text about a place lies over another place, a text about one, or a line. */
static void check_names(const struct picture *picture, uint32_t place_count)
{
    for (uint32_t i = 0; i < place_count; i++)
        for (int line = 1; line <= 2; line++) {
            struct box text = box_of_text(picture, i, line);
            assert_false(has_line(picture, text));
            for (uint32_t k = 0; k < place_count; k++) {
                assert_false(overlap(text, box_of_host(picture, k)));
                assert_false(k != i && (overlap(text, box_of_text(picture, k, 1)) ||
                                        overlap(text, box_of_text(picture, k, 2))));
            }
        }
}

/* Of networks that a program lays out: a tree drawn at random, and some links more. */
static void keeps_names_apart(void **state)
{
    (void)state;
    enum { NETWORKS = 20, MOST_HOSTS = 8 };
    struct rd_rng rng = rd_rng_seeded(53, 9);
    for (int i = 0; i < NETWORKS; i++) {
        struct rd_edge edge[2 * MOST_HOSTS];
        const char *name[MOST_HOSTS];
        bool joined[MOST_HOSTS][MOST_HOSTS] = {0};
        uint32_t host_count = (uint32_t)rd_rng_between(&rng, 5, MOST_HOSTS), edge_count = 0;
        for (uint32_t host = 0; host < host_count; host++)
            name[host] = rd_arena_print(&test_arena, "server-%u", host);
        for (uint32_t k = 1; k < host_count + host_count / 4; k++) {
            uint32_t to = k < host_count ? k : 1 + (uint32_t)rd_rng_below(&rng, host_count - 1);
            uint32_t from = (uint32_t)rd_rng_below(&rng, to);
            if (!joined[from][to])
                edge[edge_count++] = (struct rd_edge){from, to};
            joined[from][to] = true;
        }
        struct test_instance test =
            test_instance_on(&test_arena, test_graph(&test_arena, host_count, edge, edge_count), 1);
        test.instance.host_name = name;
        test.load[0] = 4;
        struct rd_map map = map_of(&test.instance, NULL);
        struct picture picture = draw(&map);
        check_names(&picture, host_count);
        drop(&picture);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ARENAS_TEST(shows_every_host_and_link),
        ARENAS_TEST(draws_a_switch_once),
        ARENAS_TEST(shows_loads_if_there_are_any),
        ARENAS_TEST(has_colours_as_attributes),
        ARENAS_TEST(groups_many_hosts),
        ARENAS_TEST(groups_many_hosts_by_zone),
        ARENAS_TEST(names_links_of_the_platform),
        ARENAS_TEST(counts_loads_and_use),
        ARENAS_TEST(draws_a_trunk_once),
        ARENAS_TEST(lists_what_many_share),
        ARENAS_TEST(writes_what_moves),
        ARENAS_TEST(reads_shapes_off_lines),
        ARENAS_TEST(keeps_places_apart),
        ARENAS_TEST(keeps_names_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
