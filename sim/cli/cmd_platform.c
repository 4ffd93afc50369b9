/* redist platform: writes a SimGrid platform file. */
#include "arguments.h"
#include "result_files.h"
#include "verbs.h"

#include "sim/report/output_file.h"
#include "sim/base/number_text.h"
#include "sim/scenario/platform_generator.h"

#include <stdio.h>
#include <string.h>

enum {
    KEY_HOSTS = RD_KEY_OWN,
    KEY_DIRECTION,
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
    const char *profiles; /* the folder of their files */
    bool shape_given;
    bool direction_given;
};

static void take_shape(struct argp_state *state, struct arguments *arguments, const char *name)
{
    if (arguments->shape_given)
        rd_refuse_argument(state, name);
    if (!rd_shape_of_name(name, &arguments->request.shape))
        argp_error(state,
                   "\"%s\" is no shape: ring, star, hypercube, shuffle-exchange, switch or bus is "
                   "accepted",
                   name);
    arguments->shape_given = true;
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

/* What only all arguments together can show. */
static void finish(struct argp_state *state, struct arguments *arguments)
{
    struct rd_platform_request *request = &arguments->request;
    if (!arguments->shape_given)
        argp_error(state, "the shape is missing");
    if (request->host_count == 0)
        argp_error(state, "--hosts N is missing");
    if (request->shape != RD_RING && arguments->direction_given)
        argp_error(state, "--direction is a ring's: a %s has none", rd_shape_name(request->shape));
    if (request->shape == RD_RING && !arguments->direction_given)
        request->direction = RD_TWO_WAY;
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
    case ARGP_KEY_ARG: take_shape(state, arguments, argument); return 0;
    case ARGP_KEY_END: finish(state, arguments); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"hosts", KEY_HOSTS, "N", 0, "Hosts; a star's workers, its master comes on top", 0},
    {"direction", KEY_DIRECTION, "WAY", 0, "A ring's: one-way or two-way (default)", 0},
    {"cost", KEY_COST, "COST", 0, "Seconds an item of 1 byte takes on a link (default 1)", 0},
    {"latency", KEY_LATENCY, "COST", 0, "Seconds a message takes whatever its size (default 0)", 0},
    {"compute", KEY_COMPUTE, "COST", 0,
     "Seconds an item of 1 flop is computed (default 0: speed 1)", 0},
    {"symmetric", KEY_SYMMETRIC, NULL, 0, "Both directions of an edge cost the same", 0},
    {"bandwidth-scale", KEY_BANDWIDTH_SCALE, "F", 0, "Multiply all bandwidths (default 1)", 0},
    {"bandwidth-spread", KEY_BANDWIDTH_SPREAD, "S", 0,
     "Let bandwidths differ by S on top of --cost (default 1: not at all)", 0},
    {"bandwidth-shape", KEY_BANDWIDTH_SHAPE, "SHAPE", 0,
     "How bandwidths differ: uniform (default), log-normal, two-speed, one-slow-link", 0},
    {"profile", KEY_PROFILE, "PROFILE", 0,
     "Let bandwidths vary as time passes: \"steps PERIOD LOW HIGH\", factors drawn for each link "
     "every PERIOD seconds (default none)",
     0},
    {"profiles", KEY_PROFILES, "DIR", 0,
     "Where the files of --profile go: the folder that the platform file will lie in (default .)",
     0},
    {"seed", KEY_SEED, "SEED", 0, "Of what is drawn at random (default 1)", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "ring|star|hypercube|shuffle-exchange|switch|bus",
    .doc =
        "Writes a SimGrid platform file on standard output. A COST is a number for all, or drawn "
        "for each: \"uniform 1 10\" (whole numbers), \"real 1 10\", \"list 1 2 3\"."
        "\v"
        "Examples:\n"
        "  redist platform ring --hosts 16 > ring_two_way_equal_16.xml\n"
        "  redist platform ring --hosts 8 --direction one-way --cost \"uniform 1 9\"\n"
        "  redist platform hypercube --hosts 64 --cost 0 --latency 1\n"
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
    if (!rd_platform_generate(&arguments.request, &arena, &platform, &error)) {
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
