/* The Gantt chart: well-formed SVG whatever the names, a box in both lanes for each message,
 * nothing drawn over anything else. The picture is parsed with libxml2 and looked at. */
#include "sim/report/gantt/gantt_layout.h"
#include "sim/report/gantt/gantt.h"
#include "sim/report/gantt/gantt_colours.h"
#include "sim/report/gantt/gantt_window.h"
#include "sim/report/svg.h"

#include "sim/base/arena.h"
#include "sim/base/rng.h"
#include "sim/model/certificates/price_certificate.h"
#include "tests/support/arena.h"
#include "tests/support/cmocka.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PAGE_WIDTH = 1200 };

static const char *const few_names[] = {"h0", "h1", "h2"};

/* Text as libxml2 types it. */
static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

/* A chart, drawn and parsed. */
struct picture {
    char *text;
    size_t size;
    xmlDocPtr document;
    xmlXPathContextPtr context;
};

static struct picture draw(const struct rd_gantt *gantt)
{
    struct picture picture = {0};
    struct rd_error error = {0};
    FILE *out = open_memstream(&picture.text, &picture.size);
    assert_true(rd_gantt_write(out, gantt, &error));
    fclose(out);
    picture.document =
        xmlReadMemory(picture.text, (int)picture.size, "chart.svg", NULL, XML_PARSE_NONET);
    assert_non_null(picture.document);
    picture.context = xmlXPathNewContext(picture.document);
    xmlXPathRegisterNs(picture.context, xml("s"), xml("http://www.w3.org/2000/svg"));
    return picture;
}

static void drop(struct picture *picture)
{
    xmlXPathFreeContext(picture->context);
    xmlFreeDoc(picture->document);
    free(picture->text);
}

/* The number that an XPath expression gives. */
static double number(const struct picture *picture, const char *path)
{
    xmlXPathObjectPtr found = xmlXPathEval(xml(path), picture->context);
    assert_non_null(found);
    double value = xmlXPathCastToNumber(found);
    xmlXPathFreeObject(found);
    return value;
}

/* The text that an XPath expression gives, in the arena. */
static const char *string(const struct picture *picture, const char *path, struct rd_arena *arena)
{
    xmlXPathObjectPtr found = xmlXPathEval(xml(path), picture->context);
    assert_non_null(found);
    xmlChar *value = xmlXPathCastToString(found);
    const char *copy = rd_arena_print(arena, "%s", (const char *)value);
    xmlFree(value);
    xmlXPathFreeObject(found);
    return copy;
}

static void assert_count(const struct picture *picture, const char *path, double expected)
{
    assert_true(number(picture, path) == expected);
}

static struct rd_gantt chart_of(const char *title, uint32_t host_count,
                                const char *const *host_name, const struct rd_trace *trace)
{
    return (struct rd_gantt){.title = title,
                             .host_name = host_name,
                             .host_count = host_count,
                             .kind_count = 1,
                             .trace = trace};
}

static void add(struct rd_trace *trace, struct rd_arena *arena, double start_s, double end_s,
                uint32_t from, uint32_t to, int32_t kind, int64_t items)
{
    rd_trace_add(trace, arena, (struct rd_timed_transfer){start_s, end_s, from, to, kind, items});
}

static const char **names(struct rd_arena *arena, uint32_t count)
{
    const char **name = rd_take(arena, count, const char *);
    for (uint32_t host = 0; host < count; host++)
        name[host] = rd_arena_print(arena, "h%u", host);
    return name;
}

/* Edges are drawn crisp: between half pixels the room between two boxes may vanish. */
static void boxes_stand_on_whole_pixels(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    for (int i = 0; i < 4; i++)
        add(&trace, arena, i, i + 1, 0, 1, 0, 1);
    struct rd_gantt gantt = chart_of("quarters", 3, few_names, &trace);
    struct picture picture = draw(&gantt);
    assert_count(&picture, "count(//s:path)", 4);
    assert_count(&picture, "count(//s:path[contains(@d,'.')])", 0);
    drop(&picture);
}

/* A message that others slow is hatched in both lanes, and its tooltip says who and where. */
static void a_slowed_message_is_hatched(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 4, 0, 1, 0, 1);
    add(&trace, arena, 4, 7, 0, 1, 0, 1);
    static const char *const slowed[] = {"1 s on 'cable' by h0 > h2", NULL};
    struct rd_gantt gantt = chart_of("fork", 3, few_names, &trace);
    struct picture before = draw(&gantt);
    assert_count(&before, "count(//s:pattern)", 0);
    drop(&before);
    gantt.slowed = slowed;
    struct picture picture = draw(&gantt);
    assert_count(&picture, "count(//s:pattern[@id='slowed'])", 1);
    assert_count(&picture, "count(//s:path[@class='slowed'])", 1);
    assert_count(&picture, "count(//s:text[.='slowed on a shared link'])", 1);
    assert_string_equal(string(&picture, "//s:path[@class='slowed']/@d", arena),
                        string(&picture, "//s:path[contains(@class,'mark')][1]/@d", arena));
    assert_string_equal(string(&picture, "//s:path[contains(@class,'mark')][1]/s:title", arena),
                        "h0 to h1, 1 item, 0 s to 4 s, slowed 1 s on 'cable' by h0 > h2");
    drop(&picture);
    gantt.id = "gantt-3";
    picture = draw(&gantt);
    assert_count(&picture, "count(//s:pattern[@id='gantt-3-slowed'])", 1);
    assert_count(&picture, "count(//s:path[@data-slowed])", 1);
    drop(&picture);
}

