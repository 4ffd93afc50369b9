/* redist platform: writes a SimGrid platform file. */
#include "result_files.h"
#include "commands.h"

#include "sim/base/number_text.h"
#include "sim/input/file_text.h"
#include "sim/platform/platform_generator.h"

#include <stdio.h>
#include <string.h>

struct arguments {
    struct rd_platform_request request;
    const struct rd_platform_kind *kind; /* NULL until it is named */
    const char *profiles;                /* the folder of their files */
    const char *dimensions, *arity;
    const char *edges;          /* the file of a graph's links */
    int64_t host_count, degree; /* 0, -1: not given */
    int64_t seed;
    bool direction_given;
};

static error_t take_kind(struct argp_state *state, void *given, const char *option, char *name)
{
    struct arguments *arguments = given;
    (void)option;
    char kinds[RD_TAKERS_SIZE];
    if (arguments->kind && rd_platform_kind_takes(arguments->kind, "edges") && !arguments->edges) {
        arguments->edges = name;
        return 0;
    }
    if (arguments->kind)
        rd_refuse_argument(state, name);
    arguments->kind = rd_platform_kind_named(name);
    if (!arguments->kind) {
        argp_error(state, "unknown platform \"%s\": accepted are %s", name,
                   rd_platform_takers("cost", kinds));
        return 0;
    }
    arguments->request.shape = arguments->kind->shape;
    arguments->request.graph.kind = arguments->kind->graph;
    arguments->request.pair_links = arguments->kind->pair_links;
    return 0;
}

static error_t take_direction(struct argp_state *state, void *given, const char *option, char *name)
{
    struct arguments *arguments = given;
    bool is_one_way = strcmp(name, "one-way") == 0;
    if (!is_one_way && strcmp(name, "two-way") != 0)
        argp_error(state, "%s %s: one-way or two-way is accepted", option, name);
    arguments->request.direction = is_one_way ? RD_ONE_WAY : RD_TWO_WAY;
    arguments->direction_given = true;
    return 0;
}

/* --bandwidth-scale, --link-scale, or --bandwidth-spread, which is at least 1. */
static error_t take_factor(struct argp_state *state, void *given, const char *option, char *text)
{
    struct rd_platform_request *request = &((struct arguments *)given)->request;
    bool is_spread = strcmp(option, "--bandwidth-spread") == 0;
    bool is_of_links = strcmp(option, "--link-scale") == 0;
    double low = is_spread ? 1 : 1 / RD_BANDWIDTH_LIMIT, factor = 0;
    if (!rd_number_parse(text, strlen(text), &factor) || factor < low ||
        factor > RD_BANDWIDTH_LIMIT)
        argp_error(state, "%s %s: a number from %g to %g is accepted", option, text, low,
                   RD_BANDWIDTH_LIMIT);
    *(is_spread     ? &request->bandwidth_spread
      : is_of_links ? &request->link_scale
                    : &request->bandwidth_scale) = factor;
    return 0;
}

static error_t take_trunk(struct argp_state *state, void *given, const char *option, char *text)
{
    struct rd_platform_request *request = &((struct arguments *)given)->request;
    if (!rd_number_parse(text, strlen(text), &request->trunk_cost) ||
        request->trunk_cost < RD_COST_LEAST || request->trunk_cost > RD_COST_MOST)
        argp_error(state, "%s %s: a number from %g to %g is accepted", option, text, RD_COST_LEAST,
                   RD_COST_MOST);
    return 0;
}

/* Holds an option that not all kinds take to the one that was named. */
static void check_taken(struct argp_state *state, const struct arguments *arguments,
                        const char *option, bool given)
{
    char takers[RD_TAKERS_SIZE];
    if (given && !rd_platform_kind_takes(arguments->kind, option))
        argp_error(state, "--%s on a %s: accepted on %s", option, arguments->kind->name,
                   rd_platform_takers(option, takers));
}

