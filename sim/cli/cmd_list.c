/* redist list: what there is. */
#include "arguments.h"
#include "matrix.h"
#include "commands.h"

#include "algorithms/algorithm.h"
#include "sim/generators/load_generators.h"
#include "sim/figures/figure.h"
#include "sim/report/listing.h"
#include "sim/scenario/parameters.h"
#include "sim/scenario/platform_generator.h"

#include <stdio.h>
#include <string.h>

enum { KEY_FORMAT = RD_KEY_OWN };

struct arguments {
    const char *what; /* or NULL */
    enum rd_format format;
    bool markdown; /* in place of it */
};

/* Writes one list. */
struct list {
    const char *name;
    bool (*write)(enum rd_format format, struct rd_arena *arena);
};

static const char *directions_of(const struct rd_algorithm *algorithm)
{
    if (algorithm->shape == RD_ANY_SHAPE)
        return "";
    switch (algorithm->directions) {
    case RD_ONE_WAY: return "one-way";
    case RD_TWO_WAY: return "two-way";
    case RD_ONE_WAY | RD_TWO_WAY: return "one-way, two-way";
    default: return "";
    }
}

static bool write_algorithms(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"topology", true},  {"direction", true}, {"ports", true},
        {"goal", true}, {"guarantee", true}, {"summary", true},   {"source", false}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    const char **cell = rd_take(arena, rd_algorithm_count * COLUMN_COUNT, const char *);
    for (size_t i = 0; i < rd_algorithm_count; i++) {
        const struct rd_algorithm *algorithm = rd_algorithms[i];
        const char **row = cell + i * COLUMN_COUNT;
        row[0] = algorithm->name;
        row[1] = rd_algorithm_shape(algorithm);
        row[2] = directions_of(algorithm);
        char words[RD_LABEL_SIZE];
        row[3] = rd_arena_print(arena, "%s", rd_algorithm_ports(algorithm, words));
        row[4] = rd_arena_print(arena, "%s", rd_algorithm_goals(algorithm, words));
        row[5] = algorithm->guarantee == RD_RATIO
                     ? rd_arena_print(arena, "ratio %g", algorithm->ratio)
                     : rd_guarantee_name(algorithm->guarantee);
        row[6] = algorithm->summary;
        row[7] = algorithm->source;
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, rd_algorithm_count});
}

static bool write_figures(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"summary", true}, {"source", true}, {"scenario", false}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    size_t count = 0;
    while (rd_figures[count])
        count++;
    const char **cell = rd_take(arena, count * COLUMN_COUNT, const char *);
    for (size_t i = 0; i < count; i++) {
        cell[i * COLUMN_COUNT] = rd_figures[i]->name;
        cell[i * COLUMN_COUNT + 1] = rd_figures[i]->summary;
        cell[i * COLUMN_COUNT + 2] = rd_figures[i]->source;
        cell[i * COLUMN_COUNT + 3] =
            rd_arena_print(arena, "scenarios/figures/%s.xml", rd_figures[i]->scenario);
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, count});
}

/* "low=0, high=100": the attributes of a generator of loads, with their defaults. */
static const char *attributes_of(const struct rd_load_generator *generator, struct rd_arena *arena)
{
    const char *text = "";
    for (const struct rd_option_spec *spec = generator->attributes; spec && spec->name; spec++)
        text = rd_arena_print(arena, "%s%s%s=%s", text, text[0] ? ", " : "", spec->name,
                              spec->value ? spec->value : "?");
    return text;
}

/* "hosts, cost, latency": what a generated platform takes. */
static const char *platform_attributes_of(const struct rd_platform_kind *kind,
                                          struct rd_arena *arena)
{
    const char *text = "";
    for (const char *const *name = rd_platform_attributes; *name; name++) {
        if (strcmp(*name, "file") == 0 || strcmp(*name, "generator") == 0 ||
            !rd_platform_kind_takes(kind, *name))
            continue;
        text = rd_arena_print(arena, "%s%s%s", text, text[0] ? ", " : "", *name);
    }
    return text;
}