static void the_bound_says_what_it_holds_for(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 3, 0, 1, 0, 1);
    struct rd_bound bound = {.seconds = 2, .name = "Lemma 1", .schedule_class = "item-by-item"};
    struct rd_gantt gantt = chart_of("three", 3, few_names, &trace);
    gantt.bound = &bound;
    struct picture picture = draw(&gantt);
    static const char words[] = "bound 2 s of item-by-item schedules (Lemma 1)";
    assert_count(&picture, rd_arena_print(arena, "count(//s:text[.='%s'])", words), 1);
    assert_string_equal(string(&picture, "//s:text[2]", arena),
                        rd_arena_print(arena, "3 hosts, 1 message, makespan 3 s, %s", words));
    drop(&picture);
}

static void each_message_says_what_it_is(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 3, 0, 1, 0, 2);
    add(&trace, arena, 3, 4, 0, 1, RD_CONTROL, 0);
    add(&trace, arena, 3, 12, 1, RD_NO_HOST, 0, 1);
    add(&trace, arena, 4, 5, 2, RD_NO_HOST, RD_CONTROL, 0);
    struct rd_bound bound = {.seconds = 12,
                             .name = "Theorem 2, corrected",
                             .why = "Hosts 2 to 0 must let 6 items out.",
                             .bottleneck = RD_BOTTLENECK_SLICE,
                             .first = 2,
                             .last = 0};
    struct rd_gantt gantt = chart_of("three, ring-one-way", 3, few_names, &trace);
    gantt.bound = &bound;
    struct picture picture = draw(&gantt);
    assert_string_equal(string(&picture, "/s:svg/s:title", arena), "three, ring-one-way");
    assert_string_equal(string(&picture, "/s:svg/s:desc", arena),
                        "Hosts 2 to 0 must let 6 items out.");
    assert_string_equal(string(&picture, "//s:text[2]", arena),
                        "3 hosts, 2 messages, 2 computations, makespan 12 s, bound 12 s (Theorem "
                        "2, corrected)");
    assert_count(&picture, "count(//s:path)", 4);
    assert_string_equal(string(&picture, "(//s:path)[1]/s:title", arena),
                        "h0 to h1, 2 items, 0 s to 3 s");
    assert_string_equal(string(&picture, "(//s:path)[2]/s:title", arena),
                        "h0 to h1, a control word, 3 s to 4 s");
    assert_string_equal(string(&picture, "(//s:path)[3]/s:title", arena),
                        "h1 computes 1 item, 3 s to 12 s");
    assert_string_equal(string(&picture, "(//s:path)[4]/s:title", arena), "h2 works, 4 s to 5 s");
    assert_string_equal(string(&picture, "(//s:path)[2]/@class", arena), "mark control");
    /* One line for what is one time, and a bar for hosts 2 and 0; its sample is in the legend. */
    assert_count(&picture, "count(//s:line[@class='bound'])", 1);
    assert_count(&picture, "count(//s:line[@class='makespan'])", 0);
    assert_count(&picture, "count(//s:text[.='makespan 12 s = bound 12 s (Theorem 2, corrected)'])",
                 1);
    assert_count(&picture, "count(//s:rect[@class='witness'])", 3);
    /* Three hosts of three lanes, named. */
    assert_count(&picture, "count(//s:rect[@class='lane'])", 9);
    assert_count(&picture, "count(//s:text[@class='small'][.='compute'])", 3);
    drop(&picture);

    bound.seconds = 13;
    picture = draw(&gantt);
    assert_count(&picture, "count(//s:line[@class='bound'])", 1);
    assert_count(&picture, "count(//s:line[@class='makespan'])", 1);
    assert_count(&picture, "count(//s:text[.='bound 13 s (Theorem 2, corrected)'])", 1);
    assert_count(&picture, "count(//s:text[.='makespan 12 s'])", 1);
    assert_true(number(&picture, "//s:line[@class='bound']/@x1") >
                number(&picture, "//s:line[@class='makespan']/@x1"));
    drop(&picture);
}

