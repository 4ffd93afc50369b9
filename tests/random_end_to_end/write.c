/* Worlds as files. */
#include "world.h"

#include "sim/base/number_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *number(double value)
{
    static char text[8][RD_NUMBER_SIZE]; /* as many as one call of fprintf takes */
    static unsigned next;
    return rd_number_shortest(value, text[next++ % 8]);
}

static bool is_star(const struct world *world)
{
    return world->topology.shape == RD_STAR;
}

/* A list, or one number if all are alike. */
static void write_costs(FILE *out, const char *name, const double *value, size_t count)
{
    bool alike = true;
    for (size_t i = 1; i < count; i++)
        alike = alike && value[i] == value[0];
    fprintf(out, " %s=\"%s", name, alike ? number(count > 0 ? value[0] : 1) : "list");
    for (size_t i = 0; i < count && !alike; i++)
        fprintf(out, " %s", number(value[i]));
    fprintf(out, "\"");
}

static bool is_generated_graph(const struct world *world)
{
    return world->platform == OWN_GENERATOR && world->topology.shape == RD_GRAPH;
}

static void write_graph(FILE *out, const struct world *world, const char *name)
{
    const struct rd_graph_request *graph = &world->graph;
    static const char *const kind[] = {"torus", "mesh", "tree", "random-regular", "graph"};
    fprintf(out, "  <platform generator=\"%s\"", kind[graph->kind]);
    if (graph->kind != RD_TORUS && graph->kind != RD_MESH)
        fprintf(out, " hosts=\"%" PRIu32 "\"", world->workers);
    for (uint32_t i = 0; i < graph->dimension_count; i++)
        fprintf(out, "%s%" PRIu32, i > 0 ? "x" : " dimensions=\"", graph->radix[i]);
    fprintf(out, "%s%s", graph->dimension_count > 0 ? "\"" : "",
            graph->one_way ? " direction=\"one-way\"" : "");
    if (graph->kind == RD_TREE && graph->arity == 0)
        fprintf(out, " arity=\"random\"");
    else if (graph->kind == RD_TREE)
        fprintf(out, " arity=\"%" PRIu32 "\"", graph->arity);
    if (graph->kind == RD_RANDOM_REGULAR)
        fprintf(out, " degree=\"%" PRIu32 "\"", graph->degree);
    if (graph->kind == RD_LISTED_GRAPH)
        fprintf(out, " edges=\"%s.links.txt\"", name);
}

/* The link of a pair, of one way of a host, or the two of a star's worker. */
static void write_link_names(FILE *out, const struct world *world, size_t cost)
{
    size_t places = world->places;
    if (world->platform == PLATFORM_FILE)
        fprintf(out, " l%zu.%zu", cost / places, cost % places);
    else if (world->platform == OWN_GENERATOR && is_star(world))
        fprintf(out, " h%zu>m m>h%zu", cost, cost);
    else
        fprintf(out, cost < places ? " h%zu>" : " >h%zu", cost % places);
}

static void write_scaled_links(FILE *out, const struct world *world)
{
    enum rd_shape shape = world->topology.shape;
    bool by_link = world->platform == OWN_GENERATOR && shape != RD_SWITCH && shape != RD_BUS &&
                   shape != RD_STAR;
    uint64_t links = by_link ? rd_link_count(&world->topology) : 0;
    size_t costs = by_link ? 0 : world->cost_count, next = 0;
    uint32_t from, to;
    if (world->link_scale == 1)
        return;
    fprintf(out, " link-scale=\"%s\" scaled-links=\"", number(world->link_scale));
    for (uint64_t link = 0; link < links; link++)
        if (rd_link_ends(&world->topology, link, &from, &to) && world->is_scaled[next++])
            fprintf(out, " h%" PRIu32 ">h%" PRIu32, from, to);
    for (size_t cost = 0; cost < costs; cost++)
        if (world->is_scaled[cost])
            write_link_names(out, world, cost);
    fprintf(out, "%s\"", world->common_is_scaled ? " common" : "");
}

