/* What shared links and a bus can take: networks whose best times are known, two worked out by
 * hand, and certificates that took the wait before a shared link's first byte and the rest behind
 * its last for those of one link. */
#include "tests/support/cmocka.h"

#include "sim/model/certificates/price_certificate.h"
#include "sim/model/instance_check.h"
#include "tests/support/bound.h"
#include "tests/support/build.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct world {
    struct rd_arena arena, scratch;
    struct test_instance test;
    struct rd_bound bound;
};

static void open_world(struct world *world)
{
    *world = (struct world){0};
    rd_arena_open(&world->arena, 0);
    rd_arena_open(&world->scratch, 0);
}

static void close_world(struct world *world)
{
    rd_arena_close(&world->scratch);
    rd_arena_close(&world->arena);
}

static double number_at(const json_t *array, size_t place)
{
    return json_number_value(json_array_get(array, place));
}

/* A graph of links [from, to, seconds an item, latency], and as many bytes an item as makes every
 * bandwidth that occurs here exact. */
static void read_links(struct world *world, const json_t *value, uint32_t kinds)
{
    const json_t *links = json_object_get(value, "links"), *link;
    size_t i, count = json_array_size(links);
    uint32_t hosts = (uint32_t)json_integer_value(json_object_get(value, "hosts"));
    struct rd_edge *edge = rd_take(&world->arena, count, struct rd_edge);
    json_array_foreach(links, i, link) edge[i] =
        (struct rd_edge){(uint32_t)number_at(link, 0), (uint32_t)number_at(link, 1)};
    world->test =
        test_instance_on(&world->arena, test_graph(&world->arena, hosts, edge, count), kinds);
    world->test.instance.item_bytes = 60;
    json_array_foreach(links, i, link) test_instance_set_cost(
        &world->test, edge[i].from, edge[i].to, number_at(link, 3), number_at(link, 2) / 60);
    const json_t *ports = json_array_get(json_object_get(value, "ports"), 0);
    test_instance_set_ports(&world->test, (uint32_t)json_integer_value(ports));
}

struct crossing {
    uint64_t link;
    uint32_t shared;
};

/* Shared links, by their bandwidth in bytes, and what crosses them. */
static void share(struct world *world, uint32_t shared_count, const double *bandwidth,
                  const struct crossing *crossing, size_t count)
{
    struct rd_arena *arena = &world->arena;
    uint64_t links = rd_link_count(&world->test.instance.topology);
    uint32_t *first = rd_take(arena, links + 1, uint32_t), uses = 0;
    struct rd_shared_use *use = rd_take(arena, count, struct rd_shared_use);
    for (uint64_t link = 0; link < links; link++) {
        for (size_t i = 0; i < count; i++)
            if (crossing[i].link == link)
                use[uses++] = (struct rd_shared_use){crossing[i].shared, 1};
        first[link + 1] = uses;
    }
    world->test.instance.shared =
        rd_make(arena, struct rd_shared_links, .count = shared_count,
                .bandwidth_bytes_per_s = bandwidth, .first = first, .use = use);
}

/* In: [from, to, ..]. */
static uint64_t number_between(const struct world *world, const json_t *link)
{
    return rd_link_between(&world->test.instance.topology, (uint32_t)number_at(link, 0),
                           (uint32_t)number_at(link, 1));
}

/* "3/2" of a JSON string. */
static double fraction(const json_t *value)
{
    double over = 1, under = 1;
    assert_true(sscanf(json_string_value(value), "%lf/%lf", &over, &under) >= 1);
    return over / under;
}

static void find_bound(struct world *world)
{
    struct rd_error error;
    assert_true(rd_instance_check(&world->test.instance, NULL));
    if (!test_named_bound("port-prices", &world->test.instance, &world->arena, &world->scratch,
                          &world->bound, &error))
        fail_msg("%s", error.message);
    assert_true(rd_bound_check(&world->bound, &world->test.instance, &world->scratch, NULL));
}

static void expect_bound(struct world *world, double expected_s)
{
    find_bound(world);
    if (world->bound.seconds < expected_s * (1 - 1e-12) ||
        world->bound.seconds > expected_s * (1 + 1e-12))
        fail_msg("%.12g s instead of %.12g s", world->bound.seconds, expected_s);
}

/* --- networks whose best times are known ------------------------------------------------------ */