/* A port's lane has the bar and the bold name, not the lanes beside it; where a set is what the
 * bound rests on, whole hosts have; processors have none. */
static void the_witness_is_marked(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 3, 0, 1, 0, 2);
    struct rd_bound bound = {.seconds = 3, .name = "Lemma 6", .why = "Host 1 has 2 too few."};
    struct rd_gantt gantt = chart_of("port", 3, few_names, &trace);
    gantt.bound = &bound;
    rd_bound_add_bottleneck_port(&bound, 1, true);
    struct picture picture = draw(&gantt);
    assert_count(&picture, "count(//s:text[.='bottleneck: these ports'])", 1);
    assert_count(&picture, "count(//s:rect[@class='witness'])", 2);
    assert_count(&picture, "count(//s:text[@class='small rests'])", 1);
    assert_string_equal(string(&picture, "//s:text[@class='small rests']", arena), "receive");
    /* The bar is as high as the fourth lane, host 1's receptions, and beside it. */
    static const char bar[] = "(//s:rect[@class='witness'])[2]/@",
                      lane[] = "(//s:rect[@class='lane'])[4]/@";
    assert_true(number(&picture, rd_arena_print(arena, "%sy", bar)) ==
                number(&picture, rd_arena_print(arena, "%sy", lane)));
    assert_true(number(&picture, rd_arena_print(arena, "%sheight", bar)) ==
                number(&picture, rd_arena_print(arena, "%sheight", lane)));
    assert_count(&picture, "count(//s:text[@class='host rests'][.='h1'])", 1);
    assert_count(&picture, "count(//s:text[@class='host rests'])", 1);
    drop(&picture);

    static const bool member[] = {true, false, true};
    bound = (struct rd_bound){.seconds = 3, .bottleneck = RD_BOTTLENECK_HOSTS, .member = member};
    bound.name = "ball cut";
    picture = draw(&gantt);
    assert_count(&picture, "count(//s:text[.='bottleneck: these hosts'])", 1);
    assert_count(&picture, "count(//s:rect[@class='witness'])", 3);
    assert_count(&picture, "count(//s:text[@class='small rests'])", 0);
    assert_count(&picture, "count(//s:text[@class='host rests'])", 2);
    drop(&picture);

    /* Ports of a certificate: those with a price. */
    static const int64_t send[] = {2, 0, 0}, receive[] = {0, 1, 1};
    static const struct rd_price_certificate prices = {.send_price = send,
                                                       .receive_price = receive};
    bound.bottleneck = RD_BOTTLENECK_PRICES;
    bound.certificate = &prices;
    picture = draw(&gantt);
    assert_count(&picture, "count(//s:text[.='bottleneck: ports with a price'])", 1);
    assert_count(&picture, "count(//s:text[@class='small rests'][.='send'])", 1);
    assert_count(&picture, "count(//s:text[@class='small rests'][.='receive'])", 2);
    assert_count(&picture, "count(//s:text[@class='host rests'])", 3);
    drop(&picture);

    bound.bottleneck = RD_BOTTLENECK_PROCESSORS;
    picture = draw(&gantt);
    assert_count(&picture, "count(//s:rect[@class='witness'])", 0);
    assert_count(&picture, "count(//s:text[@class='host rests'])", 0);
    drop(&picture);
}

/* Host 0 sends to 1 and then to 2, while host 1 passes its item on; the last to end is 0 to 2. */
static void the_critical_path_is_outlined(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    add(&trace, arena, 2, 6, 0, 2, 0, 1); /* rows of a trace may come in any order */
    add(&trace, arena, 0, 2, 0, 1, 0, 1);
    add(&trace, arena, 2, 5, 1, 0, 0, 1);
    static const struct rd_critical_transfer through_port[] = {{1, RD_CRITICAL_START},
                                                               {0, RD_CRITICAL_SEND_PORT}};
    struct rd_gantt gantt = chart_of("path", 3, few_names, &trace);
    gantt.critical_path = through_port;
    gantt.critical_path_count = 2;
    struct picture picture = draw(&gantt);
    assert_count(&picture, "count(//s:path[@class='critical'])", 2);
    assert_count(&picture, "count(//s:text[starts-with(.,'critical path')])", 1);
    /* One behind the other in the same lane: nothing to connect. */
    assert_count(&picture, "count(//s:line[@class='path'])", 0);
    drop(&picture);

    static const struct rd_critical_transfer through_item[] = {{1, RD_CRITICAL_START},
                                                               {2, RD_CRITICAL_ITEM}};
    gantt.critical_path = through_item;
    picture = draw(&gantt);
    /* From the lane that receives to the one that sends, where the second begins. */
    assert_count(&picture, "count(//s:line[@class='path'])", 1);
    assert_true(number(&picture, "//s:line[@class='path']/@x1") ==
                number(&picture, "substring-before(substring-after("
                                 "//s:path[starts-with(s:title,'h1 to')]/@d,'M'),' ')"));
    drop(&picture);
}

