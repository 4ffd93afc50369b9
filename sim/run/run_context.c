#include "run_context.h"

#include "slow_set.h"

#include "sim/model/instance_check.h"
#include "sim/platform/platform_check.h"
#include "sim/platform/platform_generator.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Adds an error of another part; what names no file is the scenario's, at a line of it, unless it
 * is no file's: time that ran out, say. */
static void add_error(struct rd_run_context *context, struct rd_error_list *errors, int line,
                      const struct rd_error *error)
{
    if (error->path[0] || error->code == RD_ERROR_RUN)
        rd_error_list_add(errors, error->code, error->path, error->line, "%s", error->message);
    else
        rd_error_list_add(errors, error->code, context->settings.scenario_path, line, "%s",
                          error->message);
}

/* --- routes that are missing -------------------------------------------------------------------
 */

/* How many links of the topology there are, and how many of them have no route. */
struct link_count {
    uint64_t all, missing;
};

/* Returns: false if that is not found out. */
static bool count_links(struct rd_run_context *context, struct link_count *ret_links)
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
    struct link_count links = {0};
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

/* Adds to the error of a missing route why the platform has none, as far as its file tells, how
 * many of the topology's links lack one, and what is accepted. In: a run context that failed to
 * load, whose costs say which route is missing; its engine. The links are counted for up to
 * RD_EDGES_HOST_LIMIT hosts. Cost: O(hosts^2) routes. */