static bool write_generators(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"of", true}, {"attributes", true}, {"summary", true}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    size_t load_count = 0;
    while (rd_load_generators[load_count])
        load_count++;
    size_t platform_count = 0;
    while (rd_platform_kinds[platform_count].name)
        platform_count++;
    size_t row_count = platform_count + load_count;
    const char **cell = rd_take(arena, row_count * COLUMN_COUNT, const char *);
    const char **row = cell;
    for (size_t i = 0; i < platform_count; i++, row += COLUMN_COUNT) {
        row[0] = rd_platform_kinds[i].name;
        row[1] = "platform";
        row[2] = platform_attributes_of(&rd_platform_kinds[i], arena);
        row[3] = rd_arena_print(arena, "a SimGrid platform for a %s",
                                rd_shape_name(rd_platform_kinds[i].shape));
    }
    for (size_t i = 0; i < load_count; i++, row += COLUMN_COUNT) {
        row[0] = rd_load_generators[i]->name;
        row[1] = "loads";
        row[2] = attributes_of(rd_load_generators[i], arena);
        row[3] = rd_load_generators[i]->summary;
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, row_count});
}

static bool write_parameters(enum rd_format format, struct rd_arena *arena)
{
    static const struct rd_listing_column column[] = {
        {"name", true}, {"element", true}, {"attribute", true}, {"summary", true}};
    enum { COLUMN_COUNT = sizeof column / sizeof *column };
    size_t count = 0;
    while (rd_parameters[count].name)
        count++;
    const char **cell = rd_take(arena, count * COLUMN_COUNT, const char *);
    const char **row = cell;
    for (size_t i = 0; i < count; i++, row += COLUMN_COUNT) {
        row[0] = rd_parameters[i].name;
        row[1] = rd_parameters[i].element;
        row[2] = rd_parameters[i].attribute;
        row[3] = rd_parameters[i].summary;
    }
    return rd_listing_write(stdout, format,
                            &(struct rd_listing){column, COLUMN_COUNT, cell, count});
}

static bool write_matrix(enum rd_format format, struct rd_arena *arena)
{
    struct rd_listing listing = rd_matrix_listing(arena);
    return rd_listing_write(stdout, format, &listing);
}

static const struct list lists[] = {
    {"algorithms", write_algorithms}, {"figures", write_figures},
    {"generators", write_generators}, {"matrix", write_matrix},
    {"parameters", write_parameters},
};

enum { LIST_COUNT = sizeof lists / sizeof *lists };

static error_t parse(int key, char *argument, struct argp_state *state)
{
    struct arguments *arguments = state->input;
    switch (key) {
    case KEY_FORMAT:
        arguments->markdown = strcmp(argument, "markdown") == 0;
        if (!arguments->markdown)
            arguments->format = rd_take_format(state, argument);
        return 0;
    case ARGP_KEY_ARG:
        if (arguments->what)
            rd_refuse_argument(state, argument);
        arguments->what = argument;
        return 0;
    case ARGP_KEY_END:
        if (arguments->markdown && (!arguments->what || strcmp(arguments->what, "matrix") != 0))
            argp_error(state, "--format markdown: accepted for matrix only");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp_option options[] = {
    {"format", KEY_FORMAT, "FORMAT", 0, "table (default), json or csv; a matrix also markdown", 0},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "[algorithms|figures|generators|matrix|parameters]",
    .doc = "Lists algorithms (the default), figures, generators of platforms and loads, the "
           "parameters that --set changes, or the matrix: which networks, ports, costs and goals "
           "have algorithms."
           "\v"
           "Examples:\n"
           "  redist list\n"
           "  redist list algorithms --format json\n"
           "  redist list generators\n"
           "  redist list matrix\n"
           "  redist list parameters\n",
};

int rd_cmd_list(int argc, char **argv)
{
    struct arguments arguments = {.format = RD_FORMAT_TABLE};
    rd_parse_arguments(&argp, argc, argv, &arguments);
    const char *what = arguments.what ? arguments.what : lists[0].name;
    for (size_t i = 0; i < LIST_COUNT; i++) {
        if (strcmp(what, lists[i].name) != 0)
            continue;
        struct rd_arena arena;
        rd_arena_open(&arena, 0);
        bool written = arguments.markdown ? rd_matrix_write_markdown(stdout, &arena)
                                          : lists[i].write(arguments.format, &arena);
        rd_arena_close(&arena);
        return rd_error_exit_status(written ? RD_ERROR_NONE : RD_ERROR_FILE);
    }
    fprintf(
        stderr,
        "redist list: \"%s\": algorithms, figures, generators, matrix or parameters is accepted\n",
        what);
    return rd_error_exit_status(RD_ERROR_USAGE);
}