/* What a page needs to tell of a box, and styles that keep to their picture. */
static void a_part_of_a_page_says_what_its_boxes_are(void **state)
{
    struct rd_arena *arena = *state;
    static const char *const name[] = {"a<b", "c&\"d\""};
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 1.5, 0, 1, 0, 2);
    add(&trace, arena, 1.5, 2, 1, RD_NO_HOST, RD_CONTROL, 0);
    struct rd_gantt gantt = chart_of("part", 2, name, &trace);
    gantt.id = "run-1";
    struct picture picture = draw(&gantt);
    assert_true(strncmp(picture.text, "\n<svg ", 6) == 0);
    assert_string_equal(string(&picture, "/s:svg/@id", arena), "run-1");
    static const char *const expected[][2] = {{"from", "a<b"}, {"to", "c&\"d\""}, {"kind", "0"},
                                              {"items", "2"},  {"start", "0"},    {"end", "1.5"}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(string(&picture,
                                   rd_arena_print(arena, "(//s:path)[1]/@data-%s", expected[i][0]),
                                   arena),
                            expected[i][1]);
    assert_count(&picture, "count((//s:path)[2]/@data-to)", 0);
    assert_string_equal(string(&picture, "(//s:path)[2]/@data-kind", arena), "control");
    assert_string_equal(string(&picture, "//s:style", arena),
                        "#run-1 .mark:hover{stroke:#1f2933;stroke-width:1}");
    /* Everything else is said by attributes, which reach no further than their elements. */
    assert_count(&picture, "count(//s:path[not(@fill)] | //s:rect[not(@fill)])", 0);
    assert_count(&picture, "count(//s:text[not(@fill)] | //s:line[not(@stroke)])", 0);
    drop(&picture);
}

/* Whole words, in lines that fit; what is too long for three loses its middle. */
static void why_the_bound_holds_is_said(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 3, 0, 1, 0, 1);
    const char *why = "Because.";
    struct rd_bound bound = {.seconds = 2, .name = "Lemma 1", .why = why};
    struct rd_gantt gantt = chart_of("why", 3, few_names, &trace);
    gantt.bound = &bound;
    struct picture picture = draw(&gantt);
    assert_string_equal(string(&picture, "//s:text[3]", arena), why);
    double height = number(&picture, "/s:svg/@height");
    drop(&picture);
    for (int i = 0; i < 40; i++)
        why = rd_arena_print(arena, "%s Reason number %d.", why, i);
    bound.why = why;
    picture = draw(&gantt);
    const char *first = string(&picture, "//s:text[3]", arena);
    assert_true(strncmp(why, first, strlen(first)) == 0 && why[strlen(first)] == ' ');
    assert_true(rd_label_width(first, 12) > 900 && rd_label_width(first, 12) <= 1144);
    const char *second = string(&picture, "//s:text[4]", arena);
    assert_true(strncmp(why + strlen(first) + 1, second, strlen(second)) == 0);
    assert_true(strstr(string(&picture, "//s:text[5]", arena), "\xe2\x80\xa6"));
    assert_true(number(&picture, "/s:svg/@height") == height + 2 * 16);
    drop(&picture);
}

static void kinds_and_packets_are_told(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    rd_trace_add_packet(&trace, arena, (struct rd_timed_transfer){0, 3, 0, 2, 1, 1},
                        (struct rd_dimension_range){2, 0});
    struct rd_gantt gantt = chart_of("packets", 3, few_names, &trace);
    gantt.kind_count = 2;
    struct picture picture = draw(&gantt);
    assert_string_equal(string(&picture, "(//s:path)[1]/s:title", arena),
                        "h0 to h2, 1 item of kind 1, dimensions 2 to 0, 0 s to 3 s");
    assert_string_equal(string(&picture, "(//s:path)[1]/@class", arena), "mark c1");
    assert_count(&picture, "count(//s:text[.='kind 0' or .='kind 1'])", 2);
    drop(&picture);
}

static void names_of_any_kind_are_well_formed(void **state)
{
    struct rd_arena *arena = *state;
    static const char *const name[] = {"<a>&\"b'", "\xff\x01 c", "]]>"};
    struct rd_trace trace = {0};
    add(&trace, arena, 0, 1, 0, 1, 0, 1);
    add(&trace, arena, 1, 2, 1, 2, 0, 1);
    struct rd_gantt gantt = chart_of("<title> & \"more\"", 3, name, &trace);
    struct picture picture = draw(&gantt);
    assert_string_equal(string(&picture, "/s:svg/s:title", arena), "<title> & \"more\"");
    assert_string_equal(string(&picture, "(//s:path)[1]/s:title", arena),
                        "<a>&\"b' to \xef\xbf\xbd\xef\xbf\xbd c, 1 item, 0 s to 1 s");
    assert_string_equal(string(&picture, "(//s:path)[2]/s:title", arena),
                        "\xef\xbf\xbd\xef\xbf\xbd c to ]]>, 1 item, 1 s to 2 s");
    drop(&picture);
}

