/* redist platform: writes a SimGrid platform file. */
#include "arguments.h"
#include "result_files.h"
#include "commands.h"

#include "sim/report/output_file.h"
#include "sim/base/number_text.h"
#include "sim/scenario/file_text.h"
#include "sim/scenario/platform_generator.h"

#include <stdio.h>
#include <string.h>

enum {
    KEY_HOSTS = RD_KEY_OWN,
    KEY_DIRECTION,
    KEY_DIMENSIONS,
    KEY_ARITY,
    KEY_DEGREE,
    KEY_COST,
    KEY_LATENCY,
    KEY_COMPUTE,
    KEY_SEED,
    KEY_SYMMETRIC,
    KEY_BANDWIDTH_SCALE,
    KEY_BANDWIDTH_SPREAD,
    KEY_BANDWIDTH_SHAPE,
    KEY_PROFILE,
    KEY_PROFILES
};

struct arguments {
    struct rd_platform_request request;
    const struct rd_platform_kind *kind; /* NULL until it is named */
    const char *profiles;                /* the folder of their files */
    const char *dimensions, *arity;
    const char *edges; /* the file of a graph's links */
    bool direction_given, degree_given;
};

static void take_kind(struct argp_state *state, struct arguments *arguments, const char *name)
{
    char kinds[RD_TAKERS_SIZE];
    if (arguments->kind && rd_platform_kind_takes(arguments->kind, "edges") && !arguments->edges) {
        arguments->edges = name;
        return;
    }
    if (arguments->kind)
        rd_refuse_argument(state, name);
    arguments->kind = rd_platform_kind_named(name);
    if (!arguments->kind) {
        argp_error(state, "unknown platform \"%s\": accepted are %s", name,
                   rd_platform_takers("cost", kinds));
        return;
    }
    arguments->request.shape = arguments->kind->shape;
    arguments->request.graph.kind = arguments->kind->graph;
}

static void take_direction(struct argp_state *state, struct arguments *arguments, const char *name)
{
    if (strcmp(name, "one-way") == 0)
        arguments->request.direction = RD_ONE_WAY;
    else if (strcmp(name, "two-way") == 0)
        arguments->request.direction = RD_TWO_WAY;
    else
        argp_error(state, "--direction %s: one-way or two-way is accepted", name);
    arguments->direction_given = true;
}

static double take_factor(struct argp_state *state, const char *option, const char *text,
                          double low)
{
    double factor = 0;
    if (!rd_number_parse(text, strlen(text), &factor) || factor < low ||
        factor > RD_BANDWIDTH_LIMIT)
        argp_error(state, "%s %s: a number from %g to %g is accepted", option, text, low,
                   RD_BANDWIDTH_LIMIT);
    return factor;
}