/* What a graph is made from. */
static void finish_graph(struct argp_state *state, struct arguments *arguments)
{
    struct rd_graph_request *graph = &arguments->request.graph;
    struct rd_error error;
    bool good = true;
    if (rd_platform_kind_takes(arguments->kind, "dimensions") && !arguments->dimensions)
        argp_error(state, "--dimensions RADICES is missing");
    if (rd_platform_kind_takes(arguments->kind, "degree") && arguments->degree < 0)
        argp_error(state, "--degree D is missing");
    if (rd_platform_kind_takes(arguments->kind, "edges") && !arguments->edges)
        argp_error(state, "the file of the graph's links is missing");
    if (arguments->dimensions)
        good = rd_dimensions_read(arguments->dimensions, graph, &arguments->request.host_count,
                                  &error);
    if (rd_platform_kind_takes(arguments->kind, "arity"))
        good = rd_arity_read(arguments->arity ? arguments->arity : "2", graph, &error);
    if (!good)
        argp_error(state, "%s", error.message);
    graph->one_way = arguments->request.direction == RD_ONE_WAY;
}

/* What only all arguments together can show. */
static void finish(struct argp_state *state, void *given)
{
    struct arguments *arguments = given;
    struct rd_platform_request *request = &arguments->request;
    request->host_count = (uint32_t)arguments->host_count;
    request->seed = (uint64_t)arguments->seed;
    if (arguments->degree >= 0)
        request->graph.degree = (uint32_t)arguments->degree;
    if (!arguments->kind) {
        argp_error(state, "KIND is missing");
        return;
    }
    check_taken(state, arguments, "hosts", request->host_count > 0);
    check_taken(state, arguments, "direction", arguments->direction_given);
    check_taken(state, arguments, "dimensions", arguments->dimensions);
    check_taken(state, arguments, "arity", arguments->arity);
    check_taken(state, arguments, "degree", arguments->degree >= 0);
    check_taken(state, arguments, "trunk", request->trunk_cost > 0);
    if (request->shape == RD_GRAPH)
        finish_graph(state, arguments);
    if (request->link_scale > 0 && !request->scaled_links)
        argp_error(state, "--link-scale without --scaled-links: the names of the links that it "
                          "multiplies are needed");
    if (request->host_count == 0 && !arguments->edges)
        argp_error(state, "--hosts N is missing");
    if (request->shape == RD_RING && !arguments->direction_given)
        request->direction = RD_TWO_WAY;
}

/* The links of a graph that a file lists. */
static bool read_edges(struct arguments *arguments, struct rd_arena *arena, struct rd_error *reterr)
{
    struct rd_platform_request *request = &arguments->request;
    const char *text;
    size_t size;
    uint32_t host_count;
    if (!arguments->edges)
        return true;
    struct rd_edge_list *list = rd_take(arena, 1, struct rd_edge_list);
    if (!rd_file_text(arguments->edges, RD_EDGES_BYTES_LIMIT, arena, &text, &size, reterr) ||
        !rd_edge_list_read(arguments->edges, text, size, request->direction == RD_TWO_WAY, arena,
                           list, &host_count, reterr))
        return false;
    request->graph.list = list;
    if (request->host_count == 0)
        request->host_count = host_count;
    return true;
}