static void nothing_and_what_takes_no_time(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    struct rd_gantt gantt = chart_of("nothing", 3, few_names, &trace);
    struct picture picture = draw(&gantt);
    assert_count(&picture, "count(//s:path)", 0);
    assert_count(&picture, "count(//s:text[@class='host'])", 3);
    assert_count(&picture, "count(//s:text[.='makespan 0 s'])", 1);
    drop(&picture);
    add(&trace, arena, 0, 0, 0, 1, 0, 1);
    picture = draw(&gantt);
    assert_count(&picture, "count(//s:path)", 1);
    drop(&picture);
}

struct box {
    double left, right, top, bottom;
};

/* Reads the boxes of a path "Mx yhWvHHxzM...". Returns: how many. */
static int boxes_of(const char *path, struct box box[2])
{
    int count = 0, read = 0;
    double x, y, width, height, back;
    while (count < 2 &&
           sscanf(path, "M%lf %lfh%lfv%lfH%lfz%n", &x, &y, &width, &height, &back, &read) == 5) {
        assert_true(back == x);
        box[count++] = (struct box){x, x + width, y, y + height};
        path += read;
    }
    assert_true(*path == '\0');
    return count;
}

/* Random messages of hosts that may send and receive several at once. */
static void no_box_lies_on_another(void **state)
{
    struct rd_arena *arena = *state;
    enum { HOSTS = 12, MESSAGES = 300 };
    struct rd_rng rng = rd_rng_seeded(1, 0);
    struct rd_trace trace = {0};
    for (int i = 0; i < MESSAGES; i++) {
        uint32_t from = (uint32_t)rd_rng_below(&rng, HOSTS);
        uint32_t to = (from + 1 + (uint32_t)rd_rng_below(&rng, HOSTS - 1)) % HOSTS;
        double start_s = (double)rd_rng_below(&rng, 50);
        double end_s = start_s + 2 + (double)rd_rng_below(&rng, 20);
        add(&trace, arena, start_s, end_s, from, i % 7 == 0 ? RD_NO_HOST : to,
            i % 5 == 0 ? RD_CONTROL : 0, 1);
    }
    struct rd_gantt gantt = chart_of("several ports", HOSTS, names(arena, HOSTS), &trace);
    struct picture picture = draw(&gantt);
    double height = number(&picture, "/s:svg/@height");
    static struct box box[2 * MESSAGES];
    int count = 0;
    xmlXPathObjectPtr found = xmlXPathEval(xml("//s:path/@d"), picture.context);
    assert_int_equal(found->nodesetval->nodeNr, MESSAGES);
    for (int i = 0; i < MESSAGES; i++)
        count +=
            boxes_of((const char *)found->nodesetval->nodeTab[i]->children->content, box + count);
    xmlXPathFreeObject(found);
    assert_int_equal(count, 2 * MESSAGES - (MESSAGES + 6) / 7);
    for (int i = 0; i < count; i++) {
        assert_true(box[i].left >= 0 && box[i].right <= PAGE_WIDTH);
        assert_true(box[i].top >= 0 && box[i].bottom <= height);
        for (int j = 0; j < i; j++)
            assert_false(box[i].left < box[j].right - 0.01 && box[j].left < box[i].right - 0.01 &&
                         box[i].top < box[j].bottom - 0.01 && box[j].top < box[i].bottom - 0.01);
    }
    drop(&picture);
}

/* No two texts of a chart touch, as far as their widths can be told. */
static void check_texts_apart(const struct rd_gantt *gantt, struct rd_arena *arena)
{
    struct picture picture = draw(gantt);
    xmlXPathObjectPtr found = xmlXPathEval(xml("//s:text"), picture.context);
    int count = found->nodesetval->nodeNr;
    struct box *box = rd_take(arena, (size_t)count, struct box);
    for (int i = 0; i < count; i++) {
        xmlNodePtr node = found->nodesetval->nodeTab[i];
        xmlChar *anchor = xmlGetProp(node, xml("text-anchor"));
        xmlChar *class = xmlGetProp(node, xml("class"));
        xmlChar *x = xmlGetProp(node, xml("x")), *y = xmlGetProp(node, xml("y"));
        double size = strcmp((const char *)class, "title") == 0                      ? 18
                      : strcmp((const char *)class, "small") == 0 || class[0] == 'i' ? 10.5
                                                                                     : 12;
        double width = rd_label_width((const char *)node->children->content, size);
        double left = strtod((const char *)x, NULL);
        if (anchor)
            left -= strcmp((const char *)anchor, "end") == 0 ? width : width / 2;
        double base = strtod((const char *)y, NULL);
        box[i] = (struct box){left, left + width, base - 0.75 * size, base + 0.1 * size};
        xmlFree(anchor);
        xmlFree(class);
        xmlFree(x);
        xmlFree(y);
        for (int j = 0; j < i; j++)
            assert_false(box[i].left < box[j].right && box[j].left < box[i].right &&
                         box[i].top < box[j].bottom && box[j].top < box[i].bottom);
    }
    xmlXPathFreeObject(found);
    drop(&picture);
}