static void read_known(struct world *world, const json_t *value)
{
    const json_t *kinds = json_object_get(value, "kinds"), *kind, *item;
    const json_t *links = json_object_get(value, "links"), *link;
    const json_t *every = json_object_get(value, "shared"), *shared;
    size_t of_kind, i, j, count = 0, kind_count = json_array_size(kinds);
    read_links(world, value, (uint32_t)kind_count);
    json_array_foreach(kinds, of_kind, kind)
    {
        json_array_foreach(json_object_get(kind, "load"), i, item)
            world->test.load[i * kind_count + of_kind] = json_integer_value(item);
        json_array_foreach(json_object_get(kind, "after"), i, item)
            world->test.target[i * kind_count + of_kind] = json_integer_value(item);
    }
    world->test.instance.goal = RD_REACH;
    world->test.instance.target = world->test.target;
    struct crossing *crossing =
        rd_take(&world->arena, json_array_size(links) * json_array_size(every), struct crossing);
    double *bandwidth = rd_take(&world->arena, json_array_size(every), double);
    json_array_foreach(every, i, shared)
    {
        bandwidth[i] = 60 * fraction(json_object_get(shared, "bandwidth_items_per_s"));
        json_array_foreach(json_object_get(shared, "links"), j, item)
        {
            link = json_array_get(links, (size_t)json_integer_value(item));
            crossing[count++] = (struct crossing){number_between(world, link), (uint32_t)i};
        }
    }
    share(world, (uint32_t)json_array_size(every), bandwidth, crossing, count);
}

/* The best of all schedules that were found: kept, by bytes, shared. */
static double best_of(const json_t *value)
{
    static const char *const ways[] = {"best_kept_s", "best_kept_by_bytes_s", "best_shared_s"};
    double best_s = INFINITY;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        best_s = fmin(best_s, fraction(json_object_get(value, ways[i])));
    return best_s;
}

static void networks_whose_best_times_are_known(void **state)
{
    (void)state;
    static const char *const names[] = {
        "chains_2", "head_kinds",       "head_line", "head_ring", "head_sender",
        "lat_1",    "latencies_hidden", "plain_4",   "triangle",  "uplink_3_2"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        struct world world;
        snprintf(path, sizeof path, "%s/network/shared_%s.json", TEST_CASES, names[i]);
        json_t *value = json_load_file(path, 0, NULL);
        assert_non_null(value);
        open_world(&world);
        read_known(&world, value);
        find_bound(&world);
        double best_s = best_of(value), known_s = fraction(json_object_get(value, "bound_s"));
        if (world.bound.seconds > best_s * (1 + 1e-12) ||
            world.bound.seconds < known_s * (1 - 1e-12))
            fail_msg("%s: the bound is %.12g s: between %.12g s and %.12g s it is one", names[i],
                     world.bound.seconds, known_s, best_s);
        close_world(&world);
        json_decref(value);
    }
}

/* --- by hand ---------------------------------------------------------------------------------- */

/* A bus on which an item goes from 0 over 2 to 1, a second each, or at once with a latency of 9 s.
 * The first message waits for nothing, and nothing comes behind the last: 2 s. The least wait of
 * one link alone together with what comes behind it is 1 s. */
static void a_bus(void **state)
{
    (void)state;
    struct world world;
    open_world(&world);
    world.test = test_instance_make(&world.arena, RD_BUS, RD_NO_DIRECTION, 3, 1);
    test_instance_set_cost(&world.test, 0, 1, 9, 1);
    test_instance_reach(&world.test, (int64_t[]){1, 0, 0}, (int64_t[]){0, 1, 0});
    expect_bound(&world, 2);
    close_world(&world);
}

/* Two messages of 1 s each cross a link of 1.5 times their bandwidth. Shared evenly, both end at
 * 4/3 s. All durations but that of a shared link are whole seconds, and 4/3 s is no end of such. */
static void no_whole_second(void **state)
{
    (void)state;
    static const struct rd_edge edge[] = {{0, 1}, {2, 3}};
    static const double bandwidth[] = {90};
    struct world world;
    open_world(&world);
    world.test = test_instance_on(&world.arena, test_graph(&world.arena, 4, edge, 2), 1);
    world.test.instance.item_bytes = 60;
    for (uint32_t from = 0; from < 4; from += 2)
        test_instance_set_cost(&world.test, from, from + 1, 0, 1.0 / 60);
    test_instance_reach(&world.test, (int64_t[]){1, 0, 1, 0}, (int64_t[]){0, 1, 0, 1});
    share(&world, 1, bandwidth, (struct crossing[]){{0, 0}, {1, 0}}, 2);
    expect_bound(&world, 4.0 / 3);
    close_world(&world);
}

/* --- false certificates ----------------------------------------------------------------------- */

static int64_t *read_labels(struct world *world, const json_t *rows)
{
    size_t hosts = json_array_size(rows), kinds = json_array_size(json_array_get(rows, 0)), i, j;
    int64_t *label = rd_take(&world->arena, hosts * kinds, int64_t);
    const json_t *row, *item;
    json_array_foreach(rows, i, row) json_array_foreach(row, j, item) label[i * kinds + j] =
        json_integer_value(item);
    return label;
}