static void write_generator(FILE *out, const struct world *world, const char *name)
{
    bool own = world->platform == OWN_GENERATOR;
    if (is_generated_graph(world))
        write_graph(out, world, name);
    else
        fprintf(out, "  <platform generator=\"%s\" hosts=\"%" PRIu32 "\"",
                own ? rd_shape_name(world->topology.shape) : "switch", world->places);
    if (own && world->topology.shape == RD_RING)
        fprintf(out, " direction=\"%s\"",
                world->topology.direction == RD_ONE_WAY ? "one-way" : "two-way");
    write_costs(out, "cost", world->cost, world->cost_count);
    write_costs(out, "latency", world->latency, world->latency_count);
    write_costs(out, "compute", world->compute, world->compute_count);
    if (world->spread > 1)
        fprintf(out, " bandwidth-spread=\"%s\" bandwidth-shape=\"%s\"", number(world->spread),
                world->spread_shape);
    if (world->spread > 1 || is_generated_graph(world))
        fprintf(out, " seed=\"%" PRIu64 "\"", world->platform_seed);
    if (world->profile[0] > 0)
        fprintf(out, " profile=\"steps %s %s %s\"", number(world->profile[0]),
                number(world->profile[1]), number(world->profile[2]));
    write_scaled_links(out, world);
    fprintf(out, "/>\n");
}

static void write_platform(FILE *out, const struct world *world)
{
    fprintf(out, "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
                 "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n"
                 "  <zone id=\"all\" routing=\"Full\">\n");
    for (uint32_t i = 0; i < world->places; i++)
        fprintf(out, "    <host id=\"h%" PRIu32 "\" speed=\"%sf\"/>\n", i,
                number(1 / world->compute[i]));
    if (world->common != NO_COMMON_LINK)
        fprintf(out,
                "    <link id=\"common\" bandwidth=\"%sBps\" latency=\"0s\" "
                "sharing_policy=\"%s\"/>\n",
                number(1 / world->common_cost),
                world->common == COMMON_SHARED ? "SHARED" : "FATPIPE");
    for (uint32_t i = 0; i < world->places; i++)
        for (uint32_t j = 0; j < world->places; j++) {
            size_t pair = (size_t)i * world->places + j;
            if (i != j)
                fprintf(out,
                        "    <link id=\"l%" PRIu32 ".%" PRIu32
                        "\" bandwidth=\"%sBps\" latency=\"%ss\"/>\n",
                        i, j, world->cost[pair] > 0 ? number(1 / world->cost[pair]) : "1e30",
                        number(world->latency[pair]));
        }
    for (uint32_t i = 0; i < world->places; i++)
        for (uint32_t j = 0; j < world->places; j++)
            if (i != j)
                fprintf(
                    out,
                    "    <route src=\"h%" PRIu32 "\" dst=\"h%" PRIu32
                    "\" symmetrical=\"NO\"><link_ctn id=\"l%" PRIu32 ".%" PRIu32 "\"/>%s</route>\n",
                    i, j, i, j,
                    world->common != NO_COMMON_LINK && world->crosses[(size_t)i * world->places + j]
                        ? "<link_ctn id=\"common\"/>"
                        : "");
    fprintf(out, "  </zone>\n</platform>\n");
}

/* A link a line; the costs of the first half of them are here, too. */
static void write_links(FILE *out, const struct world *world)
{
    uint32_t from, to;
    uint64_t links = rd_link_count(&world->topology);
    for (uint64_t link = 0; link < links; link++) {
        rd_link_ends(&world->topology, link, &from, &to);
        fprintf(out, "%" PRIu32 " %" PRIu32, from, to);
        if (2 * link < links)
            fprintf(out, " %s %s", number(world->cost[link]), number(world->latency[link]));
        fprintf(out, "\n");
    }
}

static void write_edges(FILE *out, const struct world *world)
{
    uint32_t from, to;
    for (uint64_t link = 0; rd_link_ends(&world->topology, link, &from, &to); link++)
        fprintf(out, "    <edge from=\"h%" PRIu32 "\" to=\"h%" PRIu32 "\"/>\n", world->place[from],
                world->place[to]);
    fprintf(out, "  </topology>\n");
}

static void write_topology(FILE *out, const struct world *world)
{
    fprintf(out, "  <topology shape=\"%s\"", rd_shape_name(world->topology.shape));
    if (world->topology.shape == RD_RING)
        fprintf(out, " direction=\"%s\"",
                world->topology.direction == RD_ONE_WAY ? "one-way" : "two-way");
    bool chosen = world->platform != OWN_GENERATOR || world->topology.shape == RD_SWITCH ||
                  world->topology.shape == RD_BUS;
    for (uint32_t i = 0; i < world->workers && chosen; i++)
        fprintf(out, "%sh%" PRIu32, i ? " " : " hosts=\"", world->place[i]);
    fputs(chosen ? "\"" : "", out);
    if (is_star(world) && world->platform != OWN_GENERATOR)
        fprintf(out, " master=\"h%" PRIu32 "\"", world->place[world->workers]);
    bool lists_edges = world->topology.shape == RD_GRAPH && !is_generated_graph(world);
    fprintf(out, "%s\n", lists_edges ? ">" : "/>");
    if (lists_edges)
        write_edges(out, world);
}