static void texts_keep_apart(void **state)
{
    struct rd_arena *arena = *state;
    static const uint32_t sizes[] = {2, 9, 24, 25, 100, 700};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint32_t hosts = sizes[i];
        struct rd_trace trace = {0};
        for (uint32_t host = 0; host < hosts; host++)
            for (int k = 0; k < 3; k++)
                add(&trace, arena, k * 1.25e-5, (k + 1) * 1.25e-5, host, (host + 1) % hosts, 0,
                    k + 1);
        struct rd_gantt gantt = chart_of("texts", hosts, names(arena, hosts), &trace);
        struct rd_bound bound = {.seconds = 3.7e-5, .name = "Theorem 1", .why = ""};
        gantt.bound = &bound;
        check_texts_apart(&gantt, arena);
        bound.seconds = 3.8e-5;
        check_texts_apart(&gantt, arena);
        bound.seconds = 1e-5;
        check_texts_apart(&gantt, arena);
    }
}

/* Runs of messages too thin to see become one box that counts them; all others stay. */
static void thin_runs_are_drawn_as_one(void **state)
{
    struct rd_arena *arena = *state;
    enum { MANY = 100000 };
    struct rd_trace trace = {0};
    for (int i = 0; i < MANY; i++)
        add(&trace, arena, i, i + 1, 0, 1, 0, 2);
    for (int i = 0; i < 100; i++)
        add(&trace, arena, i * 1000, i * 1000 + 1, 2, 1, 0, 1);
    struct rd_gantt gantt = chart_of("thin", 3, few_names, &trace);
    struct picture picture = draw(&gantt);
    double count = number(&picture, "count(//s:path[contains(s:title,'h0 to h1')])");
    assert_true(count >= 500 && count <= 2 * PAGE_WIDTH);
    assert_count(&picture, "count(//s:path[contains(s:title,'h2 to h1')])", 100);
    assert_count(&picture, "count(//s:text[starts-with(.,'3 hosts, 100100 messages, ')])", 1);
    const char *title = string(&picture, "(//s:path)[1]/s:title", arena);
    unsigned first_count, last_end;
    assert_int_equal(
        sscanf(title, "h0 to h1, %u messages of 2 items, 0 s to %u s", &first_count, &last_end), 2);
    assert_int_equal(first_count, last_end);
    assert_true(first_count > 1);
    drop(&picture);
}

/* Of more messages, how busy lanes are: h0 sends to h1 without a pause for 100,001 s, and then, as
 * many times, for two seconds of five. h2 does nothing. At the border of both a stretch is between
 * the two. */
static void many_messages_are_drawn_as_how_busy_lanes_are(void **state)
{
    struct rd_arena *arena = *state;
    enum { HALF = RD_GANTT_MARK_LIMIT / 2 + 1 };
    struct rd_trace trace = {0};
    for (int i = 0; i < HALF; i++)
        add(&trace, arena, i, i + 1, 0, 1, 0, 2);
    for (int i = 0; i < HALF; i++)
        add(&trace, arena, HALF + 5.0 * i, HALF + 5.0 * i + 2, 0, 1, 0, 2);
    struct rd_gantt gantt = chart_of("busy", 3, few_names, &trace);
    struct picture picture = draw(&gantt);
    /* Besides the legend, a box in each of two lanes. */
    assert_count(&picture, "count(//*[@class='busy4'])", 1 + 2);
    assert_count(&picture, "count(//*[@class='busy2'])", 1 + 2);
    assert_count(&picture, "count(//*[@class='busy1'])", 1);
    double between = number(&picture, "count(//*[@class='busy3'])");
    assert_true(between == 1 || between == 1 + 2);
    assert_count(&picture, "count(//s:path)", 0);
    assert_count(&picture, "count(//s:title[.='h0 sends, 200002 times, 0.5 at a time on average'])",
                 1);
    assert_count(&picture,
                 "count(//s:title[.='h1 receives, 200002 times, 0.5 at a time on average'])", 1);
    assert_count(&picture, "count(//s:title[starts-with(.,'h2 ')])", 0);
    drop(&picture);
}

/* Three messages one after the other, all critical. From 5 to 15 s two are there, cut at the edges.
 */