/* The instance of a certificate, as `redist run` writes it. */
static void read_claimed(struct world *world, const json_t *value)
{
    const json_t *uses = json_object_get(value, "shared_links"), *use;
    size_t i, count = json_array_size(uses);
    uint32_t shared_count = 0;
    read_links(world, value, (uint32_t)json_integer_value(json_object_get(value, "kinds")));
    test_instance_reach(&world->test, read_labels(world, json_object_get(value, "loads")),
                        read_labels(world, json_object_get(value, "final_loads")));
    struct crossing *crossing = rd_take(&world->arena, count, struct crossing);
    double *bandwidth = rd_take(&world->arena, count, double);
    json_array_foreach(uses, i, use)
    {
        uint32_t shared = (uint32_t)number_at(use, 2);
        crossing[i] = (struct crossing){number_between(world, use), shared};
        bandwidth[shared] = 60 / number_at(use, 3);
        shared_count = shared < shared_count ? shared_count : shared + 1;
    }
    share(world, shared_count, bandwidth, crossing, count);
}

/* Prices of shared links alone. */
static struct rd_price_certificate read_certificate(struct world *world, const json_t *value)
{
    const struct rd_instance *instance = &world->test.instance;
    uint32_t hosts = instance->topology.host_count;
    int64_t *none = rd_take(&world->arena, hosts + rd_link_count(&instance->topology), int64_t);
    int64_t *price = rd_take(&world->arena, instance->shared->count, int64_t);
    const json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(value, "shared_prices"), i, entry)
        price[(size_t)number_at(entry, 0)] = (int64_t)number_at(entry, 1);
    return (struct rd_price_certificate){
        .tick_s = json_number_value(json_object_get(value, "tick_s")),
        .ticks = json_integer_value(json_object_get(value, "ticks")),
        .scale = 1,
        .commodity_count = instance->kind_count,
        .send_price = none,
        .receive_price = none,
        .processor_price = none,
        .link_price = none,
        .shared_price = price,
        .potential = read_labels(world, json_object_get(value, "potentials")),
        .earliest = read_labels(world, json_object_get(value, "earliest_ticks")),
        .rest = read_labels(world, json_object_get(value, "rest_ticks")),
    };
}

static double seconds_of(const json_t *row, const char *name)
{
    return json_number_value(json_object_get(row, name));
}

static bool check(struct world *world, const struct rd_price_certificate *certificate,
                  struct rd_price_verdict *ret_verdict, struct rd_error *reterr)
{
    return rd_price_certificate_check(&world->test.instance, certificate, &world->scratch,
                                      ret_verdict, reterr);
}

/* A certificate of more than a legal time is refused; its prices show `shown_s`. */
static void refuse(struct world *world, const json_t *row)
{
    const json_t *value = json_object_get(row, "bound_certificate");
    struct rd_price_verdict verdict;
    struct rd_error error;
    char words[128];
    read_claimed(world, json_object_get(value, "instance"));
    struct rd_price_certificate certificate = read_certificate(world, value);
    assert_false(check(world, &certificate, &verdict, &error));
    snprintf(words, sizeof words,
             "the bound's certificate is false: before %" PRId64
             " ticks no more is needed than the rows can take",
             certificate.ticks);
    assert_string_equal(error.message, words);
    certificate.ticks = (int64_t)(seconds_of(row, "shown_s") / certificate.tick_s);
    assert_true(check(world, &certificate, &verdict, NULL));
    assert_true(verdict.seconds == seconds_of(row, "shown_s"));
    certificate.ticks++;
    assert_false(check(world, &certificate, &verdict, NULL));
    find_bound(world);
    assert_true(world->bound.seconds >= seconds_of(row, "shown_s"));
    assert_true(world->bound.seconds <= seconds_of(row, "legal_s"));
}

static void false_certificates(void **state)
{
    (void)state;
    static const char *const names[] = {"round_a_ring", "along_a_line", "one_cable"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[512];
        struct world world;
        snprintf(path, sizeof path, "%s/%s.json", FALSE_CERTIFICATES, names[i]);
        json_t *rows = json_load_file(path, 0, NULL);
        assert_non_null(rows);
        open_world(&world);
        refuse(&world, json_array_get(rows, 0));
        close_world(&world);
        json_decref(rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(networks_whose_best_times_are_known),
        cmocka_unit_test(a_bus),
        cmocka_unit_test(no_whole_second),
        cmocka_unit_test(false_certificates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