static enum rd_bandwidth_shape take_bandwidth_shape(struct argp_state *state, const char *name)
{
    for (int i = 0; rd_bandwidth_shape_names[i]; i++)
        if (strcmp(rd_bandwidth_shape_names[i], name) == 0)
            return (enum rd_bandwidth_shape)i;
    argp_error(state,
               "--bandwidth-shape %s: uniform, log-normal, two-speed or one-slow-link is accepted",
               name);
    return RD_BANDWIDTH_UNIFORM;
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
    if (rd_platform_kind_takes(arguments->kind, "degree") && !arguments->degree_given)
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
static void finish(struct argp_state *state, struct arguments *arguments)
{
    struct rd_platform_request *request = &arguments->request;
    if (!arguments->kind) {
        argp_error(state, "KIND is missing");
        return;
    }
    check_taken(state, arguments, "hosts", request->host_count > 0);
    check_taken(state, arguments, "direction", arguments->direction_given);
    check_taken(state, arguments, "dimensions", arguments->dimensions);
    check_taken(state, arguments, "arity", arguments->arity);
    check_taken(state, arguments, "degree", arguments->degree_given);
    if (request->shape == RD_GRAPH)
        finish_graph(state, arguments);
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

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    struct rd_platform_request *request = &arguments->request;
    switch (key) {
    case KEY_HOSTS:
        request->host_count =
            (uint32_t)rd_take_integer(state, "--hosts", argument, 1, RD_HOST_LIMIT);
        return 0;
    case KEY_DIRECTION: take_direction(state, arguments, argument); return 0;
    case KEY_DIMENSIONS: arguments->dimensions = argument; return 0;
    case KEY_ARITY: arguments->arity = argument; return 0;
    case KEY_DEGREE:
        request->graph.degree =
            (uint32_t)rd_take_integer(state, "--degree", argument, 0, RD_HOST_LIMIT - 1);
        arguments->degree_given = true;
        return 0;
    case KEY_COST: request->cost = argument; return 0;
    case KEY_LATENCY: request->latency = argument; return 0;
    case KEY_COMPUTE: request->compute = argument; return 0;
    case KEY_SYMMETRIC: request->symmetric = true; return 0;
    case KEY_SEED:
        request->seed = (uint64_t)rd_take_integer(state, "--seed", argument, 0, INT64_MAX);
        return 0;
    case KEY_BANDWIDTH_SCALE:
        request->bandwidth_scale =
            take_factor(state, "--bandwidth-scale", argument, 1 / RD_BANDWIDTH_LIMIT);
        return 0;
    case KEY_BANDWIDTH_SPREAD:
        request->bandwidth_spread = take_factor(state, "--bandwidth-spread", argument, 1);
        return 0;
    case KEY_BANDWIDTH_SHAPE:
        request->bandwidth_shape = take_bandwidth_shape(state, argument);
        return 0;
    case KEY_PROFILE: request->profile = argument; return 0;
    case KEY_PROFILES: arguments->profiles = argument; return 0;
    case ARGP_KEY_ARG: take_kind(state, arguments, argument); return 0;
    case ARGP_KEY_END: finish(state, arguments); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"hosts", KEY_HOSTS, "N", 0, "Number of hosts; of a star, its workers without the master", 0},
    {"direction", KEY_DIRECTION, "WAY", 0,
     "one-way or two-way, of a ring or torus (default: two-way), or of the links that a file lists "
     "(default: one-way)",
     0},
    {"dimensions", KEY_DIMENSIONS, "RADICES", 0,
     "Hosts in each dimension of a torus or mesh: 4x4x2", 0},
    {"arity", KEY_ARITY, "A", 0, "Children of a host in a tree (default 2), or random", 0},
    {"degree", KEY_DEGREE, "D", 0, "Neighbours of each host in a random-regular graph", 0},
    {"cost", KEY_COST, "COST", 0, "Seconds per item of 1 byte on a link (default 1)", 0},
    {"latency", KEY_LATENCY, "COST", 0, "Seconds per message, whatever its size (default 0)", 0},
    {"compute", KEY_COMPUTE, "COST", 0, "Seconds per item of 1 flop on a host (default 0: speed 1)",
     0},
    {"symmetric", KEY_SYMMETRIC, NULL, 0, "Both directions of an edge cost the same", 0},
    {"bandwidth-scale", KEY_BANDWIDTH_SCALE, "F", 0, "Multiply all bandwidths (default 1)", 0},
    {"bandwidth-spread", KEY_BANDWIDTH_SPREAD, "S", 0,
     "Let bandwidths differ by a factor S on top of --cost (default 1)", 0},
    {"bandwidth-shape", KEY_BANDWIDTH_SHAPE, "SHAPE", 0,
     "How bandwidths differ: uniform (default), log-normal, two-speed, one-slow-link", 0},
    {"profile", KEY_PROFILE, "PROFILE", 0,
     "Let bandwidths vary with time: \"steps PERIOD LOW HIGH\", factors drawn for each link "
     "every PERIOD seconds, or two-state or walk for steps (default none)",
     0},
    {"profiles", KEY_PROFILES, "DIR", 0,
     "Folder for the files of --profile: that of the platform file (default .)", 0},
    {"seed", KEY_SEED, "SEED", 0, "Seed of the random numbers (default 1)", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "KIND\ngraph FILE",
    .doc = "Writes a SimGrid platform file on standard output. A KIND is ring, star, hypercube, "
           "shuffle-exchange, switch, bus, torus, mesh, tree or random-regular. A COST is one "
           "number for all links or hosts, or one for each: \"uniform 1 10\" (integers), \"real 1 "
           "10\", "
           "\"list 1 2 3\". The FILE of a graph has a line for each link: FROM TO [COST "
           "[LATENCY]], hosts "
           "by number."
           "\v"
           "Examples:\n"
           "  redist platform ring --hosts 16 > ring_two_way_equal_16.xml\n"
           "  redist platform ring --hosts 8 --direction one-way --cost \"uniform 1 9\"\n"
           "  redist platform hypercube --hosts 64 --cost 0 --latency 1\n"
           "  redist platform torus --dimensions 4x4x2 > torus_32.xml\n"
           "  redist platform switch --hosts 16 --bandwidth-spread 8 \\\n"
           "      --bandwidth-shape two-speed\n"
           "  redist platform star --hosts 4 --cost \"list 1 2 3 4\" --compute \"real 1 2\"\n",
};

static bool write_text(FILE *out, const void *context, struct rd_error *reterr)
{
    (void)reterr; /* what fails here is found when the file is closed */
    fputs(context, out);
    return true;
}

/* Where the platform's text refers to them: beside it. */
static bool write_profiles(const struct rd_generated_platform *platform, const char *folder,
                           struct rd_arena *arena, struct rd_error *reterr)
{
    for (size_t i = 0; i < platform->file_count; i++)
        if (!rd_write_whole_file(rd_arena_print(arena, "%s/%s", folder, platform->file[i].name),
                                 write_text, platform->file[i].text, reterr))
            return false;
    return true;
}

int rd_cmd_platform(int argc, char **argv)
{
    struct arguments arguments = {
        .profiles = ".", .request = {.cost = "1", .latency = "0", .compute = "0", .seed = 1}};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    struct rd_arena arena;
    struct rd_error error;
    struct rd_generated_platform platform;
    int status = 0;
    rd_arena_open(&arena, 0);
    if (!read_edges(&arguments, &arena, &error)) {
        rd_error_print(stderr, &error);
        status = rd_error_exit_status(error.code);
    } else if (!rd_platform_generate(&arguments.request, &arena, &platform, &error)) {
        /* What is wrong stands on the command line. */
        rd_error_print(stderr, &error);
        status = rd_error_exit_status(RD_ERROR_USAGE);
    } else if (!write_profiles(&platform, arguments.profiles, &arena, &error)) {
        rd_error_print(stderr, &error);
        status = rd_error_exit_status(error.code);
    } else if (fwrite(platform.text, 1, platform.size, stdout) != platform.size) {
        status = rd_error_exit_status(RD_ERROR_FILE); /* why is said when it is closed */
    }
    rd_arena_close(&arena);
    return status;
}