static void a_part_of_time_is_drawn(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    for (uint32_t i = 0; i < 3; i++)
        add(&trace, arena, 10 * i, 10 * i + 10, i, (i + 1) % 3, 0, 1);
    static const struct rd_critical_transfer path[] = {
        {0, RD_CRITICAL_START}, {1, RD_CRITICAL_ITEM}, {2, RD_CRITICAL_ITEM}};
    struct rd_gantt gantt = chart_of("part", 3, few_names, &trace);
    gantt.critical_path = path;
    gantt.critical_path_count = 3;
    rd_gantt_cut(&gantt, 5, 15, arena);
    struct picture picture = draw(&gantt);
    assert_count(&picture, "count(//s:path[s:title])", 2);
    assert_count(&picture, "count(//s:path[s:title='h0 to h1, 1 item, 0 s to 10 s'])", 1);
    assert_count(&picture, "count(//s:path[s:title='h1 to h2, 1 item, 10 s to 20 s'])", 1);
    assert_count(&picture, "count(//s:path[@class='critical'])", 2);
    assert_count(&picture, "count(//s:text[.='3 hosts, 2 messages, under way from 5 s to 15 s'])",
                 1);
    /* 5 to 15 s are at most eight steps of 2 s. */
    assert_count(&picture, "count(//s:text[.='6'])", 1);
    assert_count(&picture, "count(//s:text[.='14'])", 1);
    assert_count(&picture, "count(//s:text[.='4' or .='16'])", 0);
    drop(&picture);
}

static void limits_and_failures_are_told(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace trace = {0};
    struct rd_gantt gantt = chart_of("large", 3, few_names, &trace);
    struct rd_error error = {0};
    gantt.host_count = RD_GANTT_HOST_LIMIT + 1;
    assert_false(rd_gantt_write(stderr, &gantt, &error));
    assert_int_equal(error.code, RD_ERROR_INPUT);
    assert_string_equal(error.message, "a chart of 2001 hosts: at most 2000 are supported");
    gantt = chart_of("no room", 3, few_names, &trace);
    add(&trace, arena, 0, 1, 0, 1, 0, 1);
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    setvbuf(full, NULL, _IONBF, 0);
    assert_false(rd_gantt_write(full, &gantt, &error));
    fclose(full);
    assert_int_equal(error.code, RD_ERROR_FILE);
    assert_string_equal(error.message, "the chart cannot be written: No space left on device");
}

/* What a colour means, and that the same input gives the same bytes. */
static void colours_mean_something(void **state)
{
    struct rd_arena *arena = *state;
    struct rd_trace ring = {0}, all = {0};
    for (uint32_t host = 0; host < 9; host++) {
        add(&ring, arena, 0, 1, host, (host + 1) % 9, 0, 1);
        add(&ring, arena, 1, 2, host, (host + 8) % 9, 0, 1);
        add(&all, arena, 0, 1, host, (host + 2) % 9, 0, 1);
    }
    struct rd_gantt gantt = chart_of("ring", 9, names(arena, 9), &ring);
    struct rd_gantt_colours colours;
    rd_gantt_choose_colours(&colours, &gantt, arena);
    assert_int_equal(colours.meaning, RD_COLOUR_DIRECTION);
    assert_int_equal(rd_gantt_colour_of(&colours, &(struct rd_timed_transfer){0, 1, 8, 0, 0, 1}),
                     0);
    assert_int_equal(rd_gantt_colour_of(&colours, &(struct rd_timed_transfer){0, 1, 0, 8, 0, 1}),
                     1);
    gantt.trace = &all;
    rd_gantt_choose_colours(&colours, &gantt, arena);
    assert_int_equal(colours.meaning, RD_COLOUR_SENDER);
    assert_true(colours.is_ramp);
    assert_int_equal(rd_gantt_colour_of(&colours, &(struct rd_timed_transfer){0, 1, 0, 2, 0, 1}),
                     0);
    assert_int_equal(rd_gantt_colour_of(&colours, &(struct rd_timed_transfer){0, 1, 8, 1, 0, 1}),
                     10);
    char text[RD_COLOUR_SIZE];
    assert_string_equal(rd_gantt_colour_text(&colours, 0, text), "#3d3a78");
    assert_true(rd_gantt_colour_is_dark(&colours, 0));
    assert_string_equal(rd_gantt_colour_text(&colours, RD_COLOUR_RAMP - 1, text), "#e8c95c");
    assert_false(rd_gantt_colour_is_dark(&colours, RD_COLOUR_RAMP - 1));
    all.transfer_count = 8; /* host 8 sends nothing: eight senders have a colour each */
    rd_gantt_choose_colours(&colours, &gantt, arena);
    assert_false(colours.is_ramp);
    assert_int_equal(colours.value_count, 8);
    struct picture once = draw(&gantt), again = draw(&gantt);
    assert_string_equal(once.text, again.text);
    drop(&once);
    drop(&again);
}