static const struct rd_argument accepted[] = {
    {RD_OWN(NULL, "KIND", take_kind, "")},
    {RD_INTEGER("hosts", "N", host_count, 1, RD_HOST_LIMIT,
                "Number of hosts; of a star, its workers without the master")},
    {RD_OWN("direction", "WAY", take_direction,
            "one-way or two-way, of a ring or torus (default: two-way), or of the links that a "
            "file lists (default: one-way)")},
    {RD_TEXT("dimensions", "RADICES", dimensions,
             "Hosts in each dimension of a torus or mesh: 4x4x2")},
    {RD_TEXT("arity", "A", arity, "Children of a host in a tree (default 2), or random")},
    {RD_INTEGER("degree", "D", degree, 0, RD_HOST_LIMIT - 1,
                "Neighbours of each host in a random-regular graph")},
    {RD_OWN("trunk", "C", take_trunk,
            "Seconds per byte of a link each way between two racks, halves of the hosts of a "
            "complete network (default: there are no racks)")},
    {RD_TEXT("cost", "COST", request.cost, "Seconds per item of 1 byte on a link (default 1)")},
    {RD_TEXT("latency", "COST", request.latency,
             "Seconds per message, whatever its size (default 0)")},
    {RD_TEXT("compute", "COST", request.compute,
             "Seconds per item of 1 flop on a host (default 0: speed 1)")},
    {RD_FLAG("symmetric", request.symmetric, "Both directions of an edge cost the same")},
    {RD_OWN("bandwidth-scale", "F", take_factor, "Multiply all bandwidths (default 1)")},
    {RD_OWN("bandwidth-spread", "S", take_factor,
            "Let bandwidths differ by a factor S on top of --cost (default 1)")},
    {RD_WORD("bandwidth-shape", "SHAPE", request.bandwidth_shape, rd_bandwidth_shape_names,
             "How bandwidths differ: uniform (default), log-normal, two-speed, one-slow-link")},
    {RD_TEXT("scaled-links", "NAMES", request.scaled_links,
             "Names of the links that --link-scale multiplies, such as \"h0>h1 h1>h0\"")},
    {RD_OWN("link-scale", "F", take_factor,
            "Multiply the bandwidths of the scaled links, on top of all else (default 1)")},
    {RD_TEXT("profile", "PROFILE", request.profile,
             "Let bandwidths vary with time: \"steps PERIOD LOW HIGH\", factors drawn for each "
             "link every PERIOD seconds, or two-state or walk for steps (default none)")},
    {RD_TEXT("speed-profile", "PROFILE", request.speed_profile,
             "Let the speeds of hosts vary with time, likewise (default none)")},
    {RD_TEXT("profiles", "DIR", profiles,
             "Folder for the files of profiles: that of the platform file (default .)")},
    {RD_INTEGER("seed", "SEED", seed, 0, INT64_MAX, "Seed of the random numbers (default 1)")},
    {RD_END},
};

static const struct rd_verb verb = {
    .argument = accepted,
    .finish = finish,
    .args_doc = "KIND\ngraph FILE",
    .doc = "Writes a SimGrid platform file on standard output. A KIND is ring, star, hypercube, "
           "shuffle-exchange, switch, complete, bus, torus, mesh, tree or random-regular. A COST "
           "is one number for all links or hosts, or one for each: \"uniform 1 10\" (integers), "
           "\"real 1 10\", \"list 1 2 3\". The FILE of a graph has a line for each link: FROM TO "
           "[COST "
           "[LATENCY]], hosts by number.\v"
           "Examples:\n"
           "  redist platform ring --hosts 16 > ring_two_way_equal_16.xml\n"
           "  redist platform ring --hosts 8 --direction one-way --cost \"uniform 1 9\"\n"
           "  redist platform hypercube --hosts 64 --cost 0 --latency 1\n"
           "  redist platform torus --dimensions 4x4x2 > torus_32.xml\n"
           "  redist platform switch --hosts 16 --bandwidth-spread 8 \\\n"
           "      --bandwidth-shape two-speed\n"
           "  redist platform star --hosts 4 --cost \"list 1 2 3 4\" --compute \"real 1 2\"\n",
};

int rd_cmd_platform(int argc, char **argv)
{
    struct arguments arguments = {.profiles = ".",
                                  .degree = -1,
                                  .seed = 1,
                                  .request = {.cost = "1", .latency = "0", .compute = "0"}};
    rd_verb_parse(&verb, argc, argv, &arguments);
    struct rd_error error = {0};
    struct rd_generated_platform platform;
    rd_arena_own(arena);
    bool good = read_edges(&arguments, &arena, &error);
    if (good && !rd_platform_generate(&arguments.request, &arena, &platform, &error)) {
        error.code = RD_ERROR_USAGE; /* what is wrong stands on the command line */
        good = false;
    }
    /* Where the platform's text refers to them: beside it. */
    good = good &&
           rd_write_named_texts(arguments.profiles, platform.file, platform.file_count, &error);
    int status = good ? 0 : rd_give_up(&error);
    if (good && fwrite(platform.text, 1, platform.size, stdout) != platform.size)
        status = rd_error_exit_status(RD_ERROR_FILE); /* why is said when it is closed */
    return status;
}