static void describe_missing_routes(struct rd_run_context *context, struct rd_error *error)
{
    const struct rd_topology *topology = &context->scenario.topology;
    uint64_t n = topology->host_count;
    struct rd_arena *arena = &context->arena;
    struct link_count links;
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

/* The error of a graph that was to have all routes, where the platform has none between its hosts.
 * Returns: false. */
static bool fail_of_no_routes(struct rd_run_context *context, struct rd_error *reterr)
{
    const struct rd_scenario *scenario = &context->scenario;
    const char *why = scenario->topology.host_count > 1 ? say_why(context, 0, 1) : "";
    return rd_fail(reterr, RD_ERROR_INPUT, scenario->path, scenario->topology_line,
                   "edges=\"routes\", and the platform has no route between any two of the "
                   "hosts%s: others are needed",
                   why);
}

/* --- engines and costs ------------------------------------------------------------------------ */

static struct rd_platform_source source_of(const struct rd_scenario *scenario)
{
    return (struct rd_platform_source){.path = scenario->platform_path,
                                       .text = scenario->simgrid_text,
                                       .text_size = scenario->simgrid_text_size,
                                       .host_links = scenario->platform_host_links,
                                       .file = scenario->profile_file,
                                       .file_count = scenario->profile_file_count};
}

/* What a profile has changed when a run ends stays changed in its process, and a failure that has
 * passed does not come again: where there are any, no run follows another there. */
static struct rd_engine_settings engine_settings(const struct rd_run_context *context,
                                                 unsigned concurrency_limit)
{
    const struct rd_scenario *scenario = &context->scenario;
    const struct rd_objects *objects = scenario->instance.objects;
    bool steady = !scenario->varies && scenario->profile_file_count == 0;
    return (struct rd_engine_settings){.model = scenario->tcp_model ? RD_TCP_MODEL : RD_EXACT_MODEL,
                                       .varies = scenario->varies,
                                       .concurrency_limit = concurrency_limit,
                                       .time_limit_s = context->settings.time_limit_s,
                                       .memory_limit_bytes = context->settings.memory_limit_bytes,
                                       .many_a_pair = objects && objects->many_a_pair,
                                       .steady = steady,
                                       .shares_process = steady};
}

static bool open_engine(struct rd_run_context *context, unsigned concurrency_limit,
                        struct rd_arena *arena, struct rd_engine **ret_engine,
                        struct rd_error *reterr)
{
    struct rd_platform_source platform = source_of(&context->scenario);
    struct rd_engine_settings settings = engine_settings(context, concurrency_limit);
    return rd_engine_open(&platform, &settings, arena, ret_engine, reterr);
}

/* Takes the loaded engine, if it may stand for the platform of the scenario. */
static bool adopt_engine(struct rd_run_context *context, struct rd_engine *loaded)
{
    if (!loaded || context->scenario.even_platform)
        return false;
    struct rd_platform_source platform = source_of(&context->scenario);
    struct rd_engine_settings settings = engine_settings(context, 0);
    rd_arena_borrow(&context->scratch);
    if (!rd_engine_adopt(loaded, &platform, &settings, &context->scratch))
        return false;
    context->engine = loaded;
    return true;
}

/* Sets the platform's digest. In: key: what the platform is known by when it is loaded. */
static void name_platform(struct rd_run_context *context, char key[RD_SHA256_TEXT_SIZE])
{
    const struct rd_scenario *scenario = &context->scenario;
    const struct rd_topology *topology = &scenario->topology;
    struct rd_sha256 sha256;
    rd_sha256_begin(&sha256);
    rd_sha256_add(&sha256, scenario->platform_text, scenario->platform_text_size);
    rd_sha256_end_text(&sha256, context->platform_digest);
    rd_sha256_begin(&sha256);
    rd_sha256_add(&sha256, &scenario->tcp_model, sizeof scenario->tcp_model);
    rd_sha256_add(&sha256, &topology->shape, sizeof topology->shape);
    rd_sha256_add(&sha256, &topology->direction, sizeof topology->direction);
    rd_sha256_add(&sha256, &topology->host_count, sizeof topology->host_count);
    rd_sha256_add(&sha256, &scenario->instance.port_count, sizeof scenario->instance.port_count);
    rd_sha256_add(&sha256, &scenario->edge_source, sizeof scenario->edge_source);
    if (topology->adjacency) {
        const struct rd_adjacency *adjacency = topology->adjacency;
        size_t bytes = adjacency->link_count * sizeof *adjacency->from;
        rd_sha256_add(&sha256, &adjacency->link_count, sizeof adjacency->link_count);
        rd_sha256_add(&sha256, adjacency->from, bytes);
        rd_sha256_add(&sha256, adjacency->to, bytes);
    }
    for (uint32_t host = 0; host < topology->host_count; host++)
        rd_sha256_add_text(&sha256, scenario->host_name[host]);
    rd_sha256_add_text(&sha256, context->platform_digest);
    for (size_t i = 0; i < scenario->profile_file_count; i++)
        rd_sha256_add_text(&sha256, scenario->profile_file[i].text);
    rd_sha256_end_text(&sha256, key);
}

/* Asks the platform for the links of a graph that names none. What is wrong stands in the
 * scenario. */
static bool find_edges(struct rd_run_context *context, struct rd_arena *arena,
                       struct rd_error *reterr)
{
    struct rd_scenario *scenario = &context->scenario;
    const struct rd_edge *edge;
    size_t edge_count;
    if (!rd_engine_find_edges(context->engine, scenario->host_name, scenario->topology.host_count,
                              scenario->edge_source, arena, &edge, &edge_count, reterr))
        return false;
    if (edge_count > 0)
        return rd_topology_make_graph(scenario->topology.host_count, edge, edge_count, arena,
                                      &scenario->topology, reterr);
    if (scenario->edge_source == RD_EDGES_ROUTES)
        return fail_of_no_routes(context, reterr);
    return rd_fail(reterr, RD_ERROR_INPUT, scenario->path, scenario->topology_line,
                   "edges=\"exclusive\", and no route between two hosts has a link of its own: "
                   "edges=\"routes\", <edge> elements or another shape are needed");
}

static bool read_costs(struct rd_run_context *context, struct rd_arena *engine_arena,
                       struct rd_arena *arena, struct rd_error *reterr)
{
    const struct rd_scenario *scenario = &context->scenario;
    const struct rd_even_platform *even = scenario->even_platform;
    if (even) {
        context->costs = (struct rd_platform_costs){.link_cost = even->link_cost,
                                                    .costs_equal = even->costs_equal,
                                                    .speed_flops_per_s = even->speed_flops_per_s,
                                                    .failed_from = RD_NO_HOST,
                                                    .missing_to = RD_NO_HOST};
        return true;
    }
    return (context->engine || open_engine(context, 0, engine_arena, &context->engine, reterr)) &&
           (scenario->edge_source == RD_EDGES_GIVEN || find_edges(context, arena, reterr)) &&
           rd_engine_read_costs(context->engine, scenario->host_name, &scenario->topology,
                                scenario->instance.port_count, arena, &context->costs, reterr);
}

static size_t cost_count(const struct rd_scenario *scenario, bool equal)
{
    return equal ? 1 : rd_link_count(&scenario->topology);
}

/* Did SimGrid read the costs that the generator knew? Then there is room for others; but not where
 * it is to be asked which links they are of. */
static void note_known_costs(struct rd_run_context *context)
{
    struct rd_loaded_platform *loaded = context->settings.loaded;
    const struct rd_scenario *scenario = &context->scenario;
    const struct rd_platform_costs *read = &context->costs;
    size_t count = cost_count(scenario, scenario->costs_equal);
    bool known = scenario->link_cost && scenario->slower_count == 0 &&
                 scenario->edge_source == RD_EDGES_GIVEN && !read->shared &&
                 read->costs_equal == scenario->costs_equal;
    for (size_t i = 0; known && i < count; i++)
        known = read->link_cost[i].latency_s == scenario->link_cost[i].latency_s &&
                read->link_cost[i].bandwidth_bytes_per_s ==
                    scenario->link_cost[i].bandwidth_bytes_per_s;
    if (!known)
        loaded->known_cost = NULL;
    else if (!loaded->known_cost)
        loaded->known_cost =
            rd_take(&loaded->arena, cost_count(scenario, false) + 1, struct rd_link_cost);
}

/* Takes what the generator knows of links that cost something else now. */
static bool take_known_costs(struct rd_run_context *context)
{
    struct rd_loaded_platform *loaded = context->settings.loaded;
    const struct rd_scenario *scenario = &context->scenario;
    if (!scenario->link_cost || !loaded->known_cost)
        return false;
    memcpy(loaded->known_cost, scenario->link_cost,
           cost_count(scenario, scenario->costs_equal) * sizeof *loaded->known_cost);
    loaded->costs.link_cost = loaded->known_cost;
    loaded->costs.costs_equal = scenario->costs_equal;
    context->costs = loaded->costs;
    return true;
}

/* Takes the platform that is loaded, or loads another in its place. */
static bool borrow_costs(struct rd_run_context *context, struct rd_error *reterr)
{
    struct rd_loaded_platform *loaded = context->settings.loaded;
    char key[RD_SHA256_TEXT_SIZE];
    name_platform(context, key);
    if (loaded->engine && strcmp(loaded->key, key) == 0) {
        context->engine = loaded->engine;
        context->costs = loaded->costs;
        if (context->scenario.edge_source != RD_EDGES_GIVEN)
            context->scenario.topology = loaded->topology;
        return true;
    }
    if (!adopt_engine(context, loaded->engine)) {
        rd_loaded_platform_close(loaded);
        rd_arena_open(&loaded->arena, 0);
    } else if (take_known_costs(context)) {
        snprintf(loaded->key, sizeof loaded->key, "%s", key);
        return true;
    }
    rd_arena_close(&loaded->costs_arena);
    rd_arena_open(&loaded->costs_arena, 0);
    bool read = read_costs(context, &loaded->arena, &loaded->costs_arena, reterr);
    if (read)
        note_known_costs(context);
    loaded->engine = context->engine;
    loaded->costs = context->costs;
    loaded->topology = context->scenario.topology;
    /* Without a name it is not lent again. */
    snprintf(loaded->key, sizeof loaded->key, "%s", read ? key : "");
    return read;
}

/* A route that is missing is reported where the host is declared at which it starts. */
static void place_error(struct rd_run_context *context, struct rd_error *error)
{
    const struct rd_scenario *scenario = &context->scenario;
    uint32_t host = context->costs.failed_from;
    if (error->path[0] && error->line == 0 && host < scenario->topology.host_count)
        error->line = rd_platform_host_line(scenario->platform_text, scenario->platform_text_size,
                                            scenario->host_name[host], &context->arena);
}

/* The links as messages find them, which carry bytes of their own besides items: what these take
 * is a latency. */
static const struct rd_link_cost *find_link_costs(struct rd_run_context *context)
{
    const struct rd_platform_costs *costs = &context->costs;
    double bytes = context->scenario.instance.message_bytes;
    if (bytes == 0)
        return costs->link_cost;
    uint64_t count = costs->costs_equal ? 1 : rd_link_count(&context->scenario.topology);
    struct rd_link_cost *link_cost = rd_take(&context->arena, count, struct rd_link_cost);
    for (uint64_t link = 0; link < count; link++) {
        link_cost[link] = costs->link_cost[link];
        link_cost[link].latency_s = rd_message_duration_s(link_cost[link], bytes);
    }
    return link_cost;
}

void rd_run_context_take_costs(struct rd_run_context *context,
                               const struct rd_platform_costs *costs)
{
    context->costs = *costs;
    context->bounds = NULL;
    context->instance.link_cost = find_link_costs(context);
    context->instance.costs_equal = costs->costs_equal;
    context->instance.speed_flops_per_s = costs->speed_flops_per_s;
    if (context->scenario.tcp_model)
        return;
    context->instance.may_slow = costs->may_slow;
    context->instance.shared = costs->shared_links;
}

/* A host that computes has a speed; any other may have none. */
static bool check_speeds(struct rd_run_context *context, struct rd_error *reterr)
{
    const double *speed = context->costs.speed_flops_per_s;
    uint32_t host_count = context->scenario.topology.host_count;
    for (uint32_t host = 0; context->scenario.instance.flops_per_item > 0 && host < host_count;
         host++) {
        if (speed[host] > 0)
            continue;
        context->costs.failed_from = host;
        return rd_fail(reterr, RD_ERROR_INPUT, context->scenario.platform_path, 0,
                       "host '%s' has speed 0, and items are computed: a number above 0 is needed",
                       context->scenario.host_name[host]);
    }
    return true;
}

/* Tells planners which links may be slower, if the scenario says so. */
static bool take_slower(struct rd_run_context *context, struct rd_error *reterr)
{
    const struct rd_scenario *scenario = &context->scenario;
    struct rd_arena *arena = &context->arena;
    struct rd_upgrades upgrades;
    if (scenario->slower_count == 0 || !context->engine)
        return true;
    if (!rd_upgrades_list(context->engine, scenario, &context->instance, arena, &upgrades, reterr))
        return false;
    struct rd_slow_set set = rd_slow_set_open(&upgrades, arena);
    if (!rd_slow_set_read_elements(scenario, &upgrades, arena, &set, reterr))
        return false;
    context->instance.slower = rd_slow_set_links(&set, &upgrades, arena);
    return true;
}

bool rd_run_context_load(struct rd_run_context *context, struct rd_error_list *errors)
{
    const struct rd_scenario *scenario = &context->scenario;
    struct rd_error error;
    context->costs.failed_from = context->costs.missing_to = RD_NO_HOST;
    if (context->settings.loaded ? !borrow_costs(context, &error)
                                 : !read_costs(context, &context->arena, &context->arena, &error) ||
                                       !check_speeds(context, &error)) {
        place_error(context, &error);
        if (context->costs.missing_to != RD_NO_HOST)
            describe_missing_routes(context, &error);
        add_error(context, errors, scenario->platform_line, &error);
        return false;
    }
    context->instance = scenario->instance;
    context->instance.topology = scenario->topology;
    context->instance.host_name = scenario->host_name;
    rd_run_context_take_costs(context, &context->costs);
    if (!scenario->placed && !rd_instance_check(&context->instance, &error)) {
        int line = context->instance.objects ? scenario->loads_line : scenario->platform_line;
        add_error(context, errors, line, &error);
        return false;
    }
    if (!take_slower(context, &error)) {
        add_error(context, errors, scenario->platform_line, &error);
        return false;
    }
    if (context->only_bound && !rd_problem_bound_suits(context->only_bound, &context->instance)) {
        rd_error_list_add(
            errors, RD_ERROR_USAGE, NULL, 0,
            "--bound %s: it is for other networks, ports, goals or sizes than those of %s; "
            "`redist list bounds` says which each is for",
            context->only_bound->name, scenario->path);
        return false;
    }
    return true;
}

bool rd_run_context_take_objects(struct rd_run_context *context, const struct rd_objects *objects,
                                 struct rd_error *reterr)
{
    context->instance.objects = objects;
    context->instance.kind_count = objects->count;
    context->bounds = NULL;
    return rd_instance_check(&context->instance, reterr);
}

void rd_loaded_platform_close(struct rd_loaded_platform *loaded)
{
    rd_engine_close(loaded->engine);
    loaded->engine = NULL;
    loaded->known_cost = NULL;
    rd_arena_close(&loaded->costs_arena);
    rd_arena_close(&loaded->arena);
}

void rd_run_context_close_engines(struct rd_run_context *context)
{
    if (!context->settings.loaded)
        rd_engine_close(context->engine);
    rd_engine_close(context->free_order_engine);
    context->engine = context->free_order_engine = NULL;
}

void rd_run_context_close(struct rd_run_context *context)
{
    rd_run_context_close_engines(context);
    rd_arena_close(&context->scratch);
    rd_arena_close(&context->run_arena);
    rd_arena_close(&context->arena);
}

bool rd_run_context_engine(struct rd_run_context *context, enum rd_timing timing,
                           struct rd_engine **ret_engine, struct rd_error *reterr)
{
    if (timing == RD_FREE_ORDER && !context->free_order_engine) {
        /* Links carry one message at a time, ports as many as they are. */
        bool every_link = context->instance.port_count == UINT32_MAX;
        struct rd_engine *engine;
        struct rd_platform_costs costs;
        if (!open_engine(context, every_link ? 1 : context->instance.port_count, &context->arena,
                         &engine, reterr))
            return false;
        /* An engine plays on the hosts whose costs it was asked for. */
        if (!rd_engine_read_costs(engine, context->scenario.host_name, &context->scenario.topology,
                                  context->instance.port_count, &context->arena, &costs, reterr)) {
            rd_engine_close(engine);
            return false;
        }
        context->free_order_engine = engine;
    }
    *ret_engine = timing == RD_FREE_ORDER ? context->free_order_engine : context->engine;
    return true;
}

const char *rd_run_context_model(const struct rd_run_context *context)
{
    if (context->scenario.varies)
        return context->scenario.tcp_model ? "tcp varying" : "exact varying";
    return context->scenario.tcp_model ? "tcp" : "exact";
}