static void axes_have_round_numbers(void **state)
{
    (void)state;
    static const struct {
        double range_s;
        int last;
        const char *first_label, *last_label, *unit;
    } example[] = {
        {12, 6, "2", "12", "s"},
        {1, 5, "0.2", "1", "s"},
        {0.3, 6, "0.05", "0.3", "s"},
        {49, 4, "10", "40", "s"},
        {0.0008, 8, "0.1", "0.8", "ms"},
        {3.7e-5, 7, "5", "35", "\xc2\xb5s"},
        {2e-9, 4, "0.5", "2", "ns"},
        {200000, 4, "50000", "200000", "s"},
        {1e300, 5, "2e+299", "1e+300", "s"},
    };
    for (size_t i = 0; i < sizeof example / sizeof *example; i++) {
        struct rd_axis axis = rd_axis_choose(0, example[i].range_s, 1040, 7.5);
        char text[RD_NUMBER_SIZE];
        assert_int_equal(rd_axis_last_tick(&axis, example[i].range_s), example[i].last);
        assert_string_equal(rd_axis_label(&axis, 1, text), example[i].first_label);
        assert_string_equal(rd_axis_label(&axis, example[i].last, text), example[i].last_label);
        assert_string_equal(axis.unit, example[i].unit);
    }
}

static void labels_lose_their_middle(void **state)
{
    struct rd_arena *arena = *state;
    static const char name[] = "graphene-1.nancy.grid5000.fr-node-17";
    assert_ptr_equal(rd_label_fit(name, 12, 1000, arena), name);
    const char *cut = rd_label_fit(name, 12, 100, arena);
    assert_true(rd_label_width(cut, 12) <= 100);
    assert_true(strncmp(cut, "graph", 5) == 0);
    assert_non_null(strstr(cut, "\xe2\x80\xa6"));
    assert_string_equal(cut + strlen(cut) - 2, "17");
    assert_string_equal(rd_label_fit(name, 12, 20, arena), "");
}

/* 200,000 letters are measured a few times, not each as often as there are letters: 2 * 10^10 steps
 * would take a minute at the least. */
static void long_labels_take_no_time(void **state)
{
    struct rd_arena *arena = *state;
    enum { LETTERS = 200000 };
    char *name = rd_take(arena, LETTERS + 1, char);
    memset(name, 'n', LETTERS);
    memcpy(name, "first", 5);
    memcpy(name + LETTERS - 4, "last", 4);
    clock_t start = clock();
    const char *cut = rd_label_fit(name, 12, 200, arena);
    assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
    assert_true(rd_label_width(cut, 12) <= 200 && rd_label_width(cut, 12) > 170);
    assert_true(strncmp(cut, "first", 5) == 0);
    assert_string_equal(cut + strlen(cut) - 4, "last");
}

static void coordinates_are_short(void **state)
{
    (void)state;
    static const struct {
        double value;
        const char *text;
    } example[] = {{0, "0"},          {12, "12"},       {0.5, "0.5"},  {-3.25, "-3.25"},
                   {1.0 / 3, "0.33"}, {100.999, "101"}, {-0.001, "0"}, {1e6, "1000000"}};
    char text[RD_SVG_NUMBER_SIZE];
    for (size_t i = 0; i < sizeof example / sizeof *example; i++)
        assert_string_equal(rd_svg_number_text(example[i].value, text), example[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_stand_on_whole_pixels),
        cmocka_unit_test(a_slowed_message_is_hatched),
        cmocka_unit_test(the_bound_says_what_it_holds_for),
        cmocka_unit_test(each_message_says_what_it_is),
        cmocka_unit_test(the_witness_is_marked),
        cmocka_unit_test(the_critical_path_is_outlined),
        cmocka_unit_test(a_part_of_a_page_says_what_its_boxes_are),
        cmocka_unit_test(why_the_bound_holds_is_said),
        cmocka_unit_test(kinds_and_packets_are_told),
        cmocka_unit_test(names_of_any_kind_are_well_formed),
        cmocka_unit_test(nothing_and_what_takes_no_time),
        cmocka_unit_test(no_box_lies_on_another),
        cmocka_unit_test(texts_keep_apart),
        cmocka_unit_test(thin_runs_are_drawn_as_one),
        cmocka_unit_test(many_messages_are_drawn_as_how_busy_lanes_are),
        cmocka_unit_test(a_part_of_time_is_drawn),
        cmocka_unit_test(limits_and_failures_are_told),
        cmocka_unit_test(colours_mean_something),
        cmocka_unit_test(axes_have_round_numbers),
        cmocka_unit_test(labels_lose_their_middle),
        cmocka_unit_test(long_labels_take_no_time),
        cmocka_unit_test(coordinates_are_short),
    };
    return cmocka_run_group_tests(tests, test_arena_open, test_arena_close);
}
