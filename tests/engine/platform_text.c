#include "platform_text.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

const char *const *test_host_names(struct rd_arena *arena, uint32_t count)
{
    const char **name = rd_take(arena, count, const char *);
    for (uint32_t i = 0; i < count; i++)
        name[i] = rd_arena_print(arena, "h%u", i);
    return name;
}

struct writer {
    struct rd_arena *arena;
    char *text;
    size_t length, capacity;
};

static void add(struct writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct writer *writer, const char *format, ...)
{
    char part[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(part, sizeof part, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, sizeof part - 1);
    size_t wanted = writer->length + (size_t)length + 1;
    if (wanted > writer->capacity) {
        size_t capacity = 2 * wanted;
        writer->text = rd_arena_grow(writer->arena, writer->text, writer->capacity, capacity, 1);
        writer->capacity = capacity;
    }
    memcpy(writer->text + writer->length, part, (size_t)length + 1);
    writer->length += (size_t)length;
}

static struct writer open_platform(struct rd_arena *arena)
{
    struct writer writer = {.arena = arena};
    add(&writer, "<?xml version='1.0'?>\n"
                 "<!DOCTYPE platform SYSTEM \"https://simgrid.org/simgrid.dtd\">\n"
                 "<platform version=\"4.1\">\n");
    return writer;
}

static struct rd_platform_source close_platform(struct writer *writer)
{
    add(writer, "</platform>\n");
    return (struct rd_platform_source){.text = writer->text, .text_size = writer->length};
}

struct rd_platform_source test_platform(const char *body, struct rd_arena *arena)
{
    struct writer writer = open_platform(arena);
    for (size_t next = 0; body[next]; next += body[next] == '\n') {
        const char *line = &body[next];
        size_t length = strcspn(line, "\n");
        rd_assert(line); /* gcc cannot tell, with its sanitizers, and refuses */
        add(&writer, "%.*s\n", (int)length, line);
        next += length;
    }
    return close_platform(&writer);
}

static void add_hosts(struct writer *writer, const struct rd_instance *instance)
{
    for (uint32_t host = 0; host < instance->topology.host_count; host++)
        add(writer, "<host id=\"h%u\" speed=\"%.17gf\"/>\n", host,
            instance->speed_flops_per_s ? instance->speed_flops_per_s[host] : 1.0);
}

static void add_shared_links(struct writer *writer, const struct rd_instance *instance)
{
    for (uint32_t i = 0; instance->shared && i < instance->shared->count; i++)
        add(writer, "<link id=\"shared%u\" bandwidth=\"%.17gBps\" latency=\"0s\"/>\n", i,
            instance->shared->bandwidth_bytes_per_s[i]);
}

static void cross_shared_links(struct writer *writer, const struct rd_instance *instance,
                               uint64_t link)
{
    const struct rd_shared_use *end, *use = rd_link_uses(instance, link, &end);
    for (; use < end; use++)
        for (uint32_t i = 0; i < use->times; i++)
            add(writer, "<link_ctn id=\"shared%u\"/>", use->shared);
}

/* Links and routes; with ports, each route goes through its hosts' own links, too. */
static struct rd_platform_source full_platform(const struct rd_instance *instance, bool ports,
                                               struct rd_arena *arena)
{
    struct writer writer = open_platform(arena);
    add(&writer, "<zone id=\"all\" routing=\"Full\">\n");
    add_hosts(&writer, instance);
    add_shared_links(&writer, instance);
    uint64_t link_count = rd_link_count(&instance->topology);
    uint32_t from, to;
    for (uint32_t host = 0; ports && host < instance->topology.host_count; host++)
        for (int i = 0; i < 2; i++)
            add(&writer,
                "<link id=\"%s%u\" bandwidth=\"1e18Bps\" latency=\"0s\" "
                "sharing_policy=\"FATPIPE\"/>\n",
                i == 0 ? "out" : "in", host);
    for (uint64_t link = 0; link < link_count; link++) {
        if (!rd_link_ends(&instance->topology, link, &from, &to))
            continue;
        struct rd_link_cost cost = rd_link_cost(instance, link);
        assert_true(isfinite(cost.bandwidth_bytes_per_s));
        add(&writer, "<link id=\"l%u_%u\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>\n", from, to,
            cost.bandwidth_bytes_per_s, cost.latency_s);
    }
    for (uint64_t link = 0; link < link_count; link++) {
        if (!rd_link_ends(&instance->topology, link, &from, &to))
            continue;
        add(&writer, "<route src=\"h%u\" dst=\"h%u\" symmetrical=\"NO\">", from, to);
        if (ports)
            add(&writer, "<link_ctn id=\"out%u\"/>", from);
        /* Shared links come first, as an uplink does: that is where SimGrid has to look. */
        cross_shared_links(&writer, instance, link);
        add(&writer, "<link_ctn id=\"l%u_%u\"/>", from, to);
        if (ports)
            add(&writer, "<link_ctn id=\"in%u\"/>", to);
        add(&writer, "</route>\n");
    }
    add(&writer, "</zone>\n");
    return close_platform(&writer);
}

struct rd_platform_source test_full_platform(const struct rd_instance *instance,
                                             struct rd_arena *arena)
{
    return full_platform(instance, false, arena);
}

struct rd_platform_source test_ported_platform(const struct rd_instance *instance,
                                               struct rd_arena *arena)
{
    return full_platform(instance, true, arena);
}

struct rd_platform_source test_cluster_platform(uint32_t host_count, double latency_s,
                                                double bandwidth, struct rd_arena *arena)
{
    struct writer writer = open_platform(arena);
    add(&writer, "<zone id=\"all\" routing=\"Cluster\">\n");
    for (uint32_t host = 0; host < host_count; host++)
        add(&writer,
            "<host id=\"h%u\" speed=\"1f\"/>\n"
            "<link id=\"u%u\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>\n"
            "<link id=\"d%u\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>\n"
            "<host_link id=\"h%u\" up=\"u%u\" down=\"d%u\"/>\n",
            host, host, bandwidth, latency_s / 2, host, bandwidth, latency_s / 2, host, host, host);
    add(&writer, "</zone>\n");
    return close_platform(&writer);
}

struct rd_platform_source test_bus_platform(uint32_t host_count, double latency_s, double bandwidth,
                                            struct rd_arena *arena)
{
    struct writer writer = open_platform(arena);
    add(&writer, "<zone id=\"all\" routing=\"Full\">\n");
    for (uint32_t host = 0; host < host_count; host++)
        add(&writer, "<host id=\"h%u\" speed=\"1f\"/>\n", host);
    add(&writer, "<link id=\"bus\" bandwidth=\"%.17gBps\" latency=\"%.17gs\"/>\n", bandwidth,
        latency_s);
    for (uint32_t from = 0; from < host_count; from++)
        for (uint32_t to = from + 1; to < host_count; to++)
            add(&writer, "<route src=\"h%u\" dst=\"h%u\"><link_ctn id=\"bus\"/></route>\n", from,
                to);
    add(&writer, "</zone>\n");
    return close_platform(&writer);
}

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

struct rd_engine *test_open_engine(struct rd_platform_source platform,
                                   const struct rd_engine_settings *settings,
                                   struct test_instance *test, struct rd_arena *arena)
{
    static const struct rd_engine_settings exact = {.model = RD_EXACT_MODEL, .steady = true};
    struct rd_error error = {0};
    struct rd_engine *engine = NULL;
    struct rd_platform_costs costs = {0};
    struct rd_instance *instance = &test->instance;
    const struct rd_topology *topology = &instance->topology;
    instance->host_name = test_host_names(arena, topology->host_count);
    if (!rd_engine_open(&platform, settings ? settings : &exact, arena, &engine, &error) ||
        !rd_engine_read_costs(engine, instance->host_name, topology, instance->port_count, arena,
                              &costs, &error))
        fail_msg("%s:%d: %s", error.path, error.line, error.message);
    uint32_t from, to;
    for (uint64_t link = 0; link < rd_link_count(topology); link++) {
        if (!rd_link_ends(topology, link, &from, &to))
            continue;
        struct rd_link_cost wanted = rd_link_cost(instance, link);
        struct rd_link_cost read = costs.link_cost[costs.costs_equal ? 0 : link];
        assert_true(near(read.latency_s, wanted.latency_s));
        assert_true(near(read.bandwidth_bytes_per_s, wanted.bandwidth_bytes_per_s));
    }
    instance->link_cost = costs.link_cost;
    instance->costs_equal = costs.costs_equal;
    instance->speed_flops_per_s = costs.speed_flops_per_s;
    return engine;
}
