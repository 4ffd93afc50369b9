#include "missing_routes.h"

#include "sim/scenario/platform_check.h"

#include <inttypes.h>
#include <stdio.h>

/* How many links of the topology there are, and how many of them have no route. */
struct links {
    uint64_t all, missing;
};

/* Returns: false if that is not found out. */
static bool count_links(struct rd_run_context *context, struct links *ret_links)
{
    const struct rd_scenario *scenario = &context->scenario;
    uint32_t n = scenario->topology.host_count;
    const struct rd_edge *edge;
    size_t edge_count;
    rd_arena_borrow(&context->scratch);
    if (n > RD_EDGES_HOST_LIMIT ||
        !rd_engine_find_edges(context->engine, scenario->host_name, n, RD_EDGES_ROUTES,
                              &context->scratch, &edge, &edge_count, NULL))
        return false;
    bool *joined = rd_take(&context->scratch, (size_t)n * n, bool);
    struct links links = {0};
    for (size_t i = 0; i < edge_count; i++)
        joined[(size_t)edge[i].from * n + edge[i].to] = true;
    rd_each_link (link, &scenario->topology) {
        links.all++;
        links.missing += !joined[(size_t)link.from * n + link.to];
    }
    *ret_links = links;
    return true;
}

/* ": why", or nothing. In: two hosts between which there is no route. */
static const char *say_why(struct rd_run_context *context, uint32_t from, uint32_t to)
{
    const struct rd_scenario *scenario = &context->scenario;
    const char *why =
        rd_platform_no_route(scenario->platform_text, scenario->platform_text_size,
                             scenario->host_name[from], scenario->host_name[to], &context->arena);
    return why ? rd_arena_print(&context->arena, ": %s", why) : "";
}

/* What is accepted. In: does the topology join all pairs of hosts? */
static const char *say_accepted(const struct rd_topology *topology, bool all_pairs)
{
    if (topology->shape != RD_GRAPH)
        return "shape=\"graph\" edges=\"routes\" takes all pairs that have one";
    return all_pairs ? "edges=\"routes\" of <topology> takes the others"
                     : "<edge> elements without these, or edges=\"routes\", are accepted";
}

void rd_describe_missing_routes(struct rd_run_context *context, struct rd_error *error)
{
    const struct rd_topology *topology = &context->scenario.topology;
    uint64_t n = topology->host_count;
    struct rd_arena *arena = &context->arena;
    struct links links;
    const char *text =
        rd_arena_print(arena, "%s%s", error->message,
                       say_why(context, context->costs.failed_from, context->costs.missing_to));
    if (count_links(context, &links)) {
        bool all_pairs = links.all == n * (n - 1);
        const char *what = all_pairs                     ? "ordered pairs of hosts"
                           : topology->shape == RD_GRAPH ? "links that <edge> elements list"
                                                         : "links of the topology";
        text = rd_arena_print(arena, "%s; %" PRIu64 " of %" PRIu64 " %s have no route: %s", text,
                              links.missing, links.all, what, say_accepted(topology, all_pairs));
    }
    snprintf(error->message, sizeof error->message, "%s", text);
}

bool rd_fail_of_no_routes(struct rd_run_context *context, struct rd_error *reterr)
{
    const struct rd_scenario *scenario = &context->scenario;
    const char *why = scenario->topology.host_count > 1 ? say_why(context, 0, 1) : "";
    return rd_fail(reterr, RD_ERROR_INPUT, scenario->path, scenario->topology_line,
                   "edges=\"routes\", and the platform has no route between any two of the "
                   "hosts%s: others are needed",
                   why);
}
