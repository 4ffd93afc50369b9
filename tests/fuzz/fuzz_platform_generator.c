/* Lines NAME=VALUE as what a platform is to be like: refused with a message, or a platform file
 * that the checker takes, with the hosts that were asked for. */
#include "lines.h"

#include "sim/base/number_text.h"
#include "sim/platform/platform_check.h"
#include "sim/platform/platform_generator.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_HOSTS = 16 };

static void take_factor(const char *text, double low, double *factor)
{
    double value;
    if (rd_number_parse(text, strlen(text), &value) && value >= low && value <= RD_BANDWIDTH_LIMIT)
        *factor = value;
}

/* Dimensions of few hosts. */
static void take_dimensions(const char *text, struct rd_graph_request *graph)
{
    struct rd_graph_request read = *graph;
    struct rd_error error = {0};
    uint32_t hosts;
    if (!rd_dimensions_read(text, &read, &hosts, &error))
        rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
    else if (hosts <= MOST_HOSTS)
        *graph = read;
}

static uint32_t count_hosts(const struct rd_graph_request *graph)
{
    uint32_t hosts = 1;
    for (uint32_t i = 0; i < graph->dimension_count; i++)
        hosts *= graph->radix[i];
    return hosts;
}

static void take(struct rd_platform_request *request, const char *name, const char *value)
{
    int64_t integer;
    if (strcmp(name, "cost") == 0)
        request->cost = value;
    else if (strcmp(name, "latency") == 0)
        request->latency = value;
    else if (strcmp(name, "compute") == 0)
        request->compute = value;
    else if (strcmp(name, "profile") == 0)
        request->profile = value;
    else if (strcmp(name, "speed-profile") == 0)
        request->speed_profile = value;
    else if (strcmp(name, "dimensions") == 0)
        take_dimensions(value, &request->graph);
    else if (strcmp(name, "arity") == 0)
        rd_arity_read(value, &request->graph, NULL);
    else if (strcmp(name, "degree") == 0 &&
             rd_integer_parse(value, strlen(value), 0, MOST_HOSTS, &integer))
        request->graph.degree = (uint32_t)integer;
    else if (strcmp(name, "symmetric") == 0)
        request->symmetric = true;
    else if (strcmp(name, "one-way") == 0)
        request->direction = RD_ONE_WAY;
    else if (strcmp(name, "bandwidth-scale") == 0)
        take_factor(value, 1 / RD_BANDWIDTH_LIMIT, &request->bandwidth_scale);
    else if (strcmp(name, "bandwidth-spread") == 0)
        take_factor(value, 1, &request->bandwidth_spread);
    else if (strcmp(name, "scaled-links") == 0)
        request->scaled_links = value;
    else if (strcmp(name, "trunk") == 0)
        take_factor(value, 1 / RD_BANDWIDTH_LIMIT, &request->trunk_cost);
    else if (strcmp(name, "link-scale") == 0)
        take_factor(value, 1 / RD_BANDWIDTH_LIMIT, &request->link_scale);
    else if (strcmp(name, "hosts") == 0 &&
             rd_integer_parse(value, strlen(value), 1, MOST_HOSTS, &integer))
        request->host_count = (uint32_t)integer;
    else if (strcmp(name, "seed") == 0 &&
             rd_integer_parse(value, strlen(value), 0, INT64_MAX, &integer))
        request->seed = (uint64_t)integer;
    for (int i = 0; strcmp(name, "bandwidth-shape") == 0 && rd_bandwidth_shape_names[i]; i++)
        if (strcmp(value, rd_bandwidth_shape_names[i]) == 0)
            request->bandwidth_shape = (enum rd_bandwidth_shape)i;
}

/* The files that a platform with profiles refers to are not there: the checker would miss them. */
static void check_platform(const struct rd_platform_request *request,
                           const struct rd_generated_platform *platform, struct rd_arena *arena)
{
    struct rd_names hosts = {0};
    struct rd_platform_properties nature;
    struct rd_error_list errors = {.arena = arena};
    rd_assert(strlen(platform->text) == platform->size && platform->greatest_factor >= 1);
    rd_assert(platform->varies == (platform->file_count > 0));
    if (platform->varies)
        return;
    if (!rd_platform_check("fuzz.xml", platform->text, platform->size, NULL, arena, &hosts, &nature,
                           &errors)) {
        fprintf(stderr, "%s\n", errors.error[0].message);
        rd_assert(!"a platform that its checker refuses");
    }
    rd_assert(hosts.count == request->host_count + (request->shape == RD_STAR));
    rd_assert(nature.host_links == rd_platform_has_host_links(request) && !nature.varies);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rd_platform_request request = {
        .cost = "1", .latency = "0", .compute = "0", .seed = 1, .host_count = 4};
    struct lines lines;
    struct rd_option option[LINES_LIMIT];
    struct rd_generated_platform platform;
    struct rd_error error = {0};
    struct rd_arena arena;
    lines_open(&lines, data, size);
    const struct rd_platform_kind *kind = rd_platform_kind_named(lines.line[0]);
    if (kind && (kind->shape != RD_GRAPH || kind->graph != RD_LISTED_GRAPH)) {
        request.shape = kind->shape;
        request.graph = (struct rd_graph_request){
            .kind = kind->graph, .radix = {4}, .dimension_count = 1, .degree = 2};
        request.direction = request.shape == RD_RING ? RD_TWO_WAY : RD_NO_DIRECTION;
        size_t count = lines_options(&lines, 1, option);
        for (size_t i = 0; i < count; i++)
            take(&request, option[i].name, option[i].value);
        request.graph.one_way = kind->graph == RD_TORUS && request.direction == RD_ONE_WAY;
        if (request.shape != RD_RING)
            request.direction = RD_NO_DIRECTION;
        if (rd_platform_kind_takes(kind, "dimensions"))
            request.host_count = count_hosts(&request.graph);
        rd_arena_open(&arena, (size_t)1 << 30);
        if (rd_platform_generate(&request, &arena, &platform, &error))
            check_platform(&request, &platform, &arena);
        else
            rd_assert(error.code == RD_ERROR_INPUT && error.message[0]);
        rd_arena_close(&arena);
    }
    lines_close(&lines);
    return 0;
}