static void write_network(FILE *out, const struct world *world)
{
    fprintf(out, "  <network model=\"%s\" ports=\"%s\"", world->model, world->ports);
    if (world->sends)
        fprintf(out, " sends=\"%s\"", world->sends);
    if (world->throttle > 0)
        fprintf(out, " throttle=\"%s\"", number(world->throttle));
    fprintf(out, ">");
    for (uint32_t i = 0; i < world->topology.host_count; i++) {
        bool is_master = is_star(world) && i == world->workers;
        if (world->port_count[i] == 0)
            continue;
        if (is_master && world->platform == OWN_GENERATOR)
            fprintf(out, "\n    <port host=\"m\"");
        else
            fprintf(out, "\n    <port host=\"h%" PRIu32 "\"", world->place[i]);
        fprintf(out, " count=\"%" PRIu32 "\"/>", world->port_count[i]);
    }
    fprintf(out, "</network>\n");
}

static void write_loads(FILE *out, const struct world *world)
{
    bool wants = strcmp(world->goal, "after") == 0;
    fprintf(out, "  <loads>\n");
    for (uint32_t i = 0; i < world->workers; i++)
        for (uint32_t kind = 0; kind < world->kinds; kind++) {
            uint32_t entry = i * world->kinds + kind;
            bool last = i + 1 == world->workers && kind + 1 == world->kinds;
            if (world->load[entry] == 0 && (!wants || world->after[entry] == 0) && !last)
                continue;
            fprintf(out, "    <load host=\"h%" PRIu32 "\" items=\"%" PRId64 "\"", world->place[i],
                    world->load[entry]);
            if (world->kinds > 1)
                fprintf(out, " kind=\"%" PRIu32 "\"", kind);
            if (wants)
                fprintf(out, " after=\"%" PRId64 "\"", world->after[entry]);
            fprintf(out, "/>\n");
        }
    fprintf(out, "  </loads>\n");
}

static void write_goal_and_run(FILE *out, const struct world *world)
{
    fprintf(out, "  <goal reach=\"%s\"", world->goal);
    if (strcmp(world->goal, "balance") == 0 && world->error > 0)
        fprintf(out, " error=\"%" PRId64 "\"", world->error);
    if (strcmp(world->goal, "stencil") == 0)
        fprintf(out, " metric=\"%s\" iterations=\"%" PRId64 "\"", world->metric, world->iterations);
    fprintf(out, "/>\n  <run algorithm=\"%s\" seed=\"%" PRIu64 "\">", world->algorithm,
            world->run_seed);
    if (world->option)
        fprintf(out, "<option name=\"%s\" value=\"%s\"/>", world->option, world->value);
    fprintf(out, "</run>\n");
}

static FILE *open_file(const char *folder, const char *name, const char *ending)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s%s", folder, name, ending);
    FILE *out = fopen(path, "w");
    rd_assert(out);
    return out;
}

void world_write(const struct world *world, const char *folder, const char *name, const char *sweep)
{
    FILE *out = open_file(folder, name, ".xml");
    fprintf(out, "<?xml version=\"1.0\"?>\n<scenario name=\"campaign-%" PRIu64 "\">\n",
            world->seed);
    if (world->platform == PLATFORM_FILE) {
        fprintf(out, "  <platform file=\"%s.platform.xml\"", name);
        write_scaled_links(out, world);
        fprintf(out, "/>\n");
    } else {
        write_generator(out, world, name);
    }
    write_topology(out, world);
    write_network(out, world);
    fprintf(out, "  <items bytes=\"%s\" flops=\"%s\"", number(world->item_bytes),
            number(world->flops));
    if (world->word_bytes >= 0)
        fprintf(out, " word-bytes=\"%s\"", number(world->word_bytes));
    fprintf(out, "/>\n");
    write_loads(out, world);
    write_goal_and_run(out, world);
    fprintf(out, "%s</scenario>\n", sweep);
    rd_assert(fclose(out) == 0);
    bool lists_links = is_generated_graph(world) && world->graph.kind == RD_LISTED_GRAPH;
    if (world->platform != PLATFORM_FILE && !lists_links)
        return;
    out = open_file(folder, name, lists_links ? ".links.txt" : ".platform.xml");
    if (lists_links)
        write_links(out, world);
    else
        write_platform(out, world);
    rd_assert(fclose(out) == 0);
}
